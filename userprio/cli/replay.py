"""`userprio replay`: a past period, under the policy in force and another."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import click
from msgspec import structs

from userprio import __version__, report
from userprio.analysis.plan import Changes, SlotsAdded, SlotsRemoved, changed
from userprio.base import Format, Processes, check_place
from userprio.cli import FILE, Environment, progress_bar, put_page, show, simulating, stoppable
from userprio.cli.options import GlobalOptions, command, misuse, refuse_live
from userprio.cli.what_if import other_side
from userprio.simulation import (
    CHANGED,
    Calibration,
    Sampling,
    SavedReplay,
    check_days,
    replay_differences,
    replay_history,
    set_up_replay,
)

_EVERY_HELP: Final = "Time between two cycles, such as 5m; otherwise that of NEGOTIATOR_INTERVAL and related knobs."
_EVERY_S: Final = 5.0


@command(
    "replay",
    "replay history.ads --snapshot /srv/pool",
    "replay history.ads.gz queue.ads --snapshot /srv/pool --set PRIORITY_HALFLIFE=43200",
    "replay history.json --snapshot /srv/pool --from 2026-09-01 --until 2026-10-01 --with changes.toml",
    "replay history.ads --snapshot /srv/pool --machines machines.csv",
    "replay trace.swf --slots 2176:Cpus=1 --every 5m --format json > replay.json",
    "replay history.ads --snapshot /srv/pool --setfactor ann@lab.example=500 --plot replay.svg",
    "replay history.ads --snapshot /srv/pool --set PRIORITY_HALFLIFE=43200 --page replay.html",
    "replay trace.swf --slots 2176:Cpus=1 --every 5m --state replay.state",
    "replay history.ads --snapshot /srv/pool --each-job --format csv > jobs.csv",
)
@click.argument("history", metavar="HISTORY...", nargs=-1, required=True, type=FILE)
@simulating.period_options(
    "Where the period begins; otherwise at the "
    "moment of the snapshot if it lies in the history, else at its first job.",
    "Where the period ends; otherwise with the last moment in the history.",
    _EVERY_HELP,
)
@click.option("--each-job", is_flag=True, help="List when each job started and ended, really and in the replay.")
@click.option("--to-config", type=FILE, metavar="FILE", help="Another configuration, beside the one in force.")
@click.option(
    "--state",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Keep the progress there: if stopped, the same command resumes.",
)
@click.option(
    "--page",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=False),
    metavar="FILE",
    help="Also write a page for colleagues, a single, self-contained HTML file.",
)
@simulating.plot_option("Also draw the use of groups over time, as FILE.svg or FILE.png.")
@simulating.replay_options()
def replay(
    shared: GlobalOptions,
    env: Environment,
    history: tuple[Path, ...],
    period: simulating.PastPeriod,
    each_job: bool,
    to_config: Path | None,
    state: Path | None,
    page: Path | None,
    plot: Path | None,
    sampling: Sampling | None,
    executor: Executor | None,
    first_cycle: bool,
    changes: Changes,
    pool_slots: tuple[SlotsAdded | SlotsRemoved, ...] = (),
) -> None:
    """Replay a past period: the jobs of a history, on the slots of a snapshot, under its policy and another.

    HISTORY is what `condor_history -long` prints (or -json, -xml; gzip or not), with what `condor_q -long` printed for
    jobs that were still there; or a trace in the Standard Workload Format (SWF). Jobs come when they came, ask for what
    they asked for and run for as long as they ran. Everything else is simulated as in a forecast: cycles, claims,
    preemption, priorities.

    The pool is that of --snapshot, with its configuration and ledger, or --slots NUMBER:NAME=VALUE,... without a sign.
    A snapshot from within the period is where the replay begins, with its claims and queues. From a snapshot of any
    other time only the slots are used, empty. Machines are present all the time unless --machines says when they came
    and went.

    The first lines say what changes would have changed, and how close the replay under the policy in force comes to
    what really happened, which comes before anything else if it is not close. Changes (--set, --to-config, --with,
    --setfactor, --slots +10, ...) make a second policy, whose figures are shown beside those of the first: 3 -> 5.
    """
    refuse_live(shared, "A replay begins with a state that is past; take a snapshot of the pool.")
    simulating.check_plot(plot)
    for file in (page, state):
        if file is not None:
            check_place(file)
    if state is not None and not (executor is None or isinstance(executor, Processes)):
        raise misuse("--state is kept on this machine: it does not go with --on.")
    changes = changes.and_then(Changes(to_config=to_config))
    if sampling is not None and not changes:
        raise misuse("--futures compares two policies: give a change, such as --setfactor.")
    present = shared.with_(overrides={})
    scenario = simulating.past_scenario(shared, env, pool_slots, first_cycle=first_cycle)
    others, what_if = {}, None
    if changes:
        base = other_side(scenario, changes, present, env)
        others[CHANGED], effects = changed(scenario if base is None else base, changes, scenario.config)
        env.warn_all(effects.remarks)
        what_if = report.WhatIf(changes, effects)
    past = simulating.past_jobs(history, scenario, env, period.machines)
    terms = period.terms(env, each_job, looks=True)
    if sampling is not None:
        check_days(set_up_replay(scenario, past, terms))
    saved, what = (
        (None, "replay") if state is None else (_kept_in(state), "replay (Ctrl-C stops it; run it again to go on)")
    )
    tell = partial(show, formats=report.REPLAY_FORMATS, form=shared.format, env=env, what_if=what_if)
    with stoppable(tell), _going_on_from(state, env), progress_bar(env, what) as progress:
        result = replay_history(scenario, past, terms, others=others, executor=executor, progress=progress, saved=saved)
    if sampling is not None:
        with progress_bar(env, "drawn periods", "periods") as progress:
            drawn = replay_differences(scenario, others, past, terms, sampling, executor, progress)
        result = structs.replace(result, differences=drawn)
    warn_if_far(result.calibration, shared, env)
    if page is not None:
        lines = () if what_if is None else report.what_if_lines(what_if, env.zone())
        head = report.PageHead(_source(shared, history), env.zone(), f"userprio {__version__}", tuple(lines))
        put_page(page, report.replay_page(result, head), env)
    simulating.put_plot(plot, lambda form: report.replay_image(result, form, env.zone()))
    tell(result)


def warn_if_far(calibration: Calibration | None, shared: GlobalOptions, env: Environment) -> None:
    """Warn of a replay that is not close to what really happened."""
    # On a terminal the table begins with this.
    said_on_screen = env.on_terminal and shared.format in (Format.AUTO, Format.TABLE)
    if calibration is not None and not calibration.near and not said_on_screen:
        env.warn_all(["this replay is not close to what really happened: " + "; ".join(calibration.why_not)])


def _source(shared: GlobalOptions, history: Sequence[Path]) -> str:
    """The names of what was replayed."""
    pool = "" if shared.snapshot is None else f" on {Path(shared.snapshot).name or shared.snapshot}"
    return f"{', '.join(path.name for path in history)}{pool}"


def _kept_in(folder: Path) -> SavedReplay:
    """A replay's saved state in a folder, updated every few seconds."""
    return SavedReplay(folder, __version__, _every(_EVERY_S))


def _every(seconds: float) -> Callable[[], bool]:
    last = time.monotonic()

    def is_due() -> bool:
        nonlocal last
        now = time.monotonic()
        due = now - last >= seconds
        last = now if due else last
        return due

    return is_due


@contextmanager
def _going_on_from(folder: Path | None, env: Environment) -> Iterator[None]:
    """If stopped by Ctrl-C, a hangup or a kill, say how to resume."""
    if folder is None:
        yield
        return
    try:
        yield
    # SystemExit: a hangup or a kill.
    except (KeyboardInterrupt, SystemExit):
        where = report.printable(str(folder))
        env.stderr.write(f"{env.program}: stopped; the same command goes on from what is kept in {where}.\n")
        raise
