"""`userprio sweep`, as typed."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_replay import ad
from tests.marks import slow
from userprio import load

Run = Callable[..., Any]
QUOTA = "GROUP_QUOTA_group_chemistry=4..16/6"

PRINTED = """\
3 cycles over GROUP_QUOTA_group_chemistry
* is as things are

holds: weight after the cycle: in use before it, and won, less what others took by preemption
GROUP_QUOTA_group_chemistry
submitter                               4  10*  16
group_physics.hep.higgs@example.org     7    8  12
alice@example.org                       4    2   0
group_chemistry.curie@example.org       4    6   6
group_physics.feynman@example.org       3    3   2
group_physics.lep.noether@example.org   5    5   4
group_chemistry.einstein@example.org    0    0   0
group_physics.hep.salam@example.org     6    6   6
all together                           29   30  30

idle: idle jobs that no match is expected to start
GROUP_QUOTA_group_chemistry
submitter                               4  10*  16
group_physics.hep.higgs@example.org    19   18  14
alice@example.org                       0    2   4
group_chemistry.curie@example.org       2    0   0
group_physics.feynman@example.org       1    1   2
group_physics.lep.noether@example.org   0    0   1
group_chemistry.einstein@example.org    1    1   1
group_physics.hep.salam@example.org     0    0   0
all together                           23   22  22
"""


def test_the_values_stand_side_by_side(userprio: Run) -> None:
    done = userprio("sweep", "--snapshot", "physics", QUOTA)
    assert (done.status, done.err) == (0, "")
    assert "".join(f"{line.rstrip()}\n" for line in done.out.splitlines()) == PRINTED


@pytest.mark.slow
def test_more_values_than_fit_go_on_in_a_further_table(userprio: Run) -> None:
    words = ("sweep", "--snapshot", "physics", "PRIORITY_HALFLIFE=1001..1030", "--show", "holds")
    text = userprio(*words, terminal=True, COLUMNS="80", NO_COLOR="1").out
    lines = re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in text
    headings = [line.split()[1:] for line in lines if line.startswith("submitter")]
    assert [value.rstrip("*") for heading in headings for value in heading] == [
        str(value) for value in range(1001, 1031)
    ]
    assert len(headings) > 1


def test_a_grid_has_a_table_for_each_value_of_the_outer_ranges(userprio: Run) -> None:
    done = userprio("sweep", "--snapshot", "physics", "GROUP_ACCEPT_SURPLUS=true,false", QUOTA, "--show", "matches")
    titles = [line for line in done.out.splitlines() if line.startswith("matches")]
    assert titles == [
        f"matches, GROUP_ACCEPT_SURPLUS = {value}: requests that got a slot in the cycle" for value in ("true", "false")
    ]


@pytest.mark.parametrize("typed", ["won", "got"])
def test_what_is_won_is_called_so_everywhere(userprio: Run, typed: str) -> None:
    """`got` is what it was called before 0.3.0."""
    words = ("sweep", "--snapshot", "physics", QUOTA, "--only", "curie", "--show", typed)
    assert "\nwon: weight won in the cycle\n" in userprio(*words).out
    written = json.loads(userprio(*words, "--json", "name,won").out)
    assert [row["won"] for row in written] == [0.0, 2.0, 2.0]
    document = json.loads(userprio(*words, "--format", "json").out)
    assert document["units"]["won"] == "weight"
    assert [point["figures"][0]["won"] for point in document["points"]] == [0.0, 2.0, 2.0]
    pool = load("physics")
    assert pool.sweep(QUOTA, show=typed, only="curie").rows()[1]["won"] == 2.0


def test_json_and_csv_have_every_point(userprio: Run) -> None:
    words = ("sweep", "--snapshot", "physics", QUOTA, "--only", "curie", "--only", "al*", "--show", "holds,share")
    document = json.loads(userprio(*words, "--format", "json").out)
    assert document["schema"] == "userprio.sweep/1"
    assert document["dimensions"] == [
        {
            "label": "GROUP_QUOTA_group_chemistry",
            "kind": "knob",
            "name": "GROUP_QUOTA_group_chemistry",
            "values": ["4", "10", "16"],
        }
    ]
    assert document["names"] == ["alice@example.org", "group_chemistry.curie@example.org"]
    last = document["points"][-1]
    assert (last["values"], last["as_it_is"]) == ({"GROUP_QUOTA_group_chemistry": "16"}, False)
    assert last["figures"][0] == {"name": "alice@example.org", "holds": 0.0, "share": None}
    assert last["totals"] == {"holds": 30.0}
    rows = list(csv.DictReader(io.StringIO(userprio(*words, "--format", "csv").out)))
    assert list(rows[0]) == ["GROUP_QUOTA_group_chemistry", "as_it_is", "name", "holds", "share"]
    assert [(row["GROUP_QUOTA_group_chemistry"], row["as_it_is"], row["holds"]) for row in rows] == [
        ("4", "false", "4.0"),
        ("4", "false", "4.0"),
        ("10", "true", "2.0"),
        ("10", "true", "6.0"),
        ("16", "false", "0.0"),
        ("16", "false", "6.0"),
    ]


def test_other_changes_hold_throughout_and_are_told_first(userprio: Run) -> None:
    words = ("sweep", "--snapshot", "physics", QUOTA, "--jobs", "alice@example.org=0")
    done = userprio(*words)
    assert done.out.startswith("What if (nothing is written):\n- alice@example.org: idle jobs  4 -> 0\n\n3 cycles over")
    document = json.loads(userprio(*words, "--format", "json", "--only", "alice").out)
    assert [change["name"] for change in document["what_if"]] == ["alice@example.org"]
    assert [point["figures"][0]["holds"] for point in document["points"]] == [0, 0, 0]


def test_each_point_is_what_negotiate_shows_with_the_same_options(userprio: Run) -> None:
    words = ("--snapshot", "physics", "--format", "json")
    points = json.loads(userprio(*words, "sweep", QUOTA, "setfactor:alice@example.org=10,500").out)["points"]
    for point in points:
        quota, factor = point["values"].values()
        options = ("--set", f"GROUP_QUOTA_group_chemistry={quota}", "--setfactor", f"alice@example.org={factor}")
        cycle = json.loads(userprio(*words, "negotiate", *options).out)
        assert point["totals"]["idle"] == cycle["summary"]["idle_left"]
        assert point["totals"]["holds"] == cycle["pool"]["in_use"] + cycle["summary"]["weight"]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ((), 2, "Missing argument 'RANGE...'"),
        (("GROUP_QUOTA_group_chemistry",), 6, "this is not a range of values. Such as GROUP_QUOTA_physics=2..20/2"),
        (("GROUP_QOUTA_group_chemistry=1..2",), 6, "Did you mean GROUP_QUOTA_group_chemistry?"),
        (("GROUP_QUOTA_group_chemistry=4,-4",), 6, "GROUP_QUOTA_group_chemistry=-4: "),
        (("setfactor:alcie@example.org=1..3",), 4, "did you mean alice@example.org?"),
        (("setfactor:alice@example.org=0.5",), 4, "a priority factor must be at least 1, not 0.5"),
        (("jobs:alcie@example.org=1",), 4, "did you mean alice@example.org?"),
        ((QUOTA, "--show", "holdings"), 2, "'holdings' is not one of holds, won, matches"),
        ((QUOTA, "--show", "share", "--by", "group"), 2, "--by group has no such figure"),
        ((QUOTA, "--only", "bob"), 6, "no submitter is called bob"),
        ((QUOTA, "--plot", "x.pdf"), 2, "must end in .svg or .png"),
        (("machines=1..x",), 6, "1..x is not a number of machines from -100000 to 100000"),
        (("machines=-30",), 6, "30 machines cannot be removed: they are all that there are"),
        (("machines:gpu*=1",), 6, "no slot or machine is called gpu*"),
        ((QUOTA, "--from", "1d"), 2, "--from, --until, --every and --machines are for --over replay."),
        ((QUOTA, "--until-wait", "p95<=1h"), 2, "are for --over replay."),
        ((QUOTA, "--futures", "10"), 2, "are for --over replay."),
        ((QUOTA, "--history", "h.ads"), 2, "--over replay goes with --history"),
        ((QUOTA, "--job-length", "1h"), 2, "--job-length is for --over long-run"),
        ((QUOTA, "--over", "long-run", "--show", "idle"), 2, "--show idle: that is idle jobs that no match"),
        ((QUOTA, "--show", "p95"), 2, "--over cycle has no such figure."),
    ],
)
def test_what_cannot_be_is_told(userprio: Run, arguments: tuple[str, ...], status: int, message: str) -> None:
    done = userprio("--snapshot", "physics", "sweep", *arguments)
    assert (done.status, done.out) == (status, "")
    assert message in " ".join(done.err.split())


@pytest.mark.parametrize(
    "range_",
    [
        "GROUP_ACCEPT_SURPLUS=true,false",
        *slow((QUOTA, "setfactor:alice@example.org=1..1000*10")),
    ],
)
@pytest.mark.parametrize(("name", "start"), [("sweep.svg", b"<?xml"), ("sweep.png", b"\x89PNG")])
def test_a_plot_is_drawn_as_its_name_says(userprio: Run, tmp_path: Path, range_: str, name: str, start: bytes) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / name
    done = userprio("sweep", "--snapshot", "physics", range_, "--plot", path)
    assert done.status == 0, done.err
    content = path.read_bytes()
    assert content.startswith(start)
    if name.endswith("svg"):
        assert b"group_physics.hep.higgs@example.org" in content
        assert range_.partition("=")[0].encode() in content


def test_a_terminal_sees_how_far_it_is(userprio: Run) -> None:
    done = userprio("sweep", "--snapshot", "physics", QUOTA, terminal=True)
    assert "sweep" in done.err
    assert userprio("sweep", "--snapshot", "physics", QUOTA).err == ""


SLOTS = ("--slots", "4:Cpus=1", "--new")
OVER = ("--over", "replay", "--history")


@pytest.fixture
def past(tmp_path: Path) -> Path:
    """Twelve jobs of ten minutes, of ann and of bob by turns, that came at once and ran four by four."""
    path = tmp_path / "history.ads"
    path.write_text("".join(ad("ann" if n % 2 else "bob", n, 10, 60 + 600 * ((n - 1) // 4), 600) for n in range(1, 13)))
    return path


def test_over_a_replay_each_value_is_what_replay_shows_with_it_as_an_option(userprio: Run, past: Path) -> None:
    factors = ("100", "90000")
    swept = userprio("sweep", "setfactor:ann@pool.test=100,90000", *OVER, past, *SLOTS, "--format", "json")
    assert (swept.status, swept.err) == (0, "")
    document = json.loads(swept.out)
    assert (document["schema"], document["over"]) == ("userprio.sweep/1", "replay")
    assert [point["values"] for point in document["points"]] == [{"setfactor:ann@pool.test": it} for it in factors]
    length_h = (document["ends_at"] - document["begins_at"]) / 3600
    medians = []
    for factor, point in zip((None, *factors), (document["in_force"], *document["points"]), strict=True):
        change = () if factor is None else ("--setfactor", f"ann@pool.test={factor}")
        replayed = userprio("replay", past, *SLOTS, *change, "--format", "json")
        alone = json.loads(replayed.out)["policies"][-1]
        for own in alone["submitters"]:
            figures = next(it for it in point["figures"] if it["name"] == own["name"])
            assert figures["holds"] == pytest.approx(own["used_core_hours"] / length_h)
            assert (figures["median"], figures["p95"]) == (own["wait_median_s"], own["wait_p95_s"])
        assert point["period"]["mean_wait_s"] == alone["everybody"]["wait_mean_s"]
        assert point["period"]["jain"] == alone["fairness"]["jain"]
        medians.append({own["name"]: own["median"] for own in point["figures"]})
    assert medians[1]["ann@pool.test"] < medians[2]["ann@pool.test"]


def test_over_a_replay_the_screen_has_the_period_and_a_column_for_each_value(userprio: Run, past: Path) -> None:
    words = ("sweep", "setfactor:ann@pool.test=100,90000", *OVER, past, *SLOTS)
    text = userprio(*words).out
    lines = [re.split(r"  +", line.strip()) for line in text.splitlines()]
    assert lines[1][0].startswith("12 jobs whose start is known:")
    assert ["submitter", "in force", "100", "90000"] in lines
    assert [line[0] for line in lines if line[0] in ("in force", "100", "90000")] == ["in force", "100", "90000"]
    assert "median: median wait until the first start, or in vain until the end of the period" in text
    shown = re.sub(r"\x1b\[[0-9;]*m", "", userprio(*words, terminal=True, COLUMNS="80", NO_COLOR="1").out)
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.slow
def test_over_a_replay_the_first_value_that_keeps_to_a_bound_is_named(userprio: Run, past: Path) -> None:
    """Two machines of four, six, or all: the third round of jobs begins after twenty, after ten minutes, or at once."""
    words = ("sweep", *OVER, past, *SLOTS, "--until-wait", "p95 <= 13m")
    done = userprio(*words, "machines=0..8/2")
    assert "p95 <= 13 minutes holds first at +2." in done.out
    done = userprio(*words, "NEGOTIATOR_INTERVAL=60,600", "--format", "json")
    until = json.loads(done.out)["until_wait"]
    assert (until["figure"], until["values"], len(until["weeks"])) == ("p95", None, 1)


@pytest.mark.slow
def test_over_a_replay_values_make_a_grid_and_processes_change_nothing(userprio: Run, past: Path) -> None:
    words = (
        "sweep",
        "setfactor:ann@pool.test=100,90000",
        "PRIORITY_HALFLIFE=60,86400",
        *OVER,
        past,
        *SLOTS,
    )
    done = userprio(*words, "--format", "csv")
    assert userprio(*words, "--format", "csv", "--processes", "2").out == done.out
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [row["name"] for row in rows[:3]] == ["", "ann@pool.test", "bob@pool.test"]
    values = dict.fromkeys((row["setfactor:ann@pool.test"], row["PRIORITY_HALFLIFE"]) for row in rows)
    assert list(values) == [("", ""), ("100", "60"), ("100", "86400"), ("90000", "60"), ("90000", "86400")]


def test_machines_are_swept_together_with_other_values(userprio: Run, past: Path) -> None:
    """Twelve jobs that come at once: with eight machines more all start at once, whatever the factor."""
    words = ("sweep", "machines=0,8", "setfactor:ann@pool.test=100,90000", *OVER, past, *SLOTS, "--format", "json")
    points = json.loads(userprio(*words).out)["points"]
    assert [(point["values"]["machines"], point["period"]["weight"]) for point in points] == [
        ("0", 4.0),
        ("0", 4.0),
        ("+8", 12.0),
        ("+8", 12.0),
    ]
    waits = [point["period"]["mean_wait_s"] for point in points]
    assert min(waits[:2]) > 600 > 60 > max(waits[2:])


def test_machines_are_swept_over_a_cycle_as_plan_adds_them(userprio: Run) -> None:
    words = ("--snapshot", "physics", "--format", "json")
    points = json.loads(userprio(*words, "sweep", "machines=0,5").out)["points"]
    assert [point["as_it_is"] for point in points] == [True, False]
    more = json.loads(userprio(*words, "negotiate", "--slots", "+5:like=slot1@node01*").out)
    assert points[1]["totals"]["idle"] == more["summary"]["idle_left"]


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("machines=1",), 2, "--over replay goes with --history, and --history with it."),
        (("jobs:ann@pool.test=5", "--history", "HISTORY"), 6, "the jobs of a replay are those of its history"),
        (("machines=50%", "--history", "HISTORY"), 6, "50% is not a number of machines"),
        (("machines=-4", "--history", "HISTORY"), 6, "4 machines cannot be removed: they are all that there are"),
        (("machines=1", "--history", "HISTORY", "--show", "idle"), 2, "--over replay has no such figure."),
        (("machines=1", "--history", "HISTORY", "--futures", "10"), 6, "a range takes a period of 7 days at least"),
        (("PRIORITY_HALFLIFE=-5", "--history", "HISTORY"), 6, "PRIORITY_HALFLIFE=-5: "),
        (("machines=1", "--history", "none.ads"), 6, "none.ads"),
        (
            ("machines=1", "PRIORITY_HALFLIFE=5", "--history", "HISTORY", "--until-wait", "p95<=1h"),
            6,
            "is sought over a replay, in one range",
        ),
    ],
)
def test_what_cannot_be_swept_over_a_replay_is_said(
    userprio: Run, past: Path, words: tuple[str, ...], status: int, message: str
) -> None:
    arguments = [past if word == "HISTORY" else word for word in words]
    done = userprio("sweep", *arguments, "--over", "replay", *SLOTS)
    assert (done.status, done.out) == (status, "")
    assert message in " ".join(done.err.split())


def test_a_sweep_by_group_says_whose_figures_a_group_has(userprio: Run) -> None:
    """group_physics has 3 of its own, besides the 14 and 5 of its subgroups."""
    nested = userprio("--snapshot", "physics", "sweep", "GROUP_QUOTA_group_physics=20", "--by", "group")
    assert re.search(r"^group_physics +3$", nested.out, re.MULTILINE)
    assert nested.out.count("\ngroups without their subgroups\n") == 2
    flat = userprio("--snapshot", "groups", "sweep", "GROUP_QUOTA_geo=4", "--by", "group")
    assert "without their subgroups" not in flat.out
