"""`userprio sweep`: a range of values side by side; and `size`, an earlier name of a sweep over machines."""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from userprio import report
from userprio.analysis import sweep as sweeping
from userprio.analysis.plan import Changes, Horizon, SlotsAdded, SlotsRemoved, changed
from userprio.base import BadInput
from userprio.cli import FILE, check_plot, plot_option, put_plot, simulating
from userprio.cli.environment import Environment
from userprio.cli.options import GlobalOptions, command, misuse, need_pool, refuse_live
from userprio.cli.parameters import as_choices
from userprio.cli.progress import progress_bar, stoppable
from userprio.cli.replay import warn_if_far
from userprio.cli.showing import show
from userprio.cli.what_if import sides
from userprio.simulation import Sampling, WaitBound, parse_wait_bound

_SOME_MORE: Final = (1, 2, 4, 8)


def _as_bound(context: click.Context, parameter: click.Parameter, text: str | None) -> WaitBound | None:
    return None if text is None else parse_wait_bound(text)


until_wait_option: Final = click.option(
    "--until-wait",
    metavar="BOUND",
    callback=_as_bound,
    help="The first value that keeps to a bound on waits in the period, such as 'p95 <= 1h', 'mean <= 10m' or "
    "'median <= 5m'.",
)


def _usual(over: Horizon) -> str:
    return ",".join(sweeping.USUAL[over])


@command(
    "sweep",
    "sweep --snapshot physics GROUP_QUOTA_group_chemistry=2..20/2",
    "sweep --snapshot physics setfactor:alice@example.org=1..1000*10 --show share,matches,idle",
    "sweep --snapshot physics --by group GROUP_ACCEPT_SURPLUS=true,false",
    "sweep --snapshot fairshare setfactor:ada@example.org=250..4000*2 --over long-run",
    "sweep --snapshot /srv/pool machines=-4..12/4 --over replay --history history.ads",
    "sweep --snapshot /srv/pool machines=0..9 --over replay --history h.ads --until-wait 'p95<=1h'",
)
@click.argument("ranges", metavar="RANGE...", nargs=-1, required=True)
@simulating.horizon_options("What is shown is of the next cycle, the long run, or a past period.")
@click.option(
    "--show",
    "measures",
    metavar="MEASURES",
    callback=as_choices(sweeping.Measure),
    help="What to show of each, separated by commas: "
    + "; ".join(f"{measure}, {measure.about}" for measure in sweeping.Measure if Horizon.CYCLE in measure.over)
    + ". Over the long run: holds, unmet. Over a replay: holds, median, p95, mean (waits), started, finished. "
    + f"{_usual(Horizon.CYCLE)}, or {_usual(Horizon.LONG_RUN)}, or {_usual(Horizon.REPLAY)} if not given.",
)
@click.option(
    "--by",
    type=click.Choice([by.value for by in sweeping.By]),
    default=sweeping.By.SUBMITTER.value,
    help="Whose figures are shown; those of a group are of its own members only, but over a replay of its subgroups "
    "too.",
)
@click.option(
    "--only",
    metavar="PATTERN",
    multiple=True,
    help="Show only those whose name, with or without group and domain, or whose group matches this pattern, "
    "with `*`, `?` and `[...]`. May be repeated.",
)
@until_wait_option
@plot_option("Also draw the measures over the values of the last range, or a replayed period, as FILE.svg or FILE.png.")
@simulating.replay_options()
def sweep(
    shared: GlobalOptions,
    env: Environment,
    ranges: tuple[str, ...],
    horizon: simulating.HorizonOptions,
    measures: tuple[sweeping.Measure, ...],
    by: str,
    only: tuple[str, ...],
    until_wait: WaitBound | None,
    plot: Path | None,
    sampling: Sampling | None,
    executor: Executor | None,
    first_cycle: bool,
    changes: Changes,
    pool_slots: tuple[SlotsAdded | SlotsRemoved, ...] = (),
) -> None:
    """Try each of a range of values, and show the figures of all side by side. Nothing is changed.

    A RANGE is KNOB=VALUES; setfactor:SUBMITTER=VALUES, or the same with setprio, setfloor or setceiling;
    jobs:SUBMITTER=VALUES for numbers of idle jobs; or machines=VALUES for so many more or, if negative, fewer, and
    machines:PATTERN=VALUES for machines of such names. VALUES are separated by commas: single ones, and ranges A..B in
    steps of 1, A..B/STEP, or A..B*RATIO, where each is RATIO times the one before. Several ranges make a grid.

    A cycle is that of a negotiator that has been running with these values, as shown by `userprio negotiate` with them
    as options; the long run is that of `userprio forecast`, a replay that of `userprio replay`. All values are checked
    before the first is tried. Those whose figures vary most are listed first, and `*` marks present values. The other
    options for changes apply throughout.

    Over a replay, the period as it was stands beside the others. Each has the waits of all jobs, what was idle, and how
    much waiting another core-hour saves. --until-wait names the first value that keeps to a bound on waits, and how far
    single weeks differ.
    """
    for measure in measures:
        option = "" if measure.is_of(sweeping.By(by)) else f"--by {by}"
        if option or horizon.over not in measure.over:
            lacking = option or f"--over {horizon.over}"
            raise misuse(f"--show {measure}: that is {measure.about}; {lacking} has no such figure.")
    new = bool(click.get_current_context().params["new"])
    dimensions = [sweeping.parse_dimension(text) for text in ranges]
    options = _Options(horizon, until_wait, plot, sampling, executor, first_cycle, changes, pool_slots)
    _sweep(shared, env, dimensions, options, measures=measures or None, by=sweeping.By(by), only=only, new=new)


