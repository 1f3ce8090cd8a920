"""When jobs start, for scripts and as sentences and tables."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, tzinfo
from typing import Any, Final

from msgspec import Struct

from userprio.analysis.explain import Cause, Reason
from userprio.analysis.wait import (
    EVERYBODYS,
    LEAST_WAITS,
    OWN,
    Backtest,
    Basis,
    BasisScore,
    KnownLength,
    MilestoneWait,
    Remedy,
    Wait,
    WaitEstimate,
)
from userprio.report.data import field_values
from userprio.report.formats import AnyColumn, Block, Formats, Kind, Paragraph, TableColumn
from userprio.report.table import SECONDS, Table, data_column, name_column, text_column, whole
from userprio.report.text import count, duration, moment, percent, printable
from userprio.simulation import Demand, Milestone, WaitRange

_COMING: Final = {
    Demand.HISTORY: "jobs come as often as in the history",
    Demand.CONSTANT: "for each job that ends, its submitter submits another like it",
    Demand.QUEUE: "no further jobs are submitted",
}
_MOST_AFTER: Final = 5


class _Waited(Struct, frozen=True):
    """What was asked about, or a remedy that was tried, with what a table of its waits needs."""

    waits: WaitRange
    beyond: str
    """What a time reads that no future reaches."""


class _AskedWait(_Waited, frozen=True):
    wait: WaitEstimate


class _Passed(_Waited, frozen=True):
    passed: MilestoneWait
    at: str
    """When that is in the median future."""
    asked: WaitEstimate


class _Tried(_Waited, frozen=True):
    remedy: Remedy
    base: WaitRange
    """The waits without it."""


def _time(seconds: float) -> str:
    return duration(round(seconds)) if seconds >= 60 else f"{seconds:.0f}s"


def _wait_column(key: str, heading: str, about: str, value: Callable[[WaitRange], float | None]) -> AnyColumn:
    def text(waited: _Waited) -> str:
        seconds = value(waited.waits)
        return waited.beyond if seconds is None else _time(seconds)

    return TableColumn(key, heading, lambda waited: value(waited.waits), SECONDS, about, text=text)


_WAIT_COLUMNS: Final[tuple[AnyColumn, ...]] = (
    data_column("futures", lambda waited: waited.waits.futures, about="simulations"),
    data_column("started", lambda waited: waited.waits.started, about="those of them with a start"),
    _wait_column("median_s", "median", "until the start, in half of the futures", lambda waits: waits.median_s),
    _wait_column("low_s", "80 %\nfrom", "the 10th percentile of the futures", lambda waits: waits.low_s),
    _wait_column("high_s", "\nto", "the 90th percentile", lambda waits: waits.high_s),
)
_WAITS: Final = Table[_AskedWait]("wait", noun="submitter").of(
    name_column("submitter", lambda asked: asked.wait.submitter),
    data_column("job", lambda asked: asked.wait.job, about="cluster.proc; empty: the first job to start"),
    data_column("schedd", lambda asked: asked.wait.schedd),
    TableColumn("idle_jobs", "idle", lambda asked: asked.wait.idle_jobs, sums=True, write=whole),
    TableColumn(
        "fitting_jobs",
        "",
        lambda asked: asked.wait.fitting_jobs,
        "",
        "those that fit a slot; the others never start",
        sums=True,
        on_screen=False,
    ),
    TableColumn("slots", "slots", lambda asked: asked.wait.slots, about="that would fit if unclaimed", write=whole),
    *_WAIT_COLUMNS,
    data_column(
        "past_waits", lambda asked: asked.wait.past_waits, about="median and range are of so many; empty: of futures"
    ),
    text_column("after", lambda asked: _owners(asked.wait), "slot comes after jobs of", in_rows=False),
)
_MILESTONES: Final = Table[_Passed]("wait milestones", noun="milestone").of(
    data_column("milestone", lambda passed: passed.passed.milestone, about="first, half or all of the idle jobs"),
    data_column("jobs", lambda passed: passed.passed.jobs, about="so many have started, of those that fit a slot"),
    text_column("starts", lambda passed: _which(passed), "", in_rows=False),
    *_WAIT_COLUMNS[:3],
    text_column("at", lambda passed: passed.at, "about", in_rows=False),
    *_WAIT_COLUMNS[3:],
    TableColumn(
        "followed_s",
        "",
        lambda passed: passed.passed.followed_s,
        SECONDS,
        "how far each of these futures was looked at",
        on_screen=False,
    ),
    TableColumn("missed", " ", lambda passed: _missed(passed), kind=Kind.TEXT, in_rows=False, optional=True),
)
_REMEDIES: Final = Table[_Tried]("wait remedies", noun="attempt").of(
    data_column("kind", lambda tried: tried.remedy.kind, about="the job attribute that is changed"),
    name_column("what", lambda tried: tried.remedy.what),
    data_column("submitter", lambda tried: tried.remedy.submitter),
    TableColumn("slots", "slots", lambda tried: tried.remedy.slots, about="that would fit the jobs", write=whole),
    *_WAIT_COLUMNS,
    TableColumn("gain_s", "", lambda tried: tried.remedy.gain_s, SECONDS, "how much sooner", on_screen=False),
    data_column("helps", lambda tried: tried.remedy.helps),
    data_column("job", lambda tried: tried.remedy.job, about="the job waited for, if that is new"),
    text_column(
        "gain",
        lambda tried: tried.remedy.gain_s,
        "sooner by",
        text=lambda tried: _gain(tried.remedy, tried.base),
        style=lambda tried: "green",
        in_rows=False,
    ),
)
_PAST_WAITS: Final = (
    f"past waits: the latest {OWN} of the submitter and the latest {EVERYBODYS} of everybody that were longer than the "
    "wait so far"
)
_MOVED: Final = "moved to where the past shows that its ranges should have been"
_ONLY_SIMULATED: Final = "what would help, and when half and all of several jobs start, only the simulation tells"
_BASES: Final = {
    Basis.SIMULATION: "the simulation",
    Basis.MOVED_SIMULATION: f"the simulation, {_MOVED}",
    Basis.PAST_WAITS: f"{_PAST_WAITS}; {_ONLY_SIMULATED}",
    Basis.MOVED_PAST_WAITS: f"{_PAST_WAITS}, {_MOVED.replace('its', 'their')}; {_ONLY_SIMULATED}",
}
_SCORES: Final = Table[BasisScore]("wait scores", noun="basis").of(
    TableColumn("basis", "ranges by", lambda score: score.basis, "", "what ranges rest on", kind=Kind.TEXT),
    TableColumn(
        "coverage", "held", lambda score: score.coverage, "", "the part that had the start in them", write=percent
    ),
    TableColumn("width_s", "mean width", lambda score: score.width_s, SECONDS, "of the ranges", write=_time),
    TableColumn(
        "interval_score",
        "score",
        lambda score: score.interval_score,
        "",
        "the mean width and ten times how far the truth was outside, of natural logarithms",
        write=lambda score: f"{score:.2f}",
    ),
)
_LENGTHS: Final = Table[KnownLength]("wait lengths", noun="submitter", by="mean_s").of(
    name_column("submitter", lambda known: known.submitter),
    TableColumn("mean_s", "each", lambda known: known.mean_s, SECONDS, "how long a job runs", write=_time),
    text_column("known_from", lambda known: _source(known), "known from"),
)


def wait_document(wait: Wait) -> dict[str, Any]:
    """When jobs start, schema `userprio.wait/1`.

    A time of null is beyond `told_s`, or beyond `followed_s` of a milestone if that is less. `low_s` and `high_s` are
    the 10th and 90th percentiles of what `basis` says. `milestones` has something only for the submitter that was asked
    about.
    """
    return {
        "schema": "userprio.wait/1",
        **field_values(wait, "at", "seed", "futures", "horizon_s", "basis", "told_s"),
        "demand": wait.coming,
        "history_s": wait.history_s,
        "waits": [
            {
                **_WAITS.values(asked),
                "after": [{"submitter": name, "futures": futures} for name, futures in asked.wait.after],
                "milestones": list(_MILESTONES.dicts(_passed(asked.wait, wait, UTC))),
            }
            for asked in _asked(wait)
        ],
        "held_back_by": [field_values(cause, "reason", "sentence", "jobs") for cause in wait.causes],
        "remedies": [_REMEDIES.values(_Tried(remedy.waits, "", remedy, remedy.waits)) for remedy in wait.remedies],
        "job_lengths": wait.lengths,
        "backtest": None if wait.backtest is None else _backtest_document(wait.backtest),
        **field_values(wait, "assumptions", "warnings"),
    }


def _backtest_document(test: Backtest) -> dict[str, Any]:
    return {
        **field_values(test, "moments", "futures", "horizon_s", "coverage", "width_s", "score_s"),
        "basis": test.choice.basis,
        "recalibration": field_values(test.choice, "simulation", "past_waits"),
        **field_values(test, "scores", "nearer", "asked", "expected_coverage", "expected_width_s"),
        "answers": [
            {
                **field_values(answer, "at", "submitter", "job", "true_s", "rank", "score_s", "covered", "basis"),
                **field_values(answer.waits, "median_s", "low_s", "high_s"),
                "past_waits": field_values(answer.past_waits, "median_s", "low_s", "high_s"),
            }
            for answer in test.answers
        ],
    }


def _backtest_blocks(test: Backtest, basis: Basis) -> Iterator[Block]:
    """How the ranges held, and what those of the present rest on."""
    title = f"At {count(test.moments, 'past moment')} of the history, {duration(test.horizon_s)} ahead"
    if not test.scores:
        yield Paragraph.of(title, "bold", space_before=True)
        yield Paragraph.of("no job waited, so that no range could hold", inset=2)
        return
    yield _SCORES.block(test.scores, title)
    yield Paragraph.of(
        f"{count(len(test.answers), 'range')} of 80% by each; the score is how wide they were and how far starts were "
        f"outside, smaller is better. Past waits scored better than the simulation at {test.nearer:,} of "
        f"{count(test.asked, 'moment')}",
        inset=2,
    )
    yield Paragraph.of(f"ranges and medians above rest on {_BASES[basis]}", inset=2)
    if test.choice.basis is not basis:
        yield Paragraph.of(
            "past waits met the past better, but tell nothing of changes: with these, only the simulation answers",
            "yellow",
            inset=2,
        )
    elif test.expected_coverage is not None and test.expected_width_s is not None:
        yield Paragraph.of(
            f"chosen at each of these moments by what was known then, {percent(test.expected_coverage)} of the ranges "
            f"held, {_time(test.expected_width_s)} wide on average",
            inset=2,
        )
    else:
        yield Paragraph.of("too few answers to recalibrate the ranges, or to tell how often these hold", inset=2)


def _asked(wait: Wait) -> list[_AskedWait]:
    beyond = f"> {duration(wait.told_s)}"
    return [_AskedWait(asked.waits, "unknown" if _untold(asked) else beyond, asked) for asked in wait.found]


def _untold(asked: WaitEstimate) -> bool:
    """Whether past waits are to tell when it starts, and do not."""
    return asked.past_waits is not None and asked.past_waits < LEAST_WAITS


def wait_blocks(wait: Wait, zone: tzinfo) -> Iterator[Block]:
    """When jobs start, what holds them back, and what would help; warnings are left to the caller."""
    how_far = duration(wait.horizon_s)
    futures = f"{count(wait.futures, 'future')} of {how_far} from {moment(wait.at, zone)}, seed {wait.seed}"
    yield Paragraph.of(f"{futures}; {_COMING[wait.coming]}")
    if not wait.found:
        yield Paragraph.of("no job waits")
        return
    if len(wait.found) == 1 and wait.causes:
        yield from _single(wait.found[0], wait, zone)
    else:
        yield _WAITS.block(_asked(wait), "Until the first of their jobs starts")
    if wait.backtest is not None:
        yield from _backtest_blocks(wait.backtest, wait.basis)
    yield _LENGTHS.block(wait.lengths, "How long jobs are assumed to run on average")
    if wait.assumptions:
        yield Paragraph.of(f"Assumed: {'; '.join(wait.assumptions)}.", space_before=True)


def _single(asked: WaitEstimate, wait: Wait, zone: tzinfo) -> Iterator[Block]:
    what = f"cluster {asked.cluster} of " if asked.cluster else "" if asked.job is None else f"job {asked.job} of "
    who = printable(f"{what}{asked.submitter}")
    idle = f", which has {count(asked.idle_jobs, 'idle job')}" if asked.job is None else ""
    yield Paragraph(((who, "bold"), (idle, "")), space_before=True)
    passed = [
        row for row in _passed(asked, wait, zone) if row.passed.milestone is Milestone.FIRST or row.passed.jobs > 1
    ]
    # Of a single job, or where all of them start at once, there is one thing to say.
    if asked.fitting_jobs > 1 and passed and asked.past_waits is None:
        yield from _unfit(asked)
        yield _MILESTONES.block(passed)
        yield from _bounds(passed, wait)
    else:
        yield from _unfit(asked)
        yield Paragraph.of(_sentence(asked, wait, zone), inset=2)
        unseen = _not_within(asked.waits, wait.horizon_s) if asked.waits.started < asked.waits.futures else ""
        if unseen and asked.past_waits is not None:
            yield Paragraph.of(f"in the simulation {unseen}: what holds it back now may be new", "yellow", inset=2)
        elif unseen and asked.waits.started:
            yield Paragraph.of(unseen, inset=2)
    if asked.after and asked.past_waits is None:
        whose = "the slot of the first" if _is_of_several(asked) else "its slot"
        yield Paragraph.of(f"{whose} comes {_after(asked)}", inset=2)
    yield Paragraph.of(_title(asked, wait.causes), "bold", space_before=True)
    for cause in wait.causes:
        jobs = f" ({count(cause.jobs, 'job')})" if cause.jobs > 1 else ""
        yield Paragraph(((str(cause.reason), "bold"), (f"{jobs}: {printable(cause.sentence)}", "")), inset=2)
    yield from _remedies(wait, asked.waits)


def _unfit(asked: WaitEstimate) -> Iterator[Block]:
    """That some of several jobs can never start."""
    unfit = asked.idle_jobs - asked.fitting_jobs
    if asked.job is None and asked.fitting_jobs and unfit:
        fit = "fits" if unfit == 1 else "fit"
        never = "it never starts" if unfit == 1 else "they never start"
        text = f"{unfit:,} of them {fit} no slot of this pool, even if none were in use: {never}"
        yield Paragraph.of(text, "red", inset=2)


def _passed(asked: WaitEstimate, wait: Wait, zone: tzinfo) -> list[_Passed]:
    """When the first, half and all of the jobs have started."""
    rows = []
    for passed in asked.milestones:
        median_s = passed.waits.median_s
        at = "" if median_s is None else moment(wait.at + round(median_s), zone)
        rows.append(_Passed(passed.waits, f"> {duration(min(passed.followed_s, wait.told_s))}", passed, at, asked))
    return rows


def _which(passed: _Passed) -> str:
    number, everything = passed.passed.jobs, passed.asked.fitting_jobs
    match passed.passed.milestone:
        case Milestone.FIRST:
            return "the first"
        case Milestone.HALF:
            return f"half ({number:,})"
        case Milestone.ALL:
            return f"all {everything:,}{' others' if everything < passed.asked.idle_jobs else ''}"


def _missed(passed: _Passed) -> str:
    return _not_within(passed.waits, passed.passed.followed_s) if passed.waits.started < passed.waits.futures else ""


def _not_within(waits: WaitRange, horizon_s: int) -> str:
    missing = waits.futures - waits.started
    how_many = (
        "any of the futures" if missing == waits.futures else f"{percent(missing / waits.futures)} of the futures"
    )
    return f"not within {duration(horizon_s)} in {how_many}"


def _bounds(passed: Sequence[_Passed], wait: Wait) -> Iterator[Block]:
    """What was left out of the futures to bound the work."""
    last, parts = passed[-1], list[str]()
    if last.waits.futures < wait.futures:
        parts.append(f"from {last.waits.futures:,} of the futures")
    # Where all of them start in time, nothing is lost by not looking further.
    if last.passed.followed_s < wait.horizon_s and last.waits.started < last.waits.futures:
        parts.append(f"followed for {duration(last.passed.followed_s)} only")
    if parts:
        yield Paragraph.of(f"half and all: {', '.join(parts)}, to bound the work", "dim", inset=2)


def _is_of_several(asked: WaitEstimate) -> bool:
    """Whether it is about the first of several jobs to start."""
    return asked.job is None and asked.idle_jobs > 1


def _title(asked: WaitEstimate, causes: Sequence[Cause]) -> str:
    """What the causes are about: the jobs that a cycle of the present leaves waiting."""
    if causes[0].reason is Reason.SATISFIED:
        return "Nothing holds it back in a cycle of the present"
    left = sum(cause.jobs for cause in causes)
    starting = asked.idle_jobs - left
    if not (_is_of_several(asked) and left > 0 and starting > 0):
        return "What holds it back now"
    start, others = "starts" if starting == 1 else "start", "one" if left == 1 else f"{left:,}"
    return (
        f"{starting:,} of the {count(asked.idle_jobs, 'job')} {start} in a cycle of the present; what holds back the "
        f"other {others}"
    )


def _sentence(asked: WaitEstimate, wait: Wait, zone: tzinfo) -> str:
    waits = asked.waits
    # Without a slot that fits, no future has a start, and `later than` would promise one.
    if not asked.slots:
        what = "none of them fits a" if _is_of_several(asked) else "it fits no"
        return f"{what} slot of this pool, even if none were in use"
    other = asked.job is None and asked.idle_jobs > asked.fitting_jobs
    who = "the other one" if other else "it"
    if asked.past_waits is None and not waits.started:
        return f"{who} does not start within {duration(wait.horizon_s)} in any of the futures"
    if _untold(asked):
        return f"{who} has waited for longer than nearly all before, so that past waits do not tell when it starts"
    of_what = _of_what(asked, wait)
    if waits.median_s is None:
        return f"{who} starts later than {duration(wait.told_s)} from now in half {of_what} or more"
    at = moment(wait.at + round(waits.median_s), zone)
    which = "the other one: " if other else ""
    return f"{which}median {_time(waits.median_s)} (about {at}), in 80% {of_what} {_range(waits, wait)}"


def _of_what(asked: WaitEstimate, wait: Wait) -> str:
    """Of what a median and a range are."""
    of_what = "of the futures" if asked.past_waits is None else f"of {asked.past_waits} past waits"
    return f"{of_what}, recalibrated," if wait.basis.moved else of_what


def _range(waits: WaitRange, wait: Wait) -> str:
    beyond = f"more than {duration(wait.told_s)}"
    low, high = (beyond if value is None else _time(value) for value in (waits.low_s, waits.high_s))
    return low if low == high else f"{low} to {high}"


def _owners(asked: WaitEstimate) -> str:
    """Whose jobs mostly end before on its slot."""
    return ", ".join("nobody" if name is None else name for name, _ in asked.after[:2])


def _after(asked: WaitEstimate) -> str:
    """Whose jobs ended on the slot before, each with its part of the futures with a start."""
    parts = []
    for name, number_of_futures in asked.after[:_MOST_AFTER]:
        part = percent(number_of_futures / asked.waits.started)
        if name is None:
            parts.append(f"free from the beginning ({part})")
        elif name == asked.submitter:
            parts.append(f"after its own jobs ({part})")
        else:
            parts.append(f"after jobs of {printable(name)} ({part})")
    more = len(asked.after) - _MOST_AFTER
    return ", ".join([*parts, *([f"and after {more} others"] if more > 0 else [])])


def _remedies(wait: Wait, base: WaitRange) -> Iterator[Block]:
    """A table of the changes that help, or that none of those tried does."""
    beyond = f"> {duration(wait.told_s)}"
    helping = [_Tried(remedy.waits, beyond, remedy, base) for remedy in wait.remedies if remedy.helps]
    if helping:
        yield _REMEDIES.block(helping, "What would help, in the same futures")
    elif wait.remedies:
        tried = "; ".join(printable(remedy.what) for remedy in wait.remedies)
        helps = "This does not help" if len(wait.remedies) == 1 else "None of these helps"
        yield Paragraph.of(f"Tried for the jobs: {tried}. {helps}.", space_before=True)


def _gain(remedy: Remedy, base: WaitRange) -> str:
    """By how much the median start is sooner, or in how many more futures there is a start."""
    if remedy.gain_s is not None and round(remedy.gain_s) > 0:
        return _time(remedy.gain_s)
    if remedy.job is not None:
        return f"job {remedy.job} starts"
    return f"in {remedy.waits.started - base.started:+d} futures" if base.futures else "starts"


def _source(known: KnownLength) -> str:
    if known.source is not None:
        return str(known.source)
    return f"{count(known.runs, 'past run')} of {'its own' if known.own else 'everybody'}"


WAIT_FORMATS: Final = Formats[Wait](
    document=wait_document,
    rows=lambda result: _WAITS.rows(_asked(result)),
    screen=lambda result, look: wait_blocks(result, look.zone),
)
