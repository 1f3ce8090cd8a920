"""`userprio jobs` and `jobprio`: idle jobs in the order in which schedds offer them, and Moab's priorities of jobs."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from userprio import report
from userprio.base.naming import one_meant
from userprio.classad import Evaluator, text_of
from userprio.cli import FILE, Environment, ExitStatus, GlobalOptions, command, load_inputs, misuse, need_pool, show
from userprio.cli.moab_options import chosen_order, gather_moab, moab_options, order_options
from userprio.negotiation.schedd import offered_jobs

if TYPE_CHECKING:
    from userprio.moab import Breakdown


@command(
    "jobs",
    "jobs --snapshot research",
    "jobs phys.amy@lab.example --snapshot moab",
    "jobs phys.amy --snapshot moab --job-order moab",
)
@order_options
@click.argument("submitter", required=False)
def jobs(shared: GlobalOptions, env: Environment, submitter: str | None, **given: Any) -> ExitStatus:
    """List idle jobs in the order in which schedds offer them, of one SUBMITTER or of all.

    They are ordered by PreJobPrio1, PreJobPrio2, JobPrio, PostJobPrio1 and PostJobPrio2, the greatest first, then by
    cluster and proc. With --job-order moab they are ordered by Moab's priority, to compare the two. The trailing part
    of a name is enough if it is unique, such as amy.
    """
    need_pool(shared, "A list of jobs", "research")
    inputs = load_inputs(shared, env)
    env.warn_all(inputs.pool.problems)
    order = chosen_order(inputs.pool, inputs.now, shared, env, **given)
    evaluator = Evaluator(inputs.now)
    queues = offered_jobs(inputs.pool.jobs, evaluator, order)
    if submitter is not None:
        advertised = (text_of(evaluator, ad, "Name") for ad in inputs.pool.submitters)
        full = one_meant(submitter, [*(name for name, _ in queues), *filter(None, advertised)])
        queues = {owner: queue for owner, queue in queues.items() if owner[0] == full}
        submitter = full
    if not queues:
        whose = "" if submitter is None else f" of {submitter}"
        env.stderr.write(f"{env.program}: there are no idle jobs{report.printable(whose)}.\n")
        return ExitStatus.FAILED
    jobs = report.queued_jobs(queues, evaluator, by_moab=order is not None)
    show(report.JobQueues(jobs, inputs.now), report.QUEUES_FORMATS, shared.format, env)
    return ExitStatus.DONE


@command(
    "jobprio",
    "jobprio --snapshot moab",
    "jobprio --moab moab.cfg --data jobs.toml --factors",
    "jobprio --moab moab.cfg --jobs jobs.ads --job 4711.0",
    "jobprio --snapshot moab --set XFACTORWEIGHT=10",
    "jobprio --snapshot moab --usage",
)
@moab_options
@click.option("--jobs", type=FILE, metavar="FILE", help="Job ads, as condor_q -long prints them.")
@click.option(
    "--fs-files",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Fair share usage in files named FS.EPOCH, one for each window.",
)
@click.option("--job", metavar="ID", help="Explain one job, term by term.")
@click.option("--usage", is_flag=True, help="Fair share usage against targets, by credential and window.")
@click.option("--factors", is_flag=True, help="Also show the subfactors, as points within their component.")
@click.option("--raw", is_flag=True, help="Also show the subfactors, as raw values.")
@click.option(
    "-v",
    "--verbose",
    count=True,
    help="Also list active jobs; twice: blocked ones as well. Also warn about unknown parameters.",
)
def jobprio(
    shared: GlobalOptions,
    env: Environment,
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
    """Show Moab's priority of each job, highest first, with the points and the share of each component.

    Jobs come from a data file in TOML or JSON, from HTCondor's job ads, or from a snapshot. With --set NAME=VALUE it
    shows what another weight or cap would change; --set takes Moab's parameters here.

    A data file has the keys now, system, partitions, queues, users, usage or history, global_usage and jobs. Each of
    its jobs has an id and, where they matter, name, user, group, account, qos, class, state, submitted, started,
    wallclock, eligible, blocks, tasks, procs, nodes, memory_mb, swap_mb, disk_mb, resources, attributes, features,
    bypassed, restarts, deadline, soft_violation, user_priority, hunger, admin_priority or admin_adjustment.

    In a job ad, AcctGroupUser or Owner is the user, AcctGroup the account, and MoabGroup, MoabQOS and MoabClass are
    group, QoS and class. AllowedExecuteDuration, AllowedJobDuration or MaxWallTimeMins is its limit, JobPrio the
    user's priority, NumJobStarts the restarts; RequestCpus, RequestMemory and RequestDisk are what it needs, other
    requests and ConcurrencyLimits its generic resources. Slots of the snapshot add up to the system's totals.
    """
    if usage and job is not None:
        raise misuse("--usage shows everybody, so it cannot be combined with --job.")
    from userprio.moab import BoundsMode, JobClass, MoabRules, compare, fair_share_usage, prioritise

    config, site, now = gather_moab(moab, data, jobs, fs_files, shared, env, verbose=verbose > 0)
    mode = BoundsMode(fs_mode)
    changed = config.with_overrides(shared.overrides)
    if usage:
        standings = fair_share_usage(changed, site, now, partition, mode)
        table = report.usage_table(changed, site, standings, everybody=verbose > 0)
        show(table, report.USAGE_FORMATS, shared.format, env)
        return ExitStatus.DONE
    rules = MoabRules.of(changed, site, now, partition, mode)
    breakdowns = prioritise(site.jobs, rules)
    moved = None
    if shared.overrides:
        moved = compare(prioritise(site.jobs, MoabRules.of(config, site, now, partition, mode)), breakdowns)
    wanted = (JobClass.ELIGIBLE, JobClass.ACTIVE, JobClass.BLOCKED)[: 1 + verbose]
    if job is not None:
        wanted = tuple(JobClass)
        breakdowns = [breakdown for breakdown in breakdowns if breakdown.job.id == job]
        if not breakdowns:
            env.stderr.write(f"{env.program}: there is no job {job}.\n")
            return ExitStatus.FAILED
    _warn_missing(breakdowns, env)
    listing = report.listed(breakdowns, rules, wanted.__contains__)
    shown = {id(breakdown) for breakdown in listing.breakdowns}
    changes = None if moved is None else [breakdown for breakdown in moved if id(breakdown.after) in shown]
    explained = job is not None
    result = report.PriorityReport(listing, changes, shared.overrides, explained=explained, factors=factors, raw=raw)
    show(result, report.PRIORITIES_FORMATS, shared.format, env)
    return ExitStatus.DONE


def _warn_missing(breakdowns: "Iterable[Breakdown]", env: Environment) -> None:
    """Warn of subfactors that cannot be computed, once for each."""
    lacking: dict[str, list[str]] = {}
    for breakdown in breakdowns:
        for name in breakdown.missing:
            lacking.setdefault(name, []).append(breakdown.job.id)
    for name, ids in lacking.items():
        jobs = f"{len(ids)} jobs, such as {ids[0]}" if len(ids) > 1 else f"job {ids[0]}"
        env.warn(f"{name} counts as 0 for {jobs}: the data lack what it needs (a wallclock limit, a time)")
