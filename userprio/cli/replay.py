"""`userprio replay` and `size`: a past period replayed, under another policy, or with more or fewer machines."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

import click

from userprio import __version__, report
from userprio.analysis.plan import (
    JOBS,
    MACHINES,
    Changes,
    SlotsAdded,
    SlotsRemoved,
    changed,
    parse_dimension,
    scenarios_of,
    values_of,
)
from userprio.base import BadInput, Format, check_place
from userprio.cli import FILE, Environment, progress_bar, put_page, show, simulating, stoppable
from userprio.cli.options import GlobalOptions, command, first_cycle_option, misuse, refuse_live
from userprio.cli.what_if import other_side, processes_option, slots_of_the_pool, what_if_options
from userprio.pool import ScenarioData
from userprio.simulation import (
    CHANGED,
    Replay,
    SavedReplay,
    WaitBound,
    first_that_holds,
    parse_wait_bound,
    replay_history,
    weekly_waits,
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
@processes_option
@first_cycle_option
@slots_of_the_pool
@what_if_options
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
    processes: int,
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
    changes = changes.and_then(Changes(to_config=to_config))
    present = replace(shared, overrides={})
    scenario = simulating.past_scenario(shared, env, pool_slots, first_cycle=first_cycle)
    others, what_if = {}, None
    if changes:
        base = other_side(scenario, changes, present, env)
        others[CHANGED], effects = changed(scenario if base is None else base, changes, scenario.config)
        env.warn_all(effects.remarks)
        what_if = report.WhatIf(changes, effects)
    past = simulating.past_jobs(history, scenario, env, period.machines)
    terms = period.terms(env, each_job, looks=True)
    saved, what = (
        (None, "replay") if state is None else (_kept_in(state), "replay (Ctrl-C stops it; run it again to go on)")
    )
    tell = partial(show, formats=report.REPLAY_FORMATS, form=shared.format, env=env, what_if=what_if)
    with stoppable(tell), _going_on_from(state, env), progress_bar(env, what) as progress:
        result = replay_history(
            scenario, past, terms, others=others, processes=processes, progress=progress, saved=saved
        )
    _warn_if_far(result, shared, env)
    if page is not None:
        lines = () if what_if is None else report.what_if_lines(what_if, env.zone())
        head = report.PageHead(_source(shared, history), env.zone(), f"userprio {__version__}", tuple(lines))
        put_page(page, report.replay_page(result, head), env)
    simulating.put_plot(plot, lambda form: report.replay_image(result, form, env.zone()))
    tell(result)


def _warn_if_far(result: Replay, shared: GlobalOptions, env: Environment) -> None:
    """Warn of a replay that is not close to what really happened."""
    # On a terminal the table begins with this.
    said_on_screen = env.on_terminal and shared.format in (Format.AUTO, Format.TABLE)
    if result.calibration is not None and not result.calibration.near and not said_on_screen:
        env.warn_all(["this replay is not close to what really happened: " + "; ".join(result.calibration.why_not)])


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


_MOST_MACHINES: Final = 100_000


def _as_numbers(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, ...]:
    """Numbers of machines, from single values and ranges."""
    if text is None:
        return ()
    try:
        words = values_of(text, f"--{parameter.name}")
    except BadInput as error:
        raise click.BadParameter(f"{error}.") from error
    for word in words:
        if not (
            word.isascii() and word.isdigit() and len(word) <= len(str(_MOST_MACHINES)) and int(word) <= _MOST_MACHINES
        ):
            raise click.BadParameter(f"{word!r} is not a number of machines from 0 to {_MOST_MACHINES}.")
    return tuple(map(int, words))


like_option: Final = click.option(
    "--like",
    metavar="PATTERN",
    default="*",
    help="Names of machines or slots: the first is the model for added ones, the last are removed; any if not given.",
)


def _as_bound(context: click.Context, parameter: click.Parameter, text: str | None) -> WaitBound | None:
    return None if text is None else parse_wait_bound(text)


until_wait_option: Final = click.option(
    "--until-wait",
    metavar="BOUND",
    callback=_as_bound,
    help="The first value that keeps to a bound on waits in the period, such as 'p95 <= 1h', 'mean <= 10m' or "
    "'median <= 5m'.",
)


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
@like_option
@until_wait_option
@simulating.period_options(
    "Where the period begins, as for replay.", "Where the period ends, as for replay.", _EVERY_HELP
)
@simulating.plot_option("Also draw waits and idle cores over the size of the pool, as FILE.svg or FILE.png.")
@processes_option
@first_cycle_option
@slots_of_the_pool
@what_if_options
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
    processes: int,
    first_cycle: bool,
    changes: Changes,
    pool_slots: tuple[SlotsAdded | SlotsRemoved, ...] = (),
) -> None:
    """Replay a past period with more or fewer machines: how long jobs wait, and how much is idle.

    HISTORY and the pool are as for `userprio replay`. Jobs are submitted when they were, regardless of the machines:
    that users might submit more if they waited less is not simulated. Jobs that never start wait until the end of the
    period. It is `userprio sweep machines=NUMBERS --over replay HISTORY` by another name.
    """
    options = PastOptions(period, like, until_wait, plot, processes, first_cycle, changes, pool_slots)
    _size(shared, env, history, (*add, *(-number for number in remove)), options)


@dataclass(frozen=True, slots=True)
class PastOptions:
    """The options of commands that replay a past period several times."""

    period: simulating.PastPeriod
    like: str
    """Names of machines that are added or removed."""
    until_wait: WaitBound | None
    plot: Path | None
    processes: int
    first_cycle: bool
    changes: Changes
    pool_slots: tuple[SlotsAdded | SlotsRemoved, ...]

    def scenario(self, shared: GlobalOptions, env: Environment) -> tuple[ScenarioData, "report.WhatIf | None"]:
        """The scenario that the period is replayed on, with the changes made, and these."""
        refuse_live(shared, "This begins with a state that is past; take a snapshot of the pool.")
        simulating.check_plot(self.plot)
        scenario = simulating.past_scenario(shared, env, self.pool_slots, first_cycle=self.first_cycle)
        if not self.changes:
            return scenario, None
        scenario, effects = changed(scenario, self.changes, scenario.config)
        env.warn_all(effects.remarks)
        return scenario, report.WhatIf(self.changes, effects)


def _size(
    shared: GlobalOptions, env: Environment, history: Sequence[Path], numbers: Sequence[int], options: PastOptions
) -> None:
    """Replay a past period with these numbers of machines more or fewer; without numbers, some more."""
    scenario, what_if = options.scenario(shared, env)
    past = simulating.past_jobs(history, scenario, env, options.period.machines)
    from userprio.analysis.wait import SizeTerms
    from userprio.analysis.wait import size as try_sizes

    tried = tuple(numbers) or SizeTerms().machines
    terms = SizeTerms(tried, options.like, options.until_wait, options.period.terms(env), options.processes)
    with progress_bar(env, "sizes") as progress:
        sizes = try_sizes(scenario, past, terms, progress)
    simulating.put_plot(options.plot, lambda form: report.size_image(sizes, form))
    show(sizes, report.SIZE_FORMATS, shared.format, env, what_if)


def sweep_over_replay(
    shared: GlobalOptions, env: Environment, words: Sequence[str], options: PastOptions, *, new: bool
) -> None:
    """Replay a past period for each of a range of values; `words` are the ranges, and the files of the history.

    Raises:
        click.UsageError: a range or the history is missing, or the range cannot be swept over a replay.
    """
    # A file may have an equals sign in its name; a range is never a file that is there.
    history = [Path(word) for word in words if "=" not in word or Path(word).is_file()]
    dimensions = [parse_dimension(word) for word in words if Path(word) not in history]
    if not history or not dimensions:
        raise misuse(
            "A sweep over a replay needs a range, such as machines=0..8/2, and a history, such as history.ads."
        )
    if any(dimension.kind == JOBS for dimension in dimensions):
        raise misuse("The jobs of a replay are those of its history; jobs: is for --over cycle.")
    if any(dimension.label == MACHINES for dimension in dimensions):
        if len(dimensions) > 1:
            raise misuse("machines= is swept by itself; make other changes by options such as --set.")
        _size(shared, env, history, [_more_or_fewer(value) for value in dimensions[0].values], options)
        return
    if options.plot is not None or options.like != "*":
        raise misuse("With --over replay, --plot and --like are for machines=.")
    if options.until_wait is not None and len(dimensions) > 1:
        raise misuse("--until-wait goes with one range.")
    scenario, what_if = options.scenario(shared, env)
    scenarios, remarks = scenarios_of(scenario, dimensions, new=new)
    env.warn_all(remarks)
    labels = [dimension.label for dimension in dimensions]
    others = {
        ", ".join(f"{label}={value}" for label, value in zip(labels, values, strict=True)): other
        for values, other in scenarios.items()
    }
    past = simulating.past_jobs(history, scenario, env, options.period.machines)
    terms, processes = options.period.terms(env), options.processes
    with progress_bar(env, "sweep") as progress:
        result = replay_history(scenario, past, terms, others=others, processes=processes, progress=progress)
    _warn_if_far(result, shared, env)
    enough = None
    if options.until_wait is not None:
        policies = result.policies[1:]
        weeks = [weekly_waits(policy, result.begins_at) for policy in policies]
        enough = first_that_holds(options.until_wait, [policy.everybody.waits for policy in policies], weeks)
    sweep = report.ReplaySweep(tuple(dimensions), tuple(scenarios), result, enough)
    show(sweep, report.REPLAY_SWEEP_FORMATS, shared.format, env, what_if)


def _more_or_fewer(word: str) -> int:
    """A number of machines to add or, if negative, to remove."""
    sign, digits = (-1, word[1:]) if word[:1] == "-" else (1, word.removeprefix("+"))
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(_MOST_MACHINES))):
        raise click.BadParameter(f"{word!r} is not a number of machines.", param_hint=MACHINES)
    return sign * int(digits)
