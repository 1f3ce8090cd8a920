"""An explanation as sentences and tables, the reason first, then the chain from the pool down to the slots; and its
formats for scripts."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.analysis.explain import (
    FLATTENED,
    BlockedSlots,
    Cause,
    Clause,
    Competitor,
    EligibleStep,
    ExplainedPair,
    Explanation,
    LimitStep,
    Member,
    Point,
    QuotaStep,
    RequestStep,
    ShareStep,
    Side,
    Subject,
    TurnStep,
)
from userprio.base.formats import listed, percent
from userprio.negotiation import Reason
from userprio.negotiation.matching import UNFIT
from userprio.report.data import field_values
from userprio.report.formats import Block, Cell, Formats, Kind, Paragraph, Rows, TableBlock, TableColumn, number
from userprio.report.table import Table, data_column, name_column, text_column, whole
from userprio.report.text import amount, count, duration, printable
from userprio.report.visits import VISIT_COLUMNS, VisitLine, reason_style

_JOBS: Final = (Subject.JOB, Subject.CLUSTER)
_MOST_COMPETITORS: Final = 12
_MOST_REQUESTS: Final = 4
_MOST_SLOT_CLAUSES: Final = 6
_MOST_HANDS: Final = 6
_INDENT: Final = 2
_LAST: Final = 3.3e38
"""Sort keys from here up mean no quota, no group, or no number."""
_MOST_BEFORE: Final = 4
_MOST_TAKERS: Final = 4

_SKIPPED: Final = {"zero slots allocated": "nothing allocated", "no submitters": "no submitter left"}
"""Plainer words for some of the negotiator's."""


def comparison_document(compared: ExplainedPair) -> dict[str, Any]:
    """The same for two: `than` is the other, `difference` the first point where they differ, and all points."""
    return {
        "schema": "userprio.explain/1",
        **field_values(compared.one),
        "than": compared.other,
        "difference": {
            "first": None if compared.first is None else compared.first.about,
            "sentence": compared.sentence,
            "points": [{**field_values(point), "differs": point.differs} for point in compared.points],
        },
    }


_REASONS: Final = Table[tuple[str, Cause]]("explain").of(
    data_column("name", lambda line: line[0]),
    data_column("reason", lambda line: str(line[1].reason)),
    data_column("jobs", lambda line: line[1].jobs, about="jobs that wait for this reason"),
    data_column("job", lambda line: line[1].job, about="the first of them"),
    data_column("sentence", lambda line: line[1].sentence),
)


def explanation_rows(explained: Explanation) -> Rows:
    """A row for each reason, the primary one first; for a group, a row for each member."""
    lines = [(explained.name, finding) for finding in (explained.primary, *explained.others)]
    return _REASONS.rows([*lines, *((member.name, member.finding) for member in explained.members)])


def comparison_rows(compared: ExplainedPair) -> Rows:
    """The rows of both explanations."""
    names, rows = explanation_rows(compared.one)
    return names, [*rows, *explanation_rows(compared.other)[1]]


def headline(explained: Explanation) -> str:
    """What the job, submitter or group got, in a sentence."""
    name = explained.name
    if explained.subject is Subject.JOB:
        whose = f"Job {name} of {explained.submitter}"
        return f"{whose} {'waits' if explained.jobs_left else 'gets a slot'}."
    idle, left, jobs = explained.idle_jobs, explained.jobs_left, explained.jobs
    if explained.subject is Subject.CLUSTER:
        whose = f"Cluster {name} of {explained.submitter}"
        start = f"{jobs or 'none'} of {count(idle, 'job')} {'start' if jobs > 1 else 'starts'} in this cycle"
        return f"{whose}: {start}{f', {left} {waits_or_wait(left)}' if left else ''}."
    who = f"Group {name}" if explained.subject is Subject.GROUP else name
    if not idle and not left:
        return f"{who}: no idle jobs, {amount(explained.usage)} in use."
    # Where every slot weighs 1 and serves one job, slots and weight would only repeat the number of jobs.
    weight = f" of weight {amount(explained.weight)}" if explained.weight != explained.matches else ""
    slots = f" on {count(explained.matches, 'slot')}{weight}" if weight or explained.matches != jobs else ""
    if jobs and left:
        starting = "start" if jobs > 1 else "starts"
        return f"{who}: {jobs} of {idle} idle jobs {starting}{slots}, {left} {waits_or_wait(left)}."
    whose, s = ("its idle job", "s") if idle == 1 else (f"all {idle} idle jobs", "")
    return f"{who}: {whose} {'wait' if left else 'start'}{s}{slots}."


