"""A negotiation cycle in words, and its visits as a table, in order, each with why it ended.

The figures are those of the cycle's summary.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.cxx import INT_MIN
from userprio.base.formats import listed, percent
from userprio.negotiation import (
    Because,
    Chance,
    CycleSummary,
    GroupOutcome,
    LeftJobs,
    Match,
    Outcome,
    PassKind,
    Reason,
    SecondOpinion,
    Unvisited,
    Visit,
    reasons_of,
    visit_reasons,
)
from userprio.report.data import fields_of
from userprio.report.formats import R, TableBlock, TableColumn, TableRow, cell, number
from userprio.report.table import Table, data_column, field_columns, name_column, text_column, whole
from userprio.report.text import ROOT, amount, count, duration, limit_text, within_group

_TOLERANCE: Final = 1e-9


class Tone(StrEnum):
    """Three degrees for output in colour; the words say the same without it."""

    GOOD = "good"
    """No job of the submitter waits."""
    HELD = "held"
    """Jobs wait, and the submitter holds something."""
    REFUSED = "refused"
    """Jobs wait, and the submitter holds nothing."""


def tone(left: int, holds: float) -> Tone:
    """The tone for a submitter with so many jobs left, which holds this weight after the cycle."""
    if left <= 0:
        return Tone.GOOD
    return Tone.HELD if holds > 0 else Tone.REFUSED


def visits_beyond(outcome: Outcome) -> frozenset[int]:
    """The visits, by index, that won more than their limit."""
    beyond = set()
    at = 0
    for place, visit in enumerate(outcome.visits):
        ways = {match.because for match in outcome.matches[at : at + visit.matched]}
        at += visit.matched
        limit = min(visit.limit, visit.unclaimed_limit) if ways <= {Because.FREE} else visit.limit
        if _above(visit.won, limit):
            beyond.add(place)
    return frozenset(beyond)


def gains(outcome: Outcome) -> dict[str | None, float]:
    """Weight won, by the group in whose turn it was won: with autoregroup, perhaps not the submitter's."""
    won: dict[str | None, float] = {}
    for match in outcome.matches:
        won[match.group] = won.get(match.group, 0.0) + match.cost
    return won


def groups_beyond(outcome: Outcome) -> frozenset[str]:
    """The groups that won something and hold more after the cycle than the limit of any of their turns."""
    limits: dict[str, int] = {}
    for step in outcome.passes:
        limits[step.group] = max(limits.get(step.group, INT_MIN), step.limit)
    won = gains(outcome)
    return frozenset(
        group.name
        for group in outcome.groups
        if (gained := won.get(group.name))
        and (limit := limits.get(group.name, INT_MIN)) > INT_MIN
        and _above(group.usage + gained, limit)
    )


def _above(weight: float, limit: float) -> bool:
    # A sum of costs may differ from its limit in the last digits, which is no excess.
    return weight > limit + _TOLERANCE * max(1.0, abs(limit))


UNSTABLE_NOTE: Final = "? hangs on a second or a tie: userprio help concepts"


def unstable_submitters(outcome: Outcome) -> frozenset[str]:
    """The submitters that hold more or less in a cycle a little later, or with ties resolved otherwise."""
    variants = () if outcome.stability is None else outcome.stability.variants
    return frozenset[str]().union(*(variant.changes for variant in variants))


def stability_notes(outcome: Outcome) -> list[str]:
    """What besides matches hangs on a second or a tie, one sentence each."""
    notes: dict[str, None] = {}
    for variant in () if outcome.stability is None else outcome.stability.variants:
        if variant.reason is Chance.FIGURES:
            notes["Priorities change fast: shares and limits hold for this second only."] = None
        elif variant.reason is Chance.LAST_HEARD_FROM and not variant.moves_matches:
            notes["Submitters that tie may as well be visited in another order: userprio help concepts"] = None
        elif not variant.moves_matches:
            here = "had the lease held" if variant.reason is Chance.LEASE_END else "if rounded otherwise"
            when = f"{variant.later_s} s later" if variant.later_s else here
            notes[f"Some visits or rejections would differ {when}: {variant.reason}."] = None
    return [*notes]


BEYOND_NOTE: Final = "* more than its limit, as a slot is given whole: userprio help concepts"


def starts_differ(outcome: Outcome) -> bool:
    """Whether some match starts a number of jobs other than one."""
    return any(match.jobs != 1 for match in outcome.matches)


