"""Why a submitter, group or job gets what it gets: explains the dry run of a cycle from the pool to single slots."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from userprio.classad import Ad, Evaluator
from userprio.explain.causes import (
    absent,
    drained_remarks,
    leftover_remarks,
    merged,
    not_idle,
    of_group,
    satisfied,
    unusable,
)
from userprio.explain.chain import limit_step, pool_step, quota_steps, share_step, turn_steps
from userprio.explain.explanation import Cause, Explanation, Hands, Member, Reason, RequestStep, Subject, Won
from userprio.explain.names import find_group, find_job, known_submitters
from userprio.explain.primary import Verdict, judge
from userprio.explain.requirements import RequirementsFound, take_apart
from userprio.explain.trace import Trace, Waiting, unclaimed
from userprio.formats import counted
from userprio.matching import MatchSide
from userprio.naming import one_meant
from userprio.negotiation import Match, first_cycle_remarks, negotiate
from userprio.pool import Scenario, Submitter, as_its_negotiator
from userprio.schedd import Job, JobQueue, Jobs, schedd_of


def explain_submitter(scenario: Scenario, name: str) -> Explanation:
    """Why this submitter gets what it gets in a cycle; the trailing part of a name is enough if unique.

    Raises:
        NothingFound: there is no such submitter.
        BadInput: a knob has a value that would stop a real negotiator.
    """
    scenario = as_its_negotiator(scenario)
    whole = one_meant(name, known_submitters(scenario))
    case = Case(scenario, lambda who: who == whole)
    return case.remarked(case.submitter(whole), lambda who: who == whole)


def explain_job(scenario: Scenario, job: str, submitter: str | None = None) -> Explanation:
    """Why this job (cluster.proc) gets a slot in a cycle or not.

    Raises:
        NothingFound: there is no such job, or there are several and no submitter is given to tell them apart.
        BadInput: a knob has a value that would stop a real negotiator.
    """
    scenario = as_its_negotiator(scenario)
    ad, owner = find_job(job, submitter, scenario.pool, Evaluator(scenario.now))
    case = Case(scenario, lambda who: who.endswith(owner))
    explained = case.job(job, ad, owner)
    return case.remarked(explained, lambda who: who == explained.submitter)


def explain_group(scenario: Scenario, name: str) -> Explanation:
    """Why this group and each of its members get what they get in a cycle.

    Raises:
        NothingFound: there is no such group.
        BadInput: a knob has a value that would stop a real negotiator.
    """
    case = Case(as_its_negotiator(scenario), lambda who: True)
    explained = case.group(find_group(name, case.trace.cycle.tree).name)
    members = {member.name for member in explained.members}
    return case.remarked(explained, members.__contains__)


@dataclass(frozen=True, slots=True)
class _Held:
    """What holds back some idle jobs, with the visit or spin that decided."""

    cause: Cause
    verdict: Verdict | None = None
    step: RequestStep | None = None


class Case:
    """A dry run of one cycle and what was recorded of it, from which explanations are made."""

    def __init__(self, scenario: Scenario, concerns: Callable[[str], bool]) -> None:
        self.scenario = scenario
        self.pool = scenario.pool
        self.trace = Trace(scenario.pool, concerns)
        self.outcome = negotiate(scenario, observer=self.trace)
        self._matchings: dict[int, tuple[Ad, RequirementsFound]] = {}
        self._unfit: list[tuple[str, int, Ad]] = []
        """Jobs that fit no slot: for each kind the first one's id, how many there are, and their ad."""

    def remarked(self, explained: Explanation, concerns: Callable[[str], bool]) -> Explanation:
        """The explanation of these submitters, with remarks for an administrator."""
        remarks = (
            *drained_remarks(self.scenario, self._unfit, self.trace.cycle.state.flattens_requests),
            *leftover_remarks(self.scenario, self.outcome, explained.group),
            *first_cycle_remarks(self.scenario, self.outcome, concerns),
        )
        return replace(explained, remarks=remarks)

    # -- submitters ------------------------------------------------------------------------------------------------

    def submitter(self, name: str) -> Explanation:
        """The explanation of a submitter, by its full name."""
        ads = self._ads_of(name)
        held = [one for ad in ads for one in self._of_ad(ad)]
        return self._explanation(
            Subject.SUBMITTER, name, name, held if ads else [_Held(absent(name, self.pool, self.trace))]
        )

    def _ads_of(self, name: str) -> list[Submitter]:
        """Its participating ads, one for each schedd."""
        by_schedd = {
            submitter.schedd_address: submitter for submitter in self.trace.cycle.submitters if submitter.name == name
        }
        return list(by_schedd.values())

    def _explanation(self, subject: Subject, shown: str, name: str, held: Sequence[_Held]) -> Explanation:
        """The explanation of a submitter or one of its jobs, from what holds it back."""
        trace, cycle, ads = self.trace, self.trace.cycle, self._ads_of(name)
        matches = [match for match in self.outcome.matches if match.submitter == name]
        causes = merged([one.cause for one in held])
        primary = causes[0] if causes else satisfied(ads, matches)
        # Show the visit and the spin that decided, or else the last ones.
        decided = next((one.verdict for one in held if one.cause.reason is primary.reason), None)
        visits = [past for past in trace.visit_traces if past.record.submitter == name]
        spins = [past for past in trace.spins if name in past.names]
        seen = (decided and decided.seen) or (visits[-1] if visits else None)
        spin = (decided and decided.spin) or (seen.spin if seen else spins[-1] if spins else None)
        told = self._told(
            subject,
            shown,
            name,
            cycle.tree.assigned(name).number,
            matches,
            idle_jobs=sum(max(ad.idle_jobs, 0) for ad in ads),
            jobs_left=sum(cause.jobs for cause in causes),
            primary=primary,
        )
        return replace(
            told,
            submitter=name,
            others=tuple(causes[1:]),
            share=None if spin is None else share_step(spin, cycle.weights.pie),
            limit=None if seen is None else limit_step(seen, cycle.state.accounts.floor(name)),
            visits=tuple(visit for visit in self.outcome.visits if visit.submitter == name),
            requests=tuple(one.step for one in held if one.step is not None),
        )

    def _told(
        self,
        subject: Subject,
        shown: str,
        name: str,
        number: int,
        matches: Sequence[Match],
        *,
        idle_jobs: int,
        jobs_left: int,
        primary: Cause,
    ) -> Explanation:
        """The part common to submitters and groups; `number` is the group's."""
        trace, tree = self.trace, self.trace.cycle.tree
        ways: dict[tuple[str, str | None], list[Match]] = {}
        for match in matches:
            ways.setdefault((str(match.because), match.preempts), []).append(match)
        return Explanation(
            at=self.outcome.at,
            subject=subject,
            name=shown,
            submitter=None,
            group=tree.groups[number].name if tree.group_mode else None,
            idle_jobs=idle_jobs,
            usage=trace.usage_at_first(name),
            matches=len(matches),
            weight=sum(match.cost for match in matches),
            jobs=sum(match.jobs for match in matches),
            jobs_left=jobs_left,
            further=sum(max(match.jobs - 1, 0) for match in matches),
            primary=primary,
            pool=pool_step(trace, len(self.pool.slots)),
            quotas=quota_steps(trace, number),
            turns=turn_steps(trace, number),
            won=tuple(_won(*how, ones) for how, ones in ways.items()),
        )

    def _of_ad(self, ad: Submitter) -> Iterator[_Held]:
        """What holds back the idle jobs of one ad."""
        useless = unusable(ad, self.trace)
        if useless is not None:
            yield _Held(Cause(Reason.UNUSABLE_AD, useless, max(ad.idle_jobs, 0), None))
            return
        there = len(self._queue(ad).jobs)
        waiting = unclaimed(self._queue(ad))
        if ad.idle_jobs <= 0:
            if waiting:
                count = sum(map(len, waiting.values()))
                told = f"its ad counts no idle jobs, though its schedd has {count}"
                yield _Held(Cause(Reason.NO_IDLE_JOBS, told, count, None))
            return
        if ad.idle_jobs > there:
            told = f"its ad counts {counted(ad.idle_jobs, 'idle job')}, the snapshot has {there or 'none'} of them"
            yield _Held(Cause(Reason.JOBS_MISSING, told, ad.idle_jobs - there, None))
        for jobs in waiting.values():
            yield from self._of_jobs(ad, jobs)

    def _of_jobs(self, ad: Submitter, jobs: Sequence[Job]) -> Iterator[_Held]:
        """What holds back jobs of one kind."""
        state = self._state(ad, jobs)
        matching = self._matching(state.ad)
        if not matching.matching:
            self._unfit.append((jobs[0].id, len(jobs), state.ad))
        claimless = min(self._claimless(ad, jobs[0]), len(jobs))
        found: list[tuple[Verdict, int]] = []
        if claimless:
            given = counted(claimless, "match", "matches")
            told = f"{given} of it gave no claim: the slot is offline, or its WantClaiming is False"
            found.append((Verdict(Reason.NO_CLAIM, told), claimless))
        if len(jobs) > claimless:
            found.append((judge(self.trace, ad, state, matching), len(jobs) - claimless))
        hands = tuple(Hands(str(slots.verdict), slots.who, slots.count, slots.weight) for slots in state.slots)
        for verdict, count in found:
            cause = Cause(verdict.reason, verdict.sentence, count, jobs[0].id)
            yield _Held(cause, verdict, RequestStep(cause, ad.schedd_name or "", matching, hands))

    def _state(self, ad: Submitter, jobs: Sequence[Job]) -> Waiting:
        """The jobs as the last visit left them, or as they are without a visit."""
        for visit_trace in reversed(self.trace.visit_traces):
            if visit_trace.record.submitter == ad.name and visit_trace.submitter.schedd_address == ad.schedd_address:
                for waiting in visit_trace.waiting:
                    if waiting.job.standing == jobs[0].standing:
                        return waiting
        return self.trace.unvisited(jobs)

    def _claimless(self, ad: Submitter, job: Job) -> int:
        """The number of matches for jobs like this with slots that give no claim."""
        queue, places = self._queue(ad), {place.name: place for place in self.trace.places}
        return sum(
            1
            for match in self.outcome.matches
            if match.submitter == ad.name
            and match.schedd == ad.schedd_name
            and queue.job(queue.place(match.request)).group == job.group
            and (kind := places[match.slot].kind) is not None
            and not kind.claimable
        )

    def _queue(self, ad: Submitter) -> JobQueue:
        return self.trace.cycle.schedds.queues.get((ad.advertised_name, ad.schedd_address), JobQueue(Jobs()))

    def _matching(self, job: Ad) -> RequirementsFound:
        """What Requirements leave of the pool, cached for each kind of request."""
        known = self._matchings.get(id(job))
        if known is None:
            state = self.trace.cycle.state
            side = MatchSide(job, flattens=state.flattens_requests)
            known = self._matchings[id(job)] = (job, take_apart(side, self._kinds_of_slots, state.evaluator))
        return known[1]

    @cached_property
    def _kinds_of_slots(self) -> list[tuple[Ad, int]]:
        """The distinct slots when the cycle began, each with how many are equal to it."""
        ads = [place.ad if place.kind is None else place.kind.ad for place in self.trace.places]
        counts = Counter(map(id, ads))
        return [(ad, counts[number]) for number, ad in {id(ad): ad for ad in ads}.items()]

    def slots_that_match(self, name: str) -> float | None:
        """How many slots a submitter's first idle job fits when the cycle begins; None without idle jobs."""
        for ad in self._ads_of(name):
            for job in self._queue(ad).jobs[:1]:
                waiting = self._state(ad, [job])
                return float(self._matching(waiting.ad).matching)
        return None

    # -- jobs ------------------------------------------------------------------------------------------------------

    def job(self, job: str, ad: Ad, owner: str) -> Explanation:
        """The explanation of one job, given its ad and its submitter's name."""
        name, queue, entry = self._home(ad, job, owner)
        held = self._of_job(job, ad, name, queue, entry)
        if held is not None:
            return self._explanation(Subject.JOB, job, name, [held])
        won = Cause(Reason.SATISFIED, "its submitter got a slot for it in this cycle", 0, job)
        return replace(self._explanation(Subject.JOB, job, name, []), primary=won)

    def _of_job(self, job: str, ad: Ad, name: str, queue: JobQueue | None, entry: Submitter | None) -> _Held | None:
        """What holds back one job; None if it gets a slot."""
        told = not_idle(ad, self.trace.cycle.state.evaluator)
        if told is not None:
            return _Held(Cause(Reason.JOB_NOT_IDLE, told, 1, job))
        if entry is None or queue is None:
            return _Held(replace(absent(name, self.pool, self.trace), jobs=1, job=job))
        if queue.has_claim(queue.place(job)):
            return None
        useless = unusable(entry, self.trace)
        if useless is not None:
            return _Held(Cause(Reason.UNUSABLE_AD, useless, 1, job))
        if entry.idle_jobs <= 0:
            return _Held(Cause(Reason.NO_IDLE_JOBS, "its submitter's ad counts no idle jobs", 1, job))
        mine = queue.job(queue.place(job))
        alike = unclaimed(queue)[mine.standing]
        # If some jobs of this kind were matched with slots without a claim, the first ones were.
        place = [like.id for like in alike].index(job)
        of_kind = list(self._of_jobs(entry, alike))
        held = of_kind[0] if place < of_kind[0].cause.jobs else of_kind[1]
        return replace(held, cause=replace(held.cause, jobs=1, job=job))

    def _home(self, ad: Ad, job: str, owner: str) -> tuple[str, JobQueue | None, Submitter | None]:
        """The submitter under which a job is negotiated, its queue and its ad."""
        schedd = schedd_of(ad, self.trace.cycle.state.evaluator)
        found = None
        for entry in self.trace.cycle.submitters:
            queue = self._queue(entry)
            if any(queued.id == job for queued in queue.jobs):
                if entry.schedd_name == schedd:
                    return entry.name, queue, entry
                found = found or (entry.name, queue, entry)
        return found or (owner, None, None)

    # -- groups ----------------------------------------------------------------------------------------------------

    def group(self, name: str) -> Explanation:
        """The explanation of a group, by its name."""
        cycle = self.trace.cycle
        number = next(group.number for group in cycle.tree.groups if group.name == name)
        names = dict.fromkeys(
            submitter.name for submitter in cycle.submitters if cycle.tree.assigned(submitter.name).number == number
        )
        explained = [self.submitter(who) for who in names]
        told = self._told(
            Subject.GROUP,
            name,
            name,
            number,
            [match for match in self.outcome.matches if cycle.tree.assigned(match.submitter).number == number],
            idle_jobs=sum(member.idle_jobs for member in explained),
            jobs_left=sum(member.jobs_left for member in explained),
            primary=of_group(explained),
        )
        members = (
            Member(
                name=member.name,
                priority=cycle.state.accounts.priority(member.name),
                usage=member.usage,
                idle_jobs=member.idle_jobs,
                matches=member.matches,
                weight=member.weight,
                finding=member.primary,
                jobs=member.jobs,
            )
            for member in explained
        )
        return replace(told, members=tuple(members))


def _won(because: str, preempts: str | None, matches: Sequence[Match]) -> Won:
    """Matches with the same grounds, combined."""
    evictions = [match.eviction for match in matches if match.eviction is not None]
    lost = [one.lost_weight_s for one in evictions if one.lost_weight_s is not None]
    return Won(
        because,
        preempts,
        len(matches),
        sum(match.cost for match in matches),
        max((one.gone_after_s for one in evictions), default=None),
        sum(lost) if len(lost) == len(evictions) else None,
    )
