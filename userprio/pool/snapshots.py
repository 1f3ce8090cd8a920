"""Where a snapshot is, and what its files are called; nothing of them is read here."""

from pathlib import Path
from typing import Final

from msgspec import Struct

from userprio.base.errors import BadInput
from userprio.base.snapshot_trust import SnapshotRoot
from userprio.pool import examples

SLOTS, SUBMITTERS, JOBS = "slots.ads", "submitters.ads", "jobs.ads"
USERS, NEGOTIATOR, SCHEDDS, ACCOUNTING = "qusers.ads", "negotiator.ads", "schedds.ads", "accounting.ads"
"""Names of the files of a snapshot: `condor_status -long`, `condor_status -submitters -long`, `condor_q -long`,
`condor_qusers -long`, `condor_status -negotiator -long`, `condor_status -schedd -long`, and
`condor_status -any -constraint 'MyType=="Accounting"' -long`."""
PENDING: Final = "pending.ads"
"""What `userprio snapshot` adds right after a cycle: the slots of matches that no slot ad shows, with their users."""
CONFIG_FILE: Final = "condor_config"
LEDGER_FILE: Final = "Accountantnew.log"
ACCOUNTS_FILE: Final = "userprio.ads"
"""What `condor_userprio -negotiator -modular -long -allusers` prints: instead of a ledger, if there is none."""
TOML_FILE: Final = "pool.toml"


class Snapshot(Struct, frozen=True):
    """Where a snapshot is: a folder of ads, or a pool.toml, perhaps in a folder."""

    folder: Path | None
    toml: Path | None
    within: SnapshotRoot | None = None
    """The folder that everything read for it must be in, or the only file to read; None if it is trusted: it may refer
    to files outside, and to the environment."""

    def own(self, name: str) -> Path | None:
        """The file of that name in the folder, None if there is none.

        Raises:
            BadInput: it is a link out of a folder that is not trusted.
        """
        path = None if self.folder is None else self.folder / name
        if path is None or not path.is_file():
            return None
        return path if self.within is None else self.within.inside(path)

    @property
    def ledger(self) -> Path | None:
        """The ledger in the folder, or else the accounts that stand for one; None if there are neither.

        Raises:
            BadInput: see `own`.
        """
        return self.own(LEDGER_FILE) or self.own(ACCOUNTS_FILE)


def find_snapshot(name: str | Path, *, trust: bool = False) -> Snapshot:
    """The folder or file of that name, else the shipped example.

    Without `trust` nothing outside the folder is read, whatever refers to it.

    Raises:
        BadInput: there is none, or its pool.toml is a link out of it.
    """
    path = Path(name)
    # A path with a slash is meant as one: a misspelt folder must not turn into an example.
    if not path.exists() and "/" not in str(name):
        path = examples.find(str(name)).folder
    if not path.is_dir():
        if not path.exists():
            raise BadInput("no such file or folder", path, hint="A snapshot is a folder of ads or a pool.toml")
        return Snapshot(None, path, None if trust else SnapshotRoot.of(path))
    within = None if trust else SnapshotRoot.of(path)
    # Ads of a real pool come before a pool.toml that was left beside them.
    if (path / TOML_FILE).is_file() and not (path / "slots.ads").exists():
        toml = path / TOML_FILE
        return Snapshot(path, toml if within is None else within.inside(toml), within)
    return Snapshot(path, None, within)
