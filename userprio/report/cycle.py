"""A negotiation cycle on a screen and for scripts: what it comes to, the groups, a row for each submitter, and who
takes slots from whom; or visits one by one, matches or rejections. The figures are those of its summary."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.formats import View, percent
from userprio.negotiation import (
    CycleSummary,
    GroupOutcome,
    GroupTotals,
    Match,
    Outcome,
    Rejection,
    SubmitterSummary,
    Takeover,
    UnstableMatch,
    summarise,
)
from userprio.report.data import field_values, fields_of
from userprio.report.formats import (
    FITTING,
    Block,
    Formats,
    Paragraph,
    R,
    Rows,
    TableBlock,
    TableColumn,
    TableRow,
    cell,
    in_key_style,
)
from userprio.report.headline import headline
from userprio.report.table import SECONDS, Table, data_column, field_columns, name_column, text_column, whole
from userprio.report.text import depth_first, limit_text, within_group
from userprio.report.visits import (
    BEYOND_NOTE,
    NARROWEST_NAME,
    UNSTABLE_NOTE,
    VISITS,
    CycleRows,
    CycleTable,
    RefusalCount,
    configured,
    eviction_note,
    groups_beyond,
    reason_style,
    refusals,
    stability_notes,
    starts_differ,
    unstable_submitters,
    visit_block,
    visit_lines,
    visit_notes,
    visits_beyond,
    won_column,
)

# Groups


class GroupLine(Struct, frozen=True):
    """A group with all its subgroups, or by itself."""

    group: GroupOutcome
    figures: GroupTotals
    limit: int | None
    """The limit of its last turn."""
    label: str
    depth: int
    with_subgroups: bool = False
    itself: bool = False
    """It follows the row of the same group with its subgroups, which has the quotas."""
    beyond: bool = False
    """It holds more than its limit."""
    limited: bool = True
    """The limit is of this row: of two rows of a group that has submitters of its own, the second has it."""

    def quota(self, name: str) -> float | None:
        """A quota of the group, which only the first of its rows has."""
        value: float = getattr(self.group, name)
        return None if self.itself else value


GROUPS: Final = Table[GroupLine](
    "negotiate groups",
    noun="group",
    by="requested",
    order=("group", "parent", "with_subgroups", "limit", *fields_of(GroupTotals)),
).of(
    name_column("group", lambda line: line.group.name),
    TableColumn(
        "configured_quota",
        "config\nquota",
        lambda line: None if line.itself else line.group.configured_quota,
        text=lambda line: "" if line.itself else configured(line.group),
        gives_way=3,
    ),
    TableColumn("effective_quota", "effective\nquota", lambda line: line.quota("effective_quota"), alone=True),
    TableColumn("subtree_quota", "subtree\nquota", lambda line: line.quota("subtree_quota")),
    TableColumn("requested", "demand", lambda line: line.figures.requested, sums=True, inclusive=True, gives_way=2),
    TableColumn("usage", "in use", lambda line: line.figures.held, sums=True, inclusive=True, aliases=("held",)),
    TableColumn("allocated", "allocated", lambda line: line.figures.allocated, sums=True, inclusive=True, gives_way=1),
    TableColumn(
        "limit", "limit", lambda line: line.limit if line.limited else None, write=limit_text, alone=True, in_rows=False
    ),
    won_column(lambda line: line.figures.won, lambda line: line.beyond, inclusive=True),
    TableColumn(
        "lost",
        "lost",
        lambda line: line.figures.lost,
        style=lambda line: "red",
        sums=True,
        inclusive=True,
        optional=True,
        blank_zero=True,
    ),
    TableColumn("holds", "holds", lambda line: line.figures.holds, sums=True, inclusive=True, extra=True),
    TableColumn("left", "idle\nleft", lambda line: line.figures.left, write=whole, sums=True, inclusive=True),
    data_column("parent", lambda line: line.group.parent),
    data_column("with_subgroups", lambda line: line.with_subgroups, about="figures include all groups below it"),
    # Scripts have the limit in both rows of a group; on a screen it is only beside the submitters that it limits.
    data_column("limit", lambda line: line.limit),
    *field_columns(lambda line: line.figures, ("quota", "held")),
)


def group_lines(outcome: Outcome, summary: CycleSummary) -> Iterator[GroupLine]:
    """Parents before children; a group with both children and members of its own is followed by itself, without them.

    The row of the root has only those without a group, since everything is below the root.
    """
    beyond = groups_beyond(outcome)
    summed = {group.name: group for group in summary.groups}
    for depth, label, group in depth_first(outcome.groups, lambda group: group.name):
        figures, over = summed[group.name], group.name in beyond
        if not figures.has_subgroups:
            yield GroupLine(group, figures.alone, figures.limit, label, depth, beyond=over)
            continue
        own = figures.alone
        # A group that has only subgroups needs no second row, and its limit stands in the first.
        active = bool(own.requested or own.held or own.won or own.lost or own.left)
        yield GroupLine(
            group, figures.whole, figures.limit, label, depth, True, beyond=over and not active, limited=not active
        )
        if active:
            yield GroupLine(group, own, figures.limit, label, depth + 1, itself=True, beyond=over)


def group_block(outcome: Outcome, summary: CycleSummary, *, flat: bool) -> TableBlock:
    """Each group with its subgroups and, if it has some and submitters of its own, by itself."""
    lines = list(group_lines(outcome, summary))
    rows = (
        GROUPS.row(
            line,
            label=f"{line.group.name if flat else line.label} itself" if line.itself else line.label,
            depth=line.depth,
        )
        for line in lines
    )
    nested = "groups include their subgroups" if any(group.has_subgroups for group in summary.groups) else ""
    # The root has the whole pool as its subtree, which the headline says.
    below_root = [line for line in lines if line.group.parent is not None and not line.itself]
    # What is allocated to a group that has only subgroups is the sum of theirs, and nobody needs a limit of nothing.
    own = (line for line in lines if line.limited and not (line.with_subgroups and line.limit is None))
    limited = [line for line in own if line.limit is not None or line.figures.allocated]
    hide = (
        *_repeated(GROUPS, below_root, {"configured_quota": "subtree_quota", "subtree_quota": "effective_quota"}),
        *_repeated(GROUPS, limited, {"allocated": "limit"}),
    )
    legend = (BEYOND_NOTE,) if groups_beyond(outcome) else ()
    return GROUPS.block(rows, "Groups", notes=(nested,), hide=hide, legend=legend)


def _repeated(table: Table[R], records: Sequence[R], pairs: Mapping[str, str]) -> list[str]:
    """The columns that say of all these records what another does: each key with that of the other."""
    value = {column.key: column.value for column in table.on_screen}
    return [
        key for key, other in pairs.items() if all(value[key](record) == value[other](record) for record in records)
    ]


def _group_rows(outcome: Outcome) -> Rows:
    """Two rows for a group with subgroups: with them, and by itself."""
    lines = []
    for group, summed in zip(outcome.groups, summarise(outcome).groups, strict=True):
        if summed.has_subgroups:
            lines.append(GroupLine(group, summed.whole, summed.limit, group.name, 0, True))
        lines.append(GroupLine(group, summed.alone, summed.limit, group.name, 0))
    return GROUPS.rows(lines)


# Submitters


class SubmitterLine(Struct, frozen=True):
    """A submitter, whether it won more than its limit in a visit, and whether that hangs on a second or a tie."""

    summary: SubmitterSummary
    beyond: bool = False
    unstable: bool = False


_OF_SUBMITTERS: Final = tuple(name for name in fields_of(SubmitterSummary) if name not in ("name", "reasons"))
SUBMITTERS: Final = Table[SubmitterLine](
    "negotiate submitters",
    noun="submitter",
    group=lambda line: line.summary.group or "",
    order=("submitter", *_OF_SUBMITTERS, "idle_jobs", "refused"),
).of(
    name_column("submitter", lambda line: line.summary.name),
    TableColumn("priority", "effective\npriority", lambda line: line.summary.priority, gives_way=2),
    # Shares and limits may not be added: those of different groups are parts of different pies.
    TableColumn("share", "share", lambda line: line.summary.share, write=percent, gives_way=3),
    TableColumn("limit", "limit", lambda line: line.summary.limit),
    TableColumn("usage", "in\nuse", lambda line: line.summary.held, sums=True, aliases=("held",)),
    won_column(lambda line: line.summary.won, lambda line: line.beyond, lambda line: line.unstable),
    TableColumn(
        "lost",
        "lost",
        lambda line: line.summary.lost,
        style=lambda line: "red",
        sums=True,
        optional=True,
        blank_zero=True,
    ),
    TableColumn("holds", "holds", lambda line: line.summary.holds, sums=True, extra=True),
    TableColumn(
        "matched",
        "matches",
        lambda line: line.summary.matches,
        sums=True,
        write=whole,
        aliases=("matches",),
        extra=True,
    ),
    TableColumn("jobs", "jobs\nstart", lambda line: line.summary.jobs, sums=True, write=whole, gives_way=1),
    TableColumn("left", "idle\nleft", lambda line: line.summary.left, sums=True, write=whole),
    text_column(
        "reason",
        lambda line: line.summary.reason,
        "why no more",
        aliases=("stopped",),
        style=lambda line: reason_style(line.summary.reason, line.summary.left, line.summary.holds),
    ),
    text_column("group", lambda line: line.summary.group, extra=True),
    *field_columns(lambda line: line.summary, ("factor", "due", "held", "matches", "idle_jobs", "refused")),
)


def submitter_block(
    outcome: Outcome, summary: CycleSummary, table: Table[SubmitterLine] = SUBMITTERS, *, titled: bool
) -> TableBlock:
    """A row for each submitter, combining its visits; with groups below their titles, in the order of first visits."""
    several = starts_differ(outcome)
    beyond = {outcome.visits[index].submitter for index in visits_beyond(outcome)}
    unstable = unstable_submitters(outcome)
    lines = [SubmitterLine(own, own.name in beyond, own.name in unstable) for own in summary.submitters]
    return table.block(
        _below_titles(table, lines) if titled and summary.groups else lines,
        "Submitters",
        # In a cycle without matches all have won 0: then it matters whose jobs wait.
        by="won" if outcome.matches else "left",
        notes=visit_notes(outcome, several),
        legend=(*((BEYOND_NOTE,) if beyond else ()), *((UNSTABLE_NOTE,) if unstable else ())),
        narrowest=NARROWEST_NAME,
        hide=_repeated(table, lines, {"jobs": "won"}),
    )


def _below_titles(table: Table[SubmitterLine], lines: Sequence[SubmitterLine]) -> Iterator[TableRow]:
    groups: dict[str, list[SubmitterLine]] = {}
    for line in lines:
        groups.setdefault(line.summary.group or "", []).append(line)
    for group, members in groups.items():
        yield table.filled({"submitter": cell(group)}, title=True)
        for line in members:
            yield table.row(line, label=within_group(line.summary.name, group), depth=1)


# Matches, takeovers, rejections


class MatchLine(Struct, frozen=True):
    """A match, and how it would differ."""

    match: Match
    unstable: UnstableMatch | None = None
    """None if it is the same at other seconds, too."""


_OF_MATCHES: Final[tuple[TableColumn[MatchLine], ...]] = field_columns(
    lambda line: line.match, ("round", "group", "spin", "schedd", "number")
)
_MATCHES: Final = Table[MatchLine](
    "negotiate matches",
    noun="match",
    group=lambda line: line.match.group or "",
    order=(*(name for name in fields_of(Match) if name != "eviction"), "unstable", "later_s", "instead"),
).of(
    name_column("submitter", lambda line: line.match.submitter),
    TableColumn("request", "request", lambda line: line.match.request),
    name_column("slot", lambda line: line.match.slot),
    TableColumn("cost", "cost", lambda line: line.match.cost, sums=True),
    text_column("because", lambda line: line.match.because),
    name_column("preempts", lambda line: line.match.preempts),
    TableColumn("jobs", "jobs\nstart", lambda line: line.match.jobs, write=whole, sums=True),
    *_OF_MATCHES,
    text_column(
        "unstable",
        lambda line: None if line.unstable is None else line.unstable.reason,
        "unstable",
        text=lambda line: "" if line.unstable is None else f"? {line.unstable.reason}",
        about="on what the match hangs: another second, or a tie resolved otherwise",
        optional=True,
    ),
    data_column(
        "later_s",
        lambda line: None if line.unstable is None else line.unstable.later_s,
        SECONDS,
        "how much later the match would differ; 0 if ties may be resolved otherwise",
    ),
    text_column(
        "instead",
        lambda line: None if line.unstable is None else line.unstable.instead,
        about="what would happen instead of the match",
        optional=True,
    ),
)


def _match_lines(outcome: Outcome) -> Iterator[MatchLine]:
    unstable = {} if outcome.stability is None else {own.match: own for own in outcome.stability.unstable}
    for number, match in enumerate(outcome.matches):
        yield MatchLine(match, unstable.get(number))


class _TakeoverLine(Struct, frozen=True):
    takeover: Takeover
    group: str
    """The winner's."""


