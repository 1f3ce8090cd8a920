"""The ledger as a file that is edited in place, safely by several processes at once.

An edit is one transaction, appended and synced before it counts as done. Whenever a writer is interrupted, readers find
the state before the edit or after it: a transaction without its end does not count (`LoadClassAdLog`).

Before that, what is written: records, the text of one transaction, the text of a compacted log.

A disk writes whole sectors, in any order. After a power failure, a write that was not synced may be cut short, or have
zeros in place of any of its sectors, with later sectors intact. HTCondor leaves out a transaction without its end, and
takes a zero where a record should start for the end of the log; but it refuses to start with a ledger in which an
unreadable record is followed by the end of a transaction (`LoadClassAdLog`).
"""

import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from userprio.base import posix
from userprio.base.limits import LEDGER_FILE, budget
from userprio.base.patterns import lazy_pattern
from userprio.ledger.files import (
    FileCalls,
    StoreError,
    StoreErrorKind,
    append,
    contents,
    cut,
    discard,
    keep,
    remove_unfinished,
    replace,
    store_error,
)
from userprio.ledger.ledger import Ledger, LogBytes
from userprio.ledger.lock import Ownership, closed_to_others, exclusive, ownership
from userprio.ledger.records import (
    BEGIN,
    END,
    BeginTransaction,
    Corrupt,
    DefectKind,
    DestroyAd,
    EndTransaction,
    LedgerError,
    LedgerWarning,
    LogEnd,
    NewAd,
    Record,
    SequenceNumber,
    SetAttribute,
    format_record,
    read_record,
)
from userprio.ledger.values import attribute, compacted_text, real_text, string_of, string_text

_SECTOR: Final = 512  # Bytes that every disk writes atomically
_BEGIN: Final = format_record(BEGIN).encode()
_END: Final = format_record(END).encode()

_TORN: Final = frozenset({DefectKind.UNTERMINATED_ENTRY, DefectKind.UNTERMINATED_TRANSACTION})
# Half a line, zeros, and perhaps the rest of one transaction, which does not count without its beginning, or the rest
# of the line that begins or ends it.
_ZEROED: Final = lazy_pattern(
    rb"[^\n\0]*+\0++(?:(?>(?:(?!10[56])[^\n\0]*+\n)*)106 (?:#[^\n\0]*+)?\n|[^\n\0]*+|0?[56]? ?\n)"
)


