"""Being another user for a moment, which only root can."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

EVE: Final = 54321
"""A user and a group that are nobody's here."""
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")


@contextmanager
def being_eve() -> Iterator[None]:
    """While this process acts as that user. What it imports late has to be imported before."""
    groups = os.getgroups()
    os.setgroups([])
    os.setegid(EVE)
    os.seteuid(EVE)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


def give_to_eve(path: Path) -> None:
    """Make a file, folder or link hers."""
    os.chown(path, EVE, EVE, follow_symlinks=False)
