"""What another version of HTCondor decides differently, and which of its behaviours are to blame."""

from dataclasses import dataclass, replace

from userprio.negotiation import Outcome, negotiate
from userprio.plan.difference import CycleResult, difference
from userprio.pool import Scenario
from userprio.versions import DecidedBy, Rule, Version, rules


@dataclass(frozen=True, slots=True)
class Upgrade:
    """One version in place of another; `before` is that of the negotiator."""

    before: Version
    after: Version
    changes: tuple[tuple[Rule, bool], ...]
    """The rules that one of them follows and the other does not, and whether it makes a difference in this cycle."""

    @property
    def to_blame(self) -> tuple[Rule, ...]:
        """The rules that make a difference."""
        return tuple(rule for rule, matters in self.changes if matters)


def upgraded(present: Scenario, after: Scenario, outcomes: tuple[Outcome, Outcome]) -> Upgrade:
    """What differs between the versions of two scenarios, whose cycles came out like this; each rule tried by itself.

    A rule makes a difference if one of the cycles comes out differently with that rule as in the other version.
    """
    old, new = present.versions, after.versions
    cycles = [CycleResult(outcome, side, {}) for outcome, side in zip(outcomes, (present, after), strict=True)]

    def changes(rule: Rule) -> bool:
        version = old.schedds if rule.decided_by is DecidedBy.SCHEDD else old.negotiator
        decides = rule.simulated and rule.decided_by is not DecidedBy.TOOL
        return decides and rule.holds(version) is not rule.holds(new.negotiator)

    def matters(rule: Rule) -> bool:
        if rule.name == "users_have_job_limits" and not present.pool.users:
            # That limits are not known is all that changes then.
            return False
        turned = frozenset({rule.name})
        return any(bool(difference(cycle, _run(replace(cycle.scenario, unlike=turned)))) for cycle in reversed(cycles))

    return Upgrade(old.negotiator, new.negotiator, tuple((rule, matters(rule)) for rule in rules() if changes(rule)))


def _run(scenario: Scenario) -> CycleResult:
    return CycleResult(negotiate(scenario), scenario, {})