class RecordBuilder:
    """Builds records to be appended to a log; setting an attribute under an unknown key creates its ad first."""

    __slots__ = ("_destroyed", "_known", "_made", "records")

    def __init__(self, known: Collection[str]) -> None:
        self._known = known
        self._made: set[str] = set()
        self._destroyed: set[str] = set()
        self.records: list[Record] = []

    def integer(self, key: str, name: str, value: int) -> None:
        """Set an integer."""
        self._set(key, name, str(value))

    def real(self, key: str, name: str, value: float) -> None:
        """Set a real; the text rounds it to six decimals."""
        self._set(key, name, real_text(value))

    def number(self, key: str, name: str, value: float) -> None:
        """Set a real or an integer, whichever it is."""
        self._set(key, name, real_text(value) if isinstance(value, float) else str(value))

    def string(self, key: str, name: str, value: str) -> None:
        """Set a string."""
        self._set(key, name, string_text(value))

    def destroy(self, key: str) -> None:
        """Destroy an ad; an unknown one needs no record."""
        if self._exists(key):
            self.records.append(DestroyAd(key))
            self._made.discard(key)
            self._destroyed.add(key)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Bracket the records added in the block with a begin and an end, unless there are none."""
        before = len(self.records)
        yield
        if len(self.records) > before:
            self.records.insert(before, BEGIN)
            self.records.append(END)

    def _exists(self, key: str) -> bool:
        return key in self._made or (key in self._known and key not in self._destroyed)

    def _set(self, key: str, name: str, text: str) -> None:
        if not self._exists(key):
            self.records.append(NewAd(key))
            self._made.add(key)
        self.records.append(SetAttribute(key, name, text))


def transaction_text(records: Iterable[Record]) -> bytes:
    """The lines of `records` between one begin and one end; nothing if there are none.

    Begins and ends among `records` are left out, so that either all of them count or none.

    Raises:
        LedgerError: a record would not be read back as it is.
    """
    lines = [_line(record) for record in records if not isinstance(record, (BeginTransaction, EndTransaction))]
    if not lines:
        return b""
    return "".join([format_record(BEGIN), *lines, format_record(END)]).encode("utf-8", "surrogateescape")


def first_line(created: int) -> bytes:
    """The first line of a new log, made at `created` (seconds since the epoch)."""
    return format_record(SequenceNumber(1, created)).encode("ascii")


def _line(record: Record) -> str:
    line = format_record(record)
    try:
        if isinstance(record, SequenceNumber):
            raise LedgerError("a sequence number belongs in the first line of a ledger, not in a transaction")
        line.encode("utf-8", "surrogateescape")
        if read_record(line, 0) == (record, len(line)):
            return line
        reason = "it would be read back as a different record"
    except (Corrupt, LogEnd) as wrong:
        # A negotiator does not start with a corrupt record before the end of a transaction.
        reason = wrong.reason if isinstance(wrong, Corrupt) else "nothing would be read"
    except UnicodeEncodeError:
        reason = "it contains something that is not a character"
    raise LedgerError(f"{line.rstrip()!r} cannot be written to a ledger: {reason}")


def compacted_log(ledger: Ledger, now: int) -> str:
    """The whole text of the compacted log, to be encoded as UTF-8 with `surrogateescape`.

    It has the next sequence number, then every ad in table order, its attributes sorted by length of name, then by name
    ignoring case. `now`, seconds since the epoch, becomes the creation time if the ledger has none.

    Raises:
        LedgerError: a key or name cannot be written (see `format_record`).
    """
    records: list[Record] = [SequenceNumber(ledger.sequence + 1, now if ledger.created is None else ledger.created)]
    sorted_names: dict[tuple[str, ...], list[str]] = {}
    for key in ledger.in_table_order():
        ad = ledger.ads[key]
        names = tuple(ad)
        if names not in sorted_names:
            sorted_names[names] = sorted(names, key=lambda name: (len(name), name.lower()))
        records.append(NewAd(key, string_of(attribute(ad, "MyType"), ad) or ""))
        records += [SetAttribute(key, name, compacted_text(ad[name])) for name in sorted_names[names]]
    return "".join(map(format_record, records))


def safe_parts(text: bytes) -> tuple[bytes, ...]:
    """A transaction in the parts that have to be synced one after the other.

    Its end must not reach the disk before the records, nor these before its beginning. A text of at most one sector's
    size spans two sectors at most, so it can only lack its beginning or its end; readers leave it out either way.
    """
    if len(text) <= _SECTOR:
        return (text,)
    return _BEGIN, text[len(_BEGIN) : -len(_END)], _END


def left_by_a_crash(kind: DefectKind, tail: bytes) -> bool:
    """Whether the damaged end of a log is a write that was never finished, none of which any reader ever counted.

    Anything else, such as records after a blank line, somebody may want back.
    """
    return kind in _TORN or _ZEROED.fullmatch(tail) is not None


class LedgerStore(msgspec.Struct, frozen=True):
    """The path of a ledger, and how to open it. Nothing is opened before `locked`."""

    path: Path
    timeout_s: float = 10.0
    """Seconds to wait for others that are editing it."""
    proc: Path = Path("/proc")
    files: FileCalls = msgspec.field(default_factory=FileCalls)

    @contextmanager
    def locked(self, now: int, *, create: bool = False, force: bool = False) -> Iterator["Session"]:
        """Keep every other `LedgerStore` of this ledger out until the block ends.

        A symbolic link is followed. `now`, seconds since the epoch, becomes the creation time of a new ledger, and is
        part of the name of the file with what a repair removes. With `create` a missing ledger counts as empty and is
        created by the first commit. `force` permits commits while a running negotiator has the ledger open.

        Raises:
            StoreError: MISSING, DENIED, LOCKED, or IN_USE.
        """
        try:
            path = Path(os.path.realpath(self.path))
        except (OSError, ValueError) as failed:
            raise store_error("this cannot be the path of a ledger", failed, self.path) from failed
        like = _status(path)
        if like is None and not create:
            raise StoreError(StoreErrorKind.MISSING, "there is no such ledger", path, "Check the path")
        if not path.parent.is_dir():
            hint = "Make it, or check the path"
            raise StoreError(StoreErrorKind.MISSING, "there is no such folder", path.parent, hint)
        with exclusive(path, like, self.timeout_s, self.files):
            remove_unfinished(path)
            session = Session(path, now, self.files, self.proc, force=force)
            try:
                # Only now: the previous holder of the lock may have replaced the file.
                session.open(create=create)
                session.look_for_others()
                yield session
            finally:
                session.close()


class Session:
    """A locked ledger; made by `LedgerStore.locked` and valid only within its block.

    Reading shows the state on disk, with all commits so far.
    """

    def __init__(self, path: Path, now: int, files: FileCalls, proc: Path, *, force: bool) -> None:
        self.path = path
        """The ledger itself, with symbolic links resolved."""
        self.others = Ownership(None)
        """Who else had the ledger open for writing when the session began; an error unless `force` was given."""
        self._force = force
        self._now = now
        self._files = files
        self._proc = proc
        self._file: int | None = None
        self._log: LogBytes | None = None

    def open(self, *, create: bool) -> None:
        """Open the file that is at the path now; with `create` there may be none."""
        self.close()
        try:
            # Keep it open for reading only, so that any descriptor open for writing is somebody else's.
            self._files.close(os.open(self.path, _TO_WRITE))
            self._file = os.open(self.path, _TO_READ)
        except FileNotFoundError as missing:
            if not create:
                raise StoreError(StoreErrorKind.MISSING, "the ledger is gone", self.path, "Check the path") from missing
        except OSError as failed:
            raise store_error("the ledger cannot be opened for writing", failed, self.path) from failed

    def close(self) -> None:
        """Close the file, if it is open."""
        file, self._file, self._log = self._file, None, None
        if file is not None:
            self._files.close(file)

    def look_for_others(self) -> None:
        """Note who else has the ledger open for writing.

        Raises:
            StoreError: IN_USE, somebody has, and `force` was not given.
        """
        self.others = ownership(self.path, self._proc)
        if not self._force:
            self._check_not_in_use(self.others)

    def _check_not_in_use(self, others: Ownership | None = None) -> None:
        """Raise StoreError if there is an owner among the `others`, by default those of this moment."""
        owner = (others or ownership(self.path, self._proc)).owner
        if owner is not None:
            seems = "has the ledger open and" if owner.opened else "seems to keep the ledger and"
            message = f"{owner} {seems} would not see a change; nothing was changed"
            raise StoreError(StoreErrorKind.IN_USE, message, self.path, "Stop it first")

    @property
    def ledger(self) -> Ledger:
        """The whole state; built when first asked for, about a second for 100,000 customers.

        Raises:
            LedgerError: the log is corrupt before its end.
        """
        return self._bytes().ledger

    @property
    def size(self) -> int:
        """Bytes of the log; a negotiator compacts it above `MAX_ACCOUNTANT_DATABASE_SIZE` after an update."""
        return len(self._bytes().data)

    @property
    def damage(self) -> LedgerWarning | None:
        """The defect at the end of the log, see `LogBytes.damage`; as long as there is one, nothing can be committed.

        Raises:
            LedgerError: the log is corrupt before its end, which cannot be repaired here.
        """
        return self._bytes().damage

    @property
    def interrupted(self) -> bool:
        """Whether the damage is what an interrupted write leaves, so that nothing is lost by removing it.

        Raises:
            LedgerError: see `damage`.
        """
        log = self._bytes()
        return log.damage is not None and left_by_a_crash(log.damage.kind, log.data[log.damage.byte :])

    def ads(self, keys: Collection[str]) -> dict[str, Mapping[str, str]]:
        """The records under those `keys` that exist, found without building the whole state."""
        return self._bytes().ads(keys)

    def customers_with(self, name: str) -> list[str]:
        """The names of the customers with an attribute that few have, such as `CeilingLeaseExpiration`."""
        return self._bytes().customers_with(name)

    def names(self) -> list[str]:
        """The names of all customers in the order of the log, found without building the whole state."""
        return self._bytes().names()

    def commit(self, records: Iterable[Record]) -> None:
        """Append `records` as one transaction and sync it; it is committed when this returns, and not if it raises.

        Begins and ends among them are left out; without records nothing is written. An empty file also gets its first
        line.

        Raises:
            LedgerError: a record that a reader would not accept, or a log that is corrupt before its end.
            StoreError: DAMAGED, MOVED, FULL, DENIED, FAILED: nothing was changed. TORN: see there.
        """
        text = transaction_text(records)
        if not text:
            return
        log = self._undamaged()
        if len(log.data) + len(text) > budget().most(LEDGER_FILE):
            most = budget().text(LEDGER_FILE)
            message = f"the edit would make the ledger larger than {most}, which nothing here reads; it was not made"
            raise StoreError(StoreErrorKind.FULL, message, self.path, "A negotiator compacts it when it starts")
        self._check_unmoved(log)
        if self._file is None or not log.data:
            # Atomically: half of a first line, or zeros, would not be a ledger.
            self._replace(first_line(self._now) + text, self._file)
            return
        with self._writing(log) as file:
            append(file, safe_parts(text), self.path, self._files)

    @contextmanager
    def _writing(self, log: LogBytes) -> Iterator[int]:
        """The ledger, unchanged since it was read, open for appending; where the kernel helps, kept from negotiators.

        Readers do no harm, but while one has the file open, others cannot be kept from opening it as well.
        """
        self.close()
        try:
            for may_be_shared in (False, True):
                with self._to_be_written() as file, closed_to_others(file) as closed:
                    if closed is not False or may_be_shared or self._force:
                        self._check_unmoved(log, file)
                        yield file
                        return
                self._check_not_in_use()
        finally:
            self._reopen()

    @contextmanager
    def _to_be_written(self) -> Iterator[int]:
        try:
            file = os.open(self.path, _TO_WRITE)
        except OSError as failed:
            raise store_error("the ledger cannot be opened for writing", failed, self.path) from failed
        try:
            yield file
        finally:
            self._files.close(file)

    def _reopen(self) -> None:
        # What was committed stays committed; without a file nothing more can be.
        with suppress(StoreError):
            self.open(create=True)

    def compact(self) -> None:
        """Rewrite the log as HTCondor does, with the state and no history; owner, mode and access list stay.

        The new file replaces the old one atomically. Not even `force` permits that under a running negotiator, which
        would go on writing to the old file, where nobody reads. Nor is a file with several names (hard links)
        rewritten: only one of them would lead to the new file, and edits by the others would not reach it.

        Raises:
            LedgerError: the log cannot be read, or contains something that cannot be written.
            StoreError: as from `commit`, or IN_USE, or LINKED; a FAILED after the rewrite says so.
        """
        log = self._undamaged()
        if self._file is not None:
            self._check_not_in_use()
            names = os.fstat(self._file).st_nlink
            if names > 1:
                message = f"the ledger has {names} names (hard links), and compacting it would replace only one of them"
                hint = "Remove the other names if it is to be compacted; until then it only grows"
                raise StoreError(StoreErrorKind.LINKED, message, self.path, hint)
            text = compacted_log(log.ledger, self._now).encode("utf-8", "surrogateescape")
            self._check_unmoved(log)
            self._replace(text, self._file)

    def repair(self) -> Path | None:
        """Remove what readers leave out at the end, so that edits are possible again; the state does not change.

        What is removed is kept in `<ledger>.dropped-<now>`, whose path is returned; None if it was only zero bytes, or
        only a line feed was missing. Not done under a running negotiator, see `compact`.

        Raises:
            LedgerError: the log is corrupt before its end.
            StoreError: as from `commit`, or IN_USE; the state is unchanged.
        """
        log = self._bytes()
        damage = log.damage
        if damage is None or self._file is None:
            return None
        self._check_not_in_use()
        self._check_unmoved(log)
        with self._writing(log) as file:
            if not damage.dropped_bytes:
                append(file, (b"\n",), self.path, self._files)
                return None
            lost = log.data[damage.byte :]
            dropped = self._keep(lost, file) if lost.strip(b"\0") else None
            try:
                # Making the copy took time.
                self._check_unmoved(log, file)
                cut(file, damage.byte, self.path, self._files)
            except StoreError:
                if dropped is not None and os.fstat(file).st_size > damage.byte:
                    discard(dropped)
                raise
            return dropped

    def _bytes(self) -> LogBytes:
        if self._log is None:
            try:
                size = 0 if self._file is None else os.fstat(self._file).st_size
                if size > budget().most(LEDGER_FILE):
                    most = budget().text(LEDGER_FILE)
                    hint = "A negotiator compacts it when it starts"
                    raise LedgerError(f"the ledger cannot be read: it is larger than {most}", self.path, hint=hint)
                data = b"" if self._file is None else contents(self._file)
            except OSError as failed:
                raise store_error("the ledger cannot be read", failed, self.path) from failed
            self._log = LogBytes(data, self.path)
        return self._log

    def _undamaged(self) -> LogBytes:
        log = self._bytes()
        if log.damage is not None:
            message = f"the ledger needs a repair before it is edited: {log.damage}"
            hint = "A repair keeps what is left out in a file beside the ledger; nothing was changed"
            raise StoreError(StoreErrorKind.DAMAGED, message, self.path, hint)
        return log

    def _check_unmoved(self, log: LogBytes, file: int | None = None) -> None:
        """Check that the file is still the one that was read: a negotiator does not take our lock."""
        current = _status(self.path)
        file = self._file if file is None else file
        if file is None:
            moved = current is not None
        else:
            own = os.fstat(file)
            moved = current is None or not os.path.samestat(own, current) or own.st_size != len(log.data)
        if moved:
            message = "a program that does not take the lock changed the ledger meanwhile; nothing was changed here"
            hint = "Check whether a negotiator is running, then try again"
            raise StoreError(StoreErrorKind.MOVED, message, self.path, hint)

    def _replace(self, text: bytes, like: int | None) -> None:
        self._log = None  # What was read no longer is what is there
        try:
            replace(self.path, text, like, self._files)
        finally:
            self._reopen()

    def _keep(self, text: bytes, like: int) -> Path:
        for number in count(1):
            suffix = f"-{number}" if number > 1 else ""
            path = self.path.with_name(f"{self.path.name}.dropped-{self._now}{suffix}")
            try:
                keep(path, text, like, self._files)
            except FileExistsError:
                continue
            except OSError as failed:
                what = "the part to be removed from the ledger could not be saved, and nothing was changed"
                raise store_error(what, failed, path) from failed
            return path
        raise AssertionError("numbers do not end")


_TO_READ: Final = os.O_RDONLY | posix.O_NOFOLLOW | posix.O_CLOEXEC
_TO_WRITE: Final = os.O_RDWR | os.O_APPEND | posix.O_NOFOLLOW | posix.O_CLOEXEC


def _status(path: Path) -> os.stat_result | None:
    """The status of the file at a resolved path; None if there is none."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    except OSError as failed:
        raise store_error("the ledger cannot be reached", failed, path) from failed
    if not stat.S_ISREG(status.st_mode):
        raise StoreError(StoreErrorKind.MISSING, "this is not a regular file, so it cannot be a ledger", path)
    return status
