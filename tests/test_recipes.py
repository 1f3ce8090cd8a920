"""What CONTRIBUTING.md says about adding something works: its diffs are applied to a copy of the package and tried."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
ADDING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Adding something")[2]
SECTIONS = {section.partition("\n")[0]: section for section in ADDING.split("\n### ")[1:]}
RECIPES = {
    name: found[1]
    for name, section in SECTIONS.items()
    if (found := re.search(r"^```diff\n(.*?)^```$", section, re.MULTILINE | re.DOTALL))
}

TRIED = """
import io, json, sys
from contextlib import redirect_stdout
from datetime import UTC
from pathlib import Path
from userprio.analysis.check import pages
from userprio.cli.app import run
from userprio.cli.environment import Environment
from userprio.config import find_knob, read
from userprio.pool import NegotiatorSettings, longest_name
from userprio.report.dictionary import data_dictionary
from userprio.base.versions import NEWEST, Behaviour, parse_version

HERE = Path(sys.argv[1])

def out(*arguments):
    told, trouble = io.StringIO(), io.StringIO()
    homes = lambda: HERE / "settings", lambda: HERE / "data"
    variables = {"CONDOR_CONFIG": "ONLY_ENV"}
    environment = Environment(told, trouble, variables, lambda: 1772442000.0, lambda: UTC, *homes, ())
    with redirect_stdout(told):  # help goes there
        status = run(list(arguments), environment)
    return int(status), told.getvalue(), trouble.getvalue()

def found(name, text):
    place = HERE / name
    place.write_text(text)
    return out("check", "--config", str(place), "--format", "json")[1]

KNOB = "NEGOTIATOR_USE_NONBLOCKING_STARTD_CONTACT"
knob, page = find_knob(KNOB), pages()["group-cut-off"]
settings = [NegotiatorSettings.from_config(read(None, environ=environ)).nonblocking_startd_contact
            for environ in ({}, {"_CONDOR_" + KNOB: "false"})]
