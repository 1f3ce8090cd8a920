"""One writer at a time: a lock on a file beside the ledger serves userprio's own first come, first served; and a check
whether something else, such as a running negotiator, has the ledger open."""

import os
import select
import signal
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from math import ceil
from pathlib import Path
from typing import Final

import msgspec

from userprio.base import posix
from userprio.base.posix import fcntl
from userprio.base.writing import NEW_FILE_MODE
from userprio.ledger.files import FileCalls, StoreError, StoreErrorKind, store_error

_LONGEST_NOTE: Final = 300
_POLL_S: Final = 0.05
_REAL: Final = FileCalls()


def lock_path(ledger: Path) -> Path:
    """The file that is locked in place of the ledger; it is never removed, and names whoever holds the lock."""
    return ledger.with_name(f"{ledger.name}.lock")


@contextmanager
def exclusive(
    ledger: Path,
    like: os.stat_result | None,
    timeout_s: float,
    files: FileCalls = _REAL,
    *,
    called: str = "the ledger",
    inherited: bool = False,
) -> Iterator[None]:
    """Hold the lock of the ledger at the resolved path `ledger`; it ends with the process at the latest.

    It belongs to an open file (`flock`), so it also works between threads of a process. Waiting processes are in the
    kernel's queue, which they leave when they are killed or stopped. `like` is the ledger's status: the lock file gets
    its owner and group, and is open to those who may write to the ledger: they may all lock it, and nobody else may,
    since to lock a file it is enough to read it. A `timeout_s` of 0 means not to wait. Messages name what is edited as
    it is `called`. Where it is `inherited`, programs that are started meanwhile hold the lock as well, as long as they
    run, even if this process is killed.

    Raises:
        StoreError: LOCKED, the lock did not become free within `timeout_s` seconds; or the lock file cannot be created
            or locked; or DENIED, the system has no such locks.
    """
    if not posix.HAS_LOCKS:
        message = f"{called} can be read on this system, but not edited, since it has no locks that end with a process"
        raise StoreError(StoreErrorKind.DENIED, message, ledger, "Edit it on Linux or macOS")
    path = lock_path(ledger)

    def take(flags: int = 0) -> int:
        return _locked(path, like, fcntl.LOCK_EX | flags, called)

    try:
        file: int | None = take(fcntl.LOCK_NB)
    except BlockingIOError:
        file = _in_turn(take, timeout_s) if timeout_s > 0 else None
    if file is None:
        raise _held(path, ledger, timeout_s, called)
    try:
        os.set_inheritable(file, inherited)
        # A note for those who have to wait; the lock works without it.
        with suppress(OSError):
            os.pwrite(file, _note(os.getpid()) + b"\n", 0)
        yield
    finally:
        with suppress(OSError):
            os.ftruncate(file, 0)
        files.close(file)


def _note(pid: int) -> bytes:
    return f"process {pid} on {os.uname().nodename}".encode()


def _in_turn(take: Callable[[int], int], timeout_s: float) -> int | None:
    """The file that `take` locks, which may block forever; None after `timeout_s` seconds.

    A thread cannot abandon a blocking call, so another one makes it. If that gets the lock after the timeout, it
    releases it at once.
    """
    from concurrent.futures import Future
    from threading import Thread

    turn: Future[int] = Future()

    def wait() -> None:
        try:
            file = take(0)
        except StoreError as failed:
            if turn.set_running_or_notify_cancel():
                turn.set_exception(failed)
            return
        if turn.set_running_or_notify_cancel():
            turn.set_result(file)
        else:
            os.close(file)

    try:
        Thread(target=wait, name="waits for the lock of a ledger", daemon=True).start()
    except RuntimeError:
        return _polled(take, timeout_s)
    try:
        return turn.result(timeout_s)
    except TimeoutError:
        return None if turn.cancel() else turn.result()
    except KeyboardInterrupt:
        if not turn.cancel():
            with suppress(StoreError):
                os.close(turn.result())
        raise


