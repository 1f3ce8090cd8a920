"""`userprio size`."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_replay import BEGIN, ad

Run = Callable[..., Any]


@pytest.fixture
def size(userprio: Run, tmp_path: Path) -> Run:
    """Of two slots, and six jobs of ten minutes that came at once."""
    path = tmp_path / "history.ads"
    path.write_text("".join(ad("ann", number, 10, 60 + 600 * ((number - 1) // 2), 600) for number in range(1, 7)))
    return lambda *arguments, **more: userprio("size", path, "--slots", "2:Cpus=1", *arguments, **more)


@pytest.mark.slow
def test_json_has_the_schema_and_its_keys(size: Run) -> None:
    options = ("--add", "1..3/2", "--remove", "1", "--format", "json", "--jobs", "2", "--until-wait", "p95<=11m")
    done = size(*options)
    assert (done.status, done.err) == (0, "")
    document = json.loads(done.out)
    assert document["schema"] == "userprio.sweep/1"
    points = document["points"]
    assert [point["values"]["machines"] for point in points] == ["-1", "0", "+1", "+3"]
    assert [point["period"]["weight"] for point in points] == [1, 2, 3, 5]
    assert points[1]["period"]["jobs"] == 6
    assert document["near_the_truth"] in (True, False)
    until = document["until_wait"]
    assert (until["figure"], until["most_s"], until["values"]) == ("p95", 660, {"machines": "+1"})
    assert [(week["jobs"], week["values"]) for week in until["weeks"]] == [(6, {"machines": "+1"})]
    assert until["holds_in_force"] is False


def test_the_table_names_the_first_size_that_keeps_to_a_bound(size: Run) -> None:
    text = size("--add", "2,4", "--until-wait", "mean <= 6m").out
    assert re.search(r"^0\* +2 ", text, re.MULTILINE)
    assert "mean <= 6 minutes holds first at +2." in text
    assert "The period has jobs of one week only" in text
    assert "p95 <= 1 second holds nowhere in this range." in size("--add", "2", "--until-wait", "p95<=1s").out


@pytest.mark.slow
def test_sizes_that_are_not_given_are_some_more(size: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(size("--format", "csv").out)))
    assert [row["machines"].removeprefix("'") for row in rows if not row["name"]] == ["0", "+1", "+2", "+4", "+8"]


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--add", "x"), 2, "'x' is not a number of machines from 0 to 100000"),
        (("--add", "-2"), 2, "'-2' is not a number of machines"),
        (("--remove", "2"), 6, "2 machines cannot be removed: they are all that there are"),
        (("--like", "gpu*"), 6, "no slot or machine is called gpu*"),
        (("--pool", "cm.example"), 2, "take a snapshot"),
    ],
)
def test_what_makes_no_sense_is_refused(size: Run, arguments: tuple[str, ...], status: int, words: str) -> None:
    done = size(*arguments)
    assert (done.status, done.out) == (status, "")
    assert words in done.err


@pytest.mark.slow
def test_a_plot_is_drawn_as_its_name_says(size: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "size.svg"
    assert size("--add", "2,4", "--plot", path, "--until-wait", "mean <= 6m").status == 0
    text = path.read_text()
    assert text.startswith("<?xml")
    for words in ("wait (hours)", "weight of the pool (cores)", "as it is", "mean &lt;= 6 minutes"):
        assert words in text


@pytest.mark.slow
def test_machines_that_go_are_gone_whatever_the_size(size: Run, tmp_path: Path) -> None:
    """Of two machines the last is there for the first 630 s alone; where one is to go, it is that."""
    table = tmp_path / "machines.csv"
    table.write_text(f"planned002.pool.example,,{BEGIN + 640}\n")
    change = ("--add", "1", "--remove", "1", "--format", "json")
    weights = []
    for machines, warning in (((), ""), (("--machines", table), "this replay is not close to what really happened")):
        done = size(*change, *machines)
        assert (done.status, bool(done.err)) == (0, bool(warning))
        assert warning in done.err
        points = json.loads(done.out)["points"]
        weights.append({int(point["values"]["machines"]): point["period"]["weight"] for point in points})
    assert weights[0] == {-1: 1, 0: 2, 1: 3}
    length = 60 + 600 * 3 - 10
    there = 630 / length
    assert weights[1] == {-1: 1, 0: pytest.approx(1 + there, abs=0.01), 1: pytest.approx(2 + there, abs=0.01)}
