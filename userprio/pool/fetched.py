"""Slots and submitters between the collector and matching: who takes part, with what weight and what demand."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, StrEnum
from functools import lru_cache
from itertools import repeat
from operator import attrgetter
from typing import Final, NamedTuple

from msgspec import Struct, structs

from userprio.accounting import ChargeRules, slot_weight
from userprio.accounting.quotas import GroupTree, QuotaSettings, group_demand, submitter_demand
from userprio.base.cxx import INT_MAX, INT_MIN, atof
from userprio.base.formats import counted
from userprio.base.patterns import lazy_pattern
from userprio.base.versions import Behaviour
from userprio.classad import Ad, Evaluator, flag_of, integer_of, internal_references, number_of, satisfies, text_of
from userprio.pool.settings import NegotiatorSettings

_ADDRS = lazy_pattern(r"addrs=([^>&;]*)")
CLAIMED = frozenset({"Claimed", "Preempting"})

_ASKED_OF_CLAIMED = frozenset(
    "name mytype state activity startdipaddr accountinggroup owner remoteuser requirements slotweight "
    "concurrencylimits".split()
)
"""Attributes of claimed slots, in lower case, that a negotiator that does not consider preemption fetches."""


FETCHED_BY = frozenset(
    "state partitionableslot negotiatorrequirements slotweight ghostmultiplier cpus retirementtimeremaining "
    "daemonshutdown daemonshutdownfast mycurrenttime workingcm wantmatching".split()
)
"""Attributes of a slot that has a name, in lower case, by which it is fetched (`fetched_slot`), counted (`slot_size`)
and trimmed (`why_trimmed`), besides those that expressions of configuration and of the slot name."""


@lru_cache(maxsize=1 << 14)
def ip_protocols(sinful: str | None) -> frozenset[int]:
    """4, 6 or both, from the primary address and the `addrs` list; empty if there is no IP address in them."""
    if sinful is None:
        return frozenset()
    listed = _ADDRS.search(sinful)
    # <10.0.0.1:9618?addrs=10.0.0.1-9618+[2001--1]-9618>: brackets begin an IPv6 address, digits an IPv4 one.
    addresses = [sinful[1:], *(listed[1].split("+") if listed else [])]
    return frozenset(
        4 if address[0].isdigit() else 6 for address in addresses if address[:1].isdigit() or address[:1] == "["
    )


def share_protocol(first: frozenset[int], second: frozenset[int]) -> bool:
    """Whether addresses with these protocols can reach each other; without any, one is assumed to be reachable."""
    return not first or not second or not first.isdisjoint(second)


def fetched_slots(
    slots: Iterable[Ad], settings: NegotiatorSettings, evaluator: Evaluator
) -> tuple[list[Ad], list[str]]:
    """The slots that exist for the negotiator, changed as it changes them, and warnings (`obtainAdsFromCollector`).

    `NegotiatorRequirements` replaces `Requirements`; SLOT_WEIGHT replaces a `SlotWeight` that is not a number, or, with
    FORCE_NEGOTIATOR_SLOT_WEIGHT, any. Without preemption, claimed slots that are not partitionable keep few attributes.
    """
    answers = [fetched_slot(ad, settings, evaluator) for ad in slots]
    return [ad for ad in answers if isinstance(ad, Ad)], nameless_remark(answers.count(Missing.NAME))


class Missing(Enum):
    """Why a slot does not exist for the negotiator."""

    UNWANTED = "NEGOTIATOR_SLOT_CONSTRAINT is not true"
    NAME = "it has no Name"


def fetched_slot(ad: Ad, settings: NegotiatorSettings, evaluator: Evaluator) -> Ad | Missing:
    """One slot as `fetched_slots` returns it, or why it does not."""
    if not satisfies(evaluator, ad, settings.slot_constraint):
        return Missing.UNWANTED
    if text_of(evaluator, ad, "Name") is None:
        return Missing.NAME
    # Before anything is replaced: the collector projects the ad, and the negotiator sees only what came.
    if not settings.consider_preemption and _is_only_counted(ad, evaluator):
        ad = _projected(ad)
    own = ad.expr("NegotiatorRequirements")
    if own is not None:
        ad = ad.replace({"SavedRequirements": ad.expr("Requirements"), "Requirements": own})
    if settings.slot_weight is not None and (
        settings.force_slot_weight or number_of(evaluator, ad, "SlotWeight") is None
    ):
        ad = ad.replace({"SlotWeight": settings.slot_weight})
    return ad


def nameless_remark(count: int) -> list[str]:
    """A sentence about so many slots without a name; none if there are none."""
    verbs = "has no Name and was" if count == 1 else "have no Name and were"
    return [f"{counted(count, 'slot ad')} {verbs} left out"] if count else []


def _is_only_counted(ad: Ad, evaluator: Evaluator) -> bool:
    """Whether a slot cannot be matched without preemption: it is claimed and not partitionable."""
    return (text_of(evaluator, ad, "State") or "").lower() == "claimed" and evaluator.attribute(
        "PartitionableSlot", ad
    ) is not True


def _projected(ad: Ad) -> Ad:
    """The slot with only what is fetched of it, and what that refers to; without GhostMultiplier, for example."""
    # SlotWeight may refer to Cpus: what an asked attribute needs comes with it.
    fetched = _ASKED_OF_CLAIMED | internal_references(ad, [name for name in ad if name.lower() in _ASKED_OF_CLAIMED])
    return ad.replace({name: None for name in ad if name.lower() not in fetched})


class PoolWeights(Struct, frozen=True):
    """Sizes of the pool, taken before trimming."""

    slots: int
    pie: float
    """What shares are taken of."""
    quota: float
    """What the quotas of groups divide."""
    smallest: float
    """Weight of the smallest slot, claimed ones included; infinite without slots."""


def pool_weights(slots: list[Ad], settings: NegotiatorSettings, evaluator: Evaluator) -> PoolWeights:
    """Pool size and smallest weight over all fetched slots (`Matchmaker::negotiationTime`, `sumSlotWeights`)."""
    weights = ((ad, slot_weight(ad, settings.charging, evaluator)) for ad in slots)
    return total_weights([slot_size(ad, weight, settings, evaluator) for ad, weight in weights], settings)


def weight_unit(slots: Iterable[Ad], charging: ChargeRules, evaluator: Evaluator) -> str:
    """`cores` if every slot weighs as many as it has, else `weight`."""
    cores = (number_of(evaluator, ad, "Cpus") == slot_weight(ad, charging, evaluator) for ad in slots)
    return "cores" if all(cores) else "weight"


class SlotSize(NamedTuple):
    """What a fetched slot adds to the size of the pool."""

    weight: float
    """Multiplied by GhostMultiplier."""
    counts: bool
    """It meets NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT."""
    effective: int
    """The slots that it counts as in quotas without weights (`count_effective_slots`)."""


def slot_size(ad: Ad, weight: float, settings: NegotiatorSettings, evaluator: Evaluator) -> SlotSize:
    """What this slot, of which one weighs so much, adds to the size of the pool."""
    weight *= integer_of(evaluator, ad, "GhostMultiplier", 1)
    if not satisfies(evaluator, ad, settings.pool_size_constraint):
        return SlotSize(weight, False, 0)
    # count_effective_slots: a partitionable slot counts as many as it has cores left, any other as one.
    cores = integer_of(evaluator, ad, "Cpus", 1) if flag_of(evaluator, ad, "PartitionableSlot") else 1
    return SlotSize(weight, True, cores)


def total_weights(sizes: Sequence[SlotSize] | Counter[SlotSize], settings: NegotiatorSettings) -> PoolWeights:
    """The sizes over all fetched slots, given one by one in their order, or counted if the order does not matter."""
    # The smallest weight is over all slots, but only those that meet the constraint are in the pie.
    weights, effective, slots_counted, slots = 0.0, 0, 0, 0
    for (weight, counts, cores), number in sizes.items() if isinstance(sizes, Counter) else zip(sizes, repeat(1)):
        slots += number
        if counts:
            weights += number * weight
            slots_counted += number
            effective += number * cores
    smallest = min([weight for weight, _, _ in sizes], default=float("inf"))
    if settings.charging.use_slot_weights:
        return PoolWeights(slots, weights, weights, smallest)
    return PoolWeights(slots, float(slots_counted), float(effective), smallest)


class Trim(StrEnum):
    """Why a slot is not left for matching (`Matchmaker::trimStartdAds`)."""

    CLAIMED = "claimed"
    """It is claimed or preempting, and preemption is not considered."""
    RETIRING = "retirement time"
    """Its job may run on for its MaxJobRetirementTime."""
    SHUTTING_DOWN = "shutting down"
    CLAIMED_FOR_ANOTHER = "claimed for another"
    """It is partitionable, and claimed for another pool's negotiator (WorkingCM) or with WantMatching False."""


