"""Jobs that somebody might submit to a pool: made by condor_submit's rules, and put into a schedd's queue."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from userprio.base import BadInput, Version, counted
from userprio.base.limits import JOBS, budget
from userprio.classad import Ad, Evaluator, integer_of, text_of
from userprio.config import Config
from userprio.negotiation.schedd import schedd_of, submitter_of
from userprio.pool import Pool, ScenarioData
from userprio.submission.access_point import AccessPoint, queued
from userprio.submission.jobs import SubmittedJobs
from userprio.submission.language import SubmitHost

_LOCAL: Final = frozenset({7, 12})
_DOMAINLESS: Final = "pool.example"


class Description(Struct, frozen=True):
    """A submit description, and what its jobs depend on besides the pool."""

    text: str
    source: str
    """What it is called in messages."""
    user: str
    """Whose jobs they are, with or without a domain."""
    environ: Mapping[str, str]
    folder: Path
    """The working directory."""
    year_month_day: tuple[str, str, str]
    count: int | None = None
    """Jobs for each item; None: as many as the description says."""
    allow_commands: bool = False


class SubmittedCluster(Struct, frozen=True):
    """Jobs as they would be in a schedd's queue."""

    source: str
    user: str
    """With the domain."""
    schedd: str
    cluster: int
    jobs: tuple[Ad, ...]
    made_by: str
    """What made the ads."""
    remarks: tuple[str, ...] = ()

    def by_submitter(self, now: int) -> dict[str, list[Ad]]:
        """The jobs by the name of the submitter that is charged."""
        evaluator, jobs = Evaluator(now), dict[str, list[Ad]]()
        for ad in self.jobs:
            jobs.setdefault(submitter_of(ad, evaluator), []).append(ad)
        return jobs

    @property
    def sentence(self) -> str:
        """What it is, in a line."""
        where = f"cluster {self.cluster} of {self.user} at {self.schedd}"
        return f"{self.source}: {counted(len(self.jobs), 'job')}, {where}; made by {self.made_by}"


class SubmitPlace(Struct, frozen=True):
    """Where and as whom jobs are submitted to a pool."""

    user: str
    schedd: str
    host: SubmitHost
    remarks: tuple[str, ...]


def place_of(description: Description, scenario: ScenarioData) -> SubmitPlace:
    """Where the pool of a scenario takes the jobs of a description, and with which rules."""
    pool, evaluator = scenario.pool, Evaluator(scenario.now)
    user = _full_name(description.user, pool, scenario.config, evaluator)
    schedd, remarks = _schedd(user, pool, evaluator)
    versions = scenario.versions
    own = next((ad for ad in pool.submitters if text_of(evaluator, ad, "ScheddName") == schedd), None)
    version: Version = versions.schedds if own is None else versions.of_schedd(own).version
    config = _host_config(scenario.config.as_of(version), pool, schedd, evaluator)
    host = SubmitHost(
        config,
        version,
        description.environ,
        description.folder,
        scenario.now,
        description.year_month_day,
        description.allow_commands,
        user.partition("@")[0],
    )
    return SubmitPlace(user, schedd, host, tuple(remarks))


def submitted(
    description: Description,
    scenario: ScenarioData,
    place: SubmitPlace,
    made: SubmittedJobs,
    tool: str | None = None,
) -> SubmittedCluster:
    """The jobs of a description in the queue of a schedd of the pool.

    `made` are their ads, as `jobs_of` or a `tool` has made them.

    Raises:
        BadInput: condor_submit or the schedd refuses them.
    """
    evaluator = Evaluator(scenario.now)
    made_by = tool or f"userprio, as condor_submit {place.host.version} does"
    if not made.jobs:
        raise BadInput("it makes no jobs", description.source, hint="Its list of items is empty")
    budget().spend(JOBS, len(made.jobs), Path(description.source))
    cluster = 1 + max((integer_of(evaluator, ad, "ClusterId") for ad in scenario.pool.jobs), default=0)
    named = (ad for ad in scenario.pool.schedds if text_of(evaluator, ad, "Name") == place.schedd)
    point = AccessPoint(place.host.config, place.schedd, place.user, cluster, scenario.now, next(named, Ad({})))
    jobs, said = queued(made.jobs, point)
    remarks = [*made.warnings, *place.remarks, *said, *_unknown(place.host.config), *_not_negotiated(jobs, evaluator)]
    if made.later:
        remarks.append(f"{description.source}: its schedd makes {made.later:,} more jobs later, as others are done")
    return SubmittedCluster(
        description.source, place.user, place.schedd, cluster, tuple(jobs), made_by, tuple(dict.fromkeys(remarks))
    )


