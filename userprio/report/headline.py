"""What a cycle comes to in a sentence or two: who gets what, who waits and why, who loses. Every screen says it so."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from userprio.base import common_domain
from userprio.negotiation import CycleSummary, IdleJobs, Loser, Outcome, PoolSize
from userprio.report.formats import Paragraph
from userprio.report.text import amount, count, printable

_MOST_REASONS: Final = 3
_MOST_LOSERS: Final = 3


def rounded(value: float) -> str:
    """A weight as in tables, with commas if it is whole."""
    return f"{value:,.0f}" if value == round(value) else amount(value)


def in_unit(weight: float, unit: str) -> str:
    """A weight with its unit: `24 cores`, or `weight 24`."""
    return f"{rounded(weight)} {'core' if weight == 1 else unit}" if unit == "cores" else f"weight {rounded(weight)}"


def jobs_text(jobs: int, does: str, do: str) -> str:
    """`1 job waits`, `22 jobs wait`."""
    return f"{jobs:,} {f'job {does}' if jobs == 1 else f'jobs {do}'}"


def reason_texts(
    waiting: Sequence[IdleJobs], most: int, who: Callable[[IdleJobs], str] = lambda _: ""
) -> Iterator[str]:
    """How many jobs wait for which reason, the last with a sum if there are many; `who` may add whose they are."""
    # `for 1 other reason` would take the room of that reason.
    shown = waiting if len(waiting) <= most + 1 else waiting[:most]
    for entry in shown:
        reason = "for a reason that was not looked into" if entry.reason is None else entry.reason
        yield f"{entry.jobs:,} {reason}{who(entry)}"
    if rest := waiting[len(shown) :]:
        yield f"{sum(entry.jobs for entry in rest):,} for {count(len(rest), 'other reason')}"


def losing_text(losers: Sequence[Loser], domain: str) -> str:
    """How many jobs lose their slots, and whose they are; `domain` ends all names and is left out."""
    slots = sum(loser.slots for loser in losers)
    who = ", ".join(f"{printable(loser.name.removesuffix(domain))} {loser.slots}" for loser in losers[:_MOST_LOSERS])
    rest = sum(loser.slots for loser in losers[_MOST_LOSERS:])
    others = f", {count(len(losers) - _MOST_LOSERS, 'other user')} {rest}" if rest else ""
    return f"{jobs_text(slots, 'loses its slot', 'lose their slots')} ({who}{others})"


def headline(outcome: Outcome, summary: CycleSummary) -> Iterator[Paragraph]:
    """The cycle in two lines, with a third if somebody loses slots; the key figures are in bold."""
    nothing = [name for name, number in (("slots", outcome.pool.slots), ("idle jobs", summary.asking)) if not number]
    if nothing:
        yield Paragraph(((f"There are no {' and no '.join(nothing)}: nothing is decided.", "bold"),))
    else:
        yield Paragraph(((f"{_use(outcome.pool)} in use. ", ""), *_starting(outcome, summary)))
    if summary.asking:
        nobody_loses = "" if summary.losers else " Nobody loses a slot."
        yield Paragraph((*_waiting(summary), (nobody_loses, "")))
    if summary.losers:
        domain = common_domain(submitter.name for submitter in summary.submitters)
        yield Paragraph(((f"{losing_text(summary.losers, domain)}.", "red"),))


def _use(pool: PoolSize) -> str:
    used, all_of_it = rounded(pool.in_use), rounded(pool.weight)
    if pool.unit != "cores":
        return f"Weight {used} of {all_of_it} was"
    return f"{used} of {in_unit(pool.weight, pool.unit)} {'was' if pool.weight == 1 else 'were'}"


def _starting(outcome: Outcome, summary: CycleSummary) -> Iterator[tuple[str, str]]:
    if not summary.matches:
        yield "No job starts.", "bold"
        return
    users = count(summary.asking, "user")
    if summary.served < summary.asking:
        users = f"{summary.served} of {users}"
    elif summary.asking > 1:
        users = "both users" if summary.asking == 2 else f"all {users}"
    # A slot without a claim to give is matched, and starts nothing.
    yield jobs_text(summary.jobs, "starts", "start") if summary.jobs else "No job starts", "bold"
    yield f" on {in_unit(summary.weight, outcome.pool.unit)}, for {users}.", ""


def _waiting(summary: CycleSummary) -> Iterator[tuple[str, str]]:
    if not summary.idle_left:
        yield "Nobody waits.", "bold green"
        return
    first, *others = summary.waiting
    yield jobs_text(summary.idle_left, "waits", "wait"), "bold"
    if others or first.reason is None:
        yield f": {', '.join(reason_texts(summary.waiting, _MOST_REASONS))}.", ""
    else:
        yield f": {first.reason}.", ""


def pool_line(outcome: Outcome, summary: CycleSummary) -> str:
    """The same as a single line of text."""
    return " ".join(paragraph.text for paragraph in headline(outcome, summary))