def trims(slots: Iterable[Ad], settings: NegotiatorSettings, evaluator: Evaluator) -> Iterator[Trim | None]:
    """Why each slot is trimmed away, None if it is not.

    An older negotiator takes a claimed slot that does not say whether it is partitionable for what the last one was
    that did (`Behaviour.each_claim_is_trimmed`).
    """
    unsaid = False
    for ad in slots:
        if not settings.behaviour.each_claim_is_trimmed and text_of(evaluator, ad, "State") in CLAIMED:
            # An older negotiator passes its variable on from slot to slot without resetting it.
            unsaid = flag_of(evaluator, ad, "PartitionableSlot", unsaid)
        yield why_trimmed(ad, settings, evaluator, unsaid)


def why_trimmed(ad: Ad, settings: NegotiatorSettings, evaluator: Evaluator, unsaid: bool = False) -> Trim | None:
    """Why a slot is trimmed away, None if it is not; `unsaid`: it counts as partitionable if it does not say."""
    if settings.consider_preemption:
        if not settings.consider_early_preemption and integer_of(evaluator, ad, "RetirementTimeRemaining") > 0:
            return Trim.RETIRING
    elif text_of(evaluator, ad, "State") in CLAIMED and not flag_of(evaluator, ad, "PartitionableSlot", unsaid):
        return Trim.CLAIMED
    if _about_to_shut_down(ad, settings, evaluator):
        return Trim.SHUTTING_DOWN
    return Trim.CLAIMED_FOR_ANOTHER if _claimed_for_another(ad, settings, evaluator) else None


