"""`userprio record`: the present state of a pool into a database, and whether the log bears out its dry run."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click
import msgspec

from userprio import report
from userprio.base import UserprioError
from userprio.base.limits import NAMED, budget, run_with
from userprio.cli import Environment, ExitStatus, as_length, sentence
from userprio.cli.loading import load_scenario
from userprio.cli.logs import log_files, log_options
from userprio.cli.options import GlobalOptions, command, misuse, need_pool
from userprio.cli.past import pool_identity
from userprio.monitoring import (
    CycleStatus,
    EarlierCycles,
    FullState,
    Log,
    LoggedCycle,
    add_verified,
    opened,
    read_cycles,
    record,
    recording_of,
    unverified,
    verified_moment,
    verify,
    write_state,
)
from userprio.negotiation import diagnosed
from userprio.pool import ScenarioData

DATABASE: Final = click.Path(path_type=Path, dir_okay=False)


@command(
    "record",
    "record --snapshot physics pool.db",
    "record --pool cm.example.org /srv/pool.db --every 5m",
    "record --pool cm.example.org /srv/pool.db --keep 30d --log /var/log/condor/NegotiatorLog",
)
@click.argument("db", metavar="[DB]", required=False, type=DATABASE)
@click.option("--every", metavar="TIME", callback=as_length, help="Again at this interval, such as 5m, until Ctrl-C.")
@click.option("--keep", metavar="TIME", callback=as_length, help="Keep full states too, this long, such as 30d.")
@click.option("--verify", "verifies", is_flag=True, help="Hold the moments before against the negotiator's log.")
@log_options
def record_command(
    shared: GlobalOptions,
    env: Environment,
    db: Path | None,
    every: int | None,
    keep: int | None,
    verifies: bool,
    logs: tuple[Path, ...],
    time_format: str | None,
) -> ExitStatus:
    """Add the present state of a pool to a database, for history and bills.

    A moment has of each submitter: priority, factor, weight in use, won and lost in the next cycle, idle jobs left and
    why, share, limit, and what the ledger has charged it in all. Of each group it has quota, demand, allocation, weight
    in use and idle jobs left. The database is a file of SQLite, made if it is not there, of one pool. Without DB it is
    that of the settings.

    Moments of the last two days are kept as they are, then the mean of each hour, after sixty days that of each day.
    What was charged stays exact. Each moment is one transaction: whatever ends the program loses at most the last.

    With --keep a moment also has its full state, all that a snapshot has: ads, ledger and configuration, without
    secrets. Any command reads it with --at TIME --db DB. Full states thin out with the moments, and are dropped at that
    age. From the first of them on only its owner may read the database.

    With --verify or --log each full state is held against the cycle that followed it, as by verify, as soon as that is
    in the log. Without --log that of the pool is fetched, by condor_fetchlog, which needs ADMINISTRATOR there.

    A moment that is not later than the last one is refused, and so is another pool, by the name of its negotiator or,
    in a snapshot without its ad, by the folder. What the ledger does not tell of the time since the last moment, as
    after a reset, is said. `userprio help monitoring` shows how to record at all times.
    """
    need_pool(shared, "record")
    database = db or shared.database
    if database is None:
        raise misuse("record needs a database: record DB, or `userprio settings db FILE`.")
    if (verifies or logs) and keep is None:
        option = "--log" if logs else "--verify"
        raise misuse(f"{option} needs --keep: a cycle is held against the full state before it.")
    if verifies and not logs and not shared.live:
        raise misuse("--verify needs the negotiator's log: --log FILE, or --pool, from which it is fetched.")
    bounds = {name: budget().most(name) for name in NAMED}
    log = _NegotiatorLog(logs, time_format) if verifies or logs else None
    _record(database, shared, env, keep, log, warn=True)
    if every is None:
        return ExitStatus.DONE
    due = env.clock()
    with suppress(KeyboardInterrupt):
        while True:
            due = max(due + every, env.clock())
            env.sleep(due - env.clock())
            try:
                with run_with(bounds):
                    _record(database, shared, env, keep, log, warn=False)
            except (UserprioError, OSError) as error:
                # The pool may be back next time.
                env.warn(sentence(error))
    return ExitStatus.DONE


class _NegotiatorLog(msgspec.Struct, frozen=True):
    """A log, and how to read its times."""

    paths: tuple[Path, ...]
    """Empty: it is fetched from the pool."""
    time_format: str | None


def _record(
    database: Path,
    shared: GlobalOptions,
    env: Environment,
    keep_s: int | None,
    log: _NegotiatorLog | None,
    *,
    warn: bool,
) -> None:
    scenario = load_scenario(shared, env)
    outcome = diagnosed(scenario)
    env.warn_all(outcome.warnings if warn else ())
    recording = recording_of(scenario, outcome, pool_identity(scenario, shared))
    state = None
    if keep_s is not None:
        from userprio.live import scenario_files

        state = FullState(scenario_files(scenario), keep_s)
    recorded = record(database, recording, state)
    env.warn_all(report.remark_text(remark, env.zone()) for remark in recorded.remarks)
    at = report.moment(recording.at, env.zone(), True)
    submitters = report.count(len(recording.submitters), "submitter")
    begun = "; the first moment of this database" if recorded.first else ""
    env.stdout.write(f"{at}: {submitters} of {report.printable(recording.pool)} recorded{begun}\n")
    env.stdout.flush()
    if log is not None:
        _verify(database, log, scenario, shared, env)


def _verify(
    database: Path, log: _NegotiatorLog, present: ScenarioData, shared: GlobalOptions, env: Environment
) -> None:
    """Hold the recorded states whose cycles have ended since against these."""
    with opened(database) as connection:
        waiting = unverified(connection)
    with TemporaryDirectory(prefix="userprio-") as folder:
        files = log_files(log.paths, Path(folder), shared, env)() if waiting else ()
        followers = tuple(_followers(waiting, files, log.time_format, env))
    for at, cycle, earlier in followers:
        with TemporaryDirectory(prefix="userprio-") as folder:
            with opened(database) as connection:
                write_state(connection, at, Path(folder))
            # The state has the pool's configuration and ledger.
            own = shared.with_(snapshot=folder, now=at, pool=None, negotiator=None, config=None, ledger=None)
            before = load_scenario(own.with_(overrides={}), env)
        # Of a later moment than the next, more has gone than this cycle is about.
        after = present.pool if at == max(waiting.keys() - {present.now}, default=None) else None
        verified = verified_moment(at, verify(before, cycle, after, earlier))
        with opened(database, write=True) as connection:
            add_verified(connection, verified)
        env.stdout.write(f"{report.verified_text(verified, env.zone())}\n")
        env.stdout.flush()


def _followers(
    waiting: dict[int, int], files: tuple[Path, ...], time_format: str | None, env: Environment
) -> Iterator[tuple[int, LoggedCycle, tuple[LoggedCycle, ...]]]:
    """The states whose ledgers were updated at these times, each with the first cycle after that, once it is over.

    With each come the cycles before it. A log that begins later may lack that cycle, and tells of none.
    """
    left, last_aged = sorted(waiting.items()), None
    cycles = read_cycles(files, env.zone(), Log(), time_format=time_format, with_decisions=True)
    remembered = EarlierCycles()
    for cycle in remembered.noting(cycles):
        if cycle.aged is None or cycle.state is CycleStatus.UNFINISHED:
            continue
        while left and left[0][1] < cycle.aged:
            at, updated = left.pop(0)
            # A ledger that is not of the moment, as in a snapshot that was recorded again, tells no cycle after it.
            if last_aged is not None and last_aged <= updated and at <= cycle.aged:
                yield at, cycle, remembered.before(cycle)
        last_aged = cycle.aged
