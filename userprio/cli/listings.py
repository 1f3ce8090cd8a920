"""The listings as commands: `userprio most`, `all`, `usage`, `priority`, `quotas` and `resources`."""

import re
from pathlib import Path
from typing import Any, Final

import click

from userprio import report
from userprio.analysis.plan import Changes
from userprio.base import BadInput, Moment
from userprio.base.patterns import lazy_pattern
from userprio.classad import ClassAdSyntaxError, Expr, parse
from userprio.cli import Environment, ExitStatus, ListingRequest, Source, as_moment, show, supposed, what_if_options
from userprio.cli.accounts import answer, answer_from, held_by, show_answer
from userprio.cli.help import rare_option
from userprio.cli.options import GlobalOptions, command, misuse, tabled, together

_FLAGS: Final = lazy_pattern(r"[jlhVroTY,tng]*:")
_TOKEN: Final = lazy_pattern(r'"(?:[^"\\]|\\.)*"|[^\s,()\[\]{}"]+|.', re.DOTALL)


def _parse_autoformat(texts: tuple[str, ...]) -> report.Autoformat | None:
    """The columns of `--autoformat` options, each `[FLAGS:]ATTRIBUTES`; None without any.

    Attributes are separated by blanks or commas, except inside quotes and brackets of an expression.

    Raises:
        click.BadParameter: an attribute is not an expression, or there is none.
    """
    wanted = None
    for text in texts:
        match = _FLAGS.match(text)
        flags = match[0][:-1] if match else ""
        attributes = _split(text[match.end() :] if match else text)
        if not attributes:
            raise click.BadParameter(f"{text!r} names no attribute; try h:Name,Priority.")
        try:
            wanted = (wanted or report.Autoformat()).adding(flags, attributes)
        except BadInput as error:
            raise click.BadParameter(f"{error.message!r} is not an expression.") from error
    return wanted


def _split(text: str) -> list[str]:
    parts, depth = [""], 0
    for token in _TOKEN.findall(text):
        depth += (token in "([{") - (token in ")]}")
        if depth <= 0 and (token.isspace() or token == ","):
            parts.append("")
        else:
            parts[-1] += token
    return [part for part in parts if part]


