"""`userprio report`: one negotiation cycle, dry, as a page of HTML."""

from pathlib import Path

import click

from userprio import __version__
from userprio.cli.environment import Environment
from userprio.cli.loading import load_scenario
from userprio.cli.options import Shared, first_cycle_option, need_pool, shared_of, shared_options
from userprio.formats import Format
from userprio.negotiation import negotiate, with_first_cycle_remarks
from userprio.report.files import put_file
from userprio.report.page import PageHead, report_page
from userprio.report.summary import pool_line
from userprio.report.text import printable


@click.command(
    epilog="""\b
Examples:
  userprio report --snapshot physics -o physics.html
  userprio report --snapshot /srv/pool --set GROUP_ACCEPT_SURPLUS=true -o surplus.html
"""
)
@shared_options()
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="The page; what is there under this name is replaced.",
)
@first_cycle_option
@click.pass_context
def report(context: click.Context, output: Path, first_cycle: bool) -> None:
    """Write a page about one negotiation cycle, dry, for colleagues: one file of HTML that needs nothing else.

    It shows what `userprio negotiate` tells: the groups as a tree, with bars of what they use, won and may have; the
    submitters with their priorities, shares, matches and idle jobs left; preemption, rejections and warnings. It has no
    scripts, and loads nothing. It is light or dark as its reader's screen is, and fits a phone. What is said about it
    besides goes to standard error.
    """
    env = context.find_object(Environment)
    assert env is not None
    shared = shared_of(context)
    need_pool(shared, "A report")
    if shared.format is not Format.AUTO:
        raise click.UsageError("A report is a page of HTML; --format is for `userprio negotiate`.", context)
    scenario = load_scenario(shared, env, first_cycle=first_cycle)
    outcome = with_first_cycle_remarks(scenario, negotiate(scenario))
    env.warn_all(outcome.warnings)
    head = PageHead(_source(shared), env.zone, f"userprio {__version__}")
    put_file(output, report_page(outcome, head).encode("utf-8", "replace"))
    env.stderr.write(f"{env.program}: {printable(str(output))}: {pool_line(outcome)}\n")


def _source(shared: Shared) -> str:
    """What was looked at, by name."""
    if shared.snapshot is None:
        return shared.pool or shared.negotiator or ""
    return Path(shared.snapshot).name or shared.snapshot
