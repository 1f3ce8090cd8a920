"""`userprio negotiate` and `report`: one negotiation cycle, dry, and the same as a page of HTML."""

from pathlib import Path
from typing import Any

import click

from userprio import __version__
from userprio.cli.environment import Environment
from userprio.cli.moab_options import chosen_order, order_options
from userprio.cli.options import Shared, command, first_cycle_option, misuse, need_pool, shared_options
from userprio.cli.progress import counting_visits
from userprio.cli.showing import put_page, show
from userprio.cli.what_if import supposed, what_if_options
from userprio.formats import Format
from userprio.negotiation import MEASURED, NO_TIME, with_first_cycle_remarks
from userprio.negotiation import negotiate as run_cycle
from userprio.plan import Changes
from userprio.report import PageHead, pool_line, printable, report_page, what_if_lines


@command(
    "--snapshot physics negotiate",
    "negotiate --snapshot pool.toml --set GROUP_ACCEPT_SURPLUS=true",
    "negotiate --snapshot /srv/pool --format json > cycle.json",
    "negotiate --pool cm.example.org",
    "negotiate --snapshot /srv/pool --job-order moab --moab /opt/moab/moab.cfg",
    "negotiate --snapshot /srv/pool --real-time",
)
@shared_options("Outcome")
@first_cycle_option
@click.option(
    "--real-time",
    is_flag=True,
    help="Stop where a real negotiator is estimated to run out of time (NEGOTIATOR_MAX_TIME_PER_CYCLE and the like).",
)
@order_options
@what_if_options
def negotiate(
    shared: Shared, env: Environment, first_cycle: bool, real_time: bool, changes: Changes, **given: Any
) -> None:
    """Make a dry run of one negotiation cycle on a pool: what condor_negotiator would decide.

    It is a cycle of a negotiator that has been running; --first-cycle makes it the first one after a start.

    Shown are the groups with their quotas, demand and allocation; the submitters in the order in which they were
    visited, each with its effective priority, share, submitter limit and usage, the weight it got, its matches, the
    jobs expected to start from them, its idle jobs left, and why it stopped; and the rejections. Nothing is ever
    written. Of a running pool, given with --pool, a snapshot is taken first, for this run only: the pool is only read.

    A dry run takes all the time it needs, unless a time limit is zero. With --real-time it stops where a real
    negotiator is estimated to run out of time, and shows who is affected.

    With --job-order moab each submitter's jobs are offered by Moab's priority instead, to compare the two.
    """
    need_pool(shared, "A cycle")
    scene = supposed(shared, env, changes, first_cycle=first_cycle)
    scenario = scene.scenario
    order = chosen_order(scenario.pool, scenario.now, shared, env, **given)
    with counting_visits(env, scenario.pool) as observer:
        costs = MEASURED if real_time else NO_TIME
        outcome = with_first_cycle_remarks(scenario, run_cycle(scenario, order, observer, costs), order, costs)
    env.warn_all(outcome.warnings)
    show(outcome, shared.format, env, scene.what_if)


@command(
    "report --snapshot physics -o physics.html",
    "report --snapshot /srv/pool --set GROUP_ACCEPT_SURPLUS=true -o surplus.html",
)
@shared_options()
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    required=True,
    metavar="FILE",
    help="Where to write the page, - for standard output; an existing file is replaced.",
)
@first_cycle_option
@what_if_options
def report(shared: Shared, env: Environment, output: Path, first_cycle: bool, changes: Changes) -> None:
    """Write a page for colleagues about a dry run of one negotiation cycle: a single, self-contained HTML file.

    It shows what `userprio negotiate` shows: the groups as a tree, with bars of what they use, won and may have; the
    submitters with their priorities, shares, matches and idle jobs left; preemption, rejections and warnings. It has no
    scripts and loads nothing. It follows the light or dark mode of its reader's screen, and fits a phone. Messages go
    to standard error.
    """
    need_pool(shared, "A report")
    if shared.format is not Format.AUTO:
        raise misuse("A report is a page of HTML; --format is for `userprio negotiate`.")
    scene = supposed(shared, env, changes, first_cycle=first_cycle)
    scenario, what_if = scene.scenario, scene.what_if
    outcome = with_first_cycle_remarks(scenario, run_cycle(scenario))
    env.warn_all(outcome.warnings)
    told = [] if what_if is None else what_if_lines(what_if, env.zone())
    head = PageHead(_source(shared), env.zone(), f"userprio {__version__}", tuple(told))
    put_page(output, report_page(outcome, head), env)
    env.stderr.write(f"{env.program}: {printable(str(output))}: {pool_line(outcome)}\n")


def _source(shared: Shared) -> str:
    """What was looked at, by name."""
    if shared.snapshot is None:
        return shared.pool or shared.negotiator or ""
    return Path(shared.snapshot).name or shared.snapshot
