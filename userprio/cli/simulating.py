"""Options and inputs of commands that simulate a pool over time: workload, past periods, and plots."""

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Final

import click
import msgspec
from msgspec import structs

from userprio import report
from userprio.analysis.plan import Horizon, SlotsAdded, SlotsRemoved, change_slots
from userprio.base import check_place, write_file
from userprio.base.times import Moment
from userprio.cli import Environment, load_inputs, load_scenario, reading_bar
from userprio.cli.executing import executor_options
from userprio.cli.help import rare_option
from userprio.cli.loading import read_ledger
from userprio.cli.options import Decorator, GlobalOptions, first_cycle_option, misuse, tabled, together
from userprio.cli.parameters import FILE, WholeNumber, as_length, as_moment, length
from userprio.cli.what_if import slots_of_the_pool, what_if_options
from userprio.ledger import Ledger
from userprio.pool import FIRST_CYCLE, Pool, ScenarioData
from userprio.simulation import LEAST_FUTURES, Demand, ForecastTerms, ReplayTerms, Sampling, slot_machines
from userprio.simulation.history import History, largest_slot, read_history, read_machines

MOST_FUTURES: Final = 10_000
JobLengths = tuple[float | None, dict[str, float]]
"""The run time of all jobs in seconds, and those of jobs of single submitters or groups."""


