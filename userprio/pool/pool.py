"""The pool as the negotiator finds it in the collector, and the jobs that its schedds hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from userprio.classad import Ad

UNMATCHED_UNIVERSES = frozenset({7, 11, 12})
"""Scheduler and local universe need no slot; parallel jobs are the dedicated scheduler's."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The ads of a pool, in the order in which the collector or the schedd gave them; order decides between equals."""

    slots: tuple[Ad, ...] = ()
    submitters: tuple[Ad, ...] = ()
    jobs: Sequence[Ad] = ()
    problems: tuple[str, ...] = ()
    """What was left out or will not take part, one sentence each, with file and line where there are such."""

    def __bool__(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.slots or self.submitters or self.jobs)


def parallel_remark(count: int) -> str:
    """What is said of that many idle jobs of the parallel universe."""
    jobs, take = ("1 idle job", "takes") if count == 1 else (f"{count:,} idle jobs", "take")
    return (
        f"{jobs} of the parallel universe {take} no part: a schedd's dedicated scheduler finds slots for them, "
        "which is not simulated"
    )
