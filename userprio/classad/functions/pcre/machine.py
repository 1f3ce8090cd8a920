"""The backtracking machine that runs a compiled pattern over a subject as PCRE2's interpreter does, within a budget."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from userprio.classad.functions.pcre.charsets import WORD
from userprio.classad.functions.pcre.program import (
    AT,
    BACK,
    CALL,
    CLOSE,
    CUT,
    ENDLESS,
    FAIL,
    IF_CALLED,
    IF_SET,
    JUMP,
    KEEP,
    LOOK,
    LOOKED,
    MARK,
    OPEN,
    RUN,
    RUN_LAZILY,
    RUN_ONCE,
    SAME,
    SET,
    SPLIT,
    TEXT,
    UNLESS_EMPTY,
    Anchor,
    Instruction,
    Place,
    Program,
)
from userprio.limits import SEARCH_STEPS

BUDGET: Final = SEARCH_STEPS
"""Steps back that one search may take, about a second. PCRE2 gives up likewise, after 10,000,000 from one starting
place.
"""

_PASSED: Final = 64
_STARTED: Final = 8
"""Bytes of a run, and places to begin at, that count as a step: cheap, but a long text has many."""

Spans = tuple[int, ...]
"""Start and end of each group, -1 where it took no part."""

Marks = tuple[int, int, "Marks"] | None
"""Open loops, groups and tests, innermost first: height of the stack, position, the rest."""

Frames = tuple[int, int, int, Spans, "Frames"] | None
"""Open calls, innermost first: group, where to return to, position of the call, groups as they were, the rest."""

Saved = tuple[int, int, Spans, Marks, Frames, int, int]
"""A place to go back to; the last two are a step and a limit for runs of single bytes, which can be cut shorter or
longer.
"""


class BudgetExceeded(Exception):
    """The search went on for too long, or called itself without end; the language answers it with the value error."""


class Budget:
    """Steps that several searches may take together; each of them has `BUDGET` at most."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left


@lru_cache(maxsize=1024)
def _run_of(table: bytes, high: int) -> re.Pattern[bytes]:
    """A matcher of the longest run of bytes of the set, up to `high` of them; one class, so it never backtracks."""
    members = b"".join(b"\\x%02x" % byte for byte, is_member in enumerate(table) if is_member)
    return re.compile(b"(?:[%s]{0,%s})" % (members, b"" if high == ENDLESS else b"%d" % high) if members else b"")


@lru_cache(maxsize=1024)
def _any_of(members: frozenset[int]) -> re.Pattern[bytes]:
    return re.compile(b"[%s]" % b"".join(b"\\x%02x" % byte for byte in sorted(members)) if members else b"(?!)")


def search(
    program: Program,
    subject: bytes,
    start: int = 0,
    *,
    anchored: bool = False,
    not_empty: bool = False,
    budget: Budget | None = None,
) -> Spans | None:
    """The spans of the first match at or after `start`, or None.

    `anchored` allows a match at `start` only, `not_empty` none that is empty there (PCRE2_ANCHORED,
    PCRE2_NOTEMPTY_ATSTART). Raises BudgetExceeded; what was used is taken from `budget`.
    """
    allowed = left = BUDGET if budget is None else min(BUDGET, budget.left)
    spans: Spans | None = None
    try:
        if program.needs is not None:
            needed = _any_of(program.needs).search(subject, start)
            if needed is None:
                return None
            left -= (needed.start() - start) // _PASSED
        for place in _starting_places(program, subject, start, anchored):
            left -= 0 if place % _STARTED else 1
            spans, left = _match(program, subject, place, start, not_empty, left)
            if spans is not None:
                break
    except BudgetExceeded:
        left = 0
        raise
    finally:
        if budget is not None:
            budget.left -= allowed - left
    return spans


def _starting_places(program: Program, subject: bytes, start: int, anchored: bool) -> Iterator[int]:
    if anchored or program.anchor is Anchor.SUBJECT:
        yield start
    elif program.anchor is Anchor.LINE:
        yield start
        place = subject.find(b"\n", start)
        while place != -1:
            yield place + 1
            place = subject.find(b"\n", place + 1)
    elif program.first is not None:
        for found in _any_of(program.first).finditer(subject, start):
            yield found.start()
    else:
        yield from range(start, len(subject) + 1)


