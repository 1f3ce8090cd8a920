"""What happens before the first submitter is asked: accounts brought up to date, slots and jobs made ready."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from userprio.accounting import (
    GroupOf,
    LimitRules,
    PriorityRules,
    SlotStatus,
    catch_up,
    check_records,
    expire_leases,
    holders,
    limits_in_use,
    named,
    recount,
    slot_status,
    start_up,
)
from userprio.classad import (
    KNOWN_HOMES,
    Ad,
    Evaluator,
    Partition,
    ReferenceClosure,
    ReferenceIndex,
    satisfies,
    text_of,
)
from userprio.errors import placed
from userprio.ledger import Ledger
from userprio.matching import (
    EQUALLY_PREFERRED,
    KEPT_POST_JOB_RANK,
    KEPT_PRE_JOB_RANK,
    STRICTLY_PREFERRED,
    UNOPTIMIZED,
    Assessor,
    MatchSide,
    Slot,
    SlotClasses,
    SlotKind,
    SlotList,
    claims_of,
    flattens_requests,
    ranked_once,
    slot_kind,
)
from userprio.negotiation.chance import tied_slots
from userprio.negotiation.clock import Clock
from userprio.negotiation.costs import NO_TIME, Costs
from userprio.negotiation.ephemeral import (
    USE_BY_GROUP,
    USE_BY_USER,
    flattened_as_fetched,
    may_be_read,
    negotiator_functions,
    prepared_slot,
    steady_quotas,
)
from userprio.negotiation.state import ConcurrencyLimits, CycleState, LiveAccounts
from userprio.negotiation.vacating import VacatingRules
from userprio.pool import (
    FIRST_CYCLE,
    NegotiatorSettings,
    Pool,
    PoolWeights,
    Scenario,
    Submitter,
    as_its_negotiator,
    fetched_slots,
    fetched_submitters,
    ignored_knobs,
    ip_protocols,
    pool_weights,
    trimmed,
    user_maps,
    version_remarks,
)
from userprio.quotas import GroupTree, Quotas, QuotaSettings, assign_quotas, build_tree
from userprio.schedd import (
    Autoclusters,
    JobOrder,
    Schedds,
    Starting,
    Users,
    asked_attributes,
    job_classes,
    job_queues,
    mentions,
    remembered_attributes,
    significant_attributes,
)
from userprio.versions import Behaviour

SLOT_FACTS: Final = (
    "PreemptingAccountingGroup PreemptingUser AccountingGroup RemoteUser RemoteScheddName CurrentRank "
    "DynamicSlot PslotRollupInformation WantClaiming Offline WantAdRevaluate"
).split()
"""Attributes that a kind of slot knows by itself, whatever expressions say."""

MATCH_FACTS: Final = (
    f"Requirements SavedRequirements {UNOPTIMIZED} Rank ConcurrencyLimits SlotWeight PartitionableSlot "
    "MachineResources Cpus Memory RequestCpus RequestMemory"
).split()
"""Attributes that decide about matches in any case."""


_UNMATCHED: Final = {"machinematchcount": 0, "offlinematches": None}
"""A negotiator recounts the matches of each slot. Mostly nothing reads it, and ads stay as they are."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A cycle about to begin."""

    settings: NegotiatorSettings
    quota_settings: QuotaSettings
    tree: GroupTree
    quotas: Quotas
    reads_previous_quotas: bool
    """Whether something that decides about matches may read the quotas that the cycle before left."""
    weights: PoolWeights
    in_use: float
    """Weight charged to somebody."""
    submitters: list[Submitter]
    state: CycleState
    schedds: Schedds
    candidates: int
    tied: int
    """How many slots have the rank of others, and no order of their own; see `tied_slots`."""
    user_limits_unknown: tuple[str, ...]
    """The schedds that may have users who may not run more than so many jobs, which is not known."""
    vacating: VacatingRules
    warnings: tuple[str, ...]