def waits_or_wait(jobs: int) -> str:
    """The verb for so many jobs."""
    return "waits" if jobs == 1 else "wait"


def eligible_lines(step: EligibleStep, jobs: int) -> Iterator[str]:
    """How many slots could take one of so many jobs, and how many more with smaller requests."""
    slots, fit = count(step.slots, "slot"), "fits" if step.eligible == 1 else "fit"
    which = "the job" if jobs == 1 else "one or more of the jobs"
    yield f"{step.eligible} of {slots} {fit} {which}, counting those in use; a partitionable slot counts once."
    for smaller in step.smaller:
        asked, most = amount(smaller.asked), amount(smaller.most)
        yield f"{smaller.attribute} of at most {most} instead of {asked}: {count(smaller.more, 'more slot')}."


def worth_line(explained: Explanation) -> str | None:
    """How many jobs its matches start; None if that is one each."""
    if not explained.further:
        return None
    given = count(explained.matches, "match", "matches")
    verb = "is" if explained.matches == 1 else "are"
    how = "a schedd gives what a job leaves of a partitionable slot to further jobs of the submitter"
    worth = f"{given} {verb} expected to start {count(explained.jobs, 'job')}: {how}."
    return f"Its submitter's {worth}" if explained.subject in _JOBS else worth


def losing_line(explained: Explanation) -> str | None:
    """Which of its running jobs are preempted, and by whom; None if none is."""
    lost = sum(len(loss.slots) for loss in explained.losses)
    if not lost:
        return None
    by = listed((f"{loss.to} ({len(loss.slots)})" for loss in explained.losses), most=_MOST_TAKERS)
    whose = "Its submitter" if explained.subject in _JOBS else "It"
    jobs = "the job that runs there" if lost == 1 else "the jobs that run there"
    return (
        f"{whose} loses {count(lost, 'slot')} in this cycle, with {jobs}: preempted by {by}; it holds "
        f"{amount(explained.holds)} afterwards."
    )


def said(finding: Cause) -> str:
    """A finding as a sentence."""
    return f"{finding.sentence[:1].upper()}{finding.sentence[1:]}."


def _sentences(finding: Cause) -> Iterator[Paragraph]:
    yield _inset(said(finding))
    if finding.refused is not None:
        yield Paragraph.of(f"HTCondor logs: {finding.refused}", "dim", inset=_INDENT)


def pool_lines(explained: Explanation) -> Iterator[str]:
    """The pool in sentences."""
    pool = explained.pool
    free = pool.weight - pool.in_use
    yield (
        f"{count(pool.slots, 'slot')}, weight {amount(pool.weight)}: {amount(pool.in_use)} in use before the cycle, "
        f"{amount(free)} not. The smallest weighs {amount(pool.smallest)}."
    )
    if pool.pie != pool.weight:
        yield f"Shares are parts of {amount(pool.pie)}: NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT, or slots are not weighed."
    if pool.slots_in_snapshot != pool.slots:
        left = pool.slots_in_snapshot - pool.slots
        yield f"{count(left, 'more slot')} left out: NEGOTIATOR_SLOT_CONSTRAINT, or without a name."
    if pool.candidates != pool.slots:
        yield f"{count(pool.candidates, 'slot')} of them looked at, the others being out of reach from the start."


