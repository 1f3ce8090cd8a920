"""Results as scripts get them: a value, and its forms for JSON, tables and notebooks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Final, ParamSpec, TypeVar

from msgspec.structs import asdict

from userprio import report
from userprio.analysis.aim import Aim
from userprio.analysis.explain import ExplainedPair, Explanation
from userprio.analysis.plan import Plan
from userprio.analysis.sweep import Sweep
from userprio.analysis.wait import Wait
from userprio.base.limits import one_run
from userprio.negotiation import Outcome
from userprio.report import to_dict
from userprio.simulation import Defrag, Forecast, Replay

if TYPE_CHECKING:
    from pandas import DataFrame

R = TypeVar("R")
P = ParamSpec("P")

_MOST_ROWS: Final = 60
"""Rows that a notebook shows at most."""


def in_one_run(function: Callable[P, R]) -> Callable[P, R]:
    """Give each call of a function one budget: that of `userprio.run_with` around it, or its own."""

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with one_run():
            return function(*args, **kwargs)

    return run


class Result:
    """What every result has besides its own attributes: its forms for scripts. Iterating gives its rows.

    >>> load("pie").negotiate()
    <Outcome: 2 rows>
    """

    __slots__ = ()
    _formats: ClassVar[report.Formats[Any]]

    def to_dict(self) -> dict[str, Any]:
        """The document that `--format json` prints: a `schema` with its version, and stable keys."""
        return to_dict(self, self._formats)

    def rows(self) -> list[dict[str, Any]]:
        """The rows that `--format csv` prints, as flat dictionaries, which `pandas.DataFrame` accepts."""
        return report.to_rows(self, self._formats)

    def to_frame(self) -> "DataFrame":
        """The rows as a pandas DataFrame: points in time are timestamps in UTC, and a number that is not there is NaN.

        Points in time stay numbers where one is beyond what pandas can hold.

        Raises:
            ImportError: pandas is not installed.
        """
        from pandas import DataFrame, to_datetime

        frame = DataFrame(self.rows())
        for key in frame:
            unit, _ = report.meaning_of("", str(key))
            if unit == report.EPOCH:
                with suppress(ValueError):
                    frame[key] = to_datetime(frame[key], unit="s", utc=True)
            elif unit and frame[key].isna().all():
                # Without this, pandas makes a column of objects of it.
                frame[key] = frame[key].astype(float)
        return frame

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows())

    def __len__(self) -> int:
        return len(self.rows())

    def __bool__(self) -> bool:
        return True  # A result without rows is one, too

    def __repr__(self) -> str:
        return f"<{type(self).__name__.removesuffix('Result')}: {len(self.rows())} rows>"

    def _repr_html_(self) -> str:
        return html_table(self.rows())


class AimResult(Result, Aim, frozen=True):
    """A result: the smallest change that meets targets."""

    _formats = report.AIM_FORMATS


class DefragResult(Result, Defrag, frozen=True):
    """A result: what condor_defrag would do."""

    _formats = report.DEFRAG_FORMATS


class ExplainedPairResult(Result, ExplainedPair, frozen=True):
    """A result: two submitters compared."""

    _formats = report.COMPARISON_FORMATS


class ExplanationResult(Result, Explanation, frozen=True):
    """A result: why a submitter, group or job gets what it gets."""

    _formats = report.EXPLANATION_FORMATS

    def __str__(self) -> str:
        return f"{self.name}: {self.primary.sentence}"


class FindingsResult(Result, report.Findings, frozen=True):
    """A result: what `check` says."""

    _formats = report.FINDINGS_FORMATS


class ForecastResult(Result, Forecast, frozen=True):
    """A result: use and priorities over the coming hours."""

    _formats = report.FORECAST_FORMATS


class ListingResult(Result, report.Listing, frozen=True):
    """A result: priorities, usage and limits, or quotas."""

    _formats = report.LISTING_FORMATS


class OutcomeResult(Result, Outcome, frozen=True):
    """A result: a cycle."""

    _formats = report.OUTCOME_FORMATS


class PlanResult(Result, Plan, frozen=True):
    """A result: two cycles compared."""

    _formats = report.PLAN_FORMATS


class ReplayResult(Result, Replay, frozen=True):
    """A result: a past period, replayed."""

    _formats = report.REPLAY_FORMATS


class SweepResult(Result, Sweep, frozen=True):
    """A result: the pool over a range of values."""

    _formats = report.SWEEP_FORMATS

    def to_frame(self) -> "DataFrame":
        """The rows as a pandas DataFrame; the values of a range that are all numbers are numbers in it.

        Raises:
            ImportError: pandas is not installed.
        """
        from pandas import to_numeric

        frame = super().to_frame()
        for dimension in self.dimensions:
            with suppress(ValueError, TypeError):
                frame[dimension.label] = to_numeric(frame[dimension.label])
        return frame


class WaitResult(Result, Wait, frozen=True):
    """A result: when jobs start."""

    _formats = report.WAIT_FORMATS


def as_result(kind: Callable[..., R], value: Any) -> R:
    """The value as one of the classes above, which have its fields."""
    return kind(**asdict(value))


def html_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """A plain HTML table, with the keys of the first row as headings, and a line that counts the rows left out."""
    if not rows:
        return "<p>No rows.</p>"
    head = "".join(f"<th>{escape(str(name))}</th>" for name in rows[0])
    body = "".join(f"<tr>{''.join(_cell(value) for value in row.values())}</tr>" for row in rows[:_MOST_ROWS])
    more = f"<p>and {len(rows) - _MOST_ROWS} more rows</p>" if len(rows) > _MOST_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: object) -> str:
    if value is None:
        return "<td></td>"
    if isinstance(value, float):
        return f"<td>{value:g}</td>"
    return f"<td>{escape(str(value))}</td>"
