"""A pool's policy as a file, and the differences between a pool and a policy."""

import re
from collections.abc import Iterator, Mapping
from datetime import tzinfo
from typing import Any, Final

from msgspec import Struct

from userprio.analysis.plan import Policy, PolicyChange, PolicyTerm
from userprio.analysis.plan import policy_document as tables_of
from userprio.analysis.plan import policy_text as text_of
from userprio.base.formats import Format
from userprio.report.data import field_values
from userprio.report.formats import Block, Field, Formats, Paragraph, Rows, TableColumn
from userprio.report.table import EPOCH, Table, data_column, name_column, text_column
from userprio.report.text import count, moment, printable

_NONE: Final = "not set"
_STYLES: Final = {"+": "green", "-": "red", "~": "yellow"}


class PolicyDifference(Struct, frozen=True):
    """The differences between a pool and a policy."""

    source: str
    """The policy's file."""
    changes: tuple[PolicyChange, ...]
    nothing_compared: bool = False
    """The file says nothing about any pool."""


def policy_text(policy: Policy, *, on_terminal: bool) -> str:
    """The text of the file; on a terminal, control characters are escaped."""
    text = text_of(policy)
    return "".join(f"{printable(line)}\n" for line in text.splitlines()) if on_terminal else text


class _PolicyRow(Struct, frozen=True):
    """A knob, or a term of a submitter."""

    table: str
    name: str
    entry: Mapping[str, Field]


_POLICY: Final = Table[_PolicyRow]("policy").of(
    data_column("table", lambda row: row.table, about="the table of the file"),
    data_column("name", lambda row: row.name),
    data_column("value", lambda row: row.entry.get("value")),
    data_column("until", lambda row: row.entry.get("until"), EPOCH, "the end of a lease"),
    data_column("prior", lambda row: row.entry.get("prior"), about="the value after the lease"),
)


def policy_rows(policy: Policy) -> Rows:
    """A row for each knob and each term of a submitter."""
    return _POLICY.rows(
        _PolicyRow(table, name, entry if isinstance(entry, dict) else {"value": entry})
        for table, entries in _json(policy).items()
        for name, entry in entries.items()
    )


def policy_document(policy: Policy) -> dict[str, Any]:
    """The policy, schema `userprio.policy/1`: the file's tables, with ends of leases in seconds since the epoch."""
    return {"schema": "userprio.policy/1", **_json(policy)}


def _json(policy: Policy) -> dict[str, Any]:
    return {
        table: {name: _seconds(entry) for name, entry in entries.items()}
        for table, entries in tables_of(policy).items()
        if isinstance(entries, dict)
    }


def _seconds(entry: object) -> object:
    if not isinstance(entry, dict):
        return entry
    until = entry["until"]
    return {**entry, "until": until if isinstance(until, int) else int(until.timestamp())}


def mark(change: PolicyChange) -> str:
    """`+` for what only the policy has, `-` for what only the pool has, `~` for a differing value."""
    if change.pool is None:
        return "+"
    return "-" if change.policy is None else "~"


def side(value: PolicyTerm | str | None, zone: tzinfo, kind: str) -> str:
    """One side of a difference in words."""
    if value is None:
        return _NONE
    if isinstance(value, str):
        return value
    if value.until is None:
        return _amount(value.value, kind)
    prior = _amount(value.prior or 0, kind)
    return f"{_amount(value.value, kind)} until {moment(value.until, zone)}, then {prior}"


def _amount(value: float, kind: str) -> str:
    if (kind, value) in (("floor", 0), ("ceiling", -1)):
        return "none"
    # All digits, so that figures that look the same are the same.
    return repr(float(value)).removesuffix(".0")


def title(difference: PolicyDifference) -> str:
    """The result in a line."""
    if difference.nothing_compared:
        return f"{printable(difference.source)} has no policy, so that nothing was compared."
    if not difference.changes:
        return f"The pool's policy is that of {printable(difference.source)}."
    return f"{count(len(difference.changes), 'difference')} between the pool and {printable(difference.source)}."


