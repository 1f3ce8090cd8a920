"""Single records out of a large log without building the whole state; most of the work is left to `bytes` and `re`.

A log is plain if it begins with its sequence number, every other line is one that the accountant writes, and each
transaction ends before another begins. Each line of such a log begins with its opcode and key, and none is left out
when it is read, so lines can be looked up by key and replayed on their own. Any other log is read as a whole.
"""

import os
import re
import signal
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from userprio.ledger.files import LARGE, Bytes
from userprio.ledger.ledger import Ledger
from userprio.ledger.records import DefectKind, LedgerWarning
from userprio.ledger.values import CUSTOMER_PREFIX, PLAIN_NUMBER, PLAIN_STRING, attribute

# No backtracking, no capturing groups. Repetitions are written (?>(?:...)*), not (?:...)*+, because up to
# Python 3.11.4 the latter resumes where part of its last round ended. Each round costs memory, so a match takes
# some thousand at most.
_WORD: Final = rb"[!-~\x80-\xff]++"
_VALUE: Final = rf'(?:{PLAIN_NUMBER}|{PLAIN_STRING}|UNDEFINED|undefined|true|false|real\("[A-Za-z-]+"\))'.encode()
# The first alternative matches nothing that the next two do not; but nearly all lines are of its kind, a record as the
# accountant writes it, and trying it first halves the time.
_RECORD: Final = (
    rb"(?:(?>(?:101 %(word)b \* \*\n|)(?:103 %(word)b %(word)b (?!0[0-9])[0-9]{1,18}+(?:\.[0-9]++\n|\n)){1,100})"
    rb"|103 %(word)b %(word)b %(value)b\n"
    rb"|101 %(word)b \* \*\n"
    rb"|102 %(word)b\n"
    rb"|104 %(word)b %(word)b\n)" % {b"word": _WORD, b"value": _VALUE}
)
_HEAD = re.compile(rb"107 [0-9]{1,18} [A-Za-z]++ [0-9]{1,18}\n")
_PLAIN = re.compile(
    rb"(?>(?:%(record)b|105 \n(?>%(record)b*)106 (?>(?:#[^\n\0]++)?)\n){1,1000})" % {b"record": _RECORD}
)
_KEYED = re.compile(rb"\n10[1-4] ([!-~\x80-\xff]+)")
_CUSTOMERS_ATTRIBUTE = re.compile(rb"\n103 Customer\.([!-~\x80-\xff]*) ([!-~\x80-\xff]+) ")
_MADE_OR_DESTROYED = re.compile(rb"\n10(?:(1)|2) Customer\.([!-~\x80-\xff]*)")

_PART: Final = 1 << 20
_FEW: Final = 12
"""Up to this many keys, one search of the bytes per key is faster than looking at every line once."""


