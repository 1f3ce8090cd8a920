"""`userprio snapshot`: a running pool as a folder that every other command works on."""

from pathlib import Path

import click

from userprio.cli.environment import Environment
from userprio.cli.options import shared_of, shared_options
from userprio.cli.pools import check_live, reach
from userprio.cli.progress import counting
from userprio.cli.showing import show
from userprio.report.housekeeping import SnapshotReport


@click.command(
    epilog="""\b
Examples:
  userprio snapshot --pool cm.example.org pool-today
  userprio snapshot pool-today           (of this machine's own pool)
  userprio snapshot --pool cm.example.org:9620 --name night last-night
"""
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@shared_options("SnapshotReport")
@click.pass_context
def snapshot(context: click.Context, folder: Path) -> None:
    """Take a snapshot of a running pool into a new folder DIR, for `--snapshot DIR` of the other commands.

    It holds slot, submitter and job ads with the attributes that a negotiation can depend on, the negotiator's
    configuration, and its accounts as a ledger. Claim ids and other secrets never get into it. DIR may exist if it is
    empty; it appears all at once when the snapshot is whole. The pool is only read.
    """
    from userprio.live import check_free, take_into

    env = context.find_object(Environment)
    assert env is not None
    shared = shared_of(context)
    check_live(shared, env)
    check_free(folder)
    reached = reach(shared, env)
    negotiator = reached.negotiator()
    now = int(env.clock()) if shared.now is None else shared.now
    with counting(env) as progress:
        taken = take_into(folder, reached.transport, negotiator, now, progress)
    env.warn_all(taken.warnings)
    report = SnapshotReport(
        folder, reached.title, negotiator.name, now, taken.slots, taken.submitters, taken.jobs, taken.records
    )
    show(report, shared.format, env)