def prepare(scenario: Scenario, job_order: JobOrder | None = None, costs: Costs = NO_TIME) -> Prepared:
    """Phases 1 and 2 of a cycle: obtain the ads, do the accounting."""
    scenario = as_its_negotiator(scenario)
    pool, config, now = scenario.pool, scenario.config, scenario.now
    settings, quota_settings = NegotiatorSettings.of(scenario), QuotaSettings.from_config(config)
    tree = build_tree(config)
    maps, map_warnings = user_maps(config)
    homes = KNOWN_HOMES if config.boolean("CLASSAD_ENABLE_USER_HOME") else {}
    evaluating = partial(
        Evaluator,
        now,
        user_maps=maps,
        homes=homes,
        circles_are_undefined=settings.behaviour.circles_are_undefined,
        caching=settings.caching,
    )
    evaluator = evaluating()
    slots, slot_warnings = fetched_slots(pool.slots, settings, evaluator)
    submitters, submitter_warnings = fetched_submitters(pool.submitters, settings, evaluator)

    weights = pool_weights(slots, settings, evaluator)
    previous_quotas = scenario.previous_quotas
    quotas = assign_quotas(tree, weights.quota, quota_settings)
    if not tree.group_mode:
        previous_quotas = FIRST_CYCLE
    elif previous_quotas is None:
        previous_quotas = steady_quotas(tree, quotas)
    groups = [group.name for group in tree.groups]
    rules = PriorityRules.from_config(config, groups)

    def group_of(name: str) -> str:
        return tree.assigned(name).name

    statuses = [slot_status(ad, settings.charging, evaluator) for ad in slots]
    ledger = _brought_up_to_date(scenario, statuses, rules, groups, group_of, settings.behaviour)
    records = named(ledger.resources) if settings.behaviour.usage_is_recounted else ledger.resources
    held = None if settings.behaviour.preempted_users_keep_usage else holders(ledger, statuses)
    accounts = LiveAccounts(ledger, rules, group_of, previous_quotas, held)
    matching = evaluating(negotiator_functions(accounts, tree.group_mode))

    schedds, job_warnings = _schedds(pool, slots, submitters, settings, evaluator, job_order)
    left = trimmed(slots, settings, evaluator)
    ready = [prepared_slot(ad, settings, accounts, evaluator) for ad in left]
    asking = schedds.representatives()
    relevant = _relevant(references := ReferenceIndex([*ready, *asking]), settings)
    counts = relevant.all.names is None or not _UNMATCHED.keys().isdisjoint(relevant.all.names)
    if counts:
        left, ready = ([ad.replace(_UNMATCHED) for ad in ads] for ads in (left, ready))
    if settings.ranks.ignore_job_ranks:
        ready = [ranked_once(*pair, settings.ranks, matching) for pair in zip(ready, left, strict=True)]
    if counts or settings.ranks.ignore_job_ranks:
        relevant = _relevant(references := ReferenceIndex([*ready, *asking]), settings)
    ready = flattened_as_fetched(ready, left, references, settings, evaluator)
    assessor = Assessor(settings, matching, references)
    kinds = {
        flattens: Partition(relevant.all, partial(slot_kind, settings=settings, evaluator=matching, flattens=flattens))
        for flattens in (True, False)
    }

    def kind_of(ad: Ad, *, flattens: bool) -> SlotKind:
        # Addresses differ from slot to slot, but only what they say about reaching a slot makes a difference.
        protocols = ip_protocols(text_of(matching, ad, "MyAddress"))
        return kinds[flattens].of(ad, protocols, "StartdIpAddr" in ad)

    classes = SlotClasses(relevant.free, relevant.held, relevant.ranks, settings.consider_preemption)
    listed = _listed(ready, partial(kind_of, flattens=True), assessor, settings, matching)
    flattening = flattens_requests(slots, evaluator)
    state = CycleState(
        settings=settings,
        evaluator=matching,
        accounts=accounts,
        concurrency=ConcurrencyLimits(LimitRules.from_config(config), limits_in_use(slots, records, evaluator)),
        clock=Clock(settings.time_limits, costs, now_s=len(slots) * costs.slot_fetched),
        slots=SlotList(listed, classes),
        by_name={text_of(evaluator, ad, "Name") or "": ad for ad in (*slots, *ready)},
        assessor=assessor,
        flattens_requests=flattening,
        job_kinds=Partition(relevant.all, partial(MatchSide, flattens=flattening)),
        unflattened_kinds=partial(kind_of, flattens=False),
        relevant=relevant.all,
        volatile=relevant.all.called(frozenset({USE_BY_USER.lower(), USE_BY_GROUP.lower()})),
    )
    unknown = _without_user_limits(pool, submitters, schedds)
    return Prepared(
        settings=settings,
        quota_settings=quota_settings,
        tree=tree,
        quotas=quotas,
        reads_previous_quotas=tree.group_mode and settings.consider_preemption and may_be_read(relevant.all.names),
        weights=weights,
        in_use=sum(slot.weight for slot in statuses if slot.claimed_by is not None),
        submitters=submitters,
        state=state,
        schedds=schedds,
        candidates=len(listed),
        tied=tied_slots(listed, assessor) if settings.ranks.ignore_job_ranks else 0,
        user_limits_unknown=unknown,
        vacating=VacatingRules.from_config(config),
        warnings=(
            *version_remarks(settings.versions),
            *pool.problems,
            *(placed(warning.message, warning.path, warning.line) for warning in tree.warnings),
            *map_warnings,
            *ignored_knobs(config),
            *slot_warnings,
            *submitter_warnings,
            *job_warnings,
            *_not_known(unknown, asks_homes=bool(homes) and "userhome" in relevant.all.calls),
        ),
    )