drains = "defrag", "--snapshot", "research", "--set", "DEFRAG_DRAINING_MACHINES_PER_HOUR=12"
listing = "most", "--snapshot", "physics", "--format"
(HERE / "ledger").write_text("101 Customer.ada@lab * *\\n103 Customer.ada@lab UnchargedTime 4\\n")
on_it = "--ledger", str(HERE / "ledger")
print(json.dumps({
    "knob": [knob.type, knob.default, knob.reader],
    "settings": settings,
    "misspelt": found("misspelt", "NEGOTIATOR_USE_NONBLOKING_STARTD_CONTACT = false\\n"),
    "table": out(*listing, "table"),
    "classic": out(*listing, "classic"),
    "json": out(*listing, "json"),
    "csv": out(*listing, "csv"),
    "tsv": out(*listing, "tsv"),
    "drains": [out(*drains, "--format", form)[1] for form in ("table", "csv", "json")],
    "sorted drains": out(*drains, "--sort", "busy", "--columns", "machine,busy_cores"),
    "dictionary": [entry.meaning for entry in data_dictionary() if entry.key == "busy_cores"],
    "negotiate": out("negotiate", "--snapshot", "physics", "--format", "tsv"),
    "help": out("most", "--help"),
    "fails": found("fails", page.fails["condor_config"]),
    "passes": found("passes", page.passes["condor_config"]),
    "explained": out("check", "--explain", "group-cut-off"),
    "edits": [out(*on_it, *words.split()) for words in (
        "setuncharged ada@lab 7 --format json", "-setuncharged ada@lab 9", "-setuncharged ada@lab -1",
        "-setuncharged ada 5", "setuncharged ada@lab x", "undo 2", "setuncharged ada@lab -2",
    )],
    "ledger": (HERE / "ledger").read_text(),
    "set": out(*on_it, *"set ada@lab uncharged=3 --dry-run".split()),
    "machines": [out("machines", "--snapshot", "physics", "--format", form)[1] for form in ("table", "csv", "json")],
    "most slots": out("machines", "--snapshot", "physics", "--sort", "slots", "--top", "1", "--json", "machine"),
    "commands": out("help", "commands")[1],
    "lengths": [longest_name(Behaviour(parse_version(version))) for version in ("25.14.1", "25.15.0")],
}))
"""


def files_of(recipe: str) -> Iterator[tuple[str, list[list[str]]]]:
    """The files that a diff changes, each with its parts: lines that belong together."""
    for piece in re.split(r"^ # (?=userprio/)", recipe, flags=re.MULTILINE)[1:]:
        name, *lines = piece.splitlines()
        parts: list[list[str]] = [[]]
        for line in lines:
            if line == " …":
                parts.append([])
            else:
                assert line[:1] in {" ", "+", "-"}, f"{name}: {line}"
                parts[-1].append(line)
        yield name, parts


def changed(name: str, text: str, parts: list[list[str]]) -> str:
    """The text with each part in its place, which has to come after that of the part before."""
    lines, at = text.splitlines(), 0
    for part in parts:
        before, after = ([line[1:] for line in part if line[0] in kinds] for kinds in (" -", " +"))
        if not before:
            lines += after
            continue
        places = [place for place in range(at, len(lines)) if lines[place : place + len(before)] == before]
        assert places, f"{name} does not have these lines, or not after the ones before: {before}"
        assert before == after or len(places) == 1, f"{name} has these lines in several places: {before}"
        lines[places[0] : places[0] + len(before)] = after
        at = places[0] + len(after)
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with all recipes applied."""
    folder = tmp_path_factory.mktemp("recipes")
    shutil.copytree(ROOT / "userprio", folder / "userprio")
    for recipe in RECIPES.values():
        for name, parts in files_of(recipe):
            path = folder / name
            before = path.read_text(encoding="utf-8") if path.exists() else ""
            path.write_text(changed(name, before, parts), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def seen(tree: Path) -> dict[str, Any]:
    """What the changed program answers."""
    environ = {**os.environ, "PYTHONPATH": str(tree)}
    command = [sys.executable, "-c", TRIED, str(tree)]
    done = subprocess.run(command, cwd=tree, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def test_each_recipe_that_shows_a_change_is_tried_here() -> None:
    assert list(RECIPES) == [
        "A knob",
        "A column",
        "A column of the listings",
        "A check",
        "An edit",
        "A behaviour of another version",
        "A command",
        "A format",
    ]
    assert ADDING.count("```diff\n") == len(RECIPES)


def test_what_is_added_passes_the_linter(tree: Path) -> None:
    files = {str(tree / name) for recipe in RECIPES.values() for name, _ in files_of(recipe) if name.endswith(".py")}
    command = [sys.executable, "-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml"), "--no-cache", *files]
    # Exceptions for some files go by their paths from here.
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_new_knob_is_known_read_and_suggested(seen: dict[str, Any]) -> None:
    assert seen["knob"] == ["boolean", "true", "condor_negotiator"]
    assert seen["settings"] == [True, False]
    assert "NEGOTIATOR_USE_NONBLOCKING_STARTD_CONTACT" in seen["misspelt"]


def test_a_new_column_of_any_table_is_on_the_screen_in_csv_and_json_and_in_the_dictionary(seen: dict[str, Any]) -> None:
    screen, csv, document = seen["drains"]
    assert "busy" in screen
    assert "busy_cores" in csv.splitlines()[0].split(",")
    assert all(drain["busy_cores"] == drain["cores"] - drain["free_cores"] for drain in json.loads(document)["drains"])
    assert seen["sorted drains"][0] == 0 and "busy" in seen["sorted drains"][1]
    assert seen["dictionary"] == ["cores in a job"]


def test_a_new_column_of_the_listings_is_in_tables_json_and_csv_and_not_in_condor_userprios_text(
    seen: dict[str, Any],
) -> None:
    assert "known" in seen["table"][1].splitlines()[0] + seen["table"][1].splitlines()[1]
    assert "First Usage" not in seen["classic"][1] and seen["classic"][0] == 0
    document = json.loads(seen["json"][1])
    assert "known_for_s" in document["columns"]
    assert document["units"]["known_for_s"] == "seconds, at the last update of priorities"
    assert any(record["known_for_s"] for record in document["records"])
    assert list(document["records"][0])[-1] == "known_for_s"
    assert seen["csv"][1].splitlines()[0].endswith(",known_for_s")


def test_a_new_check_finds_what_its_page_shows(seen: dict[str, Any]) -> None:
    assert '"group-cut-off"' in seen["fails"] and '"group-cut-off"' not in seen["passes"]
    assert seen["explained"][0] == 0 and "condor_userprio" in seen["explained"][1]


def test_a_new_edit_is_made_refused_and_undone_in_both_spellings(seen: dict[str, Any]) -> None:
    own, classic, negative, incomplete, not_a_number, undo, too_low = seen["edits"]
    [change] = json.loads(own[1])["changes"]
    assert (change["attribute"], change["before"], change["after"]) == ("UnchargedTime", 4, 7)
    assert classic[:2] == [0, "The Uncharged Time of ada@lab was set to 9\n"]
    assert negative == [1, "", "Time must be greater than 0 seconds\n"]
    assert incomplete[0] == 1 and "to update the uncharged time of" in incomplete[2]
    assert not_a_number[0] == 2 and "'x' is not a whole number" in not_a_number[2]
    assert too_low[0] == 4 and "uncharged time must be at least 0, not -2" in too_low[2]
    assert seen["set"][:2] == [0, "ada@lab UnchargedTime 7 -> 3\n"]
    assert undo[0] == 0 and seen["ledger"].endswith("103 Customer.ada@lab UnchargedTime 7\n106 \n")


def test_a_new_command_is_listed_and_writes_its_tables_in_every_format(seen: dict[str, Any]) -> None:
    assert re.search(r"^ +machines +The machines of a pool\.$", seen["commands"], re.MULTILINE)
    table, cells, document = seen["machines"]
    assert re.search(r"node01\.example\.org +\d+", table)
    names = [line.partition(",")[0] for line in cells.splitlines()]
    assert names[0] == "machine" and names[1:] == [row["machine"] for row in json.loads(document)["machines"]]
    status, fields, _ = seen["most slots"]
    assert status == 0 and json.loads(fields)[0]["machine"] in names


def test_a_new_behaviour_holds_from_its_version_on(seen: dict[str, Any]) -> None:
    assert seen["lengths"] == [199, 999]


def test_a_new_format_is_offered_written_and_refused_elsewhere(seen: dict[str, Any]) -> None:
    assert "tsv" in seen["help"][1]
    status, written, _ = seen["tsv"]
    rows = [line.split("\t") for line in written.splitlines()]
    assert status == 0 and rows[0][0] == "name" and len({len(row) for row in rows}) == 1 < len(rows)
    assert seen["negotiate"][0] == 2 and "--format tsv: negotiate has auto" in seen["negotiate"][2]
