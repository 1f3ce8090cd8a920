"""What holds back each idle job that a cycle leaves without a slot: the one decision that every command reads."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

import msgspec
from msgspec.structs import replace

from userprio.accounting import ChargeRules
from userprio.base.formats import counted
from userprio.classad import Ad, Evaluator, as_number
from userprio.negotiation.clock import NO_TIME, Costs
from userprio.negotiation.cycle import negotiate
from userprio.negotiation.diagnosis.judgement import Sentence, Verdict, judge
from userprio.negotiation.diagnosis.requirements import RequirementsFound, take_apart
from userprio.negotiation.diagnosis.stability import with_stability
from userprio.negotiation.diagnosis.trace import Trace, Waiting
from userprio.negotiation.matching import MatchSide
from userprio.negotiation.memory import Memory
from userprio.negotiation.observer import CycleObserver
from userprio.negotiation.outcome import Cause, LeftJobs, Outcome, Reason
from userprio.negotiation.schedd import Job, JobOrder, WaitingClass
from userprio.pool import ScenarioData, Submitter, as_its_negotiator, longest_name, weight_unit

_REQUEST = "request"


class HeldJobs(msgspec.Struct, frozen=True):
    """Idle jobs that are alike and that no match is expected to start, and what holds them back."""

    submitter: Submitter
    reason: Reason
    sentence: Sentence
    jobs: int
    job: Job | None = None
    """The first of them; None if there is no job in particular."""
    refused: str | None = None
    """Why most of them were last refused, in HTCondor's words; None if they were not."""
    verdict: Verdict | None = None
    """The decision of the cycle about them; None if they took no part."""
    waiting: Waiting | None = None
    """The slots as they were for them after the last visit, or when the cycle began."""

    @property
    def cause(self) -> Cause:
        """The reason with its sentence."""
        return Cause(self.reason, self.sentence(), self.jobs, None if self.job is None else self.job.id, self.refused)