def _brought_up_to_date(
    scenario: Scenario,
    slots: list[SlotStatus],
    rules: PriorityRules,
    groups: list[str],
    group_of: GroupOf,
    behaviour: Behaviour,
) -> Ledger:
    """The ledger as the negotiator has it when matching begins, be it one that starts now or one that is running."""
    begin = start_up if scenario.first_cycle else catch_up
    begun = begin(scenario.ledger, scenario.now, rules, groups, group_of)
    ledger = expire_leases(begun, scenario.now, rules.default_factor, behaviour)
    # A ledger without records of slots, such as one that was asked for, tells nothing by which to keep usage.
    if behaviour.usage_is_recounted or not (scenario.first_cycle or ledger.resources):
        claims = [(slot.claimed_by, slot.weight) for slot in slots if slot.claimed_by is not None]
        return recount(ledger, claims, scenario.now, group_of)
    return check_records(ledger, slots, scenario.now, group_of)


_HOW_TO_GET_SUBMITTERS: Final = "condor_status -submitters -long > submitters.ads makes that file of a snapshot"


def _schedds(
    pool: Pool,
    slots: list[Ad],
    submitters: list[Submitter],
    settings: NegotiatorSettings,
    evaluator: Evaluator,
    job_order: JobOrder | None,
) -> tuple[Schedds, list[str]]:
    asked = asked_attributes(slots, settings)
    significant = significant_attributes(asked, settings, remembered_attributes(pool.jobs))
    autoclusters = Autoclusters(significant)
    # An order from elsewhere may look at anything.
    classes = None if job_order is not None else job_classes(asked, significant, settings)

    def wanted(ad: Ad) -> bool:
        return satisfies(evaluator, ad, settings.job_constraint)

    advertised = {text_of(evaluator, ad, "Name") for ad in pool.submitters}
    schedds = {text_of(evaluator, ad, "ScheddName") for ad in pool.submitters}
    starting, told = _starting(pool, settings, evaluator)
    queues, homeless = job_queues(
        pool.jobs, submitters, autoclusters.number, wanted, evaluator, job_order, classes, schedds, starting
    )
    if homeless and not pool.submitters:
        nothing = "nothing can be matched: there are jobs but no submitter ads, by which a negotiator knows of them"
        lost = f"{nothing}. {_HOW_TO_GET_SUBMITTERS}"
        return Schedds(settings.schedd, queues, {}, autoclusters.shown, starting), [lost]
    warnings = told + [
        f"{count} idle jobs of {name} take no part: there is no ad of that submitter"
        for name, count in homeless.items()
        if name not in advertised
    ]
    running: Counter[str] = Counter()
    for submitter in submitters:
        running[submitter.schedd_address] += submitter.running_jobs
    return Schedds(settings.schedd, queues, running, autoclusters.shown, starting), warnings


