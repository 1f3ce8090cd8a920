"""`userprio explain`: why a submitter, a group or a job gets what it gets."""

import click

from userprio.cli.environment import Environment
from userprio.cli.errors import sentence
from userprio.cli.exits import ExitStatus
from userprio.cli.options import Format, Shared, first_cycle_option, need_pool, shared_of, shared_options
from userprio.cli.sources import gather
from userprio.cli.surroundings import Sources
from userprio.planning import (
    Comparison,
    Explanation,
    NothingFound,
    compare,
    explain_group,
    explain_job,
    explain_submitter,
)
from userprio.report.explaining import comparison_json, explanation_csv, explanation_json


@click.command(
    epilog="""\b
Examples:
  userprio explain ada --snapshot fairshare
  userprio explain ada --than ben --snapshot fairshare
  userprio explain --group group_physics.hep --snapshot physics
  userprio explain --job 5.0 --snapshot physics --format json
"""
)
@shared_options
@click.argument("submitter", required=False)
@click.option("--than", metavar="OTHER", help="Compare with another submitter: where their ways part.")
@click.option("--group", metavar="GROUP", help="Explain a group and its members.")
@click.option("--job", metavar="CLUSTER.PROC", help="Explain one job; SUBMITTER tells jobs of several schedds apart.")
@first_cycle_option
@click.pass_context
def explain(
    context: click.Context,
    submitter: str | None,
    than: str | None,
    group: str | None,
    job: str | None,
    first_cycle: bool,
) -> ExitStatus:
    """Say why SUBMITTER gets what it gets in a cycle, and no more.

    One reason comes first, then the way from the pool down to single slots, with all numbers. The part of SUBMITTER
    behind the @ may be left out. Nothing is ever written.
    """
    env = context.find_object(Environment)
    assert env is not None
    shared = shared_of(context)
    _check(context, submitter, than, group, job)
    need_pool(shared, "A cycle")
    sources = gather(shared, env)
    assert sources.pool is not None
    env.warn_all(sources.pool.problems)
    try:
        if than is not None:
            assert submitter is not None
            cycle = sources.pool, sources.ledger, sources.config, sources.now
            compared = compare(*cycle, submitter, than, sources.previous_quotas(first_cycle))
            env.warn_all(compared.one.remarks)
            _show_two(compared, shared, env)
        else:
            explained = _explanation(sources, submitter, group, job, first_cycle)
            env.warn_all(explained.remarks)
            _show(explained, shared, env)
    except NothingFound as nothing:
        env.stderr.write(f"{env.program}: {sentence(nothing)}\n")
        return ExitStatus.FAILED
    return ExitStatus.DONE


def _check(context: click.Context, submitter: str | None, than: str | None, group: str | None, job: str | None) -> None:
    """Exactly one thing is to be explained.

    Raises:
        click.UsageError: it is none, or more than one.
    """
    if submitter is None and group is None and job is None:
        raise click.UsageError("Name a submitter, or give --group or --job.", context)
    if group is not None and (submitter is not None or job is not None):
        raise click.UsageError("--group stands alone: a group is explained with all its members.", context)
    if than is not None and (submitter is None or job is not None):
        raise click.UsageError("--than compares two submitters: userprio explain SUBMITTER --than OTHER.", context)


def _explanation(
    sources: Sources, submitter: str | None, group: str | None, job: str | None, first_cycle: bool
) -> Explanation:
    assert sources.pool is not None
    cycle = sources.pool, sources.ledger, sources.config, sources.now
    previous = sources.previous_quotas(first_cycle)
    if group is not None:
        return explain_group(*cycle, group, previous)
    if job is not None:
        return explain_job(*cycle, job, submitter, previous)
    assert submitter is not None
    return explain_submitter(*cycle, submitter, previous)


def _show(explained: Explanation, shared: Shared, env: Environment) -> None:
    match shared.format:
        case Format.JSON:
            env.stdout.write(explanation_json(explained))
        case Format.CSV:
            env.stdout.write(explanation_csv(explained))
        case _:
            from userprio.cli.console import open_console
            from userprio.report.tables.explanation import print_explanation

            print_explanation(explained, open_console(env, plain=shared.format is Format.CLASSIC))


def _show_two(compared: Comparison, shared: Shared, env: Environment) -> None:
    match shared.format:
        case Format.JSON:
            env.stdout.write(comparison_json(compared))
        case Format.CSV:
            env.stdout.write(explanation_csv(compared.one, compared.other))
        case _:
            from userprio.cli.console import open_console
            from userprio.report.tables.explanation import print_comparison

            print_comparison(compared, open_console(env, plain=shared.format is Format.CLASSIC))