def reference_lines(opinion: SecondOpinion) -> list[str]:
    """What the reference engine says about a cycle, a line for the sum of it and one for each difference."""
    if opinion.agrees is None:
        return ["the reference engine cannot judge this cycle. It does not know:", *opinion.not_covered]
    if opinion.agrees:
        return ["the reference engine agrees: it decides every visit, match and rejection in the same way"]
    return ["the reference engine does not agree:", *opinion.differences]


def configured(group: GroupOutcome) -> str:
    """A static quota as a weight, a dynamic one as a percentage of the parent's; empty for the root."""
    if group.name == ROOT:
        return ""
    return amount(group.configured_quota) if group.static else percent(group.configured_quota)


class RefusalCount(Struct, frozen=True):
    """What a submitter was refused for one reason, over all schedds."""

    submitter: str
    reason: str
    """In HTCondor's words."""
    rejections: int
    jobs: int
    """See `Refusal.jobs`."""


def refusals(outcome: Outcome) -> list[RefusalCount]:
    """Rejections by submitter and reason over all schedds, in the order of their first appearance."""
    counts: dict[tuple[str, str], tuple[int, int]] = {}
    for refusal in outcome.refusals:
        key = refusal.submitter, refusal.reason
        rejections, jobs = counts.get(key, (0, 0))
        counts[key] = rejections + refusal.rejections, jobs + refusal.jobs
    return [RefusalCount(*key, *both) for key, both in counts.items()]


STARTS_NOTE: Final = (
    "jobs start: a match starts several where they share a partitionable slot (CLAIM_PARTITIONABLE_LEFTOVERS)"
)


def eviction_note(matches: Iterable[Match]) -> str:
    """When preempted jobs are gone, and how much work is lost, in a sentence; empty without preemption."""
    evictions = [match.eviction for match in matches if match.eviction is not None]
    if not evictions:
        return ""
    notified, gone = (
        max(getattr(eviction, name) for eviction in evictions) for name in ("told_after_s", "gone_after_s")
    )
    stay = f"after {duration(round(notified))} of retirement" if notified else "at once"
    known = [eviction.lost_weight_s for eviction in evictions if eviction.lost_weight_s is not None]
    lost = f"at most {amount(sum(known) / 3600)} weight-hours of work are lost"
    if not known:
        lost = "the ads do not say how much work is lost"
    elif len(known) < len(evictions):
        lost += f", not counting {count(len(evictions) - len(known), 'job')} whose age the ads do not say"
    # The latest times of all slots: a sentence for each would hide when the last one is free.
    many = len(evictions)
    who = "The job that loses its slot is" if many == 1 else f"The {many} jobs that lose their slots are"
    return f"{who} told to go {stay}, and gone in {duration(round(gone))} at the latest; {lost}."


def time_notes(outcome: Outcome) -> list[str]:
    """How long a real negotiator would need, if estimated, and which submitters time limits held back."""
    notes = []
    if outcome.estimated_s is not None:
        notes.append(
            f"time: a real negotiator is estimated to need {_seconds(outcome.estimated_s)} s for this cycle, "
            "and stops where NEGOTIATOR_MAX_TIME_PER_… makes it. It may well take half or twice as long."
        )
    stopped: dict[str, dict[str, None]] = {}
    for visit in outcome.visits:
        if visit.time_limit is not None:
            stopped.setdefault(visit.time_limit, {})[visit.submitter] = None
    notes += [f"out of time: {knob} held back {listed(who, most=3)}" for knob, who in stopped.items()]
    return notes


def _seconds(estimate: float) -> str:
    if estimate < 0.1:
        return "less than 0.1"
    return f"{estimate:.1f}" if estimate < _WHOLE_SECONDS else f"{estimate:.0f}"


_WHOLE_SECONDS: Final = 10


class CycleRows(StrEnum):
    """What the rows of a cycle may be about."""

    GROUPS = "groups"
    SUBMITTERS = "submitters"
    VISITS = "visits"
    MATCHES = "matches"
    REJECTIONS = "rejections"


class CycleTable(Struct, frozen=True):
    """One kind of rows of a cycle."""

    outcome: Outcome
    rows: CycleRows


