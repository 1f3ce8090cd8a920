"""Loading a scenario: from a folder of files as HTCondor's tools print them, a pool.toml, or a shipped example.

Of repeated ads in a folder the last one counts.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.errors import BadInput
from userprio.base.snapshot_trust import SnapshotRoot
from userprio.classad import Ad, Expr, PackedAds, PackedRun, unparse
from userprio.config import Config, Origin, OriginKind, variables_not_read
from userprio.config import read as read_config
from userprio.ledger import Ledger
from userprio.pool.accounting_ads import of_one_negotiator, previous_quotas, read_accounts
from userprio.pool.scenario import (
    FIRST_CYCLE,
    PREPARING,
    Pool,
    ScenarioData,
    parallel_remark,
    preparing_remark,
    versions_of,
)
from userprio.pool.snapshots import (
    ACCOUNTING,
    CONFIG_FILE,
    JOBS,
    NEGOTIATOR,
    PENDING,
    SCHEDDS,
    SLOTS,
    SUBMITTERS,
    USERS,
    Snapshot,
    find_snapshot,
)

if TYPE_CHECKING:
    from userprio.pool.toml_file import TomlPool

_PARALLEL: Final = "11"
_IDLE: Final = "1"
_PREPARING: Final = str(PREPARING)


def _last_of_each(ads: Iterable[Ad], names: Sequence[str]) -> tuple[tuple[Ad, ...], int]:
    """The ads without those that a later one replaces, and the number of the latter.

    A later ad replaces one with the same texts of the attributes `names` (in lower case), as in the collector. An ad
    that lacks the first of them is kept.
    """
    latest: dict[object, Ad] = {}
    count = 0
    for ad in ads:
        count += 1
        said = tuple(_text(ad.raw_value(name)) for name in names)
        latest[said if said[0] is not None else id(ad)] = ad
    return tuple(latest.values()), count - len(latest)


def _distinct_jobs(jobs: PackedAds) -> tuple[PackedAds, int, Counter[str]]:
    """The jobs without those repeated later, how many these are, and how many of the rest will take no part, by reason.

    A job is the same if GlobalJobId is the same, or without it schedd, cluster and proc. This takes some hundred
    bytes of memory a job meanwhile; ids are kept only of jobs that may occur twice.
    """
    # Hashes alone first: a set of a million ids would take more memory than the packed jobs.
    hashes = array("q")
    apart: Counter[str] = Counter()
    for piece in jobs.pieces():
        hashes.extend(map(hash, filter(None, _ids(piece))))
        apart.update(_apart(piece))
    if len(set(hashes)) == len(hashes):
        return jobs, 0, apart
    twice = {first for first, second in pairwise(sorted(hashes)) if first == second}
    # Equal hashes need not mean equal ids, so the few suspects are counted by their names.
    left = Counter(name for piece in jobs.pieces() for name in _ids(piece) if name and hash(name) in twice)
    once = PackedAds(_last(jobs.pieces(), left))
    return once, len(jobs) - len(once), Counter(reason for piece in once.pieces() for reason in _apart(piece))


def _last(pieces: Iterable[PackedRun | Ad], left: Counter[str]) -> Iterator[PackedRun | Ad]:
    """The pieces without the jobs repeated later; `left` counts the occurrences still to come."""
    for piece in pieces:
        wanted = []
        for name in _ids(piece):
            # The last occurrence is the one at which nothing more is to come.
            if name is not None and name in left:
                left[name] -= 1
                wanted.append(not left[name])
            else:
                wanted.append(True)
        if all(wanted):
            yield piece
        elif isinstance(piece, PackedRun) and any(wanted):
            yield piece.chosen(wanted)


def _ids(piece: PackedRun | Ad) -> Sequence[str | None]:
    """What identifies each job; None for a job without any of it."""
    ids = job_column(piece, "globaljobid")
    if None not in ids:
        return ids
    columns = (job_column(piece, name) for name in ("scheddname", "clusterid", "procid"))
    return [
        name or (cluster and f"{schedd} {cluster} {proc}")
        for name, schedd, cluster, proc in zip(ids, *columns, strict=True)
    ]


def _apart(piece: PackedRun | Ad) -> Iterator[str]:
    """Of each job that will take no part though it is to run, why: its universe is `parallel`, or it is `preparing`."""
    states, universes = job_column(piece, "jobstatus"), job_column(piece, "jobuniverse")
    yield from ["preparing"] * states.count(_PREPARING)
    if _PARALLEL in universes:
        yield from ("parallel" for pair in zip(universes, states, strict=True) if pair == (_PARALLEL, _IDLE))


_REMARKS: Final = {"parallel": parallel_remark, "preparing": preparing_remark}


def job_column(piece: PackedRun | Ad, name: str) -> Sequence[str | None]:
    """The texts of an attribute, its name in lower case, of each job; None where a job lacks it."""
    return piece.texts(name) if isinstance(piece, PackedRun) else [_text(piece.raw_value(name))]


def _text(said: str | Expr | None) -> str | None:
    return unparse(said) if isinstance(said, Expr) else said


def read_snapshot(folder: Path, progress: Callable[[int], None] | None = None, *, trust: bool = False) -> Pool:
    """Read the files of a snapshot. They may be compressed (`slots.ads.gz`); one that is missing has no ads.

    Of ads that occur more than once, as after joining two files, the last one counts: in the collector it replaces the
    others (`makeStartdAdHashKey`, `makeScheddAdHashKey`).

    Raises:
        BadInput: there is no such folder, it has no slots, submitters or jobs, or a file cannot be read or, without
            `trust`, is a link out of the folder.
    """
    if not folder.is_dir():
        raise BadInput("not a snapshot: no such folder", folder)
    return _read_folder(folder, None if trust else SnapshotRoot.of(folder), progress)


def _read_folder(folder: Path, within: SnapshotRoot | None, progress: Callable[[int], None] | None) -> Pool:
    # Imported here because most commands that edit read no ads.
    from userprio.pool.folders import read_folder_ads

    read = read_folder_ads(folder, within, progress)
    # The keys of the collector's own tables: a slot by name and address, a submitter by its schedd too.
    slots, slots_again = _last_of_each(read.ads[SLOTS], ("name", "myaddress"))
    negotiator = next(iter(read.ads[NEGOTIATOR]), None)
    accounting, doubt = of_one_negotiator(read.ads[ACCOUNTING], negotiator)
    addresses = ("name", "scheddname", "myaddress", "scheddipaddr")
    submitters, submitters_again = _last_of_each(read.ads[SUBMITTERS], addresses)
    users, users_again = _last_of_each(read.ads[USERS], ("user", "scheddname"))
    jobs, jobs_again, apart = _distinct_jobs(read.jobs)
    again = {SLOTS: slots_again, SUBMITTERS: submitters_again, JOBS: jobs_again, USERS: users_again}
    messages = [*map(str, read.problems), *read.remarks]
    messages += [
        f"{read.files[name]}: {count:,} "
        f"{'ad is left out, because it is' if count == 1 else 'ads are left out, because they are'} repeated later"
        for name, count in again.items()
        if count
    ]
    messages += [] if doubt is None else [f"{read.files[ACCOUNTING]}: {doubt}"]
    if len(read.ads[NEGOTIATOR]) > 1:
        messages.append(f"{read.files[NEGOTIATOR]}: the first of several negotiators is meant")
    messages += [remark(apart[reason]) for reason, remark in _REMARKS.items() if apart[reason]]
    schedds, pending = tuple(read.ads[SCHEDDS]), tuple(read.ads[PENDING]) if PENDING in read.files else None
    return Pool(slots, submitters, jobs, users, negotiator, tuple(messages), True, accounting, schedds, pending)


def snapshot_files(folder: Path) -> list[Path]:
    """The files of ads in a snapshot's folder that have the usual names, in the order in which they are read."""
    from userprio.pool.folders import named_files

    return list(named_files(folder, None).values())


