"""The names that a line may mean: those in the files that its options select.

Since a user is waiting after pressing tab, files are only searched for lines that name somebody, up to a bound, and
what cannot be read, or is damaged, has no names.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from userprio.base.errors import UserprioError
from userprio.base.limits import open_file
from userprio.base.records import Record
from userprio.base.snapshot_trust import SnapshotRoot
from userprio.cli.completion.commands import WordKind
from userprio.cli.environment import Environment

if TYPE_CHECKING:
    from userprio.config import Config
    from userprio.ledger import Operation
    from userprio.pool import Snapshot


ROOT: Final = "<none>"
_MOST_OPERATIONS: Final = 50
_MOST_NAMES: Final = 3
_MOST_OF_LEDGER: Final = 64 << 20
"""Bytes that are searched; a ledger of a hundred thousand submitters has about 50 MB."""
_MOST_OF_ADS: Final = 8 << 20
_MOST_OF_TOML: Final = 1 << 20


class NameRule(NamedTuple):
    """Whose names a value may be, and how."""

    ledger: bool = True
    """Those with a record."""
    pool: bool = False
    """Those with jobs in the snapshot, of whom there may be no record."""
    groups: bool = False
    """The groups of the configuration, and of the ledger if its submitters count."""
    full: bool = False
    """Whether only the full name is accepted, and not the end of one."""
    ending: str = ""
    """What follows the name within the word."""


NAME_RULES: Final[Mapping[str, NameRule]] = {
    WordKind.SUBMITTER: NameRule(pool=True),
    WordKind.QUEUED: NameRule(ledger=False, pool=True),
    WordKind.HOLDER: NameRule(),
    WordKind.RECORD: NameRule(groups=True),
    WordKind.ANYBODY: NameRule(pool=True, groups=True),
    WordKind.ACCOUNT: NameRule(full=True),
    WordKind.ASSIGNED: NameRule(pool=True, full=True, ending="="),
    WordKind.PROMISED: NameRule(pool=True, groups=True, ending="="),
}


class KnownNames(Record):
    """The names known to the files that a command line's options select."""

    given: Mapping[str, Sequence[str]]
    """The values of the options so far."""
    env: Environment

    def called(self, current: str, rule: NameRule) -> list[str]:
        """The full names that a rule allows and of which the beginning, or that of a part, was typed."""
        recorded = self._recorded(current) if rule.ledger else []
        names = recorded if rule.groups else [name for name in recorded if "@" in name]
        groups = [*self.groups, ROOT] if rule.groups else []
        waiting = self._queued if rule.pool else []
        return list(dict.fromkeys((*groups, *names, *waiting)))

    @cached_property
    def groups(self) -> list[str]:
        """The configured groups, without the root."""
        with suppress(UserprioError, OSError, ValueError):
            if self._config is not None:
                return sorted(filter(str.isprintable, set(self._config.words("GROUP_NAMES")) - {ROOT}))
        return []

    @cached_property
    def profiles(self) -> list[str]:
        """The profiles of the user's settings."""
        from userprio.cli.settings import read_settings

        with suppress(UserprioError, OSError, ValueError):
            return [name for name in read_settings(self.env).profiles if name.isprintable()]
        return []

    @property
    def operations(self) -> list[tuple[str, str]]:
        """The numbers and descriptions of the last operations on the ledger, newest first."""
        return [(str(edit.id), " ".join((edit.action, *edit.names[:_MOST_NAMES]))) for edit in self._operations]

    @property
    def edited(self) -> list[str]:
        """The submitters that the last operations were about."""
        names = (name for edit in self._operations for name in (*edit.names, *(change.name for change in edit.changes)))
        return sorted(filter(str.isprintable, dict.fromkeys(names)))

    @property
    def jobs(self) -> dict[str, list[str]]:
        """The jobs of the snapshot: by cluster, the processes in their order."""
        from userprio.pool import JOBS

        ads = self._ads(JOBS)
        by_cluster: dict[str, list[str]] = {}
        for cluster, process in zip(values(ads, "ClusterId"), values(ads, "ProcId"), strict=False):
            by_cluster.setdefault(cluster, []).append(process)
        return by_cluster

    @property
    def slots(self) -> list[str]:
        """The slots of the snapshot."""
        from userprio.pool import SLOTS

        return [name for name in values(self._ads(SLOTS), "Name") if name.isprintable()]

    @property
    def _operations(self) -> "list[Operation]":
        from userprio.ledger import OperationsLog

        with suppress(UserprioError, OSError, ValueError):
            if self._ledger is not None:
                return list(islice(OperationsLog(self._ledger.resolve()).newest_first(), _MOST_OPERATIONS))
        return []

    def _recorded(self, current: str) -> list[str]:
        with suppress(UserprioError, OSError, ValueError):
            if self._ledger is not None:
                return recorded(head_of(self._ledger, _MOST_OF_LEDGER, self._root_of(self._ledger)), current)
        return []

    @cached_property
    def _queued(self) -> list[str]:
        """The names of the submitter ads, else those under which the jobs would be submitted."""
        from userprio.pool import JOBS, SUBMITTERS

        names = values(self._ads(SUBMITTERS), "Name") or submitters_of(self._ads(JOBS)) or _of_toml(self._toml)
        return sorted(name for name in dict.fromkeys(names) if name.isprintable())

    def _ads(self, name: str) -> bytes:
        """The beginning of a file of ads of the snapshot."""
        with suppress(UserprioError, OSError, ValueError, EOFError):
            if self._snapshot is not None and self._snapshot.toml is None:
                path = self._snapshot.own(name) or self._snapshot.own(f"{name}.gz")
                return b"" if path is None else head_of(path, _MOST_OF_ADS, self._snapshot.within)
        return b""

    @cached_property
    def _toml(self) -> Mapping[str, Any]:
        """The tables of a pool.toml."""
        if self._snapshot is None or self._snapshot.toml is None:
            return {}
        import tomllib

        with suppress(OSError, ValueError):
            return tomllib.loads(head_of(self._snapshot.toml, _MOST_OF_TOML, self._snapshot.within).decode())
        return {}

    def _root_of(self, ledger: Path) -> SnapshotRoot | None:
        """The untrusted snapshot that the ledger must be in."""
        named, snapshot = self._path("--ledger"), self._snapshot
        return None if snapshot is None or ledger in (named, self.env.data_home() / ledger.name) else snapshot.within

    @cached_property
    def _ledger(self) -> Path | None:
        named = self._path("--ledger")
        if named is not None:
            return named
        from userprio.pool import LEDGER_FILE

        own = None if self._snapshot is None else self._snapshot.own(LEDGER_FILE)
        if own is not None or self._config is None:
            return own
        from userprio.cli.places import find_ledger

        return find_ledger(None, self._snapshot, self._config, self.env)

    @cached_property
    def _config(self) -> "Config | None":
        from userprio.cli.places import find_config
        from userprio.config import read
        from userprio.pool import CONFIG_FILE

        named, snapshot = self._path("--config"), self._snapshot
        assigned = (text.partition("=") for text in self.given.get("--set", ()))
        overrides = {name.strip(): value.strip() for name, equals, value in assigned if equals}
        with suppress(UserprioError, OSError, ValueError):
            written = self._toml.get("config") if named is None else None
            if isinstance(written, dict) and snapshot is not None:
                return read(None, environ={}, overrides={**_knobs(written), **overrides}, within=snapshot.within)
            path = find_config(named, snapshot, self.env)
            if path is None or path.is_file():
                if named is None and snapshot is not None and snapshot.own(CONFIG_FILE):
                    return read(path, environ={}, overrides=overrides, within=snapshot.within)
                return read(path, environ=self.env.environ, overrides=overrides)
        return None

    @cached_property
    def _snapshot(self) -> "Snapshot | None":
        """The snapshot that is named, or that the settings name where nothing else is."""
        named = self._last("--snapshot")
        if named is None and not self.given.keys() & {"--config", "--ledger", "--pool", "--name"}:
            named = self._usual
        if named is None:
            return None
        from userprio.pool import find_snapshot

        with suppress(UserprioError, OSError, ValueError):
            return find_snapshot(named)
        return None

    @property
    def _usual(self) -> str | None:
        from userprio.cli.settings import settings_of

        with suppress(UserprioError, OSError, ValueError):
            return settings_of(self.env).snapshot
        return None

    def _last(self, option: str) -> str | None:
        given = self.given.get(option)
        return given[-1] if given else None

    def _path(self, option: str) -> Path | None:
        """A file as typed, with its tilde expanded since no shell has done so."""
        text = self._last(option)
        if text is None:
            return None
        with suppress(RuntimeError):
            return Path(text).expanduser()
        return Path(text)


