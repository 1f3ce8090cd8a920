"""Why a submitter, group or job gets what it gets: explains the dry run of a cycle from the pool to single slots.

Start reading at `explain_submitter`. Before it comes what an administrator should know besides. `compare` puts two
submitters side by side along the points of the chain, and says where they first differ.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from userprio.analysis.explain.causes import absent, merged, not_idle, satisfied
from userprio.analysis.explain.explanation import (
    BlockedSlots,
    EligibleStep,
    ExplainedPair,
    Explanation,
    LostSlots,
    Member,
    Point,
    RequestStep,
    SmallerRequest,
    Subject,
    Won,
    find_cluster,
    find_group,
    find_job,
    find_submitter,
    limit_step,
    pool_step,
    quota_steps,
    share_step,
    turn_steps,
)
from userprio.base import counted, figure, listed, percent
from userprio.classad import Ad, Evaluator, flag_of, integer_of, number_of, text_of
from userprio.negotiation import (
    Cause,
    Diagnosis,
    HeldJobs,
    Match,
    Memory,
    Outcome,
    PassKind,
    Reason,
    Trace,
    Waiting,
    assumed_quota_remarks,
    first_cycle_remarks,
    instabilities,
    meets,
    negotiate,
    summarise,
    visit_reasons,
    with_stability,
)
from userprio.negotiation.matching import MatchSide
from userprio.negotiation.schedd import (
    Job,
    JobClass,
    JobQueue,
    schedd_of,
)
from userprio.pool import ScenarioData, Submitter, as_its_negotiator
from userprio.simulation import KEEPING_TO_QUOTAS, EligibleSlots, beyond_quotas

_GROUP_REASONS: Final = frozenset({Reason.GROUP_ZERO, Reason.GROUP_FRACTION, Reason.PARENT_LIMIT, Reason.GROUP_LIMIT})
"""Reasons that hold back a whole group."""
_REDUCIBLE: Final = {"RequestMemory": "Memory", "RequestCpus": "Cpus", "RequestDisk": "Disk", "RequestGPUs": "GPUs"}
"""Requests, and the attributes of slots that they are met from."""
_MOST_KINDS: Final = 10
"""The most kinds of unfit jobs to search machines for, starting with those of most jobs."""


def of_group(members: Sequence[Explanation]) -> Cause:
    """The reason for a group: its own limits if they hold back a member, else what holds back its members."""
    if not any(member.idle_jobs for member in members):
        reason = "none of its members has an idle job" if members else "no submitter with jobs belongs to it"
        return Cause(Reason.NO_IDLE_JOBS, reason, 0, None)
    findings = merged([finding for member in members for finding in (member.primary, *member.others) if finding.jobs])
    if not findings:
        got = figure(sum(member.weight for member in members))
        return Cause(Reason.SATISFIED, f"all idle jobs of its members got slots, of weight {got}", 0, None)
    # A limit of the group holds back all of its members, so that it comes before what befalls single ones.
    if own := [finding for finding in findings if finding.reason in _GROUP_REASONS]:
        return own[0]
    reason = listed(f"{finding.reason} ({counted(finding.jobs, 'job')})" for finding in findings)
    return Cause(Reason.MEMBERS, reason, sum(finding.jobs for finding in findings), None)


def drained_remarks(scenario: ScenarioData, unfit: Sequence[tuple[str, int, Ad]], flattens: bool) -> Iterator[str]:
    """Remarks on jobs that fit no slot as it is, but would fit some machines if these were drained.

    `unfit` has, by kind of job, the first one's id, how many there are, and their ad; `flattens` as in `MatchSide`.
    """
    if not unfit:
        return
    from userprio.simulation import drained, machine_of

    evaluator, pool = Evaluator(scenario.now), scenario.pool
    parted = {name: ad for ad in pool.slots if _is_parted(ad, evaluator) and (name := text_of(evaluator, ad, "Name"))}
    machines = {machine_of(name) for name in parted}
    drained_slots = [
        (machine_of(name), ad)
        for ad in drained(pool, machines, scenario.config, scenario.now).slots
        if (name := text_of(evaluator, ad, "Name")) in parted
    ]
    # Draining is tried machine by machine: the kinds of most jobs are worth it.
    for job, count, ad in sorted(unfit, key=lambda kind: -kind[1])[:_MOST_KINDS]:
        side = MatchSide(ad, flattens=flattens)
        fitting = list(dict.fromkeys(machine for machine, slot in drained_slots if meets(side, slot, evaluator)))
        if fitting:
            like = f"job {job} fits" if count == 1 else f"job {job} and {count - 1} like it fit"
            them = "it" if len(fitting) == 1 else "them"
            yield (
                f"{like} no slot as it is now, but {counted(len(fitting), 'machine')} once drained: "
                f"{listed(fitting, most=4)}; `userprio defrag` shows whether condor_defrag would drain {them}"
            )


def _is_parted(slot: Ad, evaluator: Evaluator) -> bool:
    """Whether it is a partitionable slot with resources handed out."""
    if not flag_of(evaluator, slot, "PartitionableSlot"):
        return False
    resources = ("Cpus", "Memory", "Disk", "GPUs")
    amounts = ((number_of(evaluator, slot, name), number_of(evaluator, slot, f"TotalSlot{name}")) for name in resources)
    return any(total is not None and (free or 0) < total for free, total in amounts)


def leftover_remarks(scenario: ScenarioData, outcome: Outcome, group: str | None) -> Iterator[str]:
    """A remark if the group exceeds its quota because of what is left of partitionable slots."""
    for beyond in beyond_quotas(scenario, outcome):
        if beyond.group == group:
            yield f"{beyond.sentence}. {KEEPING_TO_QUOTAS}"


def explain_submitter(scenario: ScenarioData, name: str) -> Explanation:
    """Why this submitter gets what it gets in a cycle; the trailing part of a name is enough if unique.

    NothingFound if there is no such submitter, BadInput if a knob has a value that would stop a real negotiator.
    """
    scenario = as_its_negotiator(scenario)
    full_name = find_submitter(name, scenario)
    case = Case(scenario, lambda who: who == full_name)
    return case.remarked(case.submitter(full_name), lambda who: who == full_name)


def explain_job(scenario: ScenarioData, job: str, submitter: str | None = None) -> Explanation:
    """Why this job (cluster.proc) gets a slot in a cycle or not, or how many jobs of a whole cluster do.

    Raises:
        NothingFound: there is no such job, or there are several and no submitter is given to tell them apart.
        BadInput: a knob has a value that would stop a real negotiator.
    """
    scenario = as_its_negotiator(scenario)
    if "." in job:
        ad, owner = find_job(job, submitter, scenario.pool, Evaluator(scenario.now))
        case = Case(scenario, lambda who: who.endswith(owner))
        explained = case.job(job, ad, owner)
    else:
        ads, owner = find_cluster(job, submitter, scenario.pool, Evaluator(scenario.now))
        case = Case(scenario, lambda who: who.endswith(owner))
        explained = case.cluster(job, ads, owner)
    return case.remarked(explained, lambda who: who == explained.submitter)


def explain_group(scenario: ScenarioData, name: str) -> Explanation:
    """Why this group and each of its members get what they get in a cycle.

    NothingFound if there is no such group, BadInput if a knob has a value that would stop a real negotiator.
    """
    case = Case(as_its_negotiator(scenario), lambda who: True)
    explained = case.group(find_group(name, case.trace.cycle.tree).name)
    return case.remarked(explained, {member.name for member in explained.members}.__contains__)


def eligible_step(scenario: ScenarioData, jobs: Sequence[Ad]) -> EligibleStep:
    """How many slots could take one of these jobs, and how many more if they asked for less."""
    reach, evaluator = EligibleSlots(scenario), Evaluator(scenario.now)
    eligible = reach.slots(jobs)
    smaller = []
    for attribute, resource in _REDUCIBLE.items():
        most = reach.next_size(jobs, attribute, resource)
        if most is None:
            continue
        asked = [number_of(evaluator, ad, attribute) or 0.0 for ad in jobs]
        less = [ad.replace({attribute: min(value, most)}) for ad, value in zip(jobs, asked, strict=True)]
        smaller.append(SmallerRequest(attribute, max(asked), most, reach.slots(less) - eligible))
    return EligibleStep(eligible, len(scenario.pool.slots), tuple(smaller))


class Case:
    """A dry run of one cycle and what was recorded of it, from which explanations are made."""

    def __init__(self, scenario: ScenarioData, concerns: Callable[[str], bool]) -> None:
        self.scenario = scenario
        self.pool = scenario.pool
        self.trace, self._memory = Trace(scenario.pool, concerns), Memory(goes_on=False)
        outcome = negotiate(scenario, observer=self.trace, memory=self._memory)
        self.diagnosis = Diagnosis(self.trace)
        self.outcome = replace(outcome, waiting=tuple(self.diagnosis.waiting(concerns)))
        self.summary = summarise(self.outcome)
        self._stopped = list(zip(self.outcome.visits, visit_reasons(self.outcome), strict=True))
        """Each visit with why its submitter got no more, if it is the last one at its schedd."""
        self._unfit: list[tuple[str, int, Ad]] = []
        """Jobs that fit no slot: for each kind the first one's id, how many there are, and their ad."""

    @cached_property
    def _judged(self) -> Outcome:
        """The outcome with what of it hangs on a second or a tie."""
        return with_stability(self.scenario, self.outcome, self.trace, self._memory)

    def remarked(self, explained: Explanation, concerns: Callable[[str], bool]) -> Explanation:
        """The explanation of these submitters, with remarks for an administrator, and what hangs on a second or a tie.

        Nothing else can be explained after that: the cycles run for it change what the first one left in memory.
        """
        remarks = (
            *drained_remarks(self.scenario, self._unfit, self.trace.cycle.state.flattens_requests),
            *leftover_remarks(self.scenario, self.outcome, explained.group),
            *assumed_quota_remarks(self.scenario, self.outcome),
            *first_cycle_remarks(self.scenario, self.outcome, concerns),
        )
        names = {explained.submitter, *(member.name for member in explained.members)}
        return replace(explained, remarks=remarks, hangs_on=instabilities(self._judged, names.__contains__))

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
        traced = [seen for (who, _), own in trace.visits.items() if who == name for seen in own]
        visits = sorted(traced, key=lambda seen: seen.matches.stop)
        spins = [past for past in trace.spins if name in past.names]
        seen = (decided and decided.seen) or (visits[-1] if visits else None)
        spin = (decided and decided.spin) or (seen.spin if seen else spins[-1] if spins else None)
        summary = self.summary.submitter(name)
        usage, lost = self.outcome.usage.get(name, 0.0), 0.0 if summary is None else summary.lost
        return replace(
            self._outline(subject, shown, cycle.tree.assigned(name).number, matches, primary, usage, lost),
            submitter=name,
            idle_jobs=sum(cause.jobs for cause in causes) if summary is None else summary.idle_jobs,
            jobs_left=sum(cause.jobs for cause in causes),
            others=tuple(causes[1:]),
            share=None if spin is None else share_step(spin, cycle.weights.pie),
            limit=None if seen is None else limit_step(seen, cycle.state.accounts.floor(name)),
            visits=tuple(visit for visit in self.outcome.visits if visit.submitter == name),
            stopped=tuple(reason for visit, reason in self._stopped if visit.submitter == name),
            requests=tuple(self._step(jobs) for jobs in held if jobs.waiting is not None),
            losses=self._losses(lambda loser: loser == name),
        )

    def _outline(
        self, subject: Subject, name: str, number: int, matches: list[Match], primary: Cause, usage: float, lost: float
    ) -> Explanation:
        """The part common to submitters and groups; `number` is the group's."""
        trace, tree = self.trace, self.trace.cycle.tree
        ways: defaultdict[tuple[str, str | None], list[Match]] = defaultdict(list)
        for match in matches:
            ways[str(match.because), match.preempts].append(match)
        weight = sum(match.cost for match in matches)
        return Explanation(
            at=self.outcome.at,
            subject=subject,
            name=name,
            submitter=None,
            group=tree.groups[number].name if tree.group_mode else None,
            usage=usage,
            matches=len(matches),
            weight=weight,
            lost=lost,
            holds=usage + weight - lost,
            jobs=sum(match.jobs for match in matches),
            further=sum(max(match.jobs - 1, 0) for match in matches),
            primary=primary,
            pool=pool_step(trace, len(self.pool.slots)),
            quotas=quota_steps(trace, number),
            turns=turn_steps(trace, number),
            won=tuple(_won(*how, of_way) for how, of_way in ways.items()),
        )

    def _losses(self, whose: Callable[[str], bool]) -> tuple[LostSlots, ...]:
        lost = (taken for taken in self.summary.takeovers if whose(taken.loser))
        return tuple(LostSlots(taken.winner, str(taken.because), taken.slots, taken.weight) for taken in lost)

    def _step(self, held: HeldJobs) -> RequestStep:
        """What the pool's slots are to jobs of one sort."""
        assert held.waiting is not None and held.job is not None
        matching = self.diagnosis.apart(held.waiting)
        if not matching.matching:
            self._unfit.append((held.job.id, held.jobs, held.waiting.ad))
        return RequestStep(held.cause, held.submitter.schedd_name or "", matching, tuple(_hands(held.waiting)))

    def slots_that_match(self, name: str) -> float | None:
        """How many slots a submitter's first idle job fits when the cycle begins; None without idle jobs."""
        for ad in self.diagnosis.submitters(name):
            for job in self.trace.queue(ad).jobs[:1]:
                return float(self.diagnosis.apart(self.trace.unvisited(ad, job)).matching)
        return None

    def job(self, job: str, ad: Ad, owner: str) -> Explanation:
        """The explanation of one job, given its ad and its submitter's name."""
        name, queue, entry = self._home(ad, job, owner)
        if (blocked := self._blocked(job, ad, name, queue, entry)) is not None:
            cause, held = blocked
            return self._explanation(Subject.JOB, job, name, [cause], [] if held is None else [held])
        won = Cause(Reason.SATISFIED, "its submitter got a slot for it in this cycle", 0, job)
        return replace(self._explanation(Subject.JOB, job, name, [], []), primary=won)

    def _blocked(
        self, job: str, ad: Ad, name: str, queue: JobQueue | None, entry: Submitter | None
    ) -> tuple[Cause, HeldJobs | None] | None:
        """What holds back one job; None if it gets a slot."""
        if (state := not_idle(ad, self.trace.cycle.state.evaluator)) is not None:
            return Cause(Reason.JOB_NOT_IDLE, state, 1, job), None
        if entry is None or queue is None:
            return replace(absent(name, self.pool, self.trace), jobs=1, job=job), None
        if not queue.is_waiting(queue.place(job)):
            return None
        # Before limits and slots: with an ad that cannot be used, the negotiator never comes to any job.
        if (useless := self.diagnosis.unusable(entry)) is not None:
            return Cause(Reason.UNUSABLE_AD, useless, 1, job), None
        if entry.idle_jobs <= 0:
            return Cause(Reason.NO_IDLE_JOBS, "its submitter's ad counts no idle jobs", 1, job), None
        mine = queue.job(queue.place(job))
        alike = next(jobs for jobs in queue.waiting() if jobs.first.standing == mine.standing)
        # If some jobs of this kind were matched with slots without a claim, the first ones were.
        earlier = (at for at in range(queue.place(job)) if queue.is_waiting(at))
        place = sum(queue.job(at).standing == mine.standing for at in earlier)
        of_kind = list(self.diagnosis.of_class(entry, alike))
        held = of_kind[0] if place < of_kind[0].jobs else of_kind[1]
        return replace(held.cause, jobs=1, job=job), replace(held, jobs=1, job=mine)

    def cluster(self, cluster: str, ads: Sequence[Ad], owner: str) -> Explanation:
        """The explanation of all jobs of a cluster, given their ads and their submitter's name."""
        evaluator = self.trace.cycle.state.evaluator
        jobs = {f"{cluster}.{integer_of(evaluator, ad, 'ProcId')}": ad for ad in ads}
        idle = [job for job, ad in jobs.items() if not_idle(ad, evaluator) is None]
        first = (idle or list(jobs))[0]
        name, queue, entry = self._home(jobs[first], first, owner)
        blocked = [self._blocked(job, jobs[job], name, queue, entry) for job in jobs.keys() - idle]
        if queue is None or entry is None or entry.idle_jobs <= 0 or self.diagnosis.unusable(entry) is not None:
            blocked += [self._blocked(job, jobs[job], name, queue, entry) for job in idle]
        else:
            blocked += self._waiting_of(frozenset(idle), queue, entry)
        reasons = [own for own in blocked if own is not None]
        held = {(own.reason, own.job.standing): own for _, own in reasons if own is not None and own.job is not None}
        causes = [cause for cause, _ in reasons]
        explained = self._explanation(Subject.CLUSTER, cluster, name, causes, list(held.values()))
        left = sum(cause.jobs for cause in causes)
        eligible = eligible_step(self.scenario, list(jobs.values()))
        if not causes:
            won = Cause(Reason.SATISFIED, "its jobs get slots in this cycle", 0, first)
            explained = replace(explained, primary=won)
        return replace(explained, idle_jobs=len(jobs), jobs=len(jobs) - left, jobs_left=left, eligible=eligible)

    def _waiting_of(
        self, own: frozenset[str], queue: JobQueue, entry: Submitter
    ) -> Iterator[tuple[Cause, HeldJobs | None]]:
        """What holds back each kind of these jobs that no match is expected to start, with how many they are."""
        alike = {jobs.first.standing: jobs for jobs in queue.waiting()}
        kinds: dict[JobClass, list[HeldJobs]] = {}
        places, counts = Counter[JobClass](), Counter[tuple[JobClass, int]]()
        firsts: dict[tuple[JobClass, int], Job] = {}
        for place in filter(queue.is_waiting, range(len(queue.jobs))):
            job = queue.job(place)
            standing = job.standing
            place_of_kind = places[standing]
            places[standing] += 1
            if job.id not in own:
                continue
            if standing not in kinds:
                kinds[standing] = list(self.diagnosis.of_class(entry, alike[standing]))
            # If some jobs of this kind were matched with slots without a claim, the first ones were.
            part = (standing, int(place_of_kind >= kinds[standing][0].jobs))
            counts[part] += 1
            firsts.setdefault(part, job)
        for of, jobs in counts.items():
            held = replace(kinds[of[0]][of[1]], jobs=jobs, job=firsts[of])
            yield replace(held.cause, jobs=jobs, job=firsts[of].id), held

    def _home(self, ad: Ad, job: str, owner: str) -> tuple[str, JobQueue | None, Submitter | None]:
        """The submitter under which a job is negotiated, its queue and its ad."""
        # cluster.proc is unique at one schedd only, so that another schedd's job of that number comes second.
        schedd = schedd_of(ad, self.trace.cycle.state.evaluator)
        elsewhere = None
        for entry in self.trace.cycle.submitters:
            queue = self.trace.queue(entry)
            if any(queued.id == job for queued in queue.jobs):
                if entry.schedd_name == schedd:
                    return entry.name, queue, entry
                elsewhere = elsewhere or (entry.name, queue, entry)
        return elsewhere or (owner, None, None)

    def group(self, name: str) -> Explanation:
        """The explanation of a group, by its name."""
        cycle = self.trace.cycle
        # Members are whoever has an ad in this cycle; who has only a record takes no part in it.
        number = next(group.number for group in cycle.tree.groups if group.name == name)
        named = dict.fromkeys(submitter.name for submitter in cycle.submitters)
        names = [who for who in named if cycle.tree.assigned(who).number == number]
        explained = [self.submitter(who) for who in names]
        matches = [match for match in self.outcome.matches if cycle.tree.assigned(match.submitter).number == number]
        usage, lost = self.trace.usage_before[name], sum(own.weight for own in self.outcome.losses if own.group == name)
        members = []
        for own in explained:
            priority, got = cycle.state.accounts.priority(own.name), (own.matches, own.weight)
            members.append(Member(own.name, priority, own.usage, own.idle_jobs, *got, own.primary, own.jobs))
        return replace(
            self._outline(Subject.GROUP, name, number, matches, of_group(explained), usage, lost),
            idle_jobs=sum(member.idle_jobs for member in explained),
            jobs_left=sum(member.jobs_left for member in explained),
            members=tuple(members),
            losses=self._losses(lambda loser: loser in names),
        )