class LoadedPool(Struct, frozen=True):
    """What was read of a snapshot, apart from ledger and condor_config."""

    pool: Pool
    written: "TomlPool | None" = None
    """The pool.toml that it was read from; None for a folder of ads."""
    heard_at: int | None = None
    """When the newest ad was received, or the `time` of a pool.toml, seconds since the epoch; None if not known."""


def read_pool(snapshot: Snapshot, now: int, progress: Callable[[int], None] | None = None) -> LoadedPool:
    """Read the ads of a snapshot; a pool.toml without a `time` is taken to show `now` (seconds since the epoch).

    Raises:
        BadInput: a file cannot be read or makes no sense.
    """
    if snapshot.toml is not None:
        # Imported here because a folder of ads, or an edit, needs no reader of pool.toml.
        from userprio.pool.toml_file import read_toml_pool

        written = read_toml_pool(snapshot.toml, now, snapshot.within)
        return LoadedPool(written.pool, written, written.time)
    assert snapshot.folder is not None
    pool = _read_folder(snapshot.folder, snapshot.within, progress)
    return LoadedPool(pool, heard_at=_last_heard(pool))


def with_own_knobs(config: Config, written: "TomlPool", path: Path, *, refuse: bool = True) -> Config:
    """The configuration with the knobs of a pool.toml; without `refuse`, mistyped names are accepted.

    Raises:
        UnknownKnob: a name is most likely mistyped.
        ConfigError: a value cannot be expanded.
    """
    from userprio.config import checked

    places = {name: Origin(str(path), written.lines.get(name), OriginKind.FILE) for name in written.config}
    with_knobs = config.with_overrides(written.config).with_origins(places)
    return checked(config, with_variable_warnings(with_knobs, places), places, typed=False, refuse=refuse)


