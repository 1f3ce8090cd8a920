"""What condor_defrag would do, as tables: the polls, what draining costs, what it buys."""

from collections.abc import Sequence
from datetime import tzinfo
from typing import Final

from rich.console import Console
from rich.text import Text

from userprio.formats import listed
from userprio.report.tables import name_text, named_table, new_table, print_section
from userprio.report.text import amount, count, duration, moment, printable
from userprio.simulation import Defrag, Poll, Rate

_MOST_NAMES: Final = 6


def print_defrag(found: Defrag, console: Console, zone: tzinfo) -> None:
    """Print everything a person wants to know before machines are drained; warnings are left to the caller."""
    policy = found.policy
    console.print(Text(f"{printable(policy.daemon)}, {policy.schedule} draining, polls {_often(policy.interval_s)}"))
    console.print(Text(f"to drain: {shares_text(policy.rate)}"))
    if not found.partitionable:
        console.print(Text("no slot of this pool is partitionable, and condor_defrag looks at no others"))
    for poll in found.polls:
        _print_poll(poll, console, zone)
    if len(found.polls) > 1:
        console.print()
        console.print(Text("between polls the pool is taken to stay as it is: what is drained does not count later"))
    if found.unranked:
        console.print()
        console.print(Text(_unranked(found)))
    if found.drains:
        _print_drains(found, console)
        _print_gains(found, console)
    if found.courses:
        _print_courses(found, console)


def _often(interval_s: int) -> str:
    if interval_s <= 0:
        return "never"
    return f"every {duration(interval_s) if interval_s >= 60 else count(interval_s, 'second')}"


def shares_text(rate: Rate) -> str:
    """How many machines, and when; shares that are 0 are left out."""
    shares = (
        (rate.per_poll, "{} at each poll"),
        (rate.per_hour, "{} more at the first poll of an hour (UTC)"),
        (rate.per_day, "{} more at the first poll of a day (UTC)"),
    )
    return ", ".join(text.format(number) for number, text in shares if number > 0) or "nothing"


def _unranked(found: Defrag) -> str:
    """Which candidates rank 0 for want of a number."""
    if len(found.unranked) == sum(map(len, found.polls[0].candidates)):
        told = "DEFRAG_RANK is not a number for any candidate: all rank 0, and chance decides which come first"
    else:
        told = f"DEFRAG_RANK is not a number for {few_names(found.unranked)}, and counts as 0 there"
    return f"{told}; by default it is -ExpectedMachineGracefulDrainingBadput, which startds publish"


def few_names(names: Sequence[str]) -> str:
    """Names on a line or two; the JSON has all."""
    return listed(map(printable, names), most=_MOST_NAMES)


def _print_drains(found: Defrag, console: Console) -> None:
    table = named_table(console, "machine", "rank", "cores", "free", "jobs", "lost\ncore-h", "idle\ncore-h", "whole in")
    for drain in found.drains:
        table.add_row(
            name_text(drain.machine),
            amount(drain.rank),
            amount(drain.cost.cores),
            amount(drain.cost.free_cores),
            str(drain.cost.jobs),
            amount(drain.cost.badput_core_s / 3600),
            amount(drain.cost.idle_core_s / 3600),
            duration(round(drain.cost.after_s)),
        )
    print_section(console, "What the first poll drains, and what it costs at most", table)


def _print_courses(found: Defrag, console: Console) -> None:
    headings = "machines\ndrained", "large jobs\nstarted", "large jobs\nwaiting", "lost\ncore-h", "used\ncore-h"
    table = named_table(console, "condor_defrag", *headings)
    for course in found.courses:
        table.add_row(
            course.setting,
            str(course.drained),
            str(course.large_started),
            str(course.large_waiting),
            amount(course.badput_core_s / 3600),
            amount(course.used_core_s / 3600),
        )
    print_section(console, f"What comes of it in {duration(found.length_s)}", table)
    if any(course.large_started or course.large_waiting for course in found.courses):
        console.print(Text("large are jobs of the kinds that no slot takes now"))
    else:
        console.print(Text("no idle job is large, that is of a kind that no slot takes now: nobody waits for draining"))


def _print_poll(poll: Poll, console: Console, zone: tzinfo) -> None:
    console.print()
    here = f"{count(len(poll.draining), 'machine')} draining, {len(poll.whole)} whole"
    console.print(Text(f"{moment(poll.at, zone)}: {here}, {poll.to_drain} to drain", style="bold"))
    if poll.draining:
        console.print(Text(f"  draining already: {few_names(poll.draining)}"))
    if poll.cancelled:
        console.print(Text(f"  cancels the draining of {few_names(poll.cancelled)}"))
    if poll.nothing_because is not None:
        console.print(Text(f"  drains nothing: {poll.nothing_because}"))
        return
    if poll.drained:
        console.print(Text(f"  drains {few_names(poll.drained)}"))
    reasons: dict[str, list[str]] = {}
    for slot, why in poll.skipped:
        reasons.setdefault(why, []).append(slot)
    for why, slots in reasons.items():
        whose = why if len(slots) == 1 else why.replace("its machine is", "their machines are").replace("its", "their")
        console.print(Text(f"  passes over {few_names(slots)}: {whose}", style="dim"))
    if len(poll.drained) < poll.to_drain:
        other = "other " if poll.drained or poll.skipped else ""
        console.print(Text(f"  no {other}slot is partitionable, not draining and meets DEFRAG_REQUIREMENTS"))
    if poll.by_chance:
        names = few_names(poll.by_chance)
        console.print(Text(f"  chance decides which of {len(poll.by_chance)} with the same rank come first: {names}"))


def _print_gains(found: Defrag, console: Console) -> None:
    console.print()
    console.print(Text(f"whole machines: {found.whole_now} now, {found.whole_then} when these are drained"))
    if not found.gains:
        console.print(Text("no idle job would start on them: there is nothing to gain"))
        return
    table = new_table(console)
    for heading in ("submitter", "job", "machine"):
        table.add_column(heading, overflow="fold")
    table.add_column("jobs", justify="right")
    table.add_column("fits a\nslot now")
    for gain in found.gains:
        fits = "yes" if gain.fits_now else "no"
        table.add_row(name_text(gain.submitter), gain.request, name_text(gain.machine), str(gain.jobs), fits)
    print_section(console, "Who would start on them, were a cycle to come then", table)
    console.print()
    if found.large_jobs:
        each = found.badput_core_s / found.large_jobs / 3600
        jobs = count(found.large_jobs, "job")
        starts = "starts" if found.large_jobs == 1 else "start"
        console.print(Text(f"{jobs} that no slot takes now {starts}, for {amount(each)} core-hours lost each at most"))
    else:
        console.print(Text("all of these would fit slots as they are now: they need no drained machine"))
