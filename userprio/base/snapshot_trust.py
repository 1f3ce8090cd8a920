"""What a folder from somebody else may refer to: nothing outside of it, unless it is trusted.

Its owner may exchange a file for a link at any moment, also between a check and the reading. So a path is first
resolved, and then what it resolved to is opened one folder at a time, each beneath the one before, without following
any link: what was a folder or a file when it was resolved must still be one. This is what openat2(2) does with
`RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS`, on every system, and without ctypes, which takes longer to load.
"""

import errno
import os
from pathlib import Path

from userprio.base import posix
from userprio.base.errors import BadInput
from userprio.base.records import Record

HINT = "Give --trust (trust=True in Python) if you trust whoever made the snapshot"
"""The hint for anything that was not followed."""

_STEP = posix.O_PATH | posix.O_DIRECTORY | posix.O_NOFOLLOW | posix.O_CLOEXEC
_TO_READ = os.O_RDONLY | posix.O_CLOEXEC


class SnapshotRoot(Record):
    """The folder, or the only file, of an untrusted snapshot. Everything that is read for the snapshot is opened here.

    It stays the folder that it was when it was named, whatever takes its place later.
    """

    path: Path
    """As it was named."""
    resolved: str
    device: int
    inode: int

    @classmethod
    def of(cls, path: Path) -> "SnapshotRoot":
        """The root at a path.

        Raises:
            OSError: there is nothing.
        """
        resolved = os.path.realpath(path)
        status = Path(resolved).lstat()
        return cls(path, resolved, status.st_dev, status.st_ino)

    def __str__(self) -> str:
        return str(self.path)

    def leads_out(self, path: Path | str) -> bool:
        """Whether a path, with all links resolved, is outside.

        Raises:
            ValueError: a file cannot have this name.
        """
        return self._beneath(path) is None

    def _beneath(self, path: Path | str) -> list[str] | None:
        """The names on the way from the root to what a path leads to, of which there are none to the root itself; None
        if that is outside.
        """
        # As texts: a configuration may include hundreds of files, and Path takes several times as long.
        slash = os.sep
        above, resolved = self.resolved.rstrip(slash), os.path.realpath(path)
        if resolved == self.resolved:
            return []
        return resolved[len(above) + 1 :].split(slash) if resolved.startswith(f"{above}{slash}") else None

    def inside(self, path: Path) -> Path:
        """The path of a file that the snapshot is to have.

        Raises:
            BadInput: it is a link out of the snapshot.
        """
        if self.leads_out(path):
            raise BadInput(_not_followed(path), path, hint=HINT)
        return path

    def open(self, path: Path | str, flags: int = _TO_READ) -> int:
        """A descriptor of a file or folder in the snapshot.

        Raises:
            OSError: it cannot be opened, or is outside (ELOOP); `strerror` says so.
            ValueError: a file cannot have this name.
        """
        beneath = self._beneath(path)
        if beneath is None:
            raise OSError(errno.ELOOP, f"{_not_followed(path)}. {HINT}", str(path))
        if not posix.HAS_FOLDERS:
            return self._open_by_path(path, beneath, flags)
        *folders, name = (self.resolved, *beneath)
        at: int | None = None
        try:
            for folder in folders:
                at, above = self._open(folder, _STEP, at), at
                if above is not None:
                    os.close(above)
            return self._open(name, flags | posix.O_NOFOLLOW, at)
        except OSError as failed:
            if failed.errno == errno.ELOOP:
                failed.strerror = "a link has taken its place, and is not followed"
            failed.filename = str(path)
            raise
        finally:
            if at is not None:
                os.close(at)

    def _open(self, name: str, flags: int, folder: int | None) -> int:
        file = os.open(name, flags, dir_fd=folder)
        if folder is None:
            status = os.fstat(file)
            if (status.st_dev, status.st_ino) != (self.device, self.inode):
                os.close(file)
                raise OSError(errno.ESTALE, "the snapshot was replaced while it was read", name)
        return file

    def _open_by_path(self, path: Path | str, beneath: list[str], flags: int) -> int:
        """The same where no file can be opened beneath an open folder: what was opened is looked at afterwards."""
        place = Path(self.resolved, *beneath)
        file = os.open(place, flags)
        root = Path(self.resolved).lstat()
        try:
            # Whoever exchanged the file for a link, and back again, has had another file opened than is there now.
            there = self._beneath(path) == beneath and os.path.samestat(os.fstat(file), place.lstat())
        except OSError:
            there = False
        if there and (root.st_dev, root.st_ino) == (self.device, self.inode):
            return file
        os.close(file)
        raise OSError(errno.ESTALE, "the snapshot was changed while it was read", str(path))

    def names_in(self, folder: Path | str) -> list[str]:
        """The names of what is in a folder of the snapshot and is not itself a folder, in no order.

        Raises:
            OSError: see `open`.
        """
        if not posix.HAS_FOLDERS:
            beneath = self._beneath(folder)
            if beneath is None:
                raise OSError(errno.ELOOP, f"{_not_followed(folder)}. {HINT}", str(folder))
            with os.scandir(Path(self.resolved, *beneath)) as entries:
                return [entry.name for entry in entries if not entry.is_dir()]
        file = self.open(folder, _TO_READ | posix.O_DIRECTORY)
        try:
            with os.scandir(file) as entries:
                return [entry.name for entry in entries if not entry.is_dir()]
        finally:
            os.close(file)


def _not_followed(path: Path | str) -> str:
    return f"this is a link out of the snapshot, to {os.path.realpath(path)}, and is not followed"
