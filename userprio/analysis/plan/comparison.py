"""Before and after: a cycle as things are, a cycle with all changes made, and the difference.

If the version of HTCondor changes, each rule that differs between the versions is tried by itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from userprio.accounting import (
    Edit,
    EditError,
    EditPlan,
    GroupOf,
    PriorityRules,
    UnknownSubmitter,
    effective_priority,
    expire_leases,
    lease_attribute,
    plan_edit,
    priority_factor,
)
from userprio.analysis.plan.changes import Changes, LedgerChange
from userprio.analysis.plan.difference import CycleFigures, CycleResult, Difference, difference
from userprio.analysis.plan.knob_changes import (
    DrainingDifference,
    KnobDifference,
    check_settings,
    draining_difference,
    knob_differences,
    with_knobs,
)
from userprio.analysis.plan.pool_changes import PoolDifference, change_jobs, change_slots
from userprio.analysis.plan.why import Why, whys
from userprio.base.errors import placed
from userprio.base.formats import counted
from userprio.base.versions import DecidedBy, Rule, Version, rules
from userprio.config import Config
from userprio.ledger import CUSTOMER_PREFIX, Ledger, merged_changes
from userprio.negotiation import Outcome, diagnosed, first_cycle_remarks, negotiate
from userprio.pool import ScenarioData, priority_rules


@dataclass(frozen=True, slots=True)
class Upgrade:
    """One version of HTCondor replaced by another; `before` is the negotiator's."""

    before: Version
    after: Version
    changes: tuple[tuple[Rule, bool], ...]
    """The rules that only one of the versions follows, and whether each makes a difference in this cycle."""

    @property
    def to_blame(self) -> tuple[Rule, ...]:
        """The rules that make a difference in this cycle."""
        return tuple(rule for rule, matters in self.changes if matters)


@dataclass(frozen=True, slots=True)
class MadeChanges:
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


@dataclass(frozen=True, slots=True)
class Plan:
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
) -> Plan:
    """What `changes` would do to the next cycle of `present`.

    `other` is the scenario to change, if not `present`: one with another configuration or pool. Everything is checked
    before the first cycle is run. Unless the scenarios say otherwise, each cycle is that of a negotiator that has been
    running for a while in its scenario. `why` adds the reasons for gains and losses.

    Raises:
        BadInput: a knob, slot or group does not exist, or a value would stop a real negotiator.
        EditError: an edit that the edit commands would refuse as well; UnknownSubmitter if a submitter is unknown.
    """
    check_settings(present.config)
    after, inputs = changed(present if other is None else other, changes, present.config)
    outcomes = diagnosed(present), diagnosed(after)
    inputs = replace(
        inputs,
        remarks=(
            *inputs.remarks,
            *(f"as things stand, {remark}" for remark in first_cycle_remarks(present, outcomes[0])),
            *(f"with the changes, {remark}" for remark in first_cycle_remarks(after, outcomes[1])),
        ),
    )
    names = {change.name for change in (*inputs.edits.ended, *inputs.edits.changes)}
    sides = [
        CycleFigures(CycleResult(outcome, scenario, _priorities(scenario, names)))
        for outcome, scenario in zip(outcomes, (present, after), strict=True)
    ]
    upgrade = None if changes.to_version is None else _upgraded(present, after, outcomes)
    drains = draining_difference(present, after, inputs.knobs)
    found = difference(*sides)
    names_of_knobs = [knob.name for knob in inputs.knobs]
    reasons = whys(sides[0], sides[1], found, inputs.edits.changes, names_of_knobs) if why else ()
    return Plan(changes, inputs, *outcomes, found, upgrade, drains, reasons)


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
    jobs = change_jobs(slots.pool, changes.jobs, scenario.now)
    # Warnings that the changes bring about, such as one knob hiding another, or lines that another version reads
    # differently.
    new = (warning for warning in config.warnings if warning not in scenario.config.warnings)
    of_knobs = (placed(warning.message, warning.path, warning.line) for warning in new)
    inputs = MadeChanges(
        knobs=knob_differences(present, config),
        edits=edits,
        pool=(*slots.differences, *jobs.differences),
        remarks=(*of_knobs, *edits.messages, *slots.remarks, *jobs.remarks),
    )
    ledger = scenario.ledger.replay(edits.records) if edits.records else scenario.ledger
    version = changes.to_version or scenario.version
    return replace(scenario, pool=jobs.pool, ledger=ledger, config=config, version=version), inputs


