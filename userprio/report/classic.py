"""condor_userprio's own text of a listing, column for column (`user_prio.cpp`: `PrintInfo`, `aCols`)."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from userprio.base.cxx import INT_MAX
from userprio.report.listing import QUOTAS, Column, Listing, Row
from userprio.report.listing.columns import ValueKind
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
