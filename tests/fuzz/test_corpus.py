"""Everything that a search found worth keeping, once more."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.corpus import FOLDER, MOST, kept
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import TARGETS


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(TARGETS))
def test_no_kept_input_does_anything_but_end_in_a_value_or_a_declared_error(name: str, tmp_path: Path) -> None:
    for data in (*seeds(name), *kept(name)):
        TARGETS[name](data, tmp_path)


def test_the_corpus_is_small() -> None:
    assert 0 < sum(path.stat().st_size for path in FOLDER.iterdir()) <= MOST * len(TARGETS)


def test_without_atheris_a_search_says_so_in_a_sentence_and_writes_nothing(tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in FOLDER.iterdir()}
    hidden = "import sys; sys.modules['atheris'] = None"
    search = "import runpy; runpy.run_module('tests.fuzz', run_name='__main__', alter_sys=True)"
    findings = tmp_path / "findings"
    words = ["ledger", "--seconds", "1", "--findings", str(findings)]
    ended = subprocess.run(
        [sys.executable, "-c", f"{hidden}; {search}", *words], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "atheris is not installed, so nothing was searched or changed: pip install -e '.[fuzz]'\n"
    assert not findings.exists()
    assert {path: path.read_bytes() for path in FOLDER.iterdir()} == before
