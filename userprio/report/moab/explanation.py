"""One job's priority, term by term, so that the whole sum is in view."""

from collections.abc import Iterator, Sequence
from typing import Final

from userprio.moab import Breakdown, CredentialKind, Mode, Rules
from userprio.moab.targets import TargetKind
from userprio.report.humanize import amount
from userprio.report.moab.figures import full, full_signed, tenths
from userprio.report.moab.grid import TextColumn, grid
from userprio.report.moab.priorities import LABELS
from userprio.report.text import printable

_HEADINGS: Final = ("", "", "raw", "", "counted", "weight", "points", "%")
_SIGNS: Final = {"lower bound": "raised to the lowest priority", "upper bound": "held at the highest priority"}


def explanation_text(breakdown: Breakdown, rules: Rules) -> str:
    """Every term with its raw value, cap, weight and points; then the steps from their sum to the priority."""
    job = breakdown.job
    who = ", ".join(f"{kind.value} {name}" for kind in CredentialKind if (name := job.belongs_to(kind)) is not None)
    star = "*" if breakdown.administered else ""
    lines = [
        printable(f"Job {job.id} ({who})" if who else f"Job {job.id}") + f": priority {breakdown.priority}{star}",
        "",
        *_grid([_HEADINGS, *_rows(breakdown)]),
    ]
    notes = [printable(note) for note in _notes(breakdown, rules)]
    return "\n".join([*lines, *([""] if notes else []), *notes]) + "\n"


def _grid(rows: Sequence[Sequence[str]]) -> list[str]:
    left = (0, 1, 3)
    return grid([TextColumn(cells, left=number in left) for number, cells in enumerate(zip(*rows, strict=True))])


def _rows(breakdown: Breakdown) -> Iterator[Sequence[str]]:
    for share in breakdown.shares:
        name = LABELS[share.component]
        for term in share.terms:
            counted = full(term.capped) + (f" (cap {term.cap})" if term.capped != term.raw else "")
            raw = "?" if term.missing else full(term.raw)
            yield (
                name,
                term.subfactor.label,
                raw,
                term.subfactor.unit,
                counted,
                f"x {term.weight}",
                full_signed(term.points),
                "",
            )
            name = ""
        counted = full(share.capped) + (f" (cap {share.cap})" if share.capped != share.sum else "")
        part = tenths(breakdown.percent(share.component))
        yield ("", "sum", full(share.sum), "", counted, f"x {share.weight}", full_signed(share.points), part)
    yield ("Sum of the components", "", "", "", "", "", full_signed(breakdown.sum), "")
    for step in breakdown.adjustments:
        yield (_SIGNS.get(step.name, step.name), "", "", "", "", "", full_signed(step.after - step.before), "")
    yield ("Priority", "", "", "", "", "", str(breakdown.priority), "")


def _notes(breakdown: Breakdown, rules: Rules) -> Iterator[str]:
    job = breakdown.job
    if job.eligible_s is None and job.submitted is not None:
        since = "submission" if not job.blocks else "submission without the time that does not count"
        yield f"Queue time is counted since {since}."
    yield from _fair_share(breakdown, rules)
    for name in breakdown.missing:
        yield f"{name} cannot be computed: the data lack what it takes. It counts as 0."
    if any(step.name == "upper bound" for step in breakdown.adjustments):
        yield "The sum went over the highest priority. A cap, such as TARGETCAP, keeps one component from that."
    yield from (f"{verdict[:1].upper()}{verdict[1:]}." for verdict in breakdown.verdicts)


def _fair_share(breakdown: Breakdown, rules: Rules) -> Iterator[str]:
    if not rules.standings.on:
        return
    for kind in CredentialKind:
        name = breakdown.job.belongs_to(kind)
        share = None if name is None else rules.share(kind, name)
        if share is None or share.target is None:
            continue
        bound = f", mode {rules.standings.mode.value}" if share.target.kind is not TargetKind.TARGET else ""
        yield (
            f"{kind.value} {share.name}: usage {amount(share.percent)}% against target {share.target} "
            f"({share.state.value}{bound}), {full_signed(share.delta)} points."
        )
        if bound and rules.standings.mode is Mode.LITERAL:
            yield "  Mode literal differs here from the manual's own worked example."
