"""A pool from a folder of files as HTCondor's tools print them."""

from collections.abc import Callable
from pathlib import Path

from userprio.classad.files import AdsProblem, read_ads, read_packed
from userprio.errors import BadInput
from userprio.pool.pool import Pool

SLOTS, SUBMITTERS, JOBS = "slots.ads", "submitters.ads", "jobs.ads"
"""Names of the files of a snapshot: `condor_status -long`, `condor_status -submitters -long`, `condor_q -long`."""


def read_snapshot(folder: Path, progress: Callable[[int], None] | None = None) -> Pool:
    """Read what there is of a snapshot. Files may be compressed (`slots.ads.gz`); one that is not there holds no ads.

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
    slots, submitters = (() if file is None else tuple(read_ads(file, problems, progress)) for file in files[:2])
    jobs = () if files[2] is None else read_packed(files[2], problems, progress)
    return Pool(slots, submitters, jobs, tuple(str(problem) for problem in problems))


def snapshot_files(folder: Path) -> list[Path]:
    """The files of ads that a snapshot has, in the order in which they are read."""
    found = (_file(folder, name) for name in (SLOTS, SUBMITTERS, JOBS))
    return [file for file in found if file is not None]


def _file(folder: Path, name: str) -> Path | None:
    """The plain file if there is one, else the compressed one."""
    return next((path for path in (folder / name, folder / f"{name}.gz") if path.exists()), None)
