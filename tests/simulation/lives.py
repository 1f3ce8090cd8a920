"""Lives of real pools, recorded over minutes (folders in `lives`): what each began with, and what came of it.

A folder has the ads of slots, jobs and submitters as the negotiator started, the configuration, `later.ads` (jobs that
came later; in a whole recording they are looked for in `history.ads` and `queue.ads`), `times.json` (when the recording
began and ended, and the length of every job), `runs.csv` (each run of a job) and `ledger.after.log`. A whole
recording's `life.json` tells which jobs had their claims kept idle. Jobs with `trap` in their arguments ignore the soft
kill.
"""

import json
from dataclasses import dataclass
from math import inf
from pathlib import Path

from tests.negotiation.builders import configured
from tests.simulation.recorded_work import Arrival, RecordedWork
from userprio.classad import Evaluator, integer_of, read_ads, text_of
from userprio.ledger import Ledger
from userprio.negotiation.schedd import schedd_of
from userprio.pool import FIRST_CYCLE, ScenarioData, read_snapshot

START_S = 0.08
"""From the start of a negotiator to its first cycle."""
SUBMIT_S = 0.12
"""From the start of a condor_submit to its jobs."""


@dataclass(frozen=True)
class Life:
    """One recording."""

    folder: Path
    scenario: ScenarioData
    work: RecordedWork
    first_cycle_at: float
    end: float


def read_life(folder: Path) -> Life:
    """The pool as its negotiator started, and the jobs with their lengths and the times at which they came."""
    times = json.loads((folder / "times.json").read_text())
    start = int(times["negotiator_started"])
    own = "REQUIRE_LOCAL_CONFIG_FILE = False\nLOCAL_CONFIG_FILE =\n"
    texts = [path.read_text() for path in _there(folder, "base_config", "condor_config")]
    knobs = configured("\n".join([*texts, own]))
    pool = read_snapshot(folder)
    evaluator = Evaluator(start)
    schedds = {name.partition("@")[0]: name for ad in pool.submitters if (name := text_of(evaluator, ad, "ScheddName"))}
    lengths: dict[tuple[str | None, str], float] = {
        (schedds.get(one["schedd"], f"{one['schedd']}@exec.pool.test"), f"{one['cluster']}.{proc}"): float(length)
        for one in times["arrivals"]
        for proc, length in enumerate(one["lengths"])
    }
    submitted: dict[tuple[str | None, int], float] = {
        (schedds.get(one["schedd"], f"{one['schedd']}@exec.pool.test"), one["cluster"]): float(one["time"])
        for one in times["arrivals"]
    }
    planned = json.loads((folder / "life.json").read_text())["arrivals"] if (folder / "life.json").is_file() else []
    # The attributes that a history was asked for lack this one.
    kept = {
        one["cluster"]: int(planned[one["arrival"] - 1].get("submit", {}).get("keep_claim_idle", 0))
        for one in times["arrivals"]
        if planned
    }
    there = {text_of(evaluator, ad, "GlobalJobId") for ad in pool.jobs}
    later = []
    for path in _there(folder, "later.ads", "history.ads", "queue.ads"):
        for ad in read_ads(path):
            number = text_of(evaluator, ad, "GlobalJobId")
            if number not in there:
                there.add(number)
                idle = ad.replace({"FileSystemDomain": "pool.test", "JobStatus": 1, "CurrentHosts": 0})
                if keep_s := kept.get(integer_of(evaluator, ad, "ClusterId")):
                    idle = idle.replace({"KeepClaimIdle": keep_s})
                came = submitted[schedd_of(ad, evaluator), integer_of(evaluator, ad, "ClusterId")]
                second = integer_of(evaluator, ad, "QDate")
                later.append(Arrival(min(max(came + SUBMIT_S, second), second + 0.99), idle))
    later.sort(key=lambda one: one.at)
    before = _there(folder, "ledger.before.log")
    ledger = Ledger.read(before[0]) if before else Ledger.empty()
    scenario = ScenarioData(pool, ledger, knobs, start, FIRST_CYCLE)
    every = (*pool.jobs, *(arrival.ad for arrival in later))
    stubborn = {
        (schedd_of(ad, evaluator), f"{integer_of(evaluator, ad, 'ClusterId')}.{integer_of(evaluator, ad, 'ProcId')}")
        for ad in every
        if "trap" in (text_of(evaluator, ad, "Arguments") or "")
    }
    work = RecordedWork(lengths, tuple(later), leave_in_s=dict.fromkeys(stubborn, inf))
    return Life(folder, scenario, work, float(times["negotiator_started"]) + START_S, float(times["recording_ended"]))


def _there(folder: Path, *names: str) -> list[Path]:
    return [folder / name for name in names if (folder / name).is_file()]
