"""Leases that are about to end, that ran out unnoticed, or that nobody needs any more."""

from collections.abc import Iterator
from typing import Final

from userprio.accounting import Lease, LeaseKind, LeaseState, PriorityRules, lease
from userprio.check.finding import Finding, Level, finding, plain
from userprio.check.situation import Situation
from userprio.ledger import CUSTOMER_PREFIX, Customer, Ledger

_SOON_S: Final = 86400
_FORGOTTEN_S: Final = 30 * 86400
"""A lease with that long to go, of somebody who used nothing for as long."""
_ATTRIBUTES: Final = {
    LeaseKind.CEILING: "CeilingLeaseExpiration",
    LeaseKind.FLOOR: "FloorLeaseExpiration",
    LeaseKind.FACTOR: "PriorityFactorLeaseExpiration",
}
_WORDS: Final = {LeaseKind.CEILING: "ceiling", LeaseKind.FLOOR: "floor", LeaseKind.FACTOR: "factor"}


def check_leases(situation: Situation, ledger: Ledger, rules: PriorityRules) -> Iterator[Finding]:
    """Look at every lease of the ledger."""
    for customer in ledger.customers.values():
        for kind in LeaseKind:
            held = lease(customer, kind, rules.default_factor)
            if held.state(situation.scenario.now) is not LeaseState.NONE:
                yield from _lease(situation, customer, held)


def _lease(situation: Situation, customer: Customer, held: Lease) -> Iterator[Finding]:
    at = situation.scenario.now
    name, word, left = customer.name, _WORDS[held.kind], held.expiration - at
    place = situation.record_place(CUSTOMER_PREFIX + name, _ATTRIBUTES[held.kind])
    now, then = _value(held.kind, _current(customer, held.kind)), _value(held.kind, held.prior)
    cancel = f"userprio cancel-lease {name} {word}"
    if held.state(at) is LeaseState.EXPIRED:
        what = f"The {word} lease of {name} ran out {_span(-left)} ago and {now} still holds, as no cycle ended it"
        advice = f"Start the negotiator, or run userprio update, and it goes back to {then}"
        yield finding(Level.WARNING, "lease-expired", place, what, advice)
    elif left <= _SOON_S:
        what = f"The {word} lease of {name} ends in {_span(left)}, and {now} goes back to {then}"
        advice = f"If {now} is to stay, {cancel} and set it anew"
        yield finding(Level.NOTE, "lease-ending", place, what, advice)
    elif left > _FORGOTTEN_S and not customer.resources_used and _idle_s(customer, at) > _FORGOTTEN_S:
        idle = customer.last_usage_time
        since = f"used nothing for {_span(at - idle)}" if idle else "never used anything"
        what = f"The {word} lease of {name} lasts another {_span(left)}, though {name} {since}"
        yield finding(Level.NOTE, "lease-forgotten", place, what, f"If nobody needs it, {cancel}")


def _idle_s(customer: Customer, now: int) -> int:
    return now - (customer.last_usage_time or 0)


def _current(customer: Customer, kind: LeaseKind) -> float:
    match kind:
        case LeaseKind.CEILING:
            return -1 if customer.ceiling is None else customer.ceiling
        case LeaseKind.FLOOR:
            return customer.floor or 0
    return customer.priority_factor or 0.0


def _value(kind: LeaseKind, value: float) -> str:
    if kind is LeaseKind.CEILING and value < 0:
        return "no ceiling"
    if kind is LeaseKind.FLOOR and value <= 0:
        return "no floor"
    return f"the {_WORDS[kind]} {plain(value)}" if kind is LeaseKind.FACTOR else f"a {_WORDS[kind]} of {plain(value)}"


def _span(seconds: int) -> str:
    """A length of time in its largest unit that fits twice."""
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"
