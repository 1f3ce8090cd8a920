"""What cycles decide, as far as it moves the pool: it can be saved, and followed instead of negotiating.

A world that follows known decisions comes to the same state as one that negotiates, many times faster; where they end,
it also needs what a negotiator remembers, its `NegotiatorState`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, TypeGuard

from msgspec import Struct

from userprio.accounting import Account, Accountant
from userprio.base.errors import BadInput
from userprio.negotiation import Because, Decided, Match

_MATCHED: Final = ("submitter", "schedd", "request", "slot", "because")
"""The fields of a match that move the pool."""
_FIELDS: Final = tuple(field.name for field in fields(Account) if field.name != "name")
_CANNOT_BE: Final = "this is not what a replay has written"


class CycleDecisions(Struct, frozen=True):
    """What a cycle decided."""

    at: float
    """When it began, seconds since the epoch."""
    called: Sequence[str | None]
    """The schedds that it called."""
    matches: Sequence[Match] = ()
    satisfied: Sequence[tuple[str, str]] = ()
    """Submitters, each with a schedd that considers them satisfied: all jobs were offered, and none was rejected."""

    @classmethod
    def of(
        cls,
        at: float,
        decided: Decided | None,
        waiting: Mapping[tuple[str, str | None], int],
        called: Sequence[str | None],
    ) -> "CycleDecisions":
        """The decisions of a cycle, None where there was nothing to decide; `waiting` counts the jobs before it."""
        if decided is None:
            return cls(at, called)
        left = Counter(waiting)
        left.subtract((match.submitter, match.schedd) for match in decided.matches)
        last = {(visit.submitter.name, visit.schedd): visit for visit in decided.visits}
        satisfied = [whose for whose, visit in last.items() if visit.satisfies(left[whose])]
        return cls(at, called, decided.matches, satisfied)

    def to_row(self, before: Sequence[str | None] | None) -> list[Any]:
        """The same as values of JSON; whom the cycle called is null if it is the same as `before`, in the last one."""
        row: list[Any] = [self.at, None if self.called == before else self.called]
        if self.matches or self.satisfied:
            row.append([[getattr(match, name) for name in _MATCHED] for match in self.matches])
            row.append([list(whose) for whose in self.satisfied])
        return row

    @classmethod
    def of_row(cls, row: object, before: Sequence[str | None] | None) -> "CycleDecisions":
        """The decisions from such values.

        Raises:
            BadInput: `to_row` cannot have made them.
        """
        match row:
            case [float(at), called_row, *more]:
                called = before if called_row is None else _schedds(called_row)
                match more:
                    case [] if called is not None:
                        return cls(at, called)
                    case [[*matches], [*satisfied]] if called is not None:
                        return cls(at, called, list(map(_match, matches)), list(map(_whose, satisfied)))
        raise BadInput(_CANNOT_BE)


def _schedds(row: object) -> Sequence[str | None]:
    match row:
        case [*names]:
            schedds = [name for name in names if name is None or isinstance(name, str)]
            if len(schedds) == len(names):
                return schedds
    raise BadInput(_CANNOT_BE)


def _match(row: object) -> Match:
    match row:
        case [str(submitter), str(schedd), str(request), str(slot), str(because)] if because in set(Because):
            return Match(None, None, 0, submitter, schedd, request, 0, slot, Because(because), None, 0.0)
    raise BadInput(_CANNOT_BE)


def _whose(row: object) -> tuple[str, str]:
    match row:
        case [str(submitter), str(schedd)]:
            return submitter, schedd
    raise BadInput(_CANNOT_BE)


class NegotiatorState(Struct, frozen=True):
    """What a negotiator remembers after a cycle: accounts, and the quotas and last turns of groups."""

    updated_at: int
    accounts: Sequence[Sequence[str | float | None]]
    quotas: Mapping[str, float] | None
    served_at: Mapping[str, float] | None
    sent_at: Sequence[tuple[str | None, float]]
    """When each schedd sent its last ads."""

    @classmethod
    def of(
        cls,
        accountant: Accountant,
        quotas: Mapping[str, float] | None,
        served_at: Mapping[str, float] | None,
        sent_at: Mapping[str | None, float],
    ) -> "NegotiatorState":
        """As it is now."""
        accounts = [
            [account.name, *(getattr(account, name) for name in _FIELDS)] for account in accountant.customers.values()
        ]
        return cls(accountant.last_update_time, accounts, quotas, served_at, list(sent_at.items()))

    @classmethod
    def of_values(cls, values: Mapping[str, object]) -> "NegotiatorState":
        """The same from values of JSON.

        Raises:
            BadInput: they are not of that kind.
        """
        match values:
            case {
                "updated_at": int(updated_at),
                "accounts": [*accounts],
                "quotas": quotas,
                "served_at": served_at,
                "sent_at": [*sent_at],
            }:
                told = _numbers(quotas), _numbers(served_at), list(map(_update, sent_at))
                return cls(updated_at, list(map(_account, accounts)), *told)
        raise BadInput(_CANNOT_BE)

    def restore(self, accountant: Accountant) -> None:
        """Replace the accounts of an accountant with these."""
        accounts = []
        for name, *values in self.accounts:
            account = Account(str(name))
            for field, value in zip(_FIELDS, values, strict=True):
                setattr(account, field, value)
            accounts.append(account)
        accountant.restore(accounts, self.updated_at)


def _account(row: object) -> Sequence[str | float | None]:
    match row:
        case [str(name), *values]:
            numbers = [value for value in values if _is_number(value)]
            if len(numbers) == len(values) == len(_FIELDS):
                return [name, *numbers]
    raise BadInput(_CANNOT_BE)


def _is_number(value: object) -> TypeGuard[float | None]:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _update(row: object) -> tuple[str | None, float]:
    match row:
        case [str() | None as schedd, int() | float() as at]:
            return schedd, at
    raise BadInput(_CANNOT_BE)


def _numbers(values: object) -> Mapping[str, float] | None:
    match values:
        case None:
            return None
        case dict() if all(map(_is_number, values.values())) and None not in values.values():
            return values
    raise BadInput(_CANNOT_BE)
