"""What is explained, by name, and the parts of an explanation: how a cycle's trace becomes them.

The parts are the chain from the pool to one submitter's limit: quotas down the tree of groups, their demand, surplus,
order and limits, and the division of the pie in a spin. Weights are sums of SlotWeight.
"""

from collections import Counter
from enum import StrEnum

from msgspec import Struct

from userprio.accounting.quotas import AllocationRound, Group, GroupTree, Skip, build_tree
from userprio.base import NothingFound, listed, meant, one_meant, the_only, total
from userprio.classad import Ad, Evaluator, integer_of, text_of
from userprio.negotiation import (
    Cause,
    Instability,
    PassKind,
    Reason,
    RequirementsFound,
    Spin,
    Trace,
    Turn,
    Visit,
    VisitTrace,
)
from userprio.negotiation.matching import USER_NAMES
from userprio.negotiation.schedd import schedd_of, submitter_of
from userprio.pool import NegotiatorSettings, Pool, ScenarioData, fetched_submitters, user_maps


class Subject(StrEnum):
    """The kind of thing that is explained."""

    SUBMITTER = "submitter"
    GROUP = "group"
    JOB = "job"
    CLUSTER = "cluster"
    """The jobs of one submission."""


class SmallerRequest(Struct, frozen=True):
    """A request of jobs that further slots could meet."""

    attribute: str
    asked: float
    """The largest that one of the jobs has."""
    most: float
    """What they may ask for at most."""
    more: int
    """How many more slots could then take one of them."""


class EligibleStep(Struct, frozen=True):
    """The slots that could take one of several jobs, even if they are in use."""

    eligible: int
    slots: int
    """All slots of the pool; a partitionable one counts once."""
    smaller: tuple[SmallerRequest, ...]


class PoolStep(Struct, frozen=True):
    """The pool when the cycle began."""

    slots_in_snapshot: int
    slots: int
    """The slots that the negotiator fetches."""
    weight: float
    """The weight of all of these."""
    pie: float
    """The weight that shares are fractions of."""
    in_use: float
    candidates: int
    """Slots left after trimming."""
    smallest: float


class QuotaStep(Struct, frozen=True):
    """One group on the path down from the root, and how its quota is computed."""

    group: str
    configured: float
    static: bool
    accepts_surplus: bool
    autoregroup: bool
    parent: str | None
    parent_quota: float
    """Quota of the parent's subtree; the pool, for the root."""
    static_siblings: float
    """Sum of the static quotas under the parent, its own included."""
    dynamic_siblings: float
    """Sum of the fractions under the parent, its own included."""
    for_static: float
    """The part of the parent's quota that is handed to static groups."""
    for_dynamic: float
    """The part that is left for dynamic groups."""
    subtree_quota: float
    children_quota: float
    """What its own children receive in all."""
    effective_quota: float


class TurnStep(Struct, frozen=True):
    """A group in one pass of one round."""

    round: int
    requested: float
    own: float
    """Its allocation from its own quota."""
    surplus_taken: float
    surplus_given: float
    """The part of its own quota that it leaves to others."""
    allocated: float
    usage: float
    """In use by the group when the round began."""
    place: int
    """The position in the order of groups, from 1."""
    groups: int
    before: tuple[str, ...]
    """The groups that were negotiated with before it in this pass."""
    sort_key: float
    """The group with the smallest sort key comes first."""
    skipped: str | None
    """Why it was left out, in the negotiator's words."""
    slots: float | None
    """The limit before its fraction is dropped."""
    limit: int | None
    capped_by: str | None
    """The group, accepting no surplus, whose quota reduced the limit."""


class Competitor(Struct, frozen=True):
    """A submitter that takes part in sharing a pie."""

    name: str
    real_priority: float
    factor: float
    priority: float
    parts: float
    """Largest effective priority of all divided by its own."""
    share: float
    """`parts` divided by the sum of all parts."""
    usage: float
    ads: int
    """From how many schedds it has ads; its share counts once."""


class ShareStep(Struct, frozen=True):
    """The division of the pie in the spin that decided."""

    round: int | None
    group: str | None
    floor_pass: bool
    spin: int
    pool: float
    group_limit: int | None
    pie: float
    """The smaller of the two."""
    competitors: tuple[Competitor, ...]
    """By effective priority, best first."""
    parts: float
    """Sum of all parts."""


class LimitStep(Struct, frozen=True):
    """The computation of the submitter limit in the visit that decided."""

    share: float
    pie: float
    goal: float
    """`share` times `pie`."""
    usage: float
    allowed: float
    """`goal` minus `usage`, at least 0."""
    floor: int
    """0: no floor."""
    ceiling: float | None
    ceiling_left: float | None
    group_room: float | None
    """What its group might still win when the spin began; None without groups."""
    limit: float
    """What it could win in the visit, reduced to what was left of the pie."""
    unclaimed_limit: float
    """What it could win of unclaimed slots: `allowed`, reduced to `group_room`."""
    won: float


