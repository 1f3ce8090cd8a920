"""`userprio sweep`: a range of values of a knob, side by side."""

from pathlib import Path

import click

from userprio.analysis.plan import By, Changes, Measure, changed, parse_dimension
from userprio.analysis.plan import sweep as run_sweep
from userprio.cli.environment import Environment
from userprio.cli.options import GlobalOptions, command, first_cycle_option, misuse, need_pool
from userprio.cli.progress import progress_bar
from userprio.cli.showing import show
from userprio.cli.simulating import check_plot, plot_option, put_plot
from userprio.cli.what_if import sides, what_if_options
from userprio.report import SWEEP_FORMATS, WhatIf, sweep_image


def _as_measures(context: click.Context, parameter: click.Parameter, text: str) -> tuple[Measure, ...]:
    words = [word.strip().lower() for word in text.split(",")]
    unknown = next((word for word in words if word not in list(Measure)), None)
    if unknown is not None:
        raise click.BadParameter(f"{unknown!r} is not one of {', '.join(Measure)}.")
    return tuple(dict.fromkeys(map(Measure, words)))


@command(
    "sweep",
    "sweep --snapshot physics GROUP_QUOTA_group_chemistry=2..20/2",
    "sweep --snapshot physics setfactor:alice@example.org=1..1000*10 --show share,matches,idle",
    "sweep --snapshot physics --by group --show quota,holds GROUP_ACCEPT_SURPLUS=true,false",
    "sweep --snapshot /srv/pool --only '*physics*' jobs:ann@lab.example=0..200/50 --plot demand.svg",
)
@click.argument("ranges", metavar="RANGE...", nargs=-1, required=True)
@click.option(
    "--show",
    "measures",
    metavar="MEASURES",
    default="holds,idle",
    callback=_as_measures,
    help="What to show of everybody, separated by commas: "
    + "; ".join(f"{measure}, {measure.about}" for measure in Measure)
    + ". holds,idle if not given.",
)
@click.option(
    "--by",
    type=click.Choice([by.value for by in By]),
    default=By.SUBMITTER.value,
    help="Whose figures are shown; those of a group are of its own members only.",
)
@click.option(
    "--only",
    metavar="PATTERN",
    multiple=True,
    help="Show only those whose name, with or without group and domain, or whose group matches this pattern, "
    "with `*`, `?` and `[...]`. May be repeated.",
)
@plot_option("Also draw the measures over the values of the last range, as FILE.svg or FILE.png.")
@first_cycle_option
@what_if_options
def sweep(
    shared: GlobalOptions,
    env: Environment,
    ranges: tuple[str, ...],
    measures: tuple[Measure, ...],
    by: str,
    only: tuple[str, ...],
    plot: Path | None,
    first_cycle: bool,
    changes: Changes,
) -> None:
    """Run a cycle for each of a range of values, and show everybody's figures side by side. Nothing is changed.

    A RANGE is KNOB=VALUES; setfactor:SUBMITTER=VALUES, or the same with setprio, setfloor or setceiling; or
    jobs:SUBMITTER=VALUES for numbers of idle jobs. VALUES are separated by commas: single ones, and ranges A..B in
    steps of 1, A..B/STEP, or A..B*RATIO, where each is RATIO times the one before. Several ranges make a grid.

    Each cycle is that of a negotiator that has been running with these values, as shown by `userprio negotiate` with
    them as options. All values are checked before the first cycle is run. Those whose figures vary most are listed
    first, and `*` marks present values. The other options for changes apply to every cycle.
    """
    need_pool(shared, "A sweep")
    dimensions = [parse_dimension(text) for text in ranges]
    for measure in measures:
        if not measure.is_of(By(by)):
            raise misuse(f"--show {measure}: that is {measure.about}; --by {by} has no such figure.")
    present, other = sides(shared, env, changes, first_cycle=first_cycle)
    result = changed(present if other is None else other, changes, present.config)[1]
    check_plot(plot)
    with progress_bar(env, "sweep") as progress:
        points = run_sweep(
            present,
            dimensions,
            fixed=changes,
            other=other,
            measures=measures,
            by=By(by),
            only=only,
            new=bool(click.get_current_context().params["new"]),
            progress=progress,
        )
    env.warn_all(points.remarks)
    put_plot(plot, lambda form: sweep_image(points, form))
    show(points, SWEEP_FORMATS, shared.format, env, WhatIf(changes, result) if changes else None)
