"""What processes do to the machine they run on: which there are, and where they listen."""

import socket
import struct
from collections.abc import Container, Iterator
from pathlib import Path

PROC = Path("/proc")
_LISTENING = {"tcp": "0A", "tcp6": "0A", "udp": "07", "udp6": "07"}


def in_sessions(sessions: Container[int]) -> set[int]:
    """The living processes of these sessions, by id."""
    return {int(path.name) for path in PROC.iterdir() if path.name.isdigit() and _session(path) in sessions}


def _session(process: Path) -> int | None:
    try:
        # The name of the program, in parentheses, may hold anything.
        state, _, _, session = (process / "stat").read_text().rpartition(")")[2].split()[:4]
    except (OSError, ValueError):
        return None
    return None if state == "Z" else int(session)


def listening(process: int) -> set[str]:
    """The addresses at which a process takes connections or datagrams."""
    sockets = set(_sockets(PROC / str(process) / "fd"))
    found = set()
    for kind, state in _LISTENING.items():
        for line in (PROC / str(process) / "net" / kind).read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == state and f"socket:[{fields[9]}]" in sockets:
                found.add(_address(fields[1].partition(":")[0]))
    return found


def _sockets(folder: Path) -> Iterator[str]:
    for descriptor in folder.iterdir():
        try:
            yield str(descriptor.readlink())
        except OSError:
            continue  # closed meanwhile


def _address(shown: str) -> str:
    """An address as the kernel shows it, in words of the machine's byte order."""
    words = [struct.pack("=I", int(shown[at : at + 8], 16)) for at in range(0, len(shown), 8)]
    return socket.inet_ntop(socket.AF_INET if len(words) == 1 else socket.AF_INET6, b"".join(words))
