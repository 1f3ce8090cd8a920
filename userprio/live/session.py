"""The accounts of a running pool: read as a ledger, edited, and such edits undone.

The ledger is reconstructed from the accounting ads that the negotiator answers with (`Accountant::ReportState`).

Most edits get no answer, so a refused one looks like one that was made. Therefore the accounts are read before and
after, and what the pool then shows is what counts. A negotiator has no transactions: several names are changed one
after the other, without any guarantee of all or nothing. Edits are undone by other edits.
"""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from userprio import ledger as ledgers
from userprio.accounting import (
    ACTIONS,
    LEASES,
    MIN_PRIORITY,
    Edit,
    EditPlan,
    Effect,
    PriorityRules,
    edit_of,
    plan_in_turn,
)
from userprio.base import INT_MAX, Refused, round_trip
from userprio.classad import Ad, Evaluator, as_number, unparse
from userprio.config import read as read_config
from userprio.live.transport import LiveError, LiveErrorKind, Negotiator, Transport
from userprio.pool import QUOTA_LEFT

_STORED: Final = tuple(
    name for name in ledgers.CUSTOMER_ATTRIBUTES.values() if name not in ("Priority", "PriorityFactor")
)
_UNSET: Final = {"Ceiling": -1, "Floor": 0}
"""What the answer has for records without such a value."""
_LARGEST_EXACT: Final = 1e9
"""Below it, the sixteen digits in which effective priorities are sent include six decimals of the real priority."""

_PAUSES_S: Final = (0.0, 0.3, 1.0, 2.0)
"""Before each look at whether an edit has arrived: nothing says when it takes effect."""

_RELATIVE: Final = 4 / INT_MAX
_ABSOLUTE: Final = 1.5e-6
"""Tolerances: reals are sent with 31 bits of fraction and stored with six decimals."""

_SETTERS: Final = {
    action.spec.value.attribute: (action, action.spec.value)
    for action in ACTIONS.values()
    if action.spec.value is not None
}
"""The action that sets an attribute, with what is known of its value."""

_LEASES: Final = {kind.spec.attributes.expiration: kind for kind in LEASES.values()}
"""The kinds of lease by the attribute with their end."""

_TIMED: Final = frozenset({*_LEASES, "BeginUsageTime"})
"""What the negotiator sets by its own clock, except when the action is `setbegin`."""

_ABSENT: Final = {"Ceiling": "-1", "Floor": "0", "Priority": str(MIN_PRIORITY), **dict.fromkeys(_TIMED, "0")}
"""The values that missing attributes are equivalent to."""


def ledger_records(ads: Iterable[Ad], now: int) -> list[ledgers.Record]:
    """The log, created at `now`, of a ledger whose modular answer would be these ads.

    An ad has the effective priority; the real one, which is stored with six decimals, is that divided by the factor.
    What the answer leaves out is lost: uncharged usage, and which slots are held. Before 25.10.1 it does not say when
    priorities were last updated; that is taken to be `now`, which is off by at most the time between two cycles.
    """
    evaluator = Evaluator(now)
    records: list[ledgers.Record] = [ledgers.SequenceNumber(1, now), ledgers.NewAd(ledgers.ACCOUNTANT_KEY)]
    updated: int | None = None
    customers: list[ledgers.Record] = []
    for ad in ads:
        name = evaluator.attribute("Name", ad)
        if not isinstance(name, str):
            continue
        last_update = evaluator.attribute("LastUpdate", ad)
        if isinstance(last_update, int):
            updated = max(updated or 0, last_update)
        key = ledgers.CUSTOMER_PREFIX + name
        customers.append(ledgers.NewAd(key))
        customers += [ledgers.SetAttribute(key, attribute, text) for attribute, text in _attributes(ad, evaluator)]
    if customers and updated != 0:
        records.append(ledgers.SetAttribute(ledgers.ACCOUNTANT_KEY, "LastUpdateTime", str(updated or now)))
    return records + customers


def ledger_of(ads: Iterable[Ad], now: int) -> ledgers.Ledger:
    """The ledger of `ledger_records` in memory."""
    return ledgers.Ledger.empty().replay(ledger_records(ads, now))


def _attributes(ad: Ad, evaluator: Evaluator) -> Iterable[tuple[str, str]]:
    factor = as_number(evaluator.attribute("PriorityFactor", ad))
    effective = as_number(evaluator.attribute("Priority", ad))
    if factor is not None:
        yield "PriorityFactor", repr(float(factor))
        real = None if effective is None or factor <= 0 else real_of(float(effective), float(factor))
        if real is not None and real != MIN_PRIORITY:
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


