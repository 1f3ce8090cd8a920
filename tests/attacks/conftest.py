"""A command line in this process, and a folder that other users can reach."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.cli.conftest import ledger, userprio

__all__ = ["ledger", "public", "userprio"]


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder in which all may read; those of pytest are its user's alone."""
    folder = Path(mkdtemp(prefix="userprio-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)
