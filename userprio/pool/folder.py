"""A pool from a folder of files as HTCondor's tools print them."""

from collections.abc import Callable, Iterator
from pathlib import Path

from userprio.classad import Ad
from userprio.classad.files import AdsProblem, read_ads, read_packed
from userprio.classad.packed import PackedAds
from userprio.errors import BadInput
from userprio.pool.pool import Pool, parallel_remark
from userprio.pool.repeats import jobs_once, last_of_each

SLOTS, SUBMITTERS, JOBS = "slots.ads", "submitters.ads", "jobs.ads"
"""Names of the files of a snapshot: `condor_status -long`, `condor_status -submitters -long`, `condor_q -long`."""


def read_snapshot(folder: Path, progress: Callable[[int], None] | None = None) -> Pool:
    """Read what there is of a snapshot. Files may be compressed (`slots.ads.gz`); one that is not there holds no ads.

    Of ads that stand there more than once, as after putting two files together, the last one counts: in the collector
    it takes the place of the others (`makeStartdAdHashKey`, `makeScheddAdHashKey`).

    Raises:
        BadInput: the folder is none or holds no ads file at all, or a file cannot be read.
    """
    if not folder.is_dir():
        raise BadInput("not a snapshot: no such folder", folder)
    files = [_file(folder, name) for name in (SLOTS, SUBMITTERS, JOBS)]
    if not any(files):
        raise BadInput(
            "not a snapshot: no slots.ads, submitters.ads or jobs.ads in this folder",
            folder,
            hint="condor_status -long > slots.ads makes the first of them",
        )
    problems: list[AdsProblem] = []
    slots, slots_again = last_of_each(_ads(files[0], problems, progress), ("name", "myaddress"))
    submitters, submitters_again = last_of_each(
        _ads(files[1], problems, progress), ("name", "scheddname", "myaddress", "scheddipaddr")
    )
    once = jobs_once(PackedAds(()) if files[2] is None else read_packed(files[2], problems, progress))
    again = zip(files, (slots_again, submitters_again, once.repeated), strict=True)
    told = [str(problem) for problem in problems]
    told += [
        f"{file}: {count:,} {'ad is' if count == 1 else 'ads are'} left out, because the same comes again later"
        for file, count in again
        if count
    ]
    if once.parallel:
        told.append(parallel_remark(once.parallel))
    return Pool(slots, submitters, once.jobs, tuple(told))


def _ads(file: Path | None, problems: list[AdsProblem], progress: Callable[[int], None] | None) -> Iterator[Ad]:
    return iter(()) if file is None else read_ads(file, problems, progress)


def snapshot_files(folder: Path) -> list[Path]:
    """The files of ads that a snapshot has, in the order in which they are read."""
    found = (_file(folder, name) for name in (SLOTS, SUBMITTERS, JOBS))
    return [file for file in found if file is not None]


def _file(folder: Path, name: str) -> Path | None:
    """The plain file if there is one, else the compressed one."""
    return next((path for path in (folder / name, folder / f"{name}.gz") if path.exists()), None)
