"""A scenario from where it is kept: a folder of ads, a pool.toml, or an example that is shipped."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from userprio.classad import Evaluator
from userprio.config import Origin, OriginKind
from userprio.config import read as read_config
from userprio.errors import BadInput
from userprio.ledger import Ledger
from userprio.pool import examples
from userprio.pool.folder import read_snapshot
from userprio.pool.pool import Pool
from userprio.pool.scenario import FIRST_CYCLE, Scenario, quotas_left
from userprio.pool.toml_file import read_handwritten

CONFIG_FILE: Final = "condor_config"
LEDGER_FILE: Final = "Accountantnew.log"
HANDWRITTEN_FILE: Final = "pool.toml"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot that was named: a folder of ads, or a file written by hand."""

    folder: Path | None
    handwritten: Path | None

    def own(self, name: str) -> Path | None:
        """A file of that name in the folder, if there is one."""
        path = None if self.folder is None else self.folder / name
        return path if path is not None and path.is_file() else None


def find_snapshot(name: str | Path) -> Snapshot:
    """A folder or file of that name; without one, the shipped example.

    Raises:
        BadInput: there is none.
    """
    path = Path(name)
    if not path.exists() and "/" not in str(name):
        path = examples.find(str(name)).folder
    if not path.is_dir():
        if not path.exists():
            raise BadInput("no such file or folder", path, hint="A snapshot is a folder of ads or a pool.toml")
        return Snapshot(None, path)
    if (path / HANDWRITTEN_FILE).is_file() and not (path / "slots.ads").exists():
        return Snapshot(path, path / HANDWRITTEN_FILE)
    return Snapshot(path, None)


@dataclass(frozen=True, slots=True)
class Found:
    """What a snapshot holds besides a ledger and a configuration of HTCondor's."""

    pool: Pool
    knobs: Mapping[str, str]
    """Those of a pool.toml."""
    origins: Mapping[str, Origin]
    """Where they stand."""
    heard_at: int | None
    """When the newest ad was received: the moment that the snapshot shows, seconds since the epoch."""


def read_pool(snapshot: Snapshot, now: int, progress: Callable[[int], None] | None = None) -> Found:
    """Read the ads of a snapshot; those of a pool.toml are made for `now`.

    Raises:
        BadInput: a file cannot be read or makes no sense.
    """
    if snapshot.handwritten is not None:
        written = read_handwritten(snapshot.handwritten, now)
        path = str(snapshot.handwritten)
        origins = {name: Origin(path, line, OriginKind.FILE) for name, line in written.lines.items()}
        return Found(written.pool, dict(written.config), origins, None)
    assert snapshot.folder is not None
    pool = read_snapshot(snapshot.folder, progress)
    return Found(pool, {}, {}, _last_heard(pool))


def load_scenario(
    where: str | Path,
    *,
    now: int,
    config: Path | None = None,
    ledger: Path | None = None,
    knobs: Mapping[str, str] | None = None,
    environ: Mapping[str, str] | None = None,
    first_cycle: bool = False,
) -> Scenario:
    """A scenario from a folder of ads, a pool.toml or the name of a shipped example.

    Configuration and ledger are the snapshot's own unless they are named; without any every knob has its default, and
    nobody has used anything. `knobs` override the configuration. `now` (seconds since the epoch) counts where the ads
    do not say when they were received.

    Raises:
        BadInput: something is missing, cannot be read or makes no sense.
    """
    snapshot = find_snapshot(where)
    found = read_pool(snapshot, now)
    root = config or snapshot.own(CONFIG_FILE)
    own = {} if config is not None else found.knobs
    overrides = knobs or {}
    read = read_config(None if own else root, environ=environ or {}, overrides={**own, **overrides})
    lowered = {name.lower() for name in overrides}
    if own:
        read = read.with_origins({name: at for name, at in found.origins.items() if name.lower() not in lowered})
    log = ledger or snapshot.own(LEDGER_FILE)
    accounts = Ledger.empty() if log is None else Ledger.read(log)
    previous = FIRST_CYCLE if first_cycle else quotas_left(accounts)
    return Scenario(found.pool, accounts, read, found.heard_at or now, previous)


def _last_heard(pool: Pool) -> int | None:
    evaluator = Evaluator(now=0)
    times = (evaluator.attribute("LastHeardFrom", ad) for ads in (pool.slots, pool.submitters) for ad in ads)
    return max((time for time in times if isinstance(time, int) and not isinstance(time, bool)), default=None)
