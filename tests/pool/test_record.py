"""`record` on a running pool: what its accountant charges is billed, and a reset is told."""

import json
import time
from pathlib import Path

import pytest

from tests.pool.living import living
from tests.pool.root import HTCondor
from tests.pool.scenario import Scenario
from tests.pool.test_live_snapshot import KNOBS, SECRET, THEMES, held, prepare
from tests.pool.test_verify import log_of
from tests.pool.traits import draw
from userprio.monitoring import opened, state_at, write_state

USERS = {"ann@pool.test": 3, "bob@pool.test": 2}


def test_what_the_accountant_charges_is_billed_and_a_reset_is_told(htcondor: HTCondor, tmp_path: Path) -> None:
    """Slots stay claimed, so that each update of priorities charges their users."""
    database = str(tmp_path / "pool.db")
    with living(htcondor, KNOBS) as here:
        here.pool.negotiate()
        here.pool.advertise([held(user, count) for user, count in USERS.items()])
        here.pool.settle()

        def recorded() -> str:
            time.sleep(2)
            here.cycle()
            done = here.userprio("record", database)
            assert done.returncode == 0, done.stderr
            # A slow machine makes it report on its progress.
            return "".join(line for line in done.stderr.splitlines(keepends=True) if "still at work" not in line)

        def billed() -> dict[str, float]:
            month = time.strftime("%Y-%m", time.gmtime())
            words = ("history", "--db", database, "--bill", "--month", month, "--format", "json")
            done = here.userprio_alone(*words)
            return {entry["submitter"]: entry["weight_hours"] * 3600 for entry in json.loads(done.stdout)["entries"]}

        def used() -> dict[str, float]:
            told = {user: here.told(user, "WeightedAccumulatedUsage") for user in USERS}
            # It is undefined until the first update.
            return {user: float(weight_s) if weight_s != "undefined" else 0.0 for user, weight_s in told.items()}

        recorded()
        before = used()
        for _ in range(3):
            assert recorded() == ""
        charged = {user: weight_s - before[user] for user, weight_s in used().items()}
        assert min(charged.values()) > 5
        assert billed() == pytest.approx(charged, rel=0.01)
        here.pool.run("condor_userprio", "-resetusage", "ann@pool.test")
        assert "ann@pool.test: usage was reset at some" in recorded()
        since = used()["ann@pool.test"]
        assert billed()["ann@pool.test"] == pytest.approx(charged["ann@pool.test"] + since, rel=0.01)
        # More than a pool of five slots can give in some seconds.
        here.pool.run("condor_userprio", "-setaccum", "bob@pool.test", "1000000")
        assert "bob@pool.test: usage rose from" in recorded()
        assert billed()["bob@pool.test"] < 1000


@pytest.mark.parametrize("scenario", [draw(theme, 23) for theme in THEMES], ids=THEMES)
def test_a_recorded_state_is_verified_once_its_cycle_is_in_the_log_and_has_no_secrets(
    scenario: Scenario, htcondor: HTCondor, tmp_path: Path
) -> None:
    database = tmp_path / "pool.db"
    with living(htcondor, scenario.knobs + KNOBS) as here:
        prepare(here, scenario)
        words = ("record", str(database), "--keep", "1d")
        assert here.userprio(*words, "--log", log_of(here)).returncode == 0
        foretold = here.userprio("negotiate", "--format", "json")
        at = here.userprio_alone("negotiate", "--at", "now", "--db", str(database), "--format", "json")
        assert at.returncode == 0, at.stderr
        then, present = json.loads(at.stdout), json.loads(foretold.stdout)
        assert [match["slot"] for match in then["matches"]] == [match["slot"] for match in present["matches"]]
        here.cycle()
        again = here.userprio(*words, "--verify")
        assert again.returncode == 0, again.stderr
        assert ": agrees; " in again.stdout
    with opened(database) as connection:
        moment = state_at(connection, 2**40)
        assert moment is not None
        write_state(connection, moment, tmp_path)
    assert not [path for path in tmp_path.iterdir() if path != database and SECRET in path.read_text()]
