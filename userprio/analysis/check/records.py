"""Records in a ledger that disturb a negotiator, burden it, or mislead it."""

import math
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from shlex import quote
from typing import Final

from userprio.accounting import Lease, LeaseSpec, LeaseState, Overwritten, leases_of, overwritten, unused_since
from userprio.accounting.quotas import ROOT
from userprio.analysis.check.findings import Findings, Location, Situation, note, plain, verb, warning
from userprio.base.formats import counted
from userprio.base.naming import likeliest
from userprio.base.times import spoken
from userprio.ledger import CUSTOMER_PREFIX, Customer, Ledger

_UNUSED_DAYS: Final = 90
"""Days without usage after which submitters may be deleted."""
_WORTH_A_NOTE: Final = 1_000
_WORTH_A_WARNING: Final = 10_000
"""Numbers of such submitters; with this many, each start takes seconds longer."""
_MEASURED: Final = (100_000, 407.0)
"""Submitters in a ledger, and the seconds that a negotiator of HTCondor 25.14.1 took to start on it; the time grows
with the square of their number."""
_CLOCKS_DIFFER_S: Final = 3600
_SOON_S: Final = 86400
_FORGOTTEN_S: Final = 30 * 86400
"""A lease with more than this left seems forgotten if its holder has used nothing for as long."""


def check_records(situation: Situation) -> Findings:
    """Check for groups that are gone, unused submitters, and impossible figures."""
    ledger = situation.ledger
    yield from _damage(ledger)
    yield from _vanished_groups(situation)
    yield from _dead_submitters(situation)
    yield from _limits(situation)
    yield from _inflated(situation)
    yield from _absurd(situation)
    if ledger.last_update_time > situation.now + _CLOCKS_DIFFER_S:
        ahead = (ledger.last_update_time - situation.now) / 3600
        what = f"Priorities were last updated {ahead:.0f} h in the future: the next update charges nothing"
        place = situation.record_place("Accountant.", "LastUpdateTime")
        yield warning("future-update", place, what, "Look at the clocks, or at --now")


def check_operations(situation: Situation) -> Findings:
    """Edits that something else has overwritten."""
    losses: defaultdict[int, list[Overwritten]] = defaultdict(list)
    for lost in overwritten(situation.operations, situation.ledger.ads, situation.now):
        losses[lost.operation.id].append(lost)
    for operation, (first, *others) in losses.items():
        more = f", and {counted(len(others), 'value')} more" if others else ""
        what = f"Operation {operation} ({first.operation.action}) was overwritten: {first.what}{more}"
        hint = "Make the edit again; if a negotiator was running, on the pool with --pool, or after it was stopped"
        place = situation.record_place(first.change.key, first.attribute)
        yield warning("edit-overwritten", place, what, hint)


def _start_time(submitters: int) -> str:
    """How long a negotiator takes to start on this many submitters, as an estimate."""
    many, measured_s = _MEASURED
    seconds = measured_s * (submitters / many) ** 2
    return spoken(round(seconds)) if seconds >= 1 else "less than a second"


def _damage(ledger: Ledger) -> Findings:
    file = None if ledger.path is None else str(ledger.path)
    for dropped in ledger.warnings:
        if dropped.dropped_bytes:
            lost = counted(dropped.dropped_lines, "line")
            what = f"{dropped.message}; HTCondor drops {lost} from here to the end, and rewrites the ledger"
            hint = "Copy the ledger before a negotiator starts on it, and see what those lines were"
            yield warning("ledger-damaged", Location(file, dropped.line), what, hint)


def _vanished_groups(situation: Situation) -> Findings:
    ledger, tree = situation.ledger, situation.tree
    names = {group.name for group in tree.groups}
    for name, customer in ledger.customers.items():
        if not customer.is_group or name in names:
            continue
        place = situation.record_place(CUSTOMER_PREFIX + name, None)
        # find ignores case and the ledger does not: GROUP_A renamed to group_a starts from nothing.
        twin = tree.find(name)
        near = twin.name if twin is not None else likeliest(name, names - {ROOT})
        what = f"The ledger has a record of a group {name}"
        if near is not None:
            what += f", but the configuration has {near}, which starts afresh"
            hint = f"List the group as {name} to keep its usage and priority; HTCondor does not rename records"
            yield warning("vanished-group", place, what, hint)
        else:
            used = (customer.weighted_accumulated_usage or 0) / 3600
            what += f" ({plain(used)} weight-hours), gone from GROUP_NAMES"
            hint = f"List {name} again if it was taken out by mistake; otherwise leave the record, which does no harm"
            yield note("vanished-group", place, what, hint)


def _dead_submitters(situation: Situation) -> Findings:
    ledger, tree = situation.ledger, situation.tree
    # A small ledger with dead submitters costs nothing.
    total = sum(not customer.is_group for customer in ledger.customers.values())
    if total < _WORTH_A_NOTE:
        return
    day = datetime.fromtimestamp(situation.now, UTC).date() - timedelta(days=_UNUSED_DAYS)
    since = datetime(day.year, day.month, day.day, tzinfo=UTC)
    dead = unused_since(ledger, int(since.timestamp()), situation.rules, lambda name: tree.assigned(name).name)
    if len(dead.names) < _WORTH_A_NOTE:
        return
    before, after = (_start_time(number) for number in (total, total - len(dead.names)))
    what = (
        f"{len(dead.names)} of {total} submitters in the ledger used nothing for {_UNUSED_DAYS} days; a negotiator "
        f"takes about {before} to start on it, and would take {after} without them"
    )
    which = "" if ledger.path is None else f" --ledger {quote(str(ledger.path))}"
    hint = f"Stop the negotiator and run: userprio delete --unused-since {day.isoformat()}{which}"
    if dead.exempt:
        hint += f"; it spares {len(dead.exempt)} more with a factor, floor, ceiling or lease of their own"
    level = warning if len(dead.names) >= _WORTH_A_WARNING else note
    yield level("dead-submitters", situation.record_place(CUSTOMER_PREFIX + dead.names[0], None), what, hint)