class Won(Struct, frozen=True):
    """Slots that the submitter got."""

    because: str
    preempts: str | None
    matches: int
    weight: float
    free_after_s: float | None = None
    """Seconds until the last of them is free at the latest; None if no job is preempted."""
    lost_weight_s: float | None = 0.0
    """Weight-seconds of work lost at most; None: it is not known how long all of their jobs have run."""


class LostSlots(Struct, frozen=True):
    """Slots that another submitter takes from it by preemption."""

    to: str
    because: str
    slots: tuple[str, ...]
    weight: float


class BlockedSlots(Struct, frozen=True):
    """Slots that a request does not get because of the same obstacle."""

    obstacle: str
    who: str | None
    slots: int
    weight: float


class RequestStep(Struct, frozen=True):
    """Idle jobs of one kind without a slot, and what the pool's slots are to them."""

    finding: Cause
    schedd: str
    matching: RequirementsFound
    hands: tuple[BlockedSlots, ...]
    """Each slot is in exactly one; empty if the negotiator never came to the submitter."""


class Member(Struct, frozen=True):
    """A short explanation of a submitter in a group."""

    name: str
    priority: float
    usage: float
    idle_jobs: int
    matches: int
    weight: float
    finding: Cause
    jobs: int
    """Jobs expected to start from the matches."""


class Explanation(Struct, frozen=True, kw_only=True):
    """Why a submitter, a group or a job gets what it gets in one cycle."""

    at: int
    subject: Subject
    name: str
    submitter: str | None
    """The job's submitter, or the submitter itself; None for a group."""
    group: str | None
    """Its group; None if the negotiator works without groups."""
    idle_jobs: int = 0
    usage: float
    """Weight in use when the cycle began."""
    matches: int
    weight: float
    """Weight charged for the matches."""
    lost: float
    """Weight that others take from it by preemption."""
    holds: float
    """Weight after the cycle: `usage` + `weight` - `lost`."""
    jobs: int
    """Jobs expected to start from the matches; a partitionable slot may start several."""
    jobs_left: int = 0
    """Idle jobs that no match is expected to start, for which reasons are given; with `jobs` they are `idle_jobs`."""
    further: int
    """How many of the jobs expected to start do so on leftovers of partitionable slots."""
    primary: Cause
    others: tuple[Cause, ...] = ()
    """What holds back its other jobs."""
    pool: PoolStep
    quotas: tuple[QuotaStep, ...]
    turns: tuple[TurnStep, ...]
    share: ShareStep | None = None
    limit: LimitStep | None = None
    visits: tuple[Visit, ...] = ()
    stopped: tuple[Reason | None, ...] = ()
    """For each visit that is its last at its schedd, why most jobs left there wait; None for the others."""
    won: tuple[Won, ...]
    losses: tuple[LostSlots, ...] = ()
    """The slots that others take from it."""
    requests: tuple[RequestStep, ...] = ()
    members: tuple[Member, ...] = ()
    hangs_on: tuple[Instability, ...] = ()
    """What it, or the submitter of the job, would get otherwise a little later, or with ties resolved otherwise."""
    remarks: tuple[str, ...] = ()
    """Remarks for an administrator, one sentence each."""
    eligible: EligibleStep | None = None
    """For a cluster of jobs: which slots could take them."""


class Point(Struct, frozen=True):
    """One point of the chain for both submitters; None if it does not apply."""

    about: str
    one: float | str | None
    other: float | str | None

    @property
    def differs(self) -> bool:
        """Whether the two have different values."""
        return self.one != self.other


class ExplainedPair(Struct, frozen=True):
    """Two explanations side by side."""

    one: Explanation
    other: Explanation
    points: tuple[Point, ...]
    """In the order of the chain."""
    first: Point | None
    """The first point where they differ."""
    sentence: str
    """The meaning of that difference."""


def pool_step(trace: Trace, in_snapshot: int) -> PoolStep:
    """The pool: all slots, those considered, and the weight in use."""
    cycle, weights = trace.cycle, trace.cycle.weights
    smallest = weights.smallest if weights.slots else 0.0
    return PoolStep(in_snapshot, weights.slots, trace.weight, weights.pie, cycle.in_use, cycle.candidates, smallest)


def quota_steps(trace: Trace, number: int) -> tuple[QuotaStep, ...]:
    """The groups from the root down to this one; empty if the negotiator works without groups."""
    if not trace.rounds:
        return ()
    opened = trace.rounds[-1]  # later rounds hand out what earlier ones left
    return tuple(_quota_step(trace, opened, group) for group in reversed(list(opened.start.tree.ancestry(number))))