def _full_name(name: str, pool: Pool, config: Config, evaluator: Evaluator) -> str:
    """A user's name with the domain: the one known in the pool, else that of most users."""
    if "@" in name:
        return name
    users = Counter(user for ad in pool.jobs if (user := text_of(evaluator, ad, "User")))
    own = [user for user in users if user.partition("@")[0] == name]
    if len(own) == 1:
        return own[0]
    names = (*users, *(text_of(evaluator, ad, "Name") or "" for ad in pool.submitters))
    domains = Counter(domain for user in names if (domain := user.rpartition("@")[2]) and "@" in user)
    usual = domains.most_common(1)[0][0] if domains else config.text("UID_DOMAIN") or _DOMAINLESS
    return f"{name}@{usual}"


def _schedd(user: str, pool: Pool, evaluator: Evaluator) -> tuple[str, list[str]]:
    """The schedd that takes a user's jobs: where the user has some, else the only one; and what is assumed."""
    own = Counter(
        schedd
        for ad in pool.jobs
        if text_of(evaluator, ad, "User") == user and (schedd := schedd_of(ad, evaluator)) is not None
    )
    if own:
        several = f"{user} has jobs at {len(own)} schedds: it is assumed that these go to {own.most_common(1)[0][0]}"
        return own.most_common(1)[0][0], [several] if len(own) > 1 else []
    names = dict.fromkeys(text_of(evaluator, ad, "ScheddName") for ad in pool.submitters)
    names |= dict.fromkeys(text_of(evaluator, ad, "Name") for ad in pool.schedds)
    known = [name for name in names if name]
    if len(known) == 1:
        return known[0], []
    made = f"ap.{user.partition('@')[2]}"
    why = f"none of the {len(known)} schedds has jobs of {user}" if known else "the pool has no schedd"
    return made, [f"{why}: the jobs are assumed to be at one of their own, {made}"]


def _host_config(config: Config, pool: Pool, schedd: str, evaluator: Evaluator) -> Config:
    """The configuration with what condor_submit detects on its machine, as far as the pool shows it."""
    assumed = {}
    for knob, attribute, usual in (("ARCH", "Arch", "X86_64"), ("OPSYS", "OpSys", "LINUX")):
        if config.text(knob) is None:
            seen = Counter(text for ad in pool.slots if (text := text_of(evaluator, ad, attribute)))
            assumed[knob] = seen.most_common(1)[0][0] if seen else usual
    if config.text("FILESYSTEM_DOMAIN") is None:
        domains = (text_of(evaluator, ad, "FileSystemDomain") for ad in pool.jobs if schedd_of(ad, evaluator) == schedd)
        assumed["FILESYSTEM_DOMAIN"] = next(filter(None, domains), schedd.rpartition("@")[2])
    return config.with_overrides(assumed) if assumed else config


def _unknown(config: Config) -> list[str]:
    """A remark if the configuration may not be that of an access point."""
    named = config.words("JOB_TRANSFORM_NAMES") or config.words("SUBMIT_REQUIREMENT_NAMES")
    if named or "SCHEDD" in (word.upper() for word in config.words("DAEMON_LIST")):
        return []
    return [
        "the configuration has no JOB_TRANSFORM_NAMES and no SUBMIT_REQUIREMENT_NAMES: if it is not that of the access "
        "point, what that changes in the jobs or refuses is not known"
    ]


def _not_negotiated(jobs: Sequence[Ad], evaluator: Evaluator) -> list[str]:
    local = sum(integer_of(evaluator, ad, "JobUniverse") in _LOCAL for ad in jobs)
    return [f"{counted(local, 'job')} of the local or scheduler universe need no slot"] if local else []
