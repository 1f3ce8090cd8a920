"""When jobs start, for scripts and as sentences and tables."""

from collections.abc import Callable, Iterator, Sequence
from datetime import tzinfo
from typing import Any, Final

from msgspec import Struct

from userprio.analysis.explain import Cause, Reason
from userprio.analysis.wait import KnownLength, Remedy, Wait, WaitEstimate
from userprio.report.data import field_values
from userprio.report.formats import AnyColumn, Block, Formats, Paragraph, TableColumn
from userprio.report.table import SECONDS, Table, data_column, name_column, text_column, whole
from userprio.report.text import count, duration, moment, percent, printable
from userprio.simulation import LaterJobs, WaitRange

_COMING: Final = {
    LaterJobs.HISTORY: "jobs come as often as in the history",
    LaterJobs.CONSTANT: "for each job that ends, its submitter submits another like it",
    LaterJobs.QUEUE: "no further jobs are submitted",
}
_MOST_AFTER: Final = 5


class _Waited(Struct, frozen=True):
    """What was asked about, or a remedy that was tried, with what a table of its waits needs."""

    waits: WaitRange
    beyond: str
    """What a time reads that no future reaches."""


class _AskedWait(_Waited, frozen=True):
    wait: WaitEstimate


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
    TableColumn("slots", "slots", lambda asked: asked.wait.slots, about="that would fit if unclaimed", write=whole),
    *_WAIT_COLUMNS,
    text_column("after", lambda asked: _owners(asked.wait), "slot comes after jobs of", in_rows=False),
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
_LENGTHS: Final = Table[KnownLength]("wait lengths", noun="submitter", by="mean_s").of(
    name_column("submitter", lambda known: known.submitter),
    TableColumn("mean_s", "each", lambda known: known.mean_s, SECONDS, "how long a job runs", write=_time),
    text_column("known_from", lambda known: _source(known), "known from"),
)


def wait_document(wait: Wait) -> dict[str, Any]:
    """When jobs start, schema `userprio.wait/1`.

    A time of null is beyond `horizon_s`; `low_s` and `high_s` are the 10th and 90th percentiles of the futures.
    """
    return {
        "schema": "userprio.wait/1",
        **field_values(wait, "at", "seed", "futures", "horizon_s"),
        "demand": wait.coming,
        "history_s": wait.history_s,
        "waits": [
            {
                **_WAITS.values(asked),
                "after": [{"submitter": name, "futures": futures} for name, futures in asked.wait.after],
            }
            for asked in _asked(wait)
        ],
        "held_back_by": [field_values(cause, "reason", "sentence", "jobs") for cause in wait.causes],
        "remedies": [_REMEDIES.values(_Tried(remedy.waits, "", remedy, remedy.waits)) for remedy in wait.remedies],
        "job_lengths": wait.lengths,
        **field_values(wait, "assumptions", "warnings"),
    }


def _asked(wait: Wait) -> list[_AskedWait]:
    return [_AskedWait(asked.waits, f"> {duration(wait.horizon_s)}", asked) for asked in wait.found]


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
    yield _LENGTHS.block(wait.lengths, "How long jobs are assumed to run on average")
    if wait.assumptions:
        yield Paragraph.of(f"Assumed: {'; '.join(wait.assumptions)}.", space_before=True)


def _single(asked: WaitEstimate, wait: Wait, zone: tzinfo) -> Iterator[Block]:
    who = printable(asked.submitter if asked.job is None else f"job {asked.job} of {asked.submitter}")
    idle = f", which has {count(asked.idle_jobs, 'idle job')}" if asked.job is None else ""
    yield Paragraph(((who, "bold"), (idle, "")), space_before=True)
    yield Paragraph.of(_sentence(asked, wait, zone), inset=2)
    if asked.waits.started < asked.waits.futures:
        missing = asked.waits.futures - asked.waits.started
        missed = f"not within {duration(wait.horizon_s)} in {missing} of {count(asked.waits.futures, 'future')}"
        yield Paragraph.of(missed, inset=2)
    if asked.after:
        yield Paragraph.of(f"its slot comes {_after(asked)}", inset=2)
    yield Paragraph.of(_title(asked, wait.causes), "bold", space_before=True)
    for cause in wait.causes:
        jobs = f" ({count(cause.jobs, 'job')})" if cause.jobs > 1 else ""
        yield Paragraph(((str(cause.reason), "bold"), (f"{jobs}: {printable(cause.sentence)}", "")), inset=2)
    yield from _remedies(wait, asked.waits)


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
    waits, several = asked.waits, _is_of_several(asked)
    # Without a slot that fits, no future has a start, and `later than` would promise one.
    if not asked.slots:
        return f"{'none of them fits a' if several else 'it fits no'} slot of this pool, even if none were in use"
    if waits.median_s is None:
        who = "the first of them to start does so" if several else "it starts"
        return f"{who} later than {duration(wait.horizon_s)} from now in half of the futures or more"
    at = moment(wait.at + round(waits.median_s), zone)
    which = "the first of them to start: " if several else ""
    return f"{which}median {_time(waits.median_s)} (about {at}), in 80% of the futures {_range(waits, wait)}"


def _range(waits: WaitRange, wait: Wait) -> str:
    beyond = f"more than {duration(wait.horizon_s)}"
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
    """A table of the changes that help, and a line with those that do not."""
    beyond = f"> {duration(wait.horizon_s)}"
    helping = [_Tried(remedy.waits, beyond, remedy, base) for remedy in wait.remedies if remedy.helps]
    if helping:
        yield _REMEDIES.block(helping, "What would help, in the same futures")
    in_vain = [remedy.what for remedy in wait.remedies if not remedy.helps]
    if in_vain:
        yield Paragraph.of(f"Tried in vain: {'; '.join(in_vain)}.", space_before=True)


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
