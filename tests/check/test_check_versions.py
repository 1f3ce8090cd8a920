"""What a configuration says to a version of HTCondor that does not know it."""

from pathlib import Path

from tests.check.planting import NOW
from userprio.check import Finding, Situation, check
from userprio.config import read
from userprio.ledger import Ledger
from userprio.pool.scenario import Pool, Scenario
from userprio.versions import NEWEST, Version

TEXT = """\
FORCE_NEGOTIATOR_SLOT_WEIGHT = yes
NEGOTIATOR.REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX = (
MAX_CONCURRENT_UPLOADS_PER_USER = 10
MAX_JOBS_RUNNING = $(MAX_CONCURRENT_UPLOADS_PER_USER) * 100
"""


def found(folder: Path, text: str, version: Version) -> list[Finding]:
    path = folder / "condor_config"
    path.write_text(text)
    config = read(path, environ={}).as_of(version)
    return list(check(Situation(Scenario(Pool(), Ledger.empty(), config, NOW))))


def test_a_knob_that_the_version_does_not_have_is_told_and_its_value_let_be(tmp_path: Path) -> None:
    findings = found(tmp_path, TEXT, Version(25, 4, 0))
    assert [(each.code, each.line) for each in findings] == [("knob-too-new", 1), ("knob-too-new", 2)]
    assert findings[0].message == "FORCE_NEGOTIATOR_SLOT_WEIGHT changes nothing: HTCondor 25.4.0 does not read it"
    assert findings[0].hint == "It came with 25.5.1"


def test_a_version_that_has_it_checks_its_value(tmp_path: Path) -> None:
    assert {(each.code, each.line) for each in found(tmp_path, TEXT, NEWEST)} >= {("bad-value", 1)}


def test_lines_that_another_version_reads_otherwise_are_found(tmp_path: Path) -> None:
    text = "GROUP_NAMES = a\nGROUP_NAMES +,= b\nGROUP_QUOTA_a = 1\nGROUP_QUOTA_b = 1\n"
    findings = found(tmp_path, text, Version(25, 10, 1))
    assert [(each.code, each.line) for each in findings] == [("config-read-otherwise", 2)]
    assert not found(tmp_path, text, NEWEST)