_TONES: Final = {Tone.GOOD: "green", Tone.HELD: "yellow", Tone.REFUSED: "red"}
"""The styles of reasons."""
NEVER_VISITED: Final = "never visited"
NARROWEST_NAME: Final = 18
"""The least width for names of submitters: reasons are folded first, since they read as well in two lines."""


def won_column(
    won: Callable[[R], float],
    beyond: Callable[[R], bool],
    unstable: Callable[[R], bool] = lambda _: False,
    *,
    inclusive: bool = False,
) -> TableColumn[R]:
    """Weight won, with a mark if that is more than a limit, and with another if it is `unstable`."""

    def text(record: R) -> str:
        return amount(won(record)) + "*" * beyond(record) + "?" * unstable(record)

    return TableColumn("won", "won", won, text=text, sums=True, inclusive=inclusive, aliases=("got",))


def reason_style(reason: Reason | None, left: int, holds: float) -> str:
    """The style of the reason why a submitter with so many jobs left, which holds this weight, got no more."""
    return "" if reason is None else _TONES[tone(left, holds)]


class VisitLine(Struct, frozen=True):
    """A visit, and why it ended."""

    visit: Visit
    reason: Reason | None
    """Why most of the jobs left wait; None if the submitter was visited there again."""
    holds: float
    """Weight that its submitter has after the cycle."""
    beyond: bool = False
    """It won more than its limit."""
    first_of_spin: bool = True

    @property
    def place(self) -> str:
        """The group, and whether the visit was for floors."""
        parts = (self.visit.group or "", "floors" if self.visit.kind is PassKind.FLOOR else "")
        return ", ".join(part for part in parts if part)


VISIT_COLUMNS: Final[tuple[TableColumn[VisitLine], ...]] = (
    TableColumn("share", "share", lambda line: line.visit.share, write=percent),
    TableColumn("limit", "limit", lambda line: line.visit.limit),
    # Use and jobs left may not be added: the next visit of the same submitter begins with what this one ends with.
    TableColumn("usage", "in\nuse", lambda line: line.visit.usage),
    won_column(lambda line: line.visit.won, lambda line: line.beyond),
    TableColumn("matched", "matches", lambda line: line.visit.matched, write=whole, sums=True),
    TableColumn("jobs", "jobs\nstart", lambda line: line.visit.jobs, write=whole, sums=True),
    TableColumn("left", "idle\nleft", lambda line: line.visit.left, write=whole),
    text_column(
        "reason",
        lambda line: line.reason,
        "why no more",
        aliases=("stopped",),
        in_rows=False,
        style=lambda line: reason_style(line.reason, line.visit.left, line.holds),
    ),
)
"""What came of a visit."""
_SHOWN_OF_VISITS: Final = ("round", "group_limit", "spin", "submitter", "priority", "share", "limit", "usage", "won")
VISITS: Final = Table[VisitLine](
    "negotiate visits", noun="visit", group=lambda line: line.visit.group or "", order=(*fields_of(Visit), "stopped")
).of(
    TableColumn("round", "round", lambda line: line.visit.round, write=str, optional=True),
    text_column("group", lambda line: line.place, optional=True, in_rows=False),
    TableColumn("group_limit", "group\nlimit", lambda line: line.visit.group_limit, write=limit_text, optional=True),
    TableColumn(
        "spin",
        "spin",
        lambda line: line.visit.spin,
        text=lambda line: str(line.visit.spin) if line.first_of_spin else "",
    ),
    name_column("submitter", lambda line: line.visit.submitter),
    TableColumn("priority", "effective\npriority", lambda line: line.visit.priority),
    *VISIT_COLUMNS,
    *field_columns(
        lambda line: line.visit,
        (
            name
            for name in fields_of(Visit)
            if name not in (*_SHOWN_OF_VISITS, *(column.key for column in VISIT_COLUMNS))
        ),
    ),
    data_column("stopped", lambda line: line.reason),
)
OF_TURNS: Final = frozenset({"round", "group", "group_limit", "spin"})
"""The columns of visits that rows for submitters lack."""


