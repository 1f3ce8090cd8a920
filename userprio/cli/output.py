"""The options for output: rows and columns, colours, pager, and repetition."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import click

from userprio.base.formats import EVERYTHING, View
from userprio.base.patterns import lazy_pattern
from userprio.base.records import Record
from userprio.cli import OUTPUT, TABLES, Command, Environment, WholeNumber

_TIME: Final = lazy_pattern(r"(\d{1,9}(?:\.\d{1,3})?)\s*(s|m|h)?\Z")
_UNITS: Final = {"s": 1, "m": 60, "h": 3600, None: 1}
_DAY_S: Final = 86_400
_ORDERS: Final = {"asc": True, "desc": False}

_Option: TypeAlias = Callable[..., Callable[[Any], Any]]
"""Creates a shared option."""

OUTPUT_OPTIONS: Final = {
    "sort": "--sort",
    "top": "--top",
    "groups": "--group",
    "users": "--user",
    "columns": "--columns",
    "depth": "--depth",
    "fields": "--json",
    "watch": "--watch",
    "colour": "--color",
    "no_pager": "--no-pager",
}
"""The options, by the names of their values."""

_SEVERAL: Final = ("groups", "users", "columns", "fields")
"""Those whose values add up."""


class Output(Record):
    """The output options of a command line."""

    view: View = EVERYTHING
    fields: tuple[str, ...] = ()
    colour: bool | None = None
    paged: bool = True
    watch_s: float | None = None
    given: tuple[str, ...] = ()
    """Names of the given options that are not available for every command."""

    @classmethod
    def of(cls, parsed: Sequence[tuple[str, Any]]) -> "Output":
        """The options in the order of the command line: the last value counts, but patterns and columns add up."""
        last = dict(parsed)
        several = {name: [part for key, parts in parsed if key == name for part in parts] for name in _SEVERAL}
        column, ascending = last.get("sort", (None, None))
        rows = last.get("top")
        view = View(
            sort=column,
            ascending=ascending,
            top=rows or None,
            every=rows == 0,
            groups=tuple(several["groups"]),
            users=tuple(several["users"]),
            columns=tuple(several["columns"]),
            depth=last.get("depth"),
        )
        given = (name for name, _ in parsed if name in OUTPUT_OPTIONS and name not in ("colour", "no_pager"))
        watch_s = last.get("watch")
        return cls(view, tuple(several["fields"]), last.get("colour"), "no_pager" not in last, watch_s, tuple(given))

    @staticmethod
    def read(name: str, value: Any) -> Any:
        """The meaning of an option's text.

        Raises:
            click.BadParameter: it has none.
        """
        match name:
            case "sort":
                column, _, order = value.partition(":")
                if order and order not in _ORDERS:
                    raise click.BadParameter(f"{value!r}: only :asc or :desc may follow the column.")
                return _name(column), _ORDERS.get(order)
            case "top":
                return _rows(value)
            case "columns" | "fields":
                return _names(value)
            case "watch":
                return _interval(value)
            case "colour":
                return {"always": True, "never": False}.get(value)
        return value

    def applied(self, env: Environment) -> Environment:
        """The environment with these options applied."""
        return env.with_(view=self.view, fields=self.fields, colour=self.colour, paged=self.paged)


def _name(text: str) -> str:
    return text.strip().lower().replace("-", "_").replace(" ", "_")


def _names(texts: Sequence[str]) -> list[str]:
    return [_name(name) for text in texts for name in text.split(",") if name.strip()]


def _rows(text: str) -> int:
    """A number of rows; `all` is 0."""
    if text == "all":
        return 0
    if not (text.isascii() and text.isdigit() and int(text[:10]) > 0):
        raise click.BadParameter(f"{text!r} is neither a number of rows nor `all`.")
    return int(text[:10])


def _interval(text: str) -> float:
    """The interval of --watch in seconds."""
    match = _TIME.match(text)
    seconds = float(match[1]) * _UNITS[match[2]] if match else 0.0
    if not 1 <= seconds <= _DAY_S:
        raise click.BadParameter(f"{text!r} is not a time of a second to a day, such as 30s or 5m.")
    return seconds


class _Declared(Record):
    """How an option is parsed, and its help."""

    metavar: str
    about: str
    several: bool = False
    type: WholeNumber | None = None


_DECLARED: Final = {
    "sort": _Declared(
        "COLUMN",
        "Sort rows by a column: numbers the largest first, words as in a dictionary, unless :asc or :desc follows.",
    ),
    "top": _Declared(
        "N",
        "Only the first N rows of each table, the largest unless --sort says otherwise; a line sums up the rest. "
        "`all` shows every row on a terminal too.",
    ),
    "groups": _Declared(
        "PATTERN",
        "Only these groups, with their subgroups and members; * and ? stand for anything. May be repeated.",
        several=True,
    ),
    "users": _Declared(
        "PATTERN",
        "Only these submitters, with or without group and domain; * and ? stand for anything. May be repeated.",
        several=True,
    ),
    "columns": _Declared(
        "NAMES",
        "Only these columns, separated by commas, by their headings or their names in CSV; see userprio help formats.",
        several=True,
    ),
    "depth": _Declared(
        "N",
        "Fold groups deeper than this into their ancestors; top-level groups have depth 1.",
        type=WholeNumber(min=1),
    ),
    "fields": _Declared(
        "FIELDS",
        "The rows as JSON, with these fields of CSV, or columns of the tables, separated by commas.",
        several=True,
    ),
    "watch": _Declared("TIME", "Redraw at this interval, such as 30s, until Ctrl-C."),
}


def output_options(option: _Option, command: Command) -> list[Callable[[Any], Any]]:
    """The output options of a command, in the order of help; `option` creates one."""
    wanted = set(command.selects)
    if command.selects or command.watched:
        wanted.add("watch")
    if command.shows is not None:
        wanted.add("fields")
    options = [
        option(
            OUTPUT_OPTIONS[name],
            name,
            section=OUTPUT if name in ("fields", "watch") else TABLES,
            metavar=declared.metavar,
            multiple=declared.several,
            type=declared.type,
            help=declared.about,
        )
        for name, declared in _DECLARED.items()
        if name in wanted
    ]
    colours = click.Choice(["auto", "always", "never"])
    options.append(option("--color", "colour", section=OUTPUT, type=colours, help="Colours; auto: on a terminal."))
    options.append(option("--no-pager", "no_pager", section=OUTPUT, is_flag=True, help="No pager for long output."))
    return options