@dataclass(frozen=True, slots=True)
class Sent:
    """The result of sending edits."""

    changes: tuple[ledgers.Change, ...]
    """The planned changes that the pool shows."""
    failures: tuple[str, ...] = ()
    """What is not as planned, one sentence each."""
    error: LiveError | None = None
    """The error that ended the sending, if any."""


@dataclass
class LiveSession:
    """A negotiator's accounts, to be read and edited."""

    transport: Transport
    negotiator: Negotiator
    now: Callable[[], int]
    """Seconds since the epoch, by our clock."""
    wait: Callable[[float], object] = time.sleep

    @cached_property
    def ledger(self) -> ledgers.Ledger:
        """The accounts as first read."""
        return self._read()

    def plan(self, *edits: Edit, create: bool) -> EditPlan:
        """What edits will change, with reals as they will arrive; nothing is sent.

        Raises:
            EditError: see `plan_edit`.
            LiveError: this way to the pool cannot make such an edit.
        """
        # The rules of this machine's configuration would be wrong, and of the pool's nothing is needed: every record
        # that a negotiator reports has its factor.
        rules = PriorityRules.from_config(read_config(None, environ={}))
        names = list(self.ledger.customers)
        terms = (self.ledger, self.now(), rules, lambda name: "<none>")
        plan = plan_in_turn(map(received, edits), *terms, create=create, known=lambda: names)
        for part in single(*edits):
            self.transport.check(part)
        return plan

    def send(self, edits: Sequence[Edit], plan: EditPlan) -> Sent:
        """Send edits of one name each, in order, until one fails; then see what the pool shows.

        Raises:
            LiveError: the pool no longer answers, so what was changed is unknown.
        """
        failures: list[str] = []
        ended: LiveError | None = None
        for place, edit in enumerate(edits):
            try:
                self.transport.send(self.negotiator, edit)
            except LiveError as error:
                ended = error
                failed, *rest = map(_what if len({edit.action for edit in edits}) > 1 else _whose, edits[place:])
                failures.append(f"{failed}: {error.message}")
                if rest:
                    failures.append(f"not tried: {', '.join(rest)}")
                break
        wrong: list[str] = []
        after = self.ledger
        # After a failure nothing more will arrive, so one look at what has is enough.
        for pause_s in _PAUSES_S if not failures else _PAUSES_S[:1]:
            self.wait(pause_s)
            after = self._read()
            wrong = [] if failures else _differences(plan.changes, after, edits)
            if not wrong:
                break
        changes = ledgers.changes_between(self.ledger.ads, after.ads, plan.records)
        wanted = {(change.key, change.attribute) for change in plan.changes}
        # A cycle may have come between the two readings, whose charges are not the work of
        # this edit and must not be undone with it.
        seen = tuple(change for change in changes if (change.key, change.attribute) in wanted)
        return Sent(seen, (*failures, *wrong), ended)

    def _read(self) -> ledgers.Ledger:
        return ledger_of(self.transport.accounts(self.negotiator), self.now())


def _whose(edit: Edit) -> str:
    """Whose record an edit of one name is about, or what an edit of all records is."""
    return ", ".join(edit.names) or edit.action


def _what(edit: Edit) -> str:
    """The same with what it sets, where several values are."""
    return _whose(edit) if edit.spec.value is None else f"{edit.spec.value.word} of {_whose(edit)}"


def single(*edits: Edit) -> list[Edit]:
    """The edits as edits of one name each, name by name; those for all records stay as they are."""
    names = dict.fromkeys(name for edit in edits for name in edit.names)
    return [replace(edit, names=(name,)) for name in names for edit in edits if name in edit.names] or list(edits)


def received(edit: Edit) -> Edit:
    """The edit as a negotiator receives it: a real is sent as 31 bits of fraction and an exponent (`Stream::code`).

    Leases are sent in an ad, with full precision.
    """
    if edit.spec.value is None or not edit.spec.value.real or edit.value is None or edit.duration_s is not None:
        return edit
    # What cannot be sent at all is refused by `plan_edit`, with a better message than frexp has.
    if not math.isfinite(edit.value):
        return edit
    fraction, exponent = math.frexp(edit.value)
    return replace(edit, value=math.ldexp(int(fraction * INT_MAX) / INT_MAX, exponent))


