"""A pool from a folder of files as HTCondor's tools print them; of repeated ads the last one counts."""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from userprio.base.errors import BadInput
from userprio.base.snapshot_trust import inside
from userprio.classad import Ad, AdsProblem, Expr, PackedAds, PackedRun, read_ads, read_packed, unparse
from userprio.pool.scenario import PREPARING, Pool, parallel_remark, preparing_remark

_PARALLEL: Final = "11"
_IDLE: Final = "1"
_PREPARING: Final = str(PREPARING)

SLOTS, SUBMITTERS, JOBS = "slots.ads", "submitters.ads", "jobs.ads"
USERS, NEGOTIATOR = "qusers.ads", "negotiator.ads"
"""Names of the files of a snapshot: `condor_status -long`, `condor_status -submitters -long`, `condor_q -long`,
`condor_qusers -long`, `condor_status -negotiator -long`."""


def _last_of_each(ads: Iterable[Ad], names: Sequence[str]) -> tuple[tuple[Ad, ...], int]:
    """The ads without those that a later one replaces, and the number of the latter.

    A later ad replaces one with the same texts of the attributes `names` (in lower case), as in the collector. An ad
    that lacks the first of them is kept.
    """
    kept: dict[object, Ad] = {}
    count = 0
    for ad in ads:
        count += 1
        said = tuple(_text(ad.raw_value(name)) for name in names)
        kept[said if said[0] is not None else id(ad)] = ad
    return tuple(kept.values()), count - len(kept)


def _distinct_jobs(jobs: PackedAds) -> tuple[PackedAds, int, Counter[str]]:
    """The jobs without those repeated later, how many these are, and how many of the rest will take no part, by reason.

    A job is the same if GlobalJobId is the same, or without it schedd, cluster and proc. This takes some fifty bytes
    of memory a job meanwhile; ids are kept only of jobs that may occur twice.
    """
    hashes = array("q")
    apart: Counter[str] = Counter()
    for piece in jobs.pieces():
        hashes.extend(map(hash, filter(None, _ids(piece))))
        apart.update(_apart(piece))
    twice = {one for one, other in pairwise(sorted(hashes)) if one == other}
    if not twice:
        return jobs, 0, apart
    left = Counter(name for piece in jobs.pieces() for name in _ids(piece) if name and hash(name) in twice)
    once = PackedAds(_last(jobs.pieces(), left))
    return once, len(jobs) - len(once), Counter(reason for piece in once.pieces() for reason in _apart(piece))


def _last(pieces: Iterable[PackedRun | Ad], left: Counter[str]) -> Iterator[PackedRun | Ad]:
    """The pieces without the jobs repeated later; `left` counts the occurrences still to come."""
    for piece in pieces:
        wanted = []
        for name in _ids(piece):
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
    ids = _column(piece, "globaljobid")
    if None not in ids:
        return ids
    columns = (_column(piece, name) for name in ("scheddname", "clusterid", "procid"))
    return [
        name or (cluster and f"{schedd} {cluster} {proc}")
        for name, schedd, cluster, proc in zip(ids, *columns, strict=True)
    ]


def _apart(piece: PackedRun | Ad) -> Iterator[str]:
    """Of each job that will take no part though it is to run, why: its universe is `parallel`, or it is `preparing`."""
    states, universes = _column(piece, "jobstatus"), _column(piece, "jobuniverse")
    yield from ["preparing"] * states.count(_PREPARING)
    if _PARALLEL in universes:
        yield from ("parallel" for pair in zip(universes, states, strict=True) if pair == (_PARALLEL, _IDLE))


_REMARKS: Final = {"parallel": parallel_remark, "preparing": preparing_remark}


def _column(piece: PackedRun | Ad, name: str) -> Sequence[str | None]:
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
    within = None if trust else folder
    files = [_file(folder, name, within) for name in (SLOTS, SUBMITTERS, JOBS)]
    users_file = _file(folder, USERS, within)

    def ads(file: Path | None) -> Iterator[Ad]:
        return iter(()) if file is None else read_ads(file, problems, progress)

    if not any(files):
        raise BadInput(
            "not a snapshot: no slots.ads, submitters.ads or jobs.ads in this folder",
            folder,
            hint="condor_status -long > slots.ads makes the first of them",
        )
    problems: list[AdsProblem] = []
    slots, slots_again = _last_of_each(ads(files[0]), ("name", "myaddress"))
    negotiator = next(ads(_file(folder, NEGOTIATOR, within)), None)
    submitters, submitters_again = _last_of_each(ads(files[1]), ("name", "scheddname", "myaddress", "scheddipaddr"))
    users, users_again = _last_of_each(ads(users_file), ("user", "scheddname"))
    read = PackedAds(()) if files[2] is None else read_packed(files[2], problems, progress)
    jobs, jobs_again, apart = _distinct_jobs(read)
    again = zip((*files, users_file), (slots_again, submitters_again, jobs_again, users_again), strict=True)
    told = [str(problem) for problem in problems]
    told += [
        f"{file}: {count:,} "
        f"{'ad is left out, because it is' if count == 1 else 'ads are left out, because they are'} repeated later"
        for file, count in again
        if count
    ]
    told += [remark(apart[reason]) for reason, remark in _REMARKS.items() if apart[reason]]
    return Pool(slots, submitters, jobs, users, negotiator, tuple(told), recorded=True)


def snapshot_files(folder: Path) -> list[Path]:
    """The files of ads in a snapshot's folder, in the order in which they are read."""
    found = (_file(folder, name) for name in (SLOTS, NEGOTIATOR, SUBMITTERS, USERS, JOBS))
    return [file for file in found if file is not None]


def _file(folder: Path, name: str, within: Path | None = None) -> Path | None:
    """The plain file if there is one, else the compressed one."""
    found = next((path for path in (folder / name, folder / f"{name}.gz") if path.exists()), None)
    return None if found is None else inside(found, within)
