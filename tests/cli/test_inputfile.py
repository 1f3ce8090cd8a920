"""`-inputfile`: what a real condor_userprio printed for random files, and what is said of files that are wrong."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

CASES = json.loads(gzip.decompress((Path(__file__).parent / "inputfile" / "cases.json.gz").read_bytes()))
"""Files with complete records, and some with damaged lines; what HTCondor 25.14.1 printed at `at`, in UTC."""

ONE = """\
LastUpdate = 1772441940
NumSubmittors = 2
Name1 = "<none>"
Priority1 = 500.0
IsAccountingGroup1 = true
Name2 = "ann@lab.example"
Priority2 = 4500.0
PriorityFactor2 = 1000.0
LastUsageTime2 = 1772441940
"""


@pytest.fixture
def one(tmp_path: Path) -> Path:
    path = tmp_path / "one.ad"
    path.write_text(ONE)
    return path


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_a_file_made_at_random_gives_the_text_of_condor_userprio(
    case: dict[str, Any], userprio: Run, tmp_path: Path
) -> None:
    path = tmp_path / "random.ad"
    path.write_text(case["file"])
    for printed in case["printed"]:
        done = userprio("--now", printed["at"], "-inputfile", path, *printed["options"])
        assert (done.status, done.out) == (printed["status"], printed["text"]), printed["options"]


def test_without_numsubmittors_nothing_is_printed_and_that_is_said(userprio: Run, tmp_path: Path) -> None:
    path = tmp_path / "modular.ad"
    path.write_text('Name = "ann@lab.example"\nPriority = 5.0\n')
    done = userprio("-inputfile", path)
    assert (done.status, done.out) == (0, "")
    assert "there is no NumSubmittors" in done.err


def test_reading_ends_at_a_bad_line_with_a_warning(userprio: Run, one: Path) -> None:
    one.write_text(ONE.replace("PriorityFactor2", "nonsense\nPriorityFactor2"))
    done = userprio("-inputfile", one, "-af", "Name", "PriorityFactor")
    assert done.out == "<none> undefined\nann@lab.example undefined\n"
    assert "one.ad, line 8: this line is not 'name = value'; it and what follows is not read\n" in done.err


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "Can't open file of userprio ads: {}\n"), ("nonsense\n", "Error -1 reading userprio ads\n")],
)
def test_a_file_without_an_ad_is_a_failure(userprio: Run, tmp_path: Path, content: str | None, message: str) -> None:
    path = tmp_path / "wrong.ad"
    if content is not None:
        path.write_text(content)
    done = userprio("-inputfile", path)
    assert (done.status, done.out, done.err) == (1, "", message.format(path))
    assert userprio("most", "--input-file", path).status == 6


def test_names_and_constraints_choose_and_the_numbered_ad_is_numbered_anew(userprio: Run, one: Path) -> None:
    assert "<none>" not in userprio("-inputfile", one, "ann", "-flat").out
    expected = """\
LastUpdate = 1772441940
LastUsageTime1 = 1772441940
Name1 = "ann@lab.example"
NumSubmittors = 1
Priority1 = 4500.0
PriorityFactor1 = 1000.0
"""
    assert userprio("-inputfile", one, "-long", "ann").out == expected
    assert userprio("-inputfile", one, "-long", "-constraint", "PriorityFactor > 1").out == expected


def test_a_rolled_up_listing_can_be_read_back(userprio: Run, tmp_path: Path) -> None:
    saved = tmp_path / "saved.ad"
    saved.write_text(userprio("--snapshot", "physics", "-grouprollup", "-long").out)
    again = userprio("-inputfile", saved, "-allusers", "--now", "1772442000")
    assert again.out == userprio("--snapshot", "physics", "-grouprollup", "-allusers", "--now", "1772442000").out


def test_escape_codes_in_a_file_do_not_reach_the_screen(userprio: Run, one: Path) -> None:
    one.write_text(ONE.replace("ann@", "a\x1b[2Jn@"))
    for options in ([], ["-long"], ["-af:h", "Name"], ["-long", "-modular"], ["-af:r", "Name"]):
        done = userprio("-inputfile", one, *options)
        assert "\\x1b[2J" in done.out
        assert "\x1b" not in done.out + done.err


def test_no_ledger_and_no_configuration_is_needed(userprio: Run, one: Path) -> None:
    done = userprio("all", "--input-file", one, "--all-users", "--format", "json", CONDOR_CONFIG="/nonexistent")
    assert [record["name"] for record in json.loads(done.out)["records"]] == ["ann@lab.example"]
