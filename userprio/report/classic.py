"""condor_userprio's own texts, to the letter: a listing, column for column; ads in full, or some of their attributes.

The functions of `user_prio.cpp` behind the listing are `PrintInfo` and `aCols`, those behind ads `fPrintAd` and
`AttrListPrintMask`.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from enum import Enum, auto
from typing import Final

import msgspec

from userprio.base.cxx import INT_MAX
from userprio.base.errors import BadInput
from userprio.base.formats import Format
from userprio.base.patterns import lazy_pattern
from userprio.classad import (
    UNDEFINED,
    AbsTime,
    Ad,
    ClassAdSyntaxError,
    Dialect,
    Evaluator,
    Expr,
    Value,
    as_number,
    format_value,
    parse,
    unparse,
)
from userprio.ledger import compacted_text
from userprio.report.formats import Formats
from userprio.report.listing import QUOTAS, Column, Listing, Row
from userprio.report.listing.model import ValueKind
from userprio.report.text import printable

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FAR_FUTURE: Final = 250_000_000_000
"""Seconds since the epoch, in the year 9892."""
_CYCLE_S: Final = 146_097 * 86_400
"""400 years of the Gregorian calendar."""
_UNKNOWN: Final = "    ???    "


def fixed(width: int, decimals: int) -> Callable[[float], str]:
    """Write numbers like `FormatFloat`: fixed decimals or, if too wide, `width - 6` significant digits; then cut."""
    # `%` takes half the time of `format`.
    usual, narrow = f"%{width}.{decimals}f", f"%{width}.{width - 6}g"

    def write(value: float) -> str:
        text: str = usual % value
        # A number that is too wide loses digits rather than move the columns beside it: a factor may be `1e+09`.
        return text if len(text) <= width else (narrow % value)[:width]

    return write


def date(at: int, zone: tzinfo) -> str:
    """`format_date`: month, day and time, such as ` 1/5  09:29`."""
    day, _ = _local(at, zone)
    return f"{day.month:2}/{day.day:<2} {day:%H:%M}" if day else _UNKNOWN


def date_with_year(at: int, zone: tzinfo) -> str:
    """`format_date_year`, such as ` 1/05/2026 09:30`."""
    day, year = _local(at, zone)
    return f"{day.month:2}/{day.day:02}/{year:<4} {day:%H:%M}" if day else _UNKNOWN


_DAYS_HOURS_MINUTES: Final = "%3d+%02d:%02d"
"""For `%`: twice as fast as a format specification in listings of a hundred thousand rows."""


def elapsed(seconds: int) -> str:
    """`format_time_nosecs`: days, hours and minutes, such as `  0+05:36`."""
    if seconds < 0:
        return "[?????]"
    minutes = seconds // 60
    return _DAYS_HOURS_MINUTES % (minutes // 1440, minutes // 60 % 24, minutes % 60)


def duration(seconds: int) -> str:
    """`format_time`: days, hours, minutes and seconds, such as `  0+02:02:05`; each has the sign of the whole."""
    sign = -1 if seconds < 0 else 1
    minutes, left = divmod(abs(seconds), 60)
    days, hours, minutes = (sign * part for part in (minutes // 1440, minutes // 60 % 24, minutes % 60))
    return f"{days:3}+{hours:02}:{minutes:02}:{sign * left:02}"


def _local(at: int, zone: tzinfo) -> tuple[datetime | None, int]:
    """The local time and its year, which may be beyond Python's range, since the calendar repeats every 400 years.

    None for times that no calendar has; those in a damaged ledger may be anything.
    """
    cycles = max(at - _FAR_FUTURE, 0) // _CYCLE_S + (at > _FAR_FUTURE)
    if at < 0 or 400 * cycles > INT_MAX:
        return None, 0
    day = (_EPOCH + timedelta(seconds=at - cycles * _CYCLE_S)).astimezone(zone)
    return day, day.year + 400 * cycles


_FLOAT_MAX: Final = 3.40282001e38
"""A sort key from here up shows as `<last>`."""

_LONGEST_NAME: Final = 99
_SHORTEST_NAME: Final = 10
_NO_DATA: Final = "n/d"

_UNCHARGED_S: Final = -1.0
"""The usage that condor_userprio prints, as `-0.00`, for records without usage until it meets one with usage."""

_SURPLUS_WORDS: Final = {"no": "no", "byquota": "ByQuota", "regroup": "Regroup"}


def classic_text(listing: Listing, zone: tzinfo) -> str:
    """The listing as condor_userprio prints it; nothing at all without records.

    Widths are in bytes. The only departure from that program is that names are made printable.
    """
    if not listing.totals.records:
        return ""
    width = _name_width(listing)
    places = [place for place, column in enumerate(listing.columns) if _is_printed(column, listing)]
    columns = [listing.columns[place].spec for place in places]
    rule = " ".join("-" * wide for wide in (width, *(column.width for column in columns)))
    lines = [f"Last Priority Update: {date(listing.last_update, zone)}"]
    for number, name in enumerate(_name_headings(listing)):
        headings = (_centred(column.classic[number], column.width) for column in columns)
        lines.append(" ".join([name.ljust(width), *headings]))
    lines.append(rule)
    names = [_cut(("  " if row.member else "") + printable(row.label), width) for row in listing.entries]
    texts = [_texts(listing, place, listing.columns[place], zone) for place in places]
    lines += map(" ".join, zip(names, *texts, strict=True))
    lines.append(rule)
    count = f"Number of users: {listing.totals.users}"
    lines.append(" ".join([count.ljust(width), *(_total(listing, listing.columns[place], zone) for place in places)]))
    return "\n".join(lines) + "\n"


def _is_printed(column: Column, listing: Listing) -> bool:
    """Whether the column exists in the listing's version of condor_userprio."""
    return column is not Column.FLOOR or listing.tool.floors_are_listed


