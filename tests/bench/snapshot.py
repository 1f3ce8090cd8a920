"""A pool of any size as a folder of files: what `userprio --snapshot` reads."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tests.bench.jobs import job_ads, submitter_ads
from tests.bench.ledgers import ledger_lines
from tests.bench.people import configuration, people
from tests.bench.sizes import Size
from tests.bench.slots import slot_ads

CONFIG, LEDGER, SLOTS, JOBS = "condor_config", "Accountantnew.log", "slots.ads", "jobs.ads"


def write_snapshot(folder: Path, size: Size) -> Path:
    """The folder, with the files of a pool of this size; one that is complete already is taken as it is."""
    done = folder / "size.txt"
    if done.exists() and done.read_text() == repr(size):
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    done.unlink(missing_ok=True)
    everybody = people(size)
    running: Counter[str] = Counter()
    with (folder / SLOTS).open("w") as file:
        for ad in slot_ads(size, everybody):
            file.write(ad + "\n")
            found = ad.partition('\nRemoteUser = "')[2]
            if found:
                running[found.partition('"')[0]] += 1
    _write(folder / "submitters.ads", submitter_ads(size, everybody, running))
    _write(folder / JOBS, job_ads(size, everybody))
    _write(folder / LEDGER, ledger_lines([person.name for person in everybody], size.seed))
    (folder / CONFIG).write_text(configuration(size))
    done.write_text(repr(size))
    return folder


def write_ledger(path: Path, submitters: int) -> Path:
    """A ledger of so many submitters."""
    from tests.bench.ledgers import submitter_names

    _write(path, ledger_lines(submitter_names(submitters), 1))
    return path


def _write(path: Path, pieces: Iterable[str]) -> None:
    with path.open("w") as file:
        for piece in pieces:
            file.write(piece + "\n")
