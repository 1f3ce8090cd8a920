"""Before and after: a cycle as things are, a cycle with all changes made, and the difference. Start reading at `plan`.

Knobs come first: whether new values are valid, what differs in the configuration, what condor_defrag would do. If the
version of HTCondor changes, each rule that differs between the versions is tried by itself.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress

from msgspec import Struct, structs

from userprio.accounting import (
    EditError,
    EditPlan,
    GroupOf,
    LimitRules,
    PriorityRules,
    UnknownSubmitter,
    combined,
    effective_priority,
    expire_leases,
    lease_attribute,
    plan_edit,
    priority_factor,
)
from userprio.accounting.quotas import QuotaSettings
from userprio.analysis.plan.changes import NOWHERE, ChangePlace, Changes, KnobChange, LedgerChange
from userprio.analysis.plan.difference import CycleFigures, Difference, difference, hanging
from userprio.analysis.plan.pool_changes import PoolDifference, add_submissions, change_jobs, change_slots
from userprio.analysis.plan.why import Why, whys
from userprio.base import MASK, BadInput, DecidedBy, Rule, Version, counted, is_credential, masked, placed, rules
from userprio.config import Config, ConfigError, KnobError, Origin, OriginKind, Reader, checked, find_knob, plain_name
from userprio.ledger import CUSTOMER_PREFIX, Ledger
from userprio.negotiation import (
    Chance,
    Outcome,
    changed_quota_remarks,
    diagnosed,
    first_cycle_remarks,
    negotiate,
)
from userprio.pool import NegotiatorSettings, ScenarioData, priority_rules, reconfigured, with_variable_warnings
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
    """The configuration with knobs set last; BadInput if a name looks mistyped, or a value would stop a negotiator."""
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
    # Of a knob set twice the last counts, and errors name its place.
    by_name = {change.name.lower(): change for change in changes}
    places: dict[str, Origin] = {}
    for change in by_name.values():
        path, line = change.place.path, change.place.line
        places[change.name] = Origin(None if path is None else str(path), line, OriginKind.OVERRIDE)
    # Checked after all are set: one knob may refer to another that is set in the same go.
    changed = checked(config, with_variable_warnings(changed, places), places, typed=True)
    for change in by_name.values():
        with _reported_at(change.place):
            plain = plain_name(change.name, changed)
            if find_knob(plain) is not None and changed.text(plain) is not None:
                changed.value(plain, advised=True)
    try:
        _check_settings(changed)
    except KnobError as error:
        if (culprit := by_name.get(error.knob.lower())) is None:
            raise
        raise error.with_(path=culprit.place.path, line=culprit.place.line) from error
    return changed


def _check_settings(config: Config) -> None:
    """Raise BadInput if a knob that a cycle reads has a value that would stop a real negotiator."""
    NegotiatorSettings.from_config(config)
    QuotaSettings.from_config(config)
    LimitRules.from_config(config)
    priority_rules(config)


def knob_differences(before: Config, after: Config) -> tuple[KnobDifference, ...]:
    """The knobs whose text differs: first those of `before`, then new ones, in the order of their configurations."""
    names = {name.lower(): name for name in (*before.names(), *after.names())}
    # The spelling of the present configuration wins, since that is what an administrator looks for.
    names |= {name.lower(): name for name in before.names()}
    differences = []
    for name in names.values():
        old, new = before.raw(name) or None, after.raw(name) or None
        if old != new:
            origin, removed = before.origin(name), before.is_set(name) and not after.is_set(name)
            place = NOWHERE if origin is None else ChangePlace(origin.path, origin.line)
            shown = _shown(name, old), _shown(name, new)
            differences.append(KnobDifference(name, *shown, place, removed, hidden=shown != (old, new)))
    return tuple(differences)


def reads_alike(name: str, before: Config, after: Config) -> bool:
    """Whether a knob has the same value in both, however it is written: 12.0 is 12, and TRUE is true."""
    if find_knob(name) is None:
        return before.raw(name) == after.raw(name)
    try:
        return before.value(name) == after.value(name)
    except (ConfigError, KnobError):
        return False


def _shown(name: str, text: str | None) -> str | None:
    if text is None:
        return None
    return MASK if find_knob(name) is None and is_credential(name) else masked(text)


@contextmanager
def _reported_at(place: ChangePlace) -> Iterator[None]:
    """Report errors of a knob at the place where the change was given."""
    try:
        yield
    except (ConfigError, KnobError) as error:
        raise error.with_(path=place.path, line=place.line) from error


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
    """What condor_defrag would do; None unless a knob of it changes, BadInput if it would exit with its new knobs."""
    records = (find_knob(plain_name(knob.name, after.config)) for knob in knobs)
    if not any(knob is not None and knob.reader is Reader.DEFRAG for knob in records):
        return None
    before = None
    with suppress(BadInput):
        before = _draining(present)
    return DrainingDifference(before, _draining(after))


def _draining(scenario: ScenarioData) -> Draining:
    slots = scenario.pool.slots
    policy = DefragPolicy.from_config(scenario.config, daemon_name(scenario.config, slots))
    return Draining(policy.rate, poll(policy, slots, scenario.now))


class Upgrade(Struct, frozen=True):
    """One version of HTCondor replaced by another; `before` is the negotiator's."""

    before: Version
    after: Version
    changes: tuple[tuple[Rule, bool], ...]
    """The rules that only one of the versions follows, and whether each makes a difference in this cycle."""

    @property
    def to_blame(self) -> tuple[Rule, ...]:
        """The rules that make a difference in this cycle."""
        return tuple(rule for rule, matters in self.changes if matters)


