"""An explanation on a console: the reason first, then the chain from the pool down to the slots."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from userprio.explain import (
    FLATTENED,
    Clause,
    Comparison,
    Explanation,
    Hands,
    LimitStep,
    Point,
    Reason,
    RequestStep,
    ShareStep,
    Side,
)
from userprio.formats import percent
from userprio.matching import UNFIT
from userprio.report.explaining import (
    headline,
    limit_lines,
    order_line,
    pool_lines,
    quota_line,
    said,
    turn_note,
    worth_line,
)
from userprio.report.summary import ending
from userprio.report.tables import add_name_column, add_number_column, name_text, named_table, new_table, print_section
from userprio.report.tables.negotiation import stopped_text
from userprio.report.text import amount, count, duration

_MOST_COMPETITORS: Final = 12
_MOST_REQUESTS: Final = 4
_MOST_SLOT_CLAUSES: Final = 6
_MOST_HANDS: Final = 6
_INDENT: Final = 2


def print_explanation(explained: Explanation, console: Console) -> None:
    """Print why somebody gets what it gets."""
    console.print(name_text(headline(explained), "bold"))
    if worth := worth_line(explained):
        console.print(name_text(worth))
    console.print()
    _print_reasons(explained, console)
    print_section(console, "Pool", *map(_inset, pool_lines(explained)))
    if explained.quotas:
        _print_groups(explained, console)
    if explained.share is not None:
        _print_share(explained.share, explained.submitter, console)
    if explained.limit is not None:
        _print_limit(explained.limit, console)
    if explained.visits:
        _print_visits(explained, console)
    if explained.members:
        _print_members(explained, console)
    for step in explained.requests[:_MOST_REQUESTS]:
        _print_request(step, console)
    if len(explained.requests) > _MOST_REQUESTS:
        console.print()
        console.print(Text(f"and {count(len(explained.requests) - _MOST_REQUESTS, 'more kind')} of jobs", style="dim"))


def print_comparison(compared: Comparison, console: Console) -> None:
    """Print two explanations side by side, the first difference before all."""
    for one in (compared.one, compared.other):
        console.print(name_text(headline(one), "bold"))
        _print_reasons(one, console)
        console.print()
    console.print(name_text(compared.sentence, "bold"))
    console.print()
    table = new_table(console)
    table.add_column("", vertical="top")
    for one in (compared.one, compared.other):
        table.add_column(name_text(one.name), justify="right", overflow="fold", vertical="top")
    table.add_column("", no_wrap=True, vertical="top")
    for point in compared.points:
        first = point is compared.first
        mark = Text("<- first difference" if first else "differs" if point.differs else "", "red" if first else "dim")
        table.add_row(point.about, _cell(point, point.one), _cell(point, point.other), mark)
    console.print(table)
    groups: set[str | None] = set()
    for one in (compared.one, compared.other):
        # Within a group both are in the same table.
        if one.share is not None and one.share.group not in groups:
            groups.add(one.share.group)
            _print_share(one.share, one.submitter, console)


def _cell(point: Point, value: float | str | None) -> Text:
    if value is None:
        return Text("none" if point.one != point.other else "")
    if isinstance(value, str):
        return name_text(value)
    return Text(percent(value) if point.about == "share" else amount(value))


def _inset(content: Table | str) -> Padding:
    return Padding(name_text(content) if isinstance(content, str) else content, (0, 0, 0, _INDENT), expand=False)


def _print_reasons(explained: Explanation, console: Console) -> None:
    primary = explained.primary
    done = primary.reason in (Reason.SATISFIED, Reason.NO_IDLE_JOBS)
    style = "green" if done else "bold red" if explained.jobs_left > explained.further else "yellow"
    held = f" ({count(primary.jobs, 'job')})" if primary.jobs else ""
    console.print(Text.assemble("Why: ", (str(primary.reason), style), held), _inset(said(primary)))
    for finding in explained.others:
        held = f" ({count(finding.jobs, 'job')})"
        console.print(Text.assemble("Besides: ", (str(finding.reason), "yellow"), held), _inset(said(finding)))


def _print_groups(explained: Explanation, console: Console) -> None:
    table = named_table(console, "group")
    table.add_column("quota", overflow="fold", vertical="top")
    table.add_column("surplus", vertical="top")
    for step in explained.quotas:
        takes = "its own" if step.parent is None else "accepts" if step.accepts_surplus else "no"
        table.add_row(name_text(step.group), name_text(quota_line(step)), takes)
    print_section(console, "Quotas", _inset(table))
    if not explained.turns:
        return
    table = new_table(console)
    for heading in ("round", "turn", "demand", "own\nquota", "+ surplus", "=\nallocated", "in use", "limit"):
        add_number_column(table, heading)
    table.add_column("", overflow="fold", vertical="top")
    for turn in explained.turns:
        weights = (turn.requested, turn.own, turn.surplus_taken, turn.allocated, turn.usage)
        limit = "" if turn.limit is None or turn.limit < 0 else str(turn.limit)
        where = str(turn.round), f"{turn.place} of {turn.groups}"
        table.add_row(*where, *map(amount, weights), limit, name_text(turn_note(turn)))
    first = explained.turns[0]
    print_section(console, f"Turns of {explained.group}", _inset(table), _inset(order_line(first)))
    if first.surplus_given > 0:
        console.print(_inset(f"It leaves {amount(first.surplus_given)} of its own quota to others."))


def _print_share(share: ShareStep, subject: str | None, console: Console) -> None:
    where = f"spin {share.spin}" if share.round is None else f"{share.group}, round {share.round}, spin {share.spin}"
    floors = ", floors" if share.floor_pass else ""
    print_section(console, f"Share ({where}{floors})")
    if share.group_limit is not None and share.pie < share.pool:
        pie = f"The pie is the limit of the group, {amount(share.pie)} of the pool's {amount(share.pool)}."
        console.print(_inset(pie))
    headings = ("real\npriority", "x factor", "=\neffective", "largest /\neffective", "share", "in use")
    table = named_table(console, "submitter", *headings)
    shown = list(share.competitors[:_MOST_COMPETITORS])
    shown += [one for one in share.competitors[_MOST_COMPETITORS:] if one.name == subject]
    for one in shown:
        name = name_text(one.name, "bold" if one.name == subject else "")
        figures = map(amount, (one.real_priority, one.factor, one.priority, one.parts))
        table.add_row(name, *figures, percent(one.share), amount(one.usage))
    rest = [one for one in share.competitors if one not in shown]
    if rest:
        parts, shares = sum(one.parts for one in rest), sum(one.share for one in rest)
        table.add_row(
            f"{len(rest)} others", "", "", "", amount(parts), percent(shares), amount(sum(r.usage for r in rest))
        )
    table.add_row("sum", "", "", "", amount(share.parts), "100%", "", style="dim")
    console.print(_inset(table))


def _print_limit(limit: LimitStep, console: Console) -> None:
    table = new_table(console)
    table.add_column("", vertical="top")
    table.add_column("", vertical="top", overflow="fold")
    add_number_column(table, "weight")
    for about, how, value in limit_lines(limit):
        table.add_row(about, how, "none" if value is None else amount(value))
    table.show_header = False
    print_section(console, "Limit", _inset(table))


def _print_visits(explained: Explanation, console: Console) -> None:
    rounds = any(visit.round is not None for visit in explained.visits)
    table = new_table(console)
    if rounds:
        add_number_column(table, "round")
        add_name_column(table, "group")
    starts = ["jobs\nstart"] if any(visit.jobs != visit.matched for visit in explained.visits) else []
    for heading in ("spin", "share", "limit", "in\nuse", "got", "matches", *starts, "idle\nleft"):
        add_number_column(table, heading)
    table.add_column("stopped", vertical="top")
    for visit in explained.visits:
        where: list[str | Text] = [str(visit.round), name_text(visit.group or "")] if rounds else []
        numbers = (percent(visit.share), amount(visit.limit), amount(visit.usage), amount(visit.won))
        jobs = (str(visit.matched), *([str(visit.jobs)] if starts else []), str(visit.left))
        table.add_row(*where, str(visit.spin), *numbers, *jobs, stopped_text(ending(visit)))
    print_section(console, "Visits", _inset(table))
    for won in explained.won:
        if won.preempts is not None:
            taken = f"{count(won.matches, 'slot')} of weight {amount(won.weight)}"
            free = ""
            if won.free_after_s is not None:
                free = f" Free in {duration(round(won.free_after_s))} at the latest"
                lost = won.lost_weight_s
                free += "." if lost is None else f"; {amount(lost / 3600)} weight-hours of work lost."
            console.print(_inset(f"{taken} from {won.preempts}: {won.because}.{free}"))


def _print_members(explained: Explanation, console: Console) -> None:
    table = named_table(console, "submitter", "effective\npriority", "in use", "idle", "got")
    table.add_column("why no more", vertical="top")
    for member in sorted(explained.members, key=lambda one: one.priority):
        figures = amount(member.priority), amount(member.usage), str(member.idle_jobs), amount(member.weight)
        table.add_row(name_text(member.name), *figures, str(member.finding.reason))
    print_section(console, "Members", _inset(table))


def _print_request(step: RequestStep, console: Console) -> None:
    finding, matching = step.finding, step.matching
    like = f"{count(finding.jobs, 'job')} like {finding.job}" if finding.jobs > 1 else f"Job {finding.job}"
    print_section(console, f"{like} at {step.schedd}: {finding.reason}")
    if step.hands:
        table = new_table(console)
        add_number_column(table, "slots")
        add_number_column(table, "weight")
        table.add_column("where they are", overflow="fold", vertical="top")
        for hands in _gathered(step.hands):
            who = "" if hands.who is None else f": {hands.who}"
            style = "" if hands.obstacle in _UNFIT else "bold"
            table.add_row(str(hands.slots), amount(hands.weight), name_text(f"{hands.obstacle}{who}", style))
        table.add_row(str(sum(one.slots for one in step.hands)), amount(sum(one.weight for one in step.hands)), "all")
        console.print(_inset(table))
        console.print()
    table = new_table(console)
    for heading in ("meet\nit", "left so\nfar", "without\nit"):
        add_number_column(table, heading)
    table.add_column(f"clause of Requirements, of {count(matching.slots, 'slot')}", overflow="fold", vertical="bottom")
    theirs = [clause for clause in matching.clauses if clause.side is not Side.JOB and clause.alone < clause.slots]
    for clause in (*(one for one in matching.clauses if one.side is Side.JOB), *theirs[:_MOST_SLOT_CLAUSES]):
        met = str(clause.alone) if clause.slots == matching.slots else f"{clause.alone}/{clause.slots}"
        style = "bold" if clause in matching.culprits else ""
        table.add_row(met, str(clause.left), str(clause.without), name_text(_clause(clause), style))
    console.print(_inset(table))
    if len(theirs) > _MOST_SLOT_CLAUSES:
        console.print(_inset(f"and {count(len(theirs) - _MOST_SLOT_CLAUSES, 'more clause')} of slots that refuse it"))


def _gathered(hands: Sequence[Hands]) -> Iterator[Hands]:
    """The same with all but the first few of each obstacle put together."""
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