TAKEOVERS: Final = Table[_TakeoverLine](
    "negotiate takeovers", noun="takeover", scripts=False, by="weight", group=lambda line: line.group
).of(
    name_column("submitter", lambda line: line.takeover.winner),
    name_column("takes_from", lambda line: line.takeover.loser, "takes from"),
    TableColumn("slots", "slots", lambda line: len(line.takeover.slots), sums=True, write=whole),
    TableColumn("weight", "weight", lambda line: line.takeover.weight, sums=True),
    text_column("because", lambda line: line.takeover.because),
    text_column("names", lambda line: ", ".join(line.takeover.slots), "which", extra=True),
)


def takeovers(outcome: Outcome, summary: CycleSummary) -> TableBlock:
    """Who takes slots from whom."""
    groups = {submitter.name: submitter.group or "" for submitter in summary.submitters}
    lines = (_TakeoverLine(takeover, groups.get(takeover.winner, "")) for takeover in summary.takeovers)
    return TAKEOVERS.block(lines, "Who takes slots from whom", notes=(eviction_note(outcome.matches),))


# A refusal, and the group of its submitter.
_REFUSALS: Final = Table[tuple[RefusalCount, str]](
    "negotiate refusals", noun="rejection", scripts=False, by="jobs", group=lambda line: line[1]
).of(
    name_column("submitter", lambda line: line[0].submitter),
    name_column("reason", lambda line: line[0].reason),
    TableColumn("rejections", "times", lambda line: line[0].rejections, sums=True, write=whole),
    TableColumn("jobs", "jobs\nleft", lambda line: line[0].jobs, sums=True, write=whole, aliases=("unmatched_jobs",)),
)
_REJECTIONS: Final = Table[Rejection](
    "negotiate rejections", field_columns(lambda rejection: rejection, fields_of(Rejection))
)


