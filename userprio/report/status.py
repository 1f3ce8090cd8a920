"""The state of a pool on one screen of 80 by 24: bars for use and quotas, who waits, who loses, what to type next."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import tzinfo
from functools import partial
from heapq import nlargest
from textwrap import wrap
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.analysis.status import Holder, Status
from userprio.ledger import Operation
from userprio.monitoring import RecentPast
from userprio.negotiation import IdleJobs
from userprio.report.bars import axis, bar, scale
from userprio.report.formats import Block, Drawing, Formats, Paragraph, Presentation, Rows
from userprio.report.headline import in_unit, jobs_text, losing_text, reason_texts, rounded
from userprio.report.history import past_document, past_texts
from userprio.report.layout import width_of
from userprio.report.table import WEIGHT, Table, data_column
from userprio.report.text import ROOT, count, duration, moment, printable

_WIDEST: Final = 120
"""The width for pipes; wider terminals are used to their edge."""
_LINES: Final = 24
_LABEL: Final = 10
_JOINT: Final = "\N{NO-BREAK SPACE}"
"""In place of blanks at which a line must not be broken."""
_LONGEST_NAME: Final = 24
_NUMBER: Final = 8
_LEFT: Final = 9
_MOST_REASONS: Final = 4
_MOST_LENDERS: Final = 2
_ASCII: Final = str.maketrans("…·", "~;")
_IN_USE: Final = "cyan"
_OVER: Final = "yellow"


class StatusReport(Struct, frozen=True):
    """A status, and what its reader may type next."""

    status: Status
    pool: str
    """The name of the pool."""
    domain: str
    """What all names of submitters end with, such as `@site.example`; empty if they differ."""
    suggestions: tuple[str, ...]
    """Command lines, without the options that say which pool it is."""
    options: str
    """These options."""
    unit: str
    """`cores` if every slot weighs as many as it has, else `weight`."""
    past: RecentPast | None = None
    """Of the database of record, if one is named."""


def status_document(report: StatusReport) -> dict[str, Any]:
    """Schema `userprio.status/1`: what the screen says, in full."""
    status = report.status
    return {
        "schema": "userprio.status/1",
        "at": status.at,
        "pool": report.pool,
        "weight": status.weight,
        "in_use": status.in_use,
        "idle_left": status.summary.idle_left,
        "groups" if status.has_groups else "submitters": list(_MEMBERS.dicts(status.members)),
        "waiting": [
            {
                "reason": None if entry.reason is None else entry.reason.value,
                "jobs": entry.jobs,
                "submitters": entry.submitters,
                "most": entry.most,
            }
            for entry in status.summary.waiting
        ],
        "next_cycle": {
            "matches": status.summary.matches,
            "weight": status.summary.weight,
            "jobs": status.summary.jobs,
            "submitters": status.summary.served,
        },
        "losers": status.summary.losers,
        "edits": [
            {"operation": edit.id, "at": edit.at, "who": edit.who, "action": edit.action, "names": edit.names}
            for edit in status.edits
        ],
        "past": past_document(report.past),
        "remarks": status.remarks,
        "next_commands": [f"{command} {report.options}".rstrip() for command in report.suggestions],
    }


_MEMBERS: Final = Table[Holder](
    "status", submitter=lambda member: member.name if member.is_submitter else "", group=lambda member: member.name
).of(
    data_column("name", lambda member: member.name, about="a group with its subgroups, or a submitter"),
    data_column("parent", lambda member: member.parent),
    data_column("in_use", lambda member: member.in_use, WEIGHT, "when the cycle begins"),
    data_column("effective_quota", lambda member: member.effective_quota),
    data_column("quota", lambda member: member.quota, WEIGHT, "with subgroups; or a submitter's share"),
    data_column("over", lambda member: member.over, WEIGHT, "in use beyond the quota"),
    data_column("requested", lambda member: member.requested, WEIGHT, "demand, running jobs included"),
    data_column("won", lambda member: member.won, WEIGHT, "in the next cycle"),
    data_column("lost", lambda member: member.lost, WEIGHT, "in the next cycle, by preemption"),
    data_column("idle_left", lambda member: member.idle_left, "jobs", "idle jobs left after the next cycle"),
)


def status_rows(report: StatusReport) -> Rows:
    """A row for each group, with its subgroups; in a pool without groups, for each submitter."""
    return _MEMBERS.rows(report.status.members)


def status_screen(report: StatusReport, look: Presentation) -> Iterator[Block]:
    """The screen, as wide as the terminal."""
    yield Drawing(partial(_lines, report, look))


def _lines(report: StatusReport, look: Presentation, width: int) -> Iterable[Paragraph]:
    width = min(width, _WIDEST) if not look.on_terminal else width
    before, after = header_lines(report, look, width), footer_lines(report, look, width)
    # The heading of the bars takes a line, and so does the shell's next prompt.
    lines = (*before, *_bars(report, _LINES - len(before) - len(after) - 2, width, look), *after)
    return lines if look.unicode else map(_in_ascii, lines)


def _in_ascii(line: Paragraph) -> Paragraph:
    return replace(line, parts=tuple((text.translate(_ASCII), style) for text, style in line.parts))


def header_lines(report: StatusReport, look: Presentation, width: int) -> list[Paragraph]:
    """Which pool it is and when, what is in use of it, and how many jobs wait; on two lines if one is too short."""
    status, idle = report.status, report.status.summary.idle_left
    left = f"{printable(report.pool)}  {moment(status.at, look.zone)}"
    use = f"{_number(status.weight)} {report.unit}: {_number(status.in_use)} in use    "
    waiting = jobs_text(idle, "waits", "wait") if idle else "nobody waits"
    state = ((use, "bold"), (waiting, "bold" if idle else "bold green"))
    gap = width - len(left) - len(use) - len(waiting)
    if gap < 1:
        return [Paragraph(((left, "bold"),), unbroken=True), Paragraph(state, unbroken=True)]
    return [Paragraph(((left + " " * gap, "bold"), *state), unbroken=True)]


def footer_lines(report: StatusReport, look: Presentation, width: int) -> list[Paragraph]:
    """Who waits and why, what the next cycle does, what was changed lately, and what to type next."""
    return [
        *_waiting_lines(report, width),
        *_next_lines(report, width),
        *_past_lines(report, look, width),
        *_edit_lines(report, look, width),
        *_closing_lines(report, width),
    ]


class _BarLine(Struct, frozen=True):
    """A line with a bar, or without one for what does not fit."""

    label: str
    in_use: float
    quota: float | None
    idle_left: int
    remarks: tuple[str, ...] = ()
    """What may be said behind the bar, of which the first that fits is."""
    drawn: bool = True


def _bars(report: StatusReport, most_rows: int, width: int, look: Presentation) -> Iterator[Paragraph]:
    rows = list(_rows(report, most_rows))
    names = min(max((width_of(row.label) for row in rows), default=0), _LONGEST_NAME) + 1
    room = max(width - names - 2 * _NUMBER - _LEFT - 4, 8)
    most = scale([max(row.in_use, row.quota or 0.0) for row in rows if row.drawn])
    quota = "quota" if report.status.has_groups else "due"
    heading = f"{'':{names}}{'in use':>{_NUMBER}}{quota:>{_NUMBER}}  {axis(most, room):<{room}}  {'idle left':>{_LEFT}}"
    yield Paragraph(((heading.rstrip(), "bold"),), unbroken=True)
    for row in rows:
        label = row.label if width_of(row.label) < names else row.label[: names - 2] + "…"
        label += " " * (names - width_of(label))
        numbers = f"{label}{_number(row.in_use):>{_NUMBER}}{_number(row.quota):>{_NUMBER}}  "
        pieces = bar(row.in_use, row.quota, most, room, _IN_USE, _OVER, unicode=look.unicode) if row.drawn else []
        free = room - len(pieces)
        remark = next((remark for remark in row.remarks if len(remark) <= free), "")
        left = f"{row.idle_left:,}" if row.idle_left else ""
        end = f"{left:>{free - len(remark) + 2 + _LEFT}}".rstrip()
        yield Paragraph(((numbers, "" if row.drawn else "dim"), *pieces, (remark, _OVER), (end, "")), unbroken=True)


def _rows(report: StatusReport, most_rows: int) -> Iterator[_BarLine]:
    """The members that fit; the others of a family are one row, so that the figures of siblings still add up."""
    families: dict[str | None, list[Holder]] = {}
    for member in report.status.members:
        families.setdefault(member.parent, []).append(member)
    shown = _chosen(families, most_rows)

    def family(parent: str | None) -> Iterator[_BarLine]:
        rest = []
        for member in families.get(parent, ()):
            if member.name in shown:
                yield _row(member, report.domain)
                yield from family(member.name)
            else:
                rest.append(member)
        if rest and len(rest) < len(families[parent]):
            yield _rest(rest)

    return family(None)


def _chosen(families: Mapping[str | None, Sequence[Holder]], most_rows: int) -> set[str]:
    """The names of the members to be shown: the largest at the top, and below them those with most to say."""
    top = families.get(None, ())
    fitting = len(top) if len(top) <= most_rows else max(most_rows - 1, 1)
    shown = {member.name for member in nlargest(fitting, top, key=lambda member: (member.in_use, member.idle_left))}
    below = (member for parent, family in families.items() if parent is not None for member in family)
    for member in sorted(below, key=lambda member: (member.depth, -bool(member.over), -member.idle_left)):
        if member.parent in shown and _height(families, shown | {member.name}) <= most_rows:
            shown.add(member.name)
    return shown


def _height(families: Mapping[str | None, Sequence[Holder]], shown: Set[str]) -> int:
    """The rows of these members, and of what is left of their families."""
    parts = [sum(member.name in shown for member in family) for family in families.values()]
    return sum(part + (0 < part < len(family)) for part, family in zip(parts, families.values(), strict=True))


def _row(member: Holder, domain: str) -> _BarLine:
    name = _leaf(member.name) if not member.is_submitter else printable(member.name.removesuffix(domain))
    label = "  " * member.depth + ("no group" if member.name == ROOT else name)
    beyond = f" {_number(member.over)} over" if member.over else ""
    lent = f", lent by {', '.join(map(_leaf, member.lenders[:_MOST_LENDERS]))}" if beyond and member.lenders else ""
    return _BarLine(label, member.in_use, member.quota, member.idle_left, (beyond + lent, beyond))


def _leaf(name: str) -> str:
    """A group's name without its ancestors."""
    return printable(name.rpartition(".")[2])


