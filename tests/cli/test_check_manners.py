"""`userprio check` as one tool among others: what is selected and ignored, put right, and told to services."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.analysis.check import pages
from userprio.cli.environment import ExitStatus

Run = Callable[..., Any]
FAULTY = """\
GROUP_NAMES = a
GROUP_QUOTA_a = 10
NEGOTIATOR_INTERVALL = 120
GROUP_QUOTA_b = 3
NEGOTIATOR_INTERVAL = 10
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "condor_config"
    path.write_text(FAULTY)
    return path


@pytest.fixture
def found(userprio: Run, config: Path, ledger: Path) -> Callable[..., list[tuple[str, int]]]:
    """The codes and lines of what is found with these options."""

    def call(*options: str) -> list[tuple[str, int]]:
        done = userprio("check", "--config", config, "--ledger", ledger, "--format", "json", *options)
        return [(each["code"], each["line"]) for each in json.loads(done.out)["findings"]]

    return call


Found = Callable[..., list[tuple[str, int]]]
ALL = [("misspelt-knob", 3), ("quota-without-group", 4), ("cycle-delay", 5)]


def test_codes_and_patterns_of_codes_are_selected_and_ignored(found: Found) -> None:
    assert found() == ALL
    assert found("--select", "misspelt-knob,cycle-delay") == [ALL[0], ALL[2]]
    assert found("--select", "*-knob", "--select", "quota-*") == ALL[:2]
    assert found("--ignore", "*-knob", "--ignore", "cycle-delay") == [ALL[1]]
    assert found("--select", "all", "--ignore", "all") == []


def test_a_code_that_does_not_exist_is_refused_with_the_one_that_was_meant(
    userprio: Run, config: Path, ledger: Path
) -> None:
    for option in ("--select", "--ignore", "--explain"):
        done = userprio("check", "--config", config, "--ledger", ledger, option, "mispelt-knob")
        assert (done.status, done.out) == (6, "")
        assert done.err == "userprio: there is no code 'mispelt-knob'. Did you mean misspelt-knob?\n"


def test_strict_fails_for_a_warning_and_not_for_a_note(userprio: Run, config: Path, ledger: Path) -> None:
    def status(*options: str) -> int:
        return int(userprio("check", "--config", config, "--ledger", ledger, *options).status)

    assert (status(), status("--strict"), status("--strict", "--select", "cycle-delay")) == (0, 1, 0)


@pytest.mark.parametrize(
    ("comment", "kept"),
    [
        ("# userprio: ignore[misspelt-knob]", ALL[1:]),
        ("#userprio:ignore[ cycle-delay , misspelt-* ]", ALL[1:]),
        ("# userprio: ignore[cycle-delay]", ALL),
        ("# userprio: ignore-file[cycle-delay,quota-without-group]", ALL[:1]),
        ("# userprio: ignore", ALL),
    ],
)
def test_a_comment_leaves_out_what_is_found_in_the_next_statement_or_the_file(
    config: Path, found: Found, comment: str, kept: list[tuple[str, int]]
) -> None:
    lines = FAULTY.splitlines()
    config.write_text("\n".join([*lines[:2], comment, "", "# why", *lines[2:]]) + "\n")
    assert found() == [(code, line + 3) for code, line in kept]


def test_a_comment_is_about_all_lines_of_a_statement(config: Path, found: Found) -> None:
    """What is found in a statement of several lines has its last one as place."""
    config.write_text("# userprio: ignore[misspelt-knob]\nNEGOTIATOR_INTERVALL = \\\n  1 \\\n  + 2\n")
    assert found() == []
    config.write_text("# userprio: ignore[misspelt-knob]\nNEGOTIATOR_INTERVALL @=end\n1\n@end\n")
    assert found() == []


FIXABLE = """\
# kept as it is
GROUP_NAMES = "a, b"
GROUP_QOUTA_a = 10
GROUP_QUOTA_b = 10
NEGOTIATOR_PRE_JOB_RANK = 1000 * (RemoteOwner =?= UNDEFINED) \\
    + (Cpus isnt UNDEFIEND)
NEGOTIATOR_TIMEOUT : 30
HFS_ROUND_ROBIN_RATE = 5
"""
FIXED = """\
# kept as it is
GROUP_NAMES = a, b
GROUP_QUOTA_a = 10
GROUP_QUOTA_b = 10
NEGOTIATOR_PRE_JOB_RANK = 1000 * (RemoteOwner =?= UNDEFINED) \\
    + (Cpus isnt UNDEFINED)
NEGOTIATOR_TIMEOUT = 30
GROUP_QUOTA_ROUND_ROBIN_RATE = 5
"""


def test_what_is_mechanical_is_put_right_and_nothing_else_is_touched(userprio: Run, config: Path, ledger: Path) -> None:
    config.write_text(FIXABLE)
    config.chmod(0o640)
    done = userprio("check", "--config", config, "--ledger", ledger, "--fix", "--yes")
    assert '-GROUP_NAMES = "a, b"\n+GROUP_NAMES = a, b\n' in done.err
    userprio("check", "--config", config, "--ledger", ledger, "--fix", "--yes")  # a group's name shows with the groups
    assert config.read_text() == FIXED
    assert config.stat().st_mode & 0o777 == 0o640