def _conditions(context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[Expr, ...]:
    constraints = []
    for text in texts:
        try:
            constraints.append(parse(text))
        except ClassAdSyntaxError as error:
            raise click.BadParameter(f"{text!r} is not a ClassAd expression: {error.message}.") from error
    return tuple(constraints)


_listing_options: Final = together(
    tabled({"--all-users --allusers": "List everybody, however long ago their last use."}),
    tabled(
        {
            "--active-from --activefrom TIME": "Leave out those whose last use was before this time, such as "
            "2026-01-01, yesterday, or 90d for 90 days ago."
        },
        callback=as_moment,
    ),
    tabled(
        {
            "--constraint constraints EXPR...": "Only records whose ad makes this ClassAd expression true; may "
            "be repeated."
        },
        callback=_conditions,
    ),
    click.option(
        "--layout",
        type=click.Choice([layout.value for layout in report.Layout]),
        help="Members under their groups, all in one list, or groups first.",
    ),
    click.option(
        "--groups",
        "only_groups",
        is_flag=True,
        help="Only groups, no users; with --depth 1, totals of the top-level groups.",
    ),
    rare_option("--hierarchical", "layout", flag_value="hierarchical", help="Members under their groups."),
    rare_option("--flat", "layout", flag_value="flat", help="Groups and users in one list."),
    rare_option("--grouporder", "layout", flag_value="grouporder", help="Groups first, then users."),
    tabled({"--group-rollup --grouprollup rollup": "Include the usage of subgroups in that of the group."}),
    tabled(
        {
            "--collector/--negotiator collector": "Only what the collector has: the groups, and submitters with idle "
            "or running jobs, as a plain condor_userprio shows; or, which is the default, what the negotiator has: "
            "everybody.",
            "--group-id --groupid": "Show the number of the group.",
            "--order": "Show what groups are ordered by.",
            "--sort-key --sortkey": "Show the value of GROUP_SORT_EXPR.",
            "--surplus": "Show which groups take surplus.",
        },
        rare_option,
    ),
    tabled(
        {
            "--autoformat [FLAGS:]ATTRS...": "Only these attributes or expressions of the records' ads, a line for "
            "each record. FLAGS are those of condor_userprio: h headings, l labels, V quotes, r raw, t tabs, "
            "n g newlines, a comma."
        },
        rare_option,
        callback=lambda context, parameter, texts: _parse_autoformat(texts),
    ),
    tabled(
        {
            "--modular/--legacy": "With --format long: one ad for each record, even of a rolled-up reply.",
            "--input-file --inputfile FILE": "List the records in the ad that condor_userprio -long printed of a "
            "legacy reply; no ledger is read.",
        },
        rare_option,
    ),
    click.argument("names", nargs=-1),
)


def _listing(name: str, details: report.Column, about: str, *examples: str, everybody: bool = False) -> click.Command:
    """The command that lists records in certain columns; with `everybody`, also inactive ones."""

    def run(shared: GlobalOptions, env: Environment, /, **given: Any) -> ExitStatus:
        return _list(shared, env, details, everybody, **given)

    run.__doc__ = about
    return command(name, *examples)(_listing_options(what_if_options(run)))


most = _listing(
    "most",
    report.MOST,
    """List priorities, factors, usage and limits, as `condor_userprio -most` does.

    NAMES are submitters or groups: whole, without what follows the @, or the end of a name that only one has.
    Without names, everybody is listed who used the pool during the last day.
    Priorities and usage are those of the ledger's last update; a cycle first brings them up to date, so negotiate shows
    slightly others.
    """,
    "--snapshot fairshare most",
    "most --all-users --layout flat",
    "most alice bob@example.org",
)
everything = _listing(
    "all",
    report.ALL,
    """List everything known about groups and users, as `condor_userprio -all` does.

    NAMES are submitters or groups: whole, without what follows the @, or the end of a name that only one has.
    Without names, everybody is listed who used the pool during the last day.
    """,
    "--snapshot physics all",
    "all --all-users --format csv > accounts.csv",
    "all --constraint 'WeightedResourcesUsed > 100'",
)
usage = _listing(
    "usage",
    report.USAGES,
    """List what is in use, what has been used, and first and last use, as `condor_userprio -usage` does.

    NAMES are submitters or groups: whole, without what follows the @, or the end of a name that only one has.
    Usage is weighted: core-hours, unless the pool says otherwise.
    """,
    "--snapshot physics usage",
    "usage --active-from 2026-01-01 --group-rollup",
)
priority = _listing(
    "priority",
    report.PRIORITIES,
    """List effective priorities, real priorities and factors, best first, as `condor_userprio -priority` does.

    NAMES are submitters or groups: whole, without what follows the @, or the end of a name that only one has.
    The effective priority is the real one times the factor; submitters with smaller ones are served sooner. Groups are
    only shown with --hierarchical.
    """,
    "--snapshot fairshare priority",
    "priority --hierarchical --all-users",
)
quotas = _listing(
    "quotas",
    report.QUOTAS,
    """List the groups' effective, configured and subtree quotas and their demand, as `condor_userprio -quotas` does.

    Tables also say what a group and its subgroups have in use, how much of the quota that is, and what is over it.
    Every group is listed, even if nobody has used it for long. Effective quotas follow from the size of the pool, so
    without --snapshot they are 0, as in a pool without slots; configured ones need neither pool nor
    ledger.
    """,
    "--snapshot physics quotas",
    "quotas --config condor_config --ledger Accountantnew.log",
    everybody=True,
)


@command(
    "resources",
    "--ledger Accountantnew.log resources alice@example.org",
    "resources group_physics.bob@example.org --format json",
)
@click.argument("submitter")
def resources(shared: GlobalOptions, env: Environment, submitter: str) -> ExitStatus:
    """List the slots that the ledger charges to SUBMITTER, as `condor_userprio -getreslist` does.

    The trailing part of a name is enough if it is unique, such as einstein. A negotiator records the start of a match
    anew in every cycle, so it is rarely when the job started.
    """
    held = held_by(submitter, shared, env, known_only=True)
    if held is not None:
        show(held, report.HOLDINGS_FORMATS, shared.format, env)
        return ExitStatus.DONE
    env.stderr.write(f"{env.program}: there is no record of {report.printable(submitter)}.\n")
    return ExitStatus.FAILED


def _list(
    shared: GlobalOptions,
    env: Environment,
    details: report.Column,
    everybody: bool,
    *,
    names: tuple[str, ...],
    all_users: bool,
    active_from: Moment | None,
    constraints: tuple[Expr, ...],
    layout: str | None,
    only_groups: bool,
    rollup: bool,
    collector: bool,
    group_id: bool,
    order: bool,
    sort_key: bool,
    surplus: bool,
    autoformat: report.Autoformat | None,
    modular: bool,
    input_file: Path | None,
    changes: Changes,
) -> ExitStatus:
    if input_file is not None and changes:
        raise misuse("--input-file lists the records of that file, to which no changes can be made.")
    for wanted, detail in (
        (group_id, report.Column.GROUP_ID),
        (order, report.Column.GROUP_ORDER),
        (sort_key, report.Column.SORT_KEY),
        (surplus, report.Column.SURPLUS),
    ):
        details |= detail if wanted else report.NOTHING
    keys = report.keys_called(env.view.names, details)
    request = ListingRequest(
        names=names,
        ends=True,
        constraints=constraints,
        active_since=report.EVERYBODY if all_users or (everybody and active_from is None) else active_from,
        rollup=rollup,
        source=Source.COLLECTOR if collector else Source.NEGOTIATOR,
        input_file=input_file,
        details=details,
        required=report.columns_of(keys),
        complete=bool(env.fields) or not set(report.OTHERS).isdisjoint(keys),
        keep_quotas=everybody or surplus,
        layout=None if layout is None else report.Layout(layout),
        only_groups=only_groups,
        modular=modular,
        autoformat=autoformat,
        tool=shared.tool,
    )
    what_if = None
    if changes:
        scene = supposed(shared, env, changes, needs_ledger=request.needs_ledger)
        what_if, records = scene.what_if, answer_from(scene.scenario, request, shared, env)
    else:
        records = answer(request, shared, env)
    if records.records or not names:
        show_answer(records, request, shared, env, what_if)
        return ExitStatus.DONE
    env.stderr.write(f"{env.program}: there is no record of {report.printable(' or '.join(names))}.\n")
    return ExitStatus.FAILED
