"""A ledger in memory: what the accountant holds after it read its log."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from userprio.ledger.reader import LogTable, read_log, table_order
from userprio.ledger.records import LedgerError, LedgerWarning, Record, SequenceNumber, SetAttribute
from userprio.ledger.values import (
    ACCOUNTANT_KEY,
    CUSTOMER_PREFIX,
    LOGGED_NAMES,
    RESOURCE_PREFIX,
    Customer,
    LoggedRecord,
    Resource,
    TypedView,
    attribute,
    customer_columns,
    customer_of,
    has_any,
    int32_of,
    integer_of,
    resource_of,
)
from userprio.limits import LEDGER_FILE, read_file


@dataclass(frozen=True, slots=True)
class Ledger:
    """The records of an accounting log (`Accountantnew.log`) and what a writer has to know of the file.

    `ads` is the truth: every record by key, every attribute by name, as text, known to us or not. `customers` and
    `resources` are typed views of it.
    """

    ads: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    history: tuple[str, ...] = ()
    """`+key` and `-key` as records were made and destroyed; see `table_order`."""
    last_update_time: int = 0
    """When priorities were last updated, seconds since the epoch; 0: never.

    The accountant keeps it beside the record, from which it differs after the clock was set back.
    """
    sequence: int = 1
    """How often the log was compacted, plus one."""
    created: int | None = None
    """When the log was first made, seconds since the epoch; None where the file does not say."""
    path: Path | None = None
    size: int = 0
    """Bytes of the file."""
    clean: bool = True
    """False: the file holds transactions, so HTCondor compacts it when it starts."""
    needs_repair: bool = False
    """The end of the file was left out: a writer has to compact before it appends."""
    warnings: tuple[LedgerWarning, ...] = ()
    updated_after: int = field(default=0, compare=False)
    """How much of `history` there was when priorities were last updated; records made later have seen no update, unless
    the log was compacted and their making is only that of the new file."""
    customers: Mapping[str, Customer] = field(init=False, repr=False, compare=False)
    resources: Mapping[str, Resource] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "customers", TypedView(self.ads, CUSTOMER_PREFIX, customer_of))
        object.__setattr__(self, "resources", TypedView(self.ads, RESOURCE_PREFIX, resource_of))

    @property
    def chief_warnings(self) -> tuple[LedgerWarning, ...]:
        """The warnings without those about the inside of what is left out anyway."""
        left_out = min((warning.byte for warning in self.warnings if warning.dropped_bytes), default=self.size)
        return tuple(warning for warning in self.warnings if warning.dropped_bytes or warning.byte < left_out)

    @classmethod
    def empty(cls) -> "Ledger":
        """The ledger of a pool that never ran."""
        return cls()

    @classmethod
    def read(cls, path: Path | str) -> "Ledger":
        """The ledger in a file.

        Raises:
            LedgerError: the file cannot be opened, is not an accounting log, or is corrupt before its end.
        """
        path = Path(path)
        try:
            data = [read_file(path, LEDGER_FILE)]
        except FileNotFoundError as missing:
            raise LedgerError("there is no such ledger", path, hint="Check the path") from missing
        except (OSError, ValueError) as failed:
            reason = failed.strerror if isinstance(failed, OSError) else None
            hint = "Check the path, and that you have permission to read the file"
            raise LedgerError(f"the ledger cannot be read: {reason or failed}", path, hint=hint) from failed
        # Nobody else holds the bytes: they need not be there beside their text.
        return cls._of_text(len(data[0]), data.pop().decode("utf-8", "surrogateescape"), path)

    @classmethod
    def of_bytes(cls, data: bytes, path: Path | None = None) -> "Ledger":
        """The ledger whose log is `data`; `path` is named in errors, which are those of `read`."""
        return cls._of_text(len(data), data.decode("utf-8", "surrogateescape"), path)

    @classmethod
    def _of_text(cls, size: int, text: str, path: Path | None) -> "Ledger":
        log = read_log(text, path)
        ads = log.tables.ads
        return cls(
            ads,
            tuple(log.tables.history),
            _last_update_time(ads),
            log.sequence,
            log.created,
            path,
            size,
            log.clean,
            log.needs_repair,
            tuple(log.warnings),
            log.tables.updated_after,
        )

    def replay(self, records: Iterable[Record]) -> "Ledger":
        """The ledger after `records`, as HTCondor applies them: what does not fit is ignored. No file changes."""
        records = list(records)
        if not records:
            return self
        tables = LogTable(self.ads, self.history)
        sequence, created = self.sequence, self.created
        timed = False
        for record in records:
            tables.play(record)
            if isinstance(record, SequenceNumber):
                sequence, created = record.sequence, record.created
            elif isinstance(record, SetAttribute) and record.key == ACCOUNTANT_KEY:
                timed = True
        return replace(
            self,
            ads=tables.ads,
            history=tuple(tables.history),
            last_update_time=_last_update_time(tables.ads) if timed else self.last_update_time,
            updated_after=tables.updated_after if timed else self.updated_after,
            sequence=sequence,
            created=created,
        )

    def in_table_order(self, prefix: str = "") -> list[str]:
        """The keys that begin with `prefix`, in the order in which HTCondor goes through them."""
        return [key for key in table_order(self.history) if key.startswith(prefix)]

    def customers_in_table_order(self, among: Iterable[str] | None = None) -> list[str]:
        """The names of all customers, or of those `among`, in the order in which HTCondor lists and ages them."""
        wanted = None if among is None else {CUSTOMER_PREFIX + name for name in among}
        keys = self.in_table_order(CUSTOMER_PREFIX) if wanted is None else table_order(self.history, wanted)
        return [key[len(CUSTOMER_PREFIX) :] for key in keys]

    def customer_columns(self, names: Sequence[str]) -> dict[str, list[Any]]:
        """What `customers` says of each of these, a list for each field; no record is typed for this."""
        return {"name": list(names), **customer_columns([self.ads[CUSTOMER_PREFIX + name] for name in names])}

    def customers_with(self, attributes: frozenset[str]) -> list[str]:
        """The names of the customers with one of these attributes of ours; other records are not typed for this."""
        found: Iterable[tuple[str, Mapping[str, str]]] = self.ads.items()
        if attributes.isdisjoint(LOGGED_NAMES):
            found = ((key, ad) for key, ad in found if type(ad) is not LoggedRecord)
        skip = len(CUSTOMER_PREFIX)
        return [key[skip:] for key, ad in found if key.startswith(CUSTOMER_PREFIX) and has_any(ad, attributes)]

    def last_uses(self) -> Iterator[tuple[str, int]]:
        """When each customer last used anything, seconds since the epoch; 0: never. Records are not typed for this."""
        skip = len(CUSTOMER_PREFIX)
        for key, ad in self.ads.items():
            if key.startswith(CUSTOMER_PREFIX):
                yield key[skip:], int32_of(attribute(ad, "LastUsageTime"), ad) or 0


def _last_update_time(ads: Mapping[str, Mapping[str, str]]) -> int:
    ad = ads.get(ACCOUNTANT_KEY, {})
    return integer_of(attribute(ad, "LastUpdateTime"), ad) or 0
