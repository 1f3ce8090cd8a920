from collections.abc import Callable
from pathlib import Path

import pytest

from userprio.classad.ad import Ad
from userprio.classad.files import AdsProblem, read_ads

Reader = Callable[[str | bytes], tuple[list[Ad], list[AdsProblem]]]


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    """Write a text to a file and read it as ads."""

    def reader(content: str | bytes) -> tuple[list[Ad], list[AdsProblem]]:
        path = tmp_path / "file.ads"
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
        problems: list[AdsProblem] = []
        return list(read_ads(path, problems)), problems

    return reader
