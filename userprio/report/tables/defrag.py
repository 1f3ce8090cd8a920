"""What condor_defrag would do, as tables: the polls, what draining costs, what it buys."""

from datetime import tzinfo

from rich.console import Console
from rich.text import Text

from userprio.report.tables import name_text, named_table, new_table, print_section
from userprio.report.text import amount, count, duration, moment, printable
from userprio.simulation import Defrag, Poll


def print_defrag(found: Defrag, console: Console, zone: tzinfo) -> None:
    """Print everything a person wants to know before machines are drained; warnings are left to the caller."""
    policy, rate = found.policy, found.policy.rate
    often = f"every {duration(policy.interval_s)}" if policy.interval_s > 0 else "never"
    console.print(Text(f"{printable(policy.daemon)}, {policy.schedule} draining, polls {often}"))
    shares = (
        f"{rate.per_poll} at each poll, {rate.per_hour} more at the first of an hour, {rate.per_day} more at the first "
        "of a day (UTC)"
    )
    console.print(Text(f"machines to drain: {shares}"))
    for poll in found.polls:
        _print_poll(poll, console, zone)
    if found.drains:
        _print_drains(found, console)
        _print_gains(found, console)
    if found.courses:
        _print_courses(found, console)


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
    console.print(Text("large are jobs of the kinds that no slot takes now"))


def _print_poll(poll: Poll, console: Console, zone: tzinfo) -> None:
    console.print()
    here = f"{count(len(poll.draining), 'machine')} draining, {len(poll.whole)} whole"
    console.print(Text(f"{moment(poll.at, zone)}: {here}, {poll.to_drain} to drain", style="bold"))
    for slot in poll.cancelled:
        console.print(Text(f"  cancels the draining of {printable(slot)}"))
    if poll.nothing_because is not None:
        console.print(Text(f"  drains nothing: {poll.nothing_because}"))
    for slot in poll.drained:
        console.print(Text(f"  drains {printable(slot)}"))
    for slot, why in poll.skipped:
        console.print(Text(f"  passes over {printable(slot)}: {why}", style="dim"))
    if poll.nothing_because is None and len(poll.drained) < poll.to_drain:
        console.print(Text("  there is no other machine to drain"))
    if poll.by_chance:
        names = ", ".join(map(printable, poll.by_chance))
        console.print(Text(f"  these have the same rank, and chance decides which of them come first: {names}"))


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
    table.add_column("fits a slot as it is now")
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
