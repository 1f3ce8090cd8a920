"""A pool's policy as a file, and the differences between a pool and a policy."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any, Final

from userprio.analysis.plan import Policy, PolicyChange, PolicyTerm
from userprio.analysis.plan import policy_document as tables_of
from userprio.analysis.plan import policy_text as text_of
from userprio.base.formats import Format
from userprio.report.data import Field, Rows
from userprio.report.formats import Formats
from userprio.report.sheets.model import Block, Cell, Head, Kind, Line, Sheet, Words, cell, name_head, text_head
from userprio.report.text import count, moment, printable

_NONE: Final = "not set"
_STYLES: Final = {"+": "green", "-": "red", "~": "yellow"}
_HEADS: Final = (
    Head("mark", "", Kind.TEXT),
    text_head("kind", "what"),
    name_head("name"),
    name_head("pool"),
    name_head("policy"),
)


@dataclass(frozen=True, slots=True)
class PolicyDifference:
    """The differences between a pool and a policy."""

    source: str
    """The policy's file."""
    changes: tuple[PolicyChange, ...]


def policy_text(policy: Policy, *, on_terminal: bool) -> str:
    """The text of the file; on a terminal, control characters are escaped."""
    text = text_of(policy)
    return "".join(f"{printable(line)}\n" for line in text.splitlines()) if on_terminal else text


def policy_rows(policy: Policy) -> Rows:
    """A row for each knob and each term of a submitter."""
    rows: list[dict[str, Field]] = []
    for table, entries in _json(policy).items():
        for name, entry in entries.items():
            given = entry if isinstance(entry, dict) else {"value": entry}
            rows.append({"table": table, "name": name, **dict.fromkeys(("value", "until", "prior")), **given})
    return ("table", "name", "value", "until", "prior"), rows


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


def title(found: PolicyDifference) -> str:
    """The result in a line."""
    if not found.changes:
        return f"The pool's policy is that of {printable(found.source)}."
    return f"{count(len(found.changes), 'difference')} between the pool and {printable(found.source)}."


def difference_text(found: PolicyDifference, zone: tzinfo) -> str:
    """A line for each difference: mark, kind, name, pool, policy."""
    lines = [
        f"{mark(one)} {one.kind} {one.name}: {side(one.pool, zone, one.kind)} -> {side(one.policy, zone, one.kind)}"
        for one in found.changes
    ]
    return "".join(f"{printable(line)}\n" for line in (*lines, title(found)))


def difference_markdown(found: PolicyDifference, zone: tzinfo) -> str:
    """A Markdown table for a review."""
    if not found.changes:
        return f"{_escaped(title(found))}\n"
    rows: list[tuple[str, ...]] = [("", "what", "name", "pool", "policy"), ("---",) * 5]
    for one in found.changes:
        sides = (side(of, zone, one.kind) for of in (one.pool, one.policy))
        rows.append((f"`{mark(one)}`", one.kind, *map(_code, (one.name, *sides))))
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"{_escaped(title(found))}\n\n{table}"


def _code(text: str) -> str:
    """Text as inline code in a table cell, so that nothing in it is markup."""
    shown = printable(text).replace("|", "\\|")
    longest = max((len(run) for run in _ticks(shown)), default=0)
    fence = "`" * (longest + 1)
    space = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{space}{shown}{space}{fence}"


def _ticks(text: str) -> Iterable[str]:
    return "".join(char if char == "`" else " " for char in text).split()


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in "\\`*_[]<>|#" else char for char in text)


def difference_document(found: PolicyDifference) -> dict[str, Any]:
    """The differences, schema `userprio.diff/1`; a term has its value and, if leased, its end and prior value."""
    return {
        "schema": "userprio.diff/1",
        "policy": found.source,
        "differences": [
            {
                "mark": mark(one),
                "kind": one.kind,
                "name": one.name,
                "pool": _data(one.pool),
                "policy": _data(one.policy),
            }
            for one in found.changes
        ],
    }


def _data(value: PolicyTerm | str | None) -> object:
    if isinstance(value, PolicyTerm):
        return {"value": value.value, "until": value.until, "prior": value.prior}
    return value


def difference_rows(found: PolicyDifference) -> Rows:
    """A row for each difference; the end of a lease and the value after it have their own columns."""
    names = ("mark", "kind", "name", "pool", "pool_until", "pool_prior", "policy", "policy_until", "policy_prior")
    return names, [
        dict(zip(names, (mark(one), one.kind, one.name, *_cells(one.pool), *_cells(one.policy)), strict=True))
        for one in found.changes
    ]


def _cells(value: PolicyTerm | str | None) -> tuple[Field, Field, Field]:
    return (value.value, value.until, value.prior) if isinstance(value, PolicyTerm) else (value, None, None)


def difference_blocks(found: PolicyDifference, zone: tzinfo) -> Iterator[Block]:
    """A line for each difference."""
    if found.changes:
        lines = []
        for one in found.changes:
            sign = mark(one)
            sides = (cell(side(of, zone, one.kind)) for of in (one.pool, one.policy))
            lines.append(Line((Cell(sign, _STYLES[sign], sign), cell(one.kind), cell(one.name), *sides)))
        yield Sheet(_HEADS, tuple(lines), one="difference")
    yield Words.of(title(found), "bold")


DIFFERENCE_FORMATS: Final = Formats[PolicyDifference](
    document=difference_document,
    rows=difference_rows,
    screen=lambda result, look: difference_blocks(result, look.zone),
    text=lambda result, look: difference_text(result, look.zone),
    others={Format.MARKDOWN: lambda result, look: difference_markdown(result, look.zone)},
)


POLICY_FORMATS: Final = Formats[Policy](
    document=policy_document,
    rows=policy_rows,
    text=lambda result, look: policy_text(result, on_terminal=look.on_terminal),
)
