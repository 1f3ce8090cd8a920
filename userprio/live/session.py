"""The accounts of a running pool: read as a ledger, edited, and such edits undone.

The ledger is reconstructed from the accounting ads that the negotiator answers with (`Accountant::ReportState`).

Most edits get no answer, so a refused one looks like one that was made. Therefore the accounts are read before and
after, and what the pool then shows is what counts. A negotiator has no transactions: several names are changed one
after the other, without any guarantee of all or nothing. Edits are undone by other edits.

Whoever edits logs the planned changes before the first request, and what `shown` says of them afterwards. If the pool
can no longer be looked at, or this process ends, the same is found out at the next contact (`LiveSession.settled`).
"""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Final

import msgspec
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
    ledger_records,
    plan_in_turn,
)
from userprio.base import INT_MAX, Refused
from userprio.classad import Ad
from userprio.config import read as read_config
from userprio.live.transport import LiveError, LiveErrorKind, Negotiator, Transport

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

_STABLE: Final = frozenset({*_TIMED, *(kind.spec.attributes.value for kind in LEASES.values())})
"""What cycles do not change: by it, a record that is still there is told from a new one of the same name."""

_ANSWERS: Final = frozenset({LiveErrorKind.DENIED, LiveErrorKind.NOT_DONE, LiveErrorKind.UNSUPPORTED})
"""Errors after which a request will not be carried out any more."""

_RESETS: Final = frozenset(action for action in ACTIONS.values() if action.spec.effect is Effect.RESET)

_ABSENT: Final = {"Ceiling": "-1", "Floor": "0", "Priority": str(MIN_PRIORITY), **dict.fromkeys(_TIMED, "0")}
"""The values that missing attributes are equivalent to."""


def ledger_of(ads: Iterable[Ad], now: int) -> ledgers.Ledger:
    """The ledger of `ledger_records` in memory."""
    return ledgers.Ledger.empty().replay(ledger_records(ads, now))


class Shown(msgspec.Struct, frozen=True):
    """What a pool shows of planned changes."""

    changes: tuple[ledgers.Change, ...] = ()
    """Those that were made, with the values that the pool shows."""
    unclear: tuple[str, ...] = ()
    """The submitters for whom it shows neither what was before nor what was to be."""
    differences: tuple[str, ...] = ()
    """How it differs from the planned changes, one sentence for each record."""

    @property
    def state(self) -> ledgers.OperationState:
        """What became of an operation with these changes."""
        if self.unclear:
            return ledgers.OperationState.UNCERTAIN
        return ledgers.OperationState.DONE if self.changes else ledgers.OperationState.ABANDONED


class Sent(msgspec.Struct, frozen=True):
    """The result of sending edits."""

    shown: Shown
    failures: tuple[str, ...] = ()
    """What is not as planned, one sentence each."""
    refused: tuple[str, ...] = ()
    """The submitters for whom the pool refused it."""
    in_doubt: tuple[str, ...] = ()
    """Those whose request was sent, while nothing tells whether it arrived or still will."""
    error: LiveError | None = None
    """The error that ended the sending or the look at the pool, if any."""

    @property
    def changes(self) -> tuple[ledgers.Change, ...]:
        """The planned changes that the pool shows."""
        return self.shown.changes


class LiveSession(msgspec.Struct, dict=True):
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
        # A change that no look at the pool could see, such as from no floor to one of 0, is none.
        return replace(plan, changes=_visible(plan.changes))

    def send(self, edits: Sequence[Edit], plan: EditPlan) -> Sent:
        """Send edits of one name each, in order, until one fails; then see what the pool shows."""
        failures: list[str] = []
        failed: Edit | None = None
        error: LiveError | None = None
        sent: list[str] = []
        for place, edit in enumerate(edits):
            try:
                sent.append(_whose(edit))
                self.transport.send(self.negotiator, edit)
            except LiveError as reason:
                failed, error = edit, reason
                what, *rest = map(_what if len({edit.action for edit in edits}) > 1 else _whose, edits[place:])
                failures.append(f"{what}: {reason.message}")
                if rest:
                    failures.append(f"not tried: {', '.join(rest)}")
                break
        resets = any(edit.action in _RESETS for edit in edits)
        look = Shown()
        # After a failure nothing more will arrive, so one look at what has is enough.
        for pause_s in _PAUSES_S if not failures else _PAUSES_S[:1]:
            self.wait(pause_s)
            try:
                look = shown(plan.changes, self._read(), resets=resets)
            except LiveError as reason:
                refused = () if failed is None or error is None or error.kind not in _ANSWERS else (_whose(failed),)
                in_doubt = tuple(name for name in dict.fromkeys(sent) if name not in refused)
                return Sent(Shown(), (*failures, reason.message), refused, in_doubt, reason)
            if failures or not look.differences:
                break
        if failed is None or error is None:
            return Sent(look, look.differences)
        made = {(change.key, change.attribute) for change in look.changes}
        own = [change for change in plan.changes if concerns(failed, change)]
        names = () if all((change.key, change.attribute) in made for change in own) else (_whose(failed),)
        # What was given up waiting for may still be in the negotiator's queue.
        if error.kind is LiveErrorKind.UNREACHABLE:
            return Sent(look, tuple(failures), in_doubt=names, error=error)
        return Sent(look, tuple(failures), refused=names, error=error)

    def settled(self, operation: ledgers.Operation) -> ledgers.Operation:
        """An interrupted operation with what the pool shows of it now.

        Raises:
            LiveError: the pool does not answer.
        """
        look = shown(operation.changes, self.ledger, resets=operation.action in _RESETS)
        return ledgers.with_outcome(operation, look.state, look.changes, unclear=look.unclear)

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


