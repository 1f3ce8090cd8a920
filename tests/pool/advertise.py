"""Slot ads on their way into a collector, with the private ads that startds send along: claim ids.

condor_advertise makes up one claim id for a slot. A slot with a consumption policy has several, and a partitionable
slot whose dynamic slots may be preempted tells theirs. Claims that were given away are replaced by others whenever a
slot is advertised again.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tests.pool.wire import INVALIDATE_STARTD_ADS, UPDATE_STARTD_AD, coded, integer, tell

SECRET: Final = "00000000DEADBEEF"
"""How every claim id ends."""
_LIST_ITEM: Final = re.compile(r'"([^"]*)"')


def private_ads(ads: Iterable[Mapping[str, str]], edition: int = 0) -> Iterator[dict[str, str]]:
    """What each slot's startd keeps between itself and the negotiator; all values are ClassAd text.

    `edition` counts how often the slots were advertised before.
    """
    for number, ad in enumerate(ads, 1):
        private = {name: ad[name] for name in ("Name", "MyAddress", "StartdIpAddr") if name in ad}
        address = ad.get("MyAddress", '"<127.0.0.1:0>"').strip('"')
        place = f"{edition}.{number}"
        private["ClaimId"] = f'"{_claim_id(address, f"{place}-0")}"'
        if "NumClaims" in ad:
            ids = (_claim_id(address, f"{place}-{claim}") for claim in range(1, int(ad["NumClaims"]) + 1))
            private["ClaimIdList"] = f'"{",".join(ids)}"'
        children = _LIST_ITEM.findall(ad.get("ChildName", ""))
        if children:
            theirs = (_claim_id(address, f"{place}-child{child}") for child in range(len(children)))
            private |= {
                "NumDynamicSlots": str(len(children)),
                "ChildClaimIds": "{" + ", ".join(f'"{c}"' for c in theirs) + "}",
            }
        yield private


def claims_of(private: Mapping[str, str]) -> list[str]:
    """The claim ids that a slot's private ad offers."""
    return [private["ClaimId"].strip('"'), *filter(None, private.get("ClaimIdList", "").strip('"').split(","))]


def _claim_id(address: str, sequence: str) -> str:
    return f"{address}#1700000000#{sequence}#{SECRET}"


def send(port: int, ads: Iterable[Mapping[str, str]], edition: int = 0) -> dict[str, str]:
    """Send slot ads to the collector on that port of 127.0.0.1, each with its private ad; whose claim is which.

    The collector takes them in the order in which they are sent, though it has no answer to them.
    """
    ads = list(ads)
    privates = list(private_ads(ads, edition))
    tell(
        ("127.0.0.1", port),
        (integer(UPDATE_STARTD_AD) + coded(ad) + coded(private) for ad, private in zip(ads, privates, strict=True)),
    )
    return {claim: private["Name"].strip('"') for private in privates for claim in claims_of(private)}


def withdraw(port: int, names: Iterable[str]) -> None:
    """Have the collector on that port of 127.0.0.1 forget these slots."""
    listed = ", ".join(f'"{name}"' for name in names)
    query = {"MyType": '"Query"', "TargetType": '"Machine"', "Requirements": f"member(Name, {{{listed}}})"}
    tell(("127.0.0.1", port), [integer(INVALIDATE_STARTD_ADS) + coded(query)])
