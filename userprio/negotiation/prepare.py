"""The phases before the first visit: bringing accounts up to date, and preparing slots and jobs.

What HTCondor leaves to chance or to the clock comes first: where it matters, a dry run shows one of several possible
cycles.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting import (
    AnyAccount,
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
from userprio.accounting.quotas import GroupTree, Quotas, QuotaSettings, assign_quotas
from userprio.base.formats import counted
from userprio.base.limits import budget
from userprio.classad import Ad
from userprio.ledger import Ledger, Resource
from userprio.negotiation.added_attributes import USE_FUNCTIONS, may_be_read, steady_quotas
from userprio.negotiation.clock import NO_TIME, Clock, Costs
from userprio.negotiation.match_cache import Matching
from userprio.negotiation.matching import WRITTEN, Assessor, Slot, SlotKind, flattens_requests
from userprio.negotiation.memory import Memory
from userprio.negotiation.outcome import Chance
from userprio.negotiation.roster import Advertised, Roster
from userprio.negotiation.schedd import JobOrder, Schedds, Starting, Users, job_queues, mentions
from userprio.negotiation.state import ConcurrencyLimits, CycleState, LiveAccounts
from userprio.negotiation.vacating import VacatingRules
from userprio.pool import (
    FIRST_CYCLE,
    NegotiatorSettings,
    Pool,
    PoolWeights,
    ScenarioData,
    Submitter,
    nameless_remark,
    schedd_states,
    trims,
)


def tied_slots(slots: Sequence[Slot], assessor: Assessor) -> int:
    """How many slots share their rank with slots of another kind, if slots are ranked once a cycle (`rankSorter`)."""
    kinds: dict[tuple[float, ...], list[SlotKind]] = defaultdict(list)
    for slot in slots:
        kinds[tuple(assessor.kept_ranks(slot.kind))].append(slot.kind)
    return sum(len(equals) for equals in kinds.values() if any(kind is not equals[0] for kind in equals))


def chances(tied: int, numbered: bool, endless: Mapping[tuple[str, str], str]) -> Iterator[tuple[Chance, str]]:
    """What was left to chance, each with a sentence that explains it.

    `tied` is the number of slots that share their rank with others; `numbered` says whether ids of autoclusters that
    mattered are those that schedds are assumed to have; `endless` has, by submitter and schedd, the first request
    (cluster.proc) that would be offered until time is up.
    """
    if tied:
        yield (
            Chance.SLOT_ORDER,
            f"with NEGOTIATOR_IGNORE_JOB_RANKS HTCondor tries {tied:,} slots of equal rank in the order of their "
            "places in the negotiator's memory, which nobody knows; here it is the collector's order. With a "
            "NEGOTIATOR_POST_JOB_RANK that is different for each slot nothing is left to chance",
        )
    if numbered:
        yield (
            Chance.AUTOCLUSTER_IDS,
            "with NEGOTIATE_ALL_JOBS_IN_CLUSTER the AutoClusterId of a refused job decides which job its schedd offers "
            "next. Some have none in their ads, and autoclusters are numbered here as if this were the first cycle",
        )
    if endless:
        (submitter, schedd), request = next(iter(endless.items()))
        others = len(endless) - 1
        more = "" if not others else f", and so in {others:,} more cases" if others > 1 else ", and so in another case"
        yield (
            Chance.CLOCK,
            f"{schedd} offers job {request} of {submitter} again each time it is refused, until a time limit such as "
            f"NEGOTIATOR_MAX_TIME_PER_SUBMITTER ends the visit{more}; what there is no time for afterwards is left to "
            "the clock. Here the visit ends at once",
        )


class Prepared(Struct, frozen=True):
    """A cycle about to begin."""

    settings: NegotiatorSettings
    quota_settings: QuotaSettings
    tree: GroupTree
    quotas: Quotas
    reads_previous_quotas: bool
    """Whether something that decides about matches may read the quotas that the cycle before left."""
    weights: PoolWeights
    each_match_costs: bool
    """No slot is given for nothing."""
    in_use: float
    """Weight in use: charged to any submitter."""
    submitters: list[Submitter]
    state: CycleState
    matching: Matching
    schedds: Schedds
    candidates: int
    tied: int
    """How many slots tie in rank, so that their order is undetermined; see `tied_slots`."""
    user_limits_unknown: tuple[str, ...]
    """Schedds whose limits on running jobs per user are not known."""
    vacating: VacatingRules
    roster: Roster
    warnings: tuple[str, ...]


def prepare(
    scenario: ScenarioData, job_order: JobOrder | None = None, costs: Costs = NO_TIME, memory: Memory | None = None
) -> Prepared:
    """Phases 1 and 2 of a cycle: obtain the ads, do the accounting. Raises as `negotiate` does."""
    memory = Memory(goes_on=False) if memory is None else memory
    scenario = memory.begin(scenario)
    rules, evaluator = memory.rules, memory.evaluator
    settings, tree, pool = rules.settings, rules.tree, scenario.pool
    roster = memory.slots(pool.slots)
    advertised = memory.submitters(pool.submitters)
    submitters = advertised.submitters

    # Of all slots, before any is trimmed: a share is one of the whole pool, from which usage is subtracted, so slots
    # that nobody can win are part of it.
    weights = roster.weights(settings)
    previous_quotas = scenario.previous_quotas
    quotas = assign_quotas(tree, weights.quota, rules.quotas)
    if not tree.group_mode:
        previous_quotas = FIRST_CYCLE
    elif previous_quotas is None:
        previous_quotas = steady_quotas(tree, quotas)

    customers, resources = _accounts(scenario, roster, memory)
    records = named(resources) if settings.behaviour.usage_is_recounted else resources
    held = None
    if not settings.behaviour.preempted_users_keep_usage:
        held = holders(resources, _statuses(roster, memory))
    accounts = LiveAccounts(customers, rules.priorities, rules.group_of, previous_quotas, held)

    schedds, job_warnings = _schedds(pool, roster, advertised, memory, job_order)
    left = roster.left()
    if not settings.behaviour.each_claim_is_trimmed:
        reasons = trims(roster.ads(), settings, evaluator)
        left = [facts for facts, trim in zip(roster.slots, reasons, strict=True) if trim is None]
    consumes = roster.consumes
    flattening = not consumes or flattens_requests(roster.ads(), evaluator)
    matching = memory.matched(left, schedds, accounts, flattening=flattening)
    matching.requests.begin(accounts)
    listed = matching.slots()
    relevant = matching.relevant.all

    @cache
    def by_name() -> Mapping[str, Ad]:
        return {slot.name: slot.ad for slot in roster.slots} | {slot.name: slot.ad for slot in matching.ready}

    state = CycleState(
        settings=settings,
        evaluator=matching.evaluator,
        accounts=accounts,
        concurrency=ConcurrencyLimits(rules.limits, limits_in_use(roster.limited(), records, evaluator)),
        clock=Clock(settings.time_limits, costs, now_s=len(roster.slots) * costs.slot_fetched),
        check_time=budget().check_time,
        slots=listed,
        by_name=by_name,
        assessor=matching.assessor,
        flattens_requests=flattening,
        request_side=matching.requests.of,
        job_kinds=matching.job_kinds,
        unflattened_kinds=partial(matching.kind_of, flattens=False),
        reads_matches=any(name in relevant for name in WRITTEN),
        volatile=relevant.called(USE_FUNCTIONS),
        lowest_ranks=cache(matching.lowest_ranks),
    )
    unknown = _without_user_limits(pool, submitters, schedds)
    return Prepared(
        settings=settings,
        quota_settings=rules.quotas,
        tree=tree,
        quotas=quotas,
        reads_previous_quotas=tree.group_mode and settings.consider_preemption and may_be_read(relevant.names),
        weights=weights,
        # What a consumption policy takes may weigh nothing.
        each_match_costs=weights.smallest > 0 and not consumes,
        in_use=roster.in_use(),
        submitters=submitters,
        state=state,
        matching=matching,
        schedds=schedds,
        candidates=len(listed),
        tied=tied_slots(list(listed), matching.assessor) if settings.ranks.ignore_job_ranks else 0,
        user_limits_unknown=unknown,
        vacating=rules.vacating,
        roster=roster,
        warnings=(
            *rules.warnings,
            *pool.problems,
            *(() if pool.slots or not pool.recorded else (_NO_SLOTS,)),
            *rules.more_warnings,
            *nameless_remark(roster.nameless),
            *advertised.remarks,
            *job_warnings,
            *_not_known(
                unknown,
                asks_homes=rules.asks_homes and "userhome" in relevant.calls,
                stashed=pool.recorded and not scenario.first_cycle and any(slot.kind.comes_again for slot in listed),
            ),
        ),
    )


def _accounts(
    scenario: ScenarioData, roster: Roster, memory: Memory
) -> tuple[Mapping[str, AnyAccount], Mapping[str, Resource]]:
    """All accounts as matching begins, and the records of slots."""
    rules, accountant = memory.rules, memory.accountant
    if accountant is None or not rules.settings.behaviour.usage_is_recounted:
        ledger = scenario.ledger if accountant is None else accountant.ledger
        ledger = _brought_up_to_date(replace(scenario, ledger=ledger), roster, memory)
        return ledger.customers, ledger.resources
    accountant.recount(roster.charges, roster.charged)
    return accountant.customers, scenario.ledger.resources


def _brought_up_to_date(scenario: ScenarioData, roster: Roster, memory: Memory) -> Ledger:
    """The ledger as the negotiator has it when matching begins, whether it has just started or not."""
    rules, group_of, behaviour = memory.rules, memory.rules.group_of, memory.rules.settings.behaviour
    begin = start_up if scenario.first_cycle else catch_up
    begun = begin(scenario.accounts, scenario.now, rules.priorities, rules.groups, group_of)
    ledger = expire_leases(begun, scenario.leases_until, rules.priorities.default_factor, behaviour)
    # A ledger without records of slots, such as one asked of a running negotiator, gives nothing to check usage by.
    if behaviour.usage_is_recounted or not (scenario.first_cycle or ledger.resources):
        return recount(ledger, roster.charged(), scenario.now, group_of)
    return check_records(ledger, _statuses(roster, memory), scenario.now, group_of)


def _statuses(roster: Roster, memory: Memory) -> list[SlotStatus]:
    """The state of each slot, for an accountant that keeps records of slots."""
    charging, evaluator = memory.rules.settings.charging, memory.evaluator
    return [slot_status(slot.ad, charging, evaluator) for slot in roster.slots]


_NO_SLOTS: Final = (
    "nothing can be matched: the snapshot has no slots. condor_status -long -sort no > slots.ads adds them to it"
)
_HOW_TO_GET_SUBMITTERS: Final = "condor_status -submitters -long > submitters.ads adds them to a snapshot"


def _schedds(
    pool: Pool, roster: Roster, advertised: Advertised, memory: Memory, job_order: JobOrder | None
) -> tuple[Schedds, list[str]]:
    settings = memory.rules.settings
    jobs = memory.jobs_of(pool, roster, job_order)
    autoclusters = jobs.autoclusters
    starting, remarks = _starting(pool, memory)
    queues, homeless = job_queues(jobs.reader.read(pool.jobs, starting), advertised.find)
    if homeless and not pool.submitters:
        nothing = "nothing can be matched: without submitter ads a negotiator does not know of any jobs"
        lost = f"{nothing}. {_HOW_TO_GET_SUBMITTERS}"
        return Schedds(settings.schedd, queues, {}, autoclusters.shown, starting), [lost]
    warnings = remarks + [
        f"{counted(count, 'idle job')} of {name} {'takes' if count == 1 else 'take'} no part: that submitter has no ad"
        for name, count in homeless.items()
        if name not in advertised.names
    ]
    states = {} if not pool.schedds else schedd_states(pool, memory.rules.config, memory.evaluator)
    by_address = {
        submitter.schedd_address: states[submitter.schedd_name]
        for submitter in advertised.submitters
        if submitter.schedd_name in states
    }
    return Schedds(settings.schedd, queues, advertised.running, autoclusters.shown, starting, by_address), warnings


def _starting(pool: Pool, memory: Memory) -> tuple[Starting, list[str]]:
    """What schedds start, and a sentence on what had to be assumed."""
    settings = memory.rules.settings
    start, warnings = settings.schedd.start_vanilla, []
    if mentions(start, "schedd"):
        start = None
        warnings.append(
            "START_VANILLA_UNIVERSE refers to the schedd's own ad (SCHEDD), which is not in a snapshot; "
            "every job is assumed to be allowed to start"
        )
    users = Users.of_pool(pool, settings.versions, memory.user_keys)
    if memory.starting is None:
        memory.starting = Starting(start, users, memory.evaluator)
    else:
        memory.starting.turn_to(users)
    return memory.starting, warnings


def _without_user_limits(pool: Pool, submitters: list[Submitter], schedds: Schedds) -> tuple[str, ...]:
    """The schedds with idle jobs that may limit the running jobs of users, and of whose users there is no record."""
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


def _not_known(schedds: tuple[str, ...], *, asks_homes: bool, stashed: bool) -> Iterator[str]:
    """What had to be assumed, one sentence each."""
    if schedds:
        more = f" and {len(schedds) - 1:,} more" if len(schedds) > 1 else ""
        yield (
            "limits on the running jobs of single users (MaxJobsRunning) are not known for "
            f"{schedds[0] or 'the schedd'}{more}; users there are assumed to have none. condor_qusers -long > "
            "qusers.ads adds them to a snapshot"
        )
    if asks_homes:
        yield (
            "userHome() looks up users of the central manager; only root is known here, and it is assumed to find no "
            "others"
        )
    if stashed:
        # In 25.14.1 such a slot is in the list of slots twice, in 23.9.6 once.
        yield (
            "slots with WantAdRevaluate are taken as advertised; a negotiator goes on with its own copy of such an ad "
            "until the startd sends another, and HTCondor 25 counts the slot twice until then"
        )
