"""What condor_defrag would drain, with cost and benefit, for scripts and as tables."""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Any, Final

from msgspec.structs import asdict

from userprio.base.formats import listed
from userprio.report.data import Field, Rows
from userprio.report.formats import Formats
from userprio.report.sheets.model import Block, Head, Line, Sheet, Words, cell, name_head, number, text_head
from userprio.report.text import amount, count, duration, moment, printable
from userprio.simulation import Defrag, Drain, Poll, Rate

COLUMNS = ("machine", "rank", "cores", "free_cores", "jobs", "badput_core_s", "idle_core_s", "after_s")
_MOST_NAMES: Final = 6


def defrag_document(found: Defrag) -> dict[str, Any]:
    """Schema `userprio.defrag/1`."""
    policy = found.policy
    return {
        "schema": "userprio.defrag/1",
        "at": found.at,
        "daemon": policy.daemon,
        "schedule": policy.schedule,
        "interval_s": policy.interval_s,
        "rate": asdict(policy.rate),
        "partitionable_slots": found.partitionable,
        "unranked": list(found.unranked),
        "polls": [_poll(poll) for poll in found.polls],
        "drains": list(_rows(found.drains)),
        "whole_now": found.whole_now,
        "whole_then": found.whole_then,
        "badput_core_s": found.badput_core_s,
        "gains": [asdict(gain) for gain in found.gains],
        "large_jobs": found.large_jobs,
        "length_s": found.length_s,
        "courses": [asdict(course) for course in found.courses],
        "warnings": list(found.warnings),
    }


def _poll(poll: Poll) -> dict[str, Any]:
    return {
        "at": poll.at,
        "to_drain": poll.to_drain,
        "draining": list(poll.draining),
        "whole": list(poll.whole),
        "cancelled": list(poll.cancelled),
        "candidates": [list(equals) for equals in poll.candidates],
        "drained": list(poll.drained),
        "skipped": [list(each) for each in poll.skipped],
        "nothing_because": poll.nothing_because,
        "left_to_chance": list(poll.by_chance),
    }


def defrag_rows(found: Defrag) -> Rows:
    """A row for each machine that would be drained at the first poll."""
    return COLUMNS, _rows(found.drains)


def _rows(drains: tuple[Drain, ...]) -> Iterator[dict[str, Field]]:
    for drain in drains:
        yield {"machine": drain.machine, "rank": drain.rank, **asdict(drain.cost)}


def defrag_blocks(found: Defrag, zone: tzinfo) -> Iterator[Block]:
    """What to know before machines are drained; warnings are left to the caller."""
    policy = found.policy
    yield Words.of(f"{policy.daemon}, {policy.schedule} draining, polls {_often(policy.interval_s)}")
    yield Words.of(f"to drain: {shares_text(policy.rate) if policy.drains else 'nothing'}")
    if not found.partitionable:
        yield Words.of("no slot of this pool is partitionable, and condor_defrag looks at no others")
    for poll in found.polls:
        yield from _poll_blocks(poll, zone)
    if len(found.polls) > 1:
        same = "between polls the pool is assumed to stay as it is: what is drained does not count later"
        yield Words.of(same, apart=True)
    if found.unranked:
        yield Words.of(_unranked(found), apart=True)
    if found.drains:
        yield _drains(found)
        yield from _gains(found)
    if found.courses:
        yield from _courses(found)


def _often(interval_s: int) -> str:
    if interval_s <= 0:
        return "never"
    return f"every {duration(interval_s) if interval_s >= 60 else count(interval_s, 'second')}"


def shares_text(rate: Rate) -> str:
    """How many machines are drained at which polls; zeros are left out."""
    shares = (
        (rate.per_poll, "{} at each poll"),
        (rate.per_hour, "{} more at the first poll of an hour (UTC)"),
        (rate.per_day, "{} more at the first poll of a day (UTC)"),
    )
    return ", ".join(text.format(number) for number, text in shares if number > 0) or "nothing"


def _unranked(found: Defrag) -> str:
    """Which candidates rank 0 because DEFRAG_RANK is not a number."""
    if len(found.unranked) == sum(map(len, found.polls[0].candidates)):
        told = "DEFRAG_RANK is not a number for any candidate: all rank 0, and chance decides which come first"
    else:
        told = f"DEFRAG_RANK is not a number for {few_names(found.unranked)}, and counts as 0 there"
    return f"{told}; by default it is -ExpectedMachineGracefulDrainingBadput, which startds publish"


def few_names(names: Sequence[str]) -> str:
    """The first few names; the JSON has all."""
    return listed(map(printable, names), most=_MOST_NAMES)


_DRAIN_HEADS: Final = (
    name_head("machine"),
    Head("rank", "rank"),
    Head("cores", "cores", sums=True),
    Head("free_cores", "free", sums=True),
    Head("jobs", "jobs", sums=True),
    Head("badput_core_s", "lost\ncore-h", sums=True),
    Head("idle_core_s", "idle\ncore-h", sums=True),
    Head("after_s", "whole in"),
)


