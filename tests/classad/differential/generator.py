"""Texts of expressions and ads from dice: every operator, type, function and scope, alone and inside each other."""

import random
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tests.classad.differential.signatures import SIGNATURES
from userprio.classad import ClassAdSyntaxError, Dialect, format_value, parse, unparse


@dataclass(frozen=True, slots=True)
class Case:
    """An expression, the ad it is evaluated in and the other one of a match; `my` None: a line of a long file."""

    shape: str
    text: str
    my: str | None = "[]"
    target: str | None = None


BINARY: Final = "+ - * / % < <= > >= == != =?= =!= is isnt && || & | ^ << >> >>> ?:".split()
UNARY: Final = ("-", "+", "!", "~", "- ", "--", "!!")
NAMES: Final = ("A", "B", "C", "D", "N", "L", "nope", "a_b", "'x y'")
SCOPES: Final = "MY TARGET other self my parent root toplevel N L A B ad LEFT RIGHT lCtx rCtx CurrentTime".split()
INTEGERS: Final = (
    *("0", "1", "2", "3", "7", "-1", "-2", "10", "31", "32", "63", "64", "65", "100", "2147483647", "2147483648"),
    *("-2147483649", "4294967296", "9007199254740993", "9223372036854775807", "-9223372036854775808"),
    *("9223372036854775808", "99999999999999999999", "-1577836800", "1577836800", "253402300800"),
)
REALS: Final = (
    *("0.0", "-0.0", "0.5", "1.0", "-2.5", "2.0", ".25", "1e3", "1E-3", "1e308", "1.7976931348623157e308", "1e999"),
    *("4.9e-324", "2.2250738585072014e-308", "9007199254740992.0", "9007199254740993.0", "9.3e18", "-1e999", "0.1"),
    *("123456789.123456789", "1e16", "1e15", "123456789012345678.0", "1e-5", "0.0001", "0.3333333333333333"),
    *('real("INF")', 'real("-INF")', 'real("NaN")'),
)
WORDS: Final = (
    *("", "a", "A", "b", "abc", "ABC", "a,b", "a, b ,c", "a b", "10", "9", "1.5", "-3", " 12 ", "0x10", "1e3", "true"),
    *("FALSE", "INF", "é", "É", "a@b", "a@b@c", "x.y", "8.10.2", "8.9", "1.2rc1", "2020-01-01T00:00:00Z", "1+02:03:04"),
    *("it's", "a;b", "A=1 B=2", "<", "<=", "is", "=?=", "^a", "(a)(b)?", "[ab]+", "\\\\1", "%Y-%m", "A", "B + 1", "i"),
    *("\\n", "a\\tb", '\\"', "\\\\", "\\101", "$", "_", "group_physics.ann", "1,2,3", "1,2.5", "-3,-1", ",,a,", " , "),
)
TIMES: Final = (
    *(
        'absTime("2020-01-01T00:00:00Z")',
        'absTime("2020-06-15T12:34:56+01:30")',
        "absTime(0, 0)",
        "absTime(86400, -3600)",
    ),
    *(
        "relTime(60)",
        "relTime(-3.5)",
        "relTime(90061)",
        'relTime("1+00:00:00")',
        "relTime(0)",
        'relTime("-61.25")',
        'relTime("5.")',
        'relTime("1d 2h")',
        'absTime("1999-12-31+0100")',
    ),
)
CONSTANTS: Final = ("true", "false", "undefined", "error", "TRUE", "Undefined")
CONTAINERS: Final = (
    "{}",
    "[]",
    "{1,2,3}",
    '{"a","B"}',
    "{undefined}",
    "{error}",
    "[A = 1]",
    "{[A = 1],[A = 2; B = A]}",
)
PIECES: Final = (
    *(
        "1",
        "2",
        "0",
        "07",
        "9",
        ".",
        "..",
        "e",
        "E5",
        "0x",
        "0x1",
        ".8",
        "p3",
        "1.5",
        "a",
        "b",
        "is",
        "isnt",
        "isn",
        "true",
    ),
    *('"', "'", "\\", "\\n", "\\101", "\\x", '\\"', '"s"', "'n'", "/", "//", "/*", "*/", " ", "\t", "?", ":", "? :"),
    *(
        "=",
        "==",
        "=?=",
        "=!=",
        "=!",
        "!",
        "!=",
        "<",
        "<<",
        "<=",
        ">",
        ">>",
        ">>>",
        "&",
        "&&",
        "|",
        "||",
        "^",
        "~",
        "\r",
    ),
    *(
        "+",
        "-",
        "*",
        "%",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "f(",
        "a =",
        ";",
        ",",
        "é",
        "$",
        "@",
        "#",
        "_",
        "undefined",
        "\n",
    ),
    *(
        'absTime("2020")',
        "parent",
        "MY.",
        "target.",
        "error",
        "\v",
        "\f",
        "true1",
        "size(",
        "1e",
        "-.5",
        "-",
        "- ",
    ),
)


