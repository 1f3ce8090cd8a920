"""`userprio forecast`: how use and priorities go on, and where they settle."""

from pathlib import Path
from typing import Final

import click

from userprio.cli.editing import duration
from userprio.cli.environment import Environment
from userprio.cli.loading import load_scenario
from userprio.cli.options import Shared, command, need_pool, shared_options
from userprio.cli.progress import forecast_bar
from userprio.cli.showing import check_place, put_file, show
from userprio.cli.work_options import WorkOptions, work_options
from userprio.report import PLOT_FORMATS, can_plot, plot_image
from userprio.simulation import forecast as foretell

_LONGEST_HOURS: Final = 24 * 366 * 10


def _as_step(context: click.Context, parameter: click.Parameter, text: str | None) -> int | None:
    seconds = None if text is None else duration(text)
    if seconds == 0:
        raise click.BadParameter("A step is a second long at least.")
    return seconds


def _as_plot(context: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    if path is not None and path.suffix.lower().removeprefix(".") not in PLOT_FORMATS:
        raise click.BadParameter(f"{str(path)!r} is to end in .svg or .png, which says what to draw.")
    return path


@command(
    "forecast --snapshot fairshare",
    "forecast --snapshot fairshare --hours 72 --job-length 2h",
    "forecast --snapshot /srv/pool --job-length ann@lab.example=30m --plot priorities.svg",
    "forecast --snapshot /srv/pool --demand queue --format json > forecast.json",
)
@shared_options("Forecast")
@click.option(
    "--hours",
    type=click.FloatRange(min=0, min_open=True, max=_LONGEST_HOURS),
    default=24.0,
    metavar="HOURS",
    help="How far to look ahead; 24 if not given.",
)
@click.option(
    "--step",
    metavar="TIME",
    callback=_as_step,
    help="Time between two looks at the pool, such as 10m; otherwise a quarter of the shortest jobs' length, "
    "half an hour at most.",
)
@work_options
@click.option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    callback=_as_plot,
    help="Draw use and effective priorities too, as FILE.svg or FILE.png.",
)
def forecast(
    shared: Shared,
    env: Environment,
    hours: float,
    step: int | None,
    work: WorkOptions,
    plot: Path | None,
) -> None:
    """Look ahead: use and priorities of all submitters and groups over the coming hours.

    Step by step, jobs end, a negotiation cycle is simulated on the pool as it is by then, matched jobs start, use is
    charged and priorities age, all by the rules of the negotiator. It also shows who overtakes whom, and the long run:
    where use and priorities settle if everybody keeps asking for as much as now (not with --demand queue).

    Jobs run as long as --job-length says. Otherwise their length is taken from their ads (AllowedExecuteDuration,
    AllowedJobDuration, MaxWallTimeMins), or from the submitter's running jobs, which are assumed to be half done on
    average, or from everybody's; without any it is an hour. Single jobs vary from half to one and a half times that.

    A priority factor has two effects: doubling it halves the weight in the pie at once; in the long run, use follows
    the inverse square root of the factor, because real priority follows use.
    """
    need_pool(shared, "A forecast", "fairshare")
    terms = work.terms(max(round(hours * 3600), 1), step)
    scenario = load_scenario(shared, env)
    if plot is not None:
        can_plot()
        check_place(plot)
    with forecast_bar(env) as progress:
        found = foretell(scenario, terms, progress)
    env.warn_all(found.warnings)
    if plot is not None:
        put_file(plot, plot_image(found, plot.suffix.lower().removeprefix("."), env.zone()))
    show(found, shared.format, env)