def _drains(found: Defrag) -> Sheet:
    lines = (
        Line(
            (
                cell(drain.machine),
                number(drain.rank),
                number(drain.cost.cores),
                number(drain.cost.free_cores),
                number(drain.cost.jobs, str),
                number(drain.cost.badput_core_s / 3600),
                number(drain.cost.idle_core_s / 3600),
                number(drain.cost.after_s, lambda seconds: duration(round(seconds))),
            )
        )
        for drain in found.drains
    )
    title = "What the first poll drains, and what it costs at most"
    return Sheet(_DRAIN_HEADS, tuple(lines), title, "machine", "badput_core_s")


_COURSE_HEADS: Final = (
    name_head("setting", "condor_defrag"),
    Head("drained", "machines\ndrained"),
    Head("large_started", "large jobs\nstarted"),
    Head("large_waiting", "large jobs\nwaiting"),
    Head("badput_core_s", "lost\ncore-h"),
    Head("used_core_s", "used\ncore-h"),
)


def _courses(found: Defrag) -> Iterator[Block]:
    lines = (
        Line(
            (
                cell(course.setting),
                number(course.drained, str),
                number(course.large_started, str),
                number(course.large_waiting, str),
                number(course.badput_core_s / 3600),
                number(course.used_core_s / 3600),
            )
        )
        for course in found.courses
    )
    yield Sheet(_COURSE_HEADS, tuple(lines), f"What happens in {duration(found.length_s)}", "setting")
    if any(course.large_started or course.large_waiting for course in found.courses):
        yield Words.of("large jobs are of the kinds that no slot takes now")
    else:
        yield Words.of("no idle job is large, that is, of a kind that no slot takes now: nobody waits for draining")


def _poll_blocks(poll: Poll, zone: tzinfo) -> Iterator[Words]:
    here = f"{count(len(poll.draining), 'machine')} draining, {len(poll.whole)} whole"
    yield Words.of(f"{moment(poll.at, zone)}: {here}, {poll.to_drain} to drain", "bold", apart=True)
    if poll.draining:
        yield Words.of(f"  draining already: {few_names(poll.draining)}")
    if poll.cancelled:
        yield Words.of(f"  cancels the draining of {few_names(poll.cancelled)}")
    if poll.nothing_because is not None:
        yield Words.of(f"  drains nothing: {poll.nothing_because}")
        return
    if poll.drained:
        yield Words.of(f"  drains {few_names(poll.drained)}")
    reasons: dict[str, list[str]] = {}
    for slot, why in poll.skipped:
        reasons.setdefault(why, []).append(slot)
    for why, slots in reasons.items():
        whose = why if len(slots) == 1 else why.replace("its machine is", "their machines are").replace("its", "their")
        yield Words.of(f"  passes over {few_names(slots)}: {whose}", "dim")
    if len(poll.drained) < poll.to_drain:
        other = "other " if poll.drained or poll.skipped else ""
        yield Words.of(f"  no {other}slot is partitionable, not draining and meets DEFRAG_REQUIREMENTS")
    if poll.by_chance:
        names = few_names(poll.by_chance)
        yield Words.of(f"  chance decides which of {len(poll.by_chance)} with the same rank come first: {names}")


_GAIN_HEADS: Final = (
    name_head("submitter"),
    text_head("job"),
    text_head("machine"),
    Head("jobs", "jobs", sums=True, write=lambda value: str(round(value))),
    text_head("fits_now", "fits a\nslot now"),
)


def _gains(found: Defrag) -> Iterator[Block]:
    yield Words.of(f"whole machines: {found.whole_now} now, {found.whole_then} when these are drained", apart=True)
    if not found.gains:
        yield Words.of("no idle job would start on them: there is nothing to gain")
        return
    lines = []
    for gain in found.gains:
        names = cell(gain.submitter), cell(gain.request), cell(gain.machine)
        fits = cell("yes" if gain.fits_now else "no")
        lines.append(Line((*names, number(gain.jobs, str), fits), gain.submitter))
    title = "Who would start on them if a cycle came then"
    yield Sheet(_GAIN_HEADS, tuple(lines), title, "match", "jobs")
    if found.large_jobs:
        each = found.badput_core_s / found.large_jobs / 3600
        jobs = count(found.large_jobs, "job")
        starts = "starts" if found.large_jobs == 1 else "start"
        lost = f"for {amount(each)} core-hours lost each at most"
        yield Words.of(f"{jobs} that no slot takes now {starts}, {lost}", apart=True)
    else:
        yield Words.of("all of these would fit slots as they are now: they need no drained machine", apart=True)


DEFRAG_FORMATS: Final = Formats[Defrag](
    document=defrag_document,
    rows=defrag_rows,
    screen=lambda result, look: defrag_blocks(result, look.zone),
)
