"""Before and after: a cycle as things stand, a cycle with all changes made, and the difference."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from userprio.accounting import (
    EditPlan,
    GroupOf,
    PriorityRules,
    effective_priority,
    expire_leases,
    priority_factor,
)
from userprio.config import Config
from userprio.errors import placed
from userprio.ledger import Ledger
from userprio.negotiation import Outcome, Pool, first_cycle_remarks, negotiate
from userprio.planning.changes import Changes
from userprio.planning.difference import Difference, Side, difference
from userprio.planning.knob_changes import KnobDifference, check_settings, knob_differences, with_knobs
from userprio.planning.ledger_edits import plan_edits
from userprio.planning.pool_changes import PoolDifference, change_jobs, change_slots
from userprio.quotas import build_tree


@dataclass(frozen=True, slots=True)
class State:
    """What a cycle is run on."""

    pool: Pool
    ledger: Ledger
    config: Config
    now: int
    """Seconds since the epoch."""
    previous_quotas: Mapping[str, float] | None = None
    """What the cycle before left, see `negotiate`."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the changes come to, before any cycle."""

    knobs: tuple[KnobDifference, ...]
    edits: EditPlan
    pool: tuple[PoolDifference, ...]
    """Slots and jobs that come or go."""
    remarks: tuple[str, ...]
    """What was assumed, and what an administrator should know."""

    def __bool__(self) -> bool:
        differing = any(one.before != one.after for one in self.pool)
        return bool(self.knobs or self.edits.changes or self.edits.ended or differing)


@dataclass(frozen=True, slots=True)
class Plan:
    """A set of changes, and what they would do."""

    changes: Changes
    inputs: Inputs
    before: Outcome
    after: Outcome
    difference: Difference

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was assumed, and what the figures do not show."""
        count = self.difference.unattributed
        if not count:
            return self.inputs.remarks
        matches = "1 match preempts" if count == 1 else f"{count} matches preempt"
        untold = f"{matches} dynamic slots, whose they were is not known: nobody's loss shows them"
        return (*self.inputs.remarks, untold)

    @property
    def changes_something(self) -> bool:
        """Whether anything comes out differently, in the cycle or in the ledger."""
        return bool(self.difference or self.inputs.edits.changes or self.inputs.edits.ended)


def plan(present: State, changes: Changes, other: State | None = None) -> Plan:
    """What `changes` would do to the cycle that is run on `present`.

    `other` is the state that they are made to, where that is not the present one: another configuration, another pool.
    Everything is checked before the first cycle is run. Unless the states say otherwise both cycles are those of a
    negotiator that has been running like this for a while, the second one with the changes.

    Raises:
        BadInput: a knob, slot or group does not exist, or a value would stop a real negotiator.
        EditError: an edit that the edit commands would refuse as well; UnknownSubmitter for a submitter unknown.
    """
    check_settings(present.config)
    after, inputs = changed(present if other is None else other, changes, present.config)
    states = present, after
    outcomes = _cycle(present), _cycle(after)
    inputs = replace(
        inputs,
        knobs=knob_differences(present.config, after.config),
        remarks=(*inputs.remarks, *_first_cycle_remarks(states, outcomes)),
    )
    names = {change.name for change in (*inputs.edits.ended, *inputs.edits.changes)}
    sides = [
        Side(outcome, state.pool, state.config, _priorities(state, names))
        for outcome, state in zip(outcomes, states, strict=True)
    ]
    return Plan(changes, inputs, *outcomes, difference(*sides))


def changed(state: State, changes: Changes, editing: Config) -> tuple[State, Inputs]:
    """The state with all changes made, and what they come to.

    Records are edited by the rules of `editing`: that is the configuration on whose ledger the edits are carried out.

    Raises:
        BadInput, EditError: as from `plan`.
    """
    config = with_knobs(state.config, changes.knobs)
    rules, group_of = priority_rules(editing)
    edits = plan_edits(changes.edits, state.ledger, state.now, rules, group_of)
    slots = change_slots(state.pool, changes.slots, state.now)
    jobs = change_jobs(slots.pool, changes.jobs, state.now)
    inputs = Inputs(
        knobs=knob_differences(state.config, config),
        edits=edits,
        pool=(*slots.differences, *jobs.differences),
        remarks=(*_new_remarks(state.config, config), *edits.messages, *slots.remarks, *jobs.remarks),
    )
    ledger = state.ledger.replay(edits.records) if edits.records else state.ledger
    return State(jobs.pool, ledger, config, state.now, state.previous_quotas), inputs


def _new_remarks(before: Config, after: Config) -> tuple[str, ...]:
    """What the reader of configurations has to say of the knobs that were set, such as that another hides one."""
    return tuple(
        placed(warning.message, warning.path, warning.line)
        for warning in after.warnings
        if warning not in before.warnings
    )


def priority_rules(config: Config) -> tuple[PriorityRules, GroupOf]:
    """The configuration's rules of priorities, and which group a name belongs to."""
    tree = build_tree(config)
    rules = PriorityRules.from_config(config, [group.name for group in tree.groups])
    return rules, lambda name: tree.assigned(name).name


def _cycle(state: State) -> Outcome:
    return negotiate(state.pool, state.ledger, state.config, state.now, state.previous_quotas)


def _first_cycle_remarks(states: Iterable[State], outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Where a negotiator that just started, or a running one, would decide otherwise."""
    for when, state, outcome in zip(("as things stand", "with the changes"), states, outcomes, strict=True):
        cycle = partial(negotiate, state.pool, state.ledger, state.config, state.now)
        yield from (f"{when}, {remark}" for remark in first_cycle_remarks(outcome, cycle))


def _priorities(state: State, names: set[str]) -> dict[str, tuple[float, float]]:
    """Effective priority and factor of those of the submitters who have a record."""
    rules, group_of = priority_rules(state.config)
    customers = expire_leases(state.ledger, state.now, rules.default_factor).customers
    return {
        name: (effective_priority(customers[name], group, rules), priority_factor(customers[name], group, rules))
        for name in names
        if name in customers
        for group in [group_of(name)]
    }
