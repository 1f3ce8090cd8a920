"""The text of a log that holds a ledger's state and no history (`WriteClassAdLogState`)."""

from collections.abc import Iterable, Iterator

from userprio.ledger.ledger import Ledger
from userprio.ledger.records import NewAd, Record, SequenceNumber, SetAttribute, format_record
from userprio.ledger.values import compacted_text, string_of
from userprio.ledger.views import attribute


def compaction(ledger: Ledger, now: int, keys: Iterable[str] | None = None) -> Iterator[Record]:
    """The records of the compacted log: the next sequence number, then every ad with its attributes.

    `now`, seconds since the epoch, is written as time of creation where the ledger has none. `keys` is the order of the
    ads, HTCondor's own unless given. Attributes come by length of name, then by name without regard to case.

    Raises:
        LedgerError: on formatting, a key or name cannot be written (see `format_record`).
    """
    yield SequenceNumber(ledger.sequence + 1, now if ledger.created is None else ledger.created)
    sorted_names: dict[tuple[str, ...], list[str]] = {}
    for key in ledger.in_table_order() if keys is None else keys:
        ad = ledger.ads[key]
        names = tuple(ad)
        if names not in sorted_names:
            sorted_names[names] = sorted(names, key=lambda name: (len(name), name.lower()))
        yield NewAd(key, string_of(attribute(ad, "MyType"), ad) or "")
        for name in sorted_names[names]:
            yield SetAttribute(key, name, compacted_text(ad[name]))


def compacted_log(ledger: Ledger, now: int) -> str:
    """The whole text of the compacted log; encode it as UTF-8 with `surrogateescape`."""
    return "".join(format_record(record) for record in compaction(ledger, now))
