"""`userprio jobs`: a submitter's idle jobs in the order in which its schedd offers them."""

from pathlib import Path

import click

from userprio.classad import Evaluator
from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus
from userprio.cli.loading import load_inputs
from userprio.cli.moab_options import MoabFiles, Order, moab_order, order_options
from userprio.cli.options import need_pool, shared_of, shared_options
from userprio.cli.showing import show
from userprio.moab import Mode
from userprio.report.queues import JobQueues, queued_jobs
from userprio.schedd import offered_jobs


@click.command(
    epilog="""\b
Examples:
  userprio jobs --snapshot research
  userprio jobs phys.amy@lab.example --snapshot moab
  userprio jobs phys.amy --snapshot moab --job-order moab
"""
)
@shared_options("JobQueues")
@order_options
@click.argument("submitter", required=False)
@click.pass_context
def jobs(
    context: click.Context,
    submitter: str | None,
    job_order: str,
    moab: Path | None,
    data: Path | None,
    partition: str,
    fs_mode: str,
) -> ExitStatus:
    """Idle jobs in the order in which schedds offer them, of one SUBMITTER or of all.

    That is by PreJobPrio1, PreJobPrio2, JobPrio, PostJobPrio1 and PostJobPrio2, the greatest first, then by cluster
    and proc. With --job-order moab it is by Moab's priority, to compare the two. The part of SUBMITTER behind the @
    may be left out.
    """
    env = context.find_object(Environment)
    assert env is not None
    shared = shared_of(context)
    need_pool(shared, "A list of jobs", "research")
    inputs = load_inputs(shared, env)
    env.warn_all(inputs.pool.problems)
    order = None
    if job_order == Order.MOAB:
        order = moab_order(MoabFiles(moab, data), partition, Mode(fs_mode), inputs.pool, inputs.now, shared, env)
    evaluator = Evaluator(inputs.now)
    queues = {
        owner: queue
        for owner, queue in offered_jobs(inputs.pool.jobs, evaluator, order).items()
        if submitter is None or submitter in (owner[0], owner[0].rpartition("@")[0])
    }
    if not queues:
        whose = "" if submitter is None else f" of {submitter}"
        env.stderr.write(f"{env.program}: there are no idle jobs{whose}.\n")
        return ExitStatus.FAILED
    found = queued_jobs(queues, evaluator, by_moab=order is not None)
    show(JobQueues(found, inputs.now), shared.format, env)
    return ExitStatus.DONE
