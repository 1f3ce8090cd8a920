"""Files that decide what a command does unasked, such as settings: whose they have to be.

With sudo or su, HOME may still be that of another user, whose files would then decide what root reads and edits.
"""

import errno
import os
import stat
from pathlib import Path

from userprio.base.posix import effective_user


class NotOwn(PermissionError):
    """A file that is not used; `strerror` says why."""


class OwnFiles:
    """Opens files that nobody but root and the effective user can have written.

    The owner of such a file is one of the two, and neither its group nor others may write to it. Where it is a link,
    that is its owner's too. Folders do not matter: what another user puts in one belongs to that user.
    """

    def open(self, path: Path | str, flags: int) -> int:
        """A descriptor of the file.

        Raises:
            NotOwn: somebody else may have written it.
            OSError: it cannot be opened.
        """
        link = Path(path).lstat()
        file = os.open(path, flags)
        why = why_not(link) or why_not(os.fstat(file))
        if why is not None:
            os.close(file)
            raise NotOwn(errno.EPERM, why, str(path))
        return file


def why_not(status: os.stat_result) -> str | None:
    """Why a file or link with this status counts as somebody else's, in words; None: it does not."""
    user = effective_user()
    if user is None:
        return None
    if status.st_uid not in (0, user):
        return f"it belongs to user {status.st_uid}"
    if not stat.S_ISLNK(status.st_mode) and status.st_mode & 0o022:
        return "others may write to it; run chmod go-w on it"
    return None


def owner_elsewhere(path: Path) -> int | None:
    """The user, neither root nor the effective one, who owns what is at a path or else the nearest folder above it."""
    user = effective_user()
    for place in (path, *path.absolute().parents):
        try:
            owner = place.stat().st_uid
        except OSError:
            continue
        return None if user is None or owner in (0, user) else owner
    return None
