"""`record` on a running pool: what is billed is what its accountant charged, and a reset is told."""

import json
import time
from pathlib import Path

from tests.pool.living import living
from tests.pool.root import HTCondor
from tests.pool.test_live_snapshot import KNOBS, prepare
from tests.pool.traits import draw


def test_what_the_accountant_charges_is_billed_and_a_reset_is_told(htcondor: HTCondor, tmp_path: Path) -> None:
    """Slots stay claimed, so that each update of priorities charges their users."""
    scenario, database = draw("preemption", 5), str(tmp_path / "pool.db")
    with living(htcondor, scenario.knobs + KNOBS) as here:
        prepare(here, scenario)
        here.cycle()
        first = here.userprio("record", database)
        assert first.returncode == 0, first.stderr
        users = [entry for entry in here.json("most")["records"] if "@" in entry["name"]]
        print(users[:2])
        before = {user["name"]: float(here.told(user["name"], "WeightedAccumulatedUsage")) for user in users}
        for _ in range(3):
            time.sleep(3)
            here.cycle()
            done = here.userprio("record", database)
            assert (done.returncode, done.stderr) == (0, "")
        after = {name: float(here.told(name, "WeightedAccumulatedUsage")) for name in before}