def _starting(pool: Pool, settings: NegotiatorSettings, evaluator: Evaluator) -> tuple[Starting, list[str]]:
    """What schedds start, and what of it cannot be told, in sentences."""
    start, warnings = settings.schedd.start_vanilla, []
    if mentions(start, "schedd"):
        start = None
        warnings.append(
            "START_VANILLA_UNIVERSE looks at the schedd's own ad (SCHEDD), which is not in a snapshot; "
            "every job is taken to be allowed to start"
        )
    return Starting(start, Users.of_pool(pool, settings.versions), evaluator), warnings


def _without_user_limits(pool: Pool, submitters: list[Submitter], schedds: Schedds) -> tuple[str, ...]:
    """The schedds with idle jobs that may limit their users, where there is no record of any user."""
    if not pool.recorded:
        return ()
    names = {
        submitter.schedd_name: None
        for submitter in submitters
        if submitter.schedd.users_have_job_limits
        and schedds.queue(submitter).jobs
        and not schedds.starting.users.are_known(submitter.schedd_name)
    }
    return tuple(name or "" for name in names)


def _not_known(schedds: tuple[str, ...], *, asks_homes: bool) -> Iterator[str]:
    """What had to be taken for granted, in sentences."""
    if schedds:
        more = f" and {len(schedds) - 1:,} more" if len(schedds) > 1 else ""
        yield (
            "limits on the running jobs of single users (MaxJobsRunning) are not known of "
            f"{schedds[0] or 'the schedd'}{more}; users there are taken to have none. condor_qusers -long > qusers.ads "
            "makes that file of a snapshot"
        )
    if asks_homes:
        yield (
            "userHome() looks for users of the central manager, of whom only root is known here; of others it is "
            "taken to find none"
        )


@dataclass(frozen=True, slots=True)
class _Relevant:
    """What decides about matches, and of that what sets slots apart in a scan."""

    all: ReferenceClosure
    free: ReferenceClosure
    held: ReferenceClosure
    ranks: ReferenceClosure


def _relevant(references: ReferenceIndex, settings: NegotiatorSettings) -> _Relevant:
    """What decides about matches between the slots and jobs of these references."""
    ranks = settings.ranks
    ranking = [expr for expr in (ranks.pre_job_rank, ranks.post_job_rank) if expr is not None]
    taking = [STRICTLY_PREFERRED, EQUALLY_PREFERRED]
    if ranks.preemption_requirements is not None:
        taking.append(ranks.preemption_requirements)
    preempting = [] if ranks.preemption_rank is None else [ranks.preemption_rank]
    kept = {KEPT_PRE_JOB_RANK, KEPT_POST_JOB_RANK}
    names = {*SLOT_FACTS, *MATCH_FACTS, *kept}
    prefix = "consumption"
    for name in [name for name in references.names() if name.startswith(prefix)]:
        resource = name.removeprefix(prefix)
        names |= {name, resource, f"request{resource}", f"_condor_request{resource}"}
    return _Relevant(
        all=references.closure([*ranking, *taking, *preempting], names),
        free=references.closure([], names.difference(SLOT_FACTS, ["Rank"])),
        held=references.closure(taking, names.difference(SLOT_FACTS)),
        ranks=references.closure(ranking, ["Rank", *kept]),
    )


def _listed(
    ads: list[Ad],
    kind_of: Callable[[Ad], SlotKind],
    assessor: Assessor,
    settings: NegotiatorSettings,
    evaluator: Evaluator,
) -> list[Slot]:
    """The slots in the order in which they are looked at."""
    slots = [
        Slot(number, text_of(evaluator, ad, "Name") or "", ad, kind, claims_of(ad, kind, evaluator))
        for number, (ad, kind) in enumerate(zip(ads, map(kind_of, ads), strict=True))
    ]
    if not settings.ranks.ignore_job_ranks:
        return slots
    # Ranked once and for all. Between equals HTCondor goes by where the ads lie in memory, which nobody can know.
    return sorted(slots, key=lambda slot: tuple(-rank for rank in assessor.kept_ranks(slot.kind)))