class MadeChanges(Struct, frozen=True):
    """What the changes amount to, before any cycle is run."""

    knobs: tuple[KnobDifference, ...]
    edits: EditPlan
    pool: tuple[PoolDifference, ...]
    """Slots and jobs added or removed."""
    remarks: tuple[str, ...]
    """What was assumed, and what an administrator should know."""

    def __bool__(self) -> bool:
        differing = any(change.before != change.after for change in self.pool)
        return bool(self.knobs or self.edits.changes or self.edits.ended or differing)


class Plan(Struct, frozen=True):
    """A set of changes, and what they would do."""

    changes: Changes
    inputs: MadeChanges
    before: Outcome
    after: Outcome
    difference: Difference
    upgrade: Upgrade | None = None
    """What another version does differently; None if the version stays."""
    draining: DrainingDifference | None = None
    """What condor_defrag would do; None unless its knobs change."""
    whys: tuple[Why, ...] = ()
    """The reasons for each gain and loss, ordered as `difference.gains`, then `.losses`; empty unless asked for."""
    hanging: Mapping[str, Chance] = {}
    """The submitters that gain or lose otherwise at another second, or with a tie resolved otherwise, each with the
    reason; empty unless asked for."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was assumed, and what the figures do not show."""
        count = self.difference.unattributed
        if not count:
            return self.inputs.remarks
        matches = counted(count, "match preempts", "matches preempt")
        untold = f"{matches} dynamic slots, but it is not known whose they were, so that nobody is shown to lose them"
        return (*self.inputs.remarks, untold)

    @property
    def changes_something(self) -> bool:
        """Whether anything differs in the cycle, in the ledger or in what condor_defrag drains."""
        drains = self.draining is not None and self.draining.differs
        return bool(self.difference or self.inputs.edits.changes or self.inputs.edits.ended or drains)


def plan(
    present: ScenarioData,
    changes: Changes,
    other: ScenarioData | None = None,
    *,
    why: bool = False,
    stability: bool = False,
) -> Plan:
    """What `changes` would do to the next cycle of `present`.

    `other` is the scenario to change, if not `present`: one with another configuration or pool. Everything is checked
    before the first cycle is run. Unless the scenarios say otherwise, each cycle is that of a negotiator that has been
    running for a while in its scenario. `why` adds the reasons for gains and losses, `stability` which of them hang on
    a second or a tie.

    Raises:
        BadInput: a knob, slot or group does not exist, or a value would stop a real negotiator.
        EditError: an edit that the edit commands would refuse as well; UnknownSubmitter if a submitter is unknown.
    """
    # A configuration that stops a negotiator has no cycle to compare with.
    _check_settings(present.config)
    after, inputs = changed(present if other is None else other, changes, present.config)
    outcomes = diagnosed(present, stability=stability), diagnosed(after, stability=stability)
    before_remarks = (f"as things stand, {remark}" for remark in first_cycle_remarks(present, outcomes[0]))
    after_remarks = (f"with the changes, {remark}" for remark in first_cycle_remarks(after, outcomes[1]))
    once = changed_quota_remarks(after, outcomes[1])
    inputs = structs.replace(inputs, remarks=(*inputs.remarks, *before_remarks, *after_remarks, *once))
    names = {change.name for change in (*inputs.edits.ended, *inputs.edits.changes)}
    first = CycleFigures(outcomes[0], present, _priorities(present, names))
    second = CycleFigures(outcomes[1], after, _priorities(after, names))
    upgrade = None if changes.to_version is None else _upgraded(present, after, outcomes)
    drains = draining_difference(present, after, inputs.knobs)
    differences = difference(first, second)
    knobs = [knob.name for knob in inputs.knobs]
    reasons = whys(first, second, differences, inputs.edits.changes, knobs) if why else ()
    hang = hanging(*outcomes) if stability else {}
    return Plan(changes, inputs, *outcomes, differences, upgrade, drains, reasons, hang)


