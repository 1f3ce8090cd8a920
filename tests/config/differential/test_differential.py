"""A sample of random configurations, HTCondor's own files, and what is known to differ."""

from pathlib import Path

import pytest

from tests.config.differential.comparing import differences
from tests.config.differential.generator import Case, Generator
from tests.config.differential.known import KNOWN, Known
from tests.pool.root import HTCondor, NoHTCondor, find

pytestmark = pytest.mark.pool


@pytest.fixture(scope="module")
def htcondor() -> HTCondor:
    try:
        return find()
    except NoHTCondor as reason:
        pytest.skip(str(reason))


def unexplained(cases: list[Case], htcondor: HTCondor, folder: Path) -> list[tuple[str, object, object, str]]:
    found = differences(cases, htcondor, folder)
    return [(each.part, each.ours, each.theirs, each.case.root) for each in found if each.reason is None]


@pytest.mark.parametrize("seed", range(3))
def test_random_configurations_are_read_as_condor_config_val_reads_them(
    htcondor: HTCondor, seed: int, tmp_path: Path
) -> None:
    generator = Generator(seed)
    assert unexplained([generator.case() for _ in range(100)], htcondor, tmp_path) == []


def test_htcondor_s_own_files_are_read_as_condor_config_val_reads_them(htcondor: HTCondor, tmp_path: Path) -> None:
    root = htcondor.root or Path("/")
    shipped = [*(root / "etc/condor").rglob("*"), *(root / "usr/share/doc/condor").rglob("*condor_config*")]
    texts = [path.read_text(errors="surrogateescape") for path in shipped if path.is_file() and path.suffix != ".gz"]
    # Where a file names places of its own, it is read without them, the same on both sides.
    cases = [Case(f"{text}\nLOCAL_CONFIG_DIR =\nLOCAL_CONFIG_FILE =\n") for text in texts]
    assert cases
    assert unexplained(cases, htcondor, tmp_path) == []


def test_without_any_statement_the_defaults_are_htcondor_s(htcondor: HTCondor, tmp_path: Path) -> None:
    assert unexplained([Case("# nothing\n")], htcondor, tmp_path) == []


@pytest.mark.parametrize("entry", KNOWN, ids=range(len(KNOWN)))
def test_what_is_known_to_differ_does(entry: Known, htcondor: HTCondor, tmp_path: Path) -> None:
    assert entry.reason in {each.reason for each in differences([entry.example], htcondor, tmp_path)}