def _quota_step(trace: Trace, opened: AllocationRound, group: Group) -> QuotaStep:
    tree, quotas = opened.start.tree, opened.quotas
    parent = None if group.parent is None else tree.groups[group.parent]
    above = max(quotas.pool, 0.0) if parent is None else quotas.subtree[parent.number]
    siblings = [] if parent is None else [tree.groups[child] for child in parent.children]
    static = total(sibling.configured for sibling in siblings if sibling.static)
    # Oversubscription gives static quotas in full even where their parent has less.
    for_static = static if trace.cycle.quota_settings.oversubscription else min(static, above)
    return QuotaStep(
        group=group.name,
        configured=group.configured,
        static=group.static,
        accepts_surplus=group.accepts_surplus,
        autoregroup=group.autoregroup,
        parent=None if parent is None else parent.name,
        parent_quota=above,
        static_siblings=static,
        dynamic_siblings=total(sibling.configured for sibling in siblings if not sibling.static),
        for_static=for_static,
        for_dynamic=max(0.0, above - for_static),
        subtree_quota=quotas.subtree[group.number],
        children_quota=total(quotas.subtree[child] for child in group.children),
        effective_quota=quotas.effective[group.number],
    )


def turn_steps(trace: Trace, number: int) -> tuple[TurnStep, ...]:
    """Every turn of a group, and every round in which it was left out."""
    steps: list[TurnStep] = []
    before: list[str] = []
    for turn in trace.turns:
        # Each pass goes through the groups anew, and who came before belongs to one pass.
        if turn.number == turn.opened.order[0]:
            before = []
        if turn.number == number:
            steps.append(_turn_step(turn, tuple(before)))
        elif not isinstance(turn.limit, Skip):
            before.append(turn.opened.start.tree.groups[turn.number].name)
    return tuple(steps)


def _turn_step(turn: Turn, before: tuple[str, ...]) -> TurnStep:
    opened, number = turn.opened, turn.number
    start, limit = opened.start, turn.limit
    quota = opened.start.quotas.effective[number]
    # What a group does not ask for of its own quota is what others get as surplus.
    own = min(start.requested[number], quota)
    allocated = opened.allocation.allocated[number]
    given = None if isinstance(limit, Skip) else limit
    return TurnStep(
        round=start.number,
        requested=start.requested[number],
        own=own,
        surplus_taken=allocated - own,
        surplus_given=quota - own,
        allocated=allocated,
        usage=start.usage[number],
        place=opened.order.index(number) + 1,
        groups=len(opened.order),
        before=before,
        sort_key=opened.keys[number],
        skipped=str(limit) if given is None else None,
        slots=None if given is None else given.slots,
        limit=None if given is None else given.limit,
        capped_by=None if given is None or given.capped_by is None else start.tree.groups[given.capped_by].name,
    )


def share_step(spin: Spin, pool: float) -> ShareStep:
    """Everybody who took part in a spin, and the shares that their priorities gave them."""
    competitors, norm = [], spin.normalisation
    # A submitter at several schedds has several ads and one share.
    for name, ads in Counter(spin.names).items():
        place = spin.names.index(name)
        priority, factor, usage = spin.priorities[place], spin.factors[place], spin.usage[place]
        parts, share = norm.largest / priority, norm.share(priority)
        competitors.append(Competitor(name, priority / factor, factor, priority, parts, share, usage, ads))
    limit = None if spin.turn is None or isinstance(spin.turn.limit, Skip) else spin.turn.limit.limit
    of_spin, size = (spin.round, spin.group, spin.kind is PassKind.FLOOR, spin.number), (pool, limit, spin.pie)
    best_first = tuple(sorted(competitors, key=lambda competitor: competitor.priority))
    return ShareStep(*of_spin, *size, competitors=best_first, parts=norm.factor)


def limit_step(seen: VisitTrace, floor: int) -> LimitStep:
    """What a submitter with this floor could win in a visit."""
    record, spin = seen.record, seen.spin
    goal, ceiling_left = record.share * spin.pie, record.ceiling_left
    of_share = (record.share, spin.pie, goal, record.usage, max(goal - record.usage, 0.0))
    ceiling = None if ceiling_left is None else ceiling_left + int(record.usage)
    limits = (record.limit, record.unclaimed_limit)
    return LimitStep(*of_share, floor, ceiling, ceiling_left, spin.room, *limits, won=seen.used)