def _polled(take: Callable[[int], int], timeout_s: float) -> int | None:
    """The same where the system allows no more threads: not in the kernel's queue, so that others may come first."""
    for _ in range(ceil(timeout_s / _POLL_S)):
        with suppress(BlockingIOError):
            return take(fcntl.LOCK_NB)
        select.select([], [], [], _POLL_S)
    return None


def _locked(path: Path, like: os.stat_result | None, how: int, called: str) -> int:
    """The lock file, open and locked; BlockingIOError if `how` has LOCK_NB and somebody else holds the lock."""
    while True:
        file = _open(path, like, called)
        holds = False
        try:
            _lock(file, path, how)
            # A lock on a file that has been removed has no effect.
            holds = _is_at(file, path)
        finally:
            if not holds:
                os.close(file)
        if holds:
            _tighten(file, like)
            return file


def _open(path: Path, like: os.stat_result | None, called: str) -> int:
    flags = os.O_RDWR | posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC
    try:
        try:
            file = os.open(path, flags | os.O_CREAT | os.O_EXCL, NEW_FILE_MODE)
        except FileExistsError:
            return os.open(path, flags | os.O_CREAT, NEW_FILE_MODE)
    except OSError as failed:
        hint = "Edit it as a user who may write to its folder" if isinstance(failed, PermissionError) else None
        what = f"{called} cannot be edited, for its lock file cannot be made or opened"
        raise store_error(what, failed, path, hint) from failed
    if like is not None:
        # Best effort: the owner of another user's ledger has to be able to lock it too, and if only root can give the
        # file to that user, its group.
        for owner in (-1, like.st_uid):
            with suppress(OSError):
                os.fchown(file, owner, like.st_gid)
        with suppress(OSError):
            os.fchmod(file, _mode(like))
    return file


def _mode(ledger: os.stat_result) -> int:
    """For all who may write to the ledger: to write to the lock file, and to read it."""
    writes = ledger.st_mode & 0o222
    return writes | writes << 1 | NEW_FILE_MODE


def _tighten(file: int, like: os.stat_result | None) -> None:
    """Take from a lock file the permissions that let others lock it; best effort."""
    mode = stat.S_IMODE(os.fstat(file).st_mode)
    if like is not None and mode & ~_mode(like):
        with suppress(OSError):
            os.fchmod(file, mode & _mode(like))


def _lock(file: int, path: Path, how: int) -> None:
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
        # The note written into it must not end up in some other file.
        raise StoreError(StoreErrorKind.DENIED, "this is not a lock file", path, "Remove it")
    try:
        fcntl.flock(file, how)
    except BlockingIOError:
        raise
    except OSError as failed:
        hint = "Keep the ledger on a file system that supports locks"
        raise store_error("the file system does not grant a lock", failed, path, hint) from failed


def _is_at(file: int, path: Path) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file), path.lstat())
    return False


def _held(path: Path, ledger: Path, timeout_s: float, called: str) -> StoreError:
    waited = f", and this edit did not get its turn within {timeout_s:g} s" if timeout_s > 0 else ""
    message = f"{_holder(path) or 'another process'} is editing {called}{waited}; nothing was changed"
    return StoreError(StoreErrorKind.LOCKED, message, ledger, "Try again")


def _holder(path: Path, proc: Path = Path("/proc")) -> str | None:
    """Who holds the lock; None unless both its own note and the kernel (`/proc/locks`) say so.

    A note may be left by a process that was killed, whose number another one may have by now. The kernel's list has
    only numbers of files, which several file systems share; and the process that took the lock, even where it has ended
    and only those that inherited the lock hold it.
    """
    with suppress(OSError):
        file = os.open(path, os.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC)
        try:
            note, number = posix.read_at(file, _LONGEST_NOTE, 0).partition(b"\n")[0], os.fstat(file).st_ino
        finally:
            os.close(file)
        for line in (proc / "locks").read_text(encoding="ascii", errors="replace").splitlines():
            # 7: FLOCK  ADVISORY  WRITE 4711 fd:01:131074 0 EOF; those who wait have an arrow before the kind.
            match line.split():
                case [_, "FLOCK", _, "WRITE", pid, of, *_] if of.endswith(f":{number}") and pid.isdecimal():
                    if note == _note(int(pid)) and (proc / pid).exists():
                        return note.decode("utf-8", "replace")
    return None


