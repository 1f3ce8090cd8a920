"""One moment of a pool as `record` stores it, and what was charged since the moment before.

A ledger only counts up: what was used between two moments is the difference of what it has accumulated. A counter that
was reset, edited or lost tells less than that, which is said in a remark and never made up for.
"""

import math
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting import effective_priority, priority_factor
from userprio.accounting.quotas import ROOT
from userprio.ledger import Customer
from userprio.negotiation import GroupSummary, Outcome, SubmitterSummary, summarise
from userprio.pool import ScenarioData, priority_rules

_ROUNDING_S: Final = 0.01
"""Weight-seconds: a ledger has six decimals, of which the database keeps three."""
_MOST_OF_POOL: Final = 2.0
"""A submitter cannot have used more than the pool has; that may have been larger in between."""


class RecordedSubmitter(Struct, frozen=True):
    """A submitter at a moment; see `SubmitterSummary`."""

    name: str
    group: str
    """Empty without groups."""
    priority: float | None
    factor: float | None
    held: float = 0.0
    won: float = 0.0
    lost: float = 0.0
    left: int = 0
    share: float | None = None
    limit: float | None = None
    reasons: tuple[tuple[str, int], ...] = ()
    """Why its idle jobs wait, and how many for each reason, that of most first."""


class RecordedGroup(Struct, frozen=True):
    """A group with its subgroups at a moment; of `<none>`, only the submitters without a group."""

    name: str
    quota: float
    requested: float
    allocated: float
    held: float
    left: int


class UsageCounter(Struct, frozen=True):
    """What the ledger has charged a submitter in all."""

    weight_s: float
    begun_at: int
    """When it began to count: its BeginUsageTime, which a reset sets to the present."""
    group: str = ""


class Recording(Struct, frozen=True):
    """One moment of a pool."""

    at: int
    pool: str
    """What tells the pool from others."""
    version: str
    weight: float
    half_life_s: float
    ledger_at: int
    """When the ledger was last updated: its counters are as of then."""
    submitters: tuple[RecordedSubmitter, ...]
    groups: tuple[RecordedGroup, ...]
    counters: Mapping[str, UsageCounter]

    @property
    def in_use(self) -> float:
        """Weight in use by all."""
        return sum(submitter.held for submitter in self.submitters)


_AS_SUMMARISED: Final = ("held", "won", "lost", "left", "share", "limit")


def recording_of(scenario: ScenarioData, outcome: Outcome, pool: str) -> Recording:
    """The moment of a scenario whose cycle, `diagnosed`, came to `outcome`."""
    rules, group_of = priority_rules(scenario.config)
    ledger, summary = scenario.accounts, summarise(outcome)
    grouped = bool(outcome.groups)

    def submitter(name: str, figures: SubmitterSummary | None) -> RecordedSubmitter:
        group, customer = group_of(name), ledger.customers.get(name) or Customer(name)
        priority = effective_priority(customer, group, rules)
        own = RecordedSubmitter(name, group if grouped else "", priority, priority_factor(customer, group, rules))
        # Who has no idle jobs is not in the summary, but may hold slots.
        if figures is None:
            return replace(own, held=outcome.usage.get(name, 0.0))
        reasons = tuple((str(entry.reason), entry.jobs) for entry in figures.reasons)
        return replace(own, reasons=reasons, **{field: getattr(figures, field) for field in _AS_SUMMARISED})

    by_name = {figures.name: figures for figures in summary.submitters}
    names = dict.fromkeys((*by_name, *outcome.usage))
    return Recording(
        at=scenario.now,
        pool=pool,
        version=outcome.condor_version,
        weight=outcome.pool.weight,
        half_life_s=rules.half_life_s,
        ledger_at=ledger.last_update_time,
        submitters=tuple(submitter(name, by_name.get(name)) for name in names),
        groups=tuple(map(_group, summary.groups)),
        counters={
            customer.name: UsageCounter(
                customer.weighted_accumulated_usage or 0.0,
                customer.begin_usage_time or 0,
                group_of(customer.name) if grouped else "",
            )
            for customer in ledger.customers.values()
            if not customer.is_group
        },
    )


def _group(group: GroupSummary) -> RecordedGroup:
    totals = group.alone if group.name == ROOT else group.whole
    return RecordedGroup(group.name, totals.quota, totals.requested, totals.allocated, totals.held, totals.left)


class UsageRemarkKind(StrEnum):
    """What makes a bill an estimate, or incomplete."""

    GAP = "gap"
    """Nothing was recorded for longer than usual; `weight_s` was charged meanwhile, nobody knows when."""
    RESTART = "restart"
    """The ledger is another one, or an older state of it, or all usage was reset."""
    HALF_LIFE = "half-life"
    """PRIORITY_HALFLIFE changed: priorities before and after do not compare; charges are not concerned."""
    RESET = "reset"
    """Usage was reset: what was used between the moment before and the reset is not known."""
    FELL = "fell"
    """The counter fell without a reset: what was used is not known."""
    JUMP = "jump"
    """The counter rose by more than the pool can have given, as by an edit: it is not charged."""
    LATE = "late"
    """The record appeared with usage that is older than it: that is not charged."""
    GONE = "gone"
    """The record was deleted: what was used since the moment before is not known."""


