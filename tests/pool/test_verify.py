"""`verify` on real cycles: those that the dry run foretells agree, and a wrong knob is seen where it matters."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.pool.living import Living, living
from tests.pool.root import HTCondor
from tests.pool.scenario import Scenario
from tests.pool.test_live_snapshot import KNOBS, THEMES, prepare
from tests.pool.traits import draw


def log_of(here: Living) -> str:
    return str(here.pool.folder / "log" / "NegotiatorLog")


@pytest.mark.parametrize("scenario", [draw(theme, 23) for theme in THEMES], ids=THEMES)
def test_a_cycle_over_a_snapshot_agrees_and_a_wrong_knob_does_not(
    scenario: Scenario, htcondor: HTCondor, tmp_path: Path
) -> None:
    with living(htcondor, scenario.knobs + KNOBS) as here:
        prepare(here, scenario)
        taken = here.userprio("snapshot", str(tmp_path / "pool"))
        assert taken.returncode == 0, taken.stderr
        here.cycle()
        verify = ("verify", "--snapshot", str(tmp_path / "pool"), "--log", log_of(here))
        done = here.userprio_alone(*verify)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert ": agrees\n" in done.stdout
        # Without a slot nothing is matched, and the number of slots is another.
        wrong = here.userprio_alone(*verify, "--set", "NEGOTIATOR_SLOT_CONSTRAINT=false", "--format", "json")
        assert wrong.returncode in (1, 3), wrong.stderr
        (cycle,) = json.loads(wrong.stdout)["cycles"]
        assert cycle["verdict"] in ("differs", "moved")


@pytest.mark.parametrize("fetched", [False, True], ids=["log here", "log fetched"])
def test_the_next_cycles_of_a_running_pool_are_foretold_one_by_one(htcondor: HTCondor, fetched: bool) -> None:
    """Three cycles, begun by hand while the command waits for them; nothing is granted, so jobs stay idle."""
    scenario = draw("groups", 5)
    with living(htcondor, scenario.knobs + KNOBS + "NEGOTIATOR_INTERVAL = 8\n") as here:
        prepare(here, scenario)
        argv = [sys.executable, "-m", "userprio", "--pool", here.pool.address, "verify"]
        argv += [] if fetched else ["--log", log_of(here)]
        argv += ["--cycles", "3", "--format", "json"]
        with subprocess.Popen(
            argv, env=here.environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as told:
            while told.poll() is None:
                time.sleep(2)
                here.cycle()
            assert told.stdout is not None
            assert told.stderr is not None
            out, err = told.stdout.read(), told.stderr.read()
    assert out, err
    verdicts = [cycle["verdict"] for cycle in json.loads(out)["cycles"]]
    assert len(verdicts) == 3
    assert "differs" not in verdicts
