"""Ads as text, one `Name = value` a line (`fPrintAd`)."""

from collections.abc import Iterable

from userprio.classad import Ad, unparse
from userprio.ledger import compacted_text
from userprio.report.text import printable


def long_text(ad: Ad) -> str:
    """The attributes of an ad in the order of the bytes of their names."""
    names = sorted(ad, key=lambda name: name.encode(errors="surrogateescape"))
    return "".join(f"{printable(name)} = {printable(_value(ad, name))}\n" for name in names)


def long_list(ads: Iterable[Ad], *, modular: bool) -> str:
    """Many ads: an empty line behind each, or before each where `-modular` was given."""
    return "".join(f"\n{long_text(ad)}" if modular else f"{long_text(ad)}\n" for ad in ads)


def _value(ad: Ad, name: str) -> str:
    text = ad.source(name)
    if text is not None:
        return compacted_text(text)
    expr = ad.expr(name)
    return "undefined" if expr is None else unparse(expr)
