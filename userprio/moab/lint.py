"""What is written correctly in a moab.cfg and yet does not do what it seems to."""

from collections.abc import Iterator

from userprio.moab.config import MoabConfig
from userprio.moab.credentials import Credential
from userprio.moab.errors import Remark, RemarkKind
from userprio.moab.factors import SUBFACTORS, Component
from userprio.moab.parameters import CredentialKind
from userprio.moab.policy import Charge
from userprio.moab.targets import TargetKind

_SHARED: tuple[str, ...] = ("FSUSER", "FSGROUP", "FSACCOUNT", "FSQOS", "FSCLASS")


def lint(config: MoabConfig) -> tuple[Remark, ...]:
    """Remarks about the configuration as a whole; the ones about single lines are in `config.remarks`."""
    messages = (*_fair_share(config), *_hidden(config), *_targets(config), *_job_values(config))
    return tuple(Remark(RemarkKind.SUSPICIOUS, message) for message in messages)


def _set(config: MoabConfig, parameter: str) -> bool:
    """Whether a parameter is other than 0 in some partition."""
    values = [setting.value for (name, _), setting in config.settings.items() if name == parameter]
    return any(values) or bool(not values and config.value(parameter))


def _credentials(config: MoabConfig) -> Iterator[tuple[CredentialKind, str, Credential]]:
    for kind, named in config.credentials.items():
        yield from ((kind, name, credential) for name, credential in named.items())


def _fair_share(config: MoabConfig) -> Iterator[str]:
    targets = any(credential.target is not None for _, _, credential in _credentials(config))
    weighed = any(_set(config, f"{name}WEIGHT") for name in _SHARED)
    policies = {config.policy(), *(config.policy(partition) for partition in config.partitions())}
    on = any(policy.charge is not Charge.NOTHING for policy in policies)
    if targets and not weighed:
        yield "there are fair share targets, but FSUSERWEIGHT and its like are all 0: targets change no priority"
    if weighed and not on:
        yield "there are fair share weights, but FSPOLICY is not set: fair share is off"
    if not 0 <= config.real("FSDECAY") <= 1:
        yield f"FSDECAY {config.real('FSDECAY'):g} makes old usage count more than new"
    for kind in CredentialKind:
        wanted = [config.own(kind, name).target for name in config.names(kind)]
        total = sum(target.percent for target in wanted if target and target.kind is not TargetKind.CEILING)
        if total > 100:
            yield f"the fair share targets of {kind.parameter} add up to {total:g} percent"


def _hidden(config: MoabConfig) -> Iterator[str]:
    for component in Component:
        weights = [subfactor.weight for subfactor in SUBFACTORS if subfactor.component is component]
        written = [weight for weight in weights if any(name == weight for name, _ in config.settings)]
        used = [weight for weight in written if _set(config, weight)]
        offset = component is Component.FS and any(one.fsweight for _, _, one in _credentials(config))
        if used and not _set(config, component.weight) and not offset:
            yield f"{component.weight} is 0, so {' and '.join(used)} count for nothing"


def _targets(config: MoabConfig) -> Iterator[str]:
    for kind, name, credential in _credentials(config):
        for attribute, value, weight in (
            ("QTTARGET", credential.qttarget, "TARGETQUEUETIMEWEIGHT"),
            ("XFTARGET", credential.xftarget, "TARGETXFACTORWEIGHT"),
        ):
            if value and not _set(config, weight):
                yield f"{kind.parameter}[{name}] has {attribute}, but {weight} is 0: the target changes no priority"


def _job_values(config: MoabConfig) -> Iterator[str]:
    values = config.job_values
    given = values.states or values.attributes or values.resources
    if given and not any(_set(config, f"ATTR{name}WEIGHT") for name in ("ATTR", "STATE", "GRES")):
        yield "JOBPRIOF gives values, but ATTRATTRWEIGHT, ATTRSTATEWEIGHT and ATTRGRESWEIGHT are 0"