PRESENT: Final = ("absTime", "formatTime")
"""Functions that without an argument answer with the present."""


ELEMENTS: Final = ("1", "2", "7.5", '"a"', "undefined", "[ A = 3 ]", "[ A = 1; B = A ]", "{ A }")
OF_LISTS: Final = (
    *(
        "sum({0})",
        "max({0})",
        "avg({0})",
        "member({1}, {0})",
        "identicalMember({1}, {0})",
        'join("+", {0})',
        "join({0})",
    ),
    *(
        'anyCompare("<", {0}, {1})',
        'allCompare("!=", {0}, {1})',
        "quantize(3, {0})",
        'regexpMember("a", {0})',
        "{0}[0]",
    ),
    *("countMatches({1}, {0})", "evalInEachContext({1}, {0})", "{0}.A", "size({0})", "listToArgs({0})", "{0} =?= {0}"),
)
"""Calls and other uses of a list, and of something else."""


class Generator:
    """Cases of every shape, one after another, from a seed."""

    def __init__(self, seed: int | str) -> None:
        self.dice = random.Random(seed)
        self.names: Sequence[str] = NAMES
        self.shapes: dict[str, Callable[[], Case]] = {
            "operators": self.operators,
            "bits": self.bits,
            "names": self.in_ads,
            "functions": self.functions,
            "lists": self.lists,
            "literals": self.literals,
            "soup": self.soup,
            "line": self.line,
            "printed": self.printed,
        }

    def case(self, shape: str | None = None) -> Case:
        """The next case, of any shape or of the one that is named."""
        return self.shapes[shape or self.dice.choice(tuple(self.shapes))]()

    def operators(self) -> Case:
        """Operators over values of all types, without names."""
        self.names = ()
        return Case("operators", self.expression(self.dice.choice((1, 2, 2, 3, 4))))

    def bits(self) -> Case:
        """Arithmetic on doubles of arbitrary bits and on any integers: the same to the last bit, or not at all."""
        dice = self.dice
        one, two = self.number(), self.number()
        match dice.randrange(4):
            case 0:
                text = f"{one} {dice.choice('+-*/%')} {two}"
            case 1:
                text = f"{one} {dice.choice(('<', '<=', '==', '!=', '>', '>=', '=?='))} {two}"
            case 2:
                text = f"{dice.choice(('int', 'real', 'floor', 'ceiling', 'round', 'string', 'bool'))}({one})"
            case _:
                text = f"{dice.choice(('pow', 'quantize'))}({one}, {two})"
        return Case("bits", text)

    def number(self) -> str:
        """A number of any size; reals with as many digits as make the double certain."""
        dice = self.dice
        if dice.random() < 0.3:
            return str(dice.randrange(-(2**63), 2**63) >> dice.randrange(64))
        if dice.random() < 0.5:
            return repr(dice.choice((-1, 1)) * dice.random() * 10.0 ** dice.randrange(-12, 19))
        (real,) = struct.unpack("<d", dice.randbytes(8))
        return repr(real) if abs(real) < float("inf") else dice.choice(REALS)

    def in_ads(self) -> Case:
        """Names in an ad, mostly with another one beside it, circles included."""
        self.names = NAMES
        target = self.ad() if self.dice.random() < 0.6 else None
        question = self.reference() if self.dice.random() < 0.5 else self.expression(self.dice.choice((1, 2, 3)))
        return Case("names", question, self.ad(), target)

    def functions(self) -> Case:
        """A call of some function, with arguments that suit it or do not; sometimes with names in them."""
        self.names = NAMES if self.dice.random() < 0.3 else ()
        my = self.ad() if self.names else "[]"
        return Case("functions", self.call(self.dice.choice((0, 1, 1, 2))), my)

    def lists(self) -> Case:
        """Functions of a list that stands in either ad, with elements that one of them defines, or both."""
        dice = self.dice

        def ad(around: str = "") -> str:
            named = [f"{name} = {dice.choice(ELEMENTS)}" for name in dice.sample(("A", "B", "C"), dice.randrange(4))]
            elements = ", ".join(
                dice.choice(("A", "B", "C", "A.A", "B + 1", *ELEMENTS)) for _ in range(dice.randrange(3))
            )
            return f"[ {'; '.join([*named, f'L = {{ {elements} }}', around])} ]"

        listed = dice.choice(
            ("L", "TARGET.L", "MY.L", "D.L", "TARGET.D.L", ".RIGHT.L", "ifThenElse(A == 1, L, TARGET.L)")
        )
        text = dice.choice(OF_LISTS).format(listed, dice.choice(("A", "A + 0", "TARGET.A", "B == 2", "L", "nope")))
        return Case("lists", text, ad(f"D = {ad()}"), ad(f"D = {ad()}"))

    def literals(self) -> Case:
        """Strings, numbers and quoted names on their own, of odd characters."""
        dice = self.dice
        body = "".join(
            dice.choices(("a", "é", "\\\\", '\\"', "\\n", "\\t", "\\7", "\\303\\251", "'", "\t", "\x01", "\x7f"), k=4)
        )
        match dice.randrange(4):
            case 0:
                text = f'"{body}"'
            case 1:
                text = f"[ '{body.replace(chr(39), '')}x' = {self.value()} ]"
            case 2:
                text = f"{{ {self.number()}, {self.number()} }}"
            case _:
                digits = "".join(dice.choices("0123456789.eE+-x", k=dice.randrange(1, 9)))
                text = dice.choice(("", "-", "1")) + digits
        return Case("literals", text)

    def soup(self) -> Case:
        """Pieces of the language in any order, nearly all of it wrong somewhere."""
        glue = self.dice.choice(("", " "))
        text = glue.join(self.dice.choices(PIECES, k=self.dice.randrange(1, 9)))
        # The bindings read `a] b` as `a`; `eval()` reads as HTCondor's programs do.
        return Case("soup", f"eval({format_value(text, Dialect.NEW)})")

    def line(self) -> Case:
        """The right side of a line of a long file: its own strings, and an end that nobody checks."""
        dice = self.dice
        if dice.random() < 0.5:
            text = dice.choice(("", " ")).join(dice.choices(PIECES, k=dice.randrange(1, 9)))
        else:
            self.names = NAMES
            text = self.expression(2) + dice.choice(("", "", " tail", ";", " )", '"', "\\", " /* x", " // x"))
        text = text.replace("\n", " ").replace("\r", " ").strip(" \t\v\f")
        return Case("line", text or "1", None)

    def printed(self) -> Case:
        """What is printed here, to be read on both sides, in either dialect."""
        self.names = NAMES
        try:
            expr = parse(self.expression(self.dice.choice((1, 2, 3))), Dialect.NEW)
        except ClassAdSyntaxError:
            return self.printed()
        old = unparse(expr)
        if self.dice.random() < 0.5 or "\n" in old:
            return Case("printed", unparse(expr, Dialect.NEW))
        return Case("printed", old, None)

    def ad(self) -> str:
        """An ad of a few names, nearly all of them with something short."""
        dice = self.dice
        chosen = dice.sample(NAMES, dice.randrange(0, 6))
        return f"[ {'; '.join(f'{name} = {self.expression(dice.choice((0, 0, 0, 1, 2)))}' for name in chosen)} ]"

    def expression(self, depth: int) -> str:
        """An expression with operators up to `depth` deep."""
        dice = self.dice
        if depth <= 0 or dice.random() < 0.1:
            return self.reference() if self.names and dice.random() < 0.6 else self.value()

        def inner() -> str:
            return self.expression(depth - 1)

        match dice.randrange(16):
            case 0 | 1 | 2 | 3:
                return f"{inner()} {dice.choice(BINARY)} {inner()}"
            case 4 | 5:
                return f"({inner()} {dice.choice(BINARY)} {inner()})"
            case 6:
                return f"{dice.choice(UNARY)}{inner()}"
            case 7:
                return f"{inner()} ? {inner()} : {inner()}"
            case 8:
                index = dice.choice(("0", "1", "-1", "1.0", "undefined", '"A"', inner()))
                return f"({inner()})[{index}]"
            case 9:
                return f"{{ {', '.join(inner() for _ in range(dice.randrange(3)))} }}"
            case 10:
                pairs = "; ".join(f"{dice.choice(NAMES)} = {inner()}" for _ in range(dice.randrange(3)))
                return f"[ {pairs} ]"
            case 11:
                return f"[ {dice.choice(NAMES)} = {inner()}; A = {inner()} ].{dice.choice(NAMES)}"
            case 12:
                return f"({inner()}).{dice.choice(NAMES)}"
            case _:
                return self.call(depth - 1)

    def reference(self) -> str:
        """A name, or one behind a scope."""
        dice = self.dice
        name = dice.choice(NAMES)
        match dice.randrange(8):
            case 0:
                return f".{name}"
            case 1 | 2 | 3:
                return f"{dice.choice(SCOPES)}.{name}"
            case 4:
                return f"{dice.choice(SCOPES)}.{dice.choice(SCOPES)}.{name}"
            case _:
                return name

    def value(self) -> str:
        """A value written out, of any type."""
        dice = self.dice
        kind = dice.choice((INTEGERS, INTEGERS, REALS, REALS, WORDS, WORDS, TIMES, CONSTANTS, CONSTANTS, CONTAINERS))
        text = dice.choice(kind)
        return f'"{text}"' if kind is WORDS else text

    def call(self, depth: int) -> str:
        """A call with the right number of arguments, or now and then with another."""
        dice = self.dice
        name = dice.choice(tuple(SIGNATURES))
        kinds = dice.choice(SIGNATURES[name])
        arguments = [self.argument(kind, depth) for kind in kinds]
        if dice.random() < 0.03 and name not in PRESENT:
            arguments = arguments[1:] if dice.random() < 0.5 else [*arguments, self.value()]
        spelled = name if dice.random() < 0.9 else name.swapcase()
        return f"{spelled}({', '.join(arguments)})"

    def argument(self, kind: str, depth: int) -> str:
        """An argument of the kind that a function wants (`signatures`), in one of four cases anything else."""
        dice = self.dice
        if dice.random() < 0.25:
            return self.expression(depth)
        quoted = '"{}"'.format
        match kind:
            case "any":
                return self.expression(depth)
            case "number":
                return dice.choice((*INTEGERS, *REALS)) if dice.random() < 0.5 else str(dice.randrange(-20, 20))
            case "small":
                return str(dice.randrange(-5, 9))
            case "text":
                return quoted(dice.choice(WORDS))
            case "list":
                return f"{{ {', '.join(self.value() for _ in range(dice.randrange(4)))} }}"
            case "numbers":
                return f"{{ {', '.join(dice.choice((*INTEGERS, *REALS, 'true')) for _ in range(dice.randrange(4)))} }}"
            case "texts":
                return f"{{ {', '.join(quoted(dice.choice(WORDS)) for _ in range(dice.randrange(4)))} }}"
            case "ads":
                one, two = dice.choices(("[A = 1]", "[A = B; B = 2]", "[]", "[A = true]"), k=2)
                return f"{{ {one}, {two} }}"
            case "time":
                return dice.choice((*TIMES, *INTEGERS))
            case "name":
                return dice.choice(NAMES)
            case "pattern":
                return quoted("".join(dice.choices(PATTERN_PIECES, k=dice.randrange(1, 5))))
            case _:
                return quoted(dice.choice(PHRASES[kind]))


