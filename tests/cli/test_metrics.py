"""`metrics`: what Prometheus reads is what `negotiate` shows."""

import io
import json
import subprocess
import sys
import urllib.request
from collections import defaultdict
from datetime import UTC
from pathlib import Path

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from tests.cli.conftest import Run
from userprio.cli.environment import Environment, ExitStatus
from userprio.cli.metrics import _Scrapes
from userprio.cli.options import GlobalOptions

Labels = frozenset[tuple[str, str]]


def parsed(text: str) -> dict[str, dict[Labels, float]]:
    """By name, the values by their labels, as Prometheus's own parser has them."""
    series: dict[str, dict[Labels, float]] = defaultdict(dict)
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            series[sample.name][frozenset(sample.labels.items())] = sample.value
    return series


@pytest.mark.parametrize("example", ["physics", "research", "thirds"])
def test_sums_are_those_of_negotiate(userprio: Run, example: str) -> None:
    done = userprio("--snapshot", example, "metrics")
    assert (done.status, done.err) == (ExitStatus.DONE, "")
    series = parsed(done.out)
    cycle = json.loads(userprio("--snapshot", example, "negotiate", "--format", "json").out)
    assert series["userprio_up"] == {frozenset(): 1.0}
    assert series["userprio_cycle_matches"] == {frozenset(): len(cycle["matches"])}
    won = sum(match["cost"] for match in cycle["matches"])
    assert sum(series["userprio_submitter_won_weight"].values()) == pytest.approx(won)
    left = sum(entry["jobs"] for entry in cycle["waiting"])
    assert sum(series["userprio_left_idle_jobs"].values()) == left
    assert sum(series["userprio_submitter_left_idle_jobs"].values()) == left
    quotas = {group["name"]: group["effective_quota"] for group in cycle["groups"]}
    shown = {dict(labels)["group"]: value for labels, value in series["userprio_group_effective_quota_weight"].items()}
    assert shown == pytest.approx(quotas)


def test_submitters_beyond_the_most_are_added_up(userprio: Run) -> None:
    every, few = (parsed(userprio("--snapshot", "physics", "metrics", *words).out) for words in ((), ("--most", "2")))
    for name in ("userprio_submitter_won_weight", "userprio_submitter_in_use_weight"):
        assert len(few[name]) == 3
        assert sum(few[name].values()) == pytest.approx(sum(every[name].values()))
    assert len(few["userprio_submitter_share_ratio"]) == 2


def test_names_are_escaped_and_bytes_that_are_no_text_are_readable(userprio: Run, tmp_path: Path) -> None:
    (tmp_path / "slots.ads").write_text('Name = "slot1@a"\nState = "Unclaimed"\nCpus = 1\nMyType = "Machine"\n')
    ad = b'Name = "o\\"dd\xff@x"\nScheddName = "s"\nScheddIpAddr = "<1.1.1.1:1>"\nIdleJobs = 2\nMyType = "Submitter"\n'
    (tmp_path / "submitters.ads").write_bytes(ad)
    series = parsed(userprio("--snapshot", tmp_path, "metrics").out)
    names = {dict(labels)["submitter"] for labels in series["userprio_submitter_left_idle_jobs"]}
    assert names == {'o"dd\\udcff@x'}


def test_a_file_is_replaced_as_a_whole(userprio: Run, tmp_path: Path) -> None:
    path = tmp_path / "userprio.prom"
    path.write_text("old")
    assert userprio("--snapshot", "physics", "metrics", "-o", path).status is ExitStatus.DONE
    assert parsed(path.read_text())["userprio_up"] == {frozenset(): 1.0}


@pytest.mark.parametrize("address", ["9118", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000"])
def test_an_address_needs_a_port(userprio: Run, address: str) -> None:
    done = userprio("--snapshot", "physics", "metrics", "--serve", address)
    assert done.status is ExitStatus.USAGE


def down(last_success: float) -> dict[str, dict[Labels, float]]:
    return {
        "userprio_up": {frozenset(): 0.0},
        "userprio_last_success_timestamp_seconds": {frozenset(): last_success},
    }


def test_figures_do_not_outlive_the_pool_and_the_reason_is_written_once(tmp_path: Path) -> None:
    """Between two requests a snapshot goes away, and comes back."""
    pool, away = tmp_path / "pool", tmp_path / "away"
    pool.mkdir()
    (pool / "slots.ads").write_text('Name = "slot1@a"\nState = "Unclaimed"\nCpus = 1\nMyType = "Machine"\n')
    now, err = [1000.0], io.StringIO()
    env = Environment(io.StringIO(), err, {}, lambda: now[0], lambda: UTC, lambda: tmp_path, lambda: tmp_path, ())
    scrapes = _Scrapes(GlobalOptions(snapshot=str(pool)), env, 10)

    def scrape(at: float) -> dict[str, dict[Labels, float]]:
        now[0] = at
        return parsed(scrapes.text().decode())

    assert scrape(1000)["userprio_up"] == {frozenset(): 1.0}
    pool.rename(away)
    assert scrape(1010)["userprio_last_success_timestamp_seconds"] == {frozenset(): 1000.0}
    assert scrape(1020) == scrape(1040) == down(1000)
    assert err.getvalue().count("no such file or folder") == 1
    away.rename(pool)
    assert scrape(1060)["userprio_last_success_timestamp_seconds"] == {frozenset(): 1060.0}


def test_a_pool_that_goes_away_is_down_and_the_server_stays(tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "userprio", "--snapshot", str(tmp_path), "metrics", "--serve", "127.0.0.1:0"]
    (tmp_path / "slots.ads").write_text('Name = "slot1@a"\nCpus = one\n')
    (tmp_path / "condor_config").write_text("this is no configuration\n")
    with subprocess.Popen(argv, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        url = next(line for line in server.stderr if "http://" in line).split()[1].rstrip(";")
        try:
            with urllib.request.urlopen(url, timeout=20) as answer:
                assert parsed(answer.read().decode()) == down(0)
            assert server.poll() is None
        finally:
            server.terminate()