def changed(scenario: ScenarioData, changes: Changes, present: Config) -> tuple[ScenarioData, MadeChanges]:
    """The scenario with all changes made, and what they amount to.

    `present` is the current configuration: knobs are compared with it, and records are edited by its rules, since edits
    are carried out under it.

    Raises:
        BadInput, EditError: as from `plan`.
    """
    config = with_knobs(scenario.config, changes.knobs)
    if changes.to_version is not None:
        config = config.as_of(changes.to_version)
    rules, group_of = priority_rules(present)
    edits = plan_edits(changes.edits, scenario.ledger, scenario.now, rules, group_of)
    slots = change_slots(scenario.pool, changes.slots, scenario.now)
    jobs = add_submissions(change_jobs(slots.pool, changes.jobs, scenario.now), changes.submissions, scenario.now)
    # Warnings that the changes bring about, as if one knob hides another, or another version reads a line differently.
    new = (warning for warning in config.warnings if warning not in scenario.config.warnings)
    of_knobs = (placed(warning.message, warning.path, warning.line) for warning in new)
    inputs = MadeChanges(
        knobs=knob_differences(present, config),
        edits=edits,
        pool=(*slots.differences, *jobs.differences),
        remarks=(*of_knobs, *edits.messages, *slots.remarks, *jobs.remarks),
    )
    ledger = scenario.ledger.replay(edits.records) if edits.records else scenario.ledger
    version, pool = changes.to_version or scenario.version, reconfigured(jobs.pool, present, config)
    return structs.replace(scenario, pool=pool, ledger=ledger, config=config, version=version), inputs


def _priorities(scenario: ScenarioData, names: set[str]) -> dict[str, tuple[float, float]]:
    """Effective priority and factor of each of the submitters that has a record."""
    rules, group_of = priority_rules(scenario.config)
    ledger = expire_leases(scenario.ledger, scenario.now, rules.default_factor, scenario.versions.behaviour)
    records = {name: (ledger.customers[name], group_of(name), rules) for name in names if name in ledger.customers}
    return {name: (effective_priority(*record), priority_factor(*record)) for name, record in records.items()}


def plan_edits(
    changes: Iterable[LedgerChange], ledger: Ledger, now: int, rules: PriorityRules, group_of: GroupOf
) -> EditPlan:
    """What the edits, in order, would append to the log at `now` (seconds since the epoch), and the overall change.

    Raises:
        UnknownSubmitter, EditError: as from `accounting.plan_edit`, prefixed with the place of the edit.
    """
    # Only the records that an edit concerns are replayed: a ledger may have a million others.
    ads = dict(ledger.ads)
    # By attribute, all whose lease an edit may end.
    holders: dict[str, dict[str, None]] = {}
    plans: list[EditPlan] = []
    for change in changes:
        names = dict.fromkeys(change.edit.names)
        if (attribute := lease_attribute(change.edit)) is not None:
            if attribute not in holders:
                holders[attribute] = dict.fromkeys(ledger.customers_with(frozenset({attribute})))
            holders[attribute].update(names)
            names |= holders[attribute]
        concerned = {key: ads[key] for name in names if (key := CUSTOMER_PREFIX + name) in ads}
        part = Ledger(concerned, tuple(f"+{key}" for key in concerned))
        # It concerns every record, those that earlier edits have made included.
        if change.edit.spec.everyone:
            part = ledger.replay(record for plan in plans for record in plan.records)
        terms = (part, now, rules, group_of)
        try:
            plan = plan_edit(change.edit, *terms, create=change.create, known=lambda: ledger.customers)
        except UnknownSubmitter as error:
            raise UnknownSubmitter(change.place.unknown(str(error), creatable=not change.edit.deletes)) from error
        except EditError as error:
            raise EditError(change.place.sentence(str(error))) from error
        after = part.replay(plan.records).ads
        for key in part.ads.keys() - after.keys():
            del ads[key]
        ads.update(after)
        plans.append(plan)
    return combined(plans)


def _upgraded(present: ScenarioData, after: ScenarioData, outcomes: tuple[Outcome, Outcome]) -> Upgrade:
    """How the versions of two scenarios, with these outcomes, differ; each rule is tried by itself.

    A rule makes a difference if either cycle comes out differently with that rule as in the other version.
    """
    old, new = present.versions, after.versions
    # The cycles that they are compared with are not diagnosed either.
    first, second = (structs.replace(outcome, waiting=()) for outcome in outcomes)
    cycles = (CycleFigures(second, after), after), (CycleFigures(first, present), present)

    def changes(rule: Rule) -> bool:
        version = old.schedds if rule.decided_by is DecidedBy.SCHEDD else old.negotiator
        decides = rule.simulated and rule.decided_by not in (DecidedBy.TOOL, DecidedBy.SUBMIT)
        return decides and rule.holds(version) is not rule.holds(new.negotiator)

    def matters(rule: Rule) -> bool:
        if rule.name == "users_have_job_limits" and not present.pool.users:
            return False  # the only effect is that limits are unknown
        for cycle, side in cycles:
            turned = structs.replace(side, unlike=frozenset({rule.name}))
            if difference(cycle, CycleFigures(negotiate(turned), turned)):
                return True
        return False

    return Upgrade(old.negotiator, new.negotiator, tuple((rule, matters(rule)) for rule in rules() if changes(rule)))