PATTERN_PIECES: Final = (
    *(
        "a",
        "b",
        "A",
        ".",
        "^",
        "$",
        "(a)",
        "(b|a)",
        "[ab]",
        "[^a]",
        "*",
        "+",
        "?",
        "{2}",
        "\\\\d",
        "\\\\w",
        "\\\\.",
        "|",
    ),
    *(
        "(?i)",
        "(?=a)",
        "(?!b)",
        "\\\\1",
        "(",
        ")",
        "[",
        "é",
        " ",
        "\\\\b",
        "(?<n>a)",
        "\\\\Q",
        "(?:a|b)*",
        "1",
        ",",
        "@",
    ),
)
PHRASES: Final = {
    "options": ("", "i", "m", "s", "x", "f", "g", "fi", "gi", "z"),
    "operator": ("<", "<=", "==", "!=", ">", ">=", "is", "isnt", "=?=", "a"),
    "version": ("8.9", "8.10", "10.0.0", "9", "", "8.9.1rc", "v8.9", "$CondorVersion: 8.9.1 $", "1.02", "1.2"),
    "replacement": ("", "x", "\\\\0", "\\\\1", "<\\\\1\\\\2>", "\\\\", "a\\\\9", "é"),
    "format": ("", "%Y-%m-%d", "%H:%M:%S", "%a %b %e", "%j %U %w", "%%", "%", "%s", "x", "%I%p", "%y %C %G %g %V %u"),
    "environment": ("A=1;B=2", "A=1 B='x y'", "", "|A=1|B=2", "A", "A=''", "A='", "=", "A=1 A=2", "^A=1"),
    "arguments": ("a b c", "a 'b c'", "''", "a ''''", "'", "  a  ", '\\"', "a\\tb"),
    "code": (
        "1 + 1",
        "A",
        "B.A",
        "(",
        "",
        "error",
        "1;",
        '\\"x\\"',
        'eval(\\"1\\")',
        "MY.A",
        "TARGET.A",
        "{1}",
        "[A=1]",
    ),
}
"""Texts that mean something to one kind of function."""
