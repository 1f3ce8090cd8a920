"""What cycles decide, as far as it moves the pool: it can be saved, and followed instead of negotiating.

A world that follows known decisions comes to the same state as one that negotiates, many times faster; where they end,
it also needs what a negotiator remembers, its `NegotiatorState`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec import Struct, ValidationError, convert

from userprio.accounting import Account, Accountant
from userprio.base.errors import BadInput
from userprio.negotiation import Because, Decided, Match

_MATCHED: Final = ("submitter", "schedd", "request", "slot", "because")
"""The fields of a match that move the pool."""
_FIELDS: Final = tuple(name for name in Account.__struct_fields__ if name != "name")
_CANNOT_BE: Final = "this is not what a replay has written"
T = TypeVar("T")


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
        satisfied = [pair for pair, visit in last.items() if visit.satisfies(left[pair])]
        return cls(at, called, decided.matches, satisfied)

    def to_row(self, before: Sequence[str | None] | None) -> list[Any]:
        """The same as values of JSON; whom the cycle called is null if it is the same as `before`, in the last one."""
        row: list[Any] = [self.at, None if self.called == before else self.called]
        if self.matches or self.satisfied:
            row.append([[getattr(match, name) for name in _MATCHED] for match in self.matches])
            row.append([list(pair) for pair in self.satisfied])
        return row

    @classmethod
    def of_row(cls, row: object, before: Sequence[str | None] | None) -> "CycleDecisions":
        """The decisions from such values.

        Raises:
            BadInput: `to_row` cannot have made them.
        """
        read = _checked(row, _Row)
        called = before if read.called is None else read.called
        if called is None:
            raise BadInput(_CANNOT_BE)
        return cls(read.at, called, [match.match() for match in read.matches], read.satisfied)


class _MatchRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Those fields of a match that move the pool, in the order of `_MATCHED`."""

    submitter: str
    schedd: str
    request: str
    slot: str
    because: Because

    def match(self) -> Match:
        """The match, as far as it is known."""
        because = self.because
        return Match(None, None, 0, self.submitter, self.schedd, self.request, 0, self.slot, because, None, 0.0)


class _Row(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What `CycleDecisions.to_row` makes."""

    at: float
    called: list[str | None] | None
    matches: list[_MatchRow] = []
    satisfied: list[tuple[str, str]] = []


def _checked(values: object, kind: type[T]) -> T:
    """Values of JSON as the record that they were made from.

    Raises:
        BadInput: they are of another kind.
    """
    try:
        return convert(values, kind)
    except ValidationError:
        raise BadInput(_CANNOT_BE) from None


class NegotiatorState(Struct, frozen=True):
    """What a negotiator remembers after a cycle: accounts, and the quotas and last turns of groups."""

    updated_at: int
    accounts: Sequence[Sequence[str | int | float | None]]
    """The name of each and its fields, in the order of `Account`."""
    quotas: Mapping[str, int | float] | None
    served_at: Mapping[str, int | float] | None
    sent_at: Sequence[tuple[str | None, int | float]]
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
    def of_values(cls, values: object) -> "NegotiatorState":
        """The same from values of JSON.

        Raises:
            BadInput: they are not of that kind.
        """
        state = _checked(values, cls)
        # An older Account may have had fewer fields, or others.
        for name, *values in (account or [None] for account in state.accounts):
            if not isinstance(name, str) or len(values) != len(_FIELDS) or any(isinstance(it, str) for it in values):
                raise BadInput(_CANNOT_BE)
        return state

    def restore(self, accountant: Accountant) -> None:
        """Replace the accounts of an accountant with these."""
        accounts = []
        for name, *values in self.accounts:
            account = Account(str(name))
            for field, value in zip(_FIELDS, values, strict=True):
                setattr(account, field, value)
            accounts.append(account)
        accountant.restore(accounts, self.updated_at)
