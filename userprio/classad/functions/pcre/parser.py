"""PCRE2's pattern syntax, read into a program."""

import re
from dataclasses import replace
from typing import Final

from userprio.classad.functions.pcre import program as p
from userprio.classad.functions.pcre.charsets import NEWLINE, SPACE, fold
from userprio.classad.functions.pcre.escapes import Class, Escape, Kind, read_class, read_escape, read_name
from userprio.classad.functions.pcre.groups import LETTERS, Flags, Group, Open, closed
from userprio.classad.functions.pcre.program import ENDLESS, Anchor, Fragment, Mode, PatternError, Place, Program
from userprio.limits import PATTERN_GROUPS

DEEPEST: Final = PATTERN_GROUPS
"""Groups within groups; PCRE2's own limit."""

LARGEST_COUNT: Final = 65535

_QUANTIFIER: Final = re.compile(rb"\{(\d+)(?:(,)(\d*))?\}")
_IGNORED_SETTING: Final = re.compile(rb"\(\*(?:NO_AUTO_POSSESS|NO_DOTSTAR_ANCHOR|NO_JIT|NO_START_OPT|LF)\)")
_FAIL: Final = re.compile(rb"\(\*F(?:AIL)?\)")
_CALLOUT: Final = re.compile(rb"\(\?C\d{0,3}\)")
_SETTINGS: Final = re.compile(rb"\(\?(\^?)([imsxnJU]*)(?:-([imsxnJU]*))?([:)])")
_RELATIVE: Final = re.compile(rb"\(\?(?:R|([-+]?)(\d{1,9}))\)")
_CONDITION_NUMBER: Final = re.compile(rb"([-+]?)(\d{1,9})\)")
_CONDITION_CALL: Final = re.compile(rb"R(\d{0,9})\)")


def compile_pattern(pattern: bytes, options: str = "") -> Program:
    """The program of a pattern; `options` are letters of `imsx`. Raises PatternError."""
    chosen = {LETTERS[letter]: True for letter in options if letter in "imsx"}
    return _Reader(pattern, Flags(**chosen)).read()


