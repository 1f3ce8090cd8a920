"""Results as scripts get them: a value, and its forms for JSON, tables and notebooks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from html import escape
from typing import TYPE_CHECKING, Any, Final, Generic, ParamSpec, TypeVar

from userprio.base.limits import one_run
from userprio.report import to_dict, to_rows

if TYPE_CHECKING:
    from pandas import DataFrame

T = TypeVar("T")
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


@dataclass(frozen=True, slots=True, repr=False)
class Result(Generic[T]):
    """A result: `value`, whose attributes can be read from the result itself, and its forms for scripts.

    >>> load("pie").negotiate()
    <Outcome: 2 rows>
    """

    value: T

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.value, name)

    def to_dict(self) -> dict[str, Any]:
        """The document that `--format json` prints: a `schema` with its version, and stable keys."""
        return to_dict(self.value)

    def rows(self) -> list[dict[str, Any]]:
        """The rows that `--format csv` prints, as flat dictionaries, which `pandas.DataFrame` accepts."""
        return to_rows(self.value)

    def to_frame(self) -> "DataFrame":
        """The rows as a pandas DataFrame.

        Raises:
            ImportError: pandas is not installed.
        """
        from pandas import DataFrame

        return DataFrame(self.rows())

    def __repr__(self) -> str:
        return f"<{type(self.value).__name__}: {len(self.rows())} rows>"

    def _repr_html_(self) -> str:
        return html_table(self.rows())


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
