"""Weight-hours of a month by submitter, from what the ledger charged between recorded moments, and what they cost.

Nothing is made up for: where a ledger or a recording tells less, the bill is lower, and says so. A charge whose time
reaches beyond the month is divided evenly over that time, which is an estimate.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from userprio.base.tomltables import TOP, TablePlace, TomlTables, parse_toml
from userprio.monitoring.recording import UsageRemark
from userprio.monitoring.store import SCALE, remarks_between, stored_names

_TABLES: Final = ("group", "submitter")


class Rates(Struct, frozen=True):
    """Prices of a weight-hour: that of the submitter, else of the nearest group above it, else the default."""

    default: float | None = None
    groups: Mapping[str, float] = {}
    submitters: Mapping[str, float] = {}

    def of(self, submitter: str, group: str) -> float | None:
        """The price for a submitter of a group; None: there is none."""
        if submitter in self.submitters:
            return self.submitters[submitter]
        while group and group not in self.groups:
            group = group.rpartition(".")[0]
        return self.groups.get(group, self.default)


def read_rates(path: Path) -> Rates:
    """The prices in a TOML file: `default`, and tables `[group]` and `[submitter]` of prices by name.

    Raises:
        BadInput: it makes no sense.
        OSError: it cannot be read.
    """
    source, top = parse_toml(path, "a file of rates")
    tables = TomlTables(path, source)
    tables.check_keys(top, ("default", *_TABLES))

    def price(value: object, place: TablePlace, key: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
            tables.refuse(f"the rate of {key} must be a number of at least 0", place, key)
        return float(value)

    rates: dict[str, Mapping[str, float]] = {}
    for kind in _TABLES:
        prices = top.get(kind, {})
        if not isinstance(prices, dict):
            tables.refuse(f"{kind} must be a table", TOP, kind, f"Write [{kind}], and NAME = RATE below it")
        rates[kind] = {name: price(value, (kind, 0), name) for name, value in prices.items()}
    default = price(top["default"], TOP, "default") if "default" in top else None
    return Rates(default, rates["group"], rates["submitter"])


class BillEntry(Struct, frozen=True):
    """What a submitter was charged as a member of a group."""

    submitter: str
    group: str
    weight_s: float
    estimated_s: float
    """The part of it whose time is partly outside the month, and that was divided."""
    rate: float | None
    """The price of a weight-hour; None: no rates were given, or none for it."""

    @property
    def price(self) -> float | None:
        """What it costs."""
        return None if self.rate is None else self.weight_s / 3600 * self.rate


class Bill(Struct, frozen=True):
    """A month, or another period."""

    begins_at: int
    ends_at: int
    recorded_from: int | None
    """The beginning of what was recorded of it; None: nothing was."""
    recorded_until: int | None
    entries: tuple[BillEntry, ...]
    """Those with most first."""
    remarks: tuple[UsageRemark, ...]
    rated: bool
    moments: int
    """How many are recorded of it; a charge takes two, of this time or one on either side."""


def bill(connection: sqlite3.Connection, begins_at: int, ends_at: int, rates: Rates | None) -> Bill:
    """What was charged from one time to another, both in seconds since the epoch."""
    names = stored_names(connection)
    weights: dict[tuple[int, int | None], list[float]] = {}
    moments = connection.execute(
        "SELECT at, charged_since, ledger_at FROM moments WHERE ledger_at > ? AND charged_since < ?"
        " AND ledger_at > charged_since ORDER BY at",
        (begins_at, ends_at),
    ).fetchall()
    whole = [moment for moment in moments if moment[1] >= begins_at and moment[2] <= ends_at]
    divided = {
        at: (min(until, ends_at) - max(since, begins_at)) / (until - since)
        for at, since, until in moments
        if since < begins_at or until > ends_at
    }
    charged = "SELECT name, member, SUM(charged) FROM submitters WHERE charged > 0 AND at"
    if whole:
        # Those in between are whole, too: only the first and the last may be divided.
        _add(weights, connection.execute(f"{charged} BETWEEN ? AND ? GROUP BY 1, 2", (whole[0][0], whole[-1][0])))
    for at, fraction in divided.items():
        _add(weights, connection.execute(f"{charged} = ? GROUP BY 1, 2", (at,)), fraction)
    entries = [
        BillEntry(names[name], group := "" if member is None else names[member], weight_s, estimated_s,
                  None if rates is None else rates.of(names[name], group))
        for (name, member), (weight_s, estimated_s) in weights.items()
    ]  # fmt: skip
    return Bill(
        begins_at,
        ends_at,
        min((max(since, begins_at) for _, since, _ in moments), default=None),
        max((min(until, ends_at) for _, _, until in moments), default=None),
        tuple(sorted(entries, key=lambda entry: (-entry.weight_s, entry.submitter))),
        tuple(remarks_between(connection, begins_at, ends_at)),
        rates is not None,
        connection.execute("SELECT COUNT(*) FROM moments WHERE at >= ? AND at < ?", (begins_at, ends_at)).fetchone()[0],
    )


def _add(
    weights: dict[tuple[int, int | None], list[float]],
    rows: Iterable[tuple[int, int | None, int]],
    fraction: float | None = None,
) -> None:
    for name, member, charged in rows:
        entry = weights.setdefault((name, member), [0.0, 0.0])
        weight_s = charged / SCALE * (1.0 if fraction is None else fraction)
        entry[0] += weight_s
        entry[1] += weight_s if fraction is not None else 0.0