def _about_to_shut_down(ad: Ad, settings: NegotiatorSettings, evaluator: Evaluator) -> bool:
    threshold = settings.trim_shutdown_threshold_s
    if threshold <= 0 or not ("DaemonShutdown" in ad or "DaemonShutdownFast" in ad):
        return False
    then = integer_of(evaluator, ad, "MyCurrentTime", evaluator.now) + threshold
    # The expression is asked about the end of the threshold: would the machine be off by then?
    later = ad.replace({"CurrentTime": then})
    return flag_of(evaluator, later, "DaemonShutdownFast", flag_of(evaluator, later, "DaemonShutdown"))


def _claimed_for_another(ad: Ad, settings: NegotiatorSettings, evaluator: Evaluator) -> bool:
    if not flag_of(evaluator, ad, "PartitionableSlot") or text_of(evaluator, ad, "State") != "Claimed":
        return False
    other_pool = bool(text_of(evaluator, ad, "WorkingCM")) and not settings.match_working_cm_slots
    return other_pool or not flag_of(evaluator, ad, "WantMatching", True)


_TIE_BREAK: Final = 1009
"""Submitters that tie in everything else are ordered by `LastHeardFrom` modulo this."""


class JobPrioRange(NamedTuple):
    """The job priorities that one visit asks for (`USE_GLOBAL_JOB_PRIOS`), both ends included."""

    low: int = INT_MIN
    high: int = INT_MAX


