"""Guards held against figures: which hold, which do not, and for which that hangs on a second or a tie."""

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from math import fsum
from typing import Final

from msgspec import Struct, structs

from userprio.analysis.check import Finding, Level
from userprio.analysis.guards.comparison import GuardColumn, GuardSubject
from userprio.analysis.guards.figures import GuardedFigures, GuardRow, Side, with_weights
from userprio.analysis.guards.guard import AFTER, BEFORE, GROUP, NAME, Guard, GuardCondition
from userprio.analysis.plan import Figure, GroupDifference, Plan, SubmitterDifference, VariantPair, Why
from userprio.base import BadInput, near_misses
from userprio.base.formats import matches
from userprio.classad import evaluate
from userprio.negotiation import Chance

_OF_WEIGHT: Final = frozenset({GuardColumn.HOLDS, GuardColumn.LOSES})
"""What is known at other seconds and with other outcomes of ties."""
_OF_SHARES: Final = frozenset({GuardColumn.SHARE, GuardColumn.LIMIT})
_FIXED: Final = frozenset({GuardColumn.QUOTA})
_MOST_WHYS: Final = 2


class GuardVerdict(Struct, frozen=True):
    """A condition of a guard held against a row, or against the findings."""

    guard: Guard
    condition: GuardCondition
    holds: bool
    row: GuardRow | None = None
    """None: it is about findings."""
    figures: tuple[tuple[GuardColumn, Figure], ...] = ()
    """The figures that it reads."""
    bound: float | None = None
    """Of a comparison, in the measure of its column."""
    hangs_on: Chance | None = None
    """A little later, or with a tie resolved otherwise, it would be the other way round."""
    caveats: tuple[str, ...] = ()
    """What is not simulated, or may be otherwise, in figures that it reads."""
    finding: Finding | None = None
    """A finding that is new."""
    whys: tuple[Why, ...] = ()
    """If it does not hold, why those gain or lose in the next cycle whom it is about; the largest first."""
    differs: SubmitterDifference | GroupDifference | None = None
    """What else differs there, if nobody gains or loses."""


class GuardReport(Struct, frozen=True):
    """All guards of a file held against a plan."""

    plan: Plan
    over: str
    """What it is about: `cycle`, or what was asked for."""
    guards: tuple[Guard, ...]
    verdicts: tuple[GuardVerdict, ...]
    """In the order of the guards, and of the rows within each."""
    caveats: tuple[str, ...] = ()
    """What is true of all figures."""

    @property
    def failed(self) -> tuple[GuardVerdict, ...]:
        """Those that do not hold."""
        return tuple(verdict for verdict in self.verdicts if not verdict.holds)


def judge(
    guards: Sequence[Guard], figures: GuardedFigures, findings: Sequence[Finding], plan: Plan, over: str
) -> GuardReport:
    """Hold guards against figures, and against findings that are new.

    Raises:
        BadInput: a guard is about nobody, or two of them cannot both hold; gives the line.
    """
    verdicts = [verdict for guard in guards for verdict in _judged(guard, figures, findings)]
    _check_contradictions(verdicts)
    explained = tuple(verdict if verdict.holds else _explained(verdict, plan) for verdict in verdicts)
    return GuardReport(plan, over, tuple(guards), explained, figures.caveats)


def _judged(guard: Guard, figures: GuardedFigures, findings: Sequence[Finding]) -> Iterator[GuardVerdict]:
    if guard.subject is None:
        levels = list(Level)
        new = [own for own in findings if levels.index(own.level) <= levels.index(guard.level)]
        for finding in new:
            yield GuardVerdict(guard, guard.conditions[0], holds=False, finding=finding)
        if not new:
            yield GuardVerdict(guard, guard.conditions[0], holds=True)
        return
    rows = _rows_of(guard, figures.rows)
    for condition in guard.conditions:
        concerned = [row for row in rows if all(_is_there(row, column) for column in condition.columns)]
        if not concerned:
            columns = " and ".join(condition.columns)
            message = f"{guard.whom} has no {columns} on either side, so that this guards nothing"
            raise BadInput(message, guard.path, condition.line, hint="Remove it, or guard what it holds")
        for row in concerned:
            yield _verdict(guard, condition, row, figures)


def _is_there(row: GuardRow, column: GuardColumn) -> bool:
    return column.adds_up or row.before.get(column) is not None or row.after.get(column) is not None


def _rows_of(guard: Guard, rows: Iterable[GuardRow]) -> list[GuardRow]:
    """The rows that a guard is about; BadInput if there are none."""
    own = [row for row in rows if row.subject is guard.subject]
    if guard.subject is GuardSubject.POOL:
        return own
    # A whole name comes before a pattern: it may have [ or * in it.
    chosen = [row for row in own if row.name == guard.pattern]
    if guard.subject is GuardSubject.USER:
        chosen = chosen or [row for row in own if matches(row.name, guard.pattern, row.group)]
    else:
        chosen = chosen or [row for row in own if fnmatchcase(row.name.lower(), guard.pattern.lower())]
    if not chosen:
        near = " or ".join(near_misses(guard.pattern, (row.name for row in own)))
        hint = f"Did you mean {near}?" if near else "Who neither holds nor asks for anything is not there"
        raise BadInput(f"no {guard.subject} here is called {guard.pattern}", guard.path, guard.line, hint=hint)
    return chosen


