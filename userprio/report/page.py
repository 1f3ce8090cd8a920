"""One negotiation cycle as a page of HTML for colleagues, and what it came to for each submitter."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from userprio.negotiation import Because, GroupOutcome, Match, Outcome, PassKind, Visit
from userprio.report.html import STYLE, Heading, Html, bar, element, joined, name_text, table, text
from userprio.report.summary import (
    NEVER_VISITED,
    STARTS_NOTE,
    Ending,
    beyond_note,
    configured,
    final,
    gains,
    last_ending,
    refusals,
    starts_differ,
    summarise,
    visits_beyond,
)
from userprio.report.text import ROOT, amount, count, depth_first, moment, percent


@dataclass(frozen=True, slots=True)
class SubmitterSummary:
    """One submitter. Weights are those of slots."""

    name: str
    group: str | None
    """Under which it was visited first, None without groups."""
    priority: float
    factor: float
    share: float
    """Of the pie in its first visit; one for its floor counts only where there is no other."""
    used: float
    """In use before the cycle."""
    got: float
    jobs_matched: int
    jobs_started: int
    """Jobs expected to start from the matches."""
    jobs_left: int
    """Idle jobs that no match is expected to start."""
    stopped: Ending
    """Why the negotiator left it in the end."""


@dataclass(frozen=True, slots=True)
class Takeover:
    """Slots that go from one user to another."""

    winner: str
    loser: str
    because: Because
    slots: int
    weight: float


def submitter_summaries(outcome: Outcome) -> list[SubmitterSummary]:
    """Every submitter that was visited, in the order of first visits."""
    visits: dict[str, list[Visit]] = defaultdict(list)
    for visit in outcome.visits:
        visits[visit.submitter].append(visit)
    matches: dict[str, list[Match]] = defaultdict(list)
    for match in outcome.matches:
        matches[match.submitter].append(match)
    return [_summary(name, theirs, matches[name]) for name, theirs in visits.items()]


def _summary(name: str, visits: list[Visit], matches: list[Match]) -> SubmitterSummary:
    first = visits[0]
    usual = next((visit for visit in visits if visit.kind is PassKind.NORMAL), first)
    return SubmitterSummary(
        name=name,
        group=first.group,
        priority=first.priority,
        factor=first.factor,
        share=usual.share,
        used=first.usage,
        got=sum(match.cost for match in matches),
        jobs_matched=len(matches),
        jobs_started=sum(match.jobs for match in matches),
        jobs_left=sum(visit.left for visit in final(visits)),
        stopped=last_ending(visits),
    )


def takeovers(matches: Iterable[Match]) -> list[Takeover]:
    """Who loses slots to whom, in the order in which it happens."""
    weights: dict[tuple[str, str, Because], list[float]] = defaultdict(list)
    for match in matches:
        if match.preempts is not None:
            weights[match.submitter, match.preempts, match.because].append(match.cost)
    return [Takeover(*key, len(theirs), sum(theirs)) for key, theirs in weights.items()]


# Nothing may be loaded, whatever a name in the page might try.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_INDENT_REM: Final = 1.1
_MOST_WARNINGS: Final = 100

_GROUPS: Final = (
    Heading("group", number=False),
    Heading("use", number=False, about="in use, won in this cycle, and the quota of the group with all below it"),
    Heading("configured", about="quota as configured; a fraction is of what the parent has left"),
    Heading("effective", about="effective quota of the group itself"),
    Heading("demand", about="weight of running and idle jobs of its own members"),
    Heading("in use"),
    Heading("allocated", about="with surplus, in the last round"),
    Heading("got", about="weight won in this cycle"),
    Heading("idle left", about="idle jobs of its own members that no match is expected to start"),
)
_SUBMITTERS: Final = (
    Heading("submitter", number=False),
    Heading("use", number=False, about="in use and won in this cycle, of the whole pool"),
    Heading("effective priority", about="real priority times factor; less is better"),
    Heading("factor"),
    Heading("share", about="of the pie of its first visit"),
    Heading("in use"),
    Heading("got", about="weight won in this cycle"),
    Heading("matches"),
    Heading("jobs start", about="expected from the matches, further ones on leftovers of partitionable slots included"),
    Heading("idle left", about="idle jobs that no match is expected to start"),
    Heading("stopped", number=False, about="why the negotiator left it in the end"),
)
_TAKEOVERS: Final = (
    Heading("submitter", number=False),
    Heading("takes from", number=False),
    Heading("slots"),
    Heading("weight"),
    Heading("because", number=False),
)
_REFUSALS: Final = (
    Heading("submitter", number=False),
    Heading("reason", number=False),
    Heading("times"),
    Heading("unmatched jobs", about="without a match in the end, each under the reason of its last refusal"),
)


@dataclass(frozen=True, slots=True)
class PageHead:
    """What a page says about itself."""

    source: str
    """What was looked at: the name of a snapshot."""
    zone: tzinfo
    """In which its times are told."""
    program: str
    """Name and version of the program that made it."""
    what_if: tuple[str, ...] = ()
    """Of a pool that is not as it is: that, and each change to it, a line each."""


def report_page(outcome: Outcome, head: PageHead) -> str:
    """A whole page of HTML about a cycle."""
    title = f"Negotiation cycle of {head.source}"
    body = joined(
        [
            element("h1", text(title)),
            element("p", text(f"A dry run for {moment(outcome.at, head.zone)}: nothing was changed."), "soft"),
            *_what_if(head.what_if),
            _figures(outcome),
            *_sections(outcome),
            element("footer", text(f"Made by {head.program}. Weights are those of slots, cores by default.")),
        ]
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _what_if(lines: Sequence[str]) -> Iterator[Html]:
    if lines:
        heading, *changes = lines
        yield _section(heading.removesuffix(":"), joined(element("p", text(change)) for change in changes))


def _sections(outcome: Outcome) -> Iterator[Html]:
    if outcome.warnings:
        yield _section("Warnings", _warnings(outcome))
    if outcome.groups:
        yield _section("Groups", joined([_key(quota=True), table(_GROUPS, _group_rows(outcome))]))
    found = submitter_summaries(outcome)
    if found or outcome.unvisited:
        rows = [_submitter(summary, outcome) for summary in found]
        for one in outcome.unvisited:
            rows.append([name_text(one.submitter), *[text("")] * 8, _left(one.idle_jobs), text(NEVER_VISITED)])
        parts = [_key(quota=False), table(_SUBMITTERS, rows)]
        notes = [beyond_note(visits_beyond(outcome).values(), holds=False).removeprefix("* ")]
        notes.append(STARTS_NOTE if starts_differ(outcome) else "")
        parts += [element("p", text(note[0].upper() + note[1:]), "soft") for note in notes if note]
        yield _section("Submitters, in the order of their visits", joined(parts))
    else:
        yield _section("Submitters", element("p", text("Nobody asked for anything.")))
    if taken := takeovers(outcome.matches):
        lost = [
            [*map(name_text, (one.winner, one.loser)), *map(text, (str(one.slots), amount(one.weight), one.because))]
            for one in taken
        ]
        yield _section("Preemption", table(_TAKEOVERS, lost))
    refused = [
        [name_text(one.submitter), *map(text, (one.reason, str(one.rejections), str(one.jobs)))]
        for one in refusals(outcome)
    ]
    nobody = element("p", text("No request was refused."))
    yield _section("Rejections", table(_REFUSALS, refused) if refused else nobody)


def _section(title: str, content: Html) -> Html:
    return element("section", joined([element("h2", text(title)), content]))


def _figures(outcome: Outcome) -> Html:
    pool, summary = outcome.pool, summarise(outcome)
    figures = (
        (amount(pool.weight), f"weight of {count(pool.slots, 'slot')}"),
        (amount(pool.in_use), "in use before"),
        (amount(summary.weight), f"given in {count(summary.matches, 'match', 'matches')}"),
        (f"{summary.served} of {summary.submitters}", "submitters served"),
        (str(summary.jobs), "jobs expected to start"),
        (str(summary.idle_left), "jobs left idle"),
    )
    items = (element("li", Html(element("b", text(number)) + text(what))) for number, what in figures)
    return element("ul", joined(items), "figures")


def _key(*, quota: bool) -> Html:
    parts = [("used", "in use"), ("got", "won in this cycle"), *([("mark", "quota")] if quota else [])]
    words = "".join(f'<i class="key {class_}"></i>{text(word)}' for class_, word in parts)
    return Html(f'<p class="soft">{words}</p>')


def _group_rows(outcome: Outcome) -> list[list[Html]]:
    won = gains(outcome)
    used: dict[str | None, float] = {group.name: group.usage for group in outcome.groups}
    used_below = {group.name: _with_all_below(group, outcome, used) for group in outcome.groups}
    won_below = {group.name: _with_all_below(group, outcome, won) for group in outcome.groups}
    # Oversubscribed quotas may exceed the pool, and groups with surplus their quotas.
    longest = max(
        [outcome.pool.weight, *(group.subtree_quota for group in outcome.groups if group.name != ROOT)]
        + [used_below[group.name] + won_below[group.name] for group in outcome.groups]
    )
    parents = {group.parent for group in outcome.groups} - {ROOT}
    rows = []
    for depth, label, group in depth_first(outcome.groups, lambda group: group.name):
        held, got = used_below[group.name], won_below[group.name]
        quota = group.effective_quota if group.name == ROOT else group.subtree_quota
        below = " with all below it" if group.name in parents else ""
        about = f"in use {amount(held)}, won {amount(got)}, quota {amount(quota)}{below}"
        name = Html(f'<span style="padding-left:{depth * _INDENT_REM:.1f}rem">{name_text(label)}</span>')
        weights = (group.effective_quota, group.requested, group.usage, group.allocated, won.get(group.name, 0.0))
        figures = map(text, (configured(group), *map(amount, weights)))
        track = bar((("used", held), ("got", got)), longest, quota, about)
        rows.append([name, track, *figures, _left(group.left)])
    return rows


def _with_all_below(group: GroupOutcome, outcome: Outcome, own: Mapping[str | None, float]) -> float:
    """The sum over a group and its descendants; of the root, what is its own."""
    if group.name == ROOT:
        return own.get(ROOT, 0.0)
    below = {group.name}
    # Parents come before their children.
    for one in outcome.groups:
        if one.parent in below:
            below.add(one.name)
    return sum(own.get(name, 0.0) for name in below)


def _submitter(one: SubmitterSummary, outcome: Outcome) -> list[Html]:
    about = f"in use {amount(one.used)}, won {amount(one.got)} of {amount(outcome.pool.weight)}"
    track = bar((("used", one.used), ("got", one.got)), outcome.pool.weight, None, about)
    weights = (amount(one.priority), amount(one.factor), percent(one.share), amount(one.used), amount(one.got))
    figures = map(text, (*weights, str(one.jobs_matched), str(one.jobs_started)))
    return [name_text(one.name), track, *figures, _left(one.jobs_left), text(one.stopped.words)]


def _left(jobs: int) -> Html:
    number = text(str(jobs))
    return element("span", number, "left") if jobs else number


def _warnings(outcome: Outcome) -> Html:
    told = list(outcome.warnings[:_MOST_WARNINGS])
    if len(outcome.warnings) > _MOST_WARNINGS:
        told.append(f"and {len(outcome.warnings) - _MOST_WARNINGS} more")
    return element("ul", joined(element("li", text(warning)) for warning in told), "warnings")
