"""Why somebody gets what it gets: a cycle is run dry, watched, and explained from the pool down to single slots."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from userprio.classad import Ad, Evaluator
from userprio.explain.causes import absent, merged, not_idle, of_group, satisfied, unusable
from userprio.explain.chain import limit_step, pool_step, quota_steps, share_step, turn_steps
from userprio.explain.explanation import (
    Cause,
    Explanation,
    Hands,
    Member,
    RequestStep,
    Subject,
    Won,
)
from userprio.explain.figures import number_of
from userprio.explain.names import find_group, find_job, find_submitter, known_submitters
from userprio.explain.primary import Verdict, judge
from userprio.explain.reasons import Reason
from userprio.explain.requirements import Matching, take_apart
from userprio.explain.trace import Spin, Trace, VisitTrace, Waiting, unclaimed
from userprio.negotiation import Match, Outcome, first_cycle_remarks, negotiate
from userprio.pool import Scenario, Submitter
from userprio.schedd import Job, JobQueue, Jobs, schedd_of


def explain_submitter(scenario: Scenario, name: str) -> Explanation:
    """Why this submitter gets what it gets in a cycle; what follows the `@` may be left out.

    Raises:
        NothingFound: nobody is called so.
        BadInput: a knob has a value that would stop a real negotiator.
    """
    whole = find_submitter(name, known_submitters(scenario))
    case = Case(scenario, lambda who: who == whole)
    return case.remarked(case.submitter(whole), lambda who: who == whole)


def explain_job(scenario: Scenario, job: str, submitter: str | None = None) -> Explanation:
    """Why this job (cluster.proc) gets a slot in a cycle, or none.

    Raises:
        NothingFound: there is no such job, or there are several and no submitter is given to tell them apart.
        BadInput: a knob has a value that would stop a real negotiator.
    """
    ad, owner = find_job(job, submitter, scenario.pool, Evaluator(scenario.now))
    case = Case(scenario, lambda who: who.endswith(owner))
    explained = case.job(job, ad, owner)
    return case.remarked(explained, lambda who: who == explained.submitter)


def explain_group(scenario: Scenario, name: str) -> Explanation:
    """Why this group gets what it gets in a cycle, and each of its members.

    Raises:
        NothingFound: there is no such group.
        BadInput: a knob has a value that would stop a real negotiator.
    """
    case = Case(scenario, lambda who: True)
    explained = case.group(find_group(name, case.trace.cycle.tree).name)
    members = {member.name for member in explained.members}
    return case.remarked(explained, members.__contains__)


def explain_everybody(scenario: Scenario) -> dict[str, Explanation]:
    """An explanation for everybody who is known: by ad, jobs, slots or record.

    Raises:
        BadInput: a knob has a value that would stop a real negotiator.
    """
    case = Case(scenario, lambda who: True)
    return {name: case.submitter(name) for name in known_submitters(scenario)}


class Case:
    """One cycle, run dry and watched; explanations are made of what was seen."""

    def __init__(self, scenario: Scenario, concerns: Callable[[str], bool]) -> None:
        self.scenario = scenario
        self.pool = scenario.pool
        self.trace = Trace(scenario.pool, concerns)
        self.outcome: Outcome = negotiate(scenario, observer=self.trace)
        self._slots: list[tuple[Ad, int]] | None = None
        self._matchings: dict[int, tuple[Ad, Matching]] = {}

    def remarked(self, explained: Explanation, concerns: Callable[[str], bool]) -> Explanation:
        """The explanation of these submitters, and whether a first cycle comes out differently for them."""
        return replace(explained, remarks=first_cycle_remarks(self.scenario, self.outcome, concerns))

    # -- submitters ------------------------------------------------------------------------------------------------

    def submitter(self, name: str) -> Explanation:
        """Of a submitter by its whole name."""
        ads = self._ads_of(name)
        requests: list[RequestStep] = []
        verdicts: dict[Reason, Verdict] = {}
        findings: list[Cause] = []
        if ads:
            for ad in ads:
                for finding, verdict, step in self._of_ad(ad):
                    findings.append(finding)
                    verdicts.setdefault(finding.reason, verdict)
                    if step is not None:
                        requests.append(step)
        else:
            findings.append(absent(name, self.pool, self.trace))
        matches = [match for match in self.outcome.matches if match.submitter == name]
        return self._explanation(Subject.SUBMITTER, name, name, ads, matches, findings, verdicts, requests)

    def _ads_of(self, name: str) -> list[Submitter]:
        """Its ads that take part, one for each schedd."""
        by_schedd = {
            submitter.schedd_address: submitter for submitter in self.trace.cycle.submitters if submitter.name == name
        }
        return list(by_schedd.values())

    def _explanation(
        self,
        subject: Subject,
        shown: str,
        name: str,
        ads: Sequence[Submitter],
        matches: Sequence[Match],
        findings: Sequence[Cause],
        verdicts: dict[Reason, Verdict],
        requests: Sequence[RequestStep],
    ) -> Explanation:
        trace, cycle = self.trace, self.trace.cycle
        causes = merged(findings)
        left = sum(finding.jobs for finding in causes)
        primary = causes[0] if causes else satisfied(ads, matches)
        decided = verdicts.get(primary.reason)
        visit_trace, spin = self._deciding(name, decided)
        number = cycle.tree.assigned(name).number
        return Explanation(
            at=self.outcome.at,
            subject=subject,
            name=shown,
            submitter=name,
            group=cycle.tree.groups[number].name if cycle.tree.group_mode else None,
            idle_jobs=sum(max(ad.idle_jobs, 0) for ad in ads),
            usage=trace.usage_at_first(name),
            matches=len(matches),
            weight=sum(match.cost for match in matches),
            jobs=sum(match.jobs for match in matches),
            jobs_left=left,
            further=_further(matches),
            primary=primary,
            others=tuple(causes[1:]),
            pool=pool_step(trace, len(self.pool.slots)),
            quotas=quota_steps(trace, number),
            turns=turn_steps(trace, number),
            share=None if spin is None else share_step(spin, cycle.weights.pie),
            limit=None if visit_trace is None else limit_step(visit_trace, cycle.state.accounts.floor(name)),
            visits=tuple(visit for visit in self.outcome.visits if visit.submitter == name),
            won=_won(matches),
            requests=tuple(requests),
        )

    def _deciding(self, name: str, verdict: Verdict | None) -> tuple[VisitTrace | None, Spin | None]:
        """The visit and the spin to be shown: those that decided, else the last."""
        visit_traces = [past for past in self.trace.visit_traces if past.record.submitter == name]
        spins = [past for past in self.trace.spins if name in past.names]
        visit_trace = verdict.visit_trace if verdict is not None and verdict.visit_trace is not None else None
        if visit_trace is None and visit_traces:
            visit_trace = visit_traces[-1]
        if verdict is not None and verdict.spin is not None:
            return visit_trace, verdict.spin
        if visit_trace is not None:
            return visit_trace, visit_trace.spin
        return None, spins[-1] if spins else None

    def _of_ad(self, ad: Submitter) -> Iterable[tuple[Cause, Verdict, RequestStep | None]]:
        """What holds back the idle jobs that one ad speaks for."""
        useless = unusable(ad, self.trace)
        if useless is not None:
            yield _alone(Reason.UNUSABLE_AD, useless, max(ad.idle_jobs, 0))
            return
        queue = self._queue(ad)
        waiting = unclaimed(queue)
        if ad.idle_jobs <= 0:
            if waiting:
                count = sum(map(len, waiting.values()))
                told = f"its ad counts no idle jobs, though its schedd has {count}"
                yield _alone(Reason.NO_IDLE_JOBS, told, count)
            return
        if not queue.jobs:
            told = f"its ad counts {number_of(ad.idle_jobs, 'idle job')}, the snapshot holds none of them"
            yield _alone(Reason.JOBS_MISSING, told, ad.idle_jobs)
        elif ad.idle_jobs > len(queue.jobs):
            told = f"its ad counts {number_of(ad.idle_jobs, 'idle job')}, the snapshot holds {len(queue.jobs)} of them"
            yield _alone(Reason.JOBS_MISSING, told, ad.idle_jobs - len(queue.jobs))
        for jobs in waiting.values():
            yield from self._of_jobs(ad, jobs)

    def _of_jobs(self, ad: Submitter, jobs: Sequence[Job]) -> Iterable[tuple[Cause, Verdict, RequestStep | None]]:
        """What holds back jobs that are alike."""
        state = self._state(ad, jobs)
        matching = self._matching(state.ad)
        left = len(jobs)
        claimless = min(self._claimless(ad, jobs[0]), left)
        found: list[tuple[Verdict, int]] = []
        if claimless:
            given = number_of(claimless, "match", "matches")
            told = f"{given} of it gave no claim: the slot is offline, or its WantClaiming is False"
            found.append((Verdict(Reason.NO_CLAIM, told), claimless))
        if left > claimless:
            found.append((judge(self.trace, ad, state, matching), left - claimless))
        for verdict, count in found:
            finding = Cause(verdict.reason, verdict.sentence, count, jobs[0].id)
            hands = tuple(Hands(str(slots.verdict), slots.who, slots.count, slots.weight) for slots in state.slots)
            yield finding, verdict, RequestStep(finding, ad.schedd_name or "", matching, hands)

    def _state(self, ad: Submitter, jobs: Sequence[Job]) -> Waiting:
        """The jobs as the last visit left them, or as they are where there was none."""
        for visit_trace in reversed(self.trace.visit_traces):
            if visit_trace.record.submitter == ad.name and visit_trace.submitter.schedd_address == ad.schedd_address:
                for waiting in visit_trace.waiting:
                    if (waiting.job.group, waiting.job.wanted) == (jobs[0].group, jobs[0].wanted):
                        return waiting
        return self.trace.unvisited(jobs)

    def _claimless(self, ad: Submitter, job: Job) -> int:
        """Matches for jobs like this with slots that give no claim."""
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

    def _matching(self, job: Ad) -> Matching:
        """What Requirements leave of the pool, worked out once for each kind of request."""
        known = self._matchings.get(id(job))
        if known is None:
            evaluator = self.trace.cycle.state.evaluator
            known = self._matchings[id(job)] = (job, take_apart(job, self._kinds_of_slots(), evaluator))
        return known[1]

    def _kinds_of_slots(self) -> list[tuple[Ad, int]]:
        """The slots as the cycle began, equal ones together."""
        if self._slots is None:
            counts: dict[int, tuple[Ad, int]] = {}
            for place in self.trace.places:
                ad = place.ad if place.kind is None else place.kind.ad
                counts[id(ad)] = (ad, counts.get(id(ad), (ad, 0))[1] + 1)
            self._slots = list(counts.values())
        return self._slots

    def slots_that_match(self, name: str) -> float | None:
        """How many slots the first idle job of a submitter fits as the cycle begins; None where it has none."""
        for ad in self._ads_of(name):
            for job in self._queue(ad).jobs[:1]:
                waiting = self._state(ad, [job])
                return float(self._matching(waiting.ad).matching)
        return None

    # -- jobs ------------------------------------------------------------------------------------------------------

    def job(self, job: str, ad: Ad, owner: str) -> Explanation:
        """Of one job, given its ad and its submitter's name."""
        evaluator = self.trace.cycle.state.evaluator
        name, queue, entry = self._home(ad, job, owner)
        matches = [match for match in self.outcome.matches if match.submitter == name]
        ads = self._ads_of(name)
        verdicts: dict[Reason, Verdict] = {}
        requests: list[RequestStep] = []
        findings: list[Cause] = []
        told = not_idle(ad, evaluator)
        if told is not None:
            findings.append(Cause(Reason.JOB_NOT_IDLE, told, 1, job))
        elif entry is None or queue is None:
            findings.append(replace(absent(name, self.pool, self.trace), jobs=1, job=job))
        elif not queue.has_claim(queue.place(job)):
            mine = queue.job(queue.place(job))
            useless = unusable(entry, self.trace)
            if useless is not None:
                findings.append(Cause(Reason.UNUSABLE_AD, useless, 1, job))
            elif entry.idle_jobs <= 0:
                findings.append(Cause(Reason.NO_IDLE_JOBS, "its submitter's ad counts no idle jobs", 1, job))
            else:
                alike = unclaimed(queue)[mine.group, mine.wanted]
                # Where some of the like went to slots without a claim, the first of them did.
                place = [like.id for like in alike].index(job)
                of_kind = list(self._of_jobs(entry, alike))
                first = of_kind[0][0]
                finding, verdict, step = of_kind[0] if len(of_kind) == 1 or place < first.jobs else of_kind[1]
                findings.append(replace(finding, jobs=1, job=job))
                verdicts[finding.reason] = verdict
                if step is not None:
                    requests.append(replace(step, finding=finding))
        explained = self._explanation(Subject.JOB, job, name, ads, matches, findings, verdicts, requests)
        if findings:
            return explained
        return replace(
            explained, primary=Cause(Reason.SATISFIED, "its submitter got a slot for it in this cycle", 0, job)
        )

    def _home(self, ad: Ad, job: str, owner: str) -> tuple[str, JobQueue | None, Submitter | None]:
        """The submitter that a job is negotiated for, its queue and its ad."""
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
        """Of a group by its name."""
        trace, cycle = self.trace, self.trace.cycle
        number = next(group.number for group in cycle.tree.groups if group.name == name)
        names = dict.fromkeys(
            submitter.name for submitter in cycle.submitters if cycle.tree.assigned(submitter.name).number == number
        )
        explained = [self.submitter(who) for who in names]
        members = tuple(_member(member, cycle.state.accounts.priority(member.name)) for member in explained)
        left = sum(member.jobs_left for member in explained)
        costs = [match for match in self.outcome.matches if cycle.tree.assigned(match.submitter).number == number]
        weight = sum(match.cost for match in costs)
        return Explanation(
            at=self.outcome.at,
            subject=Subject.GROUP,
            name=name,
            submitter=None,
            group=name,
            idle_jobs=sum(member.idle_jobs for member in explained),
            usage=trace.usage_at_first(name),
            matches=len(costs),
            weight=weight,
            jobs=sum(match.jobs for match in costs),
            jobs_left=left,
            further=_further(costs),
            primary=of_group(explained),
            others=(),
            pool=pool_step(trace, len(self.pool.slots)),
            quotas=quota_steps(trace, number),
            turns=turn_steps(trace, number),
            share=None,
            limit=None,
            visits=(),
            won=_won(costs),
            requests=(),
            members=members,
        )


def _alone(reason: Reason, sentence: str, jobs: int) -> tuple[Cause, Verdict, None]:
    return Cause(reason, sentence, jobs, None), Verdict(reason, sentence), None


def _further(matches: Sequence[Match]) -> int:
    """Jobs that are expected to start without a match of their own."""
    return sum(max(match.jobs - 1, 0) for match in matches)


def _won(matches: Sequence[Match]) -> tuple[Won, ...]:
    found: dict[tuple[str, str | None], tuple[int, float]] = {}
    for match in matches:
        key = str(match.because), match.preempts
        count, weight = found.get(key, (0, 0.0))
        found[key] = count + 1, weight + match.cost
    return tuple(Won(because, preempts, *figures) for (because, preempts), figures in found.items())


def _member(explained: Explanation, priority: float) -> Member:
    return Member(
        name=explained.name,
        priority=priority,
        usage=explained.usage,
        idle_jobs=explained.idle_jobs,
        matches=explained.matches,
        weight=explained.weight,
        finding=explained.primary,
        jobs=explained.jobs,
    )
