"""Writing files that are no ledgers: replaced as a whole, or not at all, through no link that somebody else may have
planted, and belonging to whom they belonged to before.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from userprio.base import posix

NEW_FILE_MODE: Final = 0o600
"""Of a file until it is complete."""

_ACCESS_LIST: Final = "system.posix_acl_access"
_OF_THE_CONTENT: Final = frozenset({"security.ima", "security.evm"})
"""Attributes that the kernel computes from a file's contents, so that they are wrong for any other file."""
_MOST_LINKS: Final = 40
_FOLDER: Final = posix.O_PATH | posix.O_DIRECTORY | posix.O_NOFOLLOW | posix.O_CLOEXEC


def write_file(path: Path, content: bytes, new_mode: int = 0o666) -> None:
    """Write a file atomically. It keeps owner, group, mode, access list and other extended attributes, and other names
    (hard links) keep the old contents; a new file has `new_mode`, reduced by the umask.

    A link is followed unless anybody may write to the folder that it is in and it belongs neither to the user nor to
    the folder's owner: the rule of fs.protected_symlinks (proc_sys_fs(5)), on every system and whether or not the
    folder is sticky. Anything but a regular file, such as `/dev/stdout`, is written directly.

    Raises:
        OSError: it cannot be written; an existing file is unchanged.
    """
    try:
        if _wrote_directly(path, content):
            return
        if not posix.HAS_FOLDERS:
            _replace_by_path(path, content, new_mode)
        else:
            with place_of(path) as (folder, name):
                _replace(folder, name, content, new_mode)
    except OSError as failed:
        # Report the requested name rather than a temporary one.
        raise type(failed)(failed.errno, failed.strerror, str(path)) from failed


def check_place(path: Path) -> None:
    """Ensure that a file's folder exists and is writable, before starting a long computation.

    Raises:
        OSError: it does not exist or is not writable, or a link is not followed.
    """
    if not posix.HAS_FOLDERS:
        _look_at(path)
        return
    with place_of(path) as (folder, _):
        if not os.access(".", os.W_OK | os.X_OK, dir_fd=folder):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def check_links(path: Path) -> None:
    """Ensure that there is no link on the way to a path, or at it, that `write_file` would not follow.

    Raises:
        OSError: there is, or a folder does not exist.
    """
    if not posix.HAS_FOLDERS:
        _look_at(path)
        return
    with place_of(path):
        pass


@contextmanager
def place_of(path: Path) -> Iterator[tuple[int, str]]:
    """The folder in which a path ends, as a descriptor, and the name in it, at which there is no link.

    Links on the way are followed as `write_file` says.

    Raises:
        OSError: a folder does not exist, or a link is not followed.
    """
    try:
        folder, name = _walked(path)
    except OSError as failed:
        raise type(failed)(failed.errno, failed.strerror, str(path)) from failed
    try:
        yield folder, name
    finally:
        os.close(folder)


def _walked(path: Path) -> tuple[int, str]:
    # Each step is beneath an open folder, so that nothing can be exchanged between the look and the step.
    left = [*reversed(path.absolute().parts)]
    links = 0
    with ExitStack() as opened:
        at = _step(opened, None, left.pop())
        while left:
            name = left.pop()
            target = None if name == ".." else _target(at, name)
            if target is not None:
                links += 1
                if links > _MOST_LINKS:
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
                # An absolute one begins with the root, beneath which its first step leads.
                left += reversed(target.parts)
            elif left:
                at = _step(opened, at, name)
            else:
                return os.dup(at), name
        # The path is the root.
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))


def _step(opened: ExitStack, folder: int | None, name: str) -> int:
    below = os.open(name, _FOLDER, dir_fd=folder)
    opened.callback(os.close, below)
    return below


def _target(folder: int, name: str) -> Path | None:
    """Where the link of that name leads; None if it is no link. OSError if it is not to be followed."""
    try:
        link = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if not stat.S_ISLNK(link.st_mode):
        return None
    around = os.fstat(folder)
    if around.st_mode & stat.S_IWOTH and link.st_uid not in (posix.effective_user(), around.st_uid):
        reason = f"the link {name} was made by user {link.st_uid} in a folder that anybody may write to"
        raise PermissionError(errno.EACCES, f"{reason}, and is not followed")
    return Path(os.readlink(name, dir_fd=folder))