def concerns(edit: Edit, change: ledgers.Change) -> bool:
    """Whether the change may be the work of the edit."""
    if edit.names and change.name not in edit.names:
        return False
    value, lease = edit.spec.value, edit.spec.lease
    own = () if value is None else (value.attribute, *(() if lease is None else lease.spec.attributes))
    return not own or change.attribute in own or change.makes_record


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


def shown(changes: Sequence[ledgers.Change], ledger: ledgers.Ledger, *, resets: bool) -> Shown:
    """What a pool whose accounts are `ledger` shows of planned changes; `resets`: of an edit that resets usage."""
    verdicts = {change: _was_made(change, ledger, resets) for change in changes}
    for key in dict.fromkeys(change.key for change in changes if change.makes_record or change.drops_record):
        own = [change for change in changes if change.key == key]
        verdicts |= dict.fromkeys(own, _was_dropped(own, ledger)) if any(change.drops_record for change in own) else {}
        # Anybody's job makes a record too: that it is our work is known by what we set in it.
        others = {verdicts[change] for change in own if not change.makes_record}
        if ledger.ads.get(key) is not None and others and True not in others:
            verdicts |= {change: None for change in own if change.makes_record}
    made = (
        ledgers.Change(change.key, change.attribute, change.before, _text(ledger, change))
        for change, verdict in verdicts.items()
        if verdict
    )
    unclear = dict.fromkeys(change.name for change, verdict in verdicts.items() if verdict is None)
    differences: dict[str, str] = {}
    for change, verdict in verdicts.items():
        if not verdict:
            differences.setdefault(change.name, _difference(change, ledger))
    return Shown(tuple(made), tuple(unclear), tuple(differences.values()))


def _text(ledger: ledgers.Ledger, change: ledgers.Change) -> str | None:
    return ledgers.text_in(ledger.ads, change.key, change.attribute)


def _was_made(change: ledgers.Change, ledger: ledgers.Ledger, resets: bool) -> bool | None:
    """Whether the accounts show a change; None: they show neither the old value nor the new one."""
    if change.makes_record or change.drops_record:
        return (change.key not in ledger.ads) is change.drops_record
    text = _text(ledger, change)
    if change.key not in ledger.ads:
        return False if change.before is None else None
    # First, for a time that the negotiator sets by its own clock may be any.
    if _alike(change.attribute, text, change.before):
        return False
    by_clock = change.attribute in _LEASES or (resets and change.attribute in _TIMED)
    return True if _alike(change.attribute, text, change.after, by_clock=by_clock) else None


def _was_dropped(changes: Iterable[ledgers.Change], ledger: ledgers.Ledger) -> bool | None:
    """Whether the accounts show that a record was deleted; None: there is another one of that name."""
    changes = list(changes)
    if changes[0].key not in ledger.ads:
        return True
    stable = (change for change in changes if change.attribute in _STABLE)
    return False if all(_alike(each.attribute, _text(ledger, each), each.before) for each in stable) else None


def _difference(change: ledgers.Change, ledger: ledgers.Ledger) -> str:
    """How the accounts differ from a change that they do not show."""
    if change.key not in ledger.ads:
        return f"{change.name}: there is no record of it"
    if change.drops_record:
        return f"{change.name}: its record is still there"
    text = _text(ledger, change)
    is_now = "not set" if text is None else text
    return f"{change.name}: {change.attribute} is {is_now}, not {change.after}"


def _alike(attribute: str, text: str | None, other: str | None, *, by_clock: bool = False) -> bool:
    """Whether two values of an attribute count as the same; `by_clock`: one is a time by the negotiator's clock."""
    default = _ABSENT.get(attribute)
    text, other = text or default, other or default
    if text is None or other is None:
        return text is other
    number, second = ledgers.value_of(text), ledgers.value_of(other)
    if not isinstance(number, (int, float)) or not isinstance(second, (int, float)):
        return number == second
    # The negotiator's clock differs from ours, so that only whether there is a time at all can be compared.
    if by_clock:
        return (number > 0) is (second > 0)
    if isinstance(number, int) and isinstance(second, int):
        return number == second
    return math.isclose(number, second, rel_tol=_RELATIVE, abs_tol=_ABSOLUTE)


def _visible(changes: Iterable[ledgers.Change]) -> tuple[ledgers.Change, ...]:
    """Without those whose old and new value a pool shows alike."""
    return tuple(
        change
        for change in changes
        if change.attribute == ledgers.EXISTENCE or not _alike(change.attribute, change.before, change.after)
    )


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
    return edits, EditPlan(records, _visible(wanted), messages=tuple(lost))


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
