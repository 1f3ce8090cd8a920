"""What a disk may hold after a loss of power, rebuilt from the trace of an edit.

What was synced is there. Of what was written since, a disk takes sectors in any order: a write may be there, or not at
all, or its beginning only, or zeros in the place of it or of a part. Names are made, changed and removed in order, and
are certain once their folder was synced; a file's content being synced says nothing about its name.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from tests.faults.machine import Event

Files = Mapping[str, bytes]
"""Content by name."""
Change = tuple[int, bytes] | int
"""A write at a position, or the length that a file is cut to."""


@dataclass
class _Content:
    """A file, whatever its names."""

    synced: bytes = b""
    since: list[Change] = field(default_factory=list)

    def found(self) -> list[bytes]:
        """What may be there of it, the whole of it first."""
        found = [_applied(self.synced, self.since)]
        for count in range(len(self.since) - 1, -1, -1):
            before, last, after = self.since[:count], self.since[count], self.since[count + 1 :]
            found.append(_applied(self.synced, before))
            if not isinstance(last, int):
                found += [_applied(self.synced, [*before, (last[0], torn)]) for torn in _torn(last[1])]
                found.append(_applied(self.synced, [*before, (last[0], bytes(len(last[1]))), *after]))
        return list(dict.fromkeys(found))


def _torn(written: bytes) -> list[bytes]:
    """A write of which some is missing: in the middle, at a sector's edge or everywhere."""
    half, third = len(written) // 2, len(written) // 3
    parts = [written[:half], bytes(len(written)), written[:half] + bytes(len(written) - half)]
    # A sector's edge may be anywhere in a write; between two edges there is a sector at least.
    parts += [bytes(at) + written[at:] for at in {half, max(len(written) - 3, 0)}]
    if len(written) > 3 * 512:
        parts.append(written[:third] + bytes(len(written) - 2 * third) + written[-third:])
    return parts


def _applied(content: bytes, changes: Sequence[Change]) -> bytes:
    for change in changes:
        if isinstance(change, int):
            content = content[:change].ljust(change, b"\0")
        else:
            at, written = change
            content = content[:at].ljust(at, b"\0") + written + content[at + len(written) :]
    return content


class Disk:
    """A folder's files while the events of a trace come in."""

    def __init__(self, files: Files, folder: Path) -> None:
        self._folder = folder
        self._contents = {number: _Content(data) for number, data in enumerate(files.values())}
        self._synced = dict(zip(files, self._contents, strict=True))
        self._names = dict(self._synced)
        self._naming: list[Mapping[str, int]] = []
        """The names after each change of them since the folder was synced."""
        self._open: dict[str, int | None] = {}
        """The content's number of each file descriptor; None: the folder."""

    def take(self, event: Event) -> bool:
        """Apply an event; whether a disk may hold something else after it."""
        match event.name, event.words:
            case "open", (file, created, path):
                if path == str(self._folder):
                    self._open[file] = None
                    return False
                name = Path(path).name
                if created == "1":
                    self._contents[len(self._contents)] = _Content()
                    self._name({**self._names, name: len(self._contents) - 1})
                self._open[file] = self._names.get(name)
                return created == "1"
            case "write", (file, at, _):
                self._content(file).since.append((int(at), event.written))
            case "truncate", (file, length):
                self._content(file).since.append(int(length))
            case "sync", (file,):
                if self._open[file] is None:
                    self._synced, self._naming = dict(self._names), []
                else:
                    content = self._content(file)
                    content.synced, content.since = _applied(content.synced, content.since), []
            case "rename", (source, target):
                names = dict(self._names)
                names[Path(target).name] = names.pop(Path(source).name)
                self._name(names)
            case "unlink", (path,):
                self._name({name: number for name, number in self._names.items() if name != Path(path).name})
            case _:
                return False
        return True

    def _name(self, names: Mapping[str, int]) -> None:
        self._names = dict(names)
        self._naming.append(self._names)

    def _content(self, file: str) -> _Content:
        number = self._open[file]
        assert number is not None
        return self._contents[number]

    def found(self) -> Iterator[Files]:
        """Everything that may be there after a loss of power now. A note in the lock file is of no account."""
        for names in (self._synced, *self._naming):
            kept = sorted(name for name in names if not name.endswith(".lock"))
            locks = {name: b"" for name in names if name.endswith(".lock")}
            for contents in product(*(self._contents[names[name]].found() for name in kept)):
                yield dict(zip(kept, contents, strict=True)) | locks