def _differences(wanted: Iterable[ledgers.Change], after: ledgers.Ledger, edits: Sequence[Edit]) -> list[str]:
    """How what the pool shows differs from the planned changes, one sentence for each record."""
    by_clock = all(edit.action is not _SETTERS["BeginUsageTime"][0] for edit in edits)
    sentences: dict[str, str] = {}
    for change in wanted:
        ad = after.ads.get(change.key)
        shown = None if ad is None else ad.get(change.attribute)
        # Whether a record exists is all that can be compared: a new one has more attributes than the edit set.
        if change.makes_record or change.drops_record:
            if (ad is None) is not change.drops_record:
                state = "there is no record of it" if ad is None else "its record is still there"
                sentences.setdefault(change.name, f"{change.name}: {state}")
        elif (ad is not None or change.after is not None) and not _agrees(change, shown, by_clock):
            is_now = "not set" if shown is None else shown
            sentences.setdefault(change.name, f"{change.name}: {change.attribute} is {is_now}, not {change.after}")
    return list(sentences.values())


def _agrees(change: ledgers.Change, shown: str | None, by_clock: bool) -> bool:
    default = _ABSENT.get(change.attribute)
    wanted, shown = change.after or default, shown or default
    if wanted is None or shown is None:
        return wanted is shown
    number, other = ledgers.value_of(wanted), ledgers.value_of(shown)
    if not isinstance(number, (int, float)) or not isinstance(other, (int, float)):
        return number == other
    # The negotiator's clock differs from ours, so that only whether there is a time at all can be compared.
    if by_clock and change.attribute in _TIMED:
        return (number > 0) is (other > 0)
    return math.isclose(number, other, rel_tol=_RELATIVE, abs_tol=_ABSOLUTE)


def refusal_of(sent: Sent) -> LiveError:
    """The error that reports the failures."""
    if sent.error is not None:
        return LiveError(sent.error.kind, "; ".join(sent.failures), sent.error.hint)
    hint = (
        "Most edits get no answer from a negotiator, so a refusal looks like this: edits need ADMINISTRATOR; "
        "see NegotiatorLog for more"
    )
    return LiveError(LiveErrorKind.NOT_DONE, f"the pool does not show the edit: {'; '.join(sent.failures)}", hint)


def undoing(changes: Sequence[ledgers.Change], ledger: ledgers.Ledger) -> tuple[list[Edit], EditPlan]:
    """The edits that undo `changes` where `ledger` is the state of the pool, and what they will change.

    Raises:
        Refused: something has changed since, or no edit can restore the old state.
    """
    records = ledgers.reversal(changes, ledger)
    edits: list[Edit] = []
    lost: list[str] = []
    for name in dict.fromkeys(change.name for change in changes):
        own = [change for change in changes if change.name == name]
        # Deleting a record that an edit made takes all its other changes back as well.
        if any(change.makes_record for change in own):
            edits.append(Edit.deletion(name))
            continue
        done, missing = _edits(name, own)
        edits += done
        lost += [f"{name}: {attribute} stays as it is, as no edit of a running pool sets it" for attribute in missing]
    if not edits:
        raise Refused("; ".join(lost) or "there is nothing to undo")
    settable = {*_SETTERS, *_LEASES, "MyType"}
    wanted = ledgers.changes_between(ledger.ads, ledger.replay(records).ads, records)
    wanted = tuple(change for change in wanted if change.attribute in settable or change.drops_record)
    return edits, EditPlan(records, wanted, messages=tuple(lost))


def _edits(name: str, changes: Iterable[ledgers.Change]) -> tuple[list[Edit], list[str]]:
    """The edits that restore a record, and the attributes that no edit can set."""
    changes = list(changes)
    edits: list[Edit] = []
    missing: list[str] = []
    leased: set[str] = set()
    for change in changes:
        if change.attribute in _LEASES:
            kind = _LEASES[change.attribute]
            # A lease is given by its length, and the time that was left of this one has gone on.
            if _number(change.before):
                raise Refused(f"{name}: a running negotiator cannot be given back a lease that ended; set a new one")
            # Ending the lease restores the value as well, so its value needs no edit of its own.
            edits.append(Edit(edit_of(kind, Effect.CANCEL), (name,)))
            leased.add(kind.spec.attributes.value)
    for change in changes:
        if change.attribute in _SETTERS and change.attribute not in leased:
            action, spec = _SETTERS[change.attribute]
            value = _number(change.before)
            number = spec.unset if value is None else value
            edits.append(Edit(action, (name,), float(number) if spec.real else int(number)))
        elif change.attribute in ("AccumulatedUsage", "HierWeightedResourcesUsed") and _number(change.before):
            missing.append(change.attribute)
    return edits, missing


def _number(text: str | None) -> float | int | None:
    value = None if text is None else ledgers.value_of(text)
    return value if isinstance(value, (int, float)) else None
