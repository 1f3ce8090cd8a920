"""What a folder from somebody else may refer to: nothing outside of it, unless it is trusted."""

import os
from pathlib import Path

from userprio.base.errors import BadInput


def leads_out(path: Path | str, folder: Path) -> bool:
    """Whether a path, with all links resolved, is outside of `folder`.

    Raises:
        ValueError: a file cannot have this name.
    """
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def inside(path: Path, folder: Path | None) -> Path:
    """The path of a file in an untrusted folder; with `folder` None, any path is allowed.

    Raises:
        BadInput: it is a link out of the folder.
    """
    if folder is not None and leads_out(path, folder):
        target = os.path.realpath(path)
        raise BadInput(f"this is a link out of the snapshot, to {target}, and is not followed", path, hint=HINT)
    return path


HINT = "Give --trust (trust=True in Python) if you trust whoever made the snapshot"
"""The hint for anything that was not followed."""
