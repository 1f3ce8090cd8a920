"""Ads as text, one `Name = value` a line (`fPrintAd`)."""

from collections.abc import Sequence
from dataclasses import dataclass

from userprio.classad import Ad, unparse
from userprio.ledger import compacted_text
from userprio.report.text import printable


def long_text(ad: Ad) -> str:
    """The attributes of an ad in the order of the bytes of their names."""
    names = sorted(ad, key=lambda name: name.encode(errors="surrogateescape"))
    return "".join(f"{printable(name)} = {printable(_value(ad, name))}\n" for name in names)


@dataclass(frozen=True, slots=True)
class Ads:
    """Whole ads that are listed."""

    ads: Sequence[Ad]
    whole: Ad | None = None
    """The one numbered ad that stands for all of them, where there is one."""
    modular: bool = False
    """An ad for each record was asked for, also where one ad stands for all."""


def ads_text(listed: Ads) -> str:
    """The one ad; of many an empty line behind each, or before each where `-modular` was given."""
    if listed.whole is not None and not listed.modular:
        return long_text(listed.whole)
    return "".join(f"\n{long_text(ad)}" if listed.modular else f"{long_text(ad)}\n" for ad in listed.ads)


def _value(ad: Ad, name: str) -> str:
    text = ad.source(name)
    if text is not None:
        return compacted_text(text)
    expr = ad.expr(name)
    return "undefined" if expr is None else unparse(expr)
