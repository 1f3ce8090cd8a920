"""`userprio negotiate`: one negotiation cycle, dry."""

from pathlib import Path

import click

from userprio.cli.environment import Environment
from userprio.cli.loading import load_scenario
from userprio.cli.moab_options import MoabFiles, Order, moab_order, order_options
from userprio.cli.options import first_cycle_option, need_pool, shared_of, shared_options
from userprio.cli.progress import counting_visits
from userprio.cli.showing import show
from userprio.moab import Mode
from userprio.negotiation import negotiate as run_cycle
from userprio.negotiation import with_first_cycle_remarks


@click.command(
    epilog="""\b
Examples:
  userprio --snapshot physics negotiate
  userprio negotiate --snapshot pool.toml --set GROUP_ACCEPT_SURPLUS=true
  userprio negotiate --snapshot /srv/pool --format json > cycle.json
  userprio negotiate --pool cm.example.org
  userprio negotiate --snapshot /srv/pool --job-order moab --moab /opt/moab/moab.cfg
"""
)
@shared_options("Outcome")
@first_cycle_option
@order_options
@click.pass_context
def negotiate(
    context: click.Context,
    first_cycle: bool,
    job_order: str,
    moab: Path | None,
    data: Path | None,
    partition: str,
    fs_mode: str,
) -> None:
    """Run one negotiation cycle on a pool, dry: what condor_negotiator would decide.

    It is a cycle of a running negotiator, as all but its first are; --first-cycle is of one that just started.

    Shown are the groups with their quotas, demand and allocation; the submitters in the order in which they were
    visited, each with its effective priority, share, submitter limit and usage, the weight it got, its matches, the
    jobs expected to start from them, its idle jobs left, and why it stopped; and the rejections. Nothing is ever
    written. Of a running pool, given with --pool, a snapshot is taken first, for this one
    run: the pool is only read.

    With --job-order moab each submitter's jobs are offered by Moab's priority instead, to compare the two.
    """
    env = context.find_object(Environment)
    assert env is not None
    shared = shared_of(context)
    need_pool(shared, "A cycle")
    scenario = load_scenario(shared, env, first_cycle=first_cycle)
    order = None
    if job_order == Order.MOAB:
        files = MoabFiles(moab, data)
        order = moab_order(files, partition, Mode(fs_mode), scenario.pool, scenario.now, shared, env)
    with counting_visits(env, scenario.pool) as observer:
        outcome = with_first_cycle_remarks(scenario, run_cycle(scenario, order, observer), order)
    env.warn_all(outcome.warnings)
    show(outcome, shared.format, env)