class LogBytes:
    """The bytes of a log, to look up single records; the answers are those of `Ledger`."""

    def __init__(self, data: Bytes, path: Path | None = None) -> None:
        self.path = path
        self.data = data
        self._plain = not data or _is_plain(data)

    @cached_property
    def ledger(self) -> Ledger:
        """The whole state.

        Raises:
            LedgerError: see `Ledger.read`.
        """
        return Ledger.of_bytes(bytes(self.data), self.path)

    @property
    def damage(self) -> LedgerWarning | None:
        """The defect at the end that keeps anything from being appended: a part left out, or no line feed; or None.

        Raises:
            LedgerError: the log is corrupt before its end.
        """
        if self._plain or not self.ledger.needs_repair:
            return None
        warnings = self.ledger.warnings
        unended = (warning for warning in warnings if warning.kind is DefectKind.UNTERMINATED_ENTRY)
        return next((warning for warning in warnings if warning.dropped_bytes), None) or next(unended)

    def ads(self, keys: Collection[str]) -> dict[str, Mapping[str, str]]:
        """Those of the records under `keys` that exist: attributes by name, as text."""
        ledger = Ledger.of_bytes(b"".join(self._lines_of(keys))) if self._plain else self.ledger
        return {key: ledger.ads[key] for key in keys if key in ledger.ads}

    def customers_with(self, name: str) -> list[str]:
        """The names of the customers with the attribute, ignoring case; meant for attributes that few have."""
        candidates = dict.fromkeys(self._named_with(name)) if self._plain else self.ledger.customers
        ads = self.ads([CUSTOMER_PREFIX + candidate for candidate in candidates])
        return [key.removeprefix(CUSTOMER_PREFIX) for key, ad in ads.items() if attribute(ad, name) is not None]

    def names(self) -> list[str]:
        """The names of all customers, submitters and groups, in the order of the log."""
        if not self._plain:
            return list(self.ledger.customers)
        living: dict[bytes, None] = {}
        for found in _MADE_OR_DESTROYED.finditer(self.data):
            made, name = found.groups()
            if made:
                living.setdefault(name)
            else:
                living.pop(name, None)
        return [name.decode("utf-8", "surrogateescape") for name in living]

    def _lines_of(self, keys: Collection[str]) -> Iterator[bytes]:
        """The lines of a plain log about `keys`, in order for each key."""
        wanted = {encoded for key in keys if (encoded := _encoded(key)) is not None}
        text = self.data
        starts: Iterable[int]
        if len(wanted) <= _FEW:
            starts = (start for key in wanted for start in self._starts_of(key))
        else:
            starts = (found.start() for found in _KEYED.finditer(text) if found[1] in wanted)
        for start in starts:
            yield text[start + 1 : text.find(b"\n", start + 1) + 1]

    def _starts_of(self, key: bytes) -> Iterator[int]:
        """Positions of the line feeds before the lines about `key`; the first line has no key."""
        text = self.data
        needle = b" " + key
        at = text.find(needle)
        while at >= 0:
            end = at + len(needle)
            # A line feed and an opcode, four bytes, precede a key; the same word elsewhere is part of a value.
            if text[at - 4 : at - 1] == b"\n10" and text[end] in b" \n":
                yield at - 4
            at = text.find(needle, end)

    def _named_with(self, name: str) -> Iterator[str]:
        """The names of customers of a plain log for which the attribute was ever set."""
        needle = f" {name.lower()} ".encode()
        for start in range(0, len(self.data), _PART):
            # Lowering all of it at once would take the memory of a second ledger.
            lowered = self.data[start : start + _PART + len(needle) - 1].lower()
            at = lowered.find(needle)
            while at >= 0:
                found = _CUSTOMERS_ATTRIBUTE.match(self.data, self.data.rfind(b"\n", 0, start + at))
                if found and found.start(2) == start + at + 1:
                    yield found[1].decode("utf-8", "surrogateescape")
                at = lowered.find(needle, at + 1)


def _encoded(key: str) -> bytes | None:
    """The bytes of a key; None if it cannot be written to a file."""
    try:
        return key.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return None


def _is_plain(data: Bytes) -> bool:
    """Whether a log holds nothing but whole lines of the usual kinds, its transactions closed."""
    head = _HEAD.match(data)
    if head is None:
        return False
    if len(data) >= LARGE and threading.active_count() == 1:
        middle = data.rfind(b"\n101 ", head.end(), len(data) // 2) + 1
        if middle and _both(lambda: _plain_between(data, head.end(), middle), lambda: _plain_between(data, middle)):
            return True
        # The split may have been inside a transaction.
    return _plain_between(data, head.end())


def _plain_between(data: Bytes, start: int, end: int | None = None) -> bool:
    end = len(data) if end is None else end
    while start < end:
        found = _PLAIN.match(data, start, end)
        if found is None:
            return False
        start = found.end()
    return True


def _both(here: Callable[[], bool], elsewhere: Callable[[], bool]) -> bool:
    """Whether both hold; the second is evaluated at the same time in a forked child, which shares the memory."""
    child = os.fork()
    if not child:
        status = 1
        try:
            # An interrupt of the parent has to end the child silently.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            status = 0 if elsewhere() else 1
        finally:
            os._exit(status)
    try:
        holds = here()
    finally:
        _, status = os.waitpid(child, 0)
    return holds and status == 0
