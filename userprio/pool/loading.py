"""Loading a scenario: from a folder of ads, a pool.toml, or a shipped example."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from userprio.base.errors import BadInput
from userprio.base.snapshot_trust import inside
from userprio.config import Config, Origin, OriginKind, variables_not_read
from userprio.config import read as read_config
from userprio.ledger import Ledger
from userprio.pool import examples
from userprio.pool.scenario import FIRST_CYCLE, Pool, ScenarioData, quotas_left, versions_of

if TYPE_CHECKING:
    from userprio.pool.toml_file import TomlPool

CONFIG_FILE: Final = "condor_config"
LEDGER_FILE: Final = "Accountantnew.log"
TOML_FILE: Final = "pool.toml"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where a snapshot is: a folder of ads, or a pool.toml, perhaps in a folder."""

    folder: Path | None
    toml: Path | None
    trusted: bool = False
    """It may refer to files outside its folder, and to the environment."""

    @property
    def within(self) -> Path | None:
        """The folder that everything read for it must be in, or the only file to read; None if it is trusted."""
        return None if self.trusted else self.folder or self.toml

    def own(self, name: str) -> Path | None:
        """The file of that name in the folder, None if there is none.

        Raises:
            BadInput: it is a link out of a folder that is not trusted.
        """
        path = None if self.folder is None else self.folder / name
        return inside(path, self.within) if path is not None and path.is_file() else None


def find_snapshot(name: str | Path, *, trust: bool = False) -> Snapshot:
    """The folder or file of that name, else the shipped example.

    Without `trust` nothing outside the folder is read, whatever refers to it.

    Raises:
        BadInput: there is none, or its pool.toml is a link out of it.
    """
    path = Path(name)
    if not path.exists() and "/" not in str(name):
        path = examples.find(str(name)).folder
    if not path.is_dir():
        if not path.exists():
            raise BadInput("no such file or folder", path, hint="A snapshot is a folder of ads or a pool.toml")
        return Snapshot(None, path, trust)
    if (path / TOML_FILE).is_file() and not (path / "slots.ads").exists():
        return Snapshot(path, inside(path / TOML_FILE, None if trust else path), trust)
    return Snapshot(path, None, trust)


@dataclass(frozen=True, slots=True)
class LoadedPool:
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
    # Imported here because an edit, which needs no pool, should not load the readers of pools.
    from userprio.pool.folder import read_snapshot
    from userprio.pool.toml_file import read_toml_pool

    if snapshot.toml is not None:
        written = read_toml_pool(snapshot.toml, now)
        return LoadedPool(written.pool, written, written.time)
    assert snapshot.folder is not None
    pool = read_snapshot(snapshot.folder, progress, trust=snapshot.trusted)
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
    return checked(config, told_of_variables(with_knobs, places), places, typed=False, refuse=refuse)


def with_options(config: Config, overrides: Mapping[str, str], *, refuse: bool = True) -> Config:
    """The configuration with the knobs of --set; without `refuse`, mistyped names are accepted.

    Raises:
        UnknownKnob: a name is most likely mistyped.
        ConfigError: a value cannot be expanded.
    """
    if not overrides:
        return config
    from userprio.config import checked

    places = {name: Origin(f"--set {name}={text}", None, OriginKind.OVERRIDE) for name, text in overrides.items()}
    with_knobs = told_of_variables(config.with_overrides(overrides), places)
    return checked(config, with_knobs, places, typed=True, refuse=refuse)


def told_of_variables(config: Config, places: Mapping[str, Origin]) -> Config:
    """The configuration with a warning about each environment variable that these knobs refer to and may not read."""
    if config.within is None:
        return config
    told = (variables_not_read(config.raw(name) or "", config.scope.environ, places[name]) for name in places)
    return config.with_warnings(chain.from_iterable(told))


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
    found = read_pool(snapshot, clock if now is None else now)
    own = None if config is not None or found.written is None or not found.written.config else found.written
    root = None if own is not None else config or snapshot.own(CONFIG_FILE)
    read = read_config(
        root,
        environ=environ or {},
        version=versions_of(found.pool, None).negotiator,
        within=snapshot.within if config is None else None,
    )
    if own is not None:
        assert snapshot.toml is not None
        read = with_own_knobs(read, own, snapshot.toml)
    read = with_options(read, knobs or {})
    log = ledger or snapshot.own(LEDGER_FILE)
    accounts = Ledger.empty() if log is None else Ledger.read(log)
    previous = FIRST_CYCLE if first_cycle else quotas_left(accounts)
    return ScenarioData(found.pool, accounts, read, (found.heard_at or clock) if now is None else now, previous)


def _last_heard(pool: Pool) -> int | None:
    from userprio.classad import Evaluator

    evaluator = Evaluator(now=0)
    times = (evaluator.attribute("LastHeardFrom", ad) for ads in (pool.slots, pool.submitters) for ad in ads)
    return max((time for time in times if isinstance(time, int) and not isinstance(time, bool)), default=None)
