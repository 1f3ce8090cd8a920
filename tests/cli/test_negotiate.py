"""`userprio negotiate`."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.negotiation.recorded import POOLS
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


def test_it_begins_with_who_got_what_and_who_waits_and_tells_each_submitter_once(userprio: Run) -> None:
    """Thirty cores, six in use: einstein's job fits no slot, and all others wait for their groups' limits."""
    text = userprio("--snapshot", "physics", "negotiate").out
    assert text.startswith(
        "6 of 30 cores were in use. 24 jobs start on 24 cores, for 6 of 7 users.\n"
        "22 jobs wait: 21 group limit reached, 1 no slot matches. Nobody loses a slot.\n"
        "\nGroups\n"
    )
    assert text.count("group_physics.hep.higgs@example.org") == 1
    assert "Rejections" not in text
    assert text.endswith("\nmore: --rows visits (spins), --rows rejections (HTCondor's words), explain NAME\n")
    assert "\x1b" not in text


def test_who_loses_slots_is_said_in_the_first_lines_and_by_whom_in_a_table(userprio: Run) -> None:
    lines = userprio("--snapshot", "fairshare", "negotiate").out.splitlines()
    assert lines[:4] == [
        "18 of 40 cores were in use. 29 jobs start on 29 cores, for 4 of 6 users.",
        "43 jobs wait: 37 submitter limit reached, 6 submitter ceiling reached.",
        "7 jobs lose their slots (ada 6, nice-user.fay 1).",
        "",
    ]
    below = lines[lines.index("Who takes slots from whom") :]
    assert [line.split()[:4] for line in below[2:4]] == [
        ["ben@example.org", "nice-user.fay@example.org", "1", "1"],
        ["ben@example.org", "ada@example.org", "6", "6"],
    ]


def test_where_nobody_asks_or_there_is_no_slot_the_first_line_says_so(userprio: Run, tmp_path: Path) -> None:
    pool = tmp_path / "pool.toml"
    job, slot = '[[jobs]]\nuser = "ann"\ncount = 2\n', "[[slots]]\nCpus = 1\nMemory = 1000\n"
    said = {}
    for name, text in {"jobs": job, "slots": slot, "neither": ""}.items():
        pool.write_text(f'domain = "lab"\n{text}')
        said[name] = userprio("--snapshot", pool, "negotiate").out.splitlines()
    assert said["slots"] == ["There are no idle jobs: nothing is decided."]
    assert said["neither"] == ["There are no slots and no idle jobs: nothing is decided."]
    assert said["jobs"][:2] == [
        "There are no slots: nothing is decided.",
        "2 jobs wait: no slots. Nobody loses a slot.",
    ]


def test_where_slots_weigh_something_else_than_cores_it_speaks_of_weight(userprio: Run, tmp_path: Path) -> None:
    pool = tmp_path / "pool.toml"
    slot = "[[slots]]\ncount = 2\nCpus = 1\nMemory = 1000\nSlotWeight = 3\n"
    pool.write_text(f'domain = "lab"\n{slot}[[jobs]]\nuser = "ann"\ncount = 1\n')
    first, second = userprio("--snapshot", pool, "negotiate").out.splitlines()[:2]
    assert first == "Weight 0 of 6 was in use. 1 job starts on weight 3, for 1 user."
    assert second == "Nobody waits. Nobody loses a slot."


def test_rejections_and_visits_are_shown_where_a_column_of_theirs_is_asked_for(userprio: Run) -> None:
    ask = ("--snapshot", "physics", "negotiate", "--columns")
    assert "Submitters in the order of their visits" in userprio(*ask, "spin,won").out
    assert "Rejections" in userprio(*ask, "times").out
    assert "Rejections" not in userprio(*ask, "won").out


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


def test_after_changes_slots_show_the_quotas_that_the_last_cycle_left_as_without_changes(userprio: Run) -> None:
    """A negotiator keeps them when it is reconfigured; `plan` is about the cycles after that, and says so."""
    folder = str(POOLS / "quotas-moved")

    def matches(*changes: str) -> str:
        return str(userprio("--snapshot", folder, "negotiate", *changes, "--rows", "matches", "--format", "csv").out)

    harmless = ("--set", "NEGOTIATOR_CYCLE_DELAY=21")
    assert matches(*harmless) == matches()
    said = userprio("--snapshot", folder, "plan", *harmless).err
    assert "in the first cycle after the changes there would be 8 matches instead of 10" in said
