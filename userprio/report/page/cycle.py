"""A negotiation cycle as an HTML page: groups, submitters, who takes slots from whom, and waiting jobs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from userprio.negotiation import (
    CycleSummary,
    GroupTotals,
    LeftJobs,
    Outcome,
    SubmitterSummary,
    Takeover,
    summarise,
)
from userprio.report.page.parts import (
    Heading,
    Html,
    PageHead,
    PageRow,
    PageSection,
    bar,
    bullets,
    document,
    element,
    figures,
    joined,
    key,
    name_text,
    navigation,
    number,
    sections,
    table,
    text,
)
from userprio.report.summary import STARTS_NOTE, beyond_note, configured, starts_differ, visits_beyond
from userprio.report.text import amount, count, depth_first, moment, percent


def report_page(outcome: Outcome, head: PageHead) -> str:
    """An HTML page about a cycle and the jobs that wait after it."""
    parts = [*what_if(head), *cycle_sections(outcome)]
    when = f"A dry run for {moment(outcome.at, head.zone)}: nothing was changed."
    pieces = (element("p", text(when), "soft"), cycle_figures(outcome), navigation(parts), sections(parts))
    return document(f"Negotiation cycle of {head.source}", head, pieces)


def what_if(head: PageHead) -> Iterator[PageSection]:
    """The hypothetical changes to the pool, if there are any."""
    if head.what_if:
        heading, *changes = head.what_if
        yield PageSection(
            heading.removesuffix(":"), joined(element("p", text(change)) for change in changes), "What if"
        )


def cycle_sections(outcome: Outcome) -> Iterator[PageSection]:
    """Warnings, groups, submitters, who takes slots from whom, and waiting jobs."""
    summary = summarise(outcome)
    if outcome.warnings:
        yield PageSection("Warnings", bullets(outcome.warnings, "warnings"))
    if outcome.groups:
        yield PageSection("Groups", group_table(outcome, summary))
    yield PageSection("Submitters, in the order of their visits", submitter_table(outcome, summary), "Submitters")
    if summary.takeovers:
        yield PageSection("Who takes slots from whom", takeover_table(summary.takeovers), "Preemption")
    yield PageSection("Where jobs wait, and why", waiting_table(outcome), "Where jobs wait")


def cycle_figures(outcome: Outcome) -> Html:
    """The key figures of a cycle."""
    pool, summary = outcome.pool, summarise(outcome)
    return figures(
        (
            (amount(pool.weight), f"weight of {count(pool.slots, 'slot')}"),
            (amount(pool.in_use), "in use before"),
            (amount(summary.weight), f"given in {count(summary.matches, 'match', 'matches')}"),
            (f"{summary.served} of {summary.asking}", "submitters served"),
            (str(summary.jobs), "jobs expected to start"),
            (str(summary.idle_left), "jobs left idle"),
        )
    )


ITSELF: Final = "itself"
_GROUP_HEADINGS: Final = (
    Heading("group", number=False),
    Heading("use and quota", number=False, about="in use, won in this cycle, and the quota; each bar on its own scale"),
    Heading("configured", about="quota as configured; a fraction is of what the parent has left"),
    Heading("quota", about="effective quota"),
    Heading("demand", about="weight of running and idle jobs"),
    Heading("in use"),
    Heading("allocated", about="with surplus, in the last round"),
    Heading("won", about="weight won in this cycle"),
    Heading("lost", about="weight that others take by preemption"),
    Heading("idle left", about="idle jobs that no match is expected to start"),
)


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group with all its subgroups, or by itself."""

    name: str
    label: str
    depth: int
    configured: str
    figures: GroupTotals


def group_rows(outcome: Outcome, summary: CycleSummary) -> Iterator[GroupRow]:
    """Parents before children; a group with both children and members of its own is followed by itself, without them.

    The row of the root has only those without a group, since everything is below the root.
    """
    summed = {group.name: group for group in summary.groups}
    for depth, label, group in depth_first(outcome.groups, lambda group: group.name):
        found = summed[group.name]
        inner, own = found.has_subgroups, found.alone
        yield GroupRow(group.name, label, depth, configured(group), found.whole if inner else own)
        if inner and (own.requested or own.held or own.won or own.lost or own.left):
            yield GroupRow(group.name, ITSELF, depth + 1, "", own)


def group_table(outcome: Outcome, summary: CycleSummary) -> Html:
    """The groups as a tree, with bars for use, weight won and quota."""
    more = "A group's bar and figures include its subgroups; each bar has its own scale."
    colours = key(("used", "in use"), ("got", "won in this cycle"), ("mark", "quota"), more=more)
    return joined([colours, table("groups", _GROUP_HEADINGS, _group_lines(group_rows(outcome, summary)))])


def _group_lines(groups: Iterable[GroupRow]) -> Iterator[PageRow]:
    for row in groups:
        group = row.figures
        about = f"in use {amount(group.held)}, won {amount(group.won)}, quota {amount(group.quota)}"
        cells = (
            name_text(row.label),
            bar((("used", group.held), ("got", group.won)), group.quota, about),
            text(row.configured),
            *map(number, (group.quota, group.requested, group.held, group.allocated, group.won, group.lost)),
            left_cell(group.left),
        )
        yield PageRow(cells, row.depth, row.name)


