"""What a negotiator answers about its accounts, or has published in the collector, made into a ledger.

condor_userprio prints both (`-long`): an ad for each record, or a single ad with numbered attributes, which negotiators
before 25.10.1 give unless they are asked for `-modular` ads.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from typing import Final

from userprio.accounting.priorities import MIN_PRIORITY
from userprio.accounting.records import split_legacy
from userprio.base.cxx import round_trip
from userprio.base.errors import BadInput
from userprio.classad import Ad, Evaluator, as_number, text_of, unparse
from userprio.ledger import (
    ACCOUNTANT_KEY,
    CUSTOMER_ATTRIBUTES,
    CUSTOMER_PREFIX,
    NewAd,
    Record,
    SequenceNumber,
    SetAttribute,
)

QUOTA_LEFT: Final = "EffectiveQuota"
"""In the ad of a group: its effective quota in the last cycle. HTCondor writes it to no ledger; only ledgers made from
ads have it."""

_IN_USE: Final = frozenset({"ResourcesUsed", "WeightedResourcesUsed", "HierWeightedResourcesUsed"})
_STORED: Final = tuple(name for name in CUSTOMER_ATTRIBUTES.values() if name not in ("Priority", "PriorityFactor"))
_UNSET: Final = {"Ceiling": -1, "Floor": 0}
"""What the answer has for records without such a value."""
_LARGEST_EXACT: Final = 1e9
"""Below it, the sixteen digits in which effective priorities are sent include six decimals of the real priority."""
_NUMBERED: Final = "NumSubmittors"
_PUBLISHED: Final = "NegotiatorName"
"""What only ads in the collector have: the name of the negotiator that sent them."""


def one_of_each(ads: Iterable[Ad]) -> list[Ad]:
    """The ads as one for each record: a numbered one is split, and of several of a name the last updated counts."""
    evaluator = Evaluator(now=0)
    newest: dict[str, tuple[int, Ad]] = {}
    for ad in chain.from_iterable(map(_parts, ads)):
        name, updated = text_of(evaluator, ad, "Name"), _update(ad, evaluator) or 0
        if name is not None and (name not in newest or newest[name][0] <= updated):
            newest[name] = updated, ad
    return [ad for _, ad in newest.values()]


def _parts(ad: Ad) -> Sequence[Ad]:
    if _NUMBERED not in ad:
        return (ad,)
    # Without a number it belongs to no record, so splitting would lose it.
    updated = {"LastUpdate": ad.expr("LastUpdate")}
    return [part.replace(updated) for part in split_legacy(ad)]


def last_update(ads: Iterable[Ad]) -> int | None:
    """When priorities were last updated, seconds since the epoch; None if no ad says."""
    evaluator = Evaluator(now=0)
    return max((updated for ad in ads if (updated := _update(ad, evaluator)) is not None), default=None)


def _update(ad: Ad, evaluator: Evaluator) -> int | None:
    value = evaluator.attribute("LastUpdate", ad)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def what_is_lost(ads: Sequence[Ad]) -> str:
    """What a ledger made of these ads lacks, as a sentence.

    Raises:
        BadInput: they are not the accounts of one negotiator, or those of groups are sums over their subgroups.
    """
    evaluator = Evaluator(now=0)
    senders = {text_of(evaluator, ad, _PUBLISHED) for ad in ads}
    if len(senders) > 1:
        names = " and ".join(sorted(sender or "a nameless one" for sender in senders))
        raise BadInput(f"these are the accounts of several negotiators, {names}", hint="Give those of one of them")
    # Priorities are at least 0.5, but of groups in a rolled-up answer.
    if any("@" not in (text_of(evaluator, ad, "Name") or "@") and _is_zero(ad, evaluator) for ad in ads):
        hint = "Give what it prints without -grouprollup; userprio most --input-file lists the rolled-up ones"
        raise BadInput("these accounts are rolled up: those of groups include their subgroups'", hint=hint)
    if None not in senders:
        return (
            "this is not a ledger, but what the collector tells of one: it lacks users without jobs, the usage of "
            "groups that is not charged yet, and the records of slots"
        )
    return (
        "this is not a ledger, but what a negotiator tells of one: it lacks the usage that is not charged yet, and the "
        "records of slots"
    )


def _is_zero(ad: Ad, evaluator: Evaluator) -> bool:
    return as_number(evaluator.attribute("Priority", ad)) == 0


def ledger_records(
    ads: Iterable[Ad], now: int, *, updated: int | None = None, factor_of: Callable[[str], float] = lambda name: 0.0
) -> list[Record]:
    """The log, created at `now`, of a ledger whose modular answer would be these ads.

    An ad has the effective priority; the real one, which is stored with six decimals, is that divided by the factor.
    What the answer leaves out is lost: uncharged usage, and which slots are held. Before 25.10.1 it says neither when
    priorities were last updated, which is `updated` or else taken to be `now`, off by at most the time between two
    cycles, nor the factor of a group (0.0), which is `factor_of` its name; without that the group has no priority.
    """
    evaluator = Evaluator(now)
    ads = list(ads)
    told = last_update(ads)
    customers: list[Record] = []
    for ad in ads:
        name = evaluator.attribute("Name", ad)
        if not isinstance(name, str):
            continue
        # The collector keeps the ad of a submitter without jobs, with the use that it had when it was sent.
        stale = (_update(ad, evaluator) or 0) < (told or 0)
        key = CUSTOMER_PREFIX + name
        customers.append(NewAd(key))
        customers += [
            SetAttribute(key, attribute, text)
            for attribute, text in _attributes(ad, evaluator, partial(factor_of, name))
            if not (stale and attribute in _IN_USE)
        ]
    records: list[Record] = [SequenceNumber(1, now), NewAd(ACCOUNTANT_KEY)]
    if customers and told != 0:
        records.append(SetAttribute(ACCOUNTANT_KEY, "LastUpdateTime", str(told or updated or now)))
    return records + customers


def _attributes(ad: Ad, evaluator: Evaluator, default_factor: Callable[[], float]) -> Iterable[tuple[str, str]]:
    factor = as_number(evaluator.attribute("PriorityFactor", ad))
    effective = as_number(evaluator.attribute("Priority", ad))
    if factor is not None:
        # Not stored where it is a default that the answer does not tell.
        if factor > 0:
            yield "PriorityFactor", repr(float(factor))
        divisor = float(factor if factor > 0 else default_factor())
        real = None if effective is None or divisor <= 0 else real_of(float(effective), divisor)
        if real is not None and real != MIN_PRIORITY and math.isfinite(real):
            # A record without a priority has the best one as well.
            yield "Priority", repr(real)
    quota = as_number(evaluator.attribute(QUOTA_LEFT, ad))
    if quota is not None:
        yield QUOTA_LEFT, repr(float(quota))
    for name in _STORED:
        expr = ad.expr(name)
        if expr is not None and as_number(evaluator.attribute(name, ad)) != _UNSET.get(name):
            yield name, ad.source(name) or unparse(expr)


def real_of(effective: float, factor: float) -> float:
    """The real priority behind an effective one."""
    real = effective / factor
    return round_trip(real) if abs(real) < _LARGEST_EXACT else real