def _wrote_directly(path: Path, content: bytes) -> bool:
    """Write to what is there if that is not a regular file; a rename would replace a device or a pipe by a file."""
    try:
        if stat.S_ISREG(path.stat().st_mode):
            return False
    except FileNotFoundError:
        return False
    file = os.open(path, os.O_WRONLY | posix.O_NOCTTY | posix.O_CLOEXEC)
    with os.fdopen(file, "wb", buffering=0) as out:
        # It may have been exchanged since.
        if stat.S_ISREG(os.fstat(file).st_mode):
            return False
        while content:
            content = content[out.write(content) or 0 :]
    return True


def _replace(folder: int, name: str, content: bytes, new_mode: int) -> None:
    temporary = f".{name[:200]}.{os.urandom(4).hex()}"
    try:
        # A rename needs only the folder's permission, and would replace a file that was protected from exactly that.
        before = os.open(name, os.O_WRONLY | posix.O_NONBLOCK | posix.O_NOFOLLOW | posix.O_CLOEXEC, dir_fd=folder)
    except FileNotFoundError:
        before = None
    with ExitStack() as undo:
        if before is not None:
            undo.callback(os.close, before)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | posix.O_NOFOLLOW | posix.O_CLOEXEC
        file = os.open(temporary, flags, new_mode if before is None else NEW_FILE_MODE, dir_fd=folder)
        # Once it has its name, there is nothing to discard.
        undo.callback(_discard, temporary, folder)
        with os.fdopen(file, "wb") as out:
            if before is not None:
                _keep_owner(file, before)
            out.write(content)
            out.flush()
            # Before the rename: after a power failure the name could otherwise stand for an empty file.
            os.fsync(file)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)


def _discard(name: str | Path, folder: int | None) -> None:
    with suppress(OSError):
        os.unlink(name, dir_fd=folder)


def _look_at(path: Path) -> None:
    """Raise OSError if the folder does not exist, or there is a link at the path: where a folder cannot be held open
    while what is in it is looked at, none is followed.
    """
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    if path.is_symlink():
        raise PermissionError(errno.EACCES, "this is a link, and links are not followed on this system", str(path))


def _replace_by_path(path: Path, content: bytes, new_mode: int) -> None:
    """Write a file as a whole where folders cannot be opened; a new one gets what the system gives to new files."""
    _look_at(path)
    with suppress(FileNotFoundError):
        # A file that is protected from writing stays as it is.
        os.close(os.open(path, os.O_WRONLY | posix.O_CLOEXEC))
    temporary = path.with_name(f".{path.name[:200]}.{os.urandom(4).hex()}")
    with ExitStack() as undo:
        file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | posix.O_CLOEXEC, new_mode)
        undo.callback(_discard, temporary, None)
        with os.fdopen(file, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(file)
        temporary.replace(path)


def _keep_owner(file: int, before: int) -> None:
    try:
        resemble(file, before)
    except PermissionError as failed:
        message = f"its owner and permissions cannot be kept ({failed.strerror}); remove it, or name another file"
        raise PermissionError(errno.EPERM, message) from failed


def resemble(file: int, like: int) -> None:
    """Give an open file the owner, mode, access list and other extended attributes of another one.

    The mode alone would not do: for a file with an access list, its group bits are the most that the list grants, not
    what the group may do.

    Raises:
        OSError: one of them cannot be set; `strerror` says which.
    """
    own, wanted = os.fstat(file), os.fstat(like)
    if (own.st_uid, own.st_gid) != (wanted.st_uid, wanted.st_gid):
        os.fchown(file, wanted.st_uid, wanted.st_gid)
    own_attributes, others = _attributes(file), _attributes(like)
    if _ACCESS_LIST in own_attributes and _ACCESS_LIST not in others:
        # The folder's default access list gave it one.
        os.removexattr(file, _ACCESS_LIST)
    for name, value in others.items():
        if own_attributes.get(name) != value:
            try:
                os.setxattr(file, name, value)
            except OSError as failed:
                raise OSError(failed.errno, f"its attribute {name} cannot be kept ({failed.strerror})") from failed
    os.fchmod(file, wanted.st_mode & 0o7777)


def _attributes(file: int) -> dict[str, bytes]:
    if not hasattr(os, "listxattr"):
        return {}
    try:
        return {name: os.getxattr(file, name) for name in os.listxattr(file) if name not in _OF_THE_CONTENT}
    except OSError as failed:
        if failed.errno == errno.ENOTSUP:
            return {}
        raise
