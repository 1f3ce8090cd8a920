"""Why a submitter, group or job gets what it gets: explains the dry run of a cycle from the pool to single slots."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from msgspec import structs

from userprio.analysis.explain.causes import (
    absent,
    drained_remarks,
    leftover_remarks,
    merged,
    not_idle,
    of_group,
    satisfied,
)
from userprio.analysis.explain.chain import limit_step, pool_step, quota_steps, share_step, turn_steps
from userprio.analysis.explain.explanation import Explanation, Hands, LostSlots, Member, RequestStep, Subject, Won
from userprio.analysis.explain.names import find_group, find_job, known_submitters
from userprio.base.naming import one_meant
from userprio.classad import Ad, Evaluator
from userprio.negotiation import (
    Cause,
    Diagnosis,
    HeldJobs,
    Match,
    Reason,
    Trace,
    Visit,
    Waiting,
    first_cycle_remarks,
    negotiate,
    summarise,
    visit_reasons,
)
from userprio.negotiation.schedd import JobQueue, schedd_of
from userprio.pool import ScenarioData, Submitter, as_its_negotiator


def explain_submitter(scenario: ScenarioData, name: str) -> Explanation:
    """Why this submitter gets what it gets in a cycle; the trailing part of a name is enough if unique.

    Raises:
        NothingFound: there is no such submitter.
        BadInput: a knob has a value that would stop a real negotiator.
    """
    scenario = as_its_negotiator(scenario)
    full_name = one_meant(name, known_submitters(scenario))
    case = Case(scenario, lambda who: who == full_name)
    return case.remarked(case.submitter(full_name), lambda who: who == full_name)


def explain_job(scenario: ScenarioData, job: str, submitter: str | None = None) -> Explanation:
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


def explain_group(scenario: ScenarioData, name: str) -> Explanation:
    """Why this group and each of its members get what they get in a cycle.

    Raises:
        NothingFound: there is no such group.
        BadInput: a knob has a value that would stop a real negotiator.
    """
    case = Case(as_its_negotiator(scenario), lambda who: True)
    explained = case.group(find_group(name, case.trace.cycle.tree).name)
    members = {member.name for member in explained.members}
    return case.remarked(explained, members.__contains__)


class Case:
    """A dry run of one cycle and what was recorded of it, from which explanations are made."""

    def __init__(self, scenario: ScenarioData, concerns: Callable[[str], bool]) -> None:
        self.scenario = scenario
        self.pool = scenario.pool
        self.trace = Trace(scenario.pool, concerns)
        outcome = negotiate(scenario, observer=self.trace)
        self.diagnosis = Diagnosis(self.trace)
        self.outcome = replace(outcome, waiting=tuple(self.diagnosis.waiting(concerns)))
        self.summary = summarise(self.outcome)
        self._unfit: list[tuple[str, int, Ad]] = []
        """Jobs that fit no slot: for each kind the first one's id, how many there are, and their ad."""

    def remarked(self, explained: Explanation, concerns: Callable[[str], bool]) -> Explanation:
        """The explanation of these submitters, with remarks for an administrator."""
        remarks = (
            *drained_remarks(self.scenario, self._unfit, self.trace.cycle.state.flattens_requests),
            *leftover_remarks(self.scenario, self.outcome, explained.group),
            *first_cycle_remarks(self.scenario, self.outcome, concerns),
        )
        return structs.replace(explained, remarks=remarks)

    # -- submitters ------------------------------------------------------------------------------------------------

    def submitter(self, name: str) -> Explanation:
        """The explanation of a submitter, by its full name."""
        ads = self.diagnosis.submitters(name)
        held = [jobs for ad in ads for jobs in self.diagnosis.held(ad)]
        causes = [jobs.cause for jobs in held] if ads else [absent(name, self.pool, self.trace)]
        return self._explanation(Subject.SUBMITTER, name, name, causes, held)

    def _explanation(
        self, subject: Subject, shown: str, name: str, causes: Sequence[Cause], held: Sequence[HeldJobs]
    ) -> Explanation:
        """The explanation of a submitter or one of its jobs, from what holds it back."""
        trace, cycle, ads = self.trace, self.trace.cycle, self.diagnosis.submitters(name)
        matches = [match for match in self.outcome.matches if match.submitter == name]
        causes = merged(causes)
        primary = causes[0] if causes else satisfied(ads, matches)
        # Show the visit and the spin that decided, or else the last ones.
        decided = next((jobs.verdict for jobs in held if jobs.reason is primary.reason), None)
        visits = [seen for (who, _), own in trace.visits.items() if who == name for seen in own]
        visits.sort(key=lambda seen: seen.matches.stop)
        spins = [past for past in trace.spins if name in past.names]
        seen = (decided and decided.seen) or (visits[-1] if visits else None)
        spin = (decided and decided.spin) or (seen.spin if seen else spins[-1] if spins else None)
        summary = self.summary.submitter(name)
        return structs.replace(
            self._outline(
                subject,
                shown,
                name,
                cycle.tree.assigned(name).number,
                matches,
                idle_jobs=sum(cause.jobs for cause in causes) if summary is None else summary.idle_jobs,
                jobs_left=sum(cause.jobs for cause in causes),
                primary=primary,
                usage=self.outcome.usage.get(name, 0.0),
                lost=0.0 if summary is None else summary.lost,
            ),
            submitter=name,
            others=tuple(causes[1:]),
            share=None if spin is None else share_step(spin, cycle.weights.pie),
            limit=None if seen is None else limit_step(seen, cycle.state.accounts.floor(name)),
            visits=tuple(visit for visit, _ in self._visits(name)),
            stopped=tuple(reason for _, reason in self._visits(name)),
            requests=tuple(self._step(jobs) for jobs in held if jobs.waiting is not None),
            losses=self._losses(lambda loser: loser == name),
        )

    def _outline(
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
        usage: float,
        lost: float,
    ) -> Explanation:
        """The part common to submitters and groups; `number` is the group's."""
        trace, tree = self.trace, self.trace.cycle.tree
        ways: dict[tuple[str, str | None], list[Match]] = {}
        for match in matches:
            ways.setdefault((str(match.because), match.preempts), []).append(match)
        weight = sum(match.cost for match in matches)
        return Explanation(
            at=self.outcome.at,
            subject=subject,
            name=shown,
            submitter=None,
            group=tree.groups[number].name if tree.group_mode else None,
            idle_jobs=idle_jobs,
            usage=usage,
            matches=len(matches),
            weight=weight,
            lost=lost,
            holds=usage + weight - lost,
            jobs=sum(match.jobs for match in matches),
            jobs_left=jobs_left,
            further=sum(max(match.jobs - 1, 0) for match in matches),
            primary=primary,
            pool=pool_step(trace, len(self.pool.slots)),
            quotas=quota_steps(trace, number),
            turns=turn_steps(trace, number),
            won=tuple(_won(*how, of_way) for how, of_way in ways.items()),
        )

    def _losses(self, whose: Callable[[str], bool]) -> tuple[LostSlots, ...]:
        """The slots that others take from these submitters."""
        return tuple(
            LostSlots(taken.winner, str(taken.because), taken.slots, taken.weight)
            for taken in self.summary.takeovers
            if whose(taken.loser)
        )

    def _visits(self, name: str) -> list[tuple[Visit, Reason | None]]:
        """The visits of a submitter, each with why it got no more if it is the last one at its schedd."""
        visits = zip(self.outcome.visits, visit_reasons(self.outcome), strict=True)
        return [(visit, reason) for visit, reason in visits if visit.submitter == name]

    def _step(self, held: HeldJobs) -> RequestStep:
        """What the pool's slots are to jobs of one sort."""
        assert held.waiting is not None and held.job is not None
        matching = self.diagnosis.apart(held.waiting)
        if not matching.matching:
            self._unfit.append((held.job.id, held.jobs, held.waiting.ad))
        return RequestStep(held.cause, held.submitter.schedd_name or "", matching, tuple(_hands(held.waiting)))

    def _queue(self, ad: Submitter) -> JobQueue:
        return self.trace.queue(ad)

    def slots_that_match(self, name: str) -> float | None:
        """How many slots a submitter's first idle job fits when the cycle begins; None without idle jobs."""
        for ad in self.diagnosis.submitters(name):
            for job in self._queue(ad).jobs[:1]:
                return float(self.diagnosis.apart(self.trace.unvisited(ad, job)).matching)
        return None

    # -- jobs ------------------------------------------------------------------------------------------------------

    def job(self, job: str, ad: Ad, owner: str) -> Explanation:
        """The explanation of one job, given its ad and its submitter's name."""
        name, queue, entry = self._home(ad, job, owner)
        blocked = self._blocked(job, ad, name, queue, entry)
        if blocked is not None:
            cause, held = blocked
            return self._explanation(Subject.JOB, job, name, [cause], [] if held is None else [held])
        won = Cause(Reason.SATISFIED, "its submitter got a slot for it in this cycle", 0, job)
        return structs.replace(self._explanation(Subject.JOB, job, name, [], []), primary=won)

    def _blocked(
        self, job: str, ad: Ad, name: str, queue: JobQueue | None, entry: Submitter | None
    ) -> tuple[Cause, HeldJobs | None] | None:
        """What holds back one job; None if it gets a slot."""
        state = not_idle(ad, self.trace.cycle.state.evaluator)
        if state is not None:
            return Cause(Reason.JOB_NOT_IDLE, state, 1, job), None
        if entry is None or queue is None:
            return replace(absent(name, self.pool, self.trace), jobs=1, job=job), None
        if not queue.is_waiting(queue.place(job)):
            return None
        useless = self.diagnosis.unusable(entry)
        if useless is not None:
            return Cause(Reason.UNUSABLE_AD, useless, 1, job), None
        if entry.idle_jobs <= 0:
            return Cause(Reason.NO_IDLE_JOBS, "its submitter's ad counts no idle jobs", 1, job), None
        mine = queue.job(queue.place(job)).standing
        alike = next(jobs for jobs in queue.waiting() if jobs.first.standing == mine)
        # If some jobs of this kind were matched with slots without a claim, the first ones were.
        place = sum(queue.is_waiting(at) and queue.job(at).standing == mine for at in range(queue.place(job)))
        of_kind = list(self.diagnosis.of_class(entry, alike))
        held = of_kind[0] if place < of_kind[0].jobs else of_kind[1]
        return replace(held.cause, jobs=1, job=job), replace(held, jobs=1, job=queue.job(queue.place(job)))

    def _home(self, ad: Ad, job: str, owner: str) -> tuple[str, JobQueue | None, Submitter | None]:
        """The submitter under which a job is negotiated, its queue and its ad."""
        schedd = schedd_of(ad, self.trace.cycle.state.evaluator)
        elsewhere = None
        for entry in self.trace.cycle.submitters:
            queue = self._queue(entry)
            if any(queued.id == job for queued in queue.jobs):
                if entry.schedd_name == schedd:
                    return entry.name, queue, entry
                elsewhere = elsewhere or (entry.name, queue, entry)
        return elsewhere or (owner, None, None)

    # -- groups ----------------------------------------------------------------------------------------------------

    def group(self, name: str) -> Explanation:
        """The explanation of a group, by its name."""
        cycle = self.trace.cycle
        number = next(group.number for group in cycle.tree.groups if group.name == name)
        names = dict.fromkeys(
            submitter.name for submitter in cycle.submitters if cycle.tree.assigned(submitter.name).number == number
        )
        explained = [self.submitter(who) for who in names]
        outline = self._outline(
            Subject.GROUP,
            name,
            name,
            number,
            [match for match in self.outcome.matches if cycle.tree.assigned(match.submitter).number == number],
            idle_jobs=sum(member.idle_jobs for member in explained),
            jobs_left=sum(member.jobs_left for member in explained),
            primary=of_group(explained),
            usage=self.trace.usage_before[name],
            lost=sum(loss.weight for loss in self.outcome.losses if loss.group == name),
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
        return structs.replace(outline, members=tuple(members), losses=self._losses(lambda loser: loser in names))


def _hands(waiting: Waiting) -> Iterator[Hands]:
    """The slots by what keeps them from these jobs, and by who holds them."""
    for slots in waiting.slots:
        weights = slots.weights
        for user, count in sorted(slots.holders.items(), key=lambda held: (-held[1], held[0] or "")):
            yield Hands(str(slots.verdict), user, count, weights[user])


def _won(because: str, preempts: str | None, matches: Sequence[Match]) -> Won:
    """Matches with the same grounds, combined."""
    evictions = [match.eviction for match in matches if match.eviction is not None]
    lost = [eviction.lost_weight_s for eviction in evictions if eviction.lost_weight_s is not None]
    return Won(
        because,
        preempts,
        len(matches),
        sum(match.cost for match in matches),
        max((eviction.gone_after_s for eviction in evictions), default=None),
        sum(lost) if len(lost) == len(evictions) else None,
    )
