"""Interrupted writes: how a transaction has to reach the disk, and what may be there of it after a crash.

A disk takes sectors whole, in any order. A loss of power may leave of what was not synced the beginning, or zeros in
the place of any sectors of it, before others that are there. HTCondor leaves out a transaction without its end, and
takes a zero where a record should start for the end of the log; but it refuses to start with a ledger in which a record
cannot be read and a transaction ends behind it (`LoadClassAdLog`).
"""

import re
from typing import Final

from userprio.ledger.records import BEGIN, END, DefectKind, format_record

_SECTOR: Final = 512
"""Bytes that a disk writes at once, at the least."""
_BEGIN: Final = format_record(BEGIN).encode()
_END: Final = format_record(END).encode()

_TORN: Final = frozenset({DefectKind.UNTERMINATED_ENTRY, DefectKind.UNTERMINATED_TRANSACTION})
# Half a line, zeros, and perhaps the rest of one transaction, of which nothing counts without its beginning; or of the
# line that begins or ends it.
_ZEROED: Final = re.compile(
    rb"[^\n\0]*+\0++(?:(?>(?:(?!10[56])[^\n\0]*+\n)*)106 (?:#[^\n\0]*+)?\n|[^\n\0]*+|0?[56]? ?\n)"
)


def safe_parts(text: bytes) -> tuple[bytes, ...]:
    """A transaction in the parts that have to be synced one after the other.

    Its end must not be on the disk before all that it ends, nor anything before its beginning. Of what lies in two
    sectors only the beginning or the end can be missing, and a reader leaves out either.
    """
    if len(text) <= _SECTOR:
        return (text,)
    return _BEGIN, text[len(_BEGIN) : -len(_END)], _END


def left_by_a_crash(kind: DefectKind, tail: bytes) -> bool:
    """Whether the damaged end of a log is a write that was never finished: no reader ever counted any of it.

    Anything else, such as records behind a blank line, somebody may miss.
    """
    return kind in _TORN or _ZEROED.fullmatch(tail) is not None