def quota_line(step: QuotaStep) -> str:
    """How a group's quota is computed."""
    own = amount(step.effective_quota)
    if step.parent is None:
        regroup = ", which is the whole pool again under autoregroup" if step.autoregroup else ""
        handed = f"pool {amount(step.parent_quota)} - {amount(step.children_quota)} for groups"
        return f"{handed} = {amount(max(step.parent_quota - step.children_quota, 0.0))}{regroup}"
    if step.static:
        text = f"{amount(step.configured)}, static"
        if step.static_siblings > step.for_static:
            text += f", x {amount(step.for_static)} / {amount(step.static_siblings)} static under {step.parent}"
        elif step.static_siblings > step.parent_quota:
            # Not scaled down, since oversubscription is allowed: siblings are then promised more than their parent has.
            text += (
                f" ({amount(step.static_siblings)} static under {step.parent}, which has {amount(step.parent_quota)})"
            )
    else:
        base = amount(step.parent_quota)
        if step.for_static:
            base = f"({base} - {amount(step.for_static)} static)"
        text = f"{percent(step.configured)} of {base}"
        if step.dynamic_siblings > 1:
            text += f" / {amount(step.dynamic_siblings)}"
    text += f" = {amount(step.subtree_quota)}"
    if step.children_quota:
        if step.effective_quota == step.subtree_quota:
            return f"{text}, all of it its own besides the {amount(step.children_quota)} of its groups"
        text += f", - {amount(step.children_quota)} for its groups = {own}"
    return text


def turn_note(step: TurnStep) -> str:
    """Remarks on a group's turn besides its numbers."""
    if step.skipped is not None:
        return f"left out: {_SKIPPED.get(step.skipped, step.skipped)}"
    parts = []
    if step.capped_by is not None:
        parts.append(f"cut by the quota of {step.capped_by}")
    if step.slots is not None and step.limit is not None:
        # NaN: HTCondor divided 0 by 0, and such a limit lets nothing through.
        if step.slots != step.slots:
            parts.append("0/0")
        elif step.slots > step.limit:
            parts.append(f"{amount(step.slots)}, fraction dropped")
    return "; ".join(parts)


def order_line(step: TurnStep) -> str:
    """Which groups were served earlier in the round."""
    key = "last" if step.sort_key >= _LAST else amount(step.sort_key)
    earlier = ", ".join(step.before[:_MOST_BEFORE])
    if len(step.before) > _MOST_BEFORE:
        earlier += f" and {len(step.before) - _MOST_BEFORE} more"
    after = f"after {earlier}" if earlier else "before all others"
    return f"Served {after} in round {step.round}; sort key {key}."


def limit_lines(step: LimitStep) -> Iterator[tuple[str, str, float | None]]:
    """The computation of a submitter limit: what, how, and the number; None for no limit."""
    yield "share of the pie", f"{percent(step.share)} x {amount(step.pie)}", step.goal
    yield "in use before the visit", "", step.usage
    of_share = f"{amount(step.goal)} - {amount(step.usage)}" + (", not below 0" if step.goal < step.usage else "")
    # If priorities are ignored the limit is infinite, and there is no computation to show.
    if step.limit >= 1e300:
        yield "submitter limit", "NEGOTIATOR_IGNORE_USER_PRIORITIES", None
    else:
        if step.floor and step.limit == step.floor:
            how = "the floor"
        elif step.limit < step.allowed:
            how = f"{amount(step.allowed)}, cut to what was left of the pie"
        else:
            how = of_share
        yield "submitter limit", how, step.limit
    if step.group_room is not None:
        yield "left of the group's limit", "", step.group_room
        # What was left of the pie does not cut it, nor does a floor.
        how = "what is left of the group's" if step.unclaimed_limit == step.group_room else of_share
        yield "limit for free slots", how, step.unclaimed_limit
    if step.ceiling is not None:
        yield "left under its ceiling", f"{amount(step.ceiling)} - {amount(step.usage)}", step.ceiling_left
    if step.floor:
        yield "floor", "", float(step.floor)
    yield "won in this visit", "", step.won