class _Reader:
    """One reading of a pattern, left to right; open groups are kept on a list, so that depth costs no recursion."""

    def __init__(self, pattern: bytes, flags: Flags) -> None:
        self.text = pattern
        self.pos = 0
        self.flags = flags
        self.groups = 0
        self.names: dict[bytes, int] = {}
        self.wanted_groups: list[int] = []
        self.wanted_names: list[bytes] = []
        self.has_references = False
        self.open = [Open(Group.WHOLE, flags)]

    def read(self) -> Program:
        """The whole pattern."""
        while found := _IGNORED_SETTING.match(self.text, self.pos):
            self.pos = found.end()
        while self.pos < len(self.text):
            self.read_item()
        if len(self.open) > 1:
            raise PatternError("missing closing parenthesis")
        whole = self.open[0]
        whole.end_branch()
        return self.finish(p.alternation(whole.branches))

    def finish(self, body: Fragment) -> Program:
        """Settle references to groups that stood further on."""
        if any(number > self.groups for number in self.wanted_groups):
            raise PatternError("reference to a group that does not exist")
        code = []
        for operation, a, b, text in body.code:
            if operation in (p.SAME, p.CALL) and text:
                a, text = self.number_of(text), b""
            elif operation == p.IF_SET and text:
                b, text = self.number_of(text), b""
            code.append((operation, a, b, text))
        anchor = Anchor.ANYWHERE if self.has_references else body.anchor
        return p.finished(replace(body, code=tuple(code), anchor=anchor), self.groups)

    def number_of(self, name: bytes) -> int:
        """The group of that name."""
        if name not in self.names:
            raise PatternError("reference to a group that does not exist")
        return self.names[name]

    def add(self, item: Fragment, quantifiable: bool = True) -> None:
        """Append to the branch that is being read."""
        self.open[-1].items.append(item)
        self.open[-1].quantifiable = quantifiable

    def add_byte(self, byte: int) -> None:
        """Append one character, in either case where case is ignored."""
        members = frozenset({byte})
        self.add(p.one_of(fold(members) if self.flags.caseless else members))

    def read_item(self) -> None:
        """One character, class, escape, group or quantifier."""
        char = self.text[self.pos : self.pos + 1]
        if self.flags.extended and char[0] in SPACE:
            self.pos += 1
        elif self.flags.extended and char == b"#":
            end = self.text.find(b"\n", self.pos)
            self.pos = len(self.text) if end == -1 else end + 1
        elif char == b"\\":
            self.read_escape()
        elif char == b"[":
            self.read_class()
        elif char == b"(":
            self.read_opening()
        elif char == b")":
            self.pos += 1
            self.close()
        elif char == b"|":
            self.pos += 1
            self.read_bar()
        elif char in b"*+?" or _QUANTIFIER.match(self.text, self.pos):
            self.read_quantifier()
        else:
            self.pos += 1
            self.read_plain(char)

    def read_plain(self, char: bytes) -> None:
        """A dot, an anchor, or a character that stands for itself."""
        if char == b".":
            members = p.ALL if self.flags.dotall else p.ALL - NEWLINE
            self.add(p.one_of(members))
        elif char == b"^":
            line = self.flags.multiline
            place = Place.LINE_START if line else Place.SUBJECT_START
            self.add(p.simple(p.AT, place, anchor=Anchor.LINE if line else Anchor.SUBJECT), False)
        elif char == b"$":
            self.add(p.simple(p.AT, Place.LINE_END if self.flags.multiline else Place.LAST_LINE_END), False)
        else:
            self.add_byte(char[0])

    def read_bar(self) -> None:
        """The next branch of the group."""
        group = self.open[-1]
        group.end_branch()
        if group.kind is Group.RESET:
            group.most, self.groups = max(group.most, self.groups), group.before

    def read_quantifier(self) -> None:
        """`* + ? {n,m}` with `?` or `+` after it."""
        group = self.open[-1]
        if not group.quantifiable:
            raise PatternError("a quantifier follows nothing that can be repeated")
        counted = _QUANTIFIER.match(self.text, self.pos)
        if counted:
            low = _count(counted[1])
            high = low if counted[2] is None else _count(counted[3]) if counted[3] else ENDLESS
            if high != ENDLESS and high < low:
                raise PatternError("numbers of a quantifier out of order")
            self.pos = counted.end()
        else:
            low, high = {b"*": (0, ENDLESS), b"+": (1, ENDLESS), b"?": (0, 1)}[self.text[self.pos : self.pos + 1]]
            self.pos += 1
        suffix = self.text[self.pos : self.pos + 1]
        mode = Mode.LAZY if self.flags.ungreedy else Mode.GREEDY
        if suffix == b"?":
            mode = Mode.GREEDY if self.flags.ungreedy else Mode.LAZY
        elif suffix == b"+":
            mode = Mode.POSSESSIVE
        self.pos += suffix in (b"?", b"+")
        group.items.append(p.repeat(group.items.pop(), low, high, mode))
        group.quantifiable = False

    def read_class(self) -> None:
        """A class in brackets, or one of the two word edges that look like one."""
        for text, place in ((b"[[:<:]]", Place.WORD_START), (b"[[:>:]]", Place.WORD_END)):
            if self.text.startswith(text, self.pos):
                self.pos += len(text)
                self.add(p.simple(p.AT, place), False)
                return
        found: Class = read_class(self.text, self.pos, self.flags.caseless, self.flags.extended_more)
        self.pos = found.end
        self.add(p.one_of(found.members))

    def read_escape(self) -> None:
        """A backslash and what follows it."""
        if self.text.startswith(b"\\E", self.pos):
            self.pos += 2
            return
        if self.text.startswith(b"\\Q", self.pos):
            end = self.text.find(b"\\E", self.pos)
            end = len(self.text) if end == -1 else end
            for byte in self.text[self.pos + 2 : end]:
                self.add_byte(byte)
            self.pos = end
            return
        found: Escape = read_escape(self.text, self.pos, self.groups)
        self.pos = found.end
        if found.kind is Kind.BYTE:
            self.add_byte(found.number)
        elif found.kind is Kind.SET:
            self.add(p.one_of(found.members))
        elif found.kind is Kind.PLACE:
            first = found.number in (Place.SUBJECT_START, Place.SEARCH_START)
            self.add(p.simple(p.AT, found.number, anchor=Anchor.SUBJECT if first else Anchor.ANYWHERE), False)
        elif found.kind is Kind.KEEP:
            self.add(p.simple(p.KEEP), False)
        elif found.kind is Kind.LINE_BREAK:
            breaks = [p.sequence([p.one_of(frozenset(b"\r")), p.one_of(NEWLINE)]), p.one_of(_LINE_BREAKS)]
            self.add(p.atomic(p.alternation(breaks)))
        elif found.kind is Kind.CLUSTER:
            pair = p.sequence([p.one_of(frozenset(b"\r")), p.one_of(NEWLINE)])
            self.add(p.atomic(p.alternation([pair, p.one_of(p.ALL)])))
        else:
            self.add_reference(found.kind is Kind.CALL, found.number, found.name)

    def add_reference(self, is_call: bool, number: int, name: bytes = b"") -> None:
        """The text of a group again, or its pattern."""
        self.has_references = True
        if not name:
            self.wanted_groups.append(number)
        caseless = 1 if self.flags.caseless else 0
        operation = p.CALL if is_call else p.SAME
        code = ((operation, number, caseless, name),)
        self.add(Fragment(code, None, True, p.ALL))

    def read_opening(self) -> None:
        """A parenthesis and what it says about itself."""
        text, start = self.text, self.pos
        if text.startswith(b"(?#", start):
            end = text.find(b")", start)
            if end == -1:
                raise PatternError("missing ) after comment")
            self.pos = end + 1
        elif found := _CALLOUT.match(text, start):
            self.pos = found.end()
            self.open[-1].quantifiable = False
        elif found := _FAIL.match(text, start):
            self.pos = found.end()
            self.add(p.simple(p.FAIL), False)
        elif text.startswith(b"(*", start):
            raise PatternError("verbs are not supported")
        elif not text.startswith(b"(?", start):
            self.pos += 1
            if self.flags.no_auto_capture:
                self.begin(Group.PLAIN)
            else:
                self.begin_capture(b"")
        elif found := _RELATIVE.match(text, start):
            self.pos = found.end()
            self.add_reference(True, self.relative(found[1] or b"", int(found[2] or 0)))
        elif found := _SETTINGS.match(text, start):
            self.pos = found.end()
            self.read_settings(found)
        else:
            self.pos += 2
            self.read_special()

    def relative(self, sign: bytes, number: int) -> int:
        """The number of a group given as such, or counted from here."""
        if sign and not number:
            raise PatternError("a relative reference of zero")
        wanted = number if not sign else self.groups + number if sign == b"+" else self.groups + 1 - number
        if wanted < 0 or (sign and wanted == 0):
            raise PatternError("reference to a group that does not exist")
        return wanted

    def read_settings(self, found: re.Match[bytes]) -> None:
        """`(?i)`, to the end of the group, or `(?i:...)`."""
        reset, on, off, end = found[1], found[2].decode(), (found[3] or b"").decode(), found[4]
        if (reset and found[3] is not None) or "J" in on:
            raise PatternError("options that are not supported")
        flags = Flags(ungreedy=self.flags.ungreedy) if reset else self.flags
        if "x" in on or "x" in off:
            flags = replace(flags, extended_more="xx" in on)
        flags = replace(flags, **{LETTERS[letter]: True for letter in on})
        flags = replace(flags, **{LETTERS[letter]: False for letter in off if letter != "J"})
        if end == b":":
            self.begin(Group.PLAIN)
        else:
            self.open[-1].quantifiable = False
        self.flags = flags

    def read_special(self) -> None:
        """What follows `(?`."""
        for opening, kind, negative in _OPENINGS:
            if self.text.startswith(opening, self.pos):
                self.pos += len(opening)
                self.begin(kind, negative=negative)
                return
        for opening, closing in _NAMES.items():
            if self.text.startswith(opening, self.pos):
                name, self.pos = read_name(self.text, self.pos + len(opening), closing)
                if opening == b"P=":
                    self.add_reference(False, 0, name)
                elif opening in (b"P>", b"&"):
                    self.add_reference(True, 0, name)
                else:
                    self.begin_capture(name)
                return
        if self.text.startswith(b"(", self.pos):
            self.read_condition()
            return
        raise PatternError("unrecognised character after (?")

    def read_condition(self) -> None:
        """The test of a conditional group."""
        self.pos += 1
        rest = self.pos
        if self.text.startswith(b"?", rest):
            # A test by looking: the group that follows is the test.
            self.pos -= 1
            if not self.text.startswith((b"(?=", b"(?!", b"(?<=", b"(?<!"), self.pos):
                raise PatternError("a condition is not a test")
            self.begin(Group.CONDITION)
            return
        test: p.Instruction
        kind = Group.CONDITION
        if found := _CONDITION_NUMBER.match(self.text, rest):
            number = self.relative(found[1], int(found[2]))
            self.wanted_groups.append(max(number, 1))
            test, self.pos = (p.IF_SET, 0, number, b""), found.end()
        elif self.text.startswith(b"DEFINE)", rest):
            test, self.pos, kind = (p.JUMP, 0, 0, b""), rest + 7, Group.DEFINE
        elif found := _CONDITION_CALL.match(self.text, rest):
            number = int(found[1]) if found[1] else ENDLESS
            self.wanted_groups.append(number)
            test, self.pos = (p.IF_CALLED, 0, number, b""), found.end()
        elif self.text.startswith((b"<", b"'"), rest):
            name, end = read_name(self.text, rest + 1, b">" if self.text.startswith(b"<", rest) else b"'")
            if not self.text.startswith(b")", end):
                raise PatternError("missing ) after a condition")
            test, self.pos = (p.IF_SET, 0, 0, name), end + 1
        else:
            name, self.pos = read_name(self.text, rest, b")")
            test = (p.IF_SET, 0, 0, name)
        self.has_references = True
        self.begin(kind)
        self.open[-1].test = test

    def begin_capture(self, name: bytes) -> None:
        """Open the next numbered group."""
        self.groups += 1
        if name and self.names.setdefault(name, self.groups) != self.groups:
            raise PatternError("two groups have the same name")
        self.begin(Group.CAPTURE)
        self.open[-1].number = self.groups

    def begin(self, kind: Group, *, negative: bool = False) -> None:
        """Open a group."""
        if len(self.open) > DEEPEST:
            raise PatternError("parentheses are too deeply nested")
        self.open.append(Open(kind, self.flags, negative=negative, before=self.groups, most=self.groups))

    def close(self) -> None:
        """Close the innermost group and add it to the one around it."""
        if len(self.open) == 1:
            raise PatternError("unmatched closing parenthesis")
        group = self.open.pop()
        group.end_branch()
        self.flags = group.flags
        outer = self.open[-1]
        if group.kind is Group.RESET:
            self.groups = max(group.most, self.groups)
        is_look = group.kind in (Group.AHEAD, Group.BEHIND)
        if is_look and outer.kind is Group.CONDITION and outer.test is None and outer.look is None:
            body = p.behind(group.branches) if group.kind is Group.BEHIND else p.alternation(group.branches)
            outer.look = body, group.negative
        else:
            self.add(closed(group))


def _count(digits: bytes) -> int:
    count = int(digits) if len(digits) < 7 else LARGEST_COUNT + 1
    if count > LARGEST_COUNT:
        raise PatternError("number too big in a quantifier")
    return count


_LINE_BREAKS: Final = frozenset({0x0A, 0x0B, 0x0C, 0x0D, 0x85})

_OPENINGS: Final = (
    (b"=", Group.AHEAD, False),
    (b"!", Group.AHEAD, True),
    (b"<=", Group.BEHIND, False),
    (b"<!", Group.BEHIND, True),
    (b">", Group.ATOMIC, False),
    (b"|", Group.RESET, False),
)

_NAMES: Final = {b"P<": b">", b"P=": b")", b"P>": b")", b"&": b")", b"<": b">", b"'": b"'"}
"""Constructs that hold a name, with what ends the name."""