def _verdict(guard: Guard, condition: GuardCondition, row: GuardRow, figures: GuardedFigures) -> GuardVerdict:
    holds, bound = _met(condition, row, figures)
    hangs_on, caveats = None, list(row.caveats)
    columns = set(condition.columns) - _FIXED
    for pair in figures.variants:
        changes = _changes(row, pair)
        if columns <= _OF_WEIGHT:
            weights = ((row.before[GuardColumn.HOLDS] or 0.0), (row.after[GuardColumn.HOLDS] or 0.0))
            moved = with_weights(row, *(sum(pair) for pair in zip(weights, changes, strict=True)))
            if _met(condition, moved, figures)[0] is not holds:
                hangs_on = hangs_on or pair.reason
        elif any(changes):
            caveats.append(f"what it holds hangs on a second or a tie ({pair.reason}), and so may this")
        if columns & _OF_SHARES and pair.reason is Chance.FIGURES:
            caveats.append("shares and limits hold for this second only")
    # What is lost says little without what is left.
    shown = dict.fromkeys((*condition.columns, *([GuardColumn.HOLDS] if GuardColumn.LOSES in columns else [])))
    pairs = tuple((column, Figure(row.before.get(column), row.after.get(column))) for column in shown)
    return GuardVerdict(guard, condition, holds, row, pairs, bound, hangs_on, tuple(dict.fromkeys(caveats)))


def _changes(row: GuardRow, pair: VariantPair) -> tuple[float, float]:
    """By how much more the row holds in these variants of the two cycles."""
    before, after = (
        fsum(change for name, change in changes.items() if name in members)
        for changes, members in zip(pair.changes, row.members, strict=True)
    )
    return before, after


def _met(condition: GuardCondition, row: GuardRow, figures: GuardedFigures) -> tuple[bool, float | None]:
    """Whether a condition holds of a row, and the bound of a comparison. What is not there counts as 0."""
    comparison = condition.comparison
    if comparison is None:
        return _is_true(condition.expression or "", row, figures.at), None
    base = GuardColumn.HOLDS if comparison.column is GuardColumn.LOSES else comparison.column
    bound = comparison.bound(row.before.get(base) or 0.0, figures.pool_weight)
    return comparison.is_met(row.after.get(comparison.column) or 0.0, bound), bound


def _is_true(expression: str, row: GuardRow, at: int) -> bool:
    """Whether an expression is true of a row: undefined and error are not."""
    ad = {
        NAME: _quoted(row.name),
        GROUP: _quoted(row.group),
        BEFORE: _attributes(row.before),
        AFTER: _attributes(row.after),
    }
    value = evaluate(expression, my=ad, now=at)
    return isinstance(value, bool | int | float) and bool(value)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _attributes(side: Side) -> dict[str, object]:
    return {column.attribute: side.get(column) for column in GuardColumn if column in side}


def _check_contradictions(verdicts: Iterable[GuardVerdict]) -> None:
    """Raise BadInput if comparisons leave no value that a figure of a row could have."""
    bounds: dict[tuple[GuardSubject, str, GuardColumn], list[GuardVerdict]] = {}
    for verdict in verdicts:
        if verdict.row is not None and verdict.condition.comparison is not None:
            key = verdict.row.subject, verdict.row.name, verdict.condition.comparison.column
            bounds.setdefault(key, []).append(verdict)
    for (subject, name, column), several in bounds.items():
        for other in several:
            for verdict in several:
                if _excludes(verdict, other):
                    first, second = sorted((verdict, other), key=lambda own: own.condition.line or 0)
                    whom = f"{subject} {name}".strip()
                    where = f" in line {first.condition.line}" if first.condition.line else ""
                    texts = [own.condition.text.removeprefix(f"{column} ") for own in (second, first)]
                    message = f"{column} of {whom} cannot be {' and '.join(texts)}{where}"
                    raise BadInput(message, second.guard.path, second.condition.line, hint="Correct one of the two")


def _excludes(verdict: GuardVerdict, other: GuardVerdict) -> bool:
    """Whether the one asks for at least what is more than the other allows."""
    low, high = verdict.condition.comparison, other.condition.comparison
    assert low is not None and high is not None and verdict.bound is not None and other.bound is not None
    if low.operator not in (">=", ">", "==") or high.operator not in ("<=", "<", "=="):
        return low.operator == "==" and high.operator == "!=" and not high.is_met(verdict.bound, other.bound)
    # What is more than the least must still be allowed.
    least = verdict.bound if low.operator != ">" else verdict.bound + 1e-6 * max(1.0, abs(verdict.bound))
    return not high.is_met(least, other.bound) and least >= other.bound


def _explained(verdict: GuardVerdict, plan: Plan) -> GuardVerdict:
    """The verdict with what the plan says about those that it is about."""
    row = verdict.row
    if row is None:
        return verdict
    shifts = {shift.submitter: shift.by for shift in (*plan.difference.gains, *plan.difference.losses)}
    members = row.members[0] | row.members[1]
    less = (row.after[GuardColumn.HOLDS] or 0.0) < (row.before[GuardColumn.HOLDS] or 0.0)
    # Of a group that holds less those come first who lose.
    own = [why for why in plan.whys if why.submitter in members]
    own.sort(key=lambda why: shifts[why.submitter] if less else -abs(shifts[why.submitter]))
    differences = plan.difference.submitters if row.subject is GuardSubject.USER else plan.difference.groups
    differs = next((difference for difference in differences if difference.name == row.name), None)
    return structs.replace(verdict, whys=tuple(own[:_MOST_WHYS]), differs=differs)