def explanation_blocks(explained: Explanation) -> Iterator[Block]:
    """Why a job, submitter or group gets what it gets."""
    yield Paragraph.of(headline(explained), "bold")
    if losing := losing_line(explained):
        yield Paragraph.of(losing, "red")
    yield from _reasons(explained)
    if worth := worth_line(explained):
        yield Paragraph.of(worth)
    if explained.eligible is not None:
        yield _title("Slots")
        yield from map(_inset, eligible_lines(explained.eligible, explained.idle_jobs))
    yield _title("Pool")
    yield from map(_inset, pool_lines(explained))
    if explained.quotas:
        yield from _groups(explained)
    if explained.share is not None:
        yield from _share(explained.share, explained.submitter)
    if explained.limit is not None:
        yield _LIMITS.block(limit_lines(explained.limit), "Limit", inset=_INDENT)
    if explained.visits:
        yield from _visits(explained)
    if explained.members:
        yield _members(explained)
    for step in explained.requests[:_MOST_REQUESTS]:
        yield from _request(step)
    if len(explained.requests) > _MOST_REQUESTS:
        more = f"and {count(len(explained.requests) - _MOST_REQUESTS, 'more kind')} of jobs"
        yield Paragraph.of(more, "dim", space_before=True)


def comparison_blocks(compared: ExplainedPair) -> Iterator[Block]:
    """Two explanations side by side, starting with the first difference."""
    for side in (compared.one, compared.other):
        yield Paragraph.of(headline(side), "bold", space_before=side is compared.other)
        if losing := losing_line(side):
            yield Paragraph.of(losing, "red")
        yield from _reasons(side)
    yield Paragraph.of(compared.sentence, "bold", space_before=True)
    yield Paragraph(())
    points = _POINTS.with_columns(
        _side_column(compared.one.name, lambda line: line.point.one),
        _side_column(compared.other.name, lambda line: line.point.other),
        text_column("difference", _difference, " ", style=lambda line: "red" if line.first else "dim"),
    )
    notes = ("Shares, limits and places are those of the first visit; what was won is that of the whole cycle.",)
    again = any(len(side.visits) > 1 for side in (compared.one, compared.other))
    lines = (_ComparisonLine(point, point is compared.first) for point in compared.points)
    yield points.block(lines, notes=notes if again else ())
    groups: set[str | None] = set()
    for side in (compared.one, compared.other):
        # Members of the same group are in the same table.
        if side.share is not None and side.share.group not in groups:
            groups.add(side.share.group)
            yield from _share(side.share, side.submitter)


class _ComparisonLine(Struct, frozen=True):
    point: Point
    first: bool
    """It is the first in which the two differ."""


_POINTS: Final = Table[_ComparisonLine]("explain --than", noun="point", scripts=False).of(
    text_column("about", lambda line: line.point.about, " ")
)


def _side_column(name: str, value: Callable[[_ComparisonLine], float | str | None]) -> TableColumn[_ComparisonLine]:
    def text(line: _ComparisonLine) -> str:
        shown = value(line)
        if shown is None:
            return "none" if line.point.one != line.point.other else ""
        if isinstance(shown, str):
            return shown
        return (percent if line.point.about == "share" else amount)(shown)

    return TableColumn(f"of_{name}", printable(name), value, text=text, kind=Kind.FIGURES)


def _difference(line: _ComparisonLine) -> str:
    return "<- first difference" if line.first else "differs" if line.point.differs else ""


def _inset(text: str) -> Paragraph:
    return Paragraph.of(text, inset=_INDENT)


def _title(text: str) -> Paragraph:
    return Paragraph.of(text, "bold", space_before=True)


