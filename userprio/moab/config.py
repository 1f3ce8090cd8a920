"""The parts of a moab.cfg that concern job priorities, and remarks on what looks wrong."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from userprio.moab.parameters import (
    DEFAULT,
    GLOBAL,
    PARAMETERS,
    SUBFACTORS,
    Component,
    Credential,
    CredentialKind,
)
from userprio.moab.parsing import Parts, Statement, override, read_statements, split_statements
from userprio.moab.values import FairShareBound, FsPolicy, Remark, RemarkKind, UsageMetric

_NOTHING = Credential()
_OFF = FsPolicy(UsageMetric.NOTHING.value, UsageMetric.NOTHING)
_SHARED: tuple[str, ...] = ("FSUSER", "FSGROUP", "FSACCOUNT", "FSQOS", "FSCLASS")


class MoabConfig(Struct, frozen=True):
    """The values that were read, by partition and credential; anything else has Moab's default."""

    settings: Mapping[tuple[str, str], Any] = field(default_factory=dict)
    """Values by parameter and partition."""
    credentials: Mapping[CredentialKind, Mapping[str, Credential]] = field(default_factory=dict)
    """Each credential's own attributes."""
    job_values: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Values of `JOBPRIOF`, by kind (`STATE`, `ATTR`, `GRES`) and name in lower case."""
    remarks: tuple[Remark, ...] = ()

    def value(self, name: str, partition: str = GLOBAL) -> Any:
        """The value in a partition: its own, even if 0, else the global one, else the default.

        Its type is that of the parameter's reader in `PARAMETERS`; None if there is neither value nor default.
        """
        everywhere = self.settings.get((name, GLOBAL), PARAMETERS[name].default)
        return self.settings.get((name, partition), everywhere)

    def integer(self, name: str, partition: str = GLOBAL) -> int:
        """A weight, a cap, a count or a duration."""
        return int(self.value(name, partition))

    def real(self, name: str) -> float:
        """A decimal number."""
        return float(self.value(name))

    def policy(self, partition: str = GLOBAL) -> FsPolicy:
        """The FSPOLICY of a partition."""
        return self.value("FSPOLICY", partition) or _OFF

    def job_value(self, kind: str, names: Iterable[str]) -> int:
        """The sum of the `JOBPRIOF` values of these names of a kind; each name counts once, ignoring case."""
        values = self.job_values.get(kind, {})
        return sum(values.get(name, 0) for name in {name.lower() for name in names})

    def own(self, kind: CredentialKind, name: str) -> Credential:
        """A credential's own attributes, without those of `DEFAULT`."""
        return self.credentials.get(kind, {}).get(name, _NOTHING)

    def credential(self, kind: CredentialKind, name: str | None) -> Credential:
        """A credential, with missing attributes taken from `DEFAULT`; without a name it has no attributes at all."""
        return _NOTHING if name is None else self.own(kind, name).over(self.own(kind, DEFAULT))

    def names(self, kind: CredentialKind) -> tuple[str, ...]:
        """The configured credentials, without `DEFAULT`."""
        return tuple(name for name in self.credentials.get(kind, {}) if name != DEFAULT)

    def partitions(self) -> frozenset[str]:
        """Partitions with values of their own."""
        return frozenset(partition for _, partition in self.settings) - {GLOBAL}

    def with_overrides(self, values: Mapping[str, str]) -> "MoabConfig":
        """The configuration with these values, which apply to every partition.

        Raises:
            MoabError: a parameter is unknown or a value not valid.
        """
        changed = dict(override(name, text) for name, text in values.items())
        kept = {key: value for key, value in self.settings.items() if key[0] not in changed}
        return replace(self, settings={**kept, **{(name, GLOBAL): value for name, value in changed.items()}})


