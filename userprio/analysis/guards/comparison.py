"""The columns that guards are about, and comparisons with a bound: how they are written, and when they hold."""

import re
from collections.abc import Collection
from enum import StrEnum
from typing import Final, Self

from msgspec import Struct

from userprio.base import BadInput, parse_length


class GuardSubject(StrEnum):
    """What a row is about."""

    USER = "user"
    GROUP = "group"
    """With its subgroups."""
    POOL = "pool"


class GuardHorizon(StrEnum):
    """The time that figures are about."""

    CYCLE = "cycle"
    FORECAST = "forecast"
    REPLAY = "replay"


class Unit(StrEnum):
    """What a figure is measured in."""

    WEIGHT = "weight"
    WEIGHT_HOURS = "weight-hours"
    FRACTION = "fraction"
    NUMBER = "number"
    SECONDS = "seconds"


_ANY: Final = frozenset(GuardSubject)
_ALWAYS: Final = frozenset(GuardHorizon)
_CYCLE: Final = frozenset({GuardHorizon.CYCLE})
_TIME: Final = frozenset({GuardHorizon.FORECAST, GuardHorizon.REPLAY})
_REPLAY: Final = frozenset({GuardHorizon.REPLAY})


class GuardColumn(StrEnum):
    """A figure of a user, a group with its subgroups, or the pool. Weights are sums of SlotWeight, cores by default."""

    HOLDS = "holds", "weight after the cycle, or on average over time", Unit.WEIGHT
    LOSES = "loses", "how much less it holds than without the changes", Unit.WEIGHT
    WON = "won", "weight won in the cycle", Unit.WEIGHT, _ANY, _CYCLE
    PREEMPTED = "preempted", "weight that others take by preemption", Unit.WEIGHT, _ANY, _CYCLE
    PREEMPTIONS = "preemptions", "jobs that are preempted", Unit.NUMBER, _ANY, _CYCLE | _REPLAY
    IDLE = "idle", "idle jobs that no match is expected to start", Unit.NUMBER, _ANY, _CYCLE
    IDLE_WEIGHT = "idle_weight", "weight that nobody holds", Unit.WEIGHT, frozenset({GuardSubject.POOL})
    SHARE = "share", "part of the pie in its own turn", Unit.FRACTION, frozenset({GuardSubject.USER}), _CYCLE
    LIMIT = (
        "limit",
        "the most weight that a user could win in its own turn, or a group in its last pass",
        Unit.WEIGHT,
        frozenset({GuardSubject.USER, GuardSubject.GROUP}),
        _CYCLE,
    )
    QUOTA = "quota", "effective quota of a group's subtree", Unit.WEIGHT, frozenset({GuardSubject.GROUP}), _CYCLE
    WEIGHT_HOURS = "weight_hours", "weight in use times hours", Unit.WEIGHT_HOURS, _ANY, _TIME
    WAIT_MEDIAN = "wait_median", "the median of the waits of jobs for their first start", Unit.SECONDS, _ANY, _REPLAY
    WAIT_P95 = "wait_p95", "the time that 95% of the jobs wait at most", Unit.SECONDS, _ANY, _REPLAY

    about: str
    unit: Unit
    subjects: Collection[GuardSubject]
    horizons: Collection[GuardHorizon]

    def __new__(
        cls,
        name: str,
        about: str = "",
        unit: Unit = Unit.WEIGHT,
        subjects: Collection[GuardSubject] = _ANY,
        horizons: Collection[GuardHorizon] = _ALWAYS,
    ) -> Self:
        """A column of this name."""
        column = str.__new__(cls, name)
        column._value_, column.about, column.unit = name, about, unit
        column.subjects, column.horizons = subjects, horizons
        return column

    @property
    def attribute(self) -> str:
        """Its name in expressions, such as `WaitP95`."""
        return "".join(part.capitalize() for part in self.value.split("_"))

    @property
    def adds_up(self) -> bool:
        """Whether a user or group that is not there has 0, rather than no such figure."""
        return self not in (
            GuardColumn.SHARE,
            GuardColumn.LIMIT,
            GuardColumn.QUOTA,
            GuardColumn.WAIT_MEDIAN,
            GuardColumn.WAIT_P95,
        )


