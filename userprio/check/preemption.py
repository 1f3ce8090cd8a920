"""Which conditions of PREEMPTION_REQUIREMENTS keep those who wait from claimed slots, found by a dry run."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from userprio.check.situation import Finding, Level, Situation, few, finding, knob_place
from userprio.classad import Expr, unparse
from userprio.credentials import masked
from userprio.formats import listed
from userprio.matching import refusing
from userprio.negotiation import CycleObserver, CycleState, LiveVisit, PassTerms, Visit, negotiate
from userprio.pool import Submitter
from userprio.schedd import Schedds

_POLICY: Final = "PREEMPTION_REQUIREMENTS"
_REFUSED: Final = "PREEMPTION_REQUIREMENTS == False"
_MOST: Final = 3
"""Submitters that are told of, those that come first."""


def check_preemption(situation: Situation) -> Iterator[Finding]:
    """For each submitter that the policy refuses, count the claimed slots that each of its conditions does."""
    config = situation.config
    if not (situation.pool.slots and situation.pool.submitters and config.is_set(_POLICY)):
        return
    if not any(refusal.reason == _REFUSED for refusal in situation.outcome.refusals):
        return
    watched = _Refused()
    negotiate(situation.scenario, observer=watched)
    told = [f"for {name} {_counts(*found)}" for name, found in watched.found.items()]
    if told:
        what = f"{_POLICY} keeps {few(list(watched.found))} from slots that others hold: {', '.join(told)}"
        hint = "Nothing needs to be done if that is what the policy is for"
        yield finding(Level.NOTE, "preemption-refused", knob_place(config, _POLICY), what, hint)


def _counts(claimed: int, conditions: tuple[tuple[Expr, int], ...]) -> str:
    told = [f"`{masked(unparse(each)).strip()}` refuses {count}" for each, count in conditions]
    return f"{listed(told)} of {claimed}"


class _Refused(CycleObserver):
    """Looks at the first requests that the policy refuses."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[int, tuple[tuple[Expr, int], ...]]] = {}

    def visit(
        self,
        state: CycleState,
        terms: PassTerms,
        submitter: Submitter,
        schedds: Schedds,
        record: Visit,
        visit: LiveVisit | None,
    ) -> None:
        """Count at the end of a visit, when the last request is the one that was refused."""
        policy = state.settings.ranks.preemption_requirements
        name = record.submitter
        if visit is None or policy is None or record.refused != _REFUSED or name in self.found:
            return
        if len(self.found) >= _MOST or (job := visit.last_request) is None:
            return
        kinds = Counter(slot.kind for slot in state.slots if slot.kind.user and slot.kind.user != name)
        fit = [(kind.ad, count) for kind, count in kinds.items() if state.assessor.matches(job, kind)]
        conditions = refusing(policy, fit, job.ad, state.evaluator)
        if conditions:
            self.found[name] = sum(count for _, count in fit), conditions