def _hands(waiting: Waiting) -> Iterator[BlockedSlots]:
    """The slots by what keeps them from these jobs, and by who holds them."""
    for slots in waiting.slots.by_verdict:
        weights = slots.weights
        for user, count in sorted(slots.holders.items(), key=lambda held: (-held[1], held[0] or "")):
            yield BlockedSlots(str(slots.verdict), user, count, weights[user])


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


_ABSENT = frozenset({Reason.NOT_ADVERTISED, Reason.FILTERED, Reason.UNUSABLE_AD, Reason.SKIPPED, Reason.JOBS_MISSING})

_MEANINGS = {
    "takes part": "only one of them takes part in the cycle",
    "idle jobs": "only one of them has idle jobs",
    "group": "they are in different groups",
    "group's effective quota": "their groups have different quotas",
    "group's allocation": "different amounts are allocated to their groups",
    "group's turn": "their groups are served one after the other",
    "group's limit": "their groups have different limits",
    "effective priority": "the smaller effective priority has the larger share and comes first",
    "share": "their shares of the pie differ",
    "in use before": "what is already in use is deducted from the share",
    "submitter limit": "what they may win differs",
    "limit for free slots": "what they may win of free slots differs",
    "ceiling": "their ceilings differ",
    "floor": "a submitter below its floor comes first",
    "place among visits": "the one visited first chooses first",
    "slots that match": "their jobs fit different slots",
    "won": "what they won differs",
}