class _Options(msgspec.Struct, frozen=True):
    """What a sweep is over, and how it is run."""

    horizon: simulating.HorizonOptions
    until_wait: WaitBound | None
    plot: Path | None
    sampling: Sampling | None
    executor: Executor | None
    first_cycle: bool
    changes: Changes
    pool_slots: tuple[SlotsAdded | SlotsRemoved, ...]

    def __post_init__(self) -> None:
        of_replays = self.pool_slots or self.until_wait or self.sampling
        if self.horizon.over is not Horizon.REPLAY and of_replays:
            raise misuse("--until-wait, --futures and --slots without a sign are for --over replay.")


def _sweep(
    shared: GlobalOptions,
    env: Environment,
    dimensions: Sequence[sweeping.Dimension],
    options: _Options,
    **figures: Any,
) -> None:
    """Run a sweep, and show it; `figures` say what is shown of whom."""
    horizon, changes, other = options.horizon, options.changes, None
    if horizon.over is Horizon.REPLAY:
        refuse_live(shared, "This begins with a state that is past; take a snapshot of the pool.")
        present = simulating.past_scenario(shared, env, options.pool_slots, first_cycle=options.first_cycle)
    else:
        need_pool(shared, "A sweep")
        present, other = sides(shared, env, changes, first_cycle=options.first_cycle)
    effects = changed(present if other is None else other, changes, present.config)[1]
    check_plot(options.plot)
    what_if = report.WhatIf(changes, effects) if changes else None
    tell = partial(show, formats=report.SWEEP_FORMATS, form=shared.format, env=env, what_if=what_if)
    past = horizon.past(present, env)
    counted = ("cycles",) if horizon.over is Horizon.CYCLE else ()
    with stoppable(tell), progress_bar(env, "sweep", *counted) as progress:
        swept = sweeping.sweep(
            present,
            dimensions,
            over=horizon.over,
            fixed=changes,
            other=other,
            terms=horizon.terms,
            history=past,
            period=horizon.period.terms(env),
            until_wait=options.until_wait,
            sampling=options.sampling,
            executor=options.executor,
            progress=progress,
            **figures,
        )
    env.warn_all(swept.remarks)
    if swept.past is not None:
        warn_if_far(swept.past.calibration, shared, env)
    put_plot(options.plot, lambda form: report.sweep_image(swept, form))
    tell(swept)


def _as_numbers(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, ...]:
    """Numbers of machines, from single values and ranges."""
    if text is None:
        return ()
    try:
        words = sweeping.values_of(text, f"--{parameter.name}")
    except BadInput as error:
        raise click.BadParameter(f"{error}.") from error
    most = sweeping.MOST_MACHINES
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= len(str(most)) and int(word) <= most):
            raise click.BadParameter(f"{word!r} is not a number of machines from 0 to {most}.")
    return tuple(map(int, words))


@command(
    "size",
    "size history.ads --snapshot /srv/pool",
    "size history.ads --snapshot /srv/pool --add 0..40/5 --remove 0..10/5 --like 'slot1@exec-new*' --processes 4",
    "size trace.swf --slots 64:Cpus=8 --add 8..64*2 --plot size.svg",
    "size history.ads --snapshot /srv/pool --set NEGOTIATOR_DEPTH_FIRST=true --format json",
)
@click.argument("history", metavar="HISTORY...", nargs=-1, required=True, type=FILE)
@click.option(
    "--add",
    metavar="NUMBERS",
    callback=_as_numbers,
    help="How many machines more to try, such as 0..8, 0..40/5 or 4,8,16; 1,2,4,8 if neither is given.",
)
@click.option("--remove", metavar="NUMBERS", callback=_as_numbers, help="How many machines fewer to try.")
@click.option(
    "--like",
    metavar="PATTERN",
    default="*",
    help="Names of machines or slots: the first is the model for added ones, the last are removed; any if not given.",
)
@until_wait_option
@simulating.period_options(
    "Where the period begins, as for replay.",
    "Where the period ends, as for replay.",
    "Time between two cycles, such as 5m; otherwise that of NEGOTIATOR_INTERVAL and related knobs.",
)
@plot_option("Also draw waits and idle cores over the size of the pool, as FILE.svg or FILE.png.")
@simulating.replay_options()
def size(
    shared: GlobalOptions,
    env: Environment,
    history: tuple[Path, ...],
    add: tuple[int, ...],
    remove: tuple[int, ...],
    like: str,
    until_wait: WaitBound | None,
    period: simulating.PastPeriod,
    plot: Path | None,
    sampling: Sampling | None,
    executor: Executor | None,
    first_cycle: bool,
    changes: Changes,
    pool_slots: tuple[SlotsAdded | SlotsRemoved, ...] = (),
) -> None:
    """Replay a past period with more or fewer machines: how long jobs wait, and how much is idle.

    HISTORY and the pool are as for `userprio replay`. Jobs are submitted when they were, regardless of the machines:
    that users might submit more if they waited less is not simulated. Jobs that never start wait until the end of the
    period. It is `userprio sweep machines=NUMBERS --over replay --history HISTORY` by another name.
    """
    horizon = simulating.HorizonOptions(Horizon.REPLAY, history, period, (None, {}))
    numbers = (*add, *(-number for number in remove)) or _SOME_MORE
    options = _Options(horizon, until_wait, plot, sampling, executor, first_cycle, changes, pool_slots)
    _sweep(shared, env, [sweeping.machine_range((0, *numbers), like)], options)
