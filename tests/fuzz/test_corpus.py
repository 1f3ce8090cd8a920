"""Everything that a search found worth keeping, once more."""

from pathlib import Path

import pytest

from tests.fuzz.corpus import FOLDER, MOST, kept
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_no_kept_input_does_anything_but_end_in_a_value_or_a_declared_error(name: str, tmp_path: Path) -> None:
    for data in (*seeds(name), *kept(name)):
        TARGETS[name](data, tmp_path)


def test_the_corpus_is_small() -> None:
    assert 0 < sum(path.stat().st_size for path in FOLDER.iterdir()) <= MOST * len(TARGETS)