_SUBMITTERS: Final = (
    Heading("submitter", number=False),
    Heading("use and share", number=False, about="in use, won in this cycle, and its share; each bar on its own scale"),
    Heading("in use"),
    Heading("won", about="weight won in this cycle"),
    Heading("lost", about="weight that others take from it by preemption"),
    Heading("holds", about="weight after the cycle"),
    Heading("share comes to", about="the weight of its share of the pie in its own turn, not one for its floor"),
    Heading("idle left", about="idle jobs that no match is expected to start"),
    Heading("why no more", number=False, about="why most of the jobs left wait"),
    Heading("effective priority", about="real priority times factor; less is better"),
    Heading("share", about="of the pie in its own turn"),
    Heading("matches"),
    Heading("jobs start", about="expected from the matches, including those on leftovers of partitionable slots"),
)
_TAKEOVERS: Final = (
    Heading("submitter", number=False),
    Heading("takes from", number=False),
    Heading("slots"),
    Heading("weight"),
    Heading("because", number=False),
)


def submitter_table(outcome: Outcome, summary: CycleSummary) -> Html:
    """The submitters in the order of their visits; those never visited, and those who only lose slots, come last."""
    if not summary.submitters:
        return element("p", text("Nobody asked for anything."))
    rows = map(_row, summary.submitters)
    more = "Each bar has its own scale."
    colours = key(("used", "in use"), ("got", "won in this cycle"), ("mark", "what its share comes to"), more=more)
    notes = [beyond_note(visits_beyond(outcome).values(), holds=False).removeprefix("* ")]
    notes.append(STARTS_NOTE if starts_differ(outcome) else "")
    told = [element("p", text(note[0].upper() + note[1:]), "soft") for note in notes if note]
    return joined([colours, table("submitters", _SUBMITTERS, rows), *told])


def _row(summary: SubmitterSummary) -> PageRow:
    about = f"in use {amount(summary.held)}, won {amount(summary.won)}"
    about += "" if summary.due is None else f", its share comes to {amount(summary.due)}"
    cells = (
        name_text(summary.name),
        bar((("used", summary.held), ("got", summary.won)), summary.due, about),
        *map(number, (summary.held, summary.won, summary.lost, summary.holds)),
        _figure(summary.due),
        left_cell(summary.left),
        text(summary.reason or ""),
        _figure(summary.priority),
        text("") if summary.share is None else number(summary.share, percent(summary.share)),
        *map(number, (summary.matches, summary.jobs)),
    )
    return PageRow(cells, name=summary.name)


def _figure(value: float | None) -> Html:
    return text("") if value is None else number(value)


def left_cell(jobs: int) -> Html:
    """The number of jobs left waiting."""
    return number(jobs, str(jobs), "left" if jobs else "")


def takeover_table(takeovers: Iterable[Takeover]) -> Html:
    """Who loses slots to whom."""
    rows = (
        PageRow(
            (
                *map(name_text, (taken.winner, taken.loser)),
                number(len(taken.slots)),
                number(taken.weight),
                text(taken.because),
            )
        )
        for taken in takeovers
    )
    return table("preemption", _TAKEOVERS, rows)


_WAITING_HEADINGS: Final = (
    Heading("submitter", number=False),
    Heading("jobs like", number=False, about="the first of a group of identical jobs"),
    Heading("each asks for", number=False),
    Heading("waiting", about="jobs that no match is expected to start"),
    Heading("slots that fit", about="whoever holds them"),
    Heading("why", number=False),
    Heading("in HTCondor's words", number=False, about="why most of them were last refused"),
)
_KB_IN_MB: Final = 1024
_MB_IN_GB: Final = 1024


def waiting_table(outcome: Outcome) -> Html:
    """The sorts of jobs that wait after a cycle, by submitter in the order of visits, those never visited last."""
    if not outcome.waiting:
        return element("p", text("No job waits."))
    several = len({jobs.schedd for jobs in outcome.waiting}) > 1
    visited = (visit.submitter for visit in outcome.visits)
    turns = {name: turn for turn, name in enumerate(dict.fromkeys(visited))}
    waiting = sorted(outcome.waiting, key=lambda jobs: turns.get(jobs.submitter, len(turns)))
    command = element("code", text("userprio explain NAME"))
    more = Html(f"Identical jobs share a row; {command} says more about each submitter.")
    rows = [_waiting_row(jobs, several) for jobs in waiting]
    return joined([element("p", more, "soft"), table("waiting jobs", _WAITING_HEADINGS, rows)])


def _waiting_row(jobs: LeftJobs, several: bool) -> PageRow:
    place = f" at {jobs.schedd}" if several and jobs.schedd else ""
    cells = (
        name_text(jobs.submitter),
        name_text(f"{jobs.job or ''}{place}"),
        text(asked(jobs.asks)),
        left_cell(jobs.jobs),
        number(jobs.fits),
        text(jobs.reason),
        text(jobs.refused or ""),
    )
    return PageRow(cells, name=jobs.submitter)


def asked(asks: Mapping[str, float]) -> str:
    """A job's request, such as `4 cores, 16 GB, 1 GPU`; disk space only if there is nothing else."""
    by_name = {name.lower(): (name, value) for name, value in asks.items()}
    told = []
    for name, (spelled, value) in by_name.items():
        match name:
            case "cpus":
                told.append(f"{amount(value)} {'core' if value == 1 else 'cores'}")
            case "memory":
                told.append(_size(value))
            case "gpus":
                told.append(f"{amount(value)} {'GPU' if value == 1 else 'GPUs'}")
            case "disk":
                if len(by_name) == 1:
                    told.append(f"{_size(value / _KB_IN_MB)} of disk")
            case _:
                told.append(f"{spelled} {amount(value)}")
    return ", ".join(told)


def _size(megabytes: float) -> str:
    gigabytes, odd = divmod(megabytes, _MB_IN_GB)
    return f"{megabytes:.0f} MB" if odd or not gigabytes else f"{gigabytes:.0f} GB"