_ANY_JOB_PRIO: Final = JobPrioRange()


class Submitter(Struct, frozen=True):
    """One submitter at one schedd."""

    name: str
    advertised_name: str
    """The name that its schedd uses, before a user map added a prefix."""
    schedd_name: str | None
    schedd_address: str
    idle_jobs: int
    running_jobs: int
    weighted_idle: float | None
    weighted_running: float | None
    last_heard_from: int
    tagged: bool
    """It has the SubmitterTag without which negotiation with its schedd fails."""
    schedd: Behaviour
    """How its schedd's version behaves."""
    job_prio: int | None = None
    """With USE_GLOBAL_JOB_PRIOS, the priority by which this entry is sorted."""
    job_prios: JobPrioRange = _ANY_JOB_PRIO
    plays_job_prios: bool = False
    """Its schedd advertises `JobPrioArray`."""

    @property
    def name_fits(self) -> bool:
        """Whether its schedd recognises its name; of a longer one it reads only the beginning."""
        return name_length(self.advertised_name) <= longest_name(self.schedd)

    @property
    def tie_break(self) -> int:
        """The last key by which submitters are sorted."""
        return self.last_heard_from % _TIE_BREAK


def fetched_submitters(
    ads: Iterable[Ad], settings: NegotiatorSettings, evaluator: Evaluator
) -> tuple[list[Submitter], list[str]]:
    """The submitters that take part in the cycle, and sentences on what was left out (`obtainAdsFromCollector`)."""
    return together(fetched_submitter(ad, settings, evaluator) for ad in ads)


Fetched = tuple[tuple[Submitter, ...], tuple[str, ...]]
"""The submitters that an ad stands for, mostly one, and remarks on it."""


def together(fetched: Iterable[Fetched]) -> tuple[list[Submitter], list[str]]:
    """The submitters of all ads, and all remarks."""
    taken: list[Submitter] = []
    warnings: list[str] = []
    for submitters, remarks in fetched:
        taken += submitters
        warnings += remarks
    return taken, warnings


def fetched_submitter(ad: Ad, settings: NegotiatorSettings, evaluator: Evaluator) -> Fetched:
    """What `fetched_submitters` makes of one ad."""
    if not satisfies(evaluator, ad, settings.submitter_constraint):
        return (), _passed_over(ad, "NEGOTIATOR_SUBMITTER_CONSTRAINT leaves it out", evaluator)
    name, address = text_of(evaluator, ad, "Name"), text_of(evaluator, ad, "ScheddIpAddr")
    if name is None or address is None:
        return (), (f"submitter ad of {name or 'nobody'} lacks Name or ScheddIpAddr and was left out",)
    if any(character.isspace() for character in name):
        return (), (f"submitter {name!r} has white space in its name and was left out",)
    # Both names are needed from here on: shares go by the new one, the schedd knows only its own.
    submitter = _submitter(name, address, ad, settings, evaluator)
    remarks: tuple[str, ...] = ()
    if submitter.schedd_name is None:
        remarks = (f"submitter {name} is never asked for jobs: its ad names no schedd",)
    skipped = settings.behaviour.matchmaking_can_be_skipped and flag_of(evaluator, ad, "SkipMatchmaking")
    if skipped:
        return (), (*remarks, *_passed_over(ad, "its ad says SkipMatchmaking", evaluator))
    if submitter.idle_jobs + submitter.running_jobs <= 0:
        return (), remarks
    return tuple(_per_job_prio(submitter, ad, evaluator)) if settings.use_global_job_prios else (submitter,), remarks


def _passed_over(ad: Ad, why: str, evaluator: Evaluator) -> tuple[str, ...]:
    """A remark on a submitter that takes no part, if it has idle jobs."""
    idle = integer_of(evaluator, ad, "IdleJobs")
    if idle <= 0:
        return ()
    take = "takes" if idle == 1 else "take"
    return (f"{counted(idle, 'idle job')} of {text_of(evaluator, ad, 'Name')} {take} no part: {why}",)