def _reasons(explained: Explanation) -> Iterator[Paragraph]:
    primary = explained.primary
    style = reason_style(primary.reason, primary.jobs, explained.holds)
    held = f" ({count(primary.jobs, 'job')})" if primary.jobs else ""
    yield Paragraph((("Why: ", ""), (str(primary.reason), style), (held, "")))
    yield from _sentences(primary)
    if primary.reason is not Reason.SATISFIED:
        yield Paragraph.of(f'What helps: userprio help "{primary.reason}"', "dim", inset=_INDENT)
    for finding in explained.others:
        held = f" ({count(finding.jobs, 'job')})"
        yield Paragraph((("Besides: ", ""), (str(finding.reason), "yellow"), (held, "")))
        yield from _sentences(finding)
    for instability in explained.hangs_on:
        yield Paragraph((("Hangs on a second or a tie: ", ""), (str(instability.reason), "yellow")))
        yield _inset(f"{instability.sentence[:1].upper()}{instability.sentence[1:]}.")


_QUOTAS: Final = Table[QuotaStep]("explain quotas", noun="group", scripts=False).of(
    name_column("group", lambda step: step.group),
    text_column("quota", lambda step: quota_line(step)),
    text_column(
        "surplus", lambda step: "its own" if step.parent is None else "accepts" if step.accepts_surplus else "no"
    ),
)
_TURNS: Final = Table[TurnStep]("explain turns", noun="turn", scripts=False).of(
    TableColumn("round", "round", lambda step: step.round, write=whole),
    TableColumn("turn", "turn", lambda step: step.place, text=lambda step: f"{step.place} of {step.groups}"),
    TableColumn("requested", "demand", lambda step: step.requested),
    TableColumn("own", "own\nquota", lambda step: step.own),
    TableColumn("surplus_taken", "+ surplus", lambda step: step.surplus_taken),
    TableColumn("allocated", "=\nallocated", lambda step: step.allocated),
    TableColumn("usage", "in use", lambda step: step.usage),
    TableColumn(
        "limit", "limit", lambda step: None if step.limit is None or step.limit < 0 else step.limit, write=whole
    ),
    text_column("note", lambda step: turn_note(step), " "),
)


def _groups(explained: Explanation) -> Iterator[Block]:
    yield _QUOTAS.block(explained.quotas, "Quotas", inset=_INDENT)
    if not explained.turns:
        return
    first = explained.turns[0]
    yield _TURNS.block(explained.turns, f"Turns of {explained.group}", inset=_INDENT)
    yield _inset(order_line(first))
    if first.surplus_given > 0:
        yield _inset(f"It leaves {amount(first.surplus_given)} of its own quota to others.")


class _CompetitorLine(Struct, frozen=True):
    competitor: Competitor
    group: str
    is_subject: bool


_SHARES: Final = Table[_CompetitorLine](
    "explain shares", noun="submitter", scripts=False, group=lambda line: line.group
).of(
    TableColumn(
        "submitter",
        "submitter",
        lambda line: line.competitor.name,
        kind=Kind.NAME,
        style=lambda line: "bold" if line.is_subject else "",
    ),
    # With enough digits that its product with the factor is the priority beside it.
    TableColumn("real_priority", "real\npriority", lambda line: line.competitor.real_priority, write="{:.6g}".format),
    TableColumn("factor", "x factor", lambda line: line.competitor.factor),
    TableColumn("priority", "=\neffective", lambda line: line.competitor.priority),
    TableColumn("parts", "largest /\neffective", lambda line: line.competitor.parts, sums=True),
    TableColumn("share", "share", lambda line: line.competitor.share, write=percent, sums=True),
    # Not that before the cycle: visits for floors and earlier spins have given slots since.
    TableColumn("usage", "in use\nthen", lambda line: line.competitor.usage, sums=True),
)


def _share(share: ShareStep, subject: str | None) -> Iterator[Block]:
    where = f"spin {share.spin}" if share.round is None else f"{share.group}, round {share.round}, spin {share.spin}"
    title = f"Share ({where}{', floors' if share.floor_pass else ''})"
    # In the other case the pie is the pool, which the section above gives already.
    if share.group_limit is not None and share.pie < share.pool:
        yield _title(title)
        yield _inset(f"The pie is the limit of the group, {amount(share.pie)} of the pool's {amount(share.pool)}.")
        title = ""
    lines = (
        _CompetitorLine(competitor, share.group or "", competitor.name == subject) for competitor in share.competitors
    )
    # Rounded shares may add up to 99.9%: the whole is written as what it is.
    total = {"submitter": Cell("sum"), "parts": number(share.parts), "share": Cell("100%")}
    yield _SHARES.block(
        # The table is about the subject, which stays in sight however small its share.
        (_SHARES.row(line, pinned=line.is_subject) for line in lines),
        title,
        fits=_MOST_COMPETITORS,
        total=_SHARES.filled(total, style="dim"),
        inset=_INDENT,
    )


