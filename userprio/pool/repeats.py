"""Ads that stand twice in a snapshot, such as where two files were put together: the last one counts."""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from userprio.classad import Ad, Expr, unparse
from userprio.classad.packed import PackedAds, Run

_PARALLEL: Final = "11"
_IDLE: Final = "1"


def last_of_each(ads: Iterable[Ad], names: Sequence[str]) -> tuple[tuple[Ad, ...], int]:
    """The ads without those that a later one replaces, and how many these are.

    A later ad takes the place of one with the same texts of `names` (in lower case), as in the collector. An ad that
    lacks the first of them is let be.
    """
    kept: dict[object, Ad] = {}
    count = 0
    for ad in ads:
        count += 1
        said = tuple(_text(ad.raw_value(name)) for name in names)
        kept[said if said[0] is not None else id(ad)] = ad
    return tuple(kept.values()), count - len(kept)


@dataclass(frozen=True, slots=True)
class JobsOnce:
    """Jobs of which each stands there once."""

    jobs: PackedAds
    repeated: int
    """How many ads were left out, because the same job came again later."""
    parallel: int
    """How many of the jobs are idle and of the parallel universe."""


def jobs_once(jobs: PackedAds) -> JobsOnce:
    """The jobs without those that stand there again later.

    It is the same job if GlobalJobId is the same, or without it schedd, cluster and proc. Memory while it lasts: some
    fifty bytes a job; the ids themselves are kept only of those that may be there twice.
    """
    hashes = array("q")
    parallel = 0
    for piece in jobs.pieces():
        hashes.extend(map(hash, filter(None, _ids(piece))))
        parallel += _idle_parallel(piece)
    twice = {one for one, other in pairwise(sorted(hashes)) if one == other}
    if not twice:
        return JobsOnce(jobs, 0, parallel)
    left = Counter(name for piece in jobs.pieces() for name in _ids(piece) if name and hash(name) in twice)
    once = PackedAds(_last(jobs.pieces(), left))
    return JobsOnce(once, len(jobs) - len(once), sum(map(_idle_parallel, once.pieces())))


def _last(pieces: Iterable[Run | Ad], left: Counter[str]) -> Iterator[Run | Ad]:
    """The pieces without the jobs of which `left` counts more to come."""
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
        elif isinstance(piece, Run) and any(wanted):
            yield piece.chosen(wanted)


def _ids(piece: Run | Ad) -> Sequence[str | None]:
    """What tells each job from all others; None for a job that does not say who it is."""
    ids = _column(piece, "globaljobid")
    if None not in ids:
        return ids
    columns = (_column(piece, name) for name in ("scheddname", "clusterid", "procid"))
    return [
        name or (cluster and f"{schedd} {cluster} {proc}")
        for name, schedd, cluster, proc in zip(ids, *columns, strict=True)
    ]


def _idle_parallel(piece: Run | Ad) -> int:
    universes = _column(piece, "jobuniverse")
    if _PARALLEL not in universes:
        return 0
    return sum(pair == (_PARALLEL, _IDLE) for pair in zip(universes, _column(piece, "jobstatus"), strict=True))


def _column(piece: Run | Ad, name: str) -> Sequence[str | None]:
    return piece.texts(name) if isinstance(piece, Run) else [_text(piece.raw_value(name))]


def _text(said: str | Expr | None) -> str | None:
    return unparse(said) if isinstance(said, Expr) else said
