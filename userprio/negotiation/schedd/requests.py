"""What schedds offer in a visit, how the negotiator goes through it, and which jobs get claims."""

import sys
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec import Struct, field

from userprio.base.versions import Behaviour
from userprio.classad import Ad
from userprio.negotiation.schedd.queue import Job, JobQueue, Jobs, Neighbours
from userprio.negotiation.schedd.starting import Starting
from userprio.pool import Fetching, JobPrioRange, ScheddSettings, ScheddState, Submitter

UNBOUNDED: Final = sys.maxsize


class Request(Struct, frozen=True):
    """A request for consecutive jobs of one group; `first` is the job (cluster.proc) that logs name."""

    first: str
    ad: Ad
    """The ad that is sent to the negotiator."""
    autocluster: int
    """-1 where schedds form no autoclusters."""
    count: int
    """How many jobs it stands for."""
    jobs: Sequence[int]
    """The jobs, by their places in the queue; some may have a claim that is not marked in the schedd's list."""


class Offer(Struct, frozen=True):
    """One match asked for: a request, and how many of its jobs were offered so far, this one included."""

    request: Request
    number: int


class Negotiation:
    """The schedd's side of one negotiation (`ScheddNegotiate`).

    The schedd looks for the next job to offer not only when it is asked for requests, but also after each answer,
    unless it has sent a list in this negotiation. Each time, what it finds counts against `most`, the number of jobs
    that it may offer.
    """

    def __init__(
        self,
        queue: JobQueue,
        prios: JobPrioRange,
        shown: Callable[[Ad], Ad],
        room: Callable[[], int | None],
        most: int | None,
        *,
        one_each: bool,
        behaviour: Behaviour,
        curbed: bool = False,
        standing: Callable[[int], int] = lambda autocluster: autocluster,
    ) -> None:
        """`standing` returns the id that a schedd is assumed to have for an autocluster if its jobs do not say."""
        self._queue = queue
        self._waiting = deque(() if curbed or room() == 0 else queue.neighbours(prios, one_each=one_each))
        self._passed = 0
        """The number of jobs at the head of the waiting ones that are not offered: they have a claim, may not start,
        or, by an older schedd, were offered before."""
        self._shown = shown
        """Returns the part of a job's ad that a request shows."""
        self._left = UNBOUNDED if most is None else most
        self._room = room
        """Returns how many more jobs the schedd may run now; None: any number."""
        self._one_each = one_each
        self._standing = standing
        self._behaviour = behaviour
        self._rejected: set[int] = set()
        self._found: Sequence[int] | None = None
        """The next jobs to offer, as one request."""
        self._sent_list = False
        self._unasked = True
        """No list has been asked for yet."""
        self._singly = False
        """Single requests are asked for."""

    def list_of(self, size: int) -> list[Request]:
        """Up to `size` requests; fewer if there are no more (`sendResourceRequestList`)."""
        # A newer schedd counts all lists of a negotiation against one cap; an older one may offer with each as many
        # jobs as it may run then.
        room = self._room()
        if room is not None:
            self._left = min(self._left, room) if self._behaviour.schedd_caps_offers else room
        sent: list[Request] = []
        while len(sent) < size:
            if not (self._unasked and self._found is not None):
                self._look(room)
            self._unasked = False
            if self._found is None:
                break
            sent.append(self._offered(self._found))
            self._drop()
        self._sent_list = bool(sent)
        return sent

    def single(self) -> Request | None:
        """A single request (`SEND_JOB_INFO`), None if there are no more.

        From then on a newer schedd makes each request for one job (`Behaviour.refused_jobs_are_offered_again`).
        """
        self._sent_list, self._singly = False, True
        apart = self._behaviour.refused_jobs_are_offered_again
        if apart and any(len(alike.jobs) > 1 for alike in self._waiting):
            self._waiting = deque(
                Neighbours((job,), alike.autocluster) for alike in self._waiting for job in alike.jobs
            )
            self._passed = 0
        if self._found is None:
            self._look(self._room())
        return None if self._found is None else self._offered(self._found)

    def _offered(self, places: Sequence[int]) -> Request:
        job = self._queue.job(places[0])
        kind = job.kind
        return Request(job.id, self._shown(kind.ad), kind.autocluster, len(places), places)

    def _number(self, rejected: Request) -> int:
        """The number that the negotiator returns with a rejection: the autocluster id, even with `one_each`."""
        if not self._one_each:
            return rejected.autocluster
        number = self._queue.job(rejected.jobs[0]).ad.source("AutoClusterId")
        return int(number) if number is not None and number.isdigit() else self._standing(rejected.autocluster)

    def matched(self) -> None:
        """Note that the negotiator gave a match."""
        if not self._sent_list:
            self._look(self._room())

    def rejected(self, request: Request) -> bool:
        """Note that the negotiator found nothing for this request; True if only its time limits would end the visit."""
        # Where no job waits, the number decides nothing.
        if request.autocluster >= 0 and self._waiting:
            self._rejected.add(self._number(request))
        again = self._singly and bool(self._waiting) and self._waiting[0].autocluster not in self._rejected
        offered_again = again and self._behaviour.refused_jobs_are_offered_again
        # A cap on offers ends it: each time the refused job uses up one, and those behind it never get a turn.
        endless = offered_again and self._left > UNBOUNDED // 2
        if endless:
            self._waiting.clear()  # a real schedd offers the job again until the negotiator's time is up
        if not self._sent_list:
            self._look(self._room())
        return endless

    def _look(self, room: int | None) -> None:
        """Find the next jobs to offer (`nextJob`), if there is room; their group stays at the head of those waiting."""
        self._found = None
        if room == 0:
            self._waiting.clear()  # `canSpawnShadow`: each job is passed over
        while self._waiting and self._left > 0:
            alike = self._waiting[0]
            jobs = alike.jobs
            while alike.autocluster not in self._rejected and self._passed < len(jobs):
                first = jobs[self._passed]
                if self._queue.is_offered(first):
                    # Refused jobs count too: the request that would exceed the cap is cut, and none follows.
                    count, most = min(len(jobs) - self._passed, self._left), self._queue.jobs.kinds[first].most
                    count = count if most is None else min(count, most)
                    self._left -= count
                    self._found = jobs[self._passed : self._passed + count]
                    if not self._behaviour.refused_jobs_are_offered_again:
                        self._passed += 1
                    return
                self._passed += 1  # a job that is not offered will not be later in the cycle
            self._drop()

    def _drop(self) -> None:
        self._waiting.popleft()
        self._passed = 0


