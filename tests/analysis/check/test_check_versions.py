"""What a configuration says to a version of HTCondor that does not know it."""

from pathlib import Path

from tests.analysis.check.planting import NOW
from userprio.analysis.check import Finding, Level, Situation, check
from userprio.base.versions import NEWEST, Version
from userprio.classad import Ad
from userprio.config import read
from userprio.ledger import Ledger
from userprio.pool.scenario import Pool, ScenarioData

TEXT = """\
FORCE_NEGOTIATOR_SLOT_WEIGHT = yes
NEGOTIATOR.REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX = (
MAX_CONCURRENT_UPLOADS_PER_USER = 10
MAX_JOBS_RUNNING = $(MAX_CONCURRENT_UPLOADS_PER_USER) * 100
"""


def found(folder: Path, text: str, version: Version) -> list[Finding]:
    path = folder / "condor_config"
    path.write_text(text)
    config = read(path, environ={})
    return list(check(Situation(ScenarioData(Pool(), Ledger.empty(), config, NOW, version=version))))


def test_a_knob_that_the_version_does_not_have_is_told_and_its_value_let_be(tmp_path: Path) -> None:
    findings = found(tmp_path, TEXT, Version(25, 4, 0))
    assert [(each.code, each.line) for each in findings] == [("knob-too-new", 1), ("knob-too-new", 2)]
    assert findings[0].happens == "FORCE_NEGOTIATOR_SLOT_WEIGHT changes nothing: HTCondor 25.4.0 does not read it"
    assert findings[0].advice == "It came with 25.5.1"


def test_a_version_that_has_it_checks_its_value(tmp_path: Path) -> None:
    assert {(each.code, each.line) for each in found(tmp_path, TEXT, NEWEST)} >= {("bad-value", 1)}


def test_lines_that_another_version_reads_otherwise_are_found(tmp_path: Path) -> None:
    text = "GROUP_NAMES = a\nGROUP_NAMES +,= b\nGROUP_QUOTA_a = 1\nGROUP_QUOTA_b = 1\n"
    findings = found(tmp_path, text, Version(25, 10, 1))
    assert [(each.code, each.line) for each in findings] == [("config-read-otherwise", 2)]
    assert not found(tmp_path, text, NEWEST)


def of(version: str, **attributes: str) -> Ad:
    told = {"CondorVersion": f"$CondorVersion: {version} 2026-01-01 BuildID: 1 $", **attributes}
    return Ad.lazy([(name, f'"{text}"') for name, text in told.items()])


def submitter(version: str, schedd: str) -> Ad:
    return of(version, Name="ann@lab.example", ScheddName=schedd)


def of_pool(folder: Path, negotiator: str, *schedds: str, text: str = "") -> list[Finding]:
    path = folder / "condor_config"
    path.write_text(text)
    ads = tuple(submitter(version, f"ap{number}") for number, version in enumerate(schedds, 1))
    scenario = ScenarioData(
        Pool(submitters=ads, negotiator=of(negotiator)), Ledger.empty(), read(path, environ={}), NOW
    )
    codes = ("knob-too-new", "mixed-versions", "version-unknown")
    return [each for each in check(Situation(scenario)) if each.code in codes]


def test_schedds_that_do_otherwise_than_the_negotiators_version_are_told_with_what_differs(tmp_path: Path) -> None:
    (only,) = of_pool(tmp_path, "25.14.1", "25.10.1", "25.14.1", "25.10.1")
    assert (only.level, only.code) == (Level.NOTE, "mixed-versions")
    assert only.happens == (
        "ap1 and ap3 run HTCondor 25.10.1 and the negotiator 25.14.1, which differ in what a schedd does: schedd caps "
        "offers, spaced elvis binds tightly, version functions in any case, circles are undefined, knobs are appended "
        "to"
    )


def test_versions_between_which_nothing_of_it_changed_are_one(tmp_path: Path) -> None:
    # Between 25.8.2 and 25.9 nothing changed at all; what 25.10.1 brought is the negotiator's.
    assert of_pool(tmp_path, "25.9.0", "25.8.2", "25.10.1") == []


def test_a_schedds_knob_goes_by_the_schedds_and_a_negotiators_by_the_negotiator(tmp_path: Path) -> None:
    text = "MAX_CONCURRENT_UPLOADS_PER_USER = 10\nFORCE_NEGOTIATOR_SLOT_WEIGHT = true\n"

    def told(negotiator: str, *schedds: str) -> list[str]:
        found = of_pool(tmp_path, negotiator, *schedds, text=text)
        return [each.happens for each in found if each.code == "knob-too-new"]

    cap, weight = (f"{line.partition(' ')[0]} changes nothing" for line in text.splitlines())
    assert told("25.14.1", "24.0.5", "24.0.5") == [f"{cap}: HTCondor 24.0.5 does not read it"]
    assert told("25.14.1", "24.0.5", "25.14.1") == [f"{cap} for ap1: HTCondor 24.0.5 does not read it"]
    assert told("24.0.5", "25.14.1") == [f"{weight}: HTCondor 24.0.5 does not read it"]


def test_versions_whose_behaviour_is_not_known_are_warned_of(tmp_path: Path) -> None:
    newer, older = of_pool(tmp_path, "27.0.1", "27.0.1"), of_pool(tmp_path, "10.0.9", "10.0.9")
    assert [(each.level, each.code) for each in (*newer, *older)] == [(Level.WARNING, "version-unknown")] * 2
    assert newer[0].happens.startswith("HTCondor 27.0.1 is newer than 25.14.1")
    assert older[0].happens.startswith("HTCondor 10.0.9 is older than 23.0.0")
