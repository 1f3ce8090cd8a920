"""`userprio forecast`."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from userprio.pool import examples

Run = Callable[..., Any]

POOL = """
[[slots]]
count = 2

[[jobs]]
user = "ann"
count = 2

[[jobs]]
user = "bob"
count = 2
"""


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "pool.toml"
    path.write_text(POOL)
    return path


@pytest.fixture
def forecast(userprio: Run, pool: Path) -> Run:
    return lambda *arguments, **more: userprio(
        "forecast", "--snapshot", pool, "--for", "4h", "--every", "1h", *arguments, **more
    )


def test_json_has_the_schema_and_its_keys(forecast: Run) -> None:
    done = forecast("--format", "json")
    assert (done.status, done.err) == (0, "")
    document = json.loads(done.out)
    assert document["schema"] == "userprio.forecast/1"
    assert document["until_at"] - document["at"] == 4 * 3600
    assert [one["name"] for one in document["submitters"]] == ["ann@pool.example", "bob@pool.example"]
    ann = document["submitters"][0]
    assert len(ann["points"]) == len(document["times"])
    assert set(ann["points"][0]) == {"in_use", "real_priority", "effective_priority"}
    assert set(ann["steady"]) == {"in_use", "real_priority", "effective_priority", "share"}
    assert ann["factor_effect"]["now_doubled"] == pytest.approx(1 / 3)
    assert (ann["job_length_s"], ann["job_length_from"]) == (3600, "assumed")


def test_job_lengths_are_given_for_all_or_for_one(forecast: Run) -> None:
    done = forecast("--job-length", "2h", "--job-length", "bob@pool.example=30m", "--format", "json")
    lengths = [(one["job_length_s"], one["job_length_from"]) for one in json.loads(done.out)["submitters"]]
    assert lengths == [(7200, "given"), (1800, "given")]


def test_csv_has_a_line_for_each_time_and_name(forecast: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(forecast("--format", "csv").out)))
    assert len(rows) == 5 * 2
    assert {row["kind"] for row in rows} == {"submitter"}


def test_the_tables_tell_of_both_truths_about_factors(forecast: Run) -> None:
    text = forecast("--show", "factors,lengths").out
    for words in ("Submitters", "Weight in use", "What a priority factor does", "33.3%", "41.4%", "assumed"):
        assert words in text
    assert "\x1b" not in text


def test_where_use_hardly_changes_the_first_line_says_so(forecast: Run) -> None:
    assert forecast().out.startswith("In 4h, everybody has about as much in use as after the first cycle\n")


def test_what_is_asked_for_and_is_not_there_is_said(forecast: Run) -> None:
    assert forecast("--show", "overtaking").out.endswith("\n\nNothing to say about who overtakes whom\n")


def test_where_the_output_is_ascii_so_are_charts_and_rules(pool: Path) -> None:
    environ = {**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80", "FORCE_COLOR": "1"}
    command = [sys.executable, "-m", "userprio", "forecast", "--snapshot", str(pool), "--for", "1h", "--no-long-run"]
    done = subprocess.run(command, capture_output=True, env=environ)
    assert done.returncode == 0
    text = done.stdout.decode("ascii")
    assert "\\" not in text
    assert "##" in text


@pytest.mark.parametrize("width", [60, 80, 120, 200])
@pytest.mark.parametrize("colour", ["always", "never"])
def test_on_a_terminal_charts_are_as_wide_as_the_window(forecast: Run, width: int, colour: str) -> None:
    done = forecast("--color", colour, terminal=True, COLUMNS=str(width))
    lines = re.sub(r"\x1b\[[0-9;]*m", "", done.out).splitlines()
    assert max(map(len, lines)) <= width
    (axis, _) = (line for line in lines if "└" in line)
    (named, *_) = (line.rstrip() for line in lines if line.rstrip().endswith(("█ ann 1", "░ ann 1")))
    assert (
        len(axis) + len(" █ ann 1")
        == width
        == max(len(line.rstrip()) for line in lines if "█ " in line or "░ " in line)
    ), named


def test_groups_have_a_table_of_their_own(userprio: Run, tmp_path: Path) -> None:
    path = tmp_path / "grouped.toml"
    path.write_text(
        POOL.replace('"bob"', '"bob"\ngroup = "lab"') + '\n[config]\nGROUP_NAMES = "lab"\nGROUP_QUOTA_lab = 1\n'
    )
    done = userprio("--snapshot", path, "forecast", "--for", "1h", "--every", "30m")
    assert done.status == 0
    assert "Groups" in done.out
    assert "lab.bob@pool.example" in done.out


def test_on_a_terminal_it_fits_and_shows_how_far_it_is(forecast: Run) -> None:
    done = forecast(terminal=True, COLUMNS="80", NO_COLOR="1")
    plain = done.out.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "")
    assert max(len(line) for line in plain.splitlines()) <= 80
    assert "forecast" in done.err


@pytest.mark.parametrize(
    ("name", "start"), [("plot.svg", b"<?xml"), pytest.param("plot.PNG", b"\x89PNG", marks=pytest.mark.slow)]
)
def test_a_plot_is_drawn_as_its_name_says(forecast: Run, tmp_path: Path, name: str, start: bytes) -> None:
    pytest.importorskip("matplotlib")
    done = forecast("--plot", tmp_path / name)
    assert (done.status, done.err) == (0, "")
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_plot_that_has_no_place_is_refused_before_anybody_waits(forecast: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    done = forecast("--plot", tmp_path / "none" / "plot.svg", terminal=True)
    assert (done.status, done.out) == (6, "")
    assert done.err == f"userprio: {tmp_path / 'none' / 'plot.svg'}: No such file or directory.\n"


def test_queues_that_run_dry_have_no_long_run(forecast: Run) -> None:
    done = forecast("--demand", "queue")
    assert "no jobs but those of the snapshot" in done.out
    assert "long\n" not in done.out.partition("Weight in use")[0]
    document = json.loads(forecast("--demand", "queue", "--format", "json").out)
    assert [one["steady"] for one in document["submitters"]] == [None, None]
    assert document["submitters"][0]["points"][-1]["in_use"] == 0


def test_names_in_a_plot_are_text(userprio: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "evil.toml").write_text(POOL.replace('"ann"', '"$x^2$<b>"'))
    path = tmp_path / "plot.svg"
    assert userprio("forecast", "--snapshot", tmp_path / "evil.toml", "--for", "1h", "--plot", path).status == 0
    assert "$x^2$&lt;b&gt;@pool.example" in path.read_text()


def test_without_matplotlib_one_sentence_says_what_to_do(pool: Path, tmp_path: Path) -> None:
    code = (
        "import sys, importlib.abc\n"
        "class No(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] == 'matplotlib': raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, No())\n"
        "from userprio.__main__ import main\n"
        "sys.exit(main())\n"
    )
    arguments = ["forecast", "--snapshot", str(pool), "--for", "1h", "--plot", str(tmp_path / "plot.svg")]
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert done.returncode == 4
    assert done.stdout == ""
    assert "matplotlib, which is not installed" in done.stderr
    assert not (tmp_path / "plot.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--every", "soon"), "is not a duration"),
        (("--every", "0"), "at least a second"),
        (("--by", "group", "--only", "ann"), "give one of them"),
        (("--demand", "queue", "--long-run"), "no long run"),
        (("--job-length", "ann=never"), "is not a duration"),
        (("--job-length", "0"), "runs for at least a second"),
        (("--plot", "plot.pdf"), "must end in .svg or .png"),
        (("--for", "0"), "at least a second"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(forecast: Run, arguments: tuple[str, ...], words: str) -> None:
    done = forecast(*arguments)
    assert done.status == 2
    assert words in " ".join(done.err.split())


def test_a_name_that_nobody_has_is_told_of(forecast: Run) -> None:
    for words in (("--job-length", "cid@pool.example=1h"), ("--only", "cid@pool.example")):
        done = forecast(*words)
        assert (done.status, done.out) == (6, "")
        assert "cid@pool.example" in done.err


def test_too_many_steps_are_refused(forecast: Run) -> None:
    assert forecast("--for", "80000h", "--every", "1").status == 6


GROUPED = """
[config]
GROUP_NAMES = "lab, lab.one, field"
GROUP_QUOTA_lab = 1
GROUP_QUOTA_field = 1
GROUP_ACCEPT_SURPLUS = true

