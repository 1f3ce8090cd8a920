"""`record --keep` and `--log`, and what `--at` makes of it, as somebody types them."""

import csv
import gzip
import io
import json
import shutil
import sqlite3
import stat
from datetime import datetime
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.marks import slow
from tests.monitoring.logged import LOGS
from tests.negotiation.recorded import POOLS
from userprio.cli.environment import ExitStatus
from userprio.monitoring import opened, state_at, write_state
from userprio.pool.examples import shipped

TAKEN = 1_772_441_975
"""The time of the example physics."""
HOUR, DAY = 3600, 86_400


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "pool.db"


@pytest.fixture
def physics(tmp_path: Path) -> Path:
    """The example, in a folder of its own that may change."""
    folder = tmp_path / "physics"
    shutil.copytree(next(example.folder for example in shipped() if example.name == "physics"), folder)
    return folder


COMMANDS = (("negotiate", "--format", "json"), ("most",), ("quotas",), ("jobs",), ("explain", "curie"))


@pytest.mark.parametrize("words", [COMMANDS[0], *slow(COMMANDS[1:])])
@pytest.mark.parametrize("example", ["physics", *slow(["research", "fairshare"])])
def test_a_kept_state_is_read_as_the_snapshot_that_it_was(
    userprio: Run, database: Path, example: str, words: tuple[str, ...]
) -> None:
    userprio("--snapshot", example, "record", database, "--keep", "30d")
    then = userprio("--at", "now", "--db", database, *words)
    snapshot = userprio("--snapshot", example, *words)
    assert (then.status, then.out) == (snapshot.status, snapshot.out)
    assert then.err.splitlines()[0].startswith("userprio: this is the state of 20")


def test_at_reads_the_last_moment_not_after_it_and_says_which(userprio: Run, physics: Path, database: Path) -> None:
    for at in (TAKEN, TAKEN + HOUR):
        userprio("--snapshot", physics, "--now", str(at), "record", database, "--keep", "30d")
        (physics / "condor_config").write_text("GROUP_NAMES = group_chemistry\nGROUP_QUOTA_group_chemistry = 7\n")
    words = ("quotas", "--format", "csv", "--db", database, "--at")
    for at, quota in ((TAKEN, 10.0), (TAKEN + HOUR - 1, 10.0), (TAKEN + HOUR, 7.0), (TAKEN + DAY, 7.0)):
        done = userprio(*words, str(at))
        quotas = {row["name"]: float(row["configured_quota"] or 0) for row in csv.DictReader(io.StringIO(done.out))}
        assert quotas["group_chemistry"] == quota
        exact = at in (TAKEN, TAKEN + HOUR)
        assert ("none is kept of later" in done.err) is not exact
    assert "this is the state of 2026-03-02 09:59:35; none is kept of later, up to 2026-03-03 08:59:35" in done.err
    before = userprio(*words, str(TAKEN - 1))
    assert (before.status, before.out) == (ExitStatus.FAILED, "")
    assert "no full state of 2026-03-02 08:59:34 or before; the first is of 2026-03-02 08:59:35" in before.err


def test_without_full_states_it_is_said_how_to_store_them(userprio: Run, database: Path) -> None:
    userprio("--snapshot", "physics", "record", database)
    done = userprio("--at", "now", "--db", database, "status")
    assert done.err == f"userprio: {database} has no full states: `userprio record --keep 30d` stores them.\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("status", "--at", "now"), "--at needs the database of record: --db FILE"),
        (("status", "--at", "now", "--snapshot", "physics"), "--at reads the pool from a database"),
        (("status", "--at", "soonish"), "soonish"),
        (
            ("setfactor", "curie", "5", "--at", "now"),
            "setfactor does not take --at, which is for",
        ),
        (("reset", "curie", "--at", "now"), "reset does not take --at"),
        (("record", "--snapshot", "physics"), "record needs a database: record DB"),
        (("--at", "now", "log"), "log does not take --at"),
        (("--at", "now", "history"), "history does not take --at"),
        (("record", "x.db", "--at", "now"), "record does not take --at, which is for commands that read a pool."),
        (("record", "x.db", "--snapshot", "physics", "--log", "x"), "--log needs --keep"),
        (("record", "x.db", "--snapshot", "physics", "--verify"), "--verify needs --keep"),
        (
            ("record", "x.db", "--snapshot", "physics", "--verify", "--keep", "1d"),
            "--verify needs the negotiator's log: --log FILE, or --pool",
        ),
    ],
)
def test_where_the_past_makes_no_sense_it_is_refused(userprio: Run, words: tuple[str, ...], told: str) -> None:
    done = userprio(*words)
    assert done.status is ExitStatus.USAGE
    assert told in done.err


def test_an_edit_in_condor_userprios_spelling_is_refused_too(userprio: Run, database: Path) -> None:
    userprio("--snapshot", "physics", "record", database, "--keep", "30d")
    before = database.read_bytes()
    done = userprio("--at", "now", "--db", database, "-setfactor", "curie@example.org", "5")
    assert done.status is ExitStatus.USAGE
    assert "An edit does not take --at" in done.err
    assert database.read_bytes() == before


def test_a_plan_of_the_past_names_no_files_of_then(userprio: Run, database: Path, tmp_path: Path) -> None:
    userprio("--snapshot", "physics", "record", database, "--keep", "30d")
    words = ("--setfactor", "group_chemistry.curie@example.org=5", "-o", tmp_path / "plan")
    done = userprio("--at", "now", "--db", database, "plan", *words)
    assert done.status is ExitStatus.CHANGES
    assert "userprio-" not in (tmp_path / "plan").read_text()


