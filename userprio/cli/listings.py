"""The listings of condor_userprio: `userprio most`, `userprio quotas`, and whatever its own spelling asks for."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from userprio.accounting import AccountingRecord, GroupFigures, PriorityRules, accounting_records, freeze_factors
from userprio.cli.classic import ClassicRequest, named
from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus
from userprio.cli.options import Format, Shared, as_moment, shared_of, shared_options
from userprio.cli.sources import Sources, gather, warn_all
from userprio.errors import placed
from userprio.negotiation import group_figures
from userprio.quotas import GroupTree, build_tree
from userprio.report import Layout, Listing, ListingOptions, build_listing, classic_text, listing_csv, listing_json
from userprio.report.listing import EVERYBODY, MOST, QUOTAS

Command = TypeVar("Command", bound=Callable[..., Any])


def _selection(command: Command) -> Command:
    """Options of every listing: whom to list, and how."""
    for decorate in (
        click.option(
            "--layout",
            type=click.Choice([layout.value for layout in Layout]),
            help="Members under their groups, all in one list, or groups first.",
        ),
        click.option("--active-from", metavar="TIME", callback=as_moment, help="Leave out what was last used before."),
        click.option("--all-users", is_flag=True, help="Leave out nobody, however long ago the last use."),
        click.argument("names", nargs=-1),
    ):
        command = decorate(command)
    return command


@click.command(
    epilog="""\b
Examples:
  userprio --snapshot fairshare most
  userprio most --all-users --layout flat
  userprio most alice bob@example.org
"""
)
@_selection
@shared_options
@click.pass_context
def most(
    context: click.Context, names: tuple[str, ...], all_users: bool, active_from: int | None, layout: str | None
) -> ExitStatus:
    """List priorities, factors, usage and limits, as `condor_userprio -most` does.

    NAMES are submitters or groups, whole or without what follows the @. Without names, everybody is listed who used
    the pool during the last day.
    """

    def options(now: int) -> ListingOptions:
        since = EVERYBODY if all_users or names else active_from
        return ListingOptions(now, MOST, layout=Layout(layout) if layout else None, active_since=since)

    return _list(context, names, options)


@click.command(
    epilog="""\b
Examples:
  userprio --snapshot physics quotas
  userprio --config condor_config --ledger Accountantnew.log quotas --format classic
"""
)
@_selection
@shared_options
@click.pass_context
def quotas(
    context: click.Context, names: tuple[str, ...], all_users: bool, active_from: int | None, layout: str | None
) -> ExitStatus:
    """List the groups' effective, configured and subtree quotas and their demand, as `condor_userprio -quotas` does.

    Every group is listed, also one that nobody used for long. Effective quotas follow from the size of the pool, so
    without --snapshot they are 0, as in a negotiator before its first cycle.
    """

    def options(now: int) -> ListingOptions:
        since = EVERYBODY if active_from is None or all_users or names else active_from
        return ListingOptions(now, QUOTAS, True, Layout(layout) if layout else None, since)

    return _list(context, names, options)


def _list(context: click.Context, names: Sequence[str], options: Callable[[int], ListingOptions]) -> ExitStatus:
    env = context.find_object(Environment)
    assert env is not None
    if print_listing(shared_of(context), env, names, options) or not names:
        return ExitStatus.DONE
    env.stderr.write(f"{env.program}: there is no record of {' or '.join(names)}.\n")
    return ExitStatus.FAILED


def print_classic(request: ClassicRequest, shared: Shared, env: Environment) -> ExitStatus:
    """What condor_userprio's spelling asks for; as with that program, finding nobody is no failure."""
    print_listing(shared, env, request.names, lambda now: request.options(now, env.zone))
    return ExitStatus.DONE


def print_listing(
    shared: Shared, env: Environment, names: Sequence[str], options: Callable[[int], ListingOptions]
) -> bool:
    """Print a listing of the records so named, of all without names; whether there was any."""
    sources = gather(shared, env)
    records = [record for record in _records(sources, env) if named(record.name, names)]
    if records or not names:
        _show(build_listing(records, options(sources.now)), shared, env)
    return bool(records)


def _records(sources: Sources, env: Environment) -> Sequence[AccountingRecord]:
    """What a negotiator that runs on this ledger would answer, groups with the figures of a cycle on the snapshot."""
    tree = build_tree(sources.config)
    if sources.pool is None:
        figures = _before_any_cycle(tree)
    else:
        warn_all(sources.pool.problems, env)
        figures = group_figures(sources.pool, sources.ledger, sources.config, sources.now)
    warn_all((placed(warning.message, warning.path, warning.line) for warning in tree.warnings), env)
    names = [group.name for group in tree.groups]
    rules = PriorityRules.from_config(sources.config, names)

    def group_of(name: str) -> str:
        return tree.assigned(name).name

    # A negotiator makes a record of every configured group when it starts.
    ledger = freeze_factors(sources.ledger, names, rules, group_of)
    return accounting_records(ledger, rules, group_of, figures)


def _before_any_cycle(tree: GroupTree) -> Mapping[str, GroupFigures]:
    return {
        group.name: GroupFigures(0.0, group.configured, 0.0, 0.0, group.surplus_policy, 0.0) for group in tree.groups
    }


def _show(listing: Listing, shared: Shared, env: Environment) -> None:
    match shared.format:
        case Format.JSON:
            env.stdout.write(listing_json(listing))
        case Format.CSV:
            env.stdout.write(listing_csv(listing))
        case Format.AUTO | Format.CLASSIC if shared.format is Format.CLASSIC or not env.on_terminal:
            env.stdout.write(classic_text(listing, env.zone))
        case _:
            from userprio.cli.console import open_console
            from userprio.report.tables import print_listing as draw

            draw(listing, open_console(env), env.zone)
