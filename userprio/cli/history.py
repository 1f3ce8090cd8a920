"""`userprio record` and `history`: a pool's moments in a database, and what they come to over time."""

from contextlib import suppress
from pathlib import Path
from typing import Final

import click

from userprio import report
from userprio.base import UserprioError
from userprio.base.limits import NAMED, budget, run_with
from userprio.classad import Evaluator, text_of
from userprio.cli import Environment, ExitStatus, as_length, sentence
from userprio.cli.loading import load_scenario
from userprio.cli.options import GlobalOptions, command, need_pool
from userprio.monitoring import record, recording_of
from userprio.negotiation import diagnosed
from userprio.pool import ScenarioData

_DATABASE: Final = click.Path(path_type=Path, dir_okay=False)


@command(
    "record",
    "record --snapshot physics pool.db",
    "record --pool cm.example.org /srv/pool.db --every 5m",
)
@click.argument("database", metavar="DB", type=_DATABASE)
@click.option("--every", metavar="TIME", callback=as_length, help="Again at this interval, such as 5m, until Ctrl-C.")
def record_command(shared: GlobalOptions, env: Environment, database: Path, every: int | None) -> ExitStatus:
    """Add the present state of a pool to a database, for history and bills.

    A moment has of each submitter: priority, factor, weight in use, won and lost in the next cycle, idle jobs left and
    why, share, limit, and what the ledger has charged it in all; of each group: quota, demand, allocation, weight in
    use and idle jobs left. The database is a file of SQLite, made if it is not there, of one pool.

    Moments of the last two days are kept as they are, then the mean of each hour, after sixty days that of each day.
    What was charged stays exact. Each moment is one transaction: whatever ends the program loses at most the last.

    A moment that is not later than the last one is refused, and so is another pool, by the name of its negotiator or,
    in a snapshot without its ad, by the folder. What the ledger does not tell of the time since the last moment, as
    after a reset, is said.
    """
    need_pool(shared, "record")
    bounds = {name: budget().most(name) for name in NAMED}
    _record(database, shared, env, warn=True)
    if every is None:
        return ExitStatus.DONE
    due = env.clock()
    with suppress(KeyboardInterrupt):
        while True:
            due = max(due + every, env.clock())
            env.sleep(due - env.clock())
            try:
                with run_with(bounds):
                    _record(database, shared, env, warn=False)
            except (UserprioError, OSError) as error:
                # The pool may be back next time.
                env.warn(sentence(error))
    return ExitStatus.DONE


def _record(database: Path, shared: GlobalOptions, env: Environment, *, warn: bool) -> None:
    scenario = load_scenario(shared, env)
    outcome = diagnosed(scenario)
    env.warn_all(outcome.warnings if warn else ())
    recording = recording_of(scenario, outcome, _identity(scenario, shared))
    recorded = record(database, recording)
    env.warn_all(report.remark_text(remark, env.zone()) for remark in recorded.remarks)
    at = report.moment(recording.at, env.zone(), True)
    submitters = report.count(len(recording.submitters), "submitter")
    begun = "; the first moment of this database" if recorded.first else ""
    env.stdout.write(f"{at}: {submitters} of {report.printable(recording.pool)} recorded{begun}\n")
    env.stdout.flush()


def _identity(scenario: ScenarioData, shared: GlobalOptions) -> str:
    """What tells a pool from others: its negotiator or, where its ad is missing, where the pool was found."""
    negotiator, evaluator = scenario.pool.negotiator, Evaluator(scenario.now)
    if negotiator is not None:
        names = (text_of(evaluator, negotiator, name) for name in ("Name", "Machine"))
        if known := [*dict.fromkeys(filter(None, names))]:
            return " on ".join(known)
    if shared.snapshot is None:
        return shared.pool or "this machine's pool"
    folder = Path(shared.snapshot)
    return str(folder.resolve()) if folder.exists() else shared.snapshot
