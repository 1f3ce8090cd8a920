"""What happens before the first submitter is asked: accounts brought up to date, slots and jobs made ready."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from userprio.accounting import LimitRules, PriorityRules, claims, expire_leases, limits_in_use, recount, start_up
from userprio.classad import Ad, Evaluator, Expr
from userprio.config import Config
from userprio.errors import placed
from userprio.ledger import Ledger
from userprio.negotiation.addresses import ip_protocols
from userprio.negotiation.assessment import (
    EQUALLY_PREFERRED,
    KEPT_POST_JOB_RANK,
    KEPT_PRE_JOB_RANK,
    STRICTLY_PREFERRED,
    Assessor,
    SlotKind,
    claims_of,
    slot_kind,
)
from userprio.negotiation.candidates import Slot, SlotList
from userprio.negotiation.ephemeral import USE_BY_GROUP, USE_BY_USER, negotiator_functions, prepared_slot
from userprio.negotiation.jobs import JobOrder, JobQueue, job_queues
from userprio.negotiation.kinds import Kinds, Relevance, relevance
from userprio.negotiation.pool import Pool
from userprio.negotiation.schedds import Schedds
from userprio.negotiation.settings import NegotiatorSettings
from userprio.negotiation.significant import Autoclusters, significant_attributes
from userprio.negotiation.slotads import PoolWeights, fetched_slots, pool_weights, satisfies, text_of, trimmed
from userprio.negotiation.standing import ConcurrencyLimits, Standing
from userprio.negotiation.submitterads import Submitter, fetched_submitters
from userprio.negotiation.table import Table
from userprio.negotiation.usermaps import user_maps
from userprio.quotas import GroupTree, QuotaSettings, build_tree

SLOT_FACTS: Final = (
    "Requirements SavedRequirements Rank CurrentRank ConcurrencyLimits SlotWeight PartitionableSlot DynamicSlot "
    "PslotRollupInformation PreemptingAccountingGroup PreemptingUser AccountingGroup RemoteUser RemoteScheddName "
    "MachineResources WantClaiming Offline WantAdRevaluate Cpus Memory RequestCpus RequestMemory"
).split()
"""Attributes that decide about matches whatever expressions say."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A cycle about to begin."""

    settings: NegotiatorSettings
    quota_settings: QuotaSettings
    tree: GroupTree
    weights: PoolWeights
    in_use: float
    """Weight charged to somebody."""
    submitters: list[Submitter]
    table: Table
    schedds: Schedds
    candidates: int
    warnings: tuple[str, ...]


def prepare(
    pool: Pool,
    ledger: Ledger,
    config: Config,
    now: int,
    previous_quotas: Mapping[str, float],
    job_order: JobOrder | None = None,
) -> Prepared:
    """Phases 1 and 2 of a cycle: obtain the ads, do the accounting."""
    settings, quota_settings = NegotiatorSettings.from_config(config), QuotaSettings.from_config(config)
    tree = build_tree(config)
    maps, map_warnings = user_maps(config)
    evaluator = Evaluator(now, user_maps=maps)
    slots, slot_warnings = fetched_slots(pool.slots, settings, evaluator)
    submitters, submitter_warnings = fetched_submitters(pool.submitters, settings, evaluator)

    charges = list(claims(slots, settings.charging, evaluator))
    rules = PriorityRules.from_config(config, [group.name for group in tree.groups])
    ledger = _accounts(ledger, charges, tree, rules, now)
    standing = Standing(ledger, rules, _group_of(tree), previous_quotas if tree.group_mode else {})
    functions = negotiator_functions(standing, tree.group_mode)
    matching = Evaluator(now, functions, user_maps=maps)

    schedds, job_warnings = _schedds(pool, slots, submitters, settings, evaluator, job_order)
    assessor = Assessor(settings, matching)
    left = trimmed(slots, settings, evaluator)
    ready = [prepared_slot(ad, settings, standing, evaluator) for ad in left]
    if settings.ranks.ignore_job_ranks:
        ready = [assessor.ranked_once(*pair) for pair in zip(ready, left, strict=True)]
    relevant = _relevant(ready, schedds.queues.values(), settings)
    kinds = Kinds(relevant, lambda ad: slot_kind(ad, settings, matching))

    def kind_of(ad: Ad) -> SlotKind:
        # Addresses differ from slot to slot, but only what they say about reaching a slot makes a difference.
        protocols = ip_protocols(text_of(matching, ad, "MyAddress"))
        return kinds.of(ad, protocols, "StartdIpAddr" in ad)

    listed = _listed(ready, kind_of, assessor, settings, matching)
    table = Table(
        settings=settings,
        evaluator=matching,
        standing=standing,
        concurrency=ConcurrencyLimits(
            LimitRules.from_config(config), limits_in_use(slots, ledger.resources, evaluator)
        ),
        slots=SlotList(listed),
        by_name=_by_name(slots, ready, evaluator),
        assessor=assessor,
        job_kinds=Kinds(relevant, lambda ad: ad),
        slot_kinds=kind_of,
        volatile=not relevant.calls.isdisjoint({USE_BY_USER.lower(), USE_BY_GROUP.lower()}),
    )
    return Prepared(
        settings=settings,
        quota_settings=quota_settings,
        tree=tree,
        weights=pool_weights(slots, settings, evaluator),
        in_use=sum(weight for _, weight in charges),
        submitters=submitters,
        table=table,
        schedds=schedds,
        candidates=len(listed),
        warnings=(
            *pool.problems,
            *(placed(warning.message, warning.path, warning.line) for warning in tree.warnings),
            *map_warnings,
            *slot_warnings,
            *submitter_warnings,
            *job_warnings,
        ),
    )


