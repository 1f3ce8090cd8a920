"""What condor_defrag would drain, with cost and benefit, for scripts and as tables."""

from collections.abc import Callable, Iterator, Sequence
from datetime import tzinfo
from typing import Any, Final

from userprio.base.formats import listed
from userprio.report.data import field_values
from userprio.report.formats import Block, Formats, Paragraph, R, TableColumn
from userprio.report.table import SECONDS, Table, in_hours, name_column, text_column, whole
from userprio.report.text import amount, count, duration, moment, printable
from userprio.simulation import Defrag, DefragRun, Drain, Gain, Poll, Rate

_MOST_NAMES: Final = 6
_THROWN_AWAY: Final = "the most work that is thrown away"
_KEPT_WAITING: Final = "cores that wait for the last job of the machine"


def _hours(key: str, what: str, value: Callable[[R], float], about: str = "", *, sums: bool = False) -> TableColumn[R]:
    """Core-seconds, on a screen in core-hours."""
    return TableColumn(key, f"{what}\ncore-h", value, "core-seconds", about, sums=sums, write=in_hours)


_DRAINS: Final = Table[Drain]("defrag", noun="machine", by="badput_core_s").of(
    name_column("machine", lambda drain: drain.machine),
    TableColumn("rank", "rank", lambda drain: drain.rank, about="value of DEFRAG_RANK; the greatest come first"),
    TableColumn("cores", "cores", lambda drain: drain.cost.cores, "cores", sums=True),
    TableColumn("free_cores", "free", lambda drain: drain.cost.free_cores, "cores", "cores in no job", sums=True),
    TableColumn("jobs", "jobs", lambda drain: drain.cost.jobs, about="jobs that run there", sums=True, write=whole),
    _hours("badput_core_s", "lost", lambda drain: drain.cost.badput_core_s, _THROWN_AWAY, sums=True),
    _hours("idle_core_s", "idle", lambda drain: drain.cost.idle_core_s, _KEPT_WAITING, sums=True),
    # Machines drain at the same time, so that these times may not be added.
    TableColumn(
        "after_s",
        "whole in",
        lambda drain: drain.cost.after_s,
        SECONDS,
        "until the last job is gone",
        write=lambda seconds: duration(round(seconds)),
    ),
)
_COURSES: Final = Table[DefragRun]("defrag settings", noun="setting").of(
    name_column("setting", lambda course: course.setting, "condor_defrag"),
    TableColumn("drained", "machines\ndrained", lambda course: course.drained, write=whole),
    TableColumn("large_started", "large jobs\nstarted", lambda course: course.large_started, write=whole),
    TableColumn("large_waiting", "large jobs\nwaiting", lambda course: course.large_waiting, write=whole),
    _hours("badput_core_s", "lost", lambda course: course.badput_core_s),
    _hours("used_core_s", "used", lambda course: course.used_core_s),
)
_GAINS: Final = Table[Gain]("defrag gains", noun="match", by="jobs").of(
    name_column("submitter", lambda gain: gain.submitter),
    text_column("request", lambda gain: gain.request, "job", about="the first of identical jobs"),
    text_column("machine", lambda gain: gain.machine),
    TableColumn("jobs", "jobs", lambda gain: gain.jobs, about="jobs that would start there", sums=True, write=whole),
    text_column("fits_now", lambda gain: gain.fits_now, "fits a\nslot now"),
)


def defrag_document(defrag: Defrag) -> dict[str, Any]:
    """Schema `userprio.defrag/1`."""
    policy = defrag.policy
    return {
        "schema": "userprio.defrag/1",
        "at": defrag.at,
        **field_values(policy, "daemon", "schedule", "interval_s", "rate"),
        "partitionable_slots": defrag.partitionable,
        "unranked": defrag.unranked,
        "polls": [_poll_fields(poll) for poll in defrag.polls],
        "drains": list(map(_DRAINS.values, defrag.drains)),
        **field_values(defrag, "whole_now", "whole_then", "badput_core_s", "gains", "large_jobs"),
        **field_values(defrag, "length_s", "courses", "warnings"),
    }


def _poll_fields(poll: Poll) -> dict[str, Any]:
    fields = field_values(poll)
    fields["left_to_chance"] = fields.pop("by_chance")
    return fields


