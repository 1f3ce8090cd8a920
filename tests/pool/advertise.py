"""Slot ads on their way into a collector, with the private ads that startds send along: claim ids.

condor_advertise makes up one claim id for a slot. A slot with a consumption policy has several, and a partitionable
slot whose dynamic slots may be preempted tells theirs.
"""

import re
import socket
import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

UPDATE_STARTD_AD: Final = 0
_LIST_ITEM: Final = re.compile(r'"([^"]*)"')


def private_ads(ads: Iterable[Mapping[str, str]]) -> Iterator[dict[str, str]]:
    """What each slot's startd keeps between itself and the negotiator; all values are ClassAd text."""
    for number, ad in enumerate(ads, 1):
        private = {name: ad[name] for name in ("Name", "MyAddress", "StartdIpAddr") if name in ad}
        address = ad.get("MyAddress", '"<127.0.0.1:0>"').strip('"')
        private["ClaimId"] = f'"{_claim_id(address, f"{number}-0")}"'
        if "NumClaims" in ad:
            ids = (_claim_id(address, f"{number}-{claim}") for claim in range(1, int(ad["NumClaims"]) + 1))
            private["ClaimIdList"] = f'"{",".join(ids)}"'
        children = _LIST_ITEM.findall(ad.get("ChildName", ""))
        if children:
            theirs = (_claim_id(address, f"{number}-child{place}") for place in range(len(children)))
            private |= {
                "NumDynamicSlots": str(len(children)),
                "ChildClaimIds": "{" + ", ".join(f'"{c}"' for c in theirs) + "}",
            }
        yield private


def _claim_id(address: str, sequence: str) -> str:
    return f"{address}#1700000000#{sequence}#00000000DEADBEEF"


def send(port: int, ads: Iterable[Mapping[str, str]]) -> None:
    """Send slot ads to the collector on that port of 127.0.0.1, each with its private ad.

    The collector takes them in the order in which they are sent, though it has no answer to them.
    """
    ads = list(ads)
    with socket.create_connection(("127.0.0.1", port)) as collector:
        for ad, private in zip(ads, private_ads(ads), strict=True):
            collector.sendall(_message(_integer(UPDATE_STARTD_AD) + _coded(ad) + _coded(private)))


def _message(content: bytes) -> bytes:
    """One message of HTCondor's wire format (CEDAR), whole in one packet: end flag, length, content."""
    return struct.pack(">BI", 1, len(content)) + content


def _integer(value: int) -> bytes:
    return struct.pack(">q", value)


def _coded(ad: Mapping[str, str]) -> bytes:
    lines = [f"{name} = {text}" for name, text in ad.items()]
    # The types behind the attributes are those of ads of old.
    strings = [*lines, "Machine", ""]
    return _integer(len(lines)) + b"".join(line.encode("utf-8", "surrogateescape") + b"\0" for line in strings)
