"""Which file and line it was that would take more than a run may use, where only the ads are known that took it."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from userprio.cli.options import Shared
from userprio.errors import BadInput
from userprio.limits import Exceeded, open_file
from userprio.pool import LEDGER_FILE, find_snapshot, snapshot_files

_SEARCHED: Final = 64 << 20
"""Bytes of a file that are looked through."""


def placed(error: Exceeded, shared: Shared) -> Exceeded:
    """The error with the first line that names what it is about, or the file alone that was read."""
    files = list(_files(shared))
    if error.path is not None or not files:
        return error
    for about in error.about:
        for file in files:
            line = _line(file, about.encode("utf-8", "surrogateescape"))
            if line is not None:
                return error.at(file, line)
    return error.at(files[0], None)


def _files(shared: Shared) -> Iterator[Path]:
    with suppress(BadInput):
        if shared.snapshot is not None:
            snapshot = find_snapshot(shared.snapshot)
            if snapshot.toml is not None:
                yield snapshot.toml
            elif snapshot.folder is not None:
                yield from snapshot_files(snapshot.folder)
            ledger = snapshot.own(LEDGER_FILE)
            if ledger is not None:
                yield ledger
    yield from (path for path in (shared.ledger, shared.config) if path is not None)


def _line(path: Path, wanted: bytes) -> int | None:
    """The first line of a file that has a word in it, names as they are in quotes or between blanks."""
    with suppress(OSError, ValueError), os.fdopen(open_file(path), "rb") as file:
        text = file.read(_SEARCHED)
        for mark in (b'"%b"', b"'%b'", b"%b@", b"%b "):
            at = text.find(mark % wanted)
            if at >= 0:
                return text.count(b"\n", 0, at) + 1
    return None
