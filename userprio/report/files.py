"""Putting a whole file in its place: whoever looks finds the old one or the new one, never a part."""

import errno
import os
import stat
import tempfile
from pathlib import Path

_USUAL_MODE = 0o644


def check_place(path: Path) -> None:
    """Make sure that there is a folder for a file, before somebody waits for what is to be put there.

    Raises:
        OSError: there is none, or nothing may be made in it.
    """
    folder = path.resolve().parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))


def put_file(path: Path, content: bytes) -> None:
    """Write a file, in one step for whoever reads it. A link is followed; the mode of a file that was there is kept.

    What is no regular file, such as `/dev/stdout`, is simply written to.

    Raises:
        OSError: it cannot be written; what was there before is there still.
    """
    target = path.resolve()
    try:
        before = target.stat()
    except FileNotFoundError:
        before = None
    if before is not None and not stat.S_ISREG(before.st_mode):
        target.write_bytes(content)
        return
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as failed:
        # The name that was asked for says more than the one that was made up.
        raise type(failed)(failed.errno, failed.strerror, str(path)) from failed
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fchmod(file.fileno(), _USUAL_MODE if before is None else stat.S_IMODE(before.st_mode))
            os.fsync(file.fileno())
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
