"""What a regular expression is compiled to: fragments of code for the backtracking machine, and how they combine.

Offsets in instructions are relative to the instruction, so that a fragment can be copied and moved as it is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from functools import lru_cache
from typing import Final

from userprio.limits import PATTERN_INSTRUCTIONS

Instruction = tuple[int, int, int, bytes]
"""Operation, two operands and a text or 256-byte table; unused operands are 0 and empty."""

# Plain integers: the machine compares them in its innermost loop.
MATCH: Final = 0
TEXT: Final = 1
SET: Final = 2
RUN: Final = 3
RUN_LAZILY: Final = 4
RUN_ONCE: Final = 5
SPLIT: Final = 6
JUMP: Final = 7
MARK: Final = 8
UNLESS_EMPTY: Final = 9
OPEN: Final = 10
CLOSE: Final = 11
AT: Final = 12
LOOK: Final = 13
LOOKED: Final = 14
CUT: Final = 15
BACK: Final = 16
SAME: Final = 17
CALL: Final = 18
IF_SET: Final = 19
IF_CALLED: Final = 20
KEEP: Final = 21
FAIL: Final = 22

ENDLESS: Final = -1
"""No upper limit to a repetition."""

LARGEST_PROGRAM: Final = PATTERN_INSTRUCTIONS
"""Instructions; PCRE2 likewise refuses a pattern whose counted repetitions blow it up beyond 64 KiB."""

ALL: Final = frozenset(range(256))
NOTHING: Final[frozenset[int]] = frozenset()


class PatternError(Exception):
    """A pattern that does not compile; the language answers it with the value error."""


class Place(IntEnum):
    """Zero-width tests."""

    SUBJECT_START = 0
    LINE_START = 1
    SUBJECT_END = 2
    LAST_LINE_END = 3
    LINE_END = 4
    WORD_EDGE = 5
    WORD_INSIDE = 6
    WORD_START = 7
    WORD_END = 8
    SEARCH_START = 9


class Anchor(Enum):
    """Where alone a match can begin."""

    ANYWHERE = 0
    LINE = 1
    SUBJECT = 2


class Mode(Enum):
    """How a repetition chooses its length."""

    GREEDY = 0
    LAZY = 1
    POSSESSIVE = 2


@dataclass(frozen=True, slots=True)
class Fragment:
    """Code with what is known of the texts it matches.

    `width` is their common length in bytes if they have one, `first` the bytes that they can begin with, `needs` a
    character that each of them holds. `members` is set where the fragment is exactly one byte of a set.
    """

    code: tuple[Instruction, ...]
    width: int | None = 0
    nullable: bool = True
    first: frozenset[int] = NOTHING
    anchor: Anchor = Anchor.ANYWHERE
    members: frozenset[int] | None = None
    needs: frozenset[int] | None = None
    looks: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """A compiled pattern: whole code, number of groups, and where the code of each group begins (for calls)."""

    code: tuple[Instruction, ...]
    groups: int
    entries: dict[int, int]
    first: frozenset[int] | None
    needs: frozenset[int] | None
    anchor: Anchor


@lru_cache(maxsize=1024)
def table(members: frozenset[int]) -> bytes:
    """The set as 256 bytes of 0 and 1."""
    return bytes(byte in members for byte in range(256))


def one_of(members: frozenset[int]) -> Fragment:
    """One byte of the set."""
    # A letter in both its cases is two.
    needs = members if len(members) <= 2 else None
    return Fragment(((SET, 0, 0, table(members)),), 1, False, members, Anchor.ANYWHERE, members, needs)


def simple(operation: int, a: int = 0, *, width: int | None = 0, anchor: Anchor = Anchor.ANYWHERE) -> Fragment:
    """One instruction that matches nothing itself, or (`width` None) something that is only known at run time."""
    return Fragment(((operation, a, 0, b""),), width, True, NOTHING if width == 0 else ALL, anchor)


def sequence(items: Sequence[Fragment]) -> Fragment:
    """The items one after the other; neighbouring single characters become one text."""
    code: list[Instruction] = []
    text = bytearray()
    width: int | None = 0
    nullable = True
    first: frozenset[int] = NOTHING
    for item in items:
        if nullable:
            first |= item.first
            nullable = item.nullable
        width = None if width is None or item.width is None else width + item.width
        if item.members is not None and len(item.members) == 1:
            text.extend(item.members)
            continue
        if text:
            code.append((TEXT, 0, 0, bytes(text)))
            text.clear()
        code.extend(item.code)
    if text:
        code.append((TEXT, 0, 0, bytes(text)))
    if len(items) == 1:
        return items[0]
    anchor = items[0].anchor if items else Anchor.ANYWHERE
    needs = next((item.needs for item in reversed(items) if item.needs is not None), None)
    return _checked(Fragment(tuple(code), width, nullable, first, anchor, needs=needs))


def alternation(branches: Sequence[Fragment]) -> Fragment:
    """The first branch that leads to a match."""
    if len(branches) == 1:
        return branches[0]
    code = branches[-1].code
    for branch in reversed(branches[:-1]):
        size = len(branch.code)
        code = ((SPLIT, 1, size + 2, b""), *branch.code, (JUMP, len(code) + 1, 0, b""), *code)
    widths = {branch.width for branch in branches}
    return _checked(
        Fragment(
            code,
            widths.pop() if len(widths) == 1 else None,
            any(branch.nullable for branch in branches),
            frozenset().union(*(branch.first for branch in branches)),
            min((branch.anchor for branch in branches), key=lambda anchor: anchor.value),
            needs=branches[0].needs if len({branch.needs for branch in branches}) == 1 else None,
        )
    )


def capture(number: int, body: Fragment) -> Fragment:
    """A numbered group."""
    code = ((OPEN, number, 0, b""), *body.code, (CLOSE, number, 0, b""))
    return replace(body, code=code, members=None, looks=False)


def atomic(body: Fragment) -> Fragment:
    """The body, never re-tried once it has matched."""
    code = ((LOOK, 0, 0, b""), *body.code, (CUT, 0, 0, b""))
    return replace(body, code=code, anchor=Anchor.ANYWHERE, members=None, looks=False)


def behind(branches: Iterable[Fragment]) -> Fragment:
    """The body of a look-behind: every branch steps back by its own, fixed, length."""
    stepped = []
    for branch in branches:
        if branch.width is None:
            raise PatternError("a look-behind must have a fixed length")
        stepped.append(sequence([simple(BACK, branch.width), branch]))
    return alternation(stepped)


def look(body: Fragment, negative: bool) -> Fragment:
    """A test for the body at this place, which consumes nothing."""
    size = len(body.code)
    code = (
        ((LOOK, size + 2, 0, b""), *body.code, (LOOKED, 0, 0, b""))
        if negative
        else ((LOOK, 0, 0, b""), *body.code, (LOOKED, 1, 0, b""))
    )
    return Fragment(code, looks=True)


def conditional(test: Instruction, yes: Fragment, no: Fragment) -> Fragment:
    """One of two branches, by a test whose first operand has yet to become the distance to `no`."""
    operation, _, b, text = test
    code = ((operation, len(yes.code) + 2, b, text), *yes.code, (JUMP, len(no.code) + 1, 0, b""), *no.code)
    return _chosen(code, yes, no)


def conditional_look(body: Fragment, negative: bool, yes: Fragment, no: Fragment) -> Fragment:
    """One of two branches, by whether the body is found at this place."""
    size = len(body.code)
    to_yes, to_no = 1, len(yes.code) + 2
    code = (
        (LOOK, size + 1 + (to_yes if negative else to_no), 0, b""),
        *body.code,
        (LOOKED, to_no if negative else to_yes, 0, b""),
        *yes.code,
        (JUMP, len(no.code) + 1, 0, b""),
        *no.code,
    )
    return _chosen(code, yes, no)


def _chosen(code: tuple[Instruction, ...], yes: Fragment, no: Fragment) -> Fragment:
    width = yes.width if yes.width == no.width else None
    return _checked(Fragment(code, width, yes.nullable or no.nullable, yes.first | no.first))


def repeat(body: Fragment, low: int, high: int, mode: Mode) -> Fragment:
    """The body `low` to `high` times (ENDLESS: without limit)."""
    if body.looks:
        low, high = min(low, 1), 1 if high else 0
    width = body.width * low if body.width is not None and low == high else None
    nullable = body.nullable or low == 0
    if high == 0:
        # What is repeated zero times can still be called as a subroutine, so its code stays.
        return Fragment(((JUMP, len(body.code) + 1, 0, b""), *body.code))
    if body.members is not None:
        run = {Mode.GREEDY: RUN, Mode.LAZY: RUN_LAZILY, Mode.POSSESSIVE: RUN_ONCE}[mode]
        code = ((run, low, high, table(body.members)),)
        anchor, needs = _dot_star(body.members, low, high), body.needs if low else None
        return Fragment(code, width, nullable, body.first, anchor, needs=needs)
    if (low + max(high - low, 1)) * len(body.code) > LARGEST_PROGRAM:
        raise PatternError("the pattern is too large")
    lazy = mode is Mode.LAZY
    copies = low if high != ENDLESS else max(low - 1, 0)
    tail = _endless(body, low > 0, lazy) if high == ENDLESS else _optional(body, high - low, lazy)
    anchor, needs = (body.anchor, body.needs) if low else (Anchor.ANYWHERE, None)
    repeated = _checked(Fragment(body.code * copies + tail, width, nullable, body.first, anchor, needs=needs))
    return atomic(repeated) if mode is Mode.POSSESSIVE else repeated


def _dot_star(members: frozenset[int], low: int, high: int) -> Anchor:
    """`.*` at the start need only be tried where a line begins: if it fails there, it fails on the rest of the line."""
    if low or high != ENDLESS:
        return Anchor.ANYWHERE
    return Anchor.SUBJECT if members == ALL else Anchor.LINE if members == ALL - {0x0A} else Anchor.ANYWHERE


def _endless(body: Fragment, at_least_once: bool, lazy: bool) -> tuple[Instruction, ...]:
    """A loop; an iteration that matched the empty text is the last one."""
    once = ((MARK, 0, 0, b""), *body.code, (UNLESS_EMPTY, 2, 0, b"")) if body.nullable else body.code
    if at_least_once:
        again: Instruction = (SPLIT, 1, -len(once), b"") if lazy else (SPLIT, -len(once), 1, b"")
        return (*once, again)
    size = len(once)
    enter: Instruction = (SPLIT, size + 2, 1, b"") if lazy else (SPLIT, 1, size + 2, b"")
    return (enter, *once, (JUMP, -size - 1, 0, b""))


def _optional(body: Fragment, times: int, lazy: bool) -> tuple[Instruction, ...]:
    """Up to `times` copies, each only after the one before it."""
    size = len(body.code) + 1
    code: list[Instruction] = []
    for left in range(times, 0, -1):
        code.append((SPLIT, size * left, 1, b"") if lazy else (SPLIT, 1, size * left, b""))
        code.extend(body.code)
    return tuple(code)


def _checked(fragment: Fragment) -> Fragment:
    if len(fragment.code) > LARGEST_PROGRAM:
        raise PatternError("the pattern is too large")
    return fragment


def finished(body: Fragment, groups: int) -> Program:
    """The whole program."""
    code = (*body.code, (MATCH, 0, 0, b""))
    entries: dict[int, int] = {0: 0}
    for place, (operation, number, _, _) in enumerate(code):
        if operation == OPEN:
            entries.setdefault(number, place)
    return Program(code, groups, entries, None if body.nullable else body.first, body.needs, body.anchor)