[[slots]]
count = 2
"""
for _user, _group in {"ann": "lab.one", "bob": "lab", "cid": "lab", "dan": "field"}.items():
    GROUPED += f'\n[[jobs]]\nuser = "{_user}"\ngroup = "{_group}"\ncount = 2\n'


@pytest.fixture
def grouped(userprio: Run, tmp_path: Path) -> Run:
    path = tmp_path / "grouped.toml"
    path.write_text(GROUPED)
    arguments = ("--snapshot", path, "forecast", "--for", "30m", "--every", "10m", "--no-long-run")
    return lambda *more: userprio(*arguments, *more)


def test_times_have_units_and_are_in_seconds_without_one(userprio: Run, pool: Path) -> None:
    with_units, without = ("--for", "1h", "--every", "20m"), ("--for", "3600", "--every", "1200")
    words = (with_units, without)
    documents = [userprio("forecast", "--snapshot", pool, "--format", "json", *each).out for each in words]
    assert documents[0] == documents[1]
    times = json.loads(documents[0])["times"]
    assert [at - times[0] for at in times] == [0, 1200, 2400, 3600]


def test_by_group_shows_groups_with_all_below_them_and_no_submitter(grouped: Run) -> None:
    text = grouped("--by", "group").out
    assert "Submitters" not in text
    assert "ann" not in text
    document = json.loads(grouped("--by", "group", "--format", "json").out)
    assert document["submitters"] == []
    use = {group["name"]: group["points"][0]["in_use"] for group in document["groups"]}
    assert use == {"<none>": 0, "lab": 1, "lab.one": 0, "field": 1}


def test_only_shows_the_named_and_the_rest_of_each_group_together(grouped: Run) -> None:
    text = grouped("--only", "lab.bob@pool.example").out
    for words in ("lab.bob@pool.example", "lab, 1 more", "lab.one, 1 more", "field, 1 more"):
        assert words in text
    assert "cid" not in text
    document = json.loads(grouped("--only", "lab", "--format", "json").out)
    named = [one["name"] for one in document["submitters"]]
    assert named == ["lab.bob@pool.example", "lab.cid@pool.example", "lab.one.ann@pool.example"]
    (rest,) = document["rest"]
    assert (rest["group"], rest["members"], rest["in_use"]) == ("field", 1, [1, 1, 1, 1])


def test_the_rest_and_the_named_use_what_everybody_uses(grouped: Run) -> None:
    everybody = json.loads(grouped("--format", "json").out)["submitters"]
    document = json.loads(grouped("--only", "lab.bob@pool.example", "--format", "json").out)
    parts = [*document["submitters"], *document["rest"]]
    assert sum(one["used_weight_s"] for one in parts) == sum(one["used_weight_s"] for one in everybody) > 0


def test_csv_has_the_rest_of_a_group_without_priorities(grouped: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(grouped("--only", "field", "--format", "csv").out)))
    rest = [row for row in rows if row["kind"] == "rest"]
    assert len(rest) == 2 * 4
    assert {row["effective_priority"] for row in rest} == {""}


@pytest.mark.parametrize("words", [("--by", "group"), ("--only", "field")])
def test_a_plot_has_the_same_lines(grouped: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "plot.svg"
    text = grouped(*words, "--plot", path).out
    drawn = path.read_text()
    assert "mathdefault" not in drawn
    for name in ("lab", "lab.one", "field") if "group" in words else ("field.dan@pool.example", "lab, 2 more"):
        assert name in text or "." in name
        assert name in drawn


@pytest.mark.slow
def test_what_stood_empty_between_claims_is_told(userprio: Run, pool: Path) -> None:
    """Jobs of 90 s in cycles of 60 s, claims of one job: 30 s of every 120 s are lost on both slots."""
    arguments = ("--snapshot", pool, "--set", "CLAIM_WORKLIFE=0", "forecast", "--for", "2h", "--every", "1h")
    spread = ("--job-length", "90s", "--no-long-run")
    document = json.loads(userprio(*arguments, *spread, "--format", "json").out)
    assert document["waited_weight_s"] == pytest.approx(document["waited_share"] * 2 * 7200)
    assert document["waited_share"] == pytest.approx(0.25, abs=0.03)
    share = f"{100 * document['waited_share']:.1f}".removesuffix(".0")
    assert f"; {share}% of the pool stands empty between claims, and is charged" in userprio(*arguments, *spread).out


def test_headings_tell_what_is_in_use_after_a_cycle_from_what_is_charged(userprio: Run, pool: Path) -> None:
    arguments = ("--snapshot", pool, "forecast", "--for", "2h", "--every", "1h", "--no-long-run")
    table = userprio(*arguments).out.partition("Submitters\n")[2].splitlines()
    assert [line.split()[:4] for line in table[:3]] == [
        ["in", "use", "in", "use"],
        ["after", "last", "charged", "use"],
        ["submitter", "cycle", "1", "30m"],
    ]


def test_the_long_run_is_left_out_where_it_takes_long_unless_it_is_asked_for(
    userprio: Run, pool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("userprio.simulation.trajectory.CHEAP", 3)
    arguments = ("forecast", "--snapshot", pool, "--for", "10m", "--every", "10m")
    assert "--long-run adds where all settles" in userprio(*arguments).out
    assert "long\n" in userprio(*arguments, "--long-run").out.partition("Weight in use")[0]


def test_by_group_needs_groups(forecast: Run) -> None:
    done = forecast("--by", "group")
    assert (done.status, done.out) == (6, "")
    assert "there are no groups" in done.err


def test_it_needs_a_pool(userprio: Run) -> None:
    done = userprio("forecast")
    assert done.status == 2
    assert "--snapshot" in done.err


@pytest.mark.parametrize("what", ["the same", "without GlobalJobId", "with another GlobalJobId"])
def test_jobs_that_occur_twice_are_no_reason_to_stop(userprio: Run, tmp_path: Path, what: str) -> None:
    """Files put together (`cat jobs.ads jobs.ads`) are forecast."""
    folder = Path(copytree(examples.find("physics").folder, tmp_path / "physics"))
    jobs = folder / "jobs.ads"
    text = jobs.read_text()
    if what == "without GlobalJobId":
        text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("GlobalJobId"))
    again = text.replace('GlobalJobId = "', 'GlobalJobId = "x') if what == "with another GlobalJobId" else text
    jobs.write_text(f"{text}\n{again}")
    done = userprio("--snapshot", folder, "forecast", "--for", "10m", "--no-long-run", "--format", "json")
    assert done.status == 0, done.err
    assert json.loads(done.out)


def test_futures_show_the_ranges_of_use_priority_and_starts(forecast: Run) -> None:
    """Two jobs of an hour or so each on two slots: as many are started as slots become free."""
    done = forecast("--futures", 10, "--no-long-run", "--job-length", "1h")
    assert done.status == 0
    assert "In 10 random futures of 4h: submitters" in done.out
    assert "use and priorities are the means of 10 random futures, seed 0" in " ".join(done.out.split())
    document = json.loads(forecast("--futures", 10, "--no-long-run", "--job-length", "1h", "--format", "json").out)
    for course in document["bands"]["submitters"]:
        assert course["mean_in_use"]["low"] <= course["mean_in_use"]["median"] <= course["mean_in_use"]["high"]
        assert len(course["in_use"]) == len(course["effective_priority"]) == len(document["times"])
        assert course["started"]["median"] >= 2
    assert document["bands"]["futures"] == 10


def test_changes_are_compared_in_the_same_futures(forecast: Run) -> None:
    """One with a thousandth of the other's factor takes nearly everything that becomes free."""
    changed = ("--futures", 10, "--no-long-run", "--job-length", "20m", "--setfactor", "ann@pool.example=1", "--new")
    done = forecast(*changed)
    assert re.search(r"With the changes: .*ann gains [\d.]+, 80 % between [\d.]+ and [\d.]+", done.out)
    assert "bob loses" in done.out
    differences = json.loads(forecast(*changed, "--format", "json").out)["differences"]["submitters"]
    ann, bob = (one["difference"]["median"] for one in differences)
    assert 0.2 < ann < 0.4
    assert bob == pytest.approx(-ann, abs=0.05)


def test_a_history_is_drawn_from_and_needed_for_its_demand(forecast: Run) -> None:
    refused = forecast("--demand", "history")
    assert refused.status == 2
    assert "give --history" in refused.err