def _rest(members: Sequence[Holder]) -> _BarLine:
    quotas = [member.quota for member in members if member.quota is not None]
    return _BarLine(
        f"{'  ' * members[0].depth}… {len(members)} more",
        sum(member.in_use for member in members),
        sum(quotas) if quotas else None,
        sum(member.idle_left for member in members),
        drawn=False,
    )


def _number(value: float | None) -> str:
    if value is None:
        return ""
    # Beside a bar decimals of large weights say nothing.
    return f"{value:,.0f}" if abs(value) >= 100 else rounded(value)


def _labelled(label: str, parts: Iterable[str], width: int, style: str = "") -> Iterator[Paragraph]:
    """Parts under a label at the left edge, on as many lines as they need, each broken only if it is too long."""
    joined = f"{_JOINT}· ".join(part.replace(" ", _JOINT) for part in parts)
    lines = wrap(joined, max(width - _LABEL, _LABEL), break_on_hyphens=False)
    for number, line in enumerate(lines):
        text = line.replace(_JOINT, " ").removesuffix(" ·")
        yield Paragraph(((f"{'' if number else label:<{_LABEL}}", "bold"), (text, style)), unbroken=True)


def _waiting_lines(report: StatusReport, width: int) -> Iterator[Paragraph]:
    waiting = report.status.summary.waiting
    if not waiting:
        return _labelled("Waiting", ["nobody"], width, style="green")
    return _labelled("Waiting", reason_texts(waiting, _MOST_REASONS, partial(_whose, report)), width)