_NOISE: Final = 1e-9
_NUMBER: Final = r"(\d{1,12}(?:\.\d{1,9})?)"
_COMPARISON: Final = re.compile(r"(>=|<=|==|!=|>|<)\s*(\S.*)", re.ASCII)
_OF_BEFORE: Final = re.compile(rf"(?:{_NUMBER}\s*(?:\*\s*|(%)\s*of\s+))?before(?:\s*([+-])\s*(.+))?", re.ASCII)
_OF_POOL: Final = re.compile(rf"{_NUMBER}\s*%\s*of\s+pool", re.ASCII)
_AMOUNT: Final = re.compile(rf"{_NUMBER}\s*(%|[a-z-]+)?", re.ASCII)
_WORDS: Final = {
    Unit.WEIGHT: ("core", "cores"),
    Unit.NUMBER: ("job", "jobs"),
    Unit.WEIGHT_HOURS: ("core-hour", "core-hours"),
}
_HINTS: Final = {
    Unit.WEIGHT: "Write 10% of before, 10% of pool, or 10 cores, which stand for weight",
    Unit.FRACTION: "A share is written in percent, such as >= 5%, or >= 0.9 * before",
    Unit.NUMBER: "Write a number such as 10, 0.5 * before, or before + 10",
    Unit.SECONDS: "Write a time with its unit, such as <= 4h or <= 90m, or <= 1.2 * before",
    Unit.WEIGHT_HOURS: "Write a number such as 240 core-hours, or 0.9 * before",
}
_OF_LOSSES: Final = "Write <= 10%, of what it holds without the changes, or <= 10 cores"


class GuardComparison(Struct, frozen=True):
    """A column compared with a bound: a multiple of the figure before, a part of the pool's weight, and a constant."""

    column: GuardColumn
    operator: str
    text: str
    """As it was written, such as `>= 0.9 * before`."""
    of_before: float = 0.0
    of_pool: float = 0.0
    constant: float = 0.0

    def bound(self, before: float, pool: float) -> float:
        """The bound, if the figure was `before`, and the pool has this weight."""
        return self.of_before * before + self.of_pool * pool + self.constant

    def is_met(self, value: float, bound: float) -> bool:
        """Whether the comparison with the bound holds; sums in another order make no difference."""
        equal = value == bound or abs(value - bound) <= _NOISE * max(1.0, abs(bound))
        match self.operator:
            case ">=":
                return value > bound or equal
            case "<=":
                return value < bound or equal
            case ">":
                return value > bound and not equal
            case "<":
                return value < bound and not equal
            case "==":
                return equal
        return not equal


def parse_comparison(column: GuardColumn, text: str) -> GuardComparison:
    """The comparison in a text such as `>= 0.9 * before`; BadInput, without a place, if it is none or always holds."""
    hint = _OF_LOSSES if column is GuardColumn.LOSES else _HINTS[column.unit]
    if (match := _COMPARISON.fullmatch(text.strip())) is None:
        raise BadInput(f"{text!r} is not a comparison, such as >= 5 or <= before", hint=hint)
    operator, bound = match.groups()
    comparison = GuardComparison(column, operator, f"{operator} {bound}", *_terms(column, bound, hint))
    nothing = comparison.of_before == comparison.of_pool == comparison.constant == 0
    # Nobody loses more than all, and no share is more than the whole pie.
    most = {GuardColumn.LOSES: comparison.of_before, GuardColumn.SHARE: comparison.constant}.get(column, 0.0)
    if (operator == ">=" and nothing) or (operator == "<=" and most >= 1):
        raise BadInput(
            f"{column} {comparison.text} holds whatever is done", hint="Leave it out, or write what it is for"
        )
    return comparison


def _terms(column: GuardColumn, bound: str, hint: str) -> tuple[float, float, float]:
    """The factor of the figure before, the fraction of the pool, and the constant."""
    if (match := _OF_BEFORE.fullmatch(bound)) is not None:
        if column is GuardColumn.LOSES:
            raise BadInput("loses is measured from the figure before already", hint=hint)
        number, is_percent, sign, more = match.groups()
        factor = (1.0 if number is None else float(number)) / (100 if is_percent else 1)
        constant = 0.0 if more is None else _amount(column, more, hint)
        return factor, 0.0, -constant if sign == "-" else constant
    if (match := _OF_POOL.fullmatch(bound)) is not None and column.unit is Unit.WEIGHT:
        return 0.0, float(match[1]) / 100, 0.0
    if column is GuardColumn.LOSES and (match := _AMOUNT.fullmatch(bound)) is not None and match[2] == "%":
        return float(match[1]) / 100, 0.0, 0.0
    return 0.0, 0.0, _amount(column, bound, hint)


def _amount(column: GuardColumn, text: str, hint: str) -> float:
    match = _AMOUNT.fullmatch(text)
    word = None if match is None else match[2]
    if column.unit is Unit.SECONDS and re.fullmatch(r"(?:\d+[a-z]+)+", text):
        return float(parse_length(text))
    if match is not None and column.unit is Unit.FRACTION and word == "%":
        return float(match[1]) / 100
    bare = column.unit in _WORDS and column is not GuardColumn.LOSES
    if match is not None and ((word is None and bare) or word in _WORDS.get(column.unit, ())):
        return float(match[1])
    what = (
        f"{text} does not say of what" if match is not None and word in (None, "%") else f"{text!r} cannot be {column}"
    )
    raise BadInput(what, hint=hint)
