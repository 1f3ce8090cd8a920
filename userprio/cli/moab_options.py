"""Options of the commands that know Moab's priorities, and reading what they name."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from userprio.classad import AdsProblem, read_ads
from userprio.cli.environment import Environment
from userprio.cli.loading import load_inputs
from userprio.cli.options import Shared
from userprio.errors import BadInput
from userprio.moab import (
    GLOBAL,
    BoundsMode,
    Breakdown,
    MoabConfig,
    RemarkKind,
    Rules,
    Site,
    ad_order,
    jobs_of,
    joined,
    lint,
    read_config,
    read_site,
    read_usage_files,
    totals_of,
)
from userprio.pool import Pool, Snapshot, find_snapshot
from userprio.schedd import JobOrder

MOAB_FILE: Final = "moab.cfg"
DATA_FILES: Final = ("moab.toml", "moab.json")

Command = TypeVar("Command", bound=Callable[..., Any])


class Order(StrEnum):
    """What decides about the order of a submitter's jobs."""

    SCHEDD = "schedd"
    MOAB = "moab"


@dataclass(frozen=True, slots=True)
class MoabFiles:
    """What the options name."""

    moab: Path | None
    data: Path | None
    jobs: Path | None = None
    fs_files: Path | None = None
    verbose: int = 0


@dataclass(frozen=True, slots=True)
class MoabSources:
    """What Moab's priorities are worked out from."""

    config: MoabConfig
    site: Site
    now: int


def moab_options(command: Command) -> Command:
    """Add the options that name a configuration and data, and say how they are read."""
    file = click.Path(path_type=Path)
    options = (
        click.option(
            "--moab", type=file, metavar="FILE", help="Moab's configuration. Otherwise the snapshot's moab.cfg."
        ),
        click.option(
            "--data",
            type=file,
            metavar="FILE",
            help="Jobs, fair share usage and system totals in TOML or JSON. Otherwise the snapshot's moab.toml.",
        ),
        click.option("--partition", default=GLOBAL, metavar="NAME", help="Weights and totals of this partition."),
        click.option(
            "--fs-mode",
            type=click.Choice([mode.value for mode in BoundsMode]),
            default=BoundsMode.BOUNDS.value,
            help="Floors only help and ceilings only hurt (bounds), or the manual's sentence word for word (literal).",
        ),
    )
    return reduce(lambda function, option: option(function), reversed(options), command)


def gather_moab(files: MoabFiles, shared: Shared, env: Environment) -> MoabSources:
    """Read the configuration, and jobs, usage and totals from wherever they are.

    Job ads that are named come before the jobs of a data file, those before the jobs of a snapshot. The time is that
    of `--now`, else the data file's own, the snapshot's, or the clock's.

    Raises:
        BadInput: for what is missing, cannot be read or makes no sense.
    """
    snapshot = None if shared.snapshot is None else find_snapshot(shared.snapshot)
    config = read_moab(files, snapshot, env)
    data = find_data(files, snapshot)
    site = Site() if data is None else read_site(data)
    pool, now = Pool(), int(env.clock()) if shared.now is None else shared.now
    if snapshot is not None or shared.live:
        inputs = load_inputs(replace(shared, overrides={}), env)
        pool, now = inputs.pool or pool, inputs.now
    now = now if shared.now is not None or site.now is None else site.now
    ads: Iterable[Any] = () if site.jobs else pool.jobs
    problems: list[AdsProblem] = []
    if files.jobs is not None:
        ads = read_ads(files.jobs, problems)
    elif data is None and snapshot is None and not shared.live:
        raise BadInput(
            "there are no jobs", hint="Give --data with jobs in TOML or JSON, --jobs with job ads, or --snapshot"
        )
    read = jobs_of(ads, now)
    env.warn_all((*pool.problems, *map(str, problems)))
    site = with_pool(replace(site, jobs=read or site.jobs), pool)
    if files.fs_files is not None:
        interval, depth = config.integer("FSINTERVAL"), config.integer("FSDEPTH")
        site = replace(site, usage=read_usage_files(files.fs_files, now, interval, depth), history=())
    return MoabSources(config, site, now)


def order_options(command: Command) -> Command:
    """Add the option that replaces the order of jobs, and those that Moab's order needs."""
    choice = click.option(
        "--job-order",
        type=click.Choice([order.value for order in Order]),
        default=Order.SCHEDD.value,
        help="Offer each submitter's jobs as its schedd does, or by Moab's priority.",
    )
    return choice(moab_options(command))


def moab_order(
    files: MoabFiles, partition: str, mode: BoundsMode, pool: Pool, now: int, shared: Shared, env: Environment
) -> JobOrder:
    """The order that Moab's priorities give to the jobs of a pool; a data file adds usage and totals.

    Raises:
        BadInput: for what is missing, cannot be read or makes no sense.
    """
    snapshot = None if shared.snapshot is None else find_snapshot(shared.snapshot)
    config = read_moab(files, snapshot, env)
    data = find_data(files, snapshot)
    site = with_pool(Site() if data is None else read_site(data), pool)
    now = now if shared.now is not None or site.now is None else site.now
    return ad_order(Rules.of(config, replace(site, jobs=jobs_of(pool.jobs, now)), now, partition, mode))


def read_moab(files: MoabFiles, snapshot: Snapshot | None, env: Environment) -> MoabConfig:
    """The configuration that is named, or the snapshot's; what is odd about it goes to stderr.

    Raises:
        BadInput: there is none, or it cannot be understood.
    """
    path = files.moab or (None if snapshot is None else snapshot.own(MOAB_FILE))
    if path is None:
        raise BadInput("there is no configuration of Moab", hint="Give --moab FILE, such as /opt/moab/moab.cfg")
    config = read_config(path)
    remarks = (*config.remarks, *lint(config))
    env.warn_all(str(one) for one in remarks if files.verbose or one.kind is not RemarkKind.UNKNOWN)
    return config


def find_data(files: MoabFiles, snapshot: Snapshot | None) -> Path | None:
    """The data file that is named, or the snapshot's."""
    if files.data is not None or snapshot is None:
        return files.data
    return next((path for name in DATA_FILES if (path := snapshot.own(name)) is not None), None)


def with_pool(site: Site, pool: Pool) -> Site:
    """A site with the totals of a pool's slots, where it has none of its own."""
    return joined(Site(totals={GLOBAL: totals_of(pool.slots)}), site) if pool.slots else site


def warn_missing(breakdowns: Iterable[Breakdown], env: Environment) -> None:
    """Say which subfactors cannot be computed, once for each."""
    lacking: dict[str, list[str]] = {}
    for one in breakdowns:
        for name in one.missing:
            lacking.setdefault(name, []).append(one.job.id)
    for name, ids in lacking.items():
        jobs = f"{len(ids)} jobs, such as {ids[0]}" if len(ids) > 1 else f"job {ids[0]}"
        env.warn(f"{name} counts as 0 for {jobs}: the data lack what it takes (a wallclock limit, a time)")