NEGOTIATOR: Final = "condor_negotiator"

_SHARED_SYSTEMS: Final = frozenset(
    "nfs nfs4 cifs smb3 smbfs ceph lustre gpfs beegfs orangefs pvfs2 afs coda ocfs2 gfs2 panfs wekafs 9p virtiofs "
    "vboxsf fuse".split()
)
"""File systems that several machines, or several kernels on one machine, may use at once."""

_LOOKS: Final = 6
_BETWEEN_LOOKS_S: Final = 0.02
"""A look is repeated because a newly forked process holds its parent's open files until it runs its own program."""


class OtherWriter(msgspec.Struct, frozen=True):
    """A process that seems to have a ledger open for writing."""

    pid: int | None
    """None: `/proc` does not show the process, because it is in another container."""
    name: str
    opened: bool
    """It has the file open for writing. False: a negotiator whose open files are hidden, but whose user owns the file.
    """

    def __str__(self) -> str:
        return self.name if self.pid is None else f"{self.name} (process {self.pid})"


_UNSEEN: Final = OtherWriter(None, "a process that /proc does not show, such as a negotiator in a container,", True)


class Ownership(msgspec.Struct, frozen=True):
    """What is known about other writers."""

    owner: OtherWriter | None
    unsure: str | None = None
    """Why there may be one that was not found, as a sentence; None: that is certain."""


def ownership(path: Path, proc: Path = Path("/proc")) -> Ownership:
    """Find out whether another process has the ledger open for writing; readers do not matter."""
    path = Path(os.path.realpath(path))
    for _ in range(_LOOKS):
        holders = _look(path, proc)
        if holders.owner is not _UNSEEN:
            break
        select.select((), (), (), _BETWEEN_LOOKS_S)
    return holders


def _look(path: Path, proc: Path) -> Ownership:
    try:
        file = os.open(path, os.O_RDONLY | posix.O_NONBLOCK | posix.O_NOFOLLOW | posix.O_CLOEXEC)
    except OSError:
        return Ownership(None)
    try:
        with _lease(file, _FOR_READING) as granted:
            pass
        system = _file_system(os.fstat(file), proc)
    finally:
        os.close(file)
    unsure = None
    if system in _SHARED_SYSTEMS:
        unsure = f"other machines may use its file system ({system}) as well"
    elif granted is None:
        unsure = "only its owner may ask the kernel who has it open, on file systems that answer"
    if granted:
        return Ownership(None, unsure)
    owner = other_writer(path, proc)
    # On a shared file system a refused lease proves nothing: it depends on the server.
    return Ownership(_UNSEEN if owner is None and unsure is None else owner, unsure)


def closed_to_others(file: int) -> AbstractContextManager[bool | None]:
    """Keep all others from opening a file, which is open for writing, until the block ends; they have to wait.

    The value is False, and others may open it, if somebody already has it open, even for reading; None if no lease is
    to be had here. The kernel lets others in after `/proc/sys/fs/lease-break-time`, by default 45 seconds.
    """
    return _lease(file, _FOR_WRITING)


_FOR_READING: Final = getattr(fcntl, "F_RDLCK", 0)
_FOR_WRITING: Final = getattr(fcntl, "F_WRLCK", 0)


