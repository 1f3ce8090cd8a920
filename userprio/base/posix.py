"""What only POSIX systems have, and what stands in for it elsewhere, so that everything that only reads runs there too.

Where there are no locks on files, ledgers are read and not edited. Where a file cannot be opened beneath an open folder
(`HAS_FOLDERS`), a link that takes a file's place while it is opened is noticed afterwards, and not always. Where users
have no numbers, the owner of a file decides nothing.
"""

import os
import signal
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import fcntl
else:
    try:
        import fcntl
    except ImportError:
        fcntl = None

# The flags of os.open under their own names; 0 where the system has none.
O_CLOEXEC: Final[int] = getattr(os, "O_CLOEXEC", getattr(os, "O_NOINHERIT", 0)) | getattr(os, "O_BINARY", 0)
"""Processes that are started do not inherit the file, and its bytes are not translated."""
O_DIRECTORY: Final[int] = getattr(os, "O_DIRECTORY", 0)
O_NOCTTY: Final[int] = getattr(os, "O_NOCTTY", 0)
O_NOFOLLOW: Final[int] = getattr(os, "O_NOFOLLOW", 0)
O_NONBLOCK: Final[int] = getattr(os, "O_NONBLOCK", 0)
O_PATH: Final[int] = getattr(os, "O_PATH", os.O_RDONLY)

HAS_LOCKS: Final = fcntl is not None
"""Whether a file can be locked for one process, as every edit needs."""
HAS_FOLDERS: Final = {os.open, os.stat, os.rename} <= os.supports_dir_fd and O_DIRECTORY != 0
"""Whether a folder can be opened, and what is in it by its descriptor, whatever happens to the folder's name."""
HAS_FORK: Final = hasattr(os, "fork")
HAS_PROCESS_GROUPS: Final = hasattr(os, "killpg")
"""Whether a tool can be stopped with all that it has started, and its pipes waited for."""
HAS_SIGNAL_MASKS: Final = hasattr(signal, "pthread_sigmask")
"""Whether signals can be held back."""
HAS_DEVICE_NUMBERS: Final = hasattr(os, "major")
"""Whether file systems have numbers by which the system lists them."""

SIGKILL: Final = getattr(signal, "SIGKILL", 9)
"""The number that ads of jobs have, on every system."""
_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP")
ENDING: Final = tuple(signal.Signals[name] for name in _NAMES if hasattr(signal, name))
"""The signals that ask a process to end."""


def real_user() -> int | None:
    """The number of the user who started the process; None where users have none."""
    return os.getuid() if hasattr(os, "getuid") else None


def effective_user() -> int | None:
    """The number of the effective user; None where users have none."""
    return os.geteuid() if hasattr(os, "geteuid") else None


def user_name(number: int) -> str | None:
    """The name of the user with a number; None: there is none."""
    try:
        from pwd import getpwuid

        return getpwuid(number).pw_name
    except (ImportError, KeyError):
        return None


def user_number(name: str) -> int | None:
    """The number of the user with a name; None: there is none."""
    try:
        from pwd import getpwnam

        return getpwnam(name).pw_uid
    except (ImportError, KeyError, ValueError):
        return None


def read_at(file: int, most: int, at: int) -> bytes:
    """Up to `most` bytes of an open file from position `at`; the file's own position may change."""
    if hasattr(os, "pread"):
        return os.pread(file, most, at)
    os.lseek(file, at, os.SEEK_SET)
    return os.read(file, most)
