"""Observers follow a cycle step by step, to explain it afterwards. They change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

# Commands that may show how far a cycle is know this class; the engine is loaded when there is a cycle.
if TYPE_CHECKING:
    from userprio.accounting.quotas import AllocationRound, GroupLimit, Skip
    from userprio.negotiation.outcome import Visit
    from userprio.negotiation.prepare import Prepared
    from userprio.negotiation.schedd import Schedds
    from userprio.negotiation.shares import Limits, Normalisation
    from userprio.negotiation.state import CycleState, PassTerms
    from userprio.negotiation.visit import LiveVisit
    from userprio.pool import Submitter


class CycleObserver:
    """Called at each step of a cycle. This class does nothing; subclasses override the methods that they need."""

    def prepared(self, prepared: Prepared) -> None:
        """The cycle is about to begin."""

    def opened(self, opened: AllocationRound) -> None:
        """A round of allocation begins."""

    def group(self, opened: AllocationRound, number: int, limit: GroupLimit | Skip) -> None:
        """A group's turn: its limit, or why it is skipped."""

    def spin(
        self,
        terms: PassTerms,
        number: int,
        submitters: Sequence[Submitter],
        limits: Sequence[Limits],
        normalisation: Normalisation,
        pie: float,
        room: float | None,
    ) -> None:
        """A spin of the pie begins, for these submitters, each with what it may win; they are not in order yet.

        `room` is what the group may still win, None where no group bounds the pass.
        """

    def turn(self, submitter: str, spin: int, share: float, pie: float) -> None:
        """A submitter's turn, even if it has no idle jobs: its share of the pie, 0 to 1, and the weight of the pie."""

    def visit(
        self,
        state: CycleState,
        terms: PassTerms,
        submitter: Submitter,
        schedds: Schedds,
        record: Visit,
        visit: LiveVisit | None,
    ) -> None:
        """A visit has ended, leaving `state` as it is; `visit` is None if the submitter was skipped."""
