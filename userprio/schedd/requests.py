"""The requests that a schedd offers in one visit, and how the negotiator goes through them."""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from userprio.classad import Ad
from userprio.pool import Fetching

UNBOUNDED: Final = sys.maxsize


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
    jobs: Sequence[int] = ()
    """These, by their places in the queue; some may have got a claim that the schedd's list does not know of."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One match asked for: a request, and how many of its jobs were asked for so far, this one included."""

    request: Request
    number: int


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Jobs that follow each other and are alike."""

    jobs: Sequence[int]
    """By their places in the queue."""
    autocluster: int
    """What the schedd takes for their autocluster, which need not be the one that their request shows."""


class Negotiation:
    """The schedd's side of one negotiation (`ScheddNegotiate`).

    The schedd looks for the next job to offer not only when it is asked for requests, but after each answer too, unless
    it has sent a list in this negotiation. What it finds counts against `most`, the number of jobs that it may offer,
    each time.
    """

    def __init__(
        self,
        waiting: Iterable[Neighbours],
        waits: Callable[[int], bool],
        request: Callable[[int, int], Request],
        most: int | None,
        room: Callable[[], int | None],
        number: Callable[[Request], int],
    ) -> None:
        self._waiting = deque(waiting)
        self._passed = 0
        """Jobs with a claim at the head of what waits."""
        self._waits = waits
        """Whether a job has no claim yet."""
        self._request = request
        """The request for a job that stands for so many."""
        self._left = UNBOUNDED if most is None else most
        self._room = room
        """How many more jobs the schedd may run now."""
        self._number = number
        """By which autocluster the schedd remembers that a request was rejected."""
        self._rejected: set[int] = set()
        self._found: Sequence[int] | None = None
        """The next jobs to offer, together."""
        self._sent_list = False
        self._unasked = True
        """No list was asked for yet."""
        self._singly = False
        """Single requests are asked for."""

    def list_of(self, size: int) -> list[Request]:
        """Up to so many requests; fewer if there are no more (`sendResourceRequestList`)."""
        room = self._room()
        if room is not None:
            self._left = min(self._left, room)
        sent: list[Request] = []
        while len(sent) < size:
            if not (self._unasked and self._found is not None):
                self._look()
            self._unasked = False
            if self._found is None:
                break
            sent.append(self._offered(self._found))
            self._drop()
        self._sent_list = bool(sent)
        return sent

    def one(self) -> Request | None:
        """A single request, from now on for one job each (`SEND_JOB_INFO`)."""
        self._sent_list, self._singly = False, True
        if any(len(alike.jobs) > 1 for alike in self._waiting):
            self._waiting = deque(
                Neighbours((job,), alike.autocluster) for alike in self._waiting for job in alike.jobs
            )
            self._passed = 0
        if self._found is None:
            self._look()
        return None if self._found is None else self._offered(self._found)

    def _offered(self, found: Sequence[int]) -> Request:
        offered = self._request(found[0], len(found))
        offered.jobs = found
        return offered

    def matched(self) -> None:
        """The negotiator gave a match."""
        if not self._sent_list:
            self._look()

    def rejected(self, request: Request) -> None:
        """The negotiator found nothing for this request."""
        if request.autocluster >= 0:
            self._rejected.add(self._number(request))
        again = self._singly and bool(self._waiting) and self._waiting[0].autocluster not in self._rejected
        if again and self._left > UNBOUNDED // 2:
            self._waiting.clear()  # a real schedd offers the job again until the negotiator's time is up
        if not self._sent_list:
            self._look()

    def _look(self) -> None:
        """Find the next job to offer (`nextJob`); its neighbours stay at the head of what waits."""
        self._found = None
        if self._room() == 0:
            self._waiting.clear()  # `canSpawnShadow`: each job is passed over
        while self._waiting and self._left > 0:
            alike = self._waiting[0]
            while alike.autocluster not in self._rejected and self._passed < len(alike.jobs):
                if self._waits(alike.jobs[self._passed]):
                    count = min(len(alike.jobs) - self._passed, self._left)
                    self._left -= count
                    self._found = alike.jobs[self._passed : self._passed + count]
                    return
                self._passed += 1  # a job does not lose its claim again
            self._drop()

    def _drop(self) -> None:
        self._waiting.popleft()
        self._passed = 0


class RequestList:
    """Goes through the requests of one visit (`ResourceRequestList` of the negotiator)."""

    def __init__(self, negotiation: Negotiation, fetching: Fetching, prefetched: list[Request] | None = None) -> None:
        self._negotiation = negotiation
        self._fetching = fetching
        self._waiting: deque[Request] = deque(prefetched or ())
        self._complete = prefetched is not None and len(prefetched) < fetching.list_size
        """The schedd had no more than what was fetched before the visit."""
        self._current: Request | None = None
        self._offered = 0
        self._rejected: set[int] = set()

    def next(self, skip: int) -> Offer | None:
        """The next match to ask for; `skip` is how many jobs the last match is taken to have served."""
        self._offered += skip
        current = self._current
        if current is None or not self._fetching.use_counts or self._offered >= current.count:
            self._current, self._offered = self._following(), 0
        return None if self._current is None else Offer(self._current, self._offered + 1)

    def _following(self) -> Request | None:
        while True:
            if not self._waiting and not self._complete:
                self._waiting.extend(fetch(self._negotiation, self._fetching))
            if not self._waiting:
                return None
            request = self._waiting.popleft()
            if request.autocluster not in self._rejected:
                return request

    def matched(self) -> None:
        """The current request got a slot."""
        self._negotiation.matched()

    def reject(self) -> None:
        """Nothing fits the current request: it ends, and so do all others of its autocluster, if it has one."""
        current, self._current = self._current, None
        if current is None:
            return
        if current.autocluster >= 0 and self._fetching.list_size > 1:
            self._rejected.add(current.autocluster)
        self._negotiation.rejected(current)


def fetch(negotiation: Negotiation, fetching: Fetching) -> list[Request]:
    """Ask a schedd for its next requests."""
    if fetching.list_size > 1:
        return negotiation.list_of(fetching.list_size)
    request = negotiation.one()
    return [] if request is None else [request]