def with_options(config: Config, overrides: Mapping[str, str], *, refuse: bool = True) -> Config:
    """The configuration with the knobs of --set; without `refuse`, mistyped names are accepted.

    Raises:
        UnknownKnob: a name is most likely mistyped.
        ConfigError: a value cannot be expanded.
    """
    if not overrides:
        return config
    from userprio.config import checked

    # No line: each option is a place of its own.
    places = {name: Origin(f"--set {name}={text}", None, OriginKind.OVERRIDE) for name, text in overrides.items()}
    with_knobs = with_variable_warnings(config.with_overrides(overrides), places)
    return checked(config, with_knobs, places, typed=True, refuse=refuse)


def of_its_negotiator(config: Config, pool: Pool) -> Config:
    """The configuration as the negotiator whose ad is in the pool sees it, which may have a local name."""
    from userprio.classad import Evaluator, text_of
    from userprio.config import as_negotiator

    name = None if pool.negotiator is None else text_of(Evaluator(now=0), pool.negotiator, "Name")
    return as_negotiator(config, name)


def with_variable_warnings(config: Config, places: Mapping[str, Origin]) -> Config:
    """The configuration with a warning about each environment variable that these knobs refer to and may not read."""
    if config.within is None:
        return config
    warnings = (variables_not_read(config.raw(name) or "", config.scope.environ, places[name]) for name in places)
    return config.with_warnings(chain.from_iterable(warnings))


def load_scenario(
    where: str | Path,
    *,
    clock: int,
    now: int | None = None,
    config: Path | None = None,
    ledger: Path | None = None,
    knobs: Mapping[str, str] | None = None,
    environ: Mapping[str, str] | None = None,
    first_cycle: bool = False,
    trust: bool = False,
) -> ScenarioData:
    """A scenario from a folder of ads, a pool.toml or the name of a shipped example.

    Configuration and ledger are the snapshot's own unless others are given; without any, all knobs have their defaults
    and nobody has used anything. Without `trust` the snapshot's own configuration reads nothing outside its folder.
    `knobs` override the configuration. The time is `now` if it is given, else that of the snapshot if it tells its
    time, else that of the `clock`, all in seconds since the epoch.

    Raises:
        BadInput: something is missing, cannot be read or makes no sense.
    """
    snapshot = find_snapshot(where, trust=trust)
    loaded = read_pool(snapshot, clock if now is None else now)
    # A configuration that is given replaces the pool's own as a whole: a mixture would be nobody's.
    own = None if config is not None or loaded.written is None or not loaded.written.config else loaded.written
    root = None if own is not None else config or snapshot.own(CONFIG_FILE)
    read = read_config(
        root,
        environ=environ or {},
        version=versions_of(loaded.pool, None).negotiator,
        within=snapshot.within if config is None else None,
    )
    if own is not None:
        assert snapshot.toml is not None
        read = with_own_knobs(read, own, snapshot.toml)
    read = with_options(of_its_negotiator(read, loaded.pool), knobs or {})
    log = ledger or snapshot.ledger
    present = (loaded.heard_at or clock) if now is None else now
    accounts, pool = Ledger.empty(), loaded.pool
    if log is not None:
        accounts = read_accounts(log, read, present, None if ledger is not None else snapshot.within)
        if accounts.lacks is not None:
            pool = replace(pool, problems=(*pool.problems, f"{log}: {accounts.lacks}"))
    quotas, source = previous_quotas(pool, accounts)
    return ScenarioData(pool, accounts, read, present, FIRST_CYCLE if first_cycle else quotas, quotas_given_by=source)


def _last_heard(pool: Pool) -> int | None:
    from userprio.classad import Evaluator

    evaluator = Evaluator(now=0)
    heard = chain(pool.slots, pool.submitters, pool.accounting, pool.schedds)
    times = (evaluator.attribute("LastHeardFrom", ad) for ad in heard)
    return max((time for time in times if isinstance(time, int) and not isinstance(time, bool)), default=None)