def _rejections(outcome: Outcome) -> TableBlock:
    groups = {visit.submitter: visit.group or "" for visit in outcome.visits}
    lines = ((refusal, groups.get(refusal.submitter, "")) for refusal in refusals(outcome))
    return _REFUSALS.block(lines, "Rejections", notes=stability_notes(outcome))


# The cycle

_OF_VISITS: Final = frozenset({"round", "group_limit", "spin"})
_OF_REFUSALS: Final = frozenset({"rejections", "times", "jobs_left", "unmatched_jobs"})
"""The names of columns for whose sake visits stand in the place of submitters, or rejections below them."""
_MORE: Final = "more: --rows visits (spins), --rows rejections (HTCondor's words), explain NAME"


def outcome_blocks(outcome: Outcome, view: View) -> Iterator[Block]:
    """A cycle in two lines and as tables; warnings are left to the caller."""
    summary = summarise(outcome)
    asked = frozenset(map(in_key_style, view.names))
    flat = view.whole or view.rearranged
    yield from headline(outcome, summary)
    tables = [
        group_block(outcome, summary, flat=flat),
        submitter_block(outcome, summary, titled=_fit(summary, view) and not flat)
        if asked.isdisjoint(_OF_VISITS)
        else visit_block(outcome, summary, flat),
        takeovers(outcome, summary),
    ]
    if not asked.isdisjoint(_OF_REFUSALS):
        tables.append(_rejections(outcome))
    # Which columns can be asked for does not depend on the pool: one table also has those of the tables left out.
    left_out = (*(table for table in tables if not table.rows), VISITS.block(()), _REFUSALS.block(()))
    absent = tuple(column for table in left_out for column in table.columns)
    main = next((table for table in (tables[1], tables[0]) if table.rows), None)
    for table in tables:
        if table.rows:
            yield replace(table, also=absent) if table is main else table
    if summary.submitters:
        yield Paragraph.of(_MORE, "dim", space_before=True)


