"""Options for Moab's priorities, and reading of the files that they name.

`userprio.moab` is only loaded if these priorities are asked for.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from userprio import report
from userprio.base.errors import BadInput
from userprio.classad import AdsProblem, read_ads
from userprio.cli import Environment, GlobalOptions, load_inputs, tabled, together
from userprio.pool import Pool

if TYPE_CHECKING:
    from userprio.moab import MoabConfig, Site
    from userprio.negotiation.schedd import JobOrder

_MOAB_FILE: Final = "moab.cfg"
_DATA_FILES: Final = ("moab.toml", "moab.json")

moab_options: Final = together(
    tabled(
        {
            "--moab FILE": "Moab's configuration. Otherwise the snapshot's moab.cfg.",
            "--data FILE": "Jobs, fair share usage and system totals in TOML or JSON. Otherwise the snapshot's "
            "moab.toml.",
        }
    ),
    tabled({"--partition NAME": "Weights and totals of this partition."}, default="ALL"),
    tabled(
        {
            "--fs-mode bounds|literal": "Floors only help and ceilings only hurt (bounds), or the manual's sentence "
            "taken literally (literal)."
        },
        default="bounds",
    ),
)
"""The options for a configuration and data, and how to read them."""

order_options: Final = together(
    tabled(
        {
            "--job-order schedd|moab": "The order in which a submitter's jobs are offered: the schedd's, or by Moab's "
            "priority."
        },
        default="schedd",
    ),
    moab_options,
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
        inputs = load_inputs(replace(shared, overrides={}), env)
        pool, now = inputs.pool or pool, inputs.now
    now = _time_of(site if fs_files is None else structs.replace(site, usage=None), config, now, shared, env)
    ads: Iterable[Any] = () if site.jobs else pool.jobs
    problems: list[AdsProblem] = []
    if jobs is not None:
        ads = read_ads(jobs, problems)
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
    within = None
    if moab is None and snapshot is not None:
        moab, within = snapshot.own(_MOAB_FILE), snapshot.within
    if moab is None:
        raise BadInput("there is no Moab configuration", hint="Give --moab FILE, such as /opt/moab/moab.cfg")
    config = read_config(moab, within)
    remarks = (*config.remarks, *lint(config))
    env.warn_all(str(remark) for remark in remarks if verbose or remark.kind is not RemarkKind.UNKNOWN)
    if data is None and snapshot is not None:
        data = next((path for name in _DATA_FILES if (path := snapshot.own(name)) is not None), None)
    return config, None if data is None else read_site(data)


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