def defrag_blocks(defrag: Defrag, zone: tzinfo) -> Iterator[Block]:
    """What to know before machines are drained; warnings are left to the caller."""
    policy = defrag.policy
    yield Paragraph.of(f"{policy.daemon}, {policy.schedule} draining, polls {_often(policy.interval_s)}")
    yield Paragraph.of(f"to drain: {shares_text(policy.rate) if policy.drains else 'nothing'}")
    if not defrag.partitionable:
        yield Paragraph.of("no slot of this pool is partitionable, and condor_defrag looks at no others")
    for poll in defrag.polls:
        yield from _poll_blocks(poll, zone)
    if len(defrag.polls) > 1:
        same = "between polls the pool is assumed to stay as it is: what is drained does not count later"
        yield Paragraph.of(same, space_before=True)
    if defrag.unranked:
        yield Paragraph.of(_unranked(defrag), space_before=True)
    if defrag.drains:
        yield _DRAINS.block(defrag.drains, "What the first poll drains, and what it costs at most")
        yield from _gains(defrag)
    if defrag.courses:
        yield from _courses(defrag)


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


def _unranked(defrag: Defrag) -> str:
    """Which candidates rank 0 because DEFRAG_RANK is not a number."""
    if len(defrag.unranked) == sum(map(len, defrag.polls[0].candidates)):
        message = "DEFRAG_RANK is not a number for any candidate: all rank 0, and chance decides which come first"
    else:
        message = f"DEFRAG_RANK is not a number for {few_names(defrag.unranked)}, and counts as 0 there"
    return f"{message}; by default it is -ExpectedMachineGracefulDrainingBadput, which startds publish"


def few_names(names: Sequence[str]) -> str:
    """The first few names; the JSON has all."""
    return listed(map(printable, names), most=_MOST_NAMES)


def _courses(defrag: Defrag) -> Iterator[Block]:
    yield _COURSES.block(defrag.courses, f"What happens in {duration(defrag.length_s)}")
    if any(course.large_started or course.large_waiting for course in defrag.courses):
        yield Paragraph.of("large jobs are of the kinds that no slot takes now")
    else:
        yield Paragraph.of("no idle job is large, that is, of a kind that no slot takes now: nobody waits for draining")


def _poll_blocks(poll: Poll, zone: tzinfo) -> Iterator[Paragraph]:
    here = f"{count(len(poll.draining), 'machine')} draining, {len(poll.whole)} whole"
    yield Paragraph.of(f"{moment(poll.at, zone)}: {here}, {poll.to_drain} to drain", "bold", space_before=True)
    if poll.draining:
        yield Paragraph.of(f"  draining already: {few_names(poll.draining)}")
    if poll.cancelled:
        yield Paragraph.of(f"  cancels the draining of {few_names(poll.cancelled)}")
    if poll.nothing_because is not None:
        yield Paragraph.of(f"  drains nothing: {poll.nothing_because}")
        return
    if poll.drained:
        yield Paragraph.of(f"  drains {few_names(poll.drained)}")
    reasons: dict[str, list[str]] = {}
    for slot, why in poll.skipped:
        reasons.setdefault(why, []).append(slot)
    for why, slots in reasons.items():
        whose = why if len(slots) == 1 else why.replace("its machine is", "their machines are").replace("its", "their")
        yield Paragraph.of(f"  passes over {few_names(slots)}: {whose}", "dim")
    if len(poll.drained) < poll.to_drain:
        other = "other " if poll.drained or poll.skipped else ""
        yield Paragraph.of(f"  no {other}slot is partitionable, not draining and meets DEFRAG_REQUIREMENTS")
    if poll.by_chance:
        names = few_names(poll.by_chance)
        yield Paragraph.of(f"  chance decides which of {len(poll.by_chance)} with the same rank come first: {names}")


def _gains(defrag: Defrag) -> Iterator[Block]:
    whole_machines = f"whole machines: {defrag.whole_now} now, {defrag.whole_then} when these are drained"
    yield Paragraph.of(whole_machines, space_before=True)
    if not defrag.gains:
        yield Paragraph.of("no idle job would start on them: there is nothing to gain")
        return
    yield _GAINS.block(defrag.gains, "Who would start on them if a cycle came then")
    if defrag.large_jobs:
        cost = amount(defrag.badput_core_s / defrag.large_jobs / 3600)
        jobs = count(defrag.large_jobs, "job")
        starts = "starts" if defrag.large_jobs == 1 else "start"
        lost = f"for {cost} core-hours lost each at most"
        yield Paragraph.of(f"{jobs} that no slot takes now {starts}, {lost}", space_before=True)
    else:
        needless = "all of these would fit slots as they are now: they need no drained machine"
        yield Paragraph.of(needless, space_before=True)


DEFRAG_FORMATS: Final = Formats[Defrag](
    document=defrag_document,
    rows=lambda result: _DRAINS.rows(result.drains),
    screen=lambda result, look: defrag_blocks(result, look.zone),
)