def _match(
    program: Program, subject: bytes, at: int, search_start: int, not_empty: bool, budget: int
) -> tuple[Spans | None, int]:
    """Match at one place; also what is left of the budget."""
    code = program.code
    end = len(subject)
    pc, pos, spans = 0, at, (at,) + (-1,) * (2 * program.groups + 1)
    marks: Marks = None
    frames: Frames = None
    stack: list[Saved] = []
    while True:
        operation, a, b, text = code[pc]
        matched = True
        if operation == TEXT:
            matched = subject.startswith(text, pos)
            pos += len(text)
            pc += 1
        elif operation == SET:
            matched = pos < end and text[subject[pos]] == 1
            pos += 1
            pc += 1
        elif operation <= RUN_ONCE and operation >= RUN:
            found = _run_of(text, b).match(subject, pos)
            furthest = found.end() if found else pos
            budget -= (furthest - pos) // _PASSED
            nearest = pos + a
            pc += 1
            if furthest < nearest:
                matched = False
            elif operation == RUN_LAZILY:
                pos = nearest
                if pos < furthest:
                    stack.append((pc, pos, spans, marks, frames, 1, furthest))
            else:
                pos = furthest
                if operation == RUN and pos > nearest:
                    stack.append((pc, pos, spans, marks, frames, -1, nearest))
        elif operation == SPLIT:
            stack.append((pc + b, pos, spans, marks, frames, 0, 0))
            pc += a
        elif operation == JUMP:
            pc += a
        elif operation == AT:
            matched = _stands(a, subject, pos, search_start)
            pc += 1
        elif operation in (OPEN, MARK):
            marks = (0, pos, marks)
            pc += 1
        elif operation == CLOSE:
            opened = marks
            assert opened is not None
            marks = opened[2]
            if frames is not None and frames[0] == a:
                pc, spans, frames = frames[1], frames[3], frames[4]
            else:
                spans = (*spans[: 2 * a], opened[1], pos, *spans[2 * a + 2 :])
                pc += 1
        elif operation == UNLESS_EMPTY:
            entered = marks
            assert entered is not None
            marks = entered[2]
            pc += a if entered[1] == pos else 1
        elif operation == LOOK:
            marks = (len(stack), pos, marks)
            if a:
                stack.append((pc + a, pos, spans, marks[2], frames, 0, 0))
            pc += 1
        elif operation in (LOOKED, CUT):
            looked = marks
            assert looked is not None
            marks = looked[2]
            del stack[looked[0] :]
            if operation == CUT:
                pc += 1
            else:
                matched = a != 0
                pos = looked[1]
                pc += a
        elif operation == BACK:
            pos -= a
            matched = pos >= 0
            pc += 1
        elif operation == SAME:
            matched, pos = _repeats(subject, pos, spans[2 * a : 2 * a + 2], b == 1)
            pc += 1
        elif operation == CALL:
            budget -= 1
            if _is_circular(frames, a, pos):
                raise BudgetExceeded
            frames = (a, pc + 1, pos, spans, frames)
            pc = program.entries[a]
        elif operation == IF_SET:
            pc += 1 if spans[2 * b + 1] != -1 else a
        elif operation == IF_CALLED:
            pc += 1 if frames is not None and b in (ENDLESS, frames[0]) else a
        elif operation == KEEP:
            spans = (pos, *spans[1:])
            pc += 1
        elif operation == FAIL:
            matched = False
        elif frames is not None and frames[0] == 0:
            pc, spans, frames = frames[1], frames[3], frames[4]
        elif not_empty and pos == search_start == spans[0]:
            matched = False
        else:
            return (spans[0], pos, *spans[2:]), budget
        if not matched:
            if not stack:
                return None, budget
            budget -= 1
            if budget < 0:
                raise BudgetExceeded
            pc, pos, spans, marks, frames, step, limit = stack.pop()
            if step:
                pos += step
                if pos != limit:
                    stack.append((pc, pos, spans, marks, frames, step, limit))


def _is_circular(frames: Frames, group: int, pos: int) -> bool:
    """Whether the same call is already open at the same place: PCRE2 calls that a recursive loop, which is an error."""
    while frames is not None and frames[2] == pos:
        if frames[0] == group:
            return True
        frames = frames[4]
    return False


def _repeats(subject: bytes, pos: int, span: Spans, caseless: bool) -> tuple[bool, int]:
    """Whether the text of a group stands at `pos` again, and where it then ends. An unset group never does."""
    start, stop = span
    if stop == -1:
        return False, pos
    text = subject[start:stop]
    here = subject[pos : pos + len(text)]
    same = here.lower() == text.lower() if caseless else here == text
    return same, pos + len(text)


def _stands(place: int, subject: bytes, pos: int, search_start: int) -> bool:
    """The zero-width tests; a newline is the byte 10, as HTCondor's PCRE2 is built."""
    end = len(subject)
    if place == Place.SUBJECT_START:
        return pos == 0
    if place == Place.LINE_START:
        # Not after a newline that is the subject's last byte.
        return pos == 0 or (pos < end and subject[pos - 1] == 0x0A)
    if place == Place.SUBJECT_END:
        return pos == end
    if place == Place.LAST_LINE_END:
        return pos == end or (pos == end - 1 and subject[pos] == 0x0A)
    if place == Place.LINE_END:
        return pos == end or subject[pos] == 0x0A
    if place == Place.SEARCH_START:
        return pos == search_start
    before = pos > 0 and subject[pos - 1] in WORD
    after = pos < end and subject[pos] in WORD
    if place == Place.WORD_START:
        return not before and after
    if place == Place.WORD_END:
        return before and not after
    return (before != after) == (place == Place.WORD_EDGE)


__all__ = ["BUDGET", "Budget", "BudgetExceeded", "Instruction", "Spans", "search"]