def _as_lengths(context: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> JobLengths:
    everybody: float | None = None
    single: dict[str, float] = {}
    for word in words:
        whose, equals, text = word.rpartition("=")
        seconds = float(length(text))
        if seconds == 0:
            raise click.BadParameter("A job runs for at least a second.")
        if equals:
            single[whose] = seconds
        else:
            everybody = seconds
    return everybody, single


lengths_option: Final = click.option(
    "--job-length",
    "lengths",
    metavar="[NAME=]TIME",
    multiple=True,
    callback=_as_lengths,
    help="How long jobs run on average, such as 90m; with a name, those of one submitter or group; repeatable.",
)


class WorkOptions(msgspec.Struct, frozen=True):
    """The values of `--job-length` and `--demand`."""

    demand: Demand
    lengths: JobLengths

    def terms(self, length_s: int, step_s: int | None = None, **more: Any) -> ForecastTerms:
        """The terms of a forecast over `length_s` seconds."""
        return ForecastTerms(length_s, step_s, self.demand, *self.lengths, **more)


def work_options(*, history: bool = False) -> Decorator:
    """Add --job-length and --demand to a command, which is called with them as `work`.

    With `history` the command has that option too, and jobs may come like those of it, which is then the default.
    """
    demands = [demand.value for demand in Demand if history or demand is not Demand.HISTORY]
    like_history = " history: such as in --history, as often, the default with it." if history else ""

    def add(function: Callable[..., Any]) -> Any:
        @wraps(function)
        def run(*args: Any, lengths: JobLengths, demand: str | None, **values: Any) -> Any:
            usual = Demand.HISTORY if history and values["history"] else Demand.CONSTANT
            work = WorkOptions(usual if demand is None else Demand(demand), lengths)
            return function(*args, work=work, **values)

        demand_option = click.option(
            "--demand",
            type=click.Choice(demands),
            help="Which jobs come later. constant: demand stays as it is now, which is the default. queue: only the "
            f"jobs of the snapshot are run.{like_history}",
        )
        return together(lengths_option, demand_option)(run)

    return add


_machines_option: Final = rare_option(
    "--machines",
    type=FILE,
    metavar="FILE",
    help="Machines that came and went: a table (CSV) of machine,from,until, a line for each stay; ads of slots from "
    "several moments; or a startd's history.",
)


class PastPeriod(msgspec.Struct, frozen=True):
    """The values of `--from`, `--until`, `--every` and `--machines`."""

    begin: Moment | None
    end: Moment | None
    every: int | None
    machines: Path | None

    def __bool__(self) -> bool:
        """Whether any of them is given."""
        return bool(self.begin or self.end or self.machines or self.every is not None)

    def terms(self, env: Environment, each_job: bool = False, *, looks: bool = False) -> ReplayTerms:
        """The terms of a replay of the period."""
        first, last = (None if at is None else float(at.at(int(env.clock()))) for at in (self.begin, self.end))
        return ReplayTerms(first, last, self.every, each_job, looks=looks)


def period_options(
    begin_help: str, end_help: str, every_help: str, option: Callable[..., Decorator] = click.option
) -> Decorator:
    """Add the options of a `PastPeriod`, which the command is called with as `period`; `option` creates its bounds."""

    def add(function: Callable[..., Any]) -> Any:
        @wraps(function)
        def run(*args: Any, begin: Any, end: Any, every: Any, machines: Any, **values: Any) -> Any:
            return function(*args, period=PastPeriod(begin, end, every, machines), **values)

        return together(
            option("--from", "begin", metavar="TIME", callback=as_moment, help=begin_help),
            option("--until", "end", metavar="TIME", callback=as_moment, help=end_help),
            rare_option("--every", metavar="TIME", callback=as_length, help=every_help),
            _machines_option,
        )(run)

    return add


class HorizonOptions(msgspec.Struct, frozen=True):
    """The values of `--over`, and of what belongs to the long run and to replays."""

    over: Horizon
    histories: tuple[Path, ...]
    period: PastPeriod
    lengths: JobLengths

    def __post_init__(self) -> None:
        if any(self.lengths) and self.over is not Horizon.LONG_RUN:
            raise misuse("--job-length is for --over long-run; in a cycle the length of jobs has no effect.")
        if (self.over is Horizon.REPLAY) is not bool(self.histories):
            raise misuse("--over replay goes with --history, and --history with it.")
        if self.over is not Horizon.REPLAY and self.period:
            raise misuse("--from, --until, --every and --machines are for --over replay.")

    @property
    def terms(self) -> ForecastTerms:
        """How long jobs run in the long run."""
        return ForecastTerms(job_length_s=self.lengths[0], job_lengths_s=self.lengths[1])

    def past(self, scenario: ScenarioData, env: Environment) -> History | None:
        """The history that is replayed, if one is.

        Raises:
            BadInput: a file cannot be read.
        """
        return past_jobs(self.histories, scenario, env, self.period.machines) if self.histories else None


def horizon_options(about: str) -> Decorator:
    """Add --over, and the options that go with it, to a command, which is called with them as `horizon`.

    `about` begins the help of --over.
    """

    def add(function: Callable[..., Any]) -> Any:
        @wraps(function)
        def run(
            *args: Any, over: str, histories: tuple[Path, ...], period: PastPeriod, lengths: JobLengths, **values: Any
        ) -> Any:
            horizon = HorizonOptions(Horizon(over), histories, period, lengths)
            return function(*args, horizon=horizon, **values)

        return together(
            click.option(
                "--over",
                type=click.Choice([over.value for over in Horizon]),
                default=Horizon.CYCLE.value,
                help=f"{about} cycle: what they hold after the next cycle, including what they hold now. long-run: "
                "what they hold on average once the pool has settled, if demand stays as it is now. replay: what they "
                "hold on average in a past period that is replayed, that of --history. cycle if not given.",
            ),
            tabled(
                {
                    "--history histories FILE...": "What condor_history printed of the period that is replayed, as for "
                    "`userprio replay`. May be repeated."
                },
                rare_option,
            ),
            period_options(
                "Where that period begins, as for `userprio replay`.",
                "Where that period ends, as for `userprio replay`.",
                "Time between two cycles of it, as for `userprio replay`.",
                rare_option,
            ),
            lengths_option,
        )(run)

    return add


def drawn_options(option: Callable[..., Decorator] = click.option) -> Decorator:
    """Add --futures and --seed to a command that replays, which is called with them as `sampling`."""

    def add(function: Callable[..., Any]) -> Any:
        @wraps(function)
        def run(*args: Any, futures: int | None, seed: int, **values: Any) -> Any:
            sampling = None if futures is None else Sampling(futures, seed)
            return function(*args, sampling=sampling, **values)

        return together(
            option(
                "--futures",
                type=WholeNumber(LEAST_FUTURES, MOST_FUTURES),
                metavar="N",
                help="Compare also in N periods drawn from days of that one: how far differences are certain. The same "
                "periods are drawn for both sides; medians and the ranges of four out of five are shown.",
            ),
            rare_option(
                "--seed",
                type=int,
                default=0,
                metavar="N",
                help="Seed of --futures: the same seed draws the same; 0 if not given.",
            ),
        )(run)

    return add


def replay_options() -> Decorator:
    """Add what every command takes that replays a past period under changed conditions."""
    return together(drawn_options(), first_cycle_option, slots_of_the_pool, what_if_options, executor_options)


def past_jobs(files: Sequence[Path], scenario: ScenarioData, env: Environment, machines: Path | None = None) -> History:
    """The history in files about jobs, and in one about machines.

    Raises:
        BadInput: a file cannot be read, or that about machines has none.
    """
    with reading_bar(env, list(files)) as tell:
        cores = largest_slot(scenario.pool, scenario.now)
        past = read_history(files, cores_of_a_slot=cores, progress=tell)
    if machines is None:
        return past
    known = slot_machines(scenario.pool, scenario.now)
    return structs.replace(past, machines=read_machines(machines, known, env.zone()))


def past_scenario(
    shared: GlobalOptions, env: Environment, slots: tuple[SlotsAdded | SlotsRemoved, ...], *, first_cycle: bool
) -> ScenarioData:
    """The scenario that the options name, without changes; `slots`, if given, are the pool's slots.

    Raises:
        click.UsageError: neither slots nor a snapshot are given.
    """
    present = shared.with_(overrides={})
    if shared.snapshot is not None:
        scenario = load_scenario(present, env, first_cycle=first_cycle, needs_ledger=False)
    elif slots:
        inputs = load_inputs(present, env)
        ledger = Ledger.empty() if shared.ledger is None else read_ledger(shared.ledger, inputs, shared, env)
        scenario = ScenarioData(Pool(), ledger, inputs.config, inputs.now, version=shared.version)
    else:
        raise misuse("A replay needs slots: give --snapshot with those of the pool, or --slots such as 100:Cpus=8.")
    if slots:
        scenario = structs.replace(
            scenario, pool=structs.replace(scenario.pool, slots=change_slots(Pool(), slots, scenario.now).pool.slots)
        )
    env.warn_all(dict.fromkeys(scenario.pool.problems))
    return structs.replace(scenario, previous_quotas=FIRST_CYCLE) if first_cycle else scenario


def plot_option(help_text: str) -> Decorator:
    """Add --plot, a path whose suffix is the format of the picture."""
    return click.option(
        "--plot", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", callback=_as_plot, help=help_text
    )


def _form(path: Path) -> str:
    return path.suffix.lower().removeprefix(".")


def _as_plot(context: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    if path is not None and _form(path) not in report.PLOT_FORMATS:
        raise click.BadParameter(f"{str(path)!r} must end in .svg or .png, which is the format.")
    return path


def check_plot(path: Path | None) -> None:
    """Ensure that a plot, if asked for, can be drawn and written, before starting a long computation.

    Raises:
        Refused: matplotlib is not installed.
        OSError: the folder does not exist or is not writable.
    """
    if path is not None:
        report.can_plot()
        check_place(path)


def put_plot(path: Path | None, draw: Callable[[str], bytes]) -> None:
    """Write the plot, if asked for; `draw` makes it in the format of the path's suffix.

    Raises:
        OSError: it cannot be written.
    """
    if path is not None:
        write_file(path, draw(_form(path)))