def known_submitters(scenario: ScenarioData) -> list[str]:
    """The names of all with a submitter ad, jobs, slots or a record, each once, those with ads first."""
    pool, ledger, config = scenario.pool, scenario.ledger, scenario.config
    maps, _ = user_maps(config)
    evaluator = Evaluator(scenario.now, user_maps=maps)
    taken, _ = fetched_submitters(pool.submitters, NegotiatorSettings.of(scenario), evaluator)
    # A user map renames a submitter before the cycle: its advertised name is nobody's then.
    prefixed = {submitter.advertised_name for submitter in taken if submitter.name != submitter.advertised_name}
    advertised = (text_of(evaluator, ad, "Name") for ad in pool.submitters)
    names: dict[str, None] = dict.fromkeys(submitter.name for submitter in taken)
    names |= dict.fromkeys(name for name in advertised if name and name not in prefixed)
    in_queues = {submitter_of(ad, evaluator) for ad in pool.jobs}
    names |= dict.fromkeys(sorted(name for name in in_queues if name and name not in prefixed))
    names |= dict.fromkeys(name for name in ledger.customers if "@" in name)
    for ad in pool.slots:
        names |= dict.fromkeys(name for key in USER_NAMES if (name := text_of(evaluator, ad, key)))
    return list(names)


def find_submitter(typed: str, scenario: ScenarioData) -> str:
    """The submitter whose name, or a trailing part of it, was typed; NothingFound if none or several are."""
    known, tree = known_submitters(scenario), build_tree(scenario.config)
    groups = {group.name.lower() for group in tree.groups[1:]}
    if not meant(typed, known) and meant(typed.lower(), groups):
        raise NothingFound(
            f"{typed} is a group, not a submitter", f"--group {typed} explains it, in Python group={typed!r}"
        )
    return one_meant(typed, known)


def find_group(typed: str, tree: GroupTree) -> Group:
    """The group whose name, or a trailing part of it, was typed, ignoring case; NothingFound if none or several are."""
    if not tree.group_mode:
        raise NothingFound("no groups are configured", "GROUP_NAMES lists them")
    names = {group.name.lower(): group.name for group in tree.groups}
    candidates = [names[name] for name in meant(typed.lower(), names)]
    if (group := tree.find(typed)) is None:
        group = tree.find(the_only(typed, candidates) if candidates else one_meant(typed, names.values(), "group"))
    assert group is not None
    return group


def find_job(typed: str, submitter: str | None, pool: Pool, evaluator: Evaluator) -> tuple[Ad, str]:
    """The ad and the submitter of a job (cluster.proc); NothingFound if there is none, or if there are several.

    `submitter` tells jobs of several schedds apart.
    """
    jobs = [f"{integer_of(evaluator, ad, 'ClusterId')}.{integer_of(evaluator, ad, 'ProcId')}" for ad in pool.jobs]
    matches = [(ad, submitter_of(ad, evaluator)) for ad, job in zip(pool.jobs, jobs, strict=True) if job == typed]
    owners = list(dict.fromkeys(owner for _, owner in matches))
    if submitter is not None:
        full_names = meant(submitter, owners)
        matches = [(ad, owner) for ad, owner in matches if owner in full_names]
        if owners and not matches:
            raise NothingFound(f"job {typed} is not one of {submitter}", f"It belongs to {_either(owners)}")
    if len(matches) == 1:
        return matches[0]
    if matches:
        owners = list(dict.fromkeys(owner for _, owner in matches))
        hint = "Name the submitter as well" if len(owners) > 1 else "It has jobs of that number at several schedds"
        raise NothingFound(f"{len(matches)} schedds have a job {typed}: of {_either(owners)}", hint)
    cluster = typed.partition(".")[0]
    of_cluster = [job for job in jobs if job.partition(".")[0] == cluster]
    if of_cluster:
        hint = f"Cluster {cluster} has {len(of_cluster)} jobs here, {of_cluster[0]} to {of_cluster[-1]}"
        raise NothingFound(f"there is no job {typed}", hint if len(of_cluster) > 1 else f"There is {of_cluster[0]}")
    raise NothingFound(f"there is no job {typed}", None if jobs else "The snapshot has no jobs")


def find_cluster(typed: str, submitter: str | None, pool: Pool, evaluator: Evaluator) -> tuple[list[Ad], str]:
    """The jobs of a cluster and their submitter, as from `find_job` for its first job."""
    procs = [integer_of(evaluator, ad, "ProcId") for ad in pool.jobs if cluster_of(ad, evaluator) == typed]
    if not procs:
        raise NothingFound(f"there is no cluster {typed}", None if pool.jobs else "The snapshot has no jobs")
    first, owner = find_job(f"{typed}.{min(procs)}", submitter, pool, evaluator)
    schedd = schedd_of(first, evaluator)
    own = (ad for ad in pool.jobs if cluster_of(ad, evaluator) == typed and schedd_of(ad, evaluator) == schedd)
    return [ad for ad in own if submitter_of(ad, evaluator) == owner], owner


def cluster_of(ad: Ad, evaluator: Evaluator) -> str:
    """The number of a job's cluster."""
    return str(integer_of(evaluator, ad, "ClusterId"))


def _either(names: list[str]) -> str:
    return listed(names, joined_by="or")
