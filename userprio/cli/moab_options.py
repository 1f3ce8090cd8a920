"""Options of the commands that know Moab's priorities, and reading what they name.

A command that is not asked for these priorities loads nothing of `userprio.moab`.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from userprio.classad import AdsProblem, read_ads
from userprio.cli.environment import Environment
from userprio.cli.loading import load_inputs
from userprio.cli.options import Shared, together
from userprio.errors import BadInput
from userprio.pool import Pool

if TYPE_CHECKING:
    from userprio.moab import MoabConfig, Site
    from userprio.schedd import JobOrder

_MOAB_FILE: Final = "moab.cfg"
_DATA_FILES: Final = ("moab.toml", "moab.json")

moab_options: Final = together(
    click.option(
        "--moab",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Moab's configuration. Otherwise the snapshot's moab.cfg.",
    ),
    click.option(
        "--data",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Jobs, fair share usage and system totals in TOML or JSON. Otherwise the snapshot's moab.toml.",
    ),
    click.option("--partition", default="ALL", metavar="NAME", help="Weights and totals of this partition."),
    click.option(
        "--fs-mode",
        type=click.Choice(["bounds", "literal"]),
        default="bounds",
        help="Floors only help and ceilings only hurt (bounds), or the manual's sentence word for word (literal).",
    ),
)
"""The options that name a configuration and data, and say how they are read."""

order_options: Final = together(
    click.option(
        "--job-order",
        type=click.Choice(["schedd", "moab"]),
        default="schedd",
        help="The order in which a submitter's jobs are offered: the schedd's, or by Moab's priority.",
    ),
    moab_options,
)
"""The option that replaces the order of jobs, and those that Moab's order needs: see `chosen_order`."""


def chosen_order(
    pool: Pool,
    now: int,
    shared: Shared,
    env: Environment,
    *,
    job_order: str,
    moab: Path | None,
    data: Path | None,
    partition: str,
    fs_mode: str,
) -> "JobOrder | None":
    """The order that Moab's priorities give to the jobs of a pool, if that is wanted; None: that of the schedds.

    A data file adds usage and totals.

    Raises:
        BadInput: for what is missing, cannot be read or makes no sense.
    """
    if job_order != "moab":
        return None
    from userprio.moab import BoundsMode, MoabRules, Site, ad_order, jobs_of

    config, found = _read(moab, data, shared, env)
    site = _with_pool(found or Site(), pool)
    now = now if shared.now is not None or site.now is None else site.now
    rules = MoabRules.of(config, replace(site, jobs=jobs_of(pool.jobs, now)), now, partition, BoundsMode(fs_mode))
    return ad_order(rules)


def gather_moab(
    moab: Path | None,
    data: Path | None,
    jobs: Path | None,
    fs_files: Path | None,
    shared: Shared,
    env: Environment,
    *,
    verbose: bool,
) -> "tuple[MoabConfig, Site, int]":
    """Read the configuration, and jobs, usage and totals from wherever they are; the last is the time.

    Job ads that are named come before the jobs of a data file, those before the jobs of a snapshot. The time is that
    of `--now`, else the data file's own, the snapshot's, or the clock's.

    Raises:
        BadInput: for what is missing, cannot be read or makes no sense.
    """
    from userprio.moab import Site, jobs_of, read_usage_files

    config, found = _read(moab, data, shared, env, verbose=verbose)
    site = found or Site()
    pool, now = Pool(), shared.present(env)
    if shared.snapshot is not None or shared.live:
        inputs = load_inputs(replace(shared, overrides={}), env)
        pool, now = inputs.pool or pool, inputs.now
    now = now if shared.now is not None or site.now is None else site.now
    ads: Iterable[Any] = () if site.jobs else pool.jobs
    problems: list[AdsProblem] = []
    if jobs is not None:
        ads = read_ads(jobs, problems)
    elif found is None and shared.snapshot is None and not shared.live:
        raise BadInput(
            "there are no jobs", hint="Give --data with jobs in TOML or JSON, --jobs with job ads, or --snapshot"
        )
    read = jobs_of(ads, now)
    env.warn_all((*pool.problems, *map(str, problems)))
    site = _with_pool(replace(site, jobs=read or site.jobs), pool)
    if fs_files is not None:
        interval, depth = config.integer("FSINTERVAL"), config.integer("FSDEPTH")
        site = replace(site, usage=read_usage_files(fs_files, now, interval, depth), history=())
    return config, site, now


def _read(
    moab: Path | None, data: Path | None, shared: Shared, env: Environment, *, verbose: bool = False
) -> "tuple[MoabConfig, Site | None]":
    """The configuration and the data that are named, or the snapshot's; what is odd about the first goes to stderr.

    Raises:
        BadInput: there is no configuration, or one of the two cannot be understood.
    """
    from userprio.moab import RemarkKind, lint, read_config, read_site

    snapshot = shared.find_snapshot()
    within = None
    if moab is None and snapshot is not None:
        moab, within = snapshot.own(_MOAB_FILE), snapshot.within
    if moab is None:
        raise BadInput("there is no configuration of Moab", hint="Give --moab FILE, such as /opt/moab/moab.cfg")
    config = read_config(moab, within)
    remarks = (*config.remarks, *lint(config))
    env.warn_all(str(one) for one in remarks if verbose or one.kind is not RemarkKind.UNKNOWN)
    if data is None and snapshot is not None:
        data = next((path for name in _DATA_FILES if (path := snapshot.own(name)) is not None), None)
    return config, None if data is None else read_site(data)


def _with_pool(site: "Site", pool: Pool) -> "Site":
    """A site with the totals of a pool's slots, where it has none of its own."""
    from userprio.moab import GLOBAL, Site, joined, totals_of

    return joined(Site(totals={GLOBAL: totals_of(pool.slots)}), site) if pool.slots else site
