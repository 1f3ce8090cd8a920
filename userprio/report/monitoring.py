"""Cycles of a NegotiatorLog, one of them in full, and how they compare with dry runs: for scripts and as tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Any, Final

from msgspec import Struct

from userprio.monitoring import (
    Agreement,
    CycleStatus,
    LoggedCycle,
    LoggedDecisions,
    LoggedGroup,
    LoggedMatch,
    LoggedVisit,
    LogRemark,
    Verification,
)
from userprio.report.data import field_values
from userprio.report.formats import Block, Formats, Paragraph, TableColumn
from userprio.report.table import (
    EPOCH,
    SECONDS,
    WEIGHT,
    Table,
    data_column,
    field_columns,
    name_column,
    text_column,
    whole,
)
from userprio.report.text import count, duration, moment, printable

_SHOWN_REMARKS: Final = 5
_WITHOUT_REASONS: Final = (
    "this log has no lines of the category D_MATCH, as with NEGOTIATOR_DEBUG = D_FULLDEBUG: why requests were refused "
    "is only in MatchLog"
)


class LogReport(Struct, frozen=True):
    """The cycles of a log."""

    cycles: tuple[LoggedCycle, ...]
    remarks: tuple[LogRemark, ...]
    left_out: int = 0
    """Cycles that were not asked for."""


class CycleReport(Struct, frozen=True):
    """One cycle of a log."""

    cycle: LoggedCycle
    decisions: LoggedDecisions
    remarks: tuple[LogRemark, ...]


class VerificationReport(Struct, frozen=True):
    """Cycles held against dry runs."""

    verifications: tuple[Verification, ...]
    remarks: tuple[LogRemark, ...] = ()


def _refused_mostly(cycle: LoggedCycle) -> str:
    return next(iter(cycle.rejections), "not in the log" if cycle.unexplained else "")


def _remarks(cycle: LoggedCycle) -> str:
    return "; ".join(filter(None, (_refused_mostly(cycle), _note(cycle))))


def _note(cycle: LoggedCycle) -> str:
    notes = [] if cycle.state is CycleStatus.FINISHED else [str(cycle.state)]
    notes += ["first since its start"] if cycle.first else []
    notes += [f"out of time: {len(cycle.out_of_time)}"] if cycle.out_of_time else []
    notes += [f"schedds failed: {len(cycle.failed)}"] if cycle.failed else []
    notes += [f"commands within: {len(cycle.disturbances)}"] if cycle.disturbances else []
    if cycle.slowest is not None:
        name, seconds = cycle.slowest
        notes.append(f"slowest: {name}, {duration(seconds) if seconds >= 60 else f'{seconds} s'}")
    return "; ".join(notes)


def _without_reasons(cycles: Sequence[LoggedCycle]) -> bool:
    """Whether requests were refused, and nowhere is a line of D_MATCH."""
    finished = [cycle for cycle in cycles if cycle.state is CycleStatus.FINISHED]
    return any(cycle.unexplained for cycle in finished) and not any(
        cycle.matched_lines or cycle.rejections for cycle in cycles
    )


def _itself(cycle: LoggedCycle) -> LoggedCycle:
    return cycle


def _visit_reasons(visit: LoggedVisit) -> str:
    counts = Counter(refusal.reason or "not in the log" for refusal in visit.refusals)
    return "; ".join(f"{reason}: {number:,}" for reason, number in counts.most_common())


def _refused(cycle: LoggedCycle) -> int:
    return cycle.requests - cycle.matches


_STYLES: Final[Mapping[Agreement, str]] = {
    Agreement.AGREES: "green",
    Agreement.IN_PART: "yellow",
    Agreement.DIFFERS: "bold red",
    Agreement.CHANCE: "yellow",
    Agreement.MOVED: "yellow",
    Agreement.NOT_JUDGED: "yellow",
}


_CYCLES: Final = Table[LoggedCycle]("readlog", noun="cycle", by="").of(
    TableColumn("started", "began", lambda cycle: cycle.started, EPOCH, to_the_second=True),
    TableColumn("length_s", "took\ns", lambda cycle: cycle.length_s, SECONDS, write=whole),
    TableColumn("slots", "slots", lambda cycle: cycle.slots, "slots", "as the cycle began", write=whole),
    TableColumn(
        "submitters", "submitter\nads", lambda cycle: cycle.submitters, about="as the cycle began", write=whole,
        gives_way=1,
    ),
    TableColumn("matches", "matches", lambda cycle: cycle.matches, "matches", "slots given", sums=True, write=whole),
    TableColumn(
        "preemptions", "pre-\nempting", lambda cycle: cycle.preemptions, "matches", "matches that take a slot from "
        "somebody", sums=True, write=whole, optional=True,
    ),
    TableColumn("rejections", "refused", _refused, "requests", "requests refused", sums=True, write=whole),
    text_column("remarks", _remarks, "mostly refused because", about="and what else the log says", in_rows=False),
    data_column("refused", _refused_mostly, about="why most were, in HTCondor's words"),
    data_column("note", _note, about="what else the log says of it"),
    data_column("state", lambda cycle: cycle.state, about="finished, aborted, cut or unfinished"),
    data_column("first", lambda cycle: cycle.first, about="no other since the negotiator was started"),
    *field_columns(_itself, ("aged", "ended", "pies", "spins", "visits", "requests")),
    *field_columns(_itself, ("fetched_s", "accounted_s", "negotiated_s")),
)  # fmt: skip

_GROUPS: Final = Table[LoggedGroup]("readlog groups", noun="group").of(
    name_column("group", lambda group: group.name),
    TableColumn("computed", "quota", lambda group: group.computed, WEIGHT, "before surplus"),
    TableColumn("configured", "configured", lambda group: group.configured, about="a weight, or a fraction"),
    text_column("static", lambda group: group.static, extra=True),
    text_column("accepts_surplus", lambda group: group.accepts_surplus, "takes\nsurplus"),
    text_column("autoregroup", lambda group: group.autoregroup, extra=True),
    TableColumn("claimed", "in use", lambda group: group.claimed, WEIGHT, "as the cycle began"),
    TableColumn("requested", "requested", lambda group: group.requested, WEIGHT, "running and idle jobs"),
    TableColumn("limit", "limit", lambda group: group.limit, WEIGHT, "the last with which its turn began"),
    text_column("skipped", lambda group: group.skipped, about="why it had no turn the last time", optional=True),
)
_VISITS: Final = Table[LoggedVisit]("readlog visits", noun="visit").of(
    text_column("group", lambda visit: visit.group, optional=True, gives_way=1),
    TableColumn("spin", "spin", lambda visit: visit.spin, about="of the group's turn", write=whole),
    name_column("submitter", lambda visit: visit.submitter),
    TableColumn("requests", "requests", lambda visit: len(visit.requests), "requests", sums=True, write=whole),
    TableColumn("matches", "matches", lambda visit: len(visit.matches), "matches", sums=True, write=whole),
    TableColumn("rejections", "refused", lambda visit: len(visit.refusals), "requests", sums=True, write=whole),
    text_column("reasons", _visit_reasons, about="for which reasons, in HTCondor's words"),
    text_column("ended", lambda visit: visit.ended, about="why the visit ended, where the log says it", optional=True),
    TableColumn("length_s", "took\ns", lambda visit: visit.length_s, SECONDS, sums=True, write=whole),
    data_column("line", lambda visit: visit.line, about="of the log"),
)
_MATCHES: Final = Table[LoggedMatch]("readlog matches", noun="match").of(
    name_column("submitter", lambda match: match.submitter),
    text_column("request", lambda match: match.request),
    text_column("slot", lambda match: match.slot),
    text_column("preempts", lambda match: match.preempts, about="whose claim would end", optional=True),
    data_column("charged", lambda match: match.charged, about="who was charged for the slot until then"),
    data_column("line", lambda match: match.line, about="of the log"),
)
_VERIFICATIONS: Final = Table[Verification]("verify", noun="cycle").of(
    TableColumn("started", "began", lambda verified: verified.cycle.started, EPOCH, to_the_second=True),
    text_column("verdict", lambda verified: str(verified.verdict), style=lambda verified: _STYLES[verified.verdict]),
    TableColumn("matches", "matches", lambda verified: verified.cycle.matches, "matches", "of the log", sums=True,
                write=whole),
    TableColumn("foretold", "foretold", lambda verified: verified.foretold, "matches", "of these, those of the dry "
                "run: of the same submitter, job and slot", sums=True, write=whole),
    TableColumn("extra", "only\nforetold", lambda verified: verified.extra, "matches", "of the dry run, that the log "
                "does not have", sums=True, write=whole, optional=True),
    TableColumn("rejections", "refused", lambda verified: _refused(verified.cycle), "requests", sums=True, write=whole),
    text_column("because", lambda verified: verified.because, about="what moved, what chance decides, or why it cannot "
                "be judged", optional=True),
    data_column("compared", lambda verified: verified.compared, about="matches of the log before the first difference"),
    data_column("line", lambda verified: verified.difference.line if verified.difference else None, about="of the log, "
                "where they first differ"),
    data_column("submitter", lambda verified: verified.difference.submitter if verified.difference else None),
    data_column("what", lambda verified: verified.difference.what if verified.difference else None),
    data_column("logged", lambda verified: verified.difference.logged if verified.difference else None),
    data_column("predicted", lambda verified: verified.difference.foretold if verified.difference else None),
)  # fmt: skip


def _remark_blocks(remarks: Sequence[LogRemark]) -> Iterator[Block]:
    for index, remark in enumerate(remarks[:_SHOWN_REMARKS]):
        yield Paragraph.of(printable(f"line {remark.line} of {remark.path}: {remark.message}"), space_before=not index)
    if len(remarks) > _SHOWN_REMARKS:
        yield Paragraph.of(f"and {count(len(remarks) - _SHOWN_REMARKS, 'more remark')}; JSON has all")


def _log_blocks(report: LogReport, zone: tzinfo) -> Iterator[Block]:
    if not report.cycles:
        yield Paragraph.of("no cycle of this log was asked for" if report.left_out else "this log has no cycles")
    else:
        yield _CYCLES.block(report.cycles, zone=zone)
    if _without_reasons(report.cycles):
        yield Paragraph.of(_WITHOUT_REASONS, space_before=True)
    yield from _remark_blocks(report.remarks)


def log_document(report: LogReport) -> dict[str, Any]:
    """Schema `userprio.readlog/1`: a record for each cycle, and what is odd about the log."""
    return {
        "schema": "userprio.readlog/1",
        "cycles": [_cycle_fields(cycle) for cycle in report.cycles],
        "left_out": report.left_out,
        "remarks": list(map(str, report.remarks)),
    }


def _cycle_fields(cycle: LoggedCycle) -> dict[str, Any]:
    fields = _CYCLES.values(cycle) | {"rejections": dict(cycle.rejections), "unexplained": cycle.unexplained}
    del fields["refused"], fields["note"]
    slowest, slowest_s = (None, None) if cycle.slowest is None else cycle.slowest
    return fields | {
        "path": str(cycle.path),
        "line": cycle.line,
        "out_of_time": list(cycle.out_of_time),
        "failed": list(cycle.failed),
        "slowest": slowest,
        "slowest_s": slowest_s,
        "disturbances": list(map(str, cycle.disturbances)),
    }


LOG_FORMATS: Final = Formats[LogReport](
    document=log_document,
    rows=lambda report: _CYCLES.rows(report.cycles),
    screen=lambda report, look: _log_blocks(report, look.zone),
)


def _matches_of(report: CycleReport) -> list[LoggedMatch]:
    return [match for visit in report.decisions.visits for match in visit.matches]


def _cycle_blocks(report: CycleReport, zone: tzinfo) -> Iterator[Block]:
    cycle, decisions = report.cycle, report.decisions
    length = "" if cycle.length_s is None else f", {cycle.length_s} s"
    yield Paragraph.of(f"cycle of {moment(cycle.started, zone, True)}{length}, {cycle.state}", "bold")
    slots = "unknown" if cycle.slots is None else f"{cycle.slots:,}"
    yield Paragraph.of(f"{slots} slots, {count(cycle.matches, 'match', 'matches')}, {_refused(cycle):,} refused")
    spent = f"fetching ads {cycle.fetched_s} s, accounting {cycle.accounted_s} s, negotiating {cycle.negotiated_s} s"
    yield Paragraph.of(spent)
    if note := _note(cycle):
        yield Paragraph.of(printable(note))
    yield from _remark_blocks((*cycle.disturbances, *report.remarks))
    if decisions.groups:
        yield _GROUPS.block(decisions.groups, "Groups")
    if decisions.visits:
        yield _VISITS.block(decisions.visits, "Visits")
    if matches := _matches_of(report):
        yield _MATCHES.block(matches, "Matches")
    if _without_reasons((cycle,)):
        yield Paragraph.of(_WITHOUT_REASONS, space_before=True)
    yield Paragraph.of("limits, shares and priorities are not in a log of the default level", space_before=True)


def cycle_document(report: CycleReport) -> dict[str, Any]:
    """Schema `userprio.readlog.cycle/1`: one cycle with its groups, visits, matches and refusals."""
    visits = []
    for visit in report.decisions.visits:
        fields = field_values(visit)
        fields["requests"] = [{"request": request, "of": of} for request, of in visit.requests]
        visits.append(fields)
    return {
        "schema": "userprio.readlog.cycle/1",
        **_cycle_fields(report.cycle),
        "groups": list(report.decisions.groups),
        "turns": visits,
        "remarks": list(map(str, report.remarks)),
    }


CYCLE_FORMATS: Final = Formats[CycleReport](
    document=cycle_document,
    rows=lambda report: _MATCHES.rows(_matches_of(report)),
    screen=lambda report, look: _cycle_blocks(report, look.zone),
)


def _verification_blocks(report: VerificationReport, zone: tzinfo) -> Iterator[Block]:
    several = len(report.verifications) > 1
    if several:
        yield _VERIFICATIONS.block(report.verifications, zone=zone)
    for verified in report.verifications:
        yield from _verification_lines(verified, zone, told=several)
    yield from _remark_blocks(report.remarks)
    if several:
        judged = [entry for entry in report.verifications if entry.verdict is not Agreement.NOT_JUDGED]
        counts = (lambda v: v.cycle.matches, lambda v: v.foretold, lambda v: v.compared)
        matches, foretold, compared = (sum(map(of, judged)) for of in counts)
        line = f"{foretold:,} of {count(matches, 'match', 'matches')} foretold, {compared:,} compared"
        yield Paragraph.of(line, "bold", space_before=True)


def _verification_lines(verified: Verification, zone: tzinfo, *, told: bool) -> Iterator[Paragraph]:
    cycle, difference = verified.cycle, verified.difference
    if told and difference is None and not verified.notes:
        return
    of = count(cycle.matches, "match", "matches")
    far = f" ({verified.compared:,} of {of})" if verified.verdict is Agreement.IN_PART else ""
    head = f"cycle of {moment(cycle.started, zone, True)}: {verified.verdict}{far}"
    yield Paragraph.of(head, _STYLES[verified.verdict], space_before=told)
    if verified.because and not told:
        yield Paragraph.of(printable(verified.because))
    if verified.verdict is not Agreement.NOT_JUDGED:
        extra = f"; {count(verified.extra, 'other match', 'other matches')} foretold" if verified.extra else ""
        yield Paragraph.of(f"{verified.foretold:,} of {of} foretold, {_refused(cycle):,} refused{extra}")
    if difference is not None:
        yield Paragraph.of(
            printable(f"first difference, in line {difference.line}: {difference.what}, {difference.submitter}")
        )
        yield Paragraph.of(printable(f"  log:     {difference.logged}"))
        yield Paragraph.of(printable(f"  dry run: {difference.foretold}"))
        for figure in difference.figures:
            yield Paragraph.of(printable(f"  {figure}"))
    for note in verified.notes:
        yield Paragraph.of(printable(note))


def verification_document(report: VerificationReport) -> dict[str, Any]:
    """Schema `userprio.verify/1`: a record for each cycle, with the first difference."""
    return {
        "schema": "userprio.verify/1",
        "cycles": [
            {
                **{key: getattr(entry.cycle, key) for key in ("started", "aged", "matches", "requests")},
                "verdict": entry.verdict,
                "because": entry.because,
                "foretold": entry.foretold,
                "compared": entry.compared,
                "extra": entry.extra,
                "difference": entry.difference,
                "notes": entry.notes,
            }
            for entry in report.verifications
        ],
        "remarks": list(map(str, report.remarks)),
    }


VERIFICATION_FORMATS: Final = Formats[VerificationReport](
    document=verification_document,
    rows=lambda report: _VERIFICATIONS.rows(report.verifications),
    screen=lambda report, look: _verification_blocks(report, look.zone),
)
