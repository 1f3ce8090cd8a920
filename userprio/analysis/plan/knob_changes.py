"""Knobs set to other values: whether they are valid, what differs in the configuration, what condor_defrag would do."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from msgspec import Struct

from userprio.accounting import LimitRules
from userprio.accounting.quotas import QuotaSettings
from userprio.analysis.plan.changes import NOWHERE, ChangePlace, KnobChange
from userprio.base.credentials import MASK, is_credential, masked
from userprio.base.errors import BadInput
from userprio.config import Config, ConfigError, KnobError, Origin, OriginKind, Reader, checked, find_knob, plain_name
from userprio.pool import NegotiatorSettings, ScenarioData, priority_rules, told_of_variables
from userprio.simulation import DefragPolicy, Poll, Rate, daemon_name, poll


class KnobDifference(Struct, frozen=True):
    """A knob whose text differs between two configurations; None where it is neither set nor has a default."""

    name: str
    before: str | None
    after: str | None
    place: ChangePlace = NOWHERE
    """Where the knob was set before."""
    removed: bool = False
    """Nothing sets it any more; HTCondor's default applies, if it has one."""
    hidden: bool = False
    """It is or contains a credential, so that both texts are redacted."""


def with_knobs(config: Config, changes: Iterable[KnobChange]) -> Config:
    """The configuration with these knobs set after everything else.

    Raises:
        BadInput: a name looks mistyped, or a value would stop a real negotiator.
    """
    changes = tuple(changes)
    for change in changes:
        if "\n" in change.value or change.value.endswith("\\"):
            message = f"the value of {change.name} does not fit on one line of a configuration"
            hint = "Leave out line breaks, and \\ at its end"
            raise BadInput(message, change.place.path, change.place.line, hint=hint)
    changed = config
    for change in changes:
        with _reported_at(change.place):
            changed = changed.with_overrides({change.name: change.value})
    by_name = {change.name.lower(): change for change in changes}
    places = {change.name: Origin(*_file_and_line(change.place), OriginKind.OVERRIDE) for change in by_name.values()}
    changed = checked(config, told_of_variables(changed, places), places, typed=True)
    for change in by_name.values():
        with _reported_at(change.place):
            plain = plain_name(change.name, changed)
            if find_knob(plain) is not None and changed.text(plain) is not None:
                changed.check(plain, advised=True)
    try:
        check_settings(changed)
    except KnobError as error:
        culprit = by_name.get(error.knob.lower())
        if culprit is None:
            raise
        raise replace(error, path=culprit.place.path, line=culprit.place.line) from error
    return changed


def _file_and_line(place: ChangePlace) -> tuple[str | None, int | None]:
    return None if place.path is None else str(place.path), place.line


def check_settings(config: Config) -> None:
    """Validate every knob that a cycle reads.

    Raises:
        BadInput: one has a value that would stop a real negotiator.
    """
    NegotiatorSettings.from_config(config)
    QuotaSettings.from_config(config)
    LimitRules.from_config(config)
    priority_rules(config)


def knob_differences(before: Config, after: Config) -> tuple[KnobDifference, ...]:
    """The knobs whose text differs: first those of `before`, then new ones, in the order of their configurations."""
    names = {name.lower(): name for name in (*before.names(), *after.names())}
    names |= {name.lower(): name for name in before.names()}
    differences = []
    for name in names.values():
        old, new = before.raw(name) or None, after.raw(name) or None
        if old != new:
            removed = before.is_set(name) and not after.is_set(name)
            first, second = _shown(name, old), _shown(name, new)
            differences.append(
                KnobDifference(name, first, second, _origin(before, name), removed, (first, second) != (old, new))
            )
    return tuple(differences)


def _shown(name: str, text: str | None) -> str | None:
    if text is None:
        return None
    return MASK if find_knob(name) is None and is_credential(name) else masked(text)


def _origin(config: Config, name: str) -> ChangePlace:
    origin = config.origin(name)
    return ChangePlace() if origin is None else ChangePlace(origin.path, origin.line)


@contextmanager
def _reported_at(place: ChangePlace) -> Iterator[None]:
    """Report errors of a knob at the place where the change was given."""
    try:
        yield
    except (ConfigError, KnobError) as error:
        raise replace(error, path=place.path, line=place.line) from error


class Draining(Struct, frozen=True):
    """The first poll of a condor_defrag that has just started; cycles do not simulate it."""

    rate: Rate
    poll: Poll


class DrainingDifference(Struct, frozen=True):
    """The same poll as things are and with the changes."""

    before: Draining | None
    """None: with its knobs as they are, condor_defrag would exit."""
    after: Draining

    @property
    def differs(self) -> bool:
        """Whether machines or draining rate differ."""
        return self.before != self.after


def draining_difference(
    present: ScenarioData, after: ScenarioData, knobs: Iterable[KnobDifference]
) -> DrainingDifference | None:
    """What condor_defrag would do; None unless one of its knobs changes.

    Raises:
        BadInput: condor_defrag would exit with its new knobs.
    """
    records = (find_knob(plain_name(knob.name, after.config)) for knob in knobs)
    if not any(knob is not None and knob.reader is Reader.DEFRAG for knob in records):
        return None
    try:
        before = _draining(present)
    except BadInput:
        before = None
    return DrainingDifference(before, _draining(after))


def _draining(scenario: ScenarioData) -> Draining:
    slots = scenario.pool.slots
    policy = DefragPolicy.from_config(scenario.config, daemon_name(scenario.config, slots))
    return Draining(policy.rate, poll(policy, slots, scenario.now))