def test_nothing_is_written_without_a_yes(userprio: Run, config: Path, ledger: Path) -> None:
    given = ("check", "--config", config, "--ledger", ledger, "--fix")
    done = userprio(*given)
    assert (done.status, done.out) == (4, "")
    assert done.err.endswith("userprio: check asks for confirmation, which needs a terminal; use --yes.\n")
    assert "Write 1 change to 1 file? [y/N]" in userprio(*given, typed="n\n", terminal=True).err
    assert config.read_text() == FAULTY
    userprio(*given, typed="y\n", terminal=True)
    assert config.read_text() == FAULTY.replace("INTERVALL", "INTERVAL")


def test_without_anything_mechanical_to_fix_that_is_said(userprio: Run, config: Path, ledger: Path) -> None:
    config.write_text("NEGOTIATOR_INTERVAL = 10\n")
    done = userprio("check", "--config", config, "--ledger", ledger, "--fix", "--yes")
    assert done.err == "userprio: warning: nothing that was found can be fixed automatically\n"
    assert done.out.endswith("1 note\n")


def test_sarif_has_a_rule_for_each_code_and_a_result_for_each_finding(
    userprio: Run, config: Path, ledger: Path
) -> None:
    done = userprio("check", "--config", config, "--ledger", ledger, "--format", "sarif")
    (run,) = json.loads(done.out)["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["cycle-delay", "misspelt-knob", "quota-without-group"]
    assert all(rule["help"]["text"] == pages()[rule["id"]].why for rule in rules)
    results = [(each["ruleId"], rules[each["ruleIndex"]]["id"], each["level"]) for each in run["results"]]
    assert results[0] == ("misspelt-knob", "misspelt-knob", "warning")
    place = run["results"][2]["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]) == (str(config), {"startLine": 5})


def test_githubs_commands_and_markdown_have_a_line_for_each(userprio: Run, config: Path, ledger: Path) -> None:
    def lines(form: str) -> list[str]:
        out: str = userprio("check", "--config", config, "--ledger", ledger, "--format", form).out
        return out.splitlines()

    first, _, last, total = lines("github")
    assert first.startswith(f"::warning file={config},line=3,title=misspelt-knob::NEGOTIATOR_INTERVALL is not a known")
    assert last.startswith("::notice ")
    assert total == "2 warnings, 1 note"
    assert lines("markdown")[4].startswith(f"| warning | `misspelt-knob` | `{config}:3` | NEGOTIATOR_INTERVALL is not")


def test_what_a_finding_says_cannot_break_out_of_an_annotation(userprio: Run, config: Path, ledger: Path) -> None:
    config.write_text('NEGOTIATOR_INTERVAL = 5%0A::error::x|y"\n')
    github, markdown = (
        userprio("check", "--config", config, "--ledger", ledger, "--format", form).out
        for form in ("github", "markdown")
    )
    assert "5%250A::error::x|y" in github
    assert "5%0A::error::x\\|y" in markdown


def test_a_page_shows_its_example_and_what_puts_it_right(userprio: Run) -> None:
    shown = userprio("check", "--explain", "quoted-list")
    assert shown.status == 0
    assert shown.out.startswith("quoted-list\n\nA list is in quotes.\n\nQuotes have no meaning in the configuration.")
    assert 'Found here: condor_config\n\n    GROUP_NAMES = "a, b"\n' in shown.out
    assert "Not found here: condor_config\n\n    GROUP_NAMES = a, b\n" in shown.out


def test_a_page_on_a_code_fits_the_terminal_and_breaks_no_word(userprio: Run) -> None:
    shown = userprio("check", "--explain", "quota-below-slot", "--no-pager", terminal=True, COLUMNS="60", NO_COLOR="1")
    assert max(map(len, shown.out.splitlines())) <= 60
    sentence = "A limit is cut to a whole number: a quota of less than 1 gives nothing, ever. Otherwise a group"
    assert sentence in " ".join(shown.out.split())


@pytest.mark.parametrize("asked", ["all", "quoted-list"])
def test_a_page_on_a_code_has_no_form_of_findings_and_says_so(userprio: Run, asked: str) -> None:
    assert "GROUP_NAMES" in userprio("check", "--explain", "quoted-list", "--format", "markdown").out
    for form in ("sarif", "github"):
        refused = userprio("check", "--explain", asked, "--format", form)
        assert refused.status == ExitStatus.USAGE
        assert "check --explain has auto, table, classic, json, csv, jsonl, markdown." in refused.err
    assert userprio("settings", "format", "sarif").status == 0
    assert userprio("check", "--explain", asked).status == 0


def test_all_codes_are_listed(userprio: Run) -> None:
    assert len(userprio("check", "--explain", "all").out.splitlines()) == len(["headings", *pages()])
    document = json.loads(userprio("check", "--explain", "all", "--format", "json").out)
    assert [each["code"] for each in document["codes"]] == list(pages())