def visit_block(outcome: Outcome, summary: CycleSummary, flat: bool) -> TableBlock:
    """The visits under the titles of their turns; if `flat`, with group and round in columns instead."""
    several = starts_differ(outcome)
    schedds = _schedds(outcome)
    beyond = visits_beyond(outcome)
    floors = any(visit.kind is PassKind.FLOOR for visit in outcome.visits)
    rows: list[TableRow] = []
    # A turn is a group in a round: when any part of it changes, a title begins, and spins count anew.
    turn: tuple[object, ...] = ()
    spin: int | None = None
    for index, line in enumerate(visit_lines(outcome, summary)):
        visit = line.visit
        titled = not flat and (visit.group is not None or visit.round is not None or floors)
        if turn != (now := (visit.round, visit.group, visit.group_limit, visit.kind)):
            turn, spin = now, None
            if titled:
                rows.append(VISITS.filled({"submitter": cell(_turn_title(visit))}, title=True))
        # Below the title of its group, a submitter needs no group in its name; at several schedds, it needs the schedd.
        name = visit.submitter if flat or visit.group is None else within_group(visit.submitter, visit.group)
        label = name + (f" ({visit.schedd})" if len(schedds[visit.submitter]) > 1 else "")
        shown = replace(line, beyond=index in beyond, first_of_spin=flat or visit.spin != spin)
        rows.append(VISITS.row(shown, label=label, depth=int(titled)))
        spin = visit.spin
    grouped = any(unvisited.group is not None for unvisited in outcome.unvisited)
    rows += _unvisited(outcome, summary, schedds, titled=not flat and (floors or grouped))
    return VISITS.block(
        rows,
        "Submitters in the order of their visits",
        notes=(*visit_notes(outcome, several), *stability_notes(outcome)),
        legend=(BEYOND_NOTE,) if visits_beyond(outcome) else (),
        narrowest=NARROWEST_NAME,
        hide=(*(() if flat else OF_TURNS - {"spin"}), *(() if several else ("jobs",))),
    )


def visit_lines(outcome: Outcome, summary: CycleSummary) -> Iterator[VisitLine]:
    """The visits in order."""
    holds = {submitter.name: submitter.holds for submitter in summary.submitters}
    for visit, reason in zip(outcome.visits, visit_reasons(outcome), strict=True):
        yield VisitLine(visit, reason, holds[visit.submitter])


def _schedds(outcome: Outcome) -> Mapping[str, set[str]]:
    """The schedds at which each submitter has jobs."""
    schedds: dict[str, set[str]] = {}
    for asker in askers(outcome):
        schedds.setdefault(asker.submitter, set()).add(asker.schedd or "")
    return schedds


def askers(outcome: Outcome) -> Sequence[Visit | Unvisited]:
    """Every submitter at a schedd that asks for something, visited or not."""
    return (*outcome.visits, *outcome.unvisited)


def _turn_title(visit: Visit) -> str:
    title = "all submitters" if visit.group is None else visit.group
    turn = "" if visit.round is None else f", round {visit.round}"
    limit = "" if visit.group_limit is None else f", limit {limit_text(visit.group_limit)}"
    return f"{title}{turn}{', floors' if visit.kind is PassKind.FLOOR else ''}{limit}"


def _unvisited(
    outcome: Outcome, summary: CycleSummary, schedds: Mapping[str, set[str]], *, titled: bool
) -> Iterator[TableRow]:
    """Submitters with waiting jobs whose turn never came."""
    if outcome.unvisited and titled:
        yield VISITS.filled({"submitter": cell(NEVER_VISITED)}, title=True)
    holds = {submitter.name: submitter.holds for submitter in summary.submitters}
    waiting: dict[tuple[str, str | None], list[LeftJobs]] = {}
    for jobs in outcome.waiting:
        waiting.setdefault((jobs.submitter, jobs.schedd), []).append(jobs)
    for unvisited in outcome.unvisited:
        name, schedd, group = unvisited.submitter, unvisited.schedd, unvisited.group or ""
        reasons = reasons_of(waiting.get((name, schedd), ()))
        reason = reasons[0].reason if reasons else None
        # A turn that never came has no share, no limit and no spin: these cells stay blank.
        cells = {
            "submitter": cell(name + (f" ({schedd})" if len(schedds[name]) > 1 and schedd else "")),
            "group": cell(group),
            "left": number(unvisited.idle_jobs, str),
            "reason": cell(reason or "", reason_style(reason, unvisited.idle_jobs, holds[name])),
        }
        yield VISITS.filled(cells, submitter=name, group=group, depth=int(titled))


def visit_notes(outcome: Outcome, several: bool) -> tuple[str, ...]:
    """What has to be said under a table of visits or submitters; empty texts say nothing."""
    return STARTS_NOTE if several else "", *time_notes(outcome)
