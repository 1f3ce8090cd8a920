"""`userprio size`: a past period with more or fewer machines."""

from pathlib import Path
from typing import Final

import click

from userprio.cli.environment import Environment
from userprio.cli.moments import as_length, as_moment
from userprio.cli.options import Shared, command, first_cycle_option, refuse_live, shared_options
from userprio.cli.progress import progress_bar
from userprio.cli.showing import show
from userprio.cli.simulating import (
    check_plot,
    ends_of,
    machines_option,
    past_jobs,
    past_scenario,
    plot_option,
    put_plot,
)
from userprio.cli.what_if import processes_option, slots_of_the_pool, what_if_options
from userprio.errors import BadInput
from userprio.futures import SizeTerms
from userprio.futures import size as try_sizes
from userprio.plan import Changes, SlotsAdded, SlotsRemoved, changed, parse_values
from userprio.report import WhatIf, size_image
from userprio.simulation import ReplayTerms
from userprio.times import Moment

_MOST: Final = 100_000


def _as_numbers(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, ...]:
    """Numbers of machines, single ones and ranges."""
    if text is None:
        return ()
    try:
        words = parse_values(text, f"--{parameter.name}")
    except BadInput as error:
        raise click.BadParameter(f"{error}.") from error
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= len(str(_MOST)) and int(word) <= _MOST):
            raise click.BadParameter(f"{word!r} is not a number of machines from 0 to {_MOST}.")
    return tuple(map(int, words))


@command(
    "size history.ads --snapshot /srv/pool",
    "size history.ads --snapshot /srv/pool --add 0..40/5 --remove 0..10/5 --like 'slot1@exec-new*' --jobs 4",
    "size trace.swf --slots 64:Cpus=8 --add 8..64*2 --plot size.svg",
    "size history.ads --snapshot /srv/pool --set NEGOTIATOR_DEPTH_FIRST=true --format json",
)
@click.argument("history", metavar="HISTORY...", nargs=-1, required=True, type=click.Path(path_type=Path))
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
    help="Names of machines or slots: the first is the model of those that come, the last go; any if not given.",
)
@click.option("--from", "begin", metavar="TIME", callback=as_moment, help="Where the period begins, as for replay.")
@click.option("--until", "end", metavar="TIME", callback=as_moment, help="Where the period ends, as for replay.")
@click.option(
    "--every",
    metavar="TIME",
    callback=as_length,
    help="Time between two cycles, such as 5m; otherwise what NEGOTIATOR_INTERVAL and its like say.",
)
@machines_option
@plot_option("Draw waits and idle cores over the size of the pool too, as FILE.svg or FILE.png.")
@processes_option
@first_cycle_option
@slots_of_the_pool
@what_if_options
@shared_options("Size")
def size(
    shared: Shared,
    env: Environment,
    history: tuple[Path, ...],
    add: tuple[int, ...],
    remove: tuple[int, ...],
    like: str,
    begin: Moment | None,
    end: Moment | None,
    every: int | None,
    machines: Path | None,
    plot: Path | None,
    processes: int,
    first_cycle: bool,
    changes: Changes,
    pool_slots: tuple[SlotsAdded | SlotsRemoved, ...] = (),
) -> None:
    """Live a past period again with more or fewer machines: how long jobs wait, and what stands idle.

    HISTORY and the pool are as for `userprio replay`. The jobs come when they came, whatever the machines: that people
    would hand in more if they waited less is not simulated. Jobs that never start wait until the period is over.

    The knee of the curve of mean waits over cores is named: from there on more cores bring less than before.
    """
    refuse_live(shared, "This begins with a state that is past; take a snapshot of the pool.")
    check_plot(plot)
    scenario = past_scenario(shared, env, pool_slots, first_cycle=first_cycle)
    what_if = None
    if changes:
        scenario, made = changed(scenario, changes, scenario.config)
        env.warn_all(made.remarks)
        what_if = WhatIf(changes, made)
    past = past_jobs(history, scenario, env, machines)
    numbers = (*add, *(-number for number in remove)) or SizeTerms().machines
    terms = SizeTerms(numbers, like, ReplayTerms(*ends_of(begin, end, env), every), processes)
    with progress_bar(env, "sizes") as progress:
        found = try_sizes(scenario, past, terms, progress)
    put_plot(plot, lambda form: size_image(found, form))
    show(found, shared.format, env, what_if)