def difference_text(difference: PolicyDifference, zone: tzinfo) -> str:
    """A line for each difference: mark, kind, name, pool, policy."""
    lines = [
        f"{mark(change)} {change.kind} {change.name}: "
        f"{side(change.pool, zone, change.kind)} -> {side(change.policy, zone, change.kind)}"
        for change in difference.changes
    ]
    return "".join(f"{printable(line)}\n" for line in (*lines, title(difference)))


def difference_markdown(difference: PolicyDifference, zone: tzinfo) -> str:
    """A Markdown table for a review."""
    if not difference.changes:
        return f"{_escaped(title(difference))}\n"
    rows: list[tuple[str, ...]] = [("", "what", "name", "pool", "policy"), ("---",) * 5]
    for change in difference.changes:
        sides = (side(of, zone, change.kind) for of in (change.pool, change.policy))
        rows.append((f"`{mark(change)}`", change.kind, *map(_code, (change.name, *sides))))
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"{_escaped(title(difference))}\n\n{table}"


def _code(text: str) -> str:
    """Text as inline code in a table cell, so that nothing in it is markup."""
    shown = printable(text).replace("|", "\\|")
    # Markdown ends code at the first run of as many backticks as began it.
    longest = max(map(len, re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    space = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{space}{shown}{space}{fence}"


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in "\\`*_[]<>|#" else char for char in text)


def difference_document(difference: PolicyDifference) -> dict[str, Any]:
    """The differences, schema `userprio.diff/1`; a term has its value and, if leased, its end and prior value."""
    return {
        "schema": "userprio.diff/1",
        "policy": difference.source,
        "nothing_compared": difference.nothing_compared,
        "differences": [{"mark": mark(change), **field_values(change)} for change in difference.changes],
    }


def _part(value: PolicyTerm | str | None, name: str) -> Field:
    """A field of a term; a knob has only a value."""
    if isinstance(value, PolicyTerm):
        part: Field = getattr(value, name)
        return part
    return value if name == "value" else None


_DIFFERENCES: Final = Table[PolicyChange]("diff", noun="difference").of(
    text_column("mark", mark, style=lambda change: _STYLES[mark(change)]),
    text_column("kind", lambda change: change.kind, "what"),
    name_column("name", lambda change: change.name),
    data_column("pool", lambda change: _part(change.pool, "value")),
    data_column("pool_until", lambda change: _part(change.pool, "until"), EPOCH, "the end of a lease"),
    data_column("pool_prior", lambda change: _part(change.pool, "prior"), about="the value after the lease"),
    data_column("policy", lambda change: _part(change.policy, "value")),
    data_column("policy_until", lambda change: _part(change.policy, "until"), EPOCH, "the end of a lease"),
    data_column("policy_prior", lambda change: _part(change.policy, "prior"), about="the value after the lease"),
)


def difference_blocks(difference: PolicyDifference, zone: tzinfo) -> Iterator[Block]:
    """A row for each difference."""
    if difference.changes:
        sides: tuple[TableColumn[PolicyChange], ...] = (
            name_column("pool", lambda change: side(change.pool, zone, change.kind), in_rows=False),
            name_column("policy", lambda change: side(change.policy, zone, change.kind), in_rows=False),
        )
        yield _DIFFERENCES.with_columns(*sides).block(difference.changes, headings={"mark": ""})
    yield Paragraph.of(title(difference), "bold")


DIFFERENCE_FORMATS: Final = Formats[PolicyDifference](
    document=difference_document,
    rows=lambda result: _DIFFERENCES.rows(result.changes),
    screen=lambda result, look: difference_blocks(result, look.zone),
    text=lambda result, look: difference_text(result, look.zone),
    others={Format.MARKDOWN: lambda result, look: difference_markdown(result, look.zone)},
)

POLICY_FORMATS: Final = Formats[Policy](
    document=policy_document,
    rows=policy_rows,
    text=lambda result, look: policy_text(result, on_terminal=look.on_terminal),
)
