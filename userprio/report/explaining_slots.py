"""Slots and free machines explained: what idle jobs they could run, and whose turn it is."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from userprio.analysis.explain import (
    ExplainedFree,
    ExplainedSlot,
    ExplainedSlots,
    FreeSlots,
    FreeTurn,
    JobsAtSlot,
    Room,
    Side,
)
from userprio.base.formats import listed
from userprio.report.data import field_values
from userprio.report.formats import Block, Formats, Paragraph, TableColumn
from userprio.report.table import Table, data_column, name_column, text_column, whole
from userprio.report.text import amount, count

_INDENT: Final = 2
_MOST_CLAUSES: Final = 2
_MOST_WINNERS: Final = 3


class _JobsLine(NamedTuple):
    slot: ExplainedSlot
    alike: JobsAtSlot


def obstacle(alike: JobsAtSlot) -> str:
    """What keeps jobs from a slot, or that only limits and the turns of others do."""
    if alike.available:
        return "matches"
    if alike.matches:
        return f"matches, but: {alike.verdict}"
    short = listed(f"{short.resource} {amount(short.asks)}, it has {amount(short.has)}" for short in alike.shortages)
    parts = [f"asks for {short}"] if short else []
    # A clause that compares what is short says the same once more.
    said = tuple(f"request{short.resource}".lower() for short in alike.shortages)
    clauses = [clause for clause in alike.clauses if not any(name in clause.text.lower() for name in said)]
    for clause in clauses[:_MOST_CLAUSES]:
        parts.append(f"{'the job' if clause.side is Side.JOB else 'the slot'}: {clause.text}")
    if len(clauses) > _MOST_CLAUSES:
        parts.append(f"and {count(len(clauses) - _MOST_CLAUSES, 'more clause')}")
    return "; ".join(parts) or alike.verdict


_JOBS: Final = Table[_JobsLine]("explain --slot", noun="kind of jobs").of(
    data_column("slot", lambda line: line.slot.name),
    name_column("submitter", lambda line: line.alike.submitter),
    text_column("job", lambda line: line.alike.job, "jobs like", about="the first job of its kind"),
    TableColumn("jobs", "idle", lambda line: line.alike.jobs, about="idle jobs of this kind", write=whole),
    data_column("matches", lambda line: line.alike.matches, about="whether job and slot match"),
    data_column("verdict", lambda line: line.alike.verdict),
    text_column(
        "obstacle",
        lambda line: obstacle(line.alike),
        "this slot",
        about="what keeps these jobs from the slot",
        style=lambda line: "green" if line.alike.available else "yellow" if line.alike.matches else "dim",
    ),
)


def has(room: Room) -> str:
    """What a slot has."""
    gpus = f", {count(round(room.gpus), 'GPU')}" if room.gpus else ""
    memory, disk = amount(room.memory_mib), amount(room.disk_kib // 1024)
    return (
        f"{amount(room.cpus)} {'core' if room.cpus == 1 else 'cores'}, {memory} MB of memory, {disk} MB of disk{gpus}"
    )


def slot_blocks(slot: ExplainedSlot, *, further: bool = False) -> Iterator[Block]:
    """A slot, the idle jobs, and whose turn it is; `further`: others come before it."""
    state = "/".join(part for part in (slot.state, slot.activity) if part) or "state unknown"
    held = "nobody holds it" if slot.holder is None else f"held by {slot.holder}"
    yield Paragraph.of(f"{slot.name}: {state}, {held}.", "bold", space_before=further)
    left = "Left of it, as it is partitionable" if slot.partitionable else "It has"
    yield Paragraph.of(f"{left}: {has(slot.room)}; weight {amount(slot.weight)}.", inset=_INDENT)
    if slot.preemption is not None:
        yield Paragraph.of(f"{slot.preemption[:1].upper()}{slot.preemption[1:]}.", inset=_INDENT)
    if slot.jobs:
        yield _JOBS.block((_JobsLine(slot, alike) for alike in slot.jobs), "Idle jobs", inset=_INDENT)
    yield Paragraph.of("Next cycle", "bold", space_before=True)
    for taken in slot.taken:
        how = taken.because if taken.preempts is None else f"{taken.because} of {taken.preempts}"
        more = f", {count(taken.jobs, 'job')} expected to start" if taken.jobs != 1 else ""
        text = f"{taken.submitter} gets it for job {taken.job}, at weight {amount(taken.cost)} ({how}){more}."
        yield Paragraph.of(text, "green", inset=_INDENT)
    if slot.nobody is not None:
        yield Paragraph.of(f"Nobody gets it: {slot.nobody}.", inset=_INDENT)


def _slots_screen(explained: ExplainedSlots) -> Iterator[Block]:
    for number, slot in enumerate(explained.slots):
        yield from slot_blocks(slot, further=number > 0)


def _winners(kind: FreeSlots) -> str:
    return listed((f"{won.submitter} ({won.slots})" for won in kind.winners), most=_MOST_WINNERS) or "nobody"


_FREE: Final = Table[FreeSlots]("explain --free", noun="kind of slots").of(
    TableColumn("slots", "slots", lambda kind: kind.slots, write=whole, about="free slots of this kind"),
    TableColumn("cpus", "cores", lambda kind: kind.room.cpus),
    TableColumn("memory_mib", "memory\nMB", lambda kind: kind.room.memory_mib, "MiB"),
    TableColumn(
        "disk_kib",
        "disk\nMB",
        lambda kind: kind.room.disk_kib,
        "KiB",
        text=lambda kind: amount(kind.room.disk_kib // 1024),
    ),
    TableColumn("gpus", "GPUs", lambda kind: kind.room.gpus, blank_zero=True),
    TableColumn("weight", "weight", lambda kind: kind.weight, about="of each"),
    TableColumn(
        "fitting", "jobs\nfit", lambda kind: kind.fitting, about="idle jobs that match one of them", write=whole
    ),
    TableColumn("given", "given", lambda kind: kind.given, about="given away in the next cycle", write=whole),
    text_column("winners", _winners, "to", about="who gets them, with slots"),
    data_column("partitionable", lambda kind: kind.partitionable),
    data_column("example", lambda kind: kind.example, about="the name of one of them"),
)

_TURNS: Final = Table[FreeTurn]("explain --free turns", noun="submitter", scripts=False).of(
    name_column("submitter", lambda turn: turn.submitter),
    TableColumn("idle_jobs", "idle", lambda turn: turn.idle_jobs, write=whole),
    TableColumn("slots", "wins\nslots", lambda turn: turn.slots, write=whole),
    TableColumn("weight", "of\nweight", lambda turn: turn.weight),
    TableColumn("jobs", "jobs\nstart", lambda turn: turn.jobs, write=whole),
)


def _free_screen(explained: ExplainedFree) -> Iterator[Block]:
    slots, given = (sum(getattr(kind, key) for kind in explained.free) for key in ("slots", "given"))
    if not slots:
        yield Paragraph.of("No slot is free.", "bold")
    else:
        yield Paragraph.of(f"{count(slots, 'slot')} free or with a free part; {given} given in the next cycle.", "bold")
        note = "Cores, memory, disk and GPUs: the largest request that each slot of a row has room for."
        yield _FREE.block(explained.free, "Free", notes=(note,), inset=_INDENT)
    if explained.turns:
        yield _TURNS.block(explained.turns, "Whose turn it is, in the order of the next cycle", inset=_INDENT)
    else:
        yield Paragraph.of("Nobody has idle jobs to be matched.", space_before=True)


SLOTS_FORMATS: Final = Formats[ExplainedSlots](
    document=lambda result: {"schema": "userprio.explain-slot/1", **field_values(result)},
    rows=lambda result: _JOBS.rows(_JobsLine(slot, alike) for slot in result.slots for alike in slot.jobs),
    screen=lambda result, look: _slots_screen(result),
)

FREE_FORMATS: Final = Formats[ExplainedFree](
    document=lambda result: {"schema": "userprio.explain-free/1", **field_values(result)},
    rows=lambda result: _FREE.rows(result.free),
    screen=lambda result, look: _free_screen(result),
)
