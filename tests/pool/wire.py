"""HTCondor's wire format (CEDAR), as far as talking to its daemons without a handshake needs it."""

import re
import socket
import struct
from collections.abc import Iterable, Mapping
from typing import Final

UPDATE_STARTD_AD: Final = 0
INVALIDATE_STARTD_ADS: Final = 13
RESCHEDULE: Final = 421
REQUEST_CLAIM: Final = 442
RELEASE_CLAIM: Final = 443
"""Commands; a message begins with one."""

OK: Final = 1
NOT_OK: Final = 0
"""Answers."""

_HEADER: Final = struct.Struct(">BI")
PATIENCE_S: Final = 30.0


def message(content: bytes) -> bytes:
    """One message, whole in one packet: end flag, length, content."""
    return _HEADER.pack(1, len(content)) + content


def integer(value: int) -> bytes:
    """An integer within a message."""
    return struct.pack(">q", value)


def text(value: str) -> bytes:
    """A string within a message."""
    return value.encode("utf-8", "surrogateescape") + b"\0"


def coded(ad: Mapping[str, str]) -> bytes:
    """An ad within a message; its values are ClassAd text."""
    lines = [f"{name} = {value}" for name, value in ad.items()]
    # The types behind the attributes are those of ads of old.
    return integer(len(lines)) + b"".join(map(text, [*lines, "Machine", ""]))


def tell(address: tuple[str, int], messages: Iterable[bytes]) -> None:
    """Send messages to a daemon, which answers none of them and takes them in their order."""
    with socket.create_connection(address) as daemon:
        for content in messages:
            daemon.sendall(message(content))


def read_message(peer: socket.socket) -> bytes:
    """The content of the next message, of as many packets as it has."""
    content, ended = b"", False
    while not ended:
        ended, size = _HEADER.unpack(_read(peer, _HEADER.size))
        content += _read(peer, size)
    return content


def _read(peer: socket.socket, size: int) -> bytes:
    peer.settimeout(PATIENCE_S)
    found = b""
    while len(found) < size:
        part = peer.recv(size - len(found))
        if not part:
            raise OSError("the peer hung up in the middle of a message")
        found += part
    return found


def host_and_port(sinful: str) -> tuple[str, int] | None:
    """Where a daemon listens, from the address that it advertises; None for what is not one of IPv4."""
    found = re.match(r'"?<([\d.]+):(\d+)', sinful)
    return (found[1], int(found[2])) if found else None
