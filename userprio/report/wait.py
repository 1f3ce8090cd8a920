"""When jobs start, for scripts and as sentences and tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import tzinfo
from typing import Any, Final

from userprio.analysis.explain import Cause, Reason
from userprio.analysis.wait import KnownLength, Remedy, Wait, WaitFor
from userprio.report.data import Field, Rows
from userprio.report.formats import Formats
from userprio.report.sheets.model import (
    Block,
    Cell,
    Head,
    Line,
    Sheet,
    Words,
    cell,
    name_head,
    number,
    text_head,
)
from userprio.report.text import count, duration, moment, percent, printable
from userprio.simulation import LaterJobs, WaitRange

_KEYS: Final = (
    "submitter",
    "job",
    "schedd",
    "idle_jobs",
    "slots",
    "futures",
    "started",
    "median_s",
    "low_s",
    "high_s",
)
_COMING: Final = {
    LaterJobs.HISTORY: "jobs come as often as in the history",
    LaterJobs.CONSTANT: "for each job that ends, its submitter submits another like it",
    LaterJobs.QUEUE: "no further jobs are submitted",
}
_MOST_AFTER: Final = 5


def wait_document(found: Wait) -> dict[str, Any]:
    """When jobs start, schema `userprio.wait/1`.

    A time of null is beyond `horizon_s`; `low_s` and `high_s` are the 10th and 90th percentiles of the futures.
    """
    return {
        "schema": "userprio.wait/1",
        "at": found.at,
        "seed": found.seed,
        "futures": found.futures,
        "horizon_s": found.horizon_s,
        "demand": found.coming,
        "history_s": found.history_s,
        "waits": [
            {
                **_figures(one),
                "after": [{"submitter": name, "futures": count} for name, count in one.after],
            }
            for one in found.found
        ],
        "held_back_by": [
            {"reason": cause.reason, "sentence": cause.sentence, "jobs": cause.jobs} for cause in found.causes
        ],
        "remedies": [
            {
                "kind": one.kind,
                "what": one.what,
                "submitter": one.submitter,
                "slots": one.slots,
                **_waits(one.waits),
                "gain_s": one.gain_s,
                "helps": one.helps,
                "job": one.job,
            }
            for one in found.remedies
        ],
        "job_lengths": [asdict(one) for one in found.lengths],
        "assumptions": found.assumptions,
        "warnings": found.warnings,
    }


def wait_rows(found: Wait) -> Rows:
    """A row for each submitter or job asked about."""
    return _KEYS, [_figures(one) for one in found.found]


def _figures(one: WaitFor) -> Mapping[str, Field]:
    return {
        "submitter": one.submitter,
        "job": one.job,
        "schedd": one.schedd,
        "idle_jobs": one.idle_jobs,
        "slots": one.slots,
        **_waits(one.waits),
    }


def _waits(waits: WaitRange) -> Mapping[str, Field]:
    return {
        "futures": waits.futures,
        "started": waits.started,
        "median_s": waits.median_s,
        "low_s": waits.low_s,
        "high_s": waits.high_s,
    }


def wait_blocks(found: Wait, zone: tzinfo) -> Iterator[Block]:
    """When jobs start, what holds them back, and what would help; warnings are left to the caller."""
    how_far = duration(found.horizon_s)
    futures = f"{count(found.futures, 'future')} of {how_far} from {moment(found.at, zone)}, seed {found.seed}"
    yield Words.of(f"{futures}; {_COMING[found.coming]}")
    if not found.found:
        yield Words.of("no job waits")
        return
    if len(found.found) == 1 and found.causes:
        yield from _one(found.found[0], found, zone)
    else:
        yield _everybody(found)
    yield _lengths(found)
    if found.assumptions:
        yield Words.of(f"Assumed: {'; '.join(found.assumptions)}.", apart=True)


def _one(one: WaitFor, found: Wait, zone: tzinfo) -> Iterator[Block]:
    who = printable(one.submitter if one.job is None else f"job {one.job} of {one.submitter}")
    idle = f", which has {count(one.idle_jobs, 'idle job')}" if one.job is None else ""
    yield Words(((who, "bold"), (idle, "")), apart=True)
    yield Words.of(_sentence(one, found, zone), inset=2)
    if one.waits.started < one.waits.futures:
        missing = one.waits.futures - one.waits.started
        told = f"not within {duration(found.horizon_s)} in {missing} of {count(one.waits.futures, 'future')}"
        yield Words.of(told, inset=2)
    if one.after:
        yield Words.of(f"its slot comes {_after(one)}", inset=2)
    yield Words.of(_title(one, found.causes), "bold", apart=True)
    for cause in found.causes:
        jobs = f" ({count(cause.jobs, 'job')})" if cause.jobs > 1 else ""
        yield Words(((str(cause.reason), "bold"), (f"{jobs}: {printable(cause.sentence)}", "")), inset=2)
    yield from _remedies(found.remedies, found, one.waits)


def _is_of_several(one: WaitFor) -> bool:
    """Whether it is about the first of several jobs to start."""
    return one.job is None and one.idle_jobs > 1


def _title(one: WaitFor, causes: Sequence[Cause]) -> str:
    """What the causes are about: the jobs that a cycle of the present leaves waiting."""
    if causes[0].reason is Reason.SATISFIED:
        return "Nothing holds it back in a cycle of the present"
    left = sum(cause.jobs for cause in causes)
    starting = one.idle_jobs - left
    if not (_is_of_several(one) and left > 0 and starting > 0):
        return "What holds it back now"
    start, others = "starts" if starting == 1 else "start", "one" if left == 1 else f"{left:,}"
    return (
        f"{starting:,} of the {count(one.idle_jobs, 'job')} {start} in a cycle of the present; what holds back the "
        f"other {others}"
    )


def _sentence(one: WaitFor, found: Wait, zone: tzinfo) -> str:
    waits, several = one.waits, _is_of_several(one)
    if not one.slots:
        return f"{'none of them fits a' if several else 'it fits no'} slot of this pool, even if none were in use"
    if waits.median_s is None:
        who = "the first of them to start does so" if several else "it starts"
        return f"{who} later than {duration(found.horizon_s)} from now in half of the futures or more"
    at = moment(found.at + round(waits.median_s), zone)
    which = "the first of them to start: " if several else ""
    return f"{which}median {_time(waits.median_s)} (about {at}), in 80% of the futures {_range(waits, found)}"


def _range(waits: WaitRange, found: Wait) -> str:
    beyond = f"more than {duration(found.horizon_s)}"
    low, high = (beyond if value is None else _time(value) for value in (waits.low_s, waits.high_s))
    return low if low == high else f"{low} to {high}"


def _time(seconds: float) -> str:
    return duration(round(seconds)) if seconds >= 60 else f"{seconds:.0f}s"


def _after(one: WaitFor) -> str:
    """Whose jobs ended on the slot before, each with its part of the futures with a start."""
    told = []
    for name, number_of_futures in one.after[:_MOST_AFTER]:
        part = percent(number_of_futures / one.waits.started)
        if name is None:
            told.append(f"free from the beginning ({part})")
        elif name == one.submitter:
            told.append(f"after its own jobs ({part})")
        else:
            told.append(f"after jobs of {printable(name)} ({part})")
    more = len(one.after) - _MOST_AFTER
    return ", ".join([*told, *([f"and after {more} others"] if more > 0 else [])])


_WAIT_HEADS: Final = (Head("median_s", "median"), Head("low_s", "80 %\nfrom"), Head("high_s", "\nto"))


def _cells(waits: WaitRange, found: Wait) -> tuple[Cell, ...]:
    beyond = f"> {duration(found.horizon_s)}"
    return tuple(
        Cell(beyond if value is None else _time(value), "", value)
        for value in (waits.median_s, waits.low_s, waits.high_s)
    )


def _everybody(found: Wait) -> Sheet:
    counts = Head("idle_jobs", "idle", sums=True), Head("slots", "slots")
    heads = (name_head("submitter"), *counts, *_WAIT_HEADS, text_head("after", "slot comes after jobs of"))
    lines = []
    for one in found.found:
        after = ", ".join("nobody" if name is None else name for name, _ in one.after[:2])
        cells = cell(one.submitter), number(one.idle_jobs, str), number(one.slots, str), *_cells(one.waits, found)
        lines.append(Line((*cells, cell(after)), one.submitter))
    return Sheet(heads, tuple(lines), "Until the first of their jobs starts", "submitter")


def _remedies(remedies: Sequence[Remedy], found: Wait, base: WaitRange) -> Iterator[Block]:
    """A table of the changes that help, and a line with those that do not."""
    helping = [remedy for remedy in remedies if remedy.helps]
    if helping:
        heads = (name_head("what"), Head("slots", "slots"), *_WAIT_HEADS, text_head("gain", "sooner by"))
        lines = (
            Line((cell(remedy.what), number(remedy.slots, str), *_cells(remedy.waits, found), _gain(remedy, base)))
            for remedy in helping
        )
        yield Sheet(heads, tuple(lines), "What would help, in the same futures", "attempt")
    in_vain = [remedy.what for remedy in remedies if not remedy.helps]
    if in_vain:
        yield Words.of(f"Tried in vain: {'; '.join(in_vain)}.", apart=True)


def _gain(one: Remedy, base: WaitRange) -> Cell:
    """By how much the median start is sooner, or in how many more futures there is a start."""
    if one.gain_s is not None and round(one.gain_s) > 0:
        return Cell(_time(one.gain_s), "green", one.gain_s)
    if one.job is not None:
        return Cell(f"job {one.job} starts", "green")
    return Cell(f"in {one.waits.started - base.started:+d} futures" if base.futures else "starts", "green", one.gain_s)


def _lengths(found: Wait) -> Sheet:
    heads = (name_head("submitter"), Head("mean_s", "each"), text_head("known_from", "known from"))
    lines = (
        Line((cell(one.submitter), number(one.mean_s, _time), cell(_source(one))), one.submitter)
        for one in found.lengths
    )
    return Sheet(heads, tuple(lines), "How long jobs are assumed to run on average", "submitter", "mean_s")


def _source(one: KnownLength) -> str:
    if one.source is not None:
        return str(one.source)
    return f"{count(one.runs, 'past run')} of {'its own' if one.own else 'everybody'}"


WAIT_FORMATS: Final = Formats[Wait](
    document=wait_document,
    rows=wait_rows,
    screen=lambda result, look: wait_blocks(result, look.zone),
)