def _group_of(tree: GroupTree) -> Callable[[str], str]:
    return lambda name: tree.assigned(name).name


def _accounts(
    ledger: Ledger, charges: list[tuple[str, float]], tree: GroupTree, rules: PriorityRules, now: int
) -> Ledger:
    """The ledger as a negotiator that starts now has it when matching begins."""
    groups = [group.name for group in tree.groups]
    started = start_up(ledger, now, rules, groups, _group_of(tree))
    return recount(expire_leases(started, now, rules.default_factor), charges, now, _group_of(tree))


def _schedds(
    pool: Pool,
    slots: list[Ad],
    submitters: list[Submitter],
    settings: NegotiatorSettings,
    evaluator: Evaluator,
    job_order: JobOrder | None,
) -> tuple[Schedds, list[str]]:
    autoclusters = Autoclusters(significant_attributes(slots, settings))

    def wanted(ad: Ad) -> bool:
        return satisfies(evaluator, ad, settings.job_constraint)

    advertised = {text_of(evaluator, ad, "Name") for ad in pool.submitters}
    schedds = {text_of(evaluator, ad, "ScheddName") for ad in pool.submitters}
    queues, homeless = job_queues(pool.jobs, submitters, autoclusters.number, wanted, evaluator, job_order, schedds)
    warnings = [
        f"{count} idle jobs of {name} take no part: there is no ad of that submitter"
        for name, count in homeless.items()
        if name not in advertised
    ]
    running: dict[str, int] = {}
    for submitter in submitters:
        address = submitter.schedd_address
        running[address] = running.get(address, 0) + submitter.running_jobs
    return Schedds(settings.schedd, queues, running, autoclusters.shown), warnings


def _relevant(slots: list[Ad], queues: Iterable[JobQueue], settings: NegotiatorSettings) -> Relevance:
    """What decides about matches between these slots and these jobs."""
    ranks = settings.ranks
    policies = (ranks.pre_job_rank, ranks.post_job_rank, ranks.preemption_rank, ranks.preemption_requirements)
    expressions: list[Expr] = [STRICTLY_PREFERRED, EQUALLY_PREFERRED, *(expr for expr in policies if expr is not None)]
    names = {*SLOT_FACTS, KEPT_PRE_JOB_RANK, KEPT_POST_JOB_RANK}
    prefix = "consumption"
    for name in {name.lower() for ad in slots for name in ad if name.lower().startswith(prefix)}:
        resource = name.removeprefix(prefix)
        names |= {name, resource, f"request{resource}", f"_condor_request{resource}"}
    representatives: dict[int, Ad] = {}
    others: list[Ad] = []
    for job in (job for queue in queues for job in queue.jobs):
        if job.autocluster < 0:
            others.append(job.ad)
        else:
            representatives.setdefault(job.autocluster, job.ad)
    return relevance(expressions, names, [*slots, *representatives.values(), *others])


def _listed(
    ads: list[Ad],
    kind_of: Callable[[Ad], SlotKind],
    assessor: Assessor,
    settings: NegotiatorSettings,
    evaluator: Evaluator,
) -> list[Slot]:
    """The slots in the order in which they are looked at."""
    slots = []
    for number, ad in enumerate(ads):
        kind = kind_of(ad)
        name = text_of(evaluator, ad, "Name") or ""
        slots.append(Slot(number, name, ad, kind, claims_of(ad, kind, evaluator)))
    if not settings.ranks.ignore_job_ranks:
        return slots
    # Ranked once and for all. Between equals HTCondor goes by where the ads lie in memory, which nobody can know.
    return sorted(slots, key=lambda slot: tuple(-rank for rank in assessor.kept_ranks(slot.kind)))


def _by_name(slots: list[Ad], ready: list[Ad], evaluator: Evaluator) -> dict[str, Ad]:
    """All fetched slots by name, as prepared where they were."""
    named: dict[str, Ad] = {}
    for ad in (*slots, *ready):
        named[text_of(evaluator, ad, "Name") or ""] = ad
    return named