class Diagnosis:
    """Finds out what holds back the jobs of a finished cycle, from what was recorded of it."""

    def __init__(self, trace: Trace, *, once: bool = False) -> None:
        """`once`: it is asked about each submitter once, so that verdicts on slots need not be kept."""
        self.trace, self._once = trace, once
        self._apart: dict[int, tuple[Ad, RequirementsFound]] = {}

    def waiting(self, concerns: Callable[[str], bool] = lambda _: True) -> Iterator[LeftJobs]:
        """All jobs that wait after the cycle, sort by sort, each submitter's in the order of its schedd's queue.

        Only those of submitters that `concerns` selects by name, which the trace must have watched.
        """
        cycle = self.trace.cycle
        seen: set[tuple[str, str]] = set()
        for submitter in cycle.submitters:
            key = submitter.advertised_name, submitter.schedd_address
            if key in seen or not concerns(submitter.name):
                continue
            seen.add(key)
            group = cycle.tree.assigned(submitter.name).name if cycle.tree.group_mode else None
            for held in self.held(submitter):
                yield LeftJobs(
                    submitter=submitter.name,
                    schedd=submitter.schedd_name,
                    group=group,
                    job=None if held.job is None else held.job.id,
                    jobs=held.jobs,
                    reason=held.reason,
                    refused=held.refused,
                    asks={} if held.job is None else requested_amounts(held.job.ad, cycle.state.evaluator),
                    fits=None if held.waiting is None else held.waiting.slots.fitting,
                )
            if self._once:
                self.trace.forget(submitter)

    def submitters(self, name: str) -> list[Submitter]:
        """The participating ads of a submitter, one for each schedd."""
        return list({ad.schedd_address: ad for ad in self.trace.cycle.submitters if ad.name == name}.values())

    def held(self, submitter: Submitter) -> Iterator[HeldJobs]:
        """What holds back the idle jobs of a submitter at one schedd; the jobs add up to those that are left idle."""
        queue = self.trace.queue(submitter)
        useless = self.unusable(submitter)
        if useless is not None:
            idle = max(submitter.idle_jobs, len(queue.jobs), 0)
            if idle:
                yield HeldJobs(submitter, Reason.UNUSABLE_AD, lambda: useless, idle)
            return
        classes = list(queue.waiting())
        if submitter.idle_jobs <= 0:
            count = sum(alike.jobs for alike in classes)
            if count:
                yield HeldJobs(
                    submitter,
                    Reason.NO_IDLE_JOBS,
                    lambda: f"its ad counts no idle jobs, though its schedd has {count}",
                    count,
                )
            return
        for waiting_class in classes:
            yield from self.of_class(submitter, waiting_class)
        there = len(queue.jobs)
        if submitter.idle_jobs > there:
            yield HeldJobs(
                submitter,
                Reason.JOBS_MISSING,
                lambda: (
                    f"its ad counts {counted(submitter.idle_jobs, 'idle job')}, the snapshot has {there or 'none'} of "
                    "them"
                ),
                submitter.idle_jobs - there,
            )

    def of_class(self, submitter: Submitter, alike: WaitingClass) -> Iterator[HeldJobs]:
        """What holds back jobs of one sort."""
        job = alike.first
        visits = self.trace.visits.get((submitter.name, submitter.schedd_address), [])
        waiting = self.trace.waiting(visits[-1], job) if visits else self.trace.unvisited(submitter, job)

        def held(verdict: Verdict, jobs: int) -> HeldJobs:
            return HeldJobs(submitter, verdict.reason, verdict.sentence, jobs, job, alike.refused, verdict, waiting)

        claimless = min(self._claimless[submitter.name, submitter.schedd_name][job.group], alike.jobs)
        if claimless:
            given = counted(claimless, "match", "matches")
            sentence = f"{given} of it gave no claim: the slot is offline, or its WantClaiming is False"
            yield held(Verdict(Reason.NO_CLAIM, lambda: sentence), claimless)
        if alike.jobs > claimless:
            verdict = judge(self.trace, submitter, waiting, visits, lambda: self.apart(waiting))
            yield held(verdict, alike.jobs - claimless)

    def apart(self, waiting: Waiting) -> RequirementsFound:
        """The slots that each clause of the Requirements of these jobs leaves, cached for each kind of request."""
        known = self._apart.get(id(waiting.ad))
        if known is None:
            side = MatchSide(waiting.ad, flattens=waiting.flattens)
            requirements = take_apart(side, self._kinds_of_slots, self.trace.cycle.state.evaluator)
            known = self._apart[id(waiting.ad)] = waiting.ad, requirements
        return known[1]

    def unusable(self, ad: Submitter) -> str | None:
        """Why the negotiator cannot ask for the jobs of a participating ad; None if it can."""
        if ad.schedd_name is None:
            return "its submitter ad has no ScheddName, so that it is never asked for jobs"
        if not ad.tagged:
            return "its submitter ad has no SubmitterTag, without which negotiation with its schedd fails"
        if not ad.name_fits:
            return f"its name has more than {longest_name(ad.schedd)} characters, the most that its schedd takes"
        if self.trace.cycle.tree.group_mode and "@" not in ad.name:
            return "its name has no @, and with groups such a name is never negotiated for"
        return None

    @cached_property
    def _claimless(self) -> Mapping[tuple[str, str | None], Counter[int]]:
        """How many matches gave no claim, by submitter and schedd, and by group of jobs."""
        state = self.trace.cycle.state
        ads = {(ad.name, ad.schedd_name): ad for ad in self.trace.cycle.submitters}
        counts: defaultdict[tuple[str, str | None], Counter[int]] = defaultdict(Counter)
        for match, given in zip(state.matches, state.given, strict=True):
            if not given.kind.claimable:
                where = match.submitter, match.schedd
                queue = self.trace.queue(ads[where])
                counts[where][queue.job(queue.place(match.request)).group] += 1
        return counts

    @cached_property
    def _kinds_of_slots(self) -> list[tuple[Ad, int]]:
        """The distinct slots when the cycle began, each with how many are equal to it."""
        trimmed: Counter[Ad] = Counter()
        for slots, count in self.trace.trimmed.items():
            trimmed[slots.ad] += count
        return [*self.trace.kinds_at_first.items(), *trimmed.items()]


def requested_amounts(job: Ad, evaluator: Evaluator) -> dict[str, float]:
    """How much of each resource a job asks for, if that is a number above zero without reference to a slot."""
    names = [name for name in job if name.lower().startswith(_REQUEST)]
    numbers = ((name[len(_REQUEST) :], as_number(evaluator.attribute(name, job))) for name in names)
    return {name: float(number) for name, number in numbers if name and number is not None and number > 0}


def diagnosed(
    scenario: ScenarioData,
    job_order: JobOrder | None = None,
    observer: CycleObserver | None = None,
    costs: Costs = NO_TIME,
    *,
    stability: bool = False,
) -> Outcome:
    """Like `negotiate`, with `Outcome.waiting`: the jobs that wait after the cycle, each with its reason.

    The pool also has the unit of weights. With `stability` the outcome says what of it hangs on a second or a tie.
    """
    scenario = as_its_negotiator(scenario)
    trace, memory = Trace(scenario.pool, lambda _: True, observer), Memory(goes_on=False) if stability else None
    outcome = negotiate(scenario, job_order, trace, costs, memory)
    charging = ChargeRules.from_config(scenario.config)
    unit = weight_unit(scenario.pool.slots, charging, Evaluator(scenario.now))
    waiting = tuple(Diagnosis(trace, once=True).waiting())
    outcome = replace(outcome, waiting=waiting, pool=replace(outcome.pool, unit=unit))
    # Other cycles change what is remembered, so that everything else has to be known by then.
    return outcome if memory is None else with_stability(scenario, outcome, trace, memory, job_order, costs)