def head_of(path: Path, most: int, within: SnapshotRoot | None = None) -> bytes:
    """The beginning of a file, unpacked if need be: at most so many bytes, of whole lines. `within` as for `open_file`.

    Raises:
        OSError, EOFError: it cannot be read.
    """
    with os.fdopen(open_file(path, within), "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        if packed:
            import gzip

            with gzip.open(file) as unpacked:
                data = unpacked.read(most)
        else:
            data = file.read(most)
    return data if len(data) < most else data[: data.rfind(b"\n") + 1]


def recorded(log: bytes, current: str) -> list[str]:
    """The printable names of customers with a record of which the beginning, or that of a part, is `current`."""
    # To its end: of a name with control characters the part before them is nobody's.
    part = re.escape(current.encode("utf-8", "surrogateescape"))
    name = rb"((?:[!-~\x80-\xff]*[._])?%b[!-~\x80-\xff]*)(?=\s|\Z)" % part
    if b"\n102 Customer." in log:
        living: dict[bytes, None] = {}
        for opcode, name_bytes in re.findall(rb"\n(10[12]) Customer\.%b" % name, log):
            if opcode == b"101":
                living.setdefault(name_bytes)
            else:
                living.pop(name_bytes, None)
    else:
        living = dict.fromkeys(re.findall(rb"\n101 Customer\.%b" % name, log))
    names = b"\n".join(living).decode("utf-8", "surrogateescape").split("\n")
    return [name for name in names if name and name.isprintable()]


_FORMS: Final[Mapping[bytes, tuple[bytes, bytes]]] = {
    b"[": (rb'"%b"\s*:\s*"?', rb'((?<=")[^"]*|[^",\s\]}]*)'),
    b"{": (rb'"%b"\s*:\s*"?', rb'((?<=")[^"]*|[^",\s\]}]*)'),
    b"<": (rb'n="%b">\s*<[sire]>', rb"([^<]*)"),
}
"""What stands before and in a value of ads in JSON and XML, by the first character of the file."""
_LONG: Final = (rb"\n%b = \"?", rb'([^"\n]*)')


def values(ads: bytes, attribute: str) -> list[str]:
    """The values of an attribute in ads of any form, one for each ad that has it, as text."""
    before, value = _FORMS.get(ads.lstrip()[:1], _LONG)
    texts = re.findall(before % attribute.encode() + value, b"\n" + ads)
    return [text.decode("utf-8", "surrogateescape") for text in texts]


def submitters_of(jobs: bytes) -> list[str]:
    """The names that schedds would advertise for the owners of jobs in ads of the long form."""
    names: dict[str, None] = {}
    for ad in jobs.split(b"\n\n"):
        user = next(iter(values(ad, "User")), "")
        group = next(iter(values(ad, "AccountingGroup")), "")
        owner, at, domain = user.rpartition("@")
        if at:
            names[f"{group or owner}@{domain}"] = None
    return list(names)


def _of_toml(tables: Mapping[str, Any]) -> list[str]:
    """The submitters of a pool.toml."""
    jobs = tables.get("jobs")
    if not isinstance(jobs, list):
        return []
    from userprio.pool import DOMAIN, GROUP_KEYS, USER_KEYS

    def text(job: Mapping[str, Any], keys: Iterable[str]) -> str:
        return next((job[key] for key in keys if isinstance(job.get(key), str)), "")

    names = []
    for job in jobs:
        if isinstance(job, dict) and (user := text(job, (*USER_KEYS, "user"))):
            owner, _, domain = user.partition("@")
            group = text(job, GROUP_KEYS)
            names.append(f"{f'{group}.' if group else ''}{owner}@{domain or tables.get('domain', DOMAIN)}")
    return names


def _knobs(table: Mapping[str, Any]) -> dict[str, str]:
    """The knobs of a pool.toml as text."""
    return {
        name: ", ".join(map(str, value)) if isinstance(value, list) else str(value) for name, value in table.items()
    }