class UsageRemark(Struct, frozen=True):
    """Something between two moments that a bill must not hide."""

    since: int
    at: int
    kind: UsageRemarkKind
    name: str = ""
    """The submitter; empty: it is about the pool."""
    before: float = 0.0
    """Weight-seconds that the counter had, or seconds of the old half-life."""
    after: float = 0.0
    """Weight-seconds that it has, or seconds of the new half-life."""
    weight_s: float = 0.0
    """What was charged nonetheless."""


class LastMoment(Struct, frozen=True):
    """What must be known of the last moment to charge for the time since."""

    at: int
    weight: float
    """Of the pool, or what is in use if that is more: NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT may leave out slots."""
    half_life_s: float
    ledger_at: int


class Charges(Struct, frozen=True):
    """What submitters were charged between two moments."""

    weight_s: Mapping[str, float]
    """By submitter; those with nothing are left out. Never negative."""
    remarks: tuple[UsageRemark, ...]


def charges_since(
    last: LastMoment, before: Mapping[str, UsageCounter], now: Recording, usual_s: float | None
) -> Charges:
    """What was charged since the last moment, when the counters were those `before`.

    `usual_s` is the usual time between two moments; None: not known yet. More than two and a half of them are a gap.
    """
    restarted = now.ledger_at < last.ledger_at or _all_began_anew(before, now, last.ledger_at)
    known = {} if restarted else before
    weight = _MOST_OF_POOL * max(now.weight, now.in_use, last.weight)
    # Without slots nothing is known of the pool's size.
    most = weight * (now.ledger_at - last.ledger_at) + _ROUNDING_S if weight > 0 and not restarted else math.inf
    weights: dict[str, float] = {}
    remarks: list[UsageRemark] = []
    for name, counter in now.counters.items():
        charged, kind = _charge(known.get(name), counter, last.ledger_at, most)
        if charged > 0:
            weights[name] = charged
        # After a restart one remark speaks for all.
        if kind is not None and not (restarted and kind is UsageRemarkKind.LATE):
            had = known[name].weight_s if name in known else 0.0
            remarks.append(UsageRemark(last.at, now.at, kind, name, had, counter.weight_s, charged))
    for name in known.keys() - now.counters.keys():
        if known[name].weight_s > 0:
            remarks.append(UsageRemark(last.at, now.at, UsageRemarkKind.GONE, name, known[name].weight_s))
    return Charges(weights, (*_of_pool(last, now, usual_s, sum(weights.values()), restarted=restarted), *remarks))


def _all_began_anew(before: Mapping[str, UsageCounter], now: Recording, since: int) -> bool:
    """Whether none of several counters goes on. A ledger has no better mark: one that was fetched is made anew."""
    used = [name for name, counter in before.items() if counter.weight_s > 0]
    return len(used) > 1 and all(
        (counter := now.counters.get(name)) is None or counter.begun_at >= max(since, before[name].begun_at + 1)
        for name in used
    )


def _charge(
    before: UsageCounter | None, now: UsageCounter, since: int, most: float
) -> tuple[float, UsageRemarkKind | None]:
    """The weight-seconds of a counter since the ledger's last state, and what is odd about them."""
    if before is None or (before.weight_s > 0 and now.begun_at != before.begun_at and now.begun_at >= since):
        # It began to count at zero within this time, unless its beginning says otherwise.
        if before is None and now.weight_s > 0 and now.begun_at < since:
            return 0.0, UsageRemarkKind.LATE
        charged, kind = now.weight_s, None if before is None else UsageRemarkKind.RESET
    else:
        charged, kind = now.weight_s - before.weight_s, None
        if charged < -_ROUNDING_S:
            return 0.0, UsageRemarkKind.FELL
    if charged > most:
        return 0.0, UsageRemarkKind.JUMP
    return max(charged, 0.0), kind


def _of_pool(
    last: LastMoment, now: Recording, usual_s: float | None, charged: float, *, restarted: bool
) -> Iterator[UsageRemark]:
    if is_gap(now.at - last.at, usual_s):
        yield UsageRemark(last.at, now.at, UsageRemarkKind.GAP, weight_s=charged)
    if restarted:
        yield UsageRemark(last.at, now.at, UsageRemarkKind.RESTART, weight_s=charged)
    if now.half_life_s != last.half_life_s:
        yield UsageRemark(last.at, now.at, UsageRemarkKind.HALF_LIFE, "", last.half_life_s, now.half_life_s)


_GAP: Final = 2.5
"""Intervals: a recorder that is a little late, or leaves out a single moment, makes no gap."""


def is_gap(length_s: int, usual_s: float | None) -> bool:
    """Whether moments so far apart, where `usual_s` is usual, have a gap between them."""
    return usual_s is not None and length_s > _GAP * usual_s
