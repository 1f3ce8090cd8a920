"""Answers as scripts get them: a value, and its forms for JSON, tables and notebooks."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from userprio.limits import one_run
from userprio.report import html_table, to_dict, to_rows

if TYPE_CHECKING:
    from pandas import DataFrame

T = TypeVar("T")
R = TypeVar("R")
P = ParamSpec("P")


def in_one_run(function: Callable[P, R]) -> Callable[P, R]:
    """What a call reads and works out has one budget: that of `userprio.run_with` around it, or its own."""

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with one_run():
            return function(*args, **kwargs)

    return run


@dataclass(frozen=True, slots=True, repr=False)
class Result(Generic[T]):
    """An answer: `value` and its attributes, which are those of the result as well, and its forms for scripts.

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
        """The lines that `--format csv` prints, as flat dictionaries: what `pandas.DataFrame` takes."""
        return to_rows(self.value)

    def to_frame(self) -> "DataFrame":
        """The rows as a DataFrame of pandas.

        Raises:
            ImportError: pandas is not installed.
        """
        from pandas import DataFrame

        return DataFrame(self.rows())

    def __repr__(self) -> str:
        return f"<{type(self.value).__name__}: {len(self.rows())} rows>"

    def _repr_html_(self) -> str:
        return html_table(self.rows())