class RequestList:
    """The negotiator's way through the requests of one visit (`ResourceRequestList`)."""

    def __init__(
        self, negotiation: Negotiation | None, fetching: Fetching, prefetched: list[Request] | None = None
    ) -> None:
        """Without a `negotiation` there are only the prefetched requests."""
        self._negotiation = negotiation
        self._fetching = fetching
        self._waiting: deque[Request] = deque(prefetched or ())
        self._complete = negotiation is None or (prefetched is not None and is_complete(prefetched, fetching))
        """The schedd has no more than was fetched before the visit."""
        self._current: Request | None = None
        self._offered = 0
        self._rejected: set[int] = set()
        self.jobs = 0
        """The number of jobs of the requests reached so far, including those refused with others of their
        autocluster."""

    def next(self, skip: int) -> Offer | None:
        """The next offer, None if there are no more; `skip`: how many jobs the last match is assumed to have served."""
        self._offered += skip
        current = self._current
        if current is None or not self._fetching.use_counts or self._offered >= current.count:
            self._current, self._offered = self._following(), 0
        return None if self._current is None else Offer(self._current, self._offered + 1)

    def _following(self) -> Request | None:
        while True:
            if not self._waiting and not self._complete and self._negotiation is not None:
                self._waiting.extend(fetch(self._negotiation, self._fetching))
            if not self._waiting:
                return None
            request = self._waiting.popleft()
            self.jobs += request.count
            # The schedd skips them too, but it may have sent this list before the refusal.
            if request.autocluster not in self._rejected:
                return request

    def matched(self) -> None:
        """Note that the current request got a slot."""
        if self._negotiation is not None:
            self._negotiation.matched()

    def reject(self) -> bool:
        """Note that nothing fits the current request: it ends, and so do all others of its autocluster, if it has one.

        With NEGOTIATE_ALL_JOBS_IN_CLUSTER and single requests the others go on. Returns True if the schedd would offer
        it again until the negotiator's time is up.
        """
        current, self._current = self._current, None
        if current is None:
            return False
        if current.autocluster >= 0 and self._fetching.list_size > 1:
            self._rejected.add(current.autocluster)
        return self._negotiation is not None and self._negotiation.rejected(current)