@contextmanager
def _lease(file: int, kind: int) -> Iterator[bool | None]:
    """Hold a lease on an open file: True; False if others have it open; None if none can be had here."""
    granted: bool | None = None
    if hasattr(fcntl, "F_SETLEASE"):
        with suppress(OSError):
            # When others open the file the kernel sends a signal; its default, SIGIO, would end the process.
            fcntl.fcntl(file, fcntl.F_SETSIG, signal.SIGURG)
            try:
                fcntl.fcntl(file, fcntl.F_SETLEASE, kind)
                granted = True
            except BlockingIOError:
                granted = False
    try:
        yield granted
    finally:
        if granted:
            with suppress(OSError):
                fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)


def _file_system(status: os.stat_result, proc: Path) -> str:
    """The type of the file system that a file is on; empty if that cannot be found out."""
    if not posix.HAS_DEVICE_NUMBERS:
        return ""
    device = f"{os.major(status.st_dev)}:{os.minor(status.st_dev)}"
    with suppress(OSError):
        for line in (proc / "self" / "mountinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            words, _, system = line.partition(" - ")
            if words.split()[2:3] == [device]:
                return system.partition(" ")[0].partition(".")[0]
    return ""


def other_writer(path: Path, proc: Path = Path("/proc")) -> OtherWriter | None:
    """The process that has the ledger open for writing by `/proc`; else a negotiator that may have.

    A negotiator whose open files are visible, without the ledger among them, keeps another ledger. Those of other
    users' processes are hidden; such a negotiator counts if its user owns the file. Without `proc` (Linux) nothing is
    found.
    """
    try:
        ledger = path.stat()
    except OSError:
        return None
    suspect = None
    for process in _processes(proc):
        opened = _has_open(process, path, ledger)
        if opened:
            return OtherWriter(int(process.name), _name(process), opened=True)
        if opened is None and suspect is None and _name(process) == NEGOTIATOR and ledger.st_uid in _users(process):
            suspect = OtherWriter(int(process.name), NEGOTIATOR, opened=False)
    return suspect


def _processes(proc: Path) -> list[Path]:
    try:
        numbers = {int(entry.name) for entry in os.scandir(proc) if entry.name.isdecimal()}
    except OSError:
        return []
    return [proc / str(number) for number in sorted(numbers - {os.getpid()})]


def _has_open(process: Path, path: Path, ledger: os.stat_result) -> bool | None:
    """Whether the process can write to the ledger; None if its files cannot be seen."""
    try:
        files = [Path(entry) for entry in os.scandir(process / "fd")]
    except FileNotFoundError:
        return False
    except OSError:
        return None
    is_open = False
    for file in files:
        # A process may end while its files are looked at.
        with suppress(OSError):
            target = str(file.readlink())
            # Compare names first: a stat of every open file of a machine takes long, or hangs if a server is down.
            if target.endswith(path.name) and os.path.samestat(file.stat(), ledger):
                is_open = is_open or _writes(process, file.name)
    return is_open


def _writes(process: Path, file: str) -> bool:
    info = (process / "fdinfo" / file).read_text(encoding="ascii", errors="replace")
    flags = next((line.split()[1] for line in info.splitlines() if line.startswith("flags:")), "0")
    return int(flags, 8) & os.O_ACCMODE != os.O_RDONLY


def _name(process: Path) -> str:
    """The name of the program; the kernel keeps only 15 characters of it, so the command line completes it."""
    name = words = ""
    with suppress(OSError):
        name = (process / "comm").read_text(encoding="utf-8", errors="replace").removesuffix("\n")
        words = (process / "cmdline").read_text(encoding="utf-8", errors="replace")
    path = words.partition("\0")[0].rpartition("/")[2]
    return path if name and path.startswith(name) else name or "a process"


def _users(process: Path) -> frozenset[int]:
    """The real, effective, saved and file system user of the process; a negotiator may switch between them."""
    with suppress(OSError):
        for line in (process / "status").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("Uid:"):
                return frozenset(int(word) for word in line.split()[1:])
    return frozenset()
