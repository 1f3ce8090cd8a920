"""A negotiation cycle as an HTML page: groups, submitters, who takes slots from whom, and waiting jobs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from userprio.negotiation import CycleSummary, GroupTotals, LeftJobs, Outcome, SubmitterSummary, summarise
from userprio.report.cycle import SUBMITTERS, group_block, group_lines, submitter_block, takeovers
from userprio.report.formats import TableBlock, TableColumn
from userprio.report.page.parts import (
    Bars,
    Html,
    PageHead,
    PageSection,
    bar,
    bullets,
    document,
    element,
    figures,
    joined,
    key,
    navigation,
    scale_of,
    sections,
    table,
    text,
)
from userprio.report.table import WEIGHT, Table, name_column, text_column, whole
from userprio.report.text import amount, count, moment


def report_page(outcome: Outcome, head: PageHead) -> str:
    """An HTML page about a cycle and the jobs that wait after it."""
    parts = [*what_if(head), *cycle_sections(outcome)]
    if head.past:
        parts.append(PageSection("The last days, as recorded", bullets(head.past), "The last days"))
    when = f"A dry run for {moment(outcome.at, head.zone)}: nothing was changed."
    pieces = (element("p", text(when), "soft"), cycle_figures(outcome), navigation(parts), sections(parts))
    return document(f"Negotiation cycle of {head.source}", head, pieces)


def what_if(head: PageHead) -> Iterator[PageSection]:
    """The hypothetical changes to the pool, if there are any."""
    if head.what_if:
        heading, *changes = head.what_if
        lines = joined(element("p", text(change.replace("->", "→"))) for change in changes)
        yield PageSection(heading.removesuffix(":"), lines, "What if")


def cycle_sections(outcome: Outcome) -> Iterator[PageSection]:
    """Warnings, groups, submitters, who takes slots from whom, and waiting jobs."""
    summary = summarise(outcome)
    if outcome.warnings:
        yield PageSection("Warnings", bullets(outcome.warnings, "warnings"))
    if outcome.groups:
        yield PageSection("Groups", group_table(outcome, summary))
    yield PageSection("Submitters, in the order of their visits", submitter_table(outcome, summary), "Submitters")
    if summary.takeovers:
        yield PageSection("Who takes slots from whom", table("preemption", takeovers(outcome, summary)), "Preemption")
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


_USE_AND_QUOTA: Final = "in use, won and lost in this cycle, and the quota; all on one scale"
_USE_AND_SHARE: Final = "in use, won and lost in this cycle, and its share; all on one scale"


def group_table(outcome: Outcome, summary: CycleSummary) -> Html:
    """The groups as a tree, with bars for use, weight won and quota."""
    lines = group_lines(outcome, summary)
    members = [(line.figures, line.figures.quota) for line in lines]
    more = "A group's bar and figures include its subgroups; all bars have one scale."
    drawn = Bars("use and quota", _USE_AND_QUOTA, _bars(members, "quota"))
    block = group_block(outcome, summary, flat=False)
    also = ("configured_quota", "subtree_quota", "allocated")
    return joined([_key(members, "quota", more), table("groups", block, drawn, also=also), *_notes(block)])


_Held: TypeAlias = GroupTotals | SubmitterSummary


def _key(members: Sequence[tuple[_Held, float | None]], mark: str, more: str) -> Html:
    lost = [("lost", "lost in it")] if any(member.lost for member, _ in members) else []
    return key(("used", "in use"), ("got", "won in this cycle"), *lost, ("mark", mark), more=more)


def _bars(members: Sequence[tuple[_Held, float | None]], mark: str) -> list[Html]:
    """A bar for each of them: what it keeps of what it has in use, what it loses of that, and what it wins."""
    scale = scale_of(amount for member, due in members for amount in (member.held + member.won, due))
    drawn = []
    for member, due in members:
        about = f"in use {amount(member.held)}, won {amount(member.won)}"
        about += f", lost {amount(member.lost)}" if member.lost else ""
        about += "" if due is None else f", {mark} {amount(due)}"
        parts = ("used", member.held - member.lost), ("lost", member.lost), ("got", member.won)
        drawn.append(bar(parts, due, about, scale))
    return drawn


def _notes(block: TableBlock) -> list[Html]:
    """The notes under a table, as sentences."""
    notes = (note.removeprefix("* ") for note in (*block.notes, *block.legend))
    return [element("p", text(note[0].upper() + note[1:]), "soft") for note in notes]


_SUBMITTERS: Final = replace(SUBMITTERS, name="report submitters").with_columns(
    TableColumn(
        "due",
        "share comes to",
        lambda line: line.summary.due,
        WEIGHT,
        "the weight of its share of the pie in its own turn, not one for its floor",
        in_rows=False,
    )
)


def submitter_table(outcome: Outcome, summary: CycleSummary) -> Html:
    """The submitters in the order of their visits; those never visited, and those who only lose slots, come last."""
    if not summary.submitters:
        return element("p", text("Nobody asked for anything."))
    members = [(submitter, submitter.due) for submitter in summary.submitters]
    colours = _key(members, "what its share comes to", "All bars have one scale.")
    drawn = Bars("use and share", _USE_AND_SHARE, _bars(members, "its share comes to"))
    block = submitter_block(outcome, summary, _SUBMITTERS, titled=False)
    return joined([colours, table("submitters", block, drawn, also=("holds", "matched", "jobs")), *_notes(block)])


_KB_IN_MB: Final = 1024
_MB_IN_GB: Final = 1024


_WAITING: Final = Table[LeftJobs]("report waiting jobs", noun="kind", scripts=False).of(
    name_column("submitter", lambda jobs: jobs.submitter),
    name_column("job", lambda jobs: jobs.job, "jobs like", about="the first of a group of identical jobs"),
    text_column("asks", lambda jobs: asked(jobs.asks), "each asks for"),
    TableColumn("left", "waiting", lambda jobs: jobs.jobs, write=whole, about="that no match is expected to start"),
    TableColumn("fits", "slots that fit", lambda jobs: jobs.fits, about="whoever holds them"),
    text_column("reason", lambda jobs: jobs.reason, "why"),
    text_column(
        "refused", lambda jobs: jobs.refused, "in HTCondor's words", about="why most of them were last refused"
    ),
)
_PLACE: Final[TableColumn[LeftJobs]] = name_column(
    "job",
    lambda jobs: f"{jobs.job or ''}{f' at {jobs.schedd}' if jobs.schedd else ''}",
    "jobs like",
    about="the first of a group of identical jobs",
)


def waiting_table(outcome: Outcome) -> Html:
    """The sorts of jobs that wait after a cycle, by submitter in the order of visits, those never visited last."""
    if not outcome.waiting:
        return element("p", text("No job waits."))
    columns = _WAITING.columns
    if len({jobs.schedd for jobs in outcome.waiting}) > 1:
        columns = (columns[0], _PLACE, *columns[2:])
    visited = (visit.submitter for visit in outcome.visits)
    turns = {name: turn for turn, name in enumerate(dict.fromkeys(visited))}
    waiting = sorted(outcome.waiting, key=lambda jobs: turns.get(jobs.submitter, len(turns)))
    command = element("code", text("userprio explain NAME"))
    more = Html(f"Identical jobs share a row; {command} says more about each submitter.")
    block = replace(_WAITING, columns=columns).block(waiting)
    return joined([element("p", more, "soft"), table("waiting jobs", block)])


def asked(asks: Mapping[str, float]) -> str:
    """A job's request, such as `4 cores, 16 GB, 1 GPU`; disk space only if there is nothing else."""
    by_name = {name.lower(): (name, value) for name, value in asks.items()}
    parts = []
    for name, (spelled, value) in by_name.items():
        match name:
            case "cpus":
                parts.append(f"{amount(value)} {'core' if value == 1 else 'cores'}")
            case "memory":
                parts.append(_size(value))
            case "gpus":
                parts.append(f"{amount(value)} {'GPU' if value == 1 else 'GPUs'}")
            case "disk":
                # By default every job asks for some disk space: it says something only by itself.
                if len(by_name) == 1:
                    parts.append(f"{_size(value / _KB_IN_MB)} of disk")
            case _:
                parts.append(f"{spelled} {amount(value)}")
    return ", ".join(parts)


def _size(megabytes: float) -> str:
    gigabytes, odd = divmod(megabytes, _MB_IN_GB)
    return f"{megabytes:.0f} MB" if odd or not gigabytes else f"{gigabytes:.0f} GB"
