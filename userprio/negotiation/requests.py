"""The requests that a schedd offers in one visit, and how the negotiator goes through them."""

from collections.abc import Iterable
from dataclasses import dataclass

from userprio.classad import Ad


@dataclass(slots=True)
class Request:
    """Neighbouring jobs that are alike; `first` is the job (cluster.proc) that speaks for them in logs."""

    first: str
    ad: Ad
    """What the negotiator is told of it."""
    autocluster: int
    """-1 where schedds form no autoclusters."""
    count: int
    """How many jobs it stands for."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One match asked for: a request, and how many of its jobs were asked for so far, this one included."""

    request: Request
    number: int


class RequestList:
    """Goes through the requests of one visit (`ResourceRequestList` of the negotiator)."""

    def __init__(self, requests: Iterable[Request], *, use_counts: bool, remember_rejections: bool) -> None:
        self._waiting = iter(requests)
        self._use_counts = use_counts
        self._remember = remember_rejections
        self._current: Request | None = None
        self._offered = 0
        self._rejected: set[int] = set()

    def next(self, skip: int) -> Offer | None:
        """The next match to ask for; `skip` is how many jobs the last match is taken to have served."""
        self._offered += skip
        if self._current is None or self._offered >= self._current.count or not self._use_counts:
            self._current = next((one for one in self._waiting if one.autocluster not in self._rejected), None)
            self._offered = 0
        return None if self._current is None else Offer(self._current, self._offered + 1)

    def reject(self) -> None:
        """Nothing fits the current request: it ends, and so do all others of its autocluster, if it has one."""
        current, self._current = self._current, None
        if current is not None and current.autocluster >= 0 and self._remember:
            self._rejected.add(current.autocluster)
