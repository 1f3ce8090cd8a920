"""Full states of recorded moments: the files that a snapshot of then would have, compressed, equal ones stored once."""

import lzma
import re
import sqlite3
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from msgspec import Struct

from userprio.base.errors import BadInput
from userprio.base.limits import PACKED_WHATEVER, UNPACKED, budget

_QUICKEST: Final = 1
"""A sixth of the time of the default, for an eighth more space."""
_PIECE: Final = 1 << 20
_MEMORY: Final = 64 << 20
_FILE_NAME: Final = re.compile(r"[A-Za-z_]+(\.[a-z]+)?")
"""A database may come from a stranger, and nothing of it may be written elsewhere."""
_AT_ONCE: Final = 12
"""States that wait to be held against a log, at most, the latest."""
_HELD_S: Final = 86_400
"""How old they are at most."""


class FullState(Struct, frozen=True):
    """The whole input of a moment."""

    files: Mapping[str, Iterable[str]]
    """Texts by the names of files."""
    keep_s: int
    """How long full states are kept, in seconds."""


def add_state(connection: sqlite3.Connection, at: int, state: FullState) -> None:
    """Add the state of a moment, and drop those that are too old."""
    connection.execute("DELETE FROM states WHERE at <= ?", (at - state.keep_s,))
    for file, texts in state.files.items():
        digest, packed = _packed(texts)
        query = "INSERT OR IGNORE INTO contents (digest, packed) VALUES (?, ?)"
        connection.execute(query, (digest, packed))
        connection.execute("INSERT INTO states SELECT ?, ?, id FROM contents WHERE digest = ?", (at, file, digest))


def drop_unused(connection: sqlite3.Connection) -> None:
    """Drop the contents that no state has any more."""
    connection.execute("DELETE FROM contents WHERE id NOT IN (SELECT content FROM states)")


def _packed(texts: Iterable[str]) -> tuple[bytes, bytes]:
    digest, packer, packed = sha256(), lzma.LZMACompressor(preset=_QUICKEST), bytearray()
    for text in texts:
        piece = text.encode("utf-8", "surrogateescape")
        digest.update(piece)
        packed += packer.compress(piece)
    return digest.digest(), bytes(packed + packer.flush())


def state_at(connection: sqlite3.Connection, at: int) -> int | None:
    """The last moment not after a time that has a full state; None: there is none."""
    (found,) = connection.execute("SELECT MAX(at) FROM states WHERE at <= ?", (at,)).fetchone()
    return None if found is None else int(found)


def first_state(connection: sqlite3.Connection) -> int | None:
    """The first moment that has a full state; None: no moment has."""
    (found,) = connection.execute("SELECT MIN(at) FROM states").fetchone()
    return None if found is None else int(found)


def write_state(connection: sqlite3.Connection, at: int, folder: Path) -> None:
    """Write the state of a moment as files into a folder.

    Raises:
        BadInput: it is damaged, or expands to more than is allowed.
    """
    rows = connection.execute("SELECT file, packed FROM states JOIN contents ON id = content WHERE at = ?", (at,))
    for file, packed in rows:
        if not isinstance(file, str) or not _FILE_NAME.fullmatch(file) or not isinstance(packed, bytes):
            raise sqlite3.DatabaseError("a full state in it is damaged")
        most = PACKED_WHATEVER + budget().most(UNPACKED) * len(packed)
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, _MEMORY)
        with (folder / file).open("xb") as target:
            while not unpacker.eof:
                try:
                    target.write(unpacker.decompress(packed, _PIECE))
                except lzma.LZMAError as error:
                    raise sqlite3.DatabaseError(f"{file} of a full state in it is damaged") from error
                if unpacker.needs_input:
                    raise sqlite3.DatabaseError(f"{file} of a full state in it is damaged")
                if target.tell() > most:
                    what = f"{file} of a full state holds more than {budget().most(UNPACKED)} times its packed size"
                    raise BadInput(what, hint=budget().advice(UNPACKED))
                packed = b""


def unverified(connection: sqlite3.Connection) -> dict[int, int]:
    """The last full states that were not held against a log yet, each with when its ledger was last updated."""
    rows = connection.execute(
        "SELECT at, ledger_at FROM moments WHERE at IN (SELECT at FROM states) AND at NOT IN (SELECT at FROM verified)"
        " AND at > (SELECT MAX(at) FROM moments) - ? ORDER BY at DESC LIMIT ?",
        (_HELD_S, _AT_ONCE),
    )
    return dict(reversed(rows.fetchall()))
