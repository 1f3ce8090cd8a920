"""Names of groups and submitters from configuration and ledger.

Since a user is waiting after pressing tab, the ledger is searched only for lines that create and destroy records, not
for damage, and unreadable files are ignored.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from userprio.base.errors import UserprioError
from userprio.base.limits import LEDGER_FILE as LEDGER_SIZE
from userprio.base.limits import read_file
from userprio.cli.environment import Environment

if TYPE_CHECKING:
    from userprio.config import Config
    from userprio.pool import Snapshot

_ROOT: Final = "<none>"
_MOST_OPERATIONS: Final = 50
_MOST_NAMES: Final = 3


@dataclass(frozen=True)
class KnownNames:
    """The names known to the files that a command line's options select."""

    given: Mapping[str, Sequence[str]]
    """The values of the options so far."""
    env: Environment

    @cached_property
    def groups(self) -> list[str]:
        """The configured groups, without the root."""
        with suppress(UserprioError, OSError, ValueError):
            if self._config is not None:
                names = set(self._config.words("GROUP_NAMES")) - {_ROOT}
                return sorted(filter(str.isprintable, names))
        return []

    @cached_property
    def profiles(self) -> list[str]:
        """The profiles of the user's settings."""
        from userprio.cli.settings import read_settings

        with suppress(UserprioError, OSError, ValueError):
            return [name for name in read_settings(self.env).profiles if name.isprintable()]
        return []

    def submitters(self, prefix: str) -> list[str]:
        """The submitters of the ledger whose names begin with `prefix`."""
        return [name for name in self._recorded(prefix) if "@" in name]

    def records(self, prefix: str) -> list[str]:
        """Submitters and groups of ledger or configuration whose names begin with `prefix`."""
        groups = [name for name in (*self.groups, _ROOT) if name.startswith(prefix)]
        return list(dict.fromkeys((*groups, *self._recorded(prefix))))

    @property
    def operations(self) -> list[tuple[str, str]]:
        """The numbers and descriptions of the last operations on the ledger, newest first."""
        from userprio.ledger import OperationsLog

        with suppress(UserprioError, OSError, ValueError):
            if self._ledger is not None:
                done = islice(OperationsLog(self._ledger.resolve()).newest_first(), _MOST_OPERATIONS)
                return [(str(edit.id), " ".join((edit.action, *edit.names[:_MOST_NAMES]))) for edit in done]
        return []

    def _recorded(self, prefix: str) -> list[str]:
        with suppress(UserprioError, OSError, ValueError):
            path = self._ledger
            if path is not None and path.is_file():
                return recorded(read_file(path, LEDGER_SIZE), prefix)
        return []

    @cached_property
    def _ledger(self) -> Path | None:
        named = self._path("--ledger")
        if named is not None:
            return named
        from userprio.cli.inputs import find_ledger
        from userprio.pool import LEDGER_FILE

        own = None if self._snapshot is None else self._snapshot.own(LEDGER_FILE)
        if own is not None or self._config is None:
            return own
        return find_ledger(None, self._snapshot, self._config, self.env)

    @cached_property
    def _config(self) -> "Config | None":
        from userprio.cli.inputs import find_config
        from userprio.config import read
        from userprio.pool import CONFIG_FILE

        with suppress(UserprioError, OSError, ValueError):
            path = find_config(self._path("--config"), self._snapshot, self.env)
            if path is None or path.is_file():
                assigned = (text.partition("=") for text in self.given.get("--set", ()))
                overrides = {name.strip(): value.strip() for name, equals, value in assigned if equals}
                own = self._path("--config") is None and self._snapshot is not None and self._snapshot.own(CONFIG_FILE)
                if own and self._snapshot is not None:
                    return read(path, environ={}, overrides=overrides, within=self._snapshot.within)
                return read(path, environ=self.env.environ, overrides=overrides)
        return None

    @cached_property
    def _snapshot(self) -> "Snapshot | None":
        from userprio.pool import find_snapshot

        named = self._last("--snapshot")
        return None if named is None else find_snapshot(named)

    def _last(self, option: str) -> str | None:
        values = self.given.get(option)
        return values[-1] if values else None

    def _path(self, option: str) -> Path | None:
        """A file as typed, with its tilde expanded since no shell has done so."""
        text = self._last(option)
        if text is None:
            return None
        with suppress(RuntimeError):
            return Path(text).expanduser()
        return Path(text)


def recorded(log: bytes, prefix: str) -> list[str]:
    """The printable names of customers that begin with `prefix` and have a record."""
    # To its end: of a name with control characters the part before them is nobody's.
    name = rb"(%b[!-~\x80-\xff]*)(?=\s|\Z)" % re.escape(prefix.encode("utf-8", "surrogateescape"))
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
