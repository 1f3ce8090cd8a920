"""Slot ads for a pool without machines: attributes of a few kinds in, whole ads of many slots out."""

import errno
import random
import re
import socket
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.pool.daemons import DOMAIN, PoolFailed, silent_listeners
from tests.pool.wire import host_and_port

MOST_PER_ADDRESS = 40000


@dataclass(frozen=True, slots=True)
class SlotKind:
    """Slots that are alike: how many, and what they advertise, as ClassAd text.

    `{i}` in a text counts them from 1, `{n}` counts all slots of the pool. What is left out of that which every slot
    advertises is filled in, with a machine of its own for each slot.
    """

    count: int
    attributes: Mapping[str, str]


def read_kinds(path: Path) -> list[SlotKind]:
    """The kinds in a file: ads in the form of `condor_status -long`; `# repeat 3` in an ad stands for three of them."""
    kinds = []
    for block in re.split(r"\n\s*\n", path.read_text().strip()):
        repeat = re.search(r"^#\s*repeat\s+(\d+)", block, re.MULTILINE)
        lines = [line for line in block.splitlines() if "=" in line and not line.lstrip().startswith("#")]
        parts = (line.partition("=") for line in lines)
        attributes = {name.strip(): value.strip() for name, _, value in parts}
        if attributes:
            kinds.append(SlotKind(int(repeat[1]) if repeat else 1, attributes))
    return kinds


def slot_ads(kinds: Iterable[SlotKind], network: str, before: int = 0) -> Iterator[dict[str, str]]:
    """The whole ads in order; their machines live in `network`, the first two numbers of an IPv4 address.

    They are counted on from so many that the pool had before.
    """
    number = before
    for kind in kinds:
        for i in range(1, kind.count + 1):
            number += 1
            given = {
                name: text.replace("{i}", str(i)).replace("{n}", str(number)) for name, text in kind.attributes.items()
            }
            here = {name.lower() for name in given}
            usual = _usual(number, network)
            yield given | {name: text for name, text in usual.items() if name.lower() not in here}


def slot_name(number: int) -> str:
    """The name of the slot of that number, unless it advertises one of its own."""
    return f"slot1@exec{number:06d}.{DOMAIN}"


def slot_address(number: int, network: str) -> str:
    """Where its machine can be reached."""
    host, port = f"{network}.{number // MOST_PER_ADDRESS}.1", 10000 + number % MOST_PER_ADDRESS
    return f"<{host}:{port}?addrs={host}-{port}>"


def _usual(number: int, network: str) -> dict[str, str]:
    name = slot_name(number)
    address = f'"{slot_address(number, network)}"'
    return {
        "MyType": '"Machine"',
        "Name": f'"{name}"',
        "Machine": f'"{name.partition("@")[2]}"',
        "SlotID": "1",
        "SlotType": '"Static"',
        "MyAddress": address,
        "StartdIpAddr": address,
        "State": '"Unclaimed"',
        "Activity": '"Idle"',
        "EnteredCurrentState": "1700000000",
        "EnteredCurrentActivity": "1700000000",
        "Cpus": "1",
        "Memory": "2048",
        "Disk": "10000000",
        "OpSys": '"LINUX"',
        "Arch": '"X86_64"',
        "FileSystemDomain": f'"{DOMAIN}"',
        "UidDomain": f'"{DOMAIN}"',
        "HasFileTransfer": "true",
        "SlotWeight": "Cpus",
        "Start": "true",
        "Requirements": "START",
        "Rank": "0.0",
        "CurrentRank": "0.0",
        "CondorVersion": '"$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1 $"',
    }


@dataclass(frozen=True, slots=True)
class Machines:
    """Slot ads, and where their machines are."""

    network: str
    ads: list[dict[str, str]]
    listeners: list[socket.socket]
    """At their addresses, never answering."""


def inhabit(kinds: Iterable[SlotKind], network: str = "", before: int = 0) -> Machines:
    """Machines with these slots, in the network of the pool's others, or one of the loopback that no pool uses yet."""
    kinds = list(kinds)
    numbers = random.SystemRandom().sample(range(2, 250), 50)
    for candidate in [network] if network else [f"127.{second}" for second in numbers]:
        ads = list(slot_ads(kinds, candidate, before))
        addresses = {_address(ad["StartdIpAddr"]) for ad in ads} - {None}
        try:
            listeners = silent_listeners(sorted(address for address in addresses if address is not None))
        except OSError as failed:
            if failed.errno == errno.EMFILE:
                raise PoolFailed(f"{len(addresses)} machines need more open files than are allowed here") from failed
            continue
        return Machines(candidate, ads, listeners)
    raise PoolFailed("the addresses of the slots are taken on the loopback")


def _address(sinful: str) -> tuple[str, int] | None:
    """Host and port of a machine on the loopback; others have nobody to listen for."""
    found = host_and_port(sinful)
    return found if found is not None and found[0].startswith("127.") else None
