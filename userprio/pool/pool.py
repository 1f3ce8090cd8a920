"""The pool as the negotiator finds it in the collector, and the jobs that its schedds hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from userprio.classad import Ad


@dataclass(frozen=True, slots=True)
class Pool:
    """The ads of a pool, in the order in which the collector or the schedd gave them; order decides between equals."""

    slots: tuple[Ad, ...] = ()
    submitters: tuple[Ad, ...] = ()
    jobs: Sequence[Ad] = ()
    problems: tuple[str, ...] = ()
    """What HTCondor's own reader would drop without a word, one sentence each with file and line."""

    def __bool__(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.slots or self.submitters or self.jobs)
