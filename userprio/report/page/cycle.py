"""One negotiation cycle as a page of HTML for colleagues."""

from collections.abc import Iterator, Sequence

from userprio.negotiation import Outcome, WaitingClass
from userprio.report.page.groups import group_table
from userprio.report.page.parts import (
    Html,
    PageHead,
    PageSection,
    bullets,
    document,
    element,
    figures,
    joined,
    navigation,
    sections,
    text,
)
from userprio.report.page.submitters import submitter_table, takeover_table, takeovers
from userprio.report.page.waiting import waiting_table
from userprio.report.summary import summarise
from userprio.report.text import amount, count, moment


def report_page(outcome: Outcome, waiting: Sequence[WaitingClass], head: PageHead) -> str:
    """A whole page of HTML about a cycle, and about the jobs that wait when it is over."""
    parts = [*what_if(head), *cycle_sections(outcome, waiting)]
    when = f"A dry run for {moment(outcome.at, head.zone)}: nothing was changed."
    pieces = (element("p", text(when), "soft"), cycle_figures(outcome), navigation(parts), sections(parts))
    return document(f"Negotiation cycle of {head.source}", head, pieces)


def what_if(head: PageHead) -> Iterator[PageSection]:
    """What is supposed of the pool, where it is not as it is."""
    if head.what_if:
        heading, *changes = head.what_if
        yield PageSection(
            heading.removesuffix(":"), joined(element("p", text(change)) for change in changes), "What if"
        )


def cycle_sections(outcome: Outcome, waiting: Sequence[WaitingClass]) -> Iterator[PageSection]:
    """Warnings, groups, submitters, who takes slots from whom, and what waits."""
    if outcome.warnings:
        yield PageSection("Warnings", bullets(outcome.warnings, "warnings"))
    if outcome.groups:
        yield PageSection("Groups", group_table(outcome))
    yield PageSection("Submitters, in the order of their visits", submitter_table(outcome), "Submitters")
    if taken := takeovers(outcome.matches):
        yield PageSection("Preemption", takeover_table(taken))
    yield PageSection("Where jobs wait, and why", waiting_table(waiting, outcome), "Where jobs wait")


def cycle_figures(outcome: Outcome) -> Html:
    """A cycle in a few numbers."""
    pool, summary = outcome.pool, summarise(outcome)
    return figures(
        (
            (amount(pool.weight), f"weight of {count(pool.slots, 'slot')}"),
            (amount(pool.in_use), "in use before"),
            (amount(summary.weight), f"given in {count(summary.matches, 'match', 'matches')}"),
            (f"{summary.served} of {summary.submitters}", "submitters served"),
            (str(summary.jobs), "jobs expected to start"),
            (str(summary.idle_left), "jobs left idle"),
        )
    )
