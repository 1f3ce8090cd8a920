"""The ads of a snapshot's folder by kind: each from the file of its name or else from any file that has such ads.

Admins keep what HTCondor's tools print under names of their own, or all of it in one file (`condor_status -any -long`).
MyType says what an ad is.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from msgspec import Struct

from userprio.base.errors import BadInput
from userprio.base.formats import listed
from userprio.base.snapshot_trust import SnapshotRoot
from userprio.classad import (
    Ad,
    AdsFileError,
    AdsProblem,
    Expr,
    PackedAds,
    Report,
    read_ads,
    read_packed,
    read_text,
    unparse,
)
from userprio.pool.snapshots import (
    ACCOUNTING,
    ACCOUNTS_FILE,
    CONFIG_FILE,
    JOBS,
    LEDGER_FILE,
    NEGOTIATOR,
    PENDING,
    SCHEDDS,
    SLOTS,
    SUBMITTERS,
    TOML_FILE,
    USERS,
)

NAMES: Final = (SLOTS, NEGOTIATOR, ACCOUNTING, SCHEDDS, PENDING, SUBMITTERS, USERS, JOBS)
"""All files of ads, in the order in which they are read."""
NEEDED: Final = {SLOTS, SUBMITTERS, JOBS}
"""The files without which a cycle matches nothing."""
_UNREAD: Final = ""
"""Stands for a file of ads that are not read."""
_KINDS: Final = {
    "machine": SLOTS,
    "slot": SLOTS,
    "submitter": SUBMITTERS,
    "job": JOBS,
    "owner": USERS,
    "negotiator": NEGOTIATOR,
    "accounting": ACCOUNTING,
    "scheduler": SCHEDDS,
    **dict.fromkeys(
        "startd daemonmaster collector defrag license storage had replication placementd credd "
        "job_router generic grid gateway jobset project machineprivate".split(),
        _UNREAD,
    ),
}
"""The file of an ad by its MyType, in lower case (`condor_adtypes.h`)."""
_MY_TYPE: Final = re.compile(r'(?<![\w"])"?mytype"?>?\s*[=:]?\s*(?:<s>|")(\w+)', re.I)
"""The type of an ad in any form: `MyType = "Job"`, `"MyType": "Job"`, `<a n="MyType"><s>Job</s></a>`."""
_OWN: Final = frozenset({CONFIG_FILE, LEDGER_FILE, ACCOUNTS_FILE, TOML_FILE, *NAMES, *(f"{name}.gz" for name in NAMES)})
_PRINTED: Final = {SLOTS: ("slots", "condor_status -long"), JOBS: ("jobs", "condor_q -global -allusers -long")}
"""What is in a file, and the command that prints it."""
_MOST_OTHERS: Final = 50
"""Files under other names that are looked into, in alphabetical order."""
_SHOWN: Final = 3


class FolderAds(Struct):
    """The ads of a folder by kind, each under the name of its file."""

    ads: dict[str, list[Ad]]
    """All but jobs that have a file of their own."""
    files: dict[str, Path]
    """The file of each kind, whatever its name."""
    jobs: PackedAds
    problems: list[AdsProblem]
    """What was left out of the files."""
    remarks: tuple[str, ...]
    """What has another name than it should, and what is missing."""


def read_folder_ads(folder: Path, within: SnapshotRoot | None, progress: Callable[[int], None] | None) -> FolderAds:
    """Read the ads of a snapshot's folder, from files `within` it if it is not trusted.

    A file of one kind may have ads of others, too; they count where these have no file. Files of other names are
    looked into if one of `NEEDED` is missing then.

    Raises:
        BadInput: a file of `NAMES` cannot be read, or is a link out of the folder; or there are no ads at all.
    """
    named = named_files(folder, within)
    ads: dict[str, list[Ad]] = {name: [] for name in NAMES}
    files, problems = dict(named), list[AdsProblem]()
    for name, file in named.items():
        if name == JOBS:
            continue
        for kind, some in _sorted(read_ads(file, problems, progress, within), name).items():
            if kind == name or kind not in named:
                ads[kind] += some
                files.setdefault(kind, file)
    remarks, unread = list[str](), list[str]()
    if not files.keys() >= NEEDED:
        others = _Others(set(NAMES) - files.keys())
        for file in _others_in(folder, within):
            others.look_into(file, within, progress)
        for kind, (file, *more) in others.files.items():
            if more:
                names = listed((path.name for path in (file, *more)), _SHOWN, "or")
                remarks.append(f"{folder}: {kind} is missing. {names} may be meant, and none of them is read")
            else:
                files[kind] = file
                ads[kind] = others.ads[kind]
                remarks.append(f"{folder}: there is no {kind}; its ads are taken from {file.name}")
        problems += others.problems
        unread = others.unread
    if not NEEDED & files.keys():
        raise BadInput(
            "not a snapshot: no slots.ads, submitters.ads or jobs.ads in this folder",
            folder,
            hint="condor_status -long > slots.ads makes the first of them",
        )
    packed = JOBS in files and not ads[JOBS]
    jobs = read_packed(files[JOBS], problems, progress, within) if packed else PackedAds(ads[JOBS])
    remarks += _missing(folder, files, unread)
    return FolderAds(ads, files, jobs, problems, tuple(remarks))


def named_files(folder: Path, within: SnapshotRoot | None) -> dict[str, Path]:
    """The files of `NAMES` that there are, in that order; plain ones count before compressed ones.

    Raises:
        BadInput: one is a link out of the folder.
    """
    named: dict[str, Path] = {}
    for name in NAMES:
        file = next((path for path in (folder / name, folder / f"{name}.gz") if path.exists()), None)
        if file is not None:
            named[name] = file if within is None else within.inside(file)
    return named


def _others_in(folder: Path, within: SnapshotRoot | None) -> list[Path]:
    """The files of other names in a folder, without hidden ones and without links out of it."""
    names = [path.name for path in folder.iterdir()] if within is None else within.names_in(folder)
    paths = (folder / name for name in sorted(names) if name not in _OWN and not name.startswith("."))
    own = (path for path in paths if within is None or not within.leads_out(path))
    return list(islice((path for path in own if path.is_file()), _MOST_OTHERS))


def _sorted(ads: Iterable[Ad], of_no_type: str) -> dict[str, list[Ad]]:
    """Ads by kind; those of daemons that nothing is read of are left out."""
    by_kind: dict[str, list[Ad]] = defaultdict(list)
    for ad in ads:
        my_type = ad.raw_value("mytype")
        text = (unparse(my_type) if isinstance(my_type, Expr) else my_type or "").strip('"').lower()
        by_kind[_KINDS.get(text, of_no_type)].append(ad)
    by_kind.pop(_UNREAD, None)
    return by_kind


class _Others:
    """What files of other names have, of the kinds that are `wanted`."""

    def __init__(self, wanted: Container[str]) -> None:
        self.wanted = wanted
        self.files: dict[str, list[Path]] = {}
        self.ads: dict[str, list[Ad]] = defaultdict(list)
        self.problems: list[AdsProblem] = []
        self.unread: list[str] = []
        """Names of files without any such ads, with the reason if there is one."""

    def look_into(self, file: Path, within: SnapshotRoot | None, progress: Callable[[int], None] | None) -> None:
        """Add what a file has."""
        problems: list[AdsProblem] = []
        try:
            head = next(read_text(file, Report(file, within=within)), "")
            types = (each[1].lower() for each in _MY_TYPE.finditer(head))
            first = next((_KINDS[my_type] for my_type in types if my_type in _KINDS), None)
            # A file that begins with jobs has nothing else, and may have millions of them.
            kinds: dict[str, list[Ad]] = {JOBS: []}
            if first != JOBS:
                kinds = {} if first is None else _sorted(read_ads(file, problems, progress, within), _UNREAD)
        except AdsFileError as error:
            self.unread.append(f"{file.name} ({error.message})")
            return
        wanted = [kind for kind in kinds if kind in self.wanted]
        for kind in wanted:
            self.files.setdefault(kind, []).append(file)
            self.ads[kind] += kinds[kind]
        if wanted:
            self.problems += problems
        elif first is None:
            self.unread.append(file.name)


def _missing(folder: Path, files: Container[str], unread: Sequence[str]) -> Iterator[str]:
    """A sentence about slots or jobs that are missing where there are files that cannot be read.

    A pool may be without jobs. That slots or submitters are missing is said by who needs them.
    """
    for name in (SLOTS, JOBS):
        if name not in files and unread:
            what, command = _PRINTED[name]
            no_ads = f"there is no {name}, and {listed(unread, _SHOWN)} cannot be read as ads"
            yield f"{folder}: {no_ads}, so that there are no {what}. `{command}` prints them"