_LIMITS: Final = Table[tuple[str, str, float | None]]("explain limit", noun="step", scripts=False).of(
    text_column("step", lambda line: line[0], " "),
    text_column("how", lambda line: line[1], " "),
    TableColumn("weight", " ", lambda line: line[2], text=lambda line: "none" if line[2] is None else amount(line[2])),
)


_ROUND: Final[tuple[TableColumn[VisitLine], ...]] = (
    TableColumn("round", "round", lambda line: line.visit.round, write=whole),
    name_column("group", lambda line: line.visit.group),
)
_VISITS: Final = Table[VisitLine]("explain visits", noun="visit", scripts=False).of(
    TableColumn("spin", "spin", lambda line: line.visit.spin, write=whole),
    *VISIT_COLUMNS,
)
_VISITS_OF_ROUNDS: Final = replace(_VISITS, name="explain visits by round", columns=(*_ROUND, *_VISITS.columns))


def _visits(explained: Explanation) -> Iterator[Block]:
    rounds = any(visit.round is not None for visit in explained.visits)
    several = any(visit.jobs != visit.matched for visit in explained.visits)
    visits = zip(explained.visits, explained.stopped, strict=True)
    yield (_VISITS_OF_ROUNDS if rounds else _VISITS).block(
        (VisitLine(visit, reason, explained.holds) for visit, reason in visits),
        "Visits",
        inset=_INDENT,
        hide=() if several else ("jobs",),
    )
    for won in explained.won:
        if won.preempts is not None:
            taken = f"{count(won.matches, 'slot')} of weight {amount(won.weight)}"
            free = ""
            if won.free_after_s is not None:
                free = f" Free in {duration(round(won.free_after_s))} at the latest"
                lost = won.lost_weight_s
                free += "." if lost is None else f"; {amount(lost / 3600)} weight-hours of work lost."
            yield _inset(f"{taken} from {won.preempts}: {won.because}.{free}")


_MEMBERS: Final = Table[Member]("explain members", noun="submitter", scripts=False).of(
    name_column("submitter", lambda member: member.name),
    TableColumn("priority", "effective\npriority", lambda member: member.priority),
    TableColumn("usage", "in use", lambda member: member.usage, sums=True),
    TableColumn("idle_jobs", "idle", lambda member: member.idle_jobs, sums=True, write=whole),
    TableColumn("weight", "won", lambda member: member.weight, sums=True, aliases=("got",)),
    text_column("reason", lambda member: str(member.finding.reason), "why no more"),
)


def _members(explained: Explanation) -> TableBlock:
    members = sorted(explained.members, key=lambda member: member.priority)
    # If nobody won anything, it matters whose jobs wait.
    by = "weight" if any(member.weight for member in members) else "idle_jobs"
    return _MEMBERS.block(members, "Members", by=by, inset=_INDENT)


_HANDS: Final = Table[BlockedSlots]("explain slots", noun="place", scripts=False).of(
    TableColumn("slots", "slots", lambda hands: hands.slots, write=whole),
    TableColumn("weight", "weight", lambda hands: hands.weight),
    text_column(
        "where",
        lambda hands: f"{hands.obstacle}{'' if hands.who is None else f': {hands.who}'}",
        "where they are",
        style=lambda hands: "dim" if hands.obstacle in _UNFIT else "",
    ),
)


class _ClauseLine(Struct, frozen=True):
    clause: Clause
    of_all: bool
    """It is asked of all slots that are looked at."""
    culprit: bool


