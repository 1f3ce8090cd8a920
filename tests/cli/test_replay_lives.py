"""What real pools did over minutes, replayed by the command from what condor_history says of them.

A history tells whole seconds, and fractions decide who comes first: lives in which much hangs on that part from the
replay, and are not here (see `tests.simulation.test_lives` for how near the simulation comes with all that is known).
"""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.marks import slow
from tests.simulation.histories import history_of_life
from userprio.config import read as read_config

Run = Callable[..., Any]
LIVES = Path(__file__).parent.parent / "simulation" / "lives"
NEAR = ("cut-machines", "groups-on-cut-machines", "kept-claims", "mixed-cores", "quotas-at-two-schedds")


@pytest.mark.parametrize("name", [*NEAR[:1], *slow(NEAR[1:])])
def test_nine_of_ten_jobs_start_within_an_interval_of_the_truth(userprio: Run, name: str, tmp_path: Path) -> None:
    folder = LIVES / name
    history = tmp_path / "history.ads"
    history.write_text(history_of_life(folder))
    ledger = folder / "ledger.before.log"
    done = userprio(
        *("replay", history, "--snapshot", folder, "--first-cycle", "--each-job", "--format", "json"),
        *(("--ledger", ledger) if ledger.is_file() else ()),
    )
    assert done.status == 0, done.err
    document = json.loads(done.out)
    started = {(job["schedd"].partition("@")[0], job["id"]): job["started_at"] for job in document["jobs"]}
    truth: dict[tuple[str, str], float] = {}
    with (folder / "runs.csv").open() as file:
        for row in csv.DictReader(file):
            if row["how"] == "ended":
                truth.setdefault((row["schedd"], row["job"]), float(row["start"]))
    interval = read_config(folder / "condor_config", environ={}).integer("NEGOTIATOR_INTERVAL")
    near = [started.get(key) is not None and abs(started[key] - at) <= interval for key, at in truth.items()]
    assert len(near) >= 70
    assert sum(near) >= 0.9 * len(near)
    for each in document["calibration"]["submitters"]:
        assert each["core_hours"] == pytest.approx(each["true_core_hours"], rel=0.03), each["name"]