def is_complete(requests: list[Request], fetching: Fetching) -> bool:
    """Whether a schedd that sent this as its first list has no more requests."""
    return len(requests) < fetching.list_size


def _unlimited() -> None:
    """The room of a schedd that may run all its jobs at once."""
    return


def fetch(negotiation: Negotiation, fetching: Fetching) -> list[Request]:
    """Ask a schedd for its next requests."""
    if fetching.list_size > 1:
        return negotiation.list_of(fetching.list_size)
    request = negotiation.single()
    return [] if request is None else [request]


_EMPTY: Final = JobQueue(Jobs())
"""For all submitters without jobs: it has no place that could be claimed or refused."""


class TakenClaim(Struct, frozen=True):
    """A claim of a schedd, and the job that it is for."""

    job: Job
    queue: JobQueue
    """The queue whose other jobs may run on what is left of the slot."""
    schedd_address: str
    submitter: str
    """The submitter as its schedd names it."""


class Schedds(Struct):
    """All schedds of the pool; their queues shrink as jobs get claims."""

    settings: ScheddSettings
    queues: Mapping[tuple[str, str], JobQueue]
    """By advertised submitter name and schedd address."""
    running: Mapping[str, int]
    """Jobs running from each schedd, by address."""
    significant: Callable[[Ad], Ad]
    """Returns the part of a job's ad that is sent in a list of requests."""
    starting: Starting
    states: Mapping[str, ScheddState] = {}
    """What the schedds' own ads say, by address; configuration counts for those without one."""
    claimed: Counter[str] = field(default_factory=Counter)
    """Claims that each schedd got in this cycle, by address."""
    _standings: dict[int, int] = {}

    def representatives(self) -> list[Ad]:
        """The ads, as requests, of one job of each autocluster and of each kind in none; and `Starting.mentioned`."""
        ads: dict[object, Ad] = {}
        for kind in dict.fromkeys(kind for queue in self.queues.values() for kind in queue.jobs.kinds):
            ads.setdefault(kind if kind.autocluster < 0 else kind.autocluster, kind.ad)
        return [*map(self.starting.asked, ads.values()), *self.starting.mentioned]

    def shown(self, ad: Ad) -> Ad:
        """The part of a job's ad that the negotiator gets."""
        asked = self.starting.asked(ad)
        # Asked for one job at a time, a schedd sends whole ads.
        return self.significant(asked) if self.settings.fetching.list_size > 1 else asked

    def prefetched(self, submitters: list[Submitter]) -> list[list[Request] | None]:
        """The first requests of each submitter, fetched when a spin begins; None if they are fetched in the visit."""
        if not self.settings.prefetch:
            return [None] * len(submitters)
        return [self._first_list(submitter) for submitter in submitters]

    def _first_list(self, submitter: Submitter) -> list[Request]:
        """The first list that is sent; the same object as long as no job of the queue gets a claim."""
        queue, fetching = self.queue(submitter), self.settings.fetching
        # What MAX_JOBS_RUNNING leaves changes with each claim, whichever submitter of the schedd gets it. It decides
        # nothing as long as all jobs are within it.
        room = self.room(submitter.schedd_address)
        steady = (room is None or room > len(queue.jobs)) and fetching.list_size > 1
        if not steady:
            return fetch(self._negotiation(submitter, queue, partial(self.room, submitter.schedd_address)), fetching)
        behaviour, known = queue.first_lists.get(submitter.job_prios, (None, None))
        if known is None or not (behaviour is submitter.schedd or behaviour == submitter.schedd):
            known = fetch(self._negotiation(submitter, queue, _unlimited), fetching)
            queue.first_lists[submitter.job_prios] = submitter.schedd, known
        return known

    def requests(self, submitter: Submitter, prefetched: list[Request] | None = None) -> RequestList:
        """What a submitter's schedd offers in one visit.

        The schedd starts anew for it, whatever it sent before, unless the prefetched requests are all that it has.
        """
        fetching = self.settings.fetching
        if prefetched is not None and is_complete(prefetched, fetching):
            return RequestList(None, fetching, prefetched)
        room = partial(self.room, submitter.schedd_address)
        return RequestList(self._negotiation(submitter, self.queue(submitter), room), fetching, prefetched)

    def _negotiation(self, submitter: Submitter, queue: JobQueue, room: Callable[[], int | None]) -> Negotiation:
        settings = self.settings
        return Negotiation(
            queue,
            submitter.job_prios,
            self.shown,
            room,
            settings.offer_cap if submitter.schedd.schedd_caps_offers else None,
            one_each=settings.negotiate_all_jobs,
            behaviour=submitter.schedd,
            curbed=self.is_curbed(submitter.schedd_address),
            standing=self._standing,
        )

    @property
    def assumed_ids(self) -> bool:
        """Whether a refusal went by the id of an autocluster that no ad says."""
        return bool(self._standings)

    def _standing(self, autocluster: int) -> int:
        """The number of an autocluster among those that have jobs now, from 1, as if there were no earlier cycles."""
        if not self._standings:
            kinds = (kind.autocluster for queue in self.queues.values() for kind in queue.jobs.kinds)
            self._standings.update(
                (autocluster, number) for number, autocluster in enumerate(dict.fromkeys(kinds), start=1)
            )
        return self._standings[autocluster]

    def most(self, address: str) -> int | None:
        """How many jobs a schedd may run at once (MAX_JOBS_RUNNING); None: any number."""
        state = self.states.get(address)
        return self.settings.max_jobs_running if state is None or state.most is None else state.most

    def is_curbed(self, address: str) -> bool:
        """Whether a schedd offers nothing now (CURB_MATCHMAKING)."""
        state = self.states.get(address)
        return self.settings.curbed if state is None or state.curbed is None else state.curbed

    def room(self, address: str) -> int | None:
        """How many more jobs a schedd may run, counting new claims as jobs; None: any number (`shadowsSpawnLimit`)."""
        most, state = self.most(address), self.states.get(address)
        if most is None:
            return None
        begun = self.running.get(address, 0) if state is None else max(self.running.get(address, 0), state.begun)
        return max(most - begun - self.claimed[address], 0)

    def claim(
        self, submitter: Submitter, asked: int, can_use: Callable[[Ad], bool], slot: Callable[[], Ad]
    ) -> TakenClaim | None:
        """Give a schedd a claim for the job that a request named; None if it turns it down, as no job may run with it.

        `asked` is the place of that job; `slot` returns the ad of the slot as it was matched.
        """
        address, queue, may_start = submitter.schedd_address, self.queue(submitter), None
        if self.room(address) == 0:
            return None
        if self.starting.chooses:
            may_start = partial(self._may_start, submitter, slot)
        job = queue.claim(asked, can_use, may_start)
        if job is None:
            return None
        self.claimed[address] += 1
        return TakenClaim(job, queue, address, submitter.advertised_name)

    def _may_start(self, submitter: Submitter, slot: Callable[[], Ad], job: Ad, other: bool) -> bool:
        return self.starting.may_start(job, slot, submitter.advertised_name if other else None)

    def queue(self, submitter: Submitter) -> JobQueue:
        """The idle jobs that belong to a submitter's ad."""
        return self.queues.get((submitter.advertised_name, submitter.schedd_address), _EMPTY)