def _priorities(scenario: ScenarioData, names: set[str]) -> dict[str, tuple[float, float]]:
    """Effective priority and factor of each of the submitters that has a record."""
    rules, group_of = priority_rules(scenario.config)
    customers = expire_leases(
        scenario.ledger, scenario.now, rules.default_factor, scenario.versions.behaviour
    ).customers
    return {
        name: (effective_priority(customers[name], group, rules), priority_factor(customers[name], group, rules))
        for name in names
        if name in customers
        for group in [group_of(name)]
    }


def plan_edits(
    changes: Iterable[LedgerChange], ledger: Ledger, now: int, rules: PriorityRules, group_of: GroupOf
) -> EditPlan:
    """What the edits, in order, would append to the log at `now` (seconds since the epoch), and the overall change.

    Raises:
        UnknownSubmitter, EditError: as from `accounting.plan_edit`, prefixed with the place of the edit.
    """
    ads = dict(ledger.ads)
    holders: dict[str, dict[str, None]] = {}
    plans: list[EditPlan] = []
    for change in changes:
        keys = [CUSTOMER_PREFIX + name for name in _concerned(change.edit, ledger, holders)]
        found = {key: ads[key] for key in dict.fromkeys(keys) if key in ads}
        part = Ledger(found, tuple(f"+{key}" for key in found))
        if change.edit.spec.everyone:
            part = ledger.replay(record for plan in plans for record in plan.records)
        try:
            plan = plan_edit(
                change.edit, part, now, rules, group_of, create=change.create, known=lambda: ledger.customers
            )
        except UnknownSubmitter as error:
            raise UnknownSubmitter(change.place.unknown(str(error), creatable=not change.edit.deletes)) from error
        except EditError as error:
            raise EditError(change.place.sentence(str(error))) from error
        after = part.replay(plan.records).ads
        for key in part.ads.keys() - after.keys():
            del ads[key]
        ads.update(after)
        plans.append(plan)
    # An edit ends expired leases of its kind before it sets anything, and no earlier edit can have touched them: so all
    # ended leases can be listed ahead of all changes.
    return EditPlan(
        records=tuple(record for plan in plans for record in plan.records),
        changes=merged_changes(change for plan in plans for change in plan.changes),
        ended=merged_changes(change for plan in plans for change in plan.ended),
        messages=tuple(message for plan in plans for message in plan.messages),
    )


def _concerned(edit: Edit, ledger: Ledger, holders: dict[str, dict[str, None]]) -> tuple[str, ...]:
    """Whose records an edit needs; `holders` caches, by attribute, everybody whose lease an edit may end."""
    attribute = lease_attribute(edit)
    if attribute is None:
        return edit.names
    if attribute not in holders:
        holders[attribute] = dict.fromkeys(ledger.customers_with(frozenset({attribute})))
    holders[attribute].update(dict.fromkeys(edit.names))
    return (*edit.names, *holders[attribute])


def _upgraded(present: ScenarioData, after: ScenarioData, outcomes: tuple[Outcome, Outcome]) -> Upgrade:
    """How the versions of two scenarios, with these outcomes, differ; each rule is tried by itself.

    A rule makes a difference if either cycle comes out differently with that rule as in the other version.
    """
    old, new = present.versions, after.versions
    cycles = [
        # The cycles that they are compared with are not diagnosed either.
        CycleFigures(CycleResult(replace(outcome, waiting=()), side, {}))
        for outcome, side in zip(outcomes, (present, after), strict=True)
    ]

    def changes(rule: Rule) -> bool:
        version = old.schedds if rule.decided_by is DecidedBy.SCHEDD else old.negotiator
        decides = rule.simulated and rule.decided_by is not DecidedBy.TOOL
        return decides and rule.holds(version) is not rule.holds(new.negotiator)

    def matters(rule: Rule) -> bool:
        if rule.name == "users_have_job_limits" and not present.pool.users:
            # Then the only effect is that limits are unknown.
            return False
        turned = frozenset({rule.name})
        return any(
            bool(difference(cycle, _figures_of(replace(side, unlike=turned))))
            for cycle, side in ((cycles[1], after), (cycles[0], present))
        )

    return Upgrade(old.negotiator, new.negotiator, tuple((rule, matters(rule)) for rule in rules() if changes(rule)))


def _figures_of(scenario: ScenarioData) -> CycleFigures:
    return CycleFigures(CycleResult(negotiate(scenario), scenario, {}))
