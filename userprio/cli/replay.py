"""`userprio replay`: a past period lived again, under the policy of then and another."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from userprio import __version__
from userprio.cli.environment import Environment
from userprio.cli.loading import load_inputs, load_scenario
from userprio.cli.machines import machines_option, with_machines
from userprio.cli.moments import as_length, as_moment
from userprio.cli.options import Shared, command, first_cycle_option, misuse, refuse_live, shared_options
from userprio.cli.plotting import plot_form, plot_option
from userprio.cli.progress import progress_bar, reading_bar
from userprio.cli.showing import check_place, put_file, put_page, show
from userprio.cli.stopping import going_on_from, kept_in
from userprio.cli.what_if import other_side, processes_option, slots_of_the_pool, what_if_options
from userprio.formats import Format
from userprio.history import largest_slot, read_history
from userprio.ledger import Ledger
from userprio.plan import Changes, SlotsAdded, SlotsRemoved, change_slots, changed
from userprio.pool import FIRST_CYCLE, Pool, Scenario
from userprio.report import PageHead, WhatIf, can_plot, replay_image, replay_page, what_if_lines
from userprio.simulation import ReplayTerms
from userprio.simulation import replay as live_again
from userprio.times import Moment


@command(
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
@click.argument("history", metavar="HISTORY...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--from",
    "begin",
    metavar="TIME",
    callback=as_moment,
    help="Where the period begins; otherwise at the "
    "moment of the snapshot if it lies in the history, else at its first job.",
)
@click.option(
    "--until",
    "end",
    metavar="TIME",
    callback=as_moment,
    help="Where the period ends; otherwise with the last moment that the history tells of.",
)
@click.option(
    "--every",
    metavar="TIME",
    callback=as_length,
    help="Time between two cycles, such as 5m; otherwise what NEGOTIATOR_INTERVAL and its like say.",
)
@machines_option
@click.option("--each-job", is_flag=True, help="Tell of each job when it started and ended, there and here.")
@click.option(
    "--to-config",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Another configuration, beside the one in force.",
)
@click.option(
    "--state",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Keep there what it has come to: stopped, the same command goes on from there.",
)
@click.option(
    "--page",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=False),
    metavar="FILE",
    help="Write a page for colleagues too, one file of HTML that needs nothing else.",
)
@plot_option("Draw what groups have in use over time too, as FILE.svg or FILE.png.")
@processes_option
@first_cycle_option
@slots_of_the_pool
@what_if_options
@shared_options("Replay")
def replay(
    shared: Shared,
    env: Environment,
    history: tuple[Path, ...],
    begin: Moment | None,
    end: Moment | None,
    every: int | None,
    machines: Path | None,
    each_job: bool,
    to_config: Path | None,
    state: Path | None,
    page: Path | None,
    plot: Path | None,
    processes: int,
    first_cycle: bool,
    changes: Changes,
    pool_slots: tuple[SlotsAdded | SlotsRemoved, ...] = (),
) -> None:
    """Live a past period again: the jobs of a history, on the slots of a snapshot, under its policy and another.

    HISTORY is what `condor_history -long` prints (or -json, -xml; gzip or not), with what `condor_q -long` printed for
    jobs that were still there; or a trace in the Standard Workload Format (SWF). Jobs come when they came, ask for what
    they asked for and run for as long as they ran. Everything else is simulated as in a forecast: cycles, claims,
    preemption, priorities.

    The pool is that of --snapshot, with its configuration and ledger, or --slots NUMBER:NAME=VALUE,... without a sign.
    A snapshot from within the period is where the replay begins, with its claims and queues. Of one from any other time
    the slots are taken, empty. Machines are there all the time unless --machines says when they came and went.

    First of all it is told how near the replay under the policy in force comes to what really was. Changes (--set,
    --to-config, --with, --setfactor, --slots +10, ...) make a second policy, which is shown beside the first.
    """
    refuse_live(shared, "A replay begins with a state that is past; take a snapshot of the pool.")
    if plot is not None:
        can_plot()
    for file in (page, plot, state):
        if file is not None:
            check_place(file)
    changes = changes.and_then(Changes(to_config=to_config))
    present = replace(shared, overrides={})
    scenario = load_past_scenario(shared, env, alone=bool(pool_slots), first_cycle=first_cycle)
    if pool_slots:
        slots = change_slots(Pool(), pool_slots, scenario.now).pool.slots
        scenario = replace(scenario, pool=replace(scenario.pool, slots=slots))
    env.warn_all(dict.fromkeys(scenario.pool.problems))
    other, what_if = None, None
    if changes:
        base = other_side(scenario, changes, present, env)
        other, made = changed(scenario if base is None else base, changes, scenario.config)
        env.warn_all(made.remarks)
        what_if = WhatIf(changes, made)
    with reading_bar(env, list(history)) as tell:
        past = read_history(history, cores_of_a_slot=largest_slot(scenario.pool, scenario.now), progress=tell)
    past = with_machines(past, machines, scenario, env)
    begins, ends = (None if moment is None else float(moment.at(int(env.clock()))) for moment in (begin, end))
    terms = ReplayTerms(begins, ends, every, each_job, looks=plot is not None or page is not None)
    kept, what = (
        (None, "replay") if state is None else (kept_in(state), "replay (Ctrl-C stops it; run it again to go on)")
    )
    with going_on_from(state, env), progress_bar(env, what) as progress:
        found = live_again(scenario, past, terms, other=other, processes=processes, progress=progress, kept=kept)
    # On a terminal the table begins with it.
    told_there = env.on_terminal and shared.format in (Format.AUTO, Format.TABLE)
    if found.calibration is not None and not found.calibration.near and not told_there:
        env.warn_all(["this replay is not near what really was: " + "; ".join(found.calibration.why_not)])
    if page is not None:
        told = () if what_if is None else what_if_lines(what_if, env.zone())
        head = PageHead(_source(shared, history), env.zone(), f"userprio {__version__}", tuple(told))
        put_page(page, replay_page(found, head), env)
    if plot is not None:
        put_file(plot, replay_image(found, plot_form(plot), env.zone()))
    show(found, shared.format, env, what_if)


def _source(shared: Shared, history: Sequence[Path]) -> str:
    """What was replayed, by name."""
    pool = "" if shared.snapshot is None else f" on {Path(shared.snapshot).name or shared.snapshot}"
    return f"{', '.join(path.name for path in history)}{pool}"


def load_past_scenario(shared: Shared, env: Environment, *, alone: bool, first_cycle: bool) -> Scenario:
    """What the options name, without changes; `alone`, slots that are given need no snapshot.

    Raises:
        click.UsageError: there is neither.
    """
    present = replace(shared, overrides={})
    if shared.snapshot is not None:
        found = load_scenario(present, env, first_cycle=first_cycle, needs_ledger=False)
    elif alone:
        inputs = load_inputs(present, env)
        ledger = Ledger.empty() if shared.ledger is None else Ledger.read(shared.ledger)
        found = Scenario(Pool(), ledger, inputs.config, inputs.now, version=shared.version)
    else:
        raise misuse("A replay needs slots: give --snapshot with those of the pool, or --slots such as 100:Cpus=8.")
    return replace(found, previous_quotas=FIRST_CYCLE) if first_cycle else found