def _fit(summary: CycleSummary, view: View) -> bool:
    """Whether all submitters are shown, with the titles of their groups; of many, the largest are listed by size."""
    rows = len(summary.submitters) + len({submitter.group for submitter in summary.submitters})
    return view.every or not view.fits or rows <= FITTING


def cycle_table_blocks(table: CycleTable, view: View) -> Iterator[Block]:
    """One of these tables."""
    outcome, summary, flat = table.outcome, summarise(table.outcome), view.whole or view.rearranged
    match table.rows:
        case CycleRows.GROUPS:
            yield group_block(outcome, summary, flat=flat)
        case CycleRows.SUBMITTERS:
            yield submitter_block(outcome, summary, titled=_fit(summary, view) and not flat)
        case CycleRows.VISITS:
            yield visit_block(outcome, summary, flat)
        case CycleRows.MATCHES:
            yield _MATCHES.block(_match_lines(outcome), "Matches")
        case CycleRows.REJECTIONS:
            yield _rejections(outcome)


def outcome_document(outcome: Outcome) -> dict[str, Any]:
    """A negotiation cycle, schema `userprio.negotiate/1`: the fields of `Outcome` under their own names.

    Besides: `submitters`, `takeovers` and `summary`, which sum it up; in each group `holds`, and `whole`, its figures
    with those of its subgroups; in each visit `stopped`, why most of the jobs left wait that its submitter has at that
    schedd, or null if the submitter was visited there again.

    Infinities and NaN, which JSON lacks, are null and listed in `not_finite`; any other null means not applicable. A
    pass whose limit HTCondor computed from 0/0 has -2147483648. `reference` and `stability` are left out unless asked
    for.
    """
    summary = summarise(outcome)
    groups = [
        {**field_values(group), "holds": summed.alone.holds, "whole": summed.whole}
        for group, summed in zip(outcome.groups, summary.groups, strict=True)
    ]
    totals = {
        **field_values(summary, "matches", "weight", "served"),
        "submitters": summary.asking,
        **field_values(summary, "idle_left", "jobs", "unmatched", "out_of_time"),
    }
    document = {"schema": "userprio.negotiate/1", **field_values(outcome)}
    for asked in ("reference", "stability"):
        if document[asked] is None:
            del document[asked]
    return document | {
        "groups": groups,
        "visits": list(VISITS.dicts(visit_lines(outcome, summary))),
        "submitters": [
            {"submitter": submitter.name, **field_values(submitter), **field_values(submitter, "idle_jobs", "refused")}
            for submitter in summary.submitters
        ],
        "takeovers": summary.takeovers,
        "summary": totals,
    }


