"""Times as text: ISO 8601 instants, and lengths like `1+02:03:04`, read and written as the language does."""

import math
import re
from datetime import UTC, datetime, timedelta, tzinfo

from userprio.base.cxx import to_int
from userprio.classad.values import AbsTime

_OFFSET = re.compile(r"([-+])([0-9]{2}):?([0-9]{2})$")
_FIELDS = re.compile(
    r"[^0-9]*([0-9]{4})(?:[^0-9]*([0-9]{2}))?(?:[^0-9]*([0-9]{2}))?(?:[^0-9]*([0-9]{2}))?(?:[^0-9]*([0-9]{2}))?"
    r"(?:[^0-9]*([0-9]{2}))?[^0-9]*"
)
_LENGTH = re.compile(
    r"\s*(?P<sign>-?)\s*(?:(?P<days>[0-9]*)\s*[dD+])?\s*(?:(?P<hours>[0-9]*)\s*[hH:])??\s*(?:(?P<minutes>[0-9]*)\s*[mM:])?"
    r"\s*(?:(?P<seconds>[0-9]*(?:\.(?:[0-9]+|(?=\s*[sS])))?)\s*[sS]?)?\s*"
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def parse_instant(text: str, zone: tzinfo | None) -> AbsTime | None:
    """An ISO 8601 date with optional time and offset as an instant; None for any other text.

    Missing parts count as zero, a missing day therefore as the last of the month before. Without an offset the time is
    local to `zone`; without a zone such a text is read as UTC (`Literal::MakeAbsTime`).
    """
    body = text.rstrip()
    offset: int | None = None
    if len(body) > 1 and body[-1] in "zZ":
        body, offset = body[:-1], 0
    elif found := _OFFSET.search(text):
        sign = -1 if found[1] == "-" else 1
        body, offset = text[: found.start()], sign * (int(found[2]) * 3600 + int(found[3]) * 60)
    fields = _FIELDS.fullmatch(body)
    if fields is None:
        return None
    year, month, day, hour, minute, second = (None if field is None else int(field) for field in fields.groups())
    months = (year or 0) * 12 + (1 if month is None else month) - 1
    try:
        local = datetime(months // 12, months % 12 + 1, 1) + timedelta(
            days=(day or 0) - 1, hours=hour or 0, minutes=minute or 0, seconds=second or 0
        )
    except (ValueError, OverflowError):
        return None
    if offset is None:
        shift = None if zone is None else local.replace(tzinfo=zone).utcoffset()
        offset = 0 if shift is None else int(shift.total_seconds())
    return AbsTime(int((local.replace(tzinfo=UTC) - _EPOCH).total_seconds()) - offset, offset)


def has_offset(text: str) -> bool:
    """Whether the text of an instant says which offset it is in."""
    body = text.rstrip()
    return body[-1:] in ("z", "Z") or _OFFSET.search(text) is not None


def parse_length(text: str) -> float | None:
    """`[-][days+][hh:][mm:]ss` in seconds, also with the letters `d h m s`; None for any other text."""
    found = _LENGTH.fullmatch(text)
    if found is None:
        return None
    days, hours, minutes = (_small(found[unit]) for unit in ("days", "hours", "minutes"))
    digits = found["seconds"] or ""
    seconds = float(digits) if digits.strip(".") else 0.0
    total = days * 86400 + hours * 3600 + minutes * 60 + seconds
    return -total if found["sign"] else total


def _small(digits: str | None) -> int:
    """`from_chars` into an int: what does not fit leaves it zero."""
    text = (digits or "0").lstrip("0") or "0"
    number = int(text) if len(text) <= 10 else 2**31
    return number if number < 2**31 else 0


def format_instant(instant: AbsTime) -> str:
    """`2020-01-01T00:00:00-00:00`, in the instant's own offset; UTC is written with a minus, as HTCondor does."""
    sign, away = ("+", instant.offset) if instant.offset > 0 else ("-", -instant.offset)
    try:
        shown = (_EPOCH + timedelta(seconds=instant.seconds + instant.offset)).strftime("%Y-%m-%dT%H:%M:%S")
    except OverflowError:
        shown = str(instant.seconds)
    return f"{shown}{sign}{away // 3600:02}:{away // 60 % 60:02}"


def format_length(seconds: float, *, written: bool = False) -> str:
    """`1+02:03:04`, leaving out leading parts that are zero and any fraction, as HTCondor does.

    A length that was `written` out keeps six digits of the seconds where these have a fraction. Beyond 32 bits the
    parts are what its arithmetic leaves of the smallest integer.
    """
    fraction = math.modf(abs(seconds))[0] if written else 0.0
    whole = to_int(abs(seconds))
    sign = -1 if whole < 0 else 1
    minutes, last = divmod(abs(whole), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [sign * part for part in (days, hours, minutes, last)]
    while len(parts) > 1 and parts[0] == 0:
        del parts[0]
    shown = f"{parts.pop(0)}+" if len(parts) == 4 else ""
    texts = [f"{part:02}" for part in parts]
    if fraction:
        texts[-1] = f"{parts[-1] + fraction:g}"
    return f"{'-' if seconds < 0 else ''}{shown}{':'.join(texts)}"