_CLAUSES: Final = Table[_ClauseLine]("explain clauses", noun="clause", scripts=False).of(
    TableColumn(
        "met",
        "meet\nit",
        lambda line: line.clause.alone,
        text=lambda line: str(line.clause.alone) if line.of_all else f"{line.clause.alone}/{line.clause.slots}",
    ),
    TableColumn("left_so_far", "left so\nfar", lambda line: line.clause.left, write=str),
    TableColumn("without", "without\nit", lambda line: line.clause.without, write=str),
    text_column(
        "clause",
        lambda line: _clause(line.clause),
        "clause of Requirements",
        style=lambda line: "yellow" if line.culprit else "",
    ),
)


def _request(step: RequestStep) -> Iterator[Block]:
    finding, matching = step.finding, step.matching
    like = f"{count(finding.jobs, 'job')} like {finding.job}" if finding.jobs > 1 else f"Job {finding.job}"
    yield _title(f"{like} at {step.schedd}: {finding.reason}")
    if step.hands:
        slots, weight = sum(hands.slots for hands in step.hands), sum(hands.weight for hands in step.hands)
        total = _HANDS.filled({"slots": number(slots, str), "weight": number(weight), "where": Cell("all")})
        yield _HANDS.block([*map(_HANDS.row, _gathered(step.hands)), total], inset=_INDENT)
        yield Paragraph(())
    # A clause of slots that every slot meets says nothing, and of the others the first few say enough.
    of_jobs = [clause for clause in matching.clauses if clause.side is Side.JOB]
    of_slots = [clause for clause in matching.clauses if clause.side is not Side.JOB and clause.alone < clause.slots]
    lines = (
        _ClauseLine(clause, clause.slots == matching.slots, clause in matching.culprits)
        for clause in (*of_jobs, *of_slots[:_MOST_SLOT_CLAUSES])
    )
    heading = f"clause of Requirements, of {count(matching.slots, 'slot')}"
    yield _CLAUSES.block(lines, inset=_INDENT, headings={"clause": heading})
    if len(of_slots) > _MOST_SLOT_CLAUSES:
        yield _inset(f"and {count(len(of_slots) - _MOST_SLOT_CLAUSES, 'more clause')} of slots that refuse it")


def _gathered(hands: Sequence[BlockedSlots]) -> Iterator[BlockedSlots]:
    """The slots, with all but the first few of each obstacle combined."""
    for obstacle, group in groupby(hands, key=lambda hand: hand.obstacle):
        members = list(group)
        yield from members[:_MOST_HANDS]
        rest = members[_MOST_HANDS:]
        # `1 others` would take as much room and hide a name.
        if len(rest) == 1:
            yield rest[0]
        elif rest:
            slots, weight = sum(hand.slots for hand in rest), sum(hand.weight for hand in rest)
            yield BlockedSlots(obstacle, f"{len(rest)} others", slots, weight)


_UNFIT: Final[frozenset[str]] = frozenset(str(obstacle) for obstacle in UNFIT)


def _clause(clause: Clause) -> str:
    whose = {Side.JOB: "", Side.SLOT: f"slot {clause.of or 'Requirements'}: ", Side.POLICY: "slot: "}[clause.side]
    values = "".join(f"; {name} = {value}" for name, value in clause.values.items())
    unknown = "".join(f"; no slot has {name}" for name in clause.unknown)
    instead = "" if clause.flattened is None else f"; {FLATTENED} {clause.flattened}"
    return f"{whose}{clause.text}{values}{unknown}{instead}"


COMPARISON_FORMATS: Final = Formats[ExplainedPair](
    document=comparison_document, rows=comparison_rows, screen=lambda result, look: comparison_blocks(result)
)

EXPLANATION_FORMATS: Final = Formats[Explanation](
    document=lambda result: {"schema": "userprio.explain/1", **field_values(result), "than": None, "difference": None},
    rows=explanation_rows,
    screen=lambda result, look: explanation_blocks(result),
)
