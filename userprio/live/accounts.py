"""A ledger from the accounting ads of a running negotiator (`Accountant::ReportState`), the reverse of its answer."""

from collections.abc import Iterable
from typing import Final

from userprio.accounting import MIN_PRIORITY
from userprio.classad import Ad, Evaluator, as_number, unparse
from userprio.cxx import round_trip
from userprio.ledger import (
    ACCOUNTANT_KEY,
    CUSTOMER_ATTRIBUTES,
    CUSTOMER_PREFIX,
    Ledger,
    NewAd,
    Record,
    SequenceNumber,
    SetAttribute,
)
from userprio.pool import QUOTA_LEFT

_STORED: Final = tuple(name for name in CUSTOMER_ATTRIBUTES.values() if name not in ("Priority", "PriorityFactor"))
_UNSET: Final = {"Ceiling": -1, "Floor": 0}
"""What the answer says of records that have no such value."""
_LARGEST_EXACT: Final = 1e9
"""Real priorities below it have six decimals within the sixteen digits in which an effective one is sent."""


def ledger_records(ads: Iterable[Ad], now: int) -> list[Record]:
    """The log of a ledger that would be answered with these modular ads, made at `now`.

    An ad tells the effective priority; the real one, which is stored with six decimals, is that divided by the factor.
    What the answer leaves out is lost: usage not charged yet, and which slots are held.
    """
    evaluator = Evaluator(now)
    records: list[Record] = [SequenceNumber(1, now), NewAd(ACCOUNTANT_KEY)]
    updated = 0
    customers: list[Record] = []
    for ad in ads:
        name = evaluator.attribute("Name", ad)
        if not isinstance(name, str):
            continue
        last_update = evaluator.attribute("LastUpdate", ad)
        if isinstance(last_update, int):
            updated = max(updated, last_update)
        key = CUSTOMER_PREFIX + name
        customers.append(NewAd(key))
        customers += [SetAttribute(key, attribute, text) for attribute, text in _attributes(ad, evaluator)]
    if updated:
        records.append(SetAttribute(ACCOUNTANT_KEY, "LastUpdateTime", str(updated)))
    return records + customers


def ledger_of(ads: Iterable[Ad], now: int) -> Ledger:
    """That ledger in memory."""
    return Ledger.empty().replay(ledger_records(ads, now))


def _attributes(ad: Ad, evaluator: Evaluator) -> Iterable[tuple[str, str]]:
    factor = as_number(evaluator.attribute("PriorityFactor", ad))
    effective = as_number(evaluator.attribute("Priority", ad))
    if factor is not None:
        yield "PriorityFactor", _text(float(factor))
        real = None if effective is None or factor <= 0 else real_of(float(effective), float(factor))
        if real is not None and real != MIN_PRIORITY:
            # The best priority there is, is that of a record without any, too.
            yield "Priority", _text(real)
    quota = as_number(evaluator.attribute(QUOTA_LEFT, ad))
    if quota is not None:
        yield QUOTA_LEFT, _text(float(quota))
    for name in _STORED:
        expr = ad.expr(name)
        if expr is not None and as_number(evaluator.attribute(name, ad)) != _UNSET.get(name):
            yield name, ad.source(name) or unparse(expr)


def real_of(effective: float, factor: float) -> float:
    """The real priority behind an effective one."""
    real = effective / factor
    return round_trip(real) if abs(real) < _LARGEST_EXACT else real


def _text(value: float) -> str:
    return repr(value)