def _renamed(name: str, evaluator: Evaluator) -> str:
    """The name with the prefix to which the user map GROUP_PREFIX maps its domain (`TransformSubmitterAd`)."""
    prefixes = evaluator.user_maps.get("group_prefix")
    prefix = prefixes(name.rpartition("@")[2]) if prefixes is not None and "@" in name else None
    return name if prefix is None else f"{prefix}.{name}"


def longest_name(schedd: Behaviour) -> int:
    """How many bytes the name of a submitter may have for its schedd to offer its jobs.

    199 (`char owner[200]` in `Scheduler::negotiate`); before 24.9.2, 99 (`get_job_prio`).
    """
    return 199 if schedd.long_names_are_offered else 99


def name_length(name: str) -> int:
    """How many bytes a name has."""
    return len(name.encode(errors="surrogateescape"))


def _submitter(name: str, address: str, ad: Ad, settings: NegotiatorSettings, evaluator: Evaluator) -> Submitter:
    return Submitter(
        name=_renamed(name, evaluator),
        advertised_name=name,
        schedd_name=text_of(evaluator, ad, "ScheddName"),
        schedd_address=address,
        idle_jobs=integer_of(evaluator, ad, "IdleJobs"),
        running_jobs=integer_of(evaluator, ad, "RunningJobs"),
        weighted_idle=number_of(evaluator, ad, "WeightedIdleJobs"),
        weighted_running=number_of(evaluator, ad, "WeightedRunningJobs"),
        last_heard_from=integer_of(evaluator, ad, "LastHeardFrom"),
        tagged=not settings.behaviour.submitters_need_a_tag or text_of(evaluator, ad, "SubmitterTag") is not None,
        schedd=settings.versions.of_schedd(ad),
    )


def _per_job_prio(submitter: Submitter, ad: Ad, evaluator: Evaluator) -> list[Submitter]:
    """One entry for each job priority that its schedd advertises."""
    array = text_of(evaluator, ad, "JobPrioArray")
    if array is None:
        return [structs.replace(submitter, job_prio=INT_MIN)]
    prios = array.replace(",", " ").split()
    return [structs.replace(submitter, job_prio=int(atof(prio)), plays_job_prios=True) for prio in prios]


def demand_of(submitters: Iterable[Submitter], tree: GroupTree, settings: QuotaSettings) -> tuple[float, ...]:
    """The demand of the submitters of each group, by number of the group."""

    def demand(submitter: Submitter) -> float:
        return submitter_demand(
            submitter.idle_jobs, submitter.running_jobs, submitter.weighted_idle, submitter.weighted_running, settings
        )

    return group_demand(tree, ((submitter.name, demand(submitter)) for submitter in submitters))


def consolidate_job_prios(submitters: list[Submitter]) -> list[Submitter]:
    """Merge neighbours with the same name and schedd into one entry with the range of their job priorities.

    `consolidate_globaljobprio_submitter_ads`; entries of schedds that advertise no priorities are left alone and do
    not separate others.
    """
    merged: list[Submitter] = []
    latest: int | None = None
    origin = attrgetter("name", "schedd_address")
    for entry in submitters:
        if entry.job_prio is None or not entry.plays_job_prios:
            merged.append(entry)
            continue
        # Neighbours after sorting: A(5) A(3) becomes one visit for 3 to 5, but A(5) B(4) A(3) stays three.
        if latest is not None and origin(merged[latest]) == origin(entry):
            job_prios = merged[latest].job_prios
            widened = JobPrioRange(min(job_prios.low, entry.job_prio), max(job_prios.high, entry.job_prio))
            merged[latest] = structs.replace(merged[latest], job_prios=widened)
        else:
            latest = len(merged)
            merged.append(structs.replace(entry, job_prios=JobPrioRange(entry.job_prio, entry.job_prio)))
    return merged
