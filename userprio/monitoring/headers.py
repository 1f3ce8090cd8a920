"""What a line of an HTCondor log begins with: a time, and what `D_PID`, `D_CAT` and their like put after it.

A format may change within a file, so each line is read by itself. Lines without a header belong to the line before:
dumped ads, backtraces, the second half of a message.
"""

import re
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from userprio.base.errors import BadInput

_KNOWN: Final = (
    (r"\d\d/\d\d/\d\d \d\d:\d\d:\d\d", "%m/%d/%y %H:%M:%S"),
    (r"\d\d/\d\d/\d{4} \d\d:\d\d:\d\d", "%m/%d/%Y %H:%M:%S"),
    (r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "%Y-%m-%d %H:%M:%S"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", "%Y-%m-%dT%H:%M:%S"),
    (r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[+-]\d\d:?\d\d|Z)", "%Y-%m-%d %H:%M:%S%z"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[+-]\d\d:?\d\d|Z)", "%Y-%m-%dT%H:%M:%S%z"),
)
"""Times that cannot be taken for another format, with what `DEBUG_TIME_FORMAT` writes them."""
_EPOCH: Final = rb"\d{9,11}"
"""`LOGS_USE_TIMESTAMP`, or %s."""
_FLAGS: Final = rb"(?:\((?:fd|pid|tid|cid):-?\d+\) |\(bt:[0-9a-f]+:\d+\) |\(D_[A-Z_]+(?::\d)?(?:\|D_[A-Z]+)*\) )*"
"""In their order: D_FDS, D_PID, threads, D_IDENT, D_BACKTRACE, D_CAT."""
_FIELDS: Final = {
    **dict.fromkeys("dmHMSyI", r"\d\d"),
    "Y": r"\d{4}",
    "j": r"\d{3}",
    "f": r"\d+",
    **dict.fromkeys("aAbBp", r"[^\W\d_]+\.?"),
    "Z": r"[A-Z]+",
    "z": r"(?:[+-]\d\d:?\d\d|Z)",
    "%": "%",
}
_SHORTHANDS: Final = {"%T": "%H:%M:%S", "%F": "%Y-%m-%d", "%D": "%m/%d/%y", "%R": "%H:%M", "%h": "%b", "%e": "%d"}
_CLOCKS_CHANGE: Final = timedelta(minutes=30)


class Headers:
    """Splits lines into their time and their text.

    Times without a zone are local to the negotiator's machine. In the hour that an autumn night has twice, a time that
    would step back is taken for the second of the two.
    """

    __slots__ = ("_epochs", "_format", "_pattern", "_seconds", "_zone")

    def __init__(self, zone: tzinfo, time_format: str | None = None) -> None:
        """`time_format` is DEBUG_TIME_FORMAT where that is not one of the usual.

        Raises:
            BadInput: times written in this format cannot be read back.
        """
        known = list(_KNOWN)
        if time_format is not None:
            known.insert(0, _readable(time_format))
        stamps = b"|".join(b"(?P<f%d>%b)" % (number, pattern.encode()) for number, (pattern, _) in enumerate(known))
        # The negotiator ends some messages in a blank, which then stands before the next header.
        self._pattern = re.compile(rb' ?"?(?:(?P<epoch>%b)|%b)"?(?:\.\d{3})? %b' % (_EPOCH, stamps, _FLAGS))
        self._format = [form for _, form in known]
        self._zone = zone
        self._seconds = 0
        self._epochs: tuple[bytes, int] = (b"", 0)

    def split(self, line: bytes) -> tuple[int, int] | None:
        """Seconds since the epoch, and where in the line the text begins; None if the line has no header."""
        matched = self._pattern.match(line)
        if matched is None:
            return None
        if (epoch := matched["epoch"]) is not None:
            seconds = int(epoch)
        else:
            name = matched.lastgroup
            assert name is not None
            stamp = matched[name]
            if self._epochs[0] != stamp:
                local = self._parsed(stamp.decode("ascii", "replace"), self._format[int(name[1:])])
                if local is None:
                    return None
                self._epochs = (stamp, local)
            seconds = self._epochs[1]
        self._seconds = seconds
        return seconds, matched.end()

    def _parsed(self, stamp: str, form: str) -> int | None:
        try:
            written = datetime.strptime(stamp, form)
        except ValueError:
            return None
        if written.tzinfo is not None:
            return int(written.timestamp())
        local = written.replace(tzinfo=self._zone)
        later = int(local.replace(fold=1).timestamp())
        first = int(local.timestamp())
        return later if first < self._seconds - _CLOCKS_CHANGE.total_seconds() and later > first else first


def _readable(form: str) -> tuple[str, str]:
    """A pattern for times in a format of strftime, and the format by which they are read back."""
    text = form.strip().strip('"')
    for short, long in _SHORTHANDS.items():
        text = text.replace(short, long)
    if text == "%s":
        return "(?!)", text
    pattern, at = "", 0
    while at < len(text):
        if text[at] != "%":
            pattern += re.escape(text[at])
            at += 1
            continue
        field = _FIELDS.get(text[at + 1 : at + 2])
        if field is None:
            raise BadInput(f"times in the format {form} cannot be read back: %{text[at + 1 : at + 2]} is not known")
        pattern += field
        at += 2
    try:
        year = datetime.strptime(datetime(1999, 12, 31, 23, 59, 58, tzinfo=UTC).strftime(text), text).year
    except ValueError:
        year = 0
    if year != 1999:
        raise BadInput(f"times in the format {form} have no date", hint="Set DEBUG_TIME_FORMAT so that they do")
    return pattern, text