_TOO_LONG: Final = 1e200
"""Well below the length at which the accountant truncates the text of a number."""


def _absurd(situation: Situation) -> Findings:
    """Priorities and factors that are infinite, NaN or too large, from a damaged or hand-written ledger."""
    for name, customer in situation.ledger.customers.items():
        # Factors are not written again when priorities age.
        figures = ("Priority", customer.priority, _TOO_LONG), ("PriorityFactor", customer.priority_factor, math.inf)
        for attribute, value, least in figures:
            if value is None or value < least:
                continue
            place = situation.record_place(CUSTOMER_PREFIX + name, attribute)
            if math.isinf(value):
                so = "where it takes part, the shares of all submitters are not numbers, and nobody gets anything"
            elif math.isnan(value):
                so = "it counts as if it were not there"
            else:
                so = "the accountant cannot write a number of that length, and reads it back as the smallest there is"
            what = f"{name} has the {attribute} {value:g}: {so}"
            yield warning("absurd-priority", place, what, "Set it again, for example with `userprio setprio`")


def _limits(situation: Situation) -> Findings:
    """Floors that a ceiling makes useless."""
    for name, customer in situation.ledger.customers.items():
        floor, ceiling = customer.floor or 0, customer.ceiling
        if ceiling is not None and 0 <= ceiling < floor:
            place = situation.record_place(CUSTOMER_PREFIX + name, "Floor")
            what = f"{name} has a floor of {floor} and a ceiling of {ceiling}: it never gets more than the ceiling"
            yield warning("floor-above-ceiling", place, what, "Lower the floor, or raise the ceiling")


def _inflated(situation: Situation) -> Findings:
    """Counts of slots in use that grew with every cycle, as HTCondor 25.10.1 to 25.14.0 leave them behind."""
    ledger = situation.ledger
    slots: Counter[str] = Counter()
    weights: defaultdict[str, float] = defaultdict(float)
    for resource in ledger.resources.values():
        if resource.remote_user is not None:
            slots[resource.remote_user] += 1
            weights[resource.remote_user] += resource.weight
    inflated = [name for name, customer in ledger.customers.items() if _is_inflated(customer, slots, weights)]
    if inflated:
        worst = ledger.customers[inflated[0]]
        place = situation.record_place(CUSTOMER_PREFIX + inflated[0], "ResourcesUsed")
        what = (
            f"{verb(inflated, 'is', 'are')} said to use more slots than the ledger lists "
            f"({worst.resources_used} and {slots[worst.name]}), as negotiators of HTCondor 25.10.1 to 25.14.0 left it: "
            "unweighted usage, last usage times and priorities of groups cannot be trusted"
        )
        hint = "Go by weighted usage, which is right; a newer negotiator counts again when it starts"
        yield warning("inflated-counts", place, what, hint)


def _is_inflated(customer: Customer, slots: Counter[str], weights: dict[str, float]) -> bool:
    """Whether more slots are counted than listed although the weights agree; of a stale count neither would agree."""
    if customer.is_group or not customer.resources_used or not slots[customer.name]:
        return False
    # The defect counted slots once more in each cycle, and weights rightly: so weights tell it from a stale ledger.
    same_weight = abs((customer.weighted_resources_used or 0.0) - weights[customer.name]) < 0.5
    return customer.resources_used > slots[customer.name] and same_weight


def check_leases(situation: Situation) -> Findings:
    """Leases that are about to end, have expired unnoticed, or seem to be forgotten."""
    for customer in situation.ledger.customers.values():
        for held in leases_of(customer, situation.rules.default_factor):
            if held.state(situation.now) is not LeaseState.NONE:
                yield from _lease(situation, customer, held)


def _lease(situation: Situation, customer: Customer, held: Lease) -> Findings:
    at, kind = situation.now, held.kind.spec
    name, word, left = customer.name, kind.word, held.expiration - at
    place = situation.record_place(CUSTOMER_PREFIX + name, kind.attributes.expiration)
    value = getattr(customer, kind.fields.value)
    now, then = _value(kind, (kind.unset or 0) if value is None else value), _value(kind, held.prior)
    cancel = f"userprio cancel-lease {name} {word}"
    if held.state(at) is LeaseState.EXPIRED:
        what = f"The {word} lease of {name} ran out {spoken(-left)} ago and {now} still holds, as no cycle ended it"
        hint = f"Start the negotiator, or run userprio update, and it goes back to {then}"
        yield warning("lease-expired", place, what, hint)
    elif left <= _SOON_S:
        what = f"The {word} lease of {name} ends in {spoken(left)}, and {now} goes back to {then}"
        hint = f"If {now} is to stay, {cancel} and set it again"
        yield note("lease-ending", place, what, hint)
    elif left > _FORGOTTEN_S and not customer.resources_used:
        idle_s = at - (customer.last_usage_time or 0)
        if idle_s <= _FORGOTTEN_S:
            return
        since = f"used nothing for {spoken(idle_s)}" if customer.last_usage_time else "never used anything"
        what = f"The {word} lease of {name} lasts another {spoken(left)}, though {name} {since}"
        yield note("lease-forgotten", place, what, f"If nobody needs it, {cancel}")


def _value(kind: LeaseSpec, value: float) -> str:
    """A value of a lease, for a sentence."""
    if kind.unset is not None and value <= kind.unset:
        return f"no {kind.word}"
    return f"the {kind.word} {plain(value)}" if kind.number is float else f"a {kind.word} of {plain(value)}"
