"""`userprio jobs` and `jobprio`: idle jobs in the order in which schedds offer them, and Moab's priorities of jobs.

First the options for Moab's priorities, and reading of the files that they name. `userprio.moab` is only loaded if
these priorities are asked for.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from msgspec import structs

from userprio import classad, report
from userprio.base import BadInput, one_meant
from userprio.classad import Evaluator, text_of
from userprio.cli import FILE, Environment, ExitStatus, load_inputs, show
from userprio.cli.help import rare_option
from userprio.cli.options import Decorator, GlobalOptions, command, misuse, need_pool, tabled, together
from userprio.negotiation.schedd import offered_jobs
from userprio.pool import Pool

if TYPE_CHECKING:
    from userprio.moab import MoabConfig, Site
    from userprio.negotiation.schedd import JobOrder

_MOAB_FILE: Final = "moab.cfg"
_DATA_FILES: Final = ("moab.toml", "moab.json")


def _moab_options(option: Callable[..., Decorator]) -> Decorator:
    """The options for a configuration and data, and how to read them; `option` creates them."""
    return together(
        tabled(
            {
                "--moab FILE": "Moab's configuration. Otherwise the snapshot's moab.cfg.",
                "--data FILE": "Jobs, fair share usage and system totals in TOML or JSON. Otherwise the snapshot's "
                "moab.toml.",
            },
            option,
        ),
        tabled({"--partition NAME": "Weights and totals of this partition."}, option, default="ALL"),
        tabled(
            {
                "--fs-mode bounds|literal": "Floors only help and ceilings only hurt (bounds), or the manual's "
                "sentence taken literally (literal)."
            },
            option,
            default="bounds",
        ),
    )


order_options: Final = together(
    tabled(
        {
            "--job-order schedd|moab": "The order in which a submitter's jobs are offered: the schedd's, or by Moab's "
            "priority."
        },
        default="schedd",
    ),
    _moab_options(rare_option),
)
"""The option for the order of jobs, and those that Moab's order needs; see `chosen_order`."""


def chosen_order(
    pool: Pool,
    now: int,
    shared: GlobalOptions,
    env: Environment,
    *,
    job_order: str,
    moab: Path | None,
    data: Path | None,
    partition: str,
    fs_mode: str,
) -> "JobOrder | None":
    """The order of a pool's jobs by Moab's priorities, if asked for; None: that of the schedds.

    A data file adds usage and totals.

    Raises:
        BadInput: an input is missing, cannot be read or makes no sense.
    """
    if job_order != "moab":
        return None
    from userprio.moab import BoundsMode, MoabRules, Site, ad_order, jobs_of

    config, site_file = _read(moab, data, shared, env)
    site = _with_pool(site_file or Site(), pool)
    now = _time_of(site, config, now, shared, env)
    rules = MoabRules.of(
        config, structs.replace(site, jobs=jobs_of(pool.jobs, now)), now, partition, BoundsMode(fs_mode)
    )
    return ad_order(rules)


def gather_moab(
    moab: Path | None,
    data: Path | None,
    jobs: Path | None,
    fs_files: Path | None,
    shared: GlobalOptions,
    env: Environment,
    *,
    verbose: bool,
) -> "tuple[MoabConfig, Site, int]":
    """The configuration, the site with jobs, usage and totals, and the time in seconds since the epoch.

    Named job ads take precedence over the jobs of a data file, and those over the jobs of a snapshot. The time is that
    of `--now`, else the data file's, the snapshot's, or the clock's.

    Raises:
        BadInput: an input is missing, cannot be read or makes no sense.
    """
    from userprio.moab import Site, jobs_of, read_usage_files

    config, site_file = _read(moab, data, shared, env, verbose=verbose)
    site = site_file or Site()
    pool, now = Pool(), shared.present(env)
    if shared.snapshot is not None or shared.live:
        inputs = load_inputs(shared.with_(overrides={}), env)
        pool, now = inputs.pool or pool, inputs.now
    now = _time_of(site if fs_files is None else structs.replace(site, usage=None), config, now, shared, env)
    ads: Iterable[Any] = () if site.jobs else pool.jobs
    problems: list[classad.AdsProblem] = []
    if jobs is not None:
        ads = classad.read_ads(jobs, problems)
    elif site_file is None and shared.snapshot is None and not shared.live:
        raise BadInput(
            "there are no jobs", hint="Give --data with jobs in TOML or JSON, --jobs with job ads, or --snapshot"
        )
    read = jobs_of(ads, now)
    env.warn_all((*pool.problems, *map(str, problems)))
    site = _with_pool(structs.replace(site, jobs=read or site.jobs), pool)
    if fs_files is not None:
        interval, depth = config.integer("FSINTERVAL"), config.integer("FSDEPTH")
        site = structs.replace(site, usage=read_usage_files(fs_files, now, interval, depth), history=())
    return config, site, now


def _read(
    moab: Path | None, data: Path | None, shared: GlobalOptions, env: Environment, *, verbose: bool = False
) -> "tuple[MoabConfig, Site | None]":
    """The configuration and data that are named, or the snapshot's; remarks on the configuration go to stderr.

    Raises:
        BadInput: there is no configuration, or one of the two cannot be understood.
    """
    from userprio.moab import RemarkKind, lint, read_config, read_site

    snapshot = shared.find_snapshot()
    within = within_data = None
    if moab is None and snapshot is not None:
        moab, within = snapshot.own(_MOAB_FILE), snapshot.within
    if moab is None:
        raise BadInput("there is no Moab configuration", hint="Give --moab FILE, such as /opt/moab/moab.cfg")
    config = read_config(moab, within)
    remarks = (*config.remarks, *lint(config))
    env.warn_all(str(remark) for remark in remarks if verbose or remark.kind is not RemarkKind.UNKNOWN)
    if data is None and snapshot is not None:
        data, within_data = next(filter(None, map(snapshot.own, _DATA_FILES)), None), snapshot.within
    return config, None if data is None else read_site(data, within_data)


def _time_of(site: "Site", config: "MoabConfig", now: int, shared: GlobalOptions, env: Environment) -> int:
    """That of `--now`, else the data file's own, else `now`; said is where usage is not that of this time."""
    if site.now is None:
        return now
    if shared.now is None:
        return site.now
    interval = config.integer("FSINTERVAL")
    if site.usage is not None and now // interval != site.now // interval:
        then = report.moment(site.now, env.zone())
        env.warn(f"the data file gives usage as of {then}, in another window of fair share: it counts as of now")
    return now


def _with_pool(site: "Site", pool: Pool) -> "Site":
    """The site, with the totals of the pool's slots if it has none of its own."""
    from userprio.moab import GLOBAL, Site, joined, totals_of

    return joined(Site(totals={GLOBAL: totals_of(pool.slots)}), site) if pool.slots else site


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
@_moab_options(click.option)
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