def _whose(report: StatusReport, entry: IdleJobs) -> str:
    who = printable(_short(entry.most, report)) if entry.submitters == 1 else count(entry.submitters, "user")
    return f" ({who})"


def _next_lines(report: StatusReport, width: int) -> Iterator[Paragraph]:
    summary = report.status.summary
    gains = (
        f"{in_unit(summary.weight, report.unit)} to {count(summary.served, 'user')}"
        if summary.matches
        else "no matches"
    )
    losses = [losing_text(summary.losers, report.domain) if summary.losers else "nobody loses a slot"]
    yield from _labelled("Next", [gains, *losses], width)


def _past_lines(report: StatusReport, look: Presentation, width: int) -> Iterator[Paragraph]:
    if report.past is not None:
        yield from _labelled("Past", past_texts(report.past, look.zone, report.domain), width)


def _edit_lines(report: StatusReport, look: Presentation, width: int) -> Iterator[Paragraph]:
    edits = report.status.edits
    if edits:
        yield from _labelled("Lately", [_edited(edit, report, look.zone) for edit in edits], width)


def _edited(edit: Operation, report: StatusReport, zone: tzinfo) -> str:
    age = report.status.at - edit.at
    when = "just now" if 0 <= age < 60 else f"{duration(age)} ago"
    # The ads of a snapshot may be older than what was changed in its ledger since.
    if age < 0:
        when = moment(edit.at, zone)
    names = ", ".join(printable(_short(name, report)) for name in edit.names[:2]) + (
        ", …" if len(edit.names) > 2 else ""
    )
    undo = f" (userprio undo {edit.id})" if edit.reversible else ""
    return f"{when} {printable(edit.who)}: {' '.join(filter(None, (edit.action, names)))}{undo}"


def _closing_lines(report: StatusReport, width: int) -> Iterator[Paragraph]:
    remarks = len(report.status.remarks)
    if remarks:
        yield from _labelled("Note", [f"{count(remarks, 'assumption')}: userprio negotiate names them"], width)
    commands = [printable(command) for command in report.suggestions]
    if report.options:
        short = len(report.options) <= width - _LABEL - len("each with ")
        commands.append(f"each with {printable(report.options) if short else 'the same options'}")
    yield from _labelled("Try", commands, width)


def _short(name: str, report: StatusReport) -> str:
    return name.removesuffix(report.domain)


STATUS_FORMATS: Final = Formats(document=status_document, rows=status_rows, screen=status_screen)
