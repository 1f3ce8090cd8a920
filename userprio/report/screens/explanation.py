"""An explanation as tables and words: the reason first, then the chain from the pool down to the slots."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from userprio.analysis.explain import (
    FLATTENED,
    Clause,
    ExplainedPair,
    Explanation,
    Hands,
    LimitStep,
    Point,
    RequestStep,
    ShareStep,
    Side,
)
from userprio.base.formats import percent
from userprio.negotiation.matching import UNFIT
from userprio.report.explaining import (
    comparison_document,
    comparison_rows,
    explanation_document,
    explanation_rows,
    headline,
    limit_lines,
    losing_line,
    order_line,
    pool_lines,
    quota_line,
    said,
    turn_note,
    worth_line,
)
from userprio.report.formats import Formats
from userprio.report.screens.negotiation import reason_cell, visit_heads
from userprio.report.sheets.model import Block, Cell, Head, Kind, Line, Sheet, Words, cell, name_head, number, text_head
from userprio.report.summary import Tone, tone
from userprio.report.text import amount, count, duration, printable

_MOST_COMPETITORS: Final = 12
_MOST_REQUESTS: Final = 4
_MOST_SLOT_CLAUSES: Final = 6
_MOST_HANDS: Final = 6
_INDENT: Final = 2


def explanation_blocks(explained: Explanation) -> Iterator[Block]:
    """Why a job, submitter or group gets what it gets."""
    yield Words.of(headline(explained), "bold")
    if losing := losing_line(explained):
        yield Words.of(losing, "bold red")
    if worth := worth_line(explained):
        yield Words.of(worth)
    yield from _reasons(explained, apart=True)
    yield _title("Pool")
    yield from map(_inset, pool_lines(explained))
    if explained.quotas:
        yield from _groups(explained)
    if explained.share is not None:
        yield from _share(explained.share, explained.submitter)
    if explained.limit is not None:
        yield _limit(explained.limit)
    if explained.visits:
        yield from _visits(explained)
    if explained.members:
        yield _members(explained)
    for step in explained.requests[:_MOST_REQUESTS]:
        yield from _request(step)
    if len(explained.requests) > _MOST_REQUESTS:
        more = f"and {count(len(explained.requests) - _MOST_REQUESTS, 'more kind')} of jobs"
        yield Words.of(more, "dim", apart=True)


def comparison_blocks(compared: ExplainedPair) -> Iterator[Block]:
    """Two explanations side by side, starting with the first difference."""
    for one in (compared.one, compared.other):
        yield Words.of(headline(one), "bold", apart=one is compared.other)
        if losing := losing_line(one):
            yield Words.of(losing, "bold red")
        yield from _reasons(one, apart=False)
    yield Words.of(compared.sentence, "bold", apart=True)
    yield Words(())
    names = (Head(f"of_{one.name}", printable(one.name), Kind.FIGURES) for one in (compared.one, compared.other))
    lines = []
    for point in compared.points:
        first = point is compared.first
        mark = Cell("<- first difference" if first else "differs" if point.differs else "", "red" if first else "dim")
        lines.append(Line((cell(point.about), _point(point, point.one), _point(point, point.other), mark)))
    notes = ("Shares, limits and places are those of the first visit; what was won is that of the whole cycle.",)
    again = any(len(one.visits) > 1 for one in (compared.one, compared.other))
    heads = (text_head("about", " "), *names, text_head("difference", " "))
    yield Sheet(heads, tuple(lines), one="point", notes=notes if again else ())
    groups: set[str | None] = set()
    for one in (compared.one, compared.other):
        # Members of the same group are in the same table.
        if one.share is not None and one.share.group not in groups:
            groups.add(one.share.group)
            yield from _share(one.share, one.submitter)


def _point(point: Point, value: float | str | None) -> Cell:
    if value is None:
        return Cell("none" if point.one != point.other else "")
    if isinstance(value, str):
        return cell(value)
    return number(value, percent if point.about == "share" else amount)


def _inset(text: str) -> Words:
    return Words.of(text, inset=_INDENT)


def _title(text: str) -> Words:
    return Words.of(text, "bold", apart=True)


def _reasons(explained: Explanation, *, apart: bool) -> Iterator[Words]:
    primary = explained.primary
    style = {Tone.GOOD: "green", Tone.HELD: "yellow", Tone.REFUSED: "bold red"}[tone(primary.jobs, explained.holds)]
    held = f" ({count(primary.jobs, 'job')})" if primary.jobs else ""
    yield Words((("Why: ", ""), (str(primary.reason), style), (held, "")), apart=apart)
    yield _inset(said(primary))
    for finding in explained.others:
        held = f" ({count(finding.jobs, 'job')})"
        yield Words((("Besides: ", ""), (str(finding.reason), "yellow"), (held, "")))
        yield _inset(said(finding))


_QUOTA_HEADS: Final = (name_head("group"), text_head("quota"), text_head("surplus"))
_TURN_HEADS: Final = (
    Head("round", "round"),
    Head("turn", "turn"),
    Head("requested", "demand"),
    Head("own", "own\nquota"),
    Head("surplus_taken", "+ surplus"),
    Head("allocated", "=\nallocated"),
    Head("usage", "in use"),
    Head("limit", "limit"),
    text_head("note", " "),
)


def _groups(explained: Explanation) -> Iterator[Block]:
    lines = []
    for step in explained.quotas:
        takes = "its own" if step.parent is None else "accepts" if step.accepts_surplus else "no"
        lines.append(Line((cell(step.group), cell(quota_line(step)), cell(takes)), group=step.group))
    yield Sheet(_QUOTA_HEADS, tuple(lines), "Quotas", "group", inset=_INDENT)
    if not explained.turns:
        return
    lines = []
    for turn in explained.turns:
        weights = (turn.requested, turn.own, turn.surplus_taken, turn.allocated, turn.usage)
        limit = number(None if turn.limit is None or turn.limit < 0 else turn.limit, str)
        where = number(turn.round, str), Cell(f"{turn.place} of {turn.groups}", "", turn.place)
        lines.append(Line((*where, *map(number, weights), limit, cell(turn_note(turn)))))
    first = explained.turns[0]
    yield Sheet(_TURN_HEADS, tuple(lines), f"Turns of {explained.group}", "turn", inset=_INDENT)
    yield _inset(order_line(first))
    if first.surplus_given > 0:
        yield _inset(f"It leaves {amount(first.surplus_given)} of its own quota to others.")


_SHARE_HEADS: Final = (
    name_head("submitter"),
    Head("real_priority", "real\npriority"),
    Head("factor", "x factor"),
    Head("priority", "=\neffective"),
    Head("parts", "largest /\neffective", sums=True),
    Head("share", "share", sums=True, write=percent),
    Head("usage", "in use", sums=True),
)


def _share(share: ShareStep, subject: str | None) -> Iterator[Block]:
    where = f"spin {share.spin}" if share.round is None else f"{share.group}, round {share.round}, spin {share.spin}"
    title = f"Share ({where}{', floors' if share.floor_pass else ''})"
    if share.group_limit is not None and share.pie < share.pool:
        yield _title(title)
        yield _inset(f"The pie is the limit of the group, {amount(share.pie)} of the pool's {amount(share.pool)}.")
        title = ""
    lines = []
    for one in share.competitors:
        # With enough digits that its product with the factor is the priority beside it.
        real = number(one.real_priority, "{:.6g}".format)
        figures = real, *map(number, (one.factor, one.priority, one.parts))
        mine = one.name == subject
        cells = (cell(one.name, "bold" if mine else ""), *figures, number(one.share, percent), number(one.usage))
        lines.append(Line(cells, one.name, share.group or "", pinned=mine))
    total = (Cell("sum"), *[Cell()] * 3, number(share.parts), Cell("100%"), Cell())
    yield Sheet(
        _SHARE_HEADS, tuple(lines), title, "submitter", "", _MOST_COMPETITORS, Line(total, style="dim"), inset=_INDENT
    )


def _limit(limit: LimitStep) -> Sheet:
    lines = []
    for about, how, value in limit_lines(limit):
        lines.append(Line((cell(about), cell(how), Cell("none") if value is None else number(value))))
    heads = (text_head("step", " "), text_head("how", " "), Head("weight", " "))
    return Sheet(heads, tuple(lines), "Limit", "step", inset=_INDENT)


def _visits(explained: Explanation) -> Iterator[Block]:
    rounds = any(visit.round is not None for visit in explained.visits)
    several = any(visit.jobs != visit.matched for visit in explained.visits)
    lines = []
    for visit, reason in zip(explained.visits, explained.stopped, strict=True):
        where = (number(visit.round, str), cell(visit.group or "")) if rounds else ()
        weights = (number(visit.share, percent), number(visit.limit), number(visit.usage), number(visit.won))
        jobs = number(visit.matched, str), number(visit.jobs, str), number(visit.left, str)
        why = reason_cell(reason, visit.left, explained.holds)
        lines.append(Line((*where, number(visit.spin, str), *weights, *jobs, why)))
    heads = (
        *((Head("round", "round"), name_head("group")) if rounds else ()),
        Head("spin", "spin"),
        *visit_heads(several=several),
    )
    yield Sheet(heads, tuple(lines), "Visits", "visit", inset=_INDENT)
    for won in explained.won:
        if won.preempts is not None:
            taken = f"{count(won.matches, 'slot')} of weight {amount(won.weight)}"
            free = ""
            if won.free_after_s is not None:
                free = f" Free in {duration(round(won.free_after_s))} at the latest"
                lost = won.lost_weight_s
                free += "." if lost is None else f"; {amount(lost / 3600)} weight-hours of work lost."
            yield _inset(f"{taken} from {won.preempts}: {won.because}.{free}")


_MEMBER_HEADS: Final = (
    name_head("submitter"),
    Head("priority", "effective\npriority"),
    Head("usage", "in use", sums=True),
    Head("idle_jobs", "idle", sums=True),
    Head("weight", "won", sums=True, aliases=("got",)),
    text_head("reason", "why no more"),
)


def _members(explained: Explanation) -> Sheet:
    lines = []
    for member in sorted(explained.members, key=lambda one: one.priority):
        figures = number(member.priority), number(member.usage), number(member.idle_jobs, str), number(member.weight)
        lines.append(Line((cell(member.name), *figures, cell(str(member.finding.reason))), member.name))
    by = "weight" if any(member.weight for member in explained.members) else "idle_jobs"
    return Sheet(_MEMBER_HEADS, tuple(lines), "Members", "submitter", by, inset=_INDENT)


_HANDS_HEADS: Final = (Head("slots", "slots"), Head("weight", "weight"), text_head("where", "where they are"))


def _request(step: RequestStep) -> Iterator[Block]:
    finding, matching = step.finding, step.matching
    like = f"{count(finding.jobs, 'job')} like {finding.job}" if finding.jobs > 1 else f"Job {finding.job}"
    yield _title(f"{like} at {step.schedd}: {finding.reason}")
    if step.hands:
        lines = []
        for hands in _gathered(step.hands):
            who = "" if hands.who is None else f": {hands.who}"
            style = "" if hands.obstacle in _UNFIT else "bold"
            where = cell(f"{hands.obstacle}{who}", style)
            lines.append(Line((number(hands.slots, str), number(hands.weight), where)))
        slots, weight = sum(one.slots for one in step.hands), sum(one.weight for one in step.hands)
        lines.append(Line((number(slots, str), number(weight), Cell("all"))))
        yield Sheet(_HANDS_HEADS, tuple(lines), one="place", inset=_INDENT)
        yield Words(())
    lines = []
    theirs = [clause for clause in matching.clauses if clause.side is not Side.JOB and clause.alone < clause.slots]
    for clause in (*(one for one in matching.clauses if one.side is Side.JOB), *theirs[:_MOST_SLOT_CLAUSES]):
        met = str(clause.alone) if clause.slots == matching.slots else f"{clause.alone}/{clause.slots}"
        style = "bold" if clause in matching.culprits else ""
        left = number(clause.left, str), number(clause.without, str)
        lines.append(Line((Cell(met, "", clause.alone), *left, cell(_clause(clause), style))))
    heads = (
        Head("met", "meet\nit"),
        Head("left_so_far", "left so\nfar"),
        Head("without", "without\nit"),
        text_head("clause", f"clause of Requirements, of {count(matching.slots, 'slot')}"),
    )
    yield Sheet(heads, tuple(lines), one="clause", inset=_INDENT)
    if len(theirs) > _MOST_SLOT_CLAUSES:
        yield _inset(f"and {count(len(theirs) - _MOST_SLOT_CLAUSES, 'more clause')} of slots that refuse it")


def _gathered(hands: Sequence[Hands]) -> Iterator[Hands]:
    """The slots, with all but the first few of each obstacle combined."""
    for obstacle, group in groupby(hands, key=lambda one: one.obstacle):
        theirs = list(group)
        yield from theirs[:_MOST_HANDS]
        rest = theirs[_MOST_HANDS:]
        if len(rest) == 1:
            yield rest[0]
        elif rest:
            slots, weight = sum(one.slots for one in rest), sum(one.weight for one in rest)
            yield Hands(obstacle, f"{len(rest)} others", slots, weight)


_UNFIT: Final = frozenset(str(obstacle) for obstacle in UNFIT)


def _clause(clause: Clause) -> str:
    whose = {Side.JOB: "", Side.SLOT: f"slot {clause.of or 'Requirements'}: ", Side.POLICY: "slot: "}[clause.side]
    values = "".join(f"; {name} = {value}" for name, value in clause.values.items())
    unknown = "".join(f"; no slot has {name}" for name in clause.unknown)
    instead = "" if clause.flattened is None else f"; {FLATTENED} {clause.flattened}"
    return f"{whose}{clause.text}{values}{unknown}{instead}"


COMPARISON_FORMATS: Final = Formats[ExplainedPair](
    document=comparison_document,
    rows=comparison_rows,
    screen=lambda result, look: comparison_blocks(result),
)


EXPLANATION_FORMATS: Final = Formats[Explanation](
    document=explanation_document,
    rows=explanation_rows,
    screen=lambda result, look: explanation_blocks(result),
)