def test_the_database_may_be_that_of_the_settings(userprio: Run, database: Path) -> None:
    userprio("--snapshot", "physics", "record", database, "--keep", "30d")
    userprio("settings", "db", database)
    assert userprio("settings", "db").out.split()[:2] == ["db", str(database)]
    assert userprio("--at", "now", "quotas").status is ExitStatus.DONE
    assert userprio("history").status is ExitStatus.DONE
    assert userprio("--snapshot", "physics", "--now", str(TAKEN + HOUR), "record").status is ExitStatus.DONE
    missing = userprio("settings", "db", database.with_name("none.db"))
    assert missing.status is ExitStatus.BAD_INPUT
    assert "there is no such file" in missing.err


def test_from_the_first_full_state_on_only_its_owner_reads_the_database(userprio: Run, database: Path) -> None:
    def modes() -> int:
        return stat.S_IMODE(database.stat().st_mode)

    userprio("--snapshot", "physics", "record", database)
    assert modes() & stat.S_IROTH
    userprio("--snapshot", "physics", "--now", str(TAKEN + HOUR), "record", database, "--keep", "30d")
    assert modes() == 0o600
    # Whoever shares it on purpose does so for good.
    database.chmod(0o640)
    userprio("--snapshot", "physics", "--now", str(TAKEN + 2 * HOUR), "record", database, "--keep", "30d")
    assert modes() == 0o640


def test_secrets_are_in_no_state(userprio: Run, physics: Path, database: Path, tmp_path: Path) -> None:
    with (physics / "condor_config").open("a") as config:
        config.write("POOL_PASSWORD_TEXT = hunter2\nGROUP_QUOTA_group_chemistry = 10\n")
    with (physics / "slots.ads").open("a") as slots:
        slots.write(
            '\nName = "slot9@x"\nState = "Unclaimed"\nClaimId = "<1.2.3.4:5>#hunter3"\nURL = "http://u:hunter4@x"\n'
        )
    userprio("--snapshot", physics, "record", database, "--keep", "30d")
    state = tmp_path / "state"
    state.mkdir()
    with opened(database) as connection:
        write_state(connection, state_at(connection, 2**40) or 0, state)
    text = "".join(path.read_text() for path in state.iterdir())
    assert "slot9@x" in text
    assert "hunter" not in text


def verified(database: Path) -> list[tuple[int, str, int | None]]:
    with sqlite3.connect(database) as connection:
        return connection.execute("SELECT at, verdict, agrees FROM verified ORDER BY at").fetchall()


STEADY = "steady-floors"
"""A pool whose log has the cycle before, too, which shows that none is missing."""


@pytest.fixture
def steady(tmp_path: Path) -> Path:
    folder = tmp_path / "steady"
    shutil.copytree(POOLS / STEADY, folder)
    (folder / "ledger.log").rename(folder / "Accountantnew.log")
    return folder


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "NegotiatorLog"
    path.write_bytes(gzip.decompress((LOGS / f"{STEADY}.gz").read_bytes()))
    return path


CYCLE = int(datetime.fromisoformat("2026-11-22T00:15:08+00:00").timestamp())


def recorded(userprio: Run, snapshot: Path, database: Path, at: int, *words: object) -> str:
    done = userprio("--snapshot", snapshot, "--now", str(at), "record", database, "--keep", "30d", *words)
    assert done.status is ExitStatus.DONE, done.err
    return done.out


def test_a_cycle_is_verified_at_the_moment_after_it(userprio: Run, steady: Path, log: Path, database: Path) -> None:
    whole = log.read_bytes()
    log.write_bytes(whole[: whole.rindex(b"---------- Finished")])
    recorded(userprio, steady, database, CYCLE - 3, "--log", log)
    assert verified(database) == []
    log.write_bytes(whole)
    out = recorded(userprio, steady, database, CYCLE + 60, "--log", log)
    # The last moment waits for a cycle of its own.
    assert verified(database) == [(CYCLE - 3, "agrees", 1)]
    assert "cycle of 2026-11-22 00:15:08: agrees; " in out
    shown = userprio("history", "--db", database).out
    assert "dry runs agree with " in shown
    document = json.loads(userprio("history", "--db", database, "--format", "json").out)
    assert document["agreement"]["ratio"] == 1.0


def test_where_a_cycle_differs_history_says_where(userprio: Run, steady: Path, log: Path, database: Path) -> None:
    with (steady / "condor_config").open("a") as config:
        config.write("GROUP_QUOTA_C = 1\n")
    recorded(userprio, steady, database, CYCLE - 3)
    out = recorded(userprio, steady, database, CYCLE + 60, "--log", log)
    assert "cycle of 2026-11-22 00:15:08: differs" in out
    shown = " ".join(userprio("history", "--db", database).out.split())
    assert "the last that differs, cycle of 2026-11-22 00:15:08" in shown
    assert "in the log, " in shown


def test_a_log_that_begins_after_the_moment_tells_nothing_of_it(
    userprio: Run, steady: Path, log: Path, database: Path
) -> None:
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join(lines[25:]))
    recorded(userprio, steady, database, CYCLE - 3)
    recorded(userprio, steady, database, CYCLE + 60, "--log", log)
    assert verified(database) == []