def read_config(path: Path, within: Path | None = None) -> MoabConfig:
    """Read a moab.cfg and the files that it includes; for an untrusted one, only those `within` a folder.

    Raises:
        MoabError: gives file, line and what was expected; nothing of a file with an error is used.
        OSError: the file cannot be read.
    """
    refused: list[Remark] = []
    config = _config(read_statements(path, within, refused))
    return replace(config, remarks=(*refused, *config.remarks))


def parse_config(text: str, path: str = "moab.cfg") -> MoabConfig:
    """The configuration in a text, ignoring includes; `path` is for messages.

    Raises:
        MoabError: gives line and what was expected.
    """
    return _config(split_statements(text, path))


def _config(statements: Iterable[Statement]) -> MoabConfig:
    parts = Parts()
    for statement in statements:
        parts.take(statement)
    return MoabConfig(parts.settings, parts.credentials, parts.job_values, tuple(parts.remarks))


def lint(config: MoabConfig) -> tuple[Remark, ...]:
    """Remarks on the configuration as a whole; those on single lines are in `config.remarks`."""
    messages = (*_fair_share(config), *_hidden(config), *_without_weight(config))
    return tuple(Remark(RemarkKind.SUSPICIOUS, message) for message in messages)


def _set(config: MoabConfig, parameter: str) -> bool:
    """Whether a parameter is not 0 in some partition."""
    values = [value for (name, _), value in config.settings.items() if name == parameter]
    return any(values) or bool(not values and config.value(parameter))


def _credentials(config: MoabConfig) -> Iterator[tuple[CredentialKind, str, Credential]]:
    for kind, named in config.credentials.items():
        yield from ((kind, name, credential) for name, credential in named.items())


def _fair_share(config: MoabConfig) -> Iterator[str]:
    targets = any(credential.target is not None for _, _, credential in _credentials(config))
    weighed = any(_set(config, f"{name}WEIGHT") for name in _SHARED)
    policies = {config.policy(), *(config.policy(partition) for partition in config.partitions())}
    on = any(policy.charge is not UsageMetric.NOTHING for policy in policies)
    if targets and not weighed:
        yield "there are fair share targets, but FSUSERWEIGHT and similar weights are all 0: targets change no priority"
    if weighed and not on:
        yield "there are fair share weights, but FSPOLICY is not set: fair share is off"
    if not 0 <= config.real("FSDECAY") <= 1:
        yield f"FSDECAY {config.real('FSDECAY'):g} makes old usage count more than new"
    for kind in CredentialKind:
        wanted = [config.own(kind, name).target for name in config.names(kind)]
        total = sum(target.percent for target in wanted if target and target.kind is not FairShareBound.CEILING)
        if total > 100:
            yield f"the fair share targets of {kind.parameter} add up to {total:g} percent"


def _hidden(config: MoabConfig) -> Iterator[str]:
    for component in Component:
        weights = [subfactor.weight for subfactor in SUBFACTORS if subfactor.component is component]
        written = [weight for weight in weights if any(name == weight for name, _ in config.settings)]
        used = [weight for weight in written if _set(config, weight)]
        offset = component is Component.FS and any(credential.fsweight for _, _, credential in _credentials(config))
        if used and not _set(config, component.weight) and not offset:
            have = "have" if len(used) > 1 else "has"
            yield f"{component.weight} is 0, so {' and '.join(used)} {have} no effect"


def _without_weight(config: MoabConfig) -> Iterator[str]:
    for kind, name, credential in _credentials(config):
        for attribute, value, weight in (
            ("QTTARGET", credential.qttarget, "TARGETQUEUETIMEWEIGHT"),
            ("XFTARGET", credential.xftarget, "TARGETXFACTORWEIGHT"),
        ):
            if value and not _set(config, weight):
                yield f"{kind.parameter}[{name}] has {attribute}, but {weight} is 0: the target changes no priority"
    if config.job_values and not any(_set(config, f"ATTR{name}WEIGHT") for name in ("ATTR", "STATE", "GRES")):
        yield "JOBPRIOF gives values, but ATTRATTRWEIGHT, ATTRSTATEWEIGHT and ATTRGRESWEIGHT are 0"
