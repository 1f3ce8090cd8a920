"""`userprio jobs` and `jobprio`: idle jobs in the order in which schedds offer them, and Moab's priorities of jobs."""

from dataclasses import dataclass
from pathlib import Path

import click

from userprio.classad import Evaluator
from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus
from userprio.cli.loading import load_inputs
from userprio.cli.moab_options import (
    MoabFiles,
    MoabSources,
    Order,
    gather_moab,
    moab_options,
    moab_order,
    order_options,
    warn_missing,
)
from userprio.cli.options import Shared, env_of, need_pool, shared_of, shared_options
from userprio.cli.showing import show
from userprio.moab import BoundsMode, Breakdown, JobClass, RankChange, Rules, compare, fair_share_usage, prioritise
from userprio.report import JobQueues, PriorityReport, listed, queued_jobs, usage_table
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
    env = env_of(context)
    shared = shared_of(context)
    need_pool(shared, "A list of jobs", "research")
    inputs = load_inputs(shared, env)
    env.warn_all(inputs.pool.problems)
    order = None
    if job_order == Order.MOAB:
        order = moab_order(MoabFiles(moab, data), partition, BoundsMode(fs_mode), inputs.pool, inputs.now, shared, env)
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


@dataclass(frozen=True, slots=True)
class _View:
    """What is to be shown, and how."""

    partition: str
    mode: BoundsMode
    job: str | None
    factors: bool
    raw: bool
    verbose: int

    def wants(self, list_: JobClass) -> bool:
        """Whether jobs of that list are shown."""
        shown = (JobClass.ELIGIBLE, JobClass.ACTIVE, JobClass.BLOCKED)
        return list_ in shown[: 1 + self.verbose]


@click.command(
    epilog="""\b
Examples:
  userprio jobprio --snapshot moab
  userprio jobprio --moab moab.cfg --data jobs.toml --factors
  userprio jobprio --moab moab.cfg --jobs jobs.ads --job 4711.0
  userprio jobprio --snapshot moab --set XFACTORWEIGHT=10
  userprio jobprio --snapshot moab --usage
"""
)
@shared_options("PriorityReport", "UsageTable")
@moab_options
@click.option("--jobs", type=click.Path(path_type=Path), metavar="FILE", help="Job ads, as condor_q -long prints them.")
@click.option(
    "--fs-files",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Fair share usage in files named FS.EPOCH, one for each window.",
)
@click.option("--job", metavar="ID", help="Explain one job, term by term.")
@click.option("--usage", is_flag=True, help="Fair share usage against targets, by credential and window.")
@click.option("--factors", is_flag=True, help="Show the subfactors too, as points within their component.")
@click.option("--raw", is_flag=True, help="Show the subfactors too, as raw values.")
@click.option(
    "-v", "--verbose", count=True, help="List active jobs too; twice: blocked ones too. Remark upon unknown parameters."
)
@click.pass_context
def jobprio(
    context: click.Context,
    moab: Path | None,
    data: Path | None,
    jobs: Path | None,
    fs_files: Path | None,
    partition: str,
    fs_mode: str,
    job: str | None,
    usage: bool,
    factors: bool,
    raw: bool,
    verbose: int,
) -> ExitStatus:
    """Moab's priority of each job, highest first, with the points and the share of each component.

    Jobs come from a data file in TOML or JSON, from HTCondor's job ads, or from a snapshot. With --set NAME=VALUE it
    shows what another weight or cap would change; --set takes Moab's parameters here.

    A data file has the keys now, system, partitions, queues, users, usage or history, global_usage and jobs. Each of
    its jobs has an id, and as far as it matters name, user, group, account, qos, class, state, submitted, started,
    wallclock, eligible, blocks, tasks, procs, nodes, memory_mb, swap_mb, disk_mb, resources, attributes, features,
    bypassed, restarts, deadline, soft_violation, user_priority, hunger, admin_priority or admin_adjustment.

    Of a job ad, AcctGroupUser or Owner is the user, AcctGroup the account, and MoabGroup, MoabQOS and MoabClass are
    what they say. AllowedExecuteDuration, AllowedJobDuration or MaxWallTimeMins is its limit, JobPrio the user's
    priority, NumJobStarts the restarts; RequestCpus, RequestMemory and RequestDisk are what it needs, other requests
    and ConcurrencyLimits its generic resources. Slots of the snapshot add up to the system's totals.
    """
    env = env_of(context)
    if usage and job is not None:
        raise click.UsageError("--usage shows everybody: it goes without --job.", context)
    shared = shared_of(context)
    view = _View(partition, BoundsMode(fs_mode), job, factors, raw, verbose)
    sources = gather_moab(MoabFiles(moab, data, jobs, fs_files, verbose), shared, env)
    if usage:
        return _show_usage(sources, view, shared, env)
    return _show_priorities(sources, view, shared, env)


def _show_usage(sources: MoabSources, view: _View, shared: Shared, env: Environment) -> ExitStatus:
    config = sources.config.with_overrides(shared.overrides)
    standings = fair_share_usage(config, sources.site, sources.now, view.partition, view.mode)
    table = usage_table(config, sources.site, standings, everybody=view.verbose > 0)
    show(table, shared.format, env)
    return ExitStatus.DONE


def _show_priorities(sources: MoabSources, view: _View, shared: Shared, env: Environment) -> ExitStatus:
    config = sources.config.with_overrides(shared.overrides)
    rules = Rules.of(config, sources.site, sources.now, view.partition, view.mode)
    found = prioritise(sources.site.jobs, rules)
    moved = None
    if shared.overrides:
        old = Rules.of(sources.config, sources.site, sources.now, view.partition, view.mode)
        moved = compare(prioritise(sources.site.jobs, old), found)
    if view.job is not None:
        found = [one for one in found if one.job.id == view.job]
        if not found:
            env.stderr.write(f"{env.program}: there is no job {view.job}.\n")
            return ExitStatus.FAILED
    warn_missing(found, env)
    _show(found, rules, moved, view, shared, env)
    return ExitStatus.DONE


def _show(
    found: list[Breakdown],
    rules: Rules,
    moved: list[RankChange] | None,
    view: _View,
    shared: Shared,
    env: Environment,
) -> None:
    listing = listed(found, rules, view.wants if view.job is None else lambda _: True)
    shown = {id(one) for one in listing.breakdowns}
    changes = None if moved is None else [one for one in moved if id(one.after) in shown]
    report = PriorityReport(
        listing, changes, shared.overrides, explained=view.job is not None, factors=view.factors, raw=view.raw
    )
    show(report, shared.format, env)
