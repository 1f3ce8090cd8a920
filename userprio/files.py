"""Reading a file that may not be trustworthy: ensures that it is a file, that it ends, and that it is not too large."""

import errno
import os
import stat
from pathlib import Path
from typing import Final

from userprio.limits import amount

_KINDS: Final = (
    (stat.S_ISFIFO, "it is a pipe and not a file"),
    (stat.S_ISSOCK, "it is a socket and not a file"),
    (stat.S_ISBLK, "it is a device and not a file"),
    (stat.S_ISCHR, "it is a device and not a file"),
)


def read_file(path: Path | str, most: int) -> bytes:
    """All bytes of a file of at most `most`; nothing of the null device, which HTCondor's users name as an empty file.

    Raises:
        OSError: it cannot be opened or read, it is not a file (EINVAL; opening it does not wait), or it is larger
            (EFBIG); `strerror` says which.
        ValueError: a file cannot have this name.
    """
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        found = os.fstat(file)
        if stat.S_ISCHR(found.st_mode) and found.st_rdev == Path(os.devnull).stat().st_rdev:
            return b""
        for is_kind, reason in _KINDS:
            if is_kind(found.st_mode):
                raise OSError(errno.EINVAL, reason, str(path))
        if stat.S_ISREG(found.st_mode) and found.st_size > most:
            raise _too_large(path, most)
        parts = []
        left = most + 1
        while left and (part := os.read(file, min(left, 1 << 24))):
            parts.append(part)
            left -= len(part)
    finally:
        os.close(file)
    if not left:
        raise _too_large(path, most)
    return b"".join(parts)


def _too_large(path: Path | str, most: int) -> OSError:
    return OSError(errno.EFBIG, f"it is larger than {amount(most, 'bytes')}", str(path))