def compare(scenario: ScenarioData, one: str, other: str) -> ExplainedPair:
    """Explain two submitters by the same cycle, and say where they first differ.

    NothingFound if there is no submitter of a name, BadInput if a knob has a value that would stop a real negotiator.
    """
    scenario = as_its_negotiator(scenario)
    names = find_submitter(one, scenario), find_submitter(other, scenario)
    case = Case(scenario, lambda name: name in names)
    left, right = (case.submitter(name) for name in names)
    points = tuple(_points(case, left, right))
    left, right = (case.remarked(explained, names.__contains__) for explained in (left, right))
    first = next((point for point in points if point.differs), None)
    return ExplainedPair(left, right, points, first, _sentence(points, first, left, right))


def _points(case: Case, left: Explanation, right: Explanation) -> Iterator[Point]:
    pair = left, right
    # The first normal visit: a visit for a floor has a share of 100%, and later spins divide only the rest.
    normal = ((visit for visit in explained.visits if visit.kind is PassKind.NORMAL) for explained in pair)
    visits = [next(own, None) for own in normal]

    def of_visits(about: str, attribute: str) -> Point:
        return Point(about, *(None if visit is None else getattr(visit, attribute) for visit in visits))

    out = (own.primary.reason in _ABSENT and not own.requests and not own.matches for own in pair)
    yield Point("takes part", *("no" if is_out else "yes" for is_out in out))
    yield Point("idle jobs", *("yes" if explained.idle_jobs else "no" for explained in pair))
    if left.quotas:
        yield Point("group", left.group, right.group)
        yield Point("group's effective quota", *(explained.quotas[-1].effective_quota for explained in pair))
        turns = [explained.turns[0] if explained.turns else None for explained in pair]
        yield Point("group's allocation", *(None if turn is None else turn.allocated for turn in turns))
        yield Point("group's turn", *(None if turn is None else float(turn.place) for turn in turns))
        limits = (None if turn is None or turn.limit is None else float(turn.limit) for turn in turns)
        yield Point("group's limit", *limits)
    accounts = case.trace.cycle.state.accounts
    priorities = [accounts.priority(explained.name) for explained in pair]
    factors = [accounts.factor(explained.name) for explained in pair]
    yield Point("effective priority", *priorities)
    yield Point("real priority", *(priority / factor for priority, factor in zip(priorities, factors, strict=True)))
    yield Point("priority factor", *factors)
    yield of_visits("share", "share")
    yield Point("in use before", left.usage, right.usage)
    yield Point("floor", *(float(accounts.floor(explained.name)) for explained in pair))
    yield of_visits("submitter limit", "limit")
    yield of_visits("limit for free slots", "unclaimed_limit")
    ceilings = ((accounts.ceiling_left(explained.name), accounts.usage(explained.name)) for explained in pair)
    yield Point("ceiling", *(None if left is None else float(left + int(usage)) for left, usage in ceilings))
    order = list(case.outcome.visits)
    yield Point("place among visits", *(None if visit is None else float(order.index(visit) + 1) for visit in visits))
    yield Point("slots that match", *(case.slots_that_match(explained.name) for explained in pair))
    yield Point("won", left.weight, right.weight)


def _sentence(points: tuple[Point, ...], first: Point | None, left: Explanation, right: Explanation) -> str:
    if first is None:
        return "They do not differ at any point of the chain."
    one, other = _number(first, first.one), _number(first, first.other)
    sentence = f"First difference, {first.about}: {left.name} {one}, {right.name} {other}; {_MEANINGS[first.about]}."
    if first.about == "group":
        after = [point for point in points if point.about.startswith("group's") and point.differs]
        if after:
            what = after[0].about.removeprefix("group's ")
            pair = f"{_number(after[0], after[0].one)} and {_number(after[0], after[0].other)}"
            sentence += f" The first figure in which the groups differ is the {what}: {pair}."
    # A product says little: users can change their factor, and only time their real priority.
    if first.about == "effective priority":
        parts = {point.about: point for point in points}
        real, factor = parts["real priority"], parts["priority factor"]
        sentence += (
            f" That is real priority x factor, {_number(real, real.one)} x {_number(factor, factor.one)} against "
            f"{_number(real, real.other)} x {_number(factor, factor.other)}."
        )
    return sentence


def _number(point: Point, value: float | str | None) -> str:
    if value is None or isinstance(value, str):
        return "none" if value is None else value
    return percent(value) if point.about == "share" else figure(value)
