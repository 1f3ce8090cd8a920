"""A ledger to be edited."""

from pathlib import Path

import pytest

from tests.ledger.logs import ALICE, HEAD


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "Accountantnew.log"
    path.write_bytes(HEAD + ALICE)
    return path


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for ledgers that a test writes again and again."""
    return tmp_path_factory.mktemp("store") / "Accountantnew.log"
