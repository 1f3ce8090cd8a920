"""`userprio explain`: why a submitter, a group or a job gets what it gets."""

import click

from userprio.cli.errors import sentence
from userprio.cli.exits import ExitStatus
from userprio.cli.loading import load_scenario
from userprio.cli.options import env_of, first_cycle_option, need_pool, shared_of, shared_options
from userprio.cli.showing import show
from userprio.explain import (
    Explanation,
    NothingFound,
    compare,
    explain_group,
    explain_job,
    explain_submitter,
)
from userprio.pool import Scenario


@click.command(
    epilog="""\b
Examples:
  userprio explain ada --snapshot fairshare
  userprio explain ada --than ben --snapshot fairshare
  userprio explain --group group_physics.hep --snapshot physics
  userprio explain --job 5.0 --snapshot physics --format json
"""
)
@shared_options("Explanation", "Comparison")
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
    env = env_of(context)
    shared = shared_of(context)
    _check(context, submitter, than, group, job)
    need_pool(shared, "A cycle")
    scenario = load_scenario(shared, env, first_cycle=first_cycle)
    env.warn_all(scenario.pool.problems)
    try:
        if than is not None:
            assert submitter is not None
            compared = compare(scenario, submitter, than)
            env.warn_all(compared.one.remarks)
            show(compared, shared.format, env)
        else:
            explained = _explanation(scenario, submitter, group, job)
            env.warn_all(explained.remarks)
            show(explained, shared.format, env)
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


def _explanation(scenario: Scenario, submitter: str | None, group: str | None, job: str | None) -> Explanation:
    if group is not None:
        return explain_group(scenario, group)
    if job is not None:
        return explain_job(scenario, job, submitter)
    assert submitter is not None
    return explain_submitter(scenario, submitter)