def outcome_rows(outcome: Outcome) -> Rows:
    """A row for each visit of a submitter, in order, with the fields of `Visit` and `stopped` as in the document."""
    return VISITS.rows(visit_lines(outcome, summarise(outcome)))


def cycle_table_rows(table: CycleTable) -> Rows:
    """The rows asked for."""
    outcome = table.outcome
    match table.rows:
        case CycleRows.GROUPS:
            return _group_rows(outcome)
        case CycleRows.SUBMITTERS:
            return SUBMITTERS.rows(map(SubmitterLine, summarise(outcome).submitters))
        case CycleRows.MATCHES:
            return _MATCHES.rows(_match_lines(outcome))
        case CycleRows.REJECTIONS:
            return _REJECTIONS.rows(outcome.rejections)
    return outcome_rows(outcome)


CYCLE_TABLE_FORMATS: Final = Formats[CycleTable](
    # The whole cycle: documents are not cut to rows.
    document=lambda table: outcome_document(table.outcome),
    rows=cycle_table_rows,
    screen=lambda result, look: cycle_table_blocks(result, look.view),
)

OUTCOME_FORMATS: Final = Formats[Outcome](
    document=outcome_document, rows=outcome_rows, screen=lambda result, look: outcome_blocks(result, look.view)
)
