"""Which jobs still wait when a cycle is over, class by class, and what became of their requests."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from userprio.classad import Ad, Evaluator, as_number
from userprio.matching import SlotClass
from userprio.negotiation.ephemeral import request_attributes
from userprio.negotiation.observer import CycleObserver
from userprio.negotiation.outcome import Outcome, Visit
from userprio.negotiation.prepare import Prepared
from userprio.negotiation.state import PassTerms, Requester
from userprio.pool import Submitter
from userprio.quotas import ROOT
from userprio.schedd import Job, JobQueue

_Place = tuple[str, str | None]
"""A submitter and one of its schedds."""
_REQUEST: Final = "request"
_CONSTRAINT: Final = "NEGOTIATOR_JOB_CONSTRAINT"


@dataclass(frozen=True, slots=True)
class WaitingClass:
    """Idle jobs of one submitter that are alike, and that no match of a cycle is expected to start."""

    submitter: str
    schedd: str | None
    job: str | None
    """cluster.proc of the first; None if a submitter ad counts them but the snapshot lacks them."""
    jobs: int
    asks: Mapping[str, float]
    """What each of them asks for, by resource: `Cpus`, `Memory` in MB, `Disk` in KB, and any others."""
    fits: int | None
    """How many slots they fit, of those left for matching as the cycle began; None if the snapshot lacks them."""
    withheld: str | None
    """The knob, or `MaxJobsRunning`, because of which their schedd does not offer them; None if it may."""
    refused: str | None
    """Why most of them were last refused, in HTCondor's words; None if they were not."""
    left: Visit | None
    """The last `Visit` of their submitter at this schedd; None if there is none."""


class WaitingObserver(CycleObserver):
    """Observes a cycle, and lists afterwards which jobs wait."""

    def __init__(self) -> None:
        self._slots: Counter[SlotClass] = Counter()
        self._terms: dict[str, PassTerms] = {}

    def prepared(self, prepared: Prepared) -> None:
        """Remember how many slots there are of each class."""
        self._prepared = prepared
        slots = prepared.state.slots
        self._slots.update(map(slots.class_of, slots))

    def visit(self, state: Any, terms: PassTerms, submitter: Any, schedds: Any, record: Visit, visit: Any) -> None:
        """Remember the terms of each submitter's last visit, which say what its requests show."""
        self._terms[record.submitter] = terms

    def waiting(self, outcome: Outcome) -> list[WaitingClass]:
        """All classes of jobs that wait after the cycle, each submitter's in the order of its schedd's queue."""
        visits: dict[_Place, Visit] = {(visit.submitter, visit.schedd): visit for visit in outcome.visits}
        seen: set[tuple[str, str]] = set()
        found: list[WaitingClass] = []
        for submitter in self._prepared.submitters:
            key = submitter.advertised_name, submitter.schedd_address
            if key not in seen:
                seen.add(key)
                found += self._of(submitter, visits.get((submitter.name, submitter.schedd_name)))
        return found

    def fitting_nothing(self, served: Container[str]) -> set[str]:
        """The submitters, except those `served`, with jobs to offer of which none fits a slot as the cycle began."""
        fitting: dict[str, bool] = {}
        for submitter in self._prepared.submitters:
            name = submitter.name
            if name in served:
                continue
            for job, _ in _classes(self._prepared.schedds.queue(submitter)):
                if job.wanted and job.kind.passed_over is None and not fitting.get(name):
                    fitting[name] = self._fitting(job.ad, name) > 0
        return {name for name, fits in fitting.items() if not fits}

    def _of(self, submitter: Submitter, left: Visit | None) -> Iterator[WaitingClass]:
        queue, evaluator = self._prepared.schedds.queue(submitter), self._prepared.state.evaluator
        for job, reasons in _classes(queue):
            refused, count = reasons.most_common(1)[0][0], reasons.total()
            passed_over = job.kind.passed_over
            yield WaitingClass(
                submitter=submitter.name,
                schedd=submitter.schedd_name,
                job=job.id,
                jobs=count,
                asks=requested_amounts(job.ad, evaluator),
                fits=self._fitting(job.ad, submitter.name),
                withheld=_CONSTRAINT if not job.wanted else None if passed_over is None else passed_over.value,
                refused=refused or None,
                left=left,
            )
        missing = submitter.idle_jobs - len(queue.jobs)
        if missing > 0:
            yield WaitingClass(submitter.name, submitter.schedd_name, None, missing, {}, None, None, None, left)

    def _fitting(self, job: Ad, name: str) -> int:
        prepared, terms = self._prepared, self._terms.get(name)
        state = prepared.state
        requester = Requester(name, ROOT, False, None) if terms is None else terms.requester(name)
        shown = prepared.schedds.shown(job).replace(request_attributes(requester, state.accounts))
        side = state.job_kinds.of(shown)
        return sum(count for each, count in self._slots.items() if state.assessor.matches(side, each.kind))


def _classes(queue: JobQueue) -> Iterator[tuple[Job, Counter[str]]]:
    """The waiting jobs, class by class: the first, and how many were last refused for each reason; empty: never."""
    firsts: dict[object, Job] = {}
    reasons: defaultdict[object, Counter[str]] = defaultdict(Counter)
    for job, reason in queue.waiting():
        firsts.setdefault(job.standing, job)
        reasons[job.standing][reason] += 1
    return ((job, reasons[standing]) for standing, job in firsts.items())


def requested_amounts(job: Ad, evaluator: Evaluator) -> dict[str, float]:
    """How much of each resource a job asks for, if that is a number above zero without reference to a slot."""
    names = [name for name in job if name.lower().startswith(_REQUEST)]
    numbers = ((name[len(_REQUEST) :], as_number(evaluator.attribute(name, job))) for name in names)
    return {name: float(number) for name, number in numbers if name and number is not None and number > 0}
