"""Groups of a pattern while they are being read, the options in force in them, and the code they become."""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from userprio.classad.functions.pcre import program as p
from userprio.classad.functions.pcre.program import Fragment, PatternError


@dataclass(frozen=True, slots=True)
class Flags:
    """The options in force at a place of the pattern."""

    caseless: bool = False
    multiline: bool = False
    dotall: bool = False
    extended: bool = False
    extended_more: bool = False
    ungreedy: bool = False
    no_auto_capture: bool = False


LETTERS: Final = {
    "i": "caseless",
    "m": "multiline",
    "s": "dotall",
    "x": "extended",
    "U": "ungreedy",
    "n": "no_auto_capture",
}


class Group(Enum):
    """What the parenthesis that is open does."""

    WHOLE = 0
    CAPTURE = 1
    PLAIN = 2
    ATOMIC = 3
    AHEAD = 4
    BEHIND = 5
    RESET = 6
    CONDITION = 7
    DEFINE = 8


@dataclass(slots=True)
class Open:
    """A group that is being read."""

    kind: Group
    flags: Flags
    number: int = 0
    negative: bool = False
    test: p.Instruction | None = None
    look: tuple[Fragment, bool] | None = None
    before: int = 0
    most: int = 0
    branches: list[Fragment] = field(default_factory=list)
    items: list[Fragment] = field(default_factory=list)
    quantifiable: bool = False

    def end_branch(self) -> None:
        """Close the branch that is being read."""
        self.branches.append(p.sequence(self.items))
        self.items = []
        self.quantifiable = False


def closed(group: Open) -> Fragment:
    """The code of a group whose branches are all read."""
    if group.kind in (Group.CONDITION, Group.DEFINE):
        return _conditional(group)
    if group.kind is Group.BEHIND:
        return p.look(p.behind(group.branches), group.negative)
    body = p.alternation(group.branches)
    match group.kind:
        case Group.AHEAD:
            return p.look(body, group.negative)
        case Group.ATOMIC:
            return p.atomic(body)
        case Group.CAPTURE:
            return p.capture(group.number, body)
        case _:
            return replace(body, members=None, looks=False)


def _conditional(group: Open) -> Fragment:
    """A conditional group of one or two branches."""
    nothing = p.sequence([])
    if len(group.branches) > (1 if group.kind is Group.DEFINE else 2):
        raise PatternError("a conditional group has too many branches")
    yes, no = (*group.branches, nothing)[:2]
    if group.look is not None:
        body, negative = group.look
        return p.conditional_look(body, negative, yes, no)
    assert group.test is not None
    if group.kind is Group.DEFINE:
        # Never entered from above, only called.
        return replace(p.conditional(group.test, yes, no), width=0, nullable=True, first=p.NOTHING)
    return p.conditional(group.test, yes, no)
