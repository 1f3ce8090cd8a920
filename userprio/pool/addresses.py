"""The IP protocols that an address of HTCondor ("sinful string") speaks."""

import re

_ADDRS = re.compile(r"addrs=([^>&;]*)")


def ip_protocols(sinful: str | None) -> frozenset[int]:
    """4, 6 or both, from the primary address and the `addrs` list; empty where there is no address to look at."""
    if sinful is None:
        return frozenset()
    listed = _ADDRS.search(sinful)
    addresses = [sinful[1:], *(listed[1].split("+") if listed else [])]
    return frozenset(
        4 if address[0].isdigit() else 6 for address in addresses if address[:1].isdigit() or address[:1] == "["
    )


def share_protocol(one: frozenset[int], other: frozenset[int]) -> bool:
    """Whether two addresses can reach each other. An unknown one is taken to be reachable."""
    return not one or not other or not one.isdisjoint(other)