def _centred(heading: str, width: int) -> str:
    return (" " * ((width - len(heading)) // 2) + heading).ljust(width)


def _name_width(listing: Listing) -> int:
    # The line counts users alone, but condor_userprio makes room in it for the number of all records, groups and
    # hidden ones included.
    count = len(f"Number of users: {listing.totals.records}")
    width = min(max(listing.longest_name, count, _SHORTEST_NAME), _LONGEST_NAME)
    return width + 2 if listing.hierarchical else width


def _name_headings(listing: Listing) -> tuple[str, str]:
    if listing.hierarchical:
        return "Group", "Name" if listing.users_hidden else "  User Name"
    return "", "Group Name" if listing.users_hidden else "User Name"


def _cut(name: str, width: int) -> str:
    """Exactly `width` bytes: padded, or cut but not within a character."""
    if name.isascii():
        return name[:width].ljust(width)
    chosen = name.encode()[:width].decode(errors="ignore")
    return chosen + " " * (width - len(chosen.encode()))


def _texts(listing: Listing, place: int, column: Column, zone: tzinfo) -> list[str]:
    """The cells of the column at `place`, padded to its width."""
    width = column.spec.width
    blank = " " * width
    unknown = _NO_DATA.rjust(width) if column in QUOTAS | Column.SORT_KEY else blank
    number = _number(listing, column, zone)

    def write(row: Row, cell: str | None) -> str:
        if cell is None:
            # A user has no quota; of a group whose quota is missing, condor_userprio says that there is no data.
            return unknown if row.record.is_group else blank
        # Of the root condor_userprio says `yes`, whatever the record says.
        word = "yes" if row.group_number == 0 else _SURPLUS_WORDS.get(cell.lower(), "n/a")
        return word.ljust(width)

    cells = [row.cells[place] for row in listing.entries]
    return [
        write(row, cell) if cell is None or isinstance(cell, str) else number(cell) or blank
        for row, cell in zip(listing.entries, cells, strict=True)
    ]


def _number(listing: Listing, column: Column, zone: tzinfo) -> Callable[[float], str]:
    """The function that writes a column's numbers in its width, as blanks if nothing is shown.

    It is chosen once per column rather than per cell, for speed.
    """
    width = column.spec.width
    plain = fixed(width, column.spec.decimals)
    match column.spec.kind:
        case ValueKind.SORT_KEY:
            return lambda value: "<last>".rjust(width) if value >= _FLOAT_MAX else plain(value)
        case ValueKind.DATE:
            return lambda value: date_with_year(int(value), zone).rjust(width) if value > 0 else ""
        case ValueKind.AGE:
            return lambda value: _since(int(value), width).rjust(width)
        case ValueKind.USAGE:
            known = listing.usage_known
            return lambda value: plain((value if known else _UNCHARGED_S) / 3600)
        case ValueKind.GROUP:
            return lambda value: "" if value == 0 else plain(value)
        case ValueKind.POSITIVE:
            return lambda value: "" if value <= 0 else plain(value)
        case ValueKind.LIMIT:
            # Tables leave out every negative ceiling; condor_userprio takes only -1 and less for none.
            return lambda value: "" if value <= -1 else plain(value)
    return plain


def _since(seconds: int, width: int) -> str:
    # From ten thousand days on, the last digit is cut: a record never used shows the age of the epoch, `20458+09:2`.
    return elapsed(seconds)[:width] if seconds > 0 else "<now>"


def _total(listing: Listing, column: Column, zone: tzinfo) -> str:
    spec, totals, limit = column.spec, listing.totals, listing.activity_limit
    text = ""
    match column:
        case Column.SURPLUS:
            return _SURPLUS_WORDS.get(totals.surplus_policy or "", "").ljust(spec.width)
        case Column.IN_USE:
            text = fixed(spec.width, spec.decimals)(totals.in_use)
        case Column.USAGE:
            users = sum(not row.record.is_group for row in listing.entries)
            # The total of what is printed: each user adds the placeholder of its cell.
            usage = totals.usage if listing.usage_known else sum([_UNCHARGED_S] * users)
            text = fixed(spec.width, spec.decimals)(usage / 3600)
        # Times have no sum: in their place condor_userprio says since when a user must have been active to be listed.
        case Column.LAST_USED if limit > 0:
            text = date_with_year(limit, zone)
        case Column.IDLE_FOR if limit > 0:
            text = _since(listing.last_update - limit, spec.width)
    return text.rjust(spec.width)


def long_text(ad: Ad) -> str:
    """The attributes of an ad, sorted by the bytes of their names."""
    names = sorted(ad, key=lambda name: name.encode(errors="surrogateescape"))
    return "".join(f"{printable(name)} = {printable(_attribute_text(ad, name))}\n" for name in names)


class Ads(msgspec.Struct, frozen=True):
    """Ads to be listed in full."""

    ads: Sequence[Ad]
    whole: Ad | None = None
    """The single numbered ad that has all of them, if there is one."""
    modular: bool = False
    """An ad for each record was asked for (`-modular`), even if one ad has all of them."""


def ads_text(listed: Ads) -> str:
    """A single ad; several with an empty line after each, or before each with `-modular`."""
    if listed.whole is not None and not listed.modular:
        return long_text(listed.whole)
    return "".join(f"\n{long_text(ad)}" if listed.modular else f"{long_text(ad)}\n" for ad in listed.ads)


def _attribute_text(ad: Ad, name: str) -> str:
    text = ad.source(name)
    if text is not None:
        return compacted_text(text)
    expr = ad.expr(name)
    return "undefined" if expr is None else unparse(expr)


_NAME = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*")


class ValueShape(Enum):
    """How `-autoformat` writes a value."""

    PLAIN = auto()
    """The plain value, strings without quotes."""
    RAW = auto()
    """The expression, not its value."""
    QUOTED = auto()
    DATE = auto()
    DURATION = auto()


class PrintedColumn(msgspec.Struct, frozen=True):
    """One column; without an expression it is empty, like a job id in an ad that is not a job's."""

    heading: str
    expr: Expr | None
    attribute: str | None
    """The attribute name, if the expression is just that."""
    shape: ValueShape = ValueShape.PLAIN
    labelled: bool = False


class Autoformat(msgspec.Struct, frozen=True):
    """The options of `-autoformat`; given again, they add columns and replace the separators."""

    columns: tuple[PrintedColumn, ...] = ()
    headed: bool = False
    """Print a line of headings first, and pad columns to the widest value so far."""
    before_row: str = ""
    before_column: str = " "
    after_column: str = ""

    def adding(self, flags: str, attributes: Iterable[str]) -> "Autoformat":
        """The same with more columns; letters that are not flags are ignored.

        Raises:
            BadInput: an attribute is not an expression; its text is the message.
        """
        shape = next((shape for letters, shape in _SHAPES if set(letters) & set(flags)), ValueShape.PLAIN)
        headed = self.headed or "h" in flags
        labelled = "l" in flags and not headed and shape not in (ValueShape.DATE, ValueShape.DURATION)
        added = [PrintedColumn(" ID", None, None, shape, labelled)] if "j" in flags else []
        added += [_column(text, shape, labelled) for text in attributes]
        separators = {"before_row": "", "before_column": " ", "after_column": ""}
        for flag in flags:
            separators |= _SEPARATORS.get(flag, {})
        return Autoformat((*self.columns, *added), headed, **separators)


_SHAPES = (("ro", ValueShape.RAW), ("V", ValueShape.QUOTED), ("Y", ValueShape.DATE), ("T", ValueShape.DURATION))
"""Flags for a shape; if several are given, the first in this order counts."""

_SEPARATORS = {
    ",": {"after_column": ","},
    "n": {"after_column": "\n"},
    "t": {"before_column": "\t"},
    "g": {"before_row": "\n", "before_column": ""},
}
"""Flags for a separator; if several are given, the last counts."""


def _column(text: str, shape: ValueShape, labelled: bool) -> PrintedColumn:
    try:
        expr = parse(text)
    except ClassAdSyntaxError as error:
        raise BadInput(text) from error
    return PrintedColumn(text, expr, text if _NAME.fullmatch(text) else None, shape, labelled)


def autoformat_text(ads: Iterable[Ad], wanted: Autoformat, evaluator: Evaluator, zone: tzinfo) -> str:
    """A line for each ad. A column grows with its widest value, so lines before that one are narrower."""
    widths = [len(_bytes(column.heading)) if column.expr else 0 for column in wanted.columns]
    lines = []
    if wanted.headed:
        lines.append(_line([printable(column.heading) for column in wanted.columns], wanted))
    for ad in ads:
        texts = []
        for place, column in enumerate(wanted.columns):
            text, width = _cell(column, ad, evaluator, zone)
            if wanted.headed:
                widths[place] = max(widths[place], width, len(_bytes(text)))
                text = _padded(text, column, widths[place])
            texts.append(f"{printable(column.heading)} = {text}" if column.labelled and column.expr else text)
        lines.append(_line(texts, wanted))
    return "".join(lines)


def _line(texts: Sequence[str], wanted: Autoformat) -> str:
    return wanted.before_row + (wanted.after_column + wanted.before_column).join(texts) + "\n"


def _padded(text: str, column: PrintedColumn, width: int) -> str:
    blanks = " " * (width - len(_bytes(text)))
    return blanks + text if text and column.shape in (ValueShape.DATE, ValueShape.DURATION) else text + blanks


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def _cell(column: PrintedColumn, ad: Ad, evaluator: Evaluator, zone: tzinfo) -> tuple[str, int]:
    """The text and the width it requires."""
    if column.expr is None:
        return "", 0
    stored = None if column.attribute is None else ad.expr(column.attribute)
    if column.shape is ValueShape.RAW:
        if stored is None and column.attribute is not None:
            return format_value(UNDEFINED), 0
        return printable(unparse(stored or column.expr)), 0
    value = evaluator.evaluate(stored or column.expr, ad)
    match column.shape:
        case ValueShape.DATE:
            at = value.seconds if isinstance(value, AbsTime) else _whole(value)
            return "" if at is None else date(at, zone), 0
        case ValueShape.DURATION:
            seconds = _whole(value)
            return "" if seconds is None else duration(seconds), 0
        case ValueShape.PLAIN if isinstance(value, str):
            return printable(value), 0
    # HTCondor measures a real in the new syntax, with 16 digits and an exponent, but prints it in the old one.
    width = len(format_value(value, Dialect.NEW)) if isinstance(value, float) else 0
    return printable(format_value(value)), width


def _whole(value: Value) -> int | None:
    """The value as a C++ 64-bit integer; values out of range become the smallest one."""
    number = as_number(value)
    if number is None:
        return None
    return int(number) if abs(number) < 2**63 else -(2**63)


ADS_FORMATS: Final = Formats[Ads](others={Format.LONG: lambda result, look: ads_text(result)})
