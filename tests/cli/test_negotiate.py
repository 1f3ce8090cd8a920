"""`userprio negotiate`."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from userprio.pool import examples

Run = Callable[..., Any]


def test_json_has_the_schema_and_its_keys(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "negotiate", "--format", "json")
    assert (done.status, done.err) == (0, "")
    document = json.loads(done.out)
    assert document["schema"] == "userprio.negotiate/1"
    assert {"at", "groups", "rounds", "passes", "visits", "matches", "rejections"} <= set(document)
    assert set(document["rounds"][0]["groups"][0]) == {"name", "requested", "allocated", "unallocated"}


def test_without_groups_there_are_no_rounds_and_passes(userprio: Run) -> None:
    document = json.loads(userprio("--snapshot", "fairshare", "negotiate", "--format", "json").out)
    assert (document["groups"], document["rounds"], document["passes"]) == ([], [], [])
    assert {match["group"] for match in document["matches"]} == {None}


def test_the_tables_show_groups_visits_and_rejections(userprio: Run) -> None:
    text = userprio("--snapshot", "physics", "negotiate").out
    for word in ("effective", "subtree", "allocated", "share", "limit", "why no more", "Rejections", "no match found"):
        assert word in text
    assert "\x1b" not in text


def test_with_real_time_they_say_how_long_a_real_negotiator_would_need(userprio: Run) -> None:
    text = userprio("--snapshot", "physics", "negotiate", "--real-time").out
    assert "a real negotiator is estimated to need less than 0.1 s for this cycle, and stops where NEGOTIATOR_" in text
    assert "time: " not in userprio("--snapshot", "physics", "negotiate").out


def test_on_a_terminal_they_fit_its_width(userprio: Run) -> None:
    text = userprio("--snapshot", "physics", "negotiate", terminal=True, COLUMNS="80", NO_COLOR="1").out
    plain = text.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "")
    assert max(len(line) for line in plain.splitlines()) <= 80


def test_classic_is_the_table_without_decoration_even_on_a_terminal(userprio: Run) -> None:
    arguments = ("--snapshot", "physics", "negotiate", "--format")
    assert userprio(*arguments, "classic", terminal=True).out == userprio(*arguments, "table").out


def test_csv_has_a_line_for_each_visit(userprio: Run) -> None:
    arguments = ("--snapshot", "research", "negotiate", "--format")
    visits = json.loads(userprio(*arguments, "json").out)["visits"]
    rows = list(csv.DictReader(io.StringIO(userprio(*arguments, "csv").out)))
    assert [row["submitter"] for row in rows] == [visit["submitter"] for visit in visits]


def test_a_knob_changes_the_outcome(userprio: Run) -> None:
    arguments = ("--snapshot", "physics", "negotiate", "--format", "json")
    before = json.loads(userprio(*arguments).out)
    after = json.loads(userprio(*arguments, "--set", "GROUP_QUOTA_group_physics.hep=2").out)
    assert before["groups"] != after["groups"]


def test_nothing_is_written(userprio: Run, tmp_path: Path) -> None:
    folder = examples.find("physics").folder
    before = {file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in folder.iterdir()}
    userprio("--snapshot", folder, "negotiate")
    assert {file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in folder.iterdir()} == before
    assert list(tmp_path.iterdir()) == []


def test_the_handwritten_example_negotiates(userprio: Run) -> None:
    document = json.loads(userprio("--snapshot", "handmade", "negotiate", "--format", "json").out)
    users = {visit["submitter"] for visit in document["visits"]}
    assert users == {"field.inge@lab.example", "theory.nils@lab.example", "guest@lab.example"}
    assert document["at"] == 1_772_442_000


def test_the_reference_engine_agrees_in_a_line_of_its_own_and_in_json(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "negotiate", "--reference", "--format", "json")
    assert (done.status, done.err) == (
        0,
        "userprio: the reference engine agrees: it decides every visit, match and rejection in the same way\n",
    )
    assert json.loads(done.out)["reference"] == {"agrees": True, "differences": [], "not_covered": []}
    assert "reference" not in json.loads(userprio("--snapshot", "physics", "negotiate", "--format", "json").out)


def test_what_the_reference_engine_does_not_know_is_said_and_never_called_agreement(userprio: Run) -> None:
    knob = ("--set", "NEGOTIATOR_DEPTH_FIRST=true")
    done = userprio("--snapshot", "physics", "negotiate", "--reference", *knob, "--format", "json")
    assert done.status == 1
    assert "the reference engine cannot judge this cycle. It does not know:" in done.err
    assert "userprio: NEGOTIATOR_DEPTH_FIRST\n" in done.err
    assert json.loads(done.out)["reference"] == {
        "agrees": None,
        "differences": [],
        "not_covered": ["NEGOTIATOR_DEPTH_FIRST"],
    }


def test_the_reference_engine_has_no_clock_and_no_other_order_of_jobs(userprio: Run) -> None:
    for option in ("--real-time", "--job-order=moab"):
        done = userprio("--snapshot", "physics", "negotiate", "--reference", option)
        assert done.status == 2
        assert done.err.startswith(
            "userprio: The reference engine knows neither a clock nor another order of jobs.\nTry 'userprio "
        )
