"""Text to tokens and tokens to expressions, in both dialects, and what versions read differently (`Lexer` and
`ClassAdParser` of HTCondor's classad library).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import Enum, auto
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from userprio.base.errors import BadInput
from userprio.base.limits import EXPRESSION_TOKENS, PARSER_LEVELS
from userprio.base.patterns import lazy_pattern
from userprio.classad import values
from userprio.classad.values import ERROR, UNDEFINED, AdExpr, Binary, Conditional, Expr, Literal, Value, decode, encode

if TYPE_CHECKING:
    from userprio.base.versions import Behaviour

_COMPARISONS: Final = {name.lower(): name for name in ("versionLT", "versionLE", "versionEQ", "versionGE", "versionGT")}


class Grammar(NamedTuple):
    """How expressions are read; each field as in `userprio.base.versions`. The newest version is the default."""

    elvis_binds_tightly: bool = True
    spaced_elvis_binds_tightly: bool = True
    number_suffixes_are_errors: bool = True
    large_integers_are_zero: bool = True
    version_functions_in_any_case: bool = True

    @classmethod
    def of(cls, behaviour: Behaviour) -> Grammar:
        """How a daemon of a version reads."""
        return cls(**{name: getattr(behaviour, name) for name in cls._fields})

    def is_elvis(self, operator: str) -> bool:
        """Whether `?`, perhaps with blanks and a colon after it, is the operator that binds tightly."""
        return operator != "?" and (self.elvis_binds_tightly if operator == "?:" else self.spaced_elvis_binds_tightly)

    def refuses(self, function: str) -> bool:
        """Whether a call of the function in this spelling is an error."""
        spelt = None if self.version_functions_in_any_case else _COMPARISONS.get(function.lower())
        return spelt is not None and spelt != function


NEWEST: Final = Grammar()
"""The grammar of the newest version."""


class Dialect(Enum):
    """How expressions are written: as in `-long` files and configuration, or as in `[ a = 1; b = 2 ]`, JSON and XML."""

    OLD = auto()
    NEW = auto()


class TokenKind(Enum):
    """What a token is."""

    LITERAL = auto()
    NAME = auto()
    OPERATOR = auto()
    END = auto()
    BAD = auto()


class Token(NamedTuple):
    """One token: `text` is the operator, the name, or what is wrong with a bad one; `at` counts characters from 0."""

    kind: TokenKind
    text: str
    value: Value
    at: int


_SPACE = lazy_pattern(r"(?:[ \t\n\v\f\r]+|//[^\n]*|/\*.*?\*/)+", re.S)
_WORD = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*")
_OPERATOR = lazy_pattern(r"\?[ \t\n\v\f\r]*:|=\?=|=!=|==|>>>|>>|>=|<<|<=|!=|&&|\|\||\.\.?|[-+*/%~^?:;,\[\](){}&|<>=!]")
_NUMBER_START = lazy_pattern(r"[0-9]|-\.?[0-9]|\.\.?[0-9]")
_HEX = lazy_pattern(r"-?0[xX](?P<digits>[0-9a-fA-F]*)(?P<fraction>\.[0-9]+(?:[eE][-+]?[0-9]*)?)?")
_NUMBER = lazy_pattern(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.{1,2}[0-9]+)(?P<exponent>[eE][-+]?[0-9]*)?")
_FACTORS: Final = {letter: 1024.0**power for power, letter in enumerate("BKMGT")}
"""By which old versions multiplied a number that one of these letters follows."""
_QUOTED: Final = {quote: re.compile(rf"{quote}([^{quote}\\]*(?:\\.[^{quote}\\]*)*){quote}", re.S) for quote in "\"'"}
_ESCAPE = lazy_pattern(r"\\([0-3][0-7]{0,2}|[4-7][0-7]?|.)", re.S)
CONTROL_CHARACTERS: Final = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
"""By the letter of their escape."""

_BLANKS: Final = frozenset(" \t\n\v\f\r")
_DIGITS: Final = frozenset("0123456789")
_NO_VALUE: Final = UNDEFINED
_CONSTANTS: Final[dict[str, Value]] = {"true": True, "false": False, "undefined": UNDEFINED, "error": ERROR}
_WORD_OPERATORS: Final = {"is": "=?=", "isnt": "=!="}
_OPERAND_ENDS: Final = frozenset({".", "]", ")", "}"})
"""After these, as after a name or a value, a minus is the operator and never the sign of a number."""


def tokens(text: str, dialect: Dialect, grammar: Grammar = NEWEST) -> list[Token]:
    """The tokens of `text`, the last of them END, or BAD where the text stops making sense. A NUL ends the text."""
    text = text.partition("\0")[0]  # C++ sees a string that ends there
    result: list[Token] = []
    at = 0
    while True:
        if blank := _SPACE.match(text, at):
            at = blank.end()
        if at == len(text):
            result.append(Token(TokenKind.END, "", _NO_VALUE, at))
            return result
        if len(result) == EXPRESSION_TOKENS:
            result.append(Token(TokenKind.BAD, "this expression is too long", _NO_VALUE, at))
            return result
        token, at = _token(text, at, dialect, grammar, result[-1] if result else None)
        result.append(token)
        if token.kind is TokenKind.BAD:
            return result


def _token(text: str, at: int, dialect: Dialect, grammar: Grammar, last: Token | None) -> tuple[Token, int]:
    char = text[at]
    if word := _WORD.match(text, at):
        lower = word[0].lower()
        if lower in _CONSTANTS:
            return Token(TokenKind.LITERAL, word[0], _CONSTANTS[lower], at), word.end()
        if lower in _WORD_OPERATORS:
            return Token(TokenKind.OPERATOR, _WORD_OPERATORS[lower], _NO_VALUE, at), word.end()
        return Token(TokenKind.NAME, word[0], _NO_VALUE, at), word.end()
    if char in "\"'":
        return _string(text, at, dialect)
    if _begins_number(text, at, last):
        return _number(text, at, grammar)
    if text.startswith("/*", at):
        return _bad("this comment is not closed", at)
    operator = _OPERATOR.match(text, at)
    if operator is None:
        return _bad(f"{char!r} has no meaning here", at)
    if operator[0] == "=" and text.startswith("?", at + 1):
        return _bad("'=?' must be '=?='", at)
    name, end = operator[0], operator.end()
    if name[0] == "?" and not grammar.is_elvis(name):
        name, end = "?", at + 1
    elif name[0] == "?" and name != "?":
        name = "?:"
    return Token(TokenKind.OPERATOR, "." if name == ".." else name, _NO_VALUE, at), end


def _bad(why: str, at: int) -> tuple[Token, int]:
    return Token(TokenKind.BAD, why, _NO_VALUE, at), at


def _begins_number(text: str, at: int, last: Token | None) -> bool:
    """Whether a number begins here; a minus belongs to it where no operand stands to its left."""
    if text[at] == "-" and last is not None and (last.kind is not TokenKind.OPERATOR or last.text in _OPERAND_ENDS):
        return False
    return _NUMBER_START.match(text, at) is not None


def _number(text: str, at: int, grammar: Grammar) -> tuple[Token, int]:
    """A number, in old versions with the letter of a factor, which makes it a real."""
    token, end = _plain_number(text, at, grammar)
    letter = text[end : end + 1].upper()
    if token.kind is TokenKind.BAD or grammar.number_suffixes_are_errors or letter not in _FACTORS:
        return token, end
    assert isinstance(token.value, int | float)
    return Token(TokenKind.LITERAL, text[at : end + 1], token.value * _FACTORS[letter], at), end + 1


def _plain_number(text: str, at: int, grammar: Grammar) -> tuple[Token, int]:
    """A number. Integers have no leading zero; what 64 bit cannot hold is 0, as `std::from_chars` leaves it."""
    if hexadecimal := _HEX.match(text, at):
        return _hexadecimal(hexadecimal, at)
    match = _NUMBER.match(text, at)
    assert match is not None
    digits, end = match[0], match.end()
    real = "." in digits
    if match["exponent"] and match["exponent"][-1] not in _DIGITS:
        return _bad("this number lacks the digits of its exponent", at)
    if not real and not match["exponent"] and text.startswith(".", end):
        return _bad("this number lacks the digits after its point", at)
    if real or match["exponent"]:
        value = 0.0 if digits.startswith("..") else float(digits)  # `strtod` stops at the second dot
        return Token(TokenKind.LITERAL, digits, value, at), end
    plain = digits.lstrip("-")
    if len(plain) > 1 and plain[0] == "0" and (digits[0] != "-" or "8" in plain or "9" in plain):
        return _bad("an integer must not begin with a zero", at)
    significant = plain.lstrip("0") or "0"
    number = int(digits) if len(significant) <= 19 and len(digits) < 4000 else 2**63
    if not -(2**63) <= number < 2**63:
        largest = 2**63 - 1 if digits[0] != "-" else -(2**63)
        number = 0 if grammar.large_integers_are_zero else largest
    return Token(TokenKind.LITERAL, digits, number, at), end


def _hexadecimal(match: re.Match[str], at: int) -> tuple[Token, int]:
    """`0x1F`, which is refused, unless it is negative (then only its zero is read) or has a fraction (`strtod`)."""
    text, fraction, end = match[0], match["fraction"], match.end()
    complete = fraction[-1] in _DIGITS if fraction else not match.string.startswith(".", end)
    if not match["digits"] or not complete:
        return _bad("this hexadecimal number is not complete", at)
    if fraction:
        value = float.fromhex(re.split("[-+]", text.lstrip("-"))[0])
        return Token(TokenKind.LITERAL, text, -value if text[0] == "-" else value, at), end
    if text[0] == "-":
        return Token(TokenKind.LITERAL, text, 0, at), end
    return _bad("hexadecimal numbers are not part of the language", at)


def _string(text: str, at: int, dialect: Dialect) -> tuple[Token, int]:
    quote = text[at]
    value, end = _old_string(text, at + 1, quote) if dialect is Dialect.OLD else _new_string(text, at, quote)
    if value is None:
        return _bad("this string is not closed" if end == at else "a string cannot hold the character NUL", at)
    if quote == "'":
        return Token(TokenKind.NAME, value, _NO_VALUE, at), end
    return Token(TokenKind.LITERAL, text[at:end], value, at), end


def _old_string(text: str, at: int, quote: str) -> tuple[str | None, int]:
    """A backslash means itself, but hides a quote that is not the last character of its line."""
    parts: list[str] = []
    start = at
    while True:
        close = text.find(quote, at)
        if close < 0:
            return None, start - 1
        hidden = close > at and text[close - 1] == "\\" and text[close + 1 : close + 2] not in ("", "\n")
        if not hidden:
            return "".join([*parts, text[at:close]]), close + 1
        parts.append(text[at : close - 1] + quote)
        at = close + 1


def _new_string(text: str, at: int, quote: str) -> tuple[str | None, int]:
    """C escapes; neighbouring strings are one."""
    parts: list[str] = []
    end = start = at
    while match := _QUOTED[quote].match(text, at):
        parts.append(match[1])
        at = end = match.end()
        while text[at : at + 1] in _BLANKS:
            at += 1
    if not parts or text.startswith(quote, at):
        return None, start
    decoded = without_escapes("".join(parts))
    return (None if "\0" in decoded else decoded), end


def without_escapes(text: str) -> str:
    """The text with C's escapes replaced; an octal one is a byte."""
    if "\\" not in text:
        return text
    return decode(_ESCAPE.sub(_unescape, encode(text).decode("latin-1")).encode("latin-1"))


def _unescape(escape: re.Match[str]) -> str:
    what = escape[1]
    return chr(int(what, 8)) if what[0] in "01234567" else CONTROL_CHARACTERS.get(what, what)


_LEVELS: Final = ("||", "&&", "|", "^", "&", "== != =?= =!=", "< <= > >=", "<< >> >>>", "+ -", "* / %")
_LEVEL: Final = {symbol: level for level, symbols in enumerate(_LEVELS) for symbol in symbols.split()}
_PLAIN: Final = lazy_pattern(
    r"(-?(?:0|[1-9][0-9]{0,17}))|(-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+))"
    r'|"([^"\\\n\0]*+)"|(true|false|undefined)'
)
"""What most attributes of an ad hold, told without taking it apart into tokens."""
_UNNUMBERED: Final = re.sub(r"\((?!\?)", "(?:", _PLAIN.pattern)  # No groups are kept of so many values
_PLAIN_LINES: Final = lazy_pattern(f"(?>(?:(?:{_UNNUMBERED})\\n)*)")
_WORDS: Final = {"true": Literal(True), "false": Literal(False), "undefined": Literal(UNDEFINED)}
_UNARY: Final = frozenset("-+!~")


class ClassAdSyntaxError(BadInput):
    """A text that is not an expression; `column` counts characters from 1."""


def parse(text: str, dialect: Dialect = Dialect.OLD, grammar: Grammar = NEWEST) -> Expr:
    """The expression that the whole of `text` is; equal texts mostly give the same object.

    Raises `ClassAdSyntaxError`. One oddity of HTCondor is kept: what follows a conditional `c ? a : b` is dropped.
    """
    expr, rest = _read(text, dialect, grammar)
    if rest is not None:
        raise ClassAdSyntaxError("the expression ends before this", column=rest + 1)
    return expr


def parse_prefix(text: str, grammar: Grammar = NEWEST) -> Expr:
    """The expression that the right side of a `-long` line begins with, the rest dropped, or `ClassAdSyntaxError`."""
    plain = plain_or_none(text)
    return _read(text, Dialect.OLD, grammar)[0] if plain is None else plain


@lru_cache(maxsize=1 << 14)
def plain_or_none(text: str) -> Literal | None:
    """The value that a text is if it is no more than a number, a string or a word such as `true`, in any grammar."""
    plain = _PLAIN.fullmatch(text)
    if plain is None:
        return None
    integer, real, string, word = plain.groups()
    if string is not None:
        return Literal(string)
    if integer is not None:
        return Literal(int(integer))
    return Literal(float(real)) if real is not None else _WORDS[word]


def prefix_or_none(text: str, grammar: Grammar = NEWEST) -> Expr | None:
    """As `parse_prefix`, but None for a text that does not begin with an expression."""
    try:
        return parse_prefix(text, grammar)
    except ClassAdSyntaxError:
        return None


def is_plain(text: str) -> bool:
    """Whether a text is certainly no more than a number, a string or a word such as `true`; a quick test."""
    return _PLAIN.fullmatch(text) is not None


def are_plain(texts: Collection[str]) -> bool:
    """The same of each of these, in one go."""
    lines = "\n".join([*texts, ""])
    return _PLAIN_LINES.fullmatch(lines) is not None and lines.count("\n") == len(texts)


def parse_ad(text: str, dialect: Dialect) -> AdExpr:
    """The ad `[ a = 1; b = 2 ]` that the whole of `text` is. Raises `ClassAdSyntaxError`."""
    expr, rest = _read(text, dialect, NEWEST)
    if not isinstance(expr, AdExpr):
        raise ClassAdSyntaxError("an ad must be written as '[ name = expression; ... ]'", column=1)
    if rest is not None:
        raise ClassAdSyntaxError("the ad ends before this", column=rest + 1)
    return expr


@lru_cache(maxsize=1 << 16)
def _read(text: str, dialect: Dialect, grammar: Grammar) -> tuple[Expr, int | None]:
    """The expression at the start of `text`, and where something else follows it, if it does and that matters."""
    parser = _Parser(tokens(text, dialect, grammar), grammar)
    try:
        expr = parser.expression()
    except RecursionError:
        raise ClassAdSyntaxError("this expression is nested too deeply", column=1) from None
    token = parser.tokens[parser.next]
    return expr, None if token.kind is TokenKind.END or parser.drops_rest else token.at


class _OperandMissing(ClassAdSyntaxError):
    """Something else stands where an operand should."""


class _Parser:
    def __init__(self, read: list[Token], grammar: Grammar) -> None:
        self.tokens = read
        self.grammar = grammar
        self.next = 0
        self.depth = 0
        self.drops_rest = False
        """Whether the expression read last is a conditional, after which HTCondor does not look for an end."""

    def expression(self) -> Expr:
        """Binary operators, grouped by level and to the left, and the conditional, which groups to the right.

        In old versions `c ?: a` is a conditional that lacks its middle.
        """
        branches: list[tuple[Expr, Expr | None]] = []
        entered = self.depth
        while True:
            self._deeper()
            operands = [self._operand()]  # With stacks of its own, so that long chains do not recurse
            operators: list[str] = []
            while True:
                token = self._peek()
                level = _LEVEL.get(token.text, -1) if token.kind is TokenKind.OPERATOR else -1
                while operators and _LEVEL[operators[-1]] >= level:  # `>=`: operators of one level group to the left
                    right = operands.pop()
                    operands[-1] = Binary(operators.pop(), operands[-1], right)
                if level < 0:
                    break
                self.next += 1
                operators.append(token.text)
                operands.append(self._operand())
            if not self._accept("?"):
                break
            middle = self._middle()
            self._expect(":", "the conditional lacks its ':'")
            branches.append((operands[0], middle))
        self.depth = entered
        expr = operands[0]
        for condition, middle in reversed(branches):  # `a ? b : c ? d : e` groups to the right, from the inside out
            expr = Binary("?:", condition, expr) if middle is None else Conditional(condition, middle, expr)
        self.drops_rest = bool(branches)  # `parseExpression` returns at once after a conditional
        return expr

    def _middle(self) -> Expr | None:
        """What stands between `?` and `:`. Old versions accept that there is nothing, or too little."""
        entered = self.depth
        try:
            return self.expression()
        except _OperandMissing:
            if self.grammar.spaced_elvis_binds_tightly or self._peek().text != ":":
                raise
            self.depth = entered
            return None

    def _operand(self, signed: bool = True) -> Expr:
        """Signs, a primary, and what is attached to it. `?:` is attached like `.`; its right side has no signs."""
        entered = self.depth
        signs: list[str] = []
        while signed:
            self._deeper()
            token = self._peek()
            if token.kind is not TokenKind.OPERATOR or token.text not in _UNARY:
                break
            self.next += 1
            signs.append(token.text)
        self._deeper()
        if self._accept("("):
            expr: Expr = values.Parenthesized(self.expression())
            self._expect(")", "a ')' is missing")
        elif self._accept("{"):
            expr = values.ListExpr(self._sequence("}"))
        elif self._accept("["):
            expr = self._ad()
        else:
            name = self._peek()
            expr = self._atom()
            if isinstance(expr, values.AttributeRef) and not expr.absolute and self._accept("("):  # `.f(x)` is no call
                expr = self._call(name, self._sequence(")"))
        while True:
            if self._accept("."):
                expr = values.AttributeRef(self._name("a name must follow the '.'"), expr)
            elif self._accept("["):
                expr = values.Subscript(expr, self.expression())
                self._expect("]", "this subscript lacks its ']'")
            elif self._accept("?:"):
                expr = Binary("?:", expr, self._operand(signed=False))
            else:
                break
        self.depth = entered
        for sign in reversed(signs):  # After what is attached: `-a.b` is `-(a.b)`
            expr = values.Unary(sign, expr)
        return expr

    def _atom(self) -> Expr:
        token = self._peek()
        if token.kind is TokenKind.LITERAL:
            self.next += 1
            return Literal(token.value)
        if self._accept("."):
            return values.AttributeRef(self._name("a name must follow the '.'"), absolute=True)
        if token.kind is TokenKind.OPERATOR:
            raise _OperandMissing("an expression is missing", column=token.at + 1)
        return values.AttributeRef(self._name("an expression is missing"))

    def _call(self, name: Token, arguments: tuple[Expr, ...]) -> Expr:
        """A call. `absTime("…")` and `relTime("…")` of a plain text are values, and wrong at once if the text is."""
        function = name.text.lower()
        if function in ("abstime", "reltime") and len(arguments) == 1:
            (only,) = arguments
            if isinstance(only, Literal) and isinstance(only.value, str):
                is_length = function == "reltime"
                value = values.parse_length(only.value) if is_length else values.parse_instant(only.value, None)
                if value is None:
                    self._fail(f"{name.text}() cannot read {only.value!r} as a time", name)
                if is_length:
                    return values.WrittenLength(value)
                if values.has_offset(only.value):
                    return Literal(value)
        if self.grammar.refuses(name.text):
            return values.MisspeltCall(name.text, arguments)
        return values.Call(name.text, arguments)

    def _sequence(self, close: str) -> tuple[Expr, ...]:
        if self._accept(close):
            return ()
        items = [self.expression()]
        while not self._accept(close):
            self._expect(",", f"a ',' or a '{close}' is missing")
            items.append(self.expression())
        return tuple(items)

    def _ad(self) -> AdExpr:
        """The attributes of an ad whose bracket is open; of a repeated name the last value and the first spelling."""
        attributes: dict[str, tuple[str, Expr]] = {}
        if self._accept("]"):
            return AdExpr(())
        while True:
            while self._accept(";"):
                continue
            name = self._name("the name of an attribute is missing")
            self._expect("=", f"a '=' must follow {name!r}")
            expr = self.expression()
            lower = name.lower()
            attributes[lower] = (attributes[lower][0] if lower in attributes else name, expr)
            if self._peek().text not in (";", "]") or self._peek().kind is not TokenKind.OPERATOR:
                self._refuse("a ';' or a ']' is missing")
            while self._accept(";"):
                continue
            if self._accept("]"):
                return AdExpr(tuple(attributes.values()))

    def _peek(self) -> Token:
        return self.tokens[self.next]

    def _accept(self, operator: str) -> bool:
        token = self.tokens[self.next]
        if token.text == operator and token.kind is TokenKind.OPERATOR:
            self.next += 1
            return True
        return False

    def _expect(self, operator: str, otherwise: str) -> None:
        if not self._accept(operator):
            self._refuse(otherwise)

    def _name(self, otherwise: str) -> str:
        token = self._peek()
        if token.kind is not TokenKind.NAME:
            self._refuse(otherwise)
        self.next += 1
        return token.text

    def _deeper(self) -> None:
        self.depth += 1
        # A pair of parentheses costs three, a unary operator or `? :` one (`MAX_PARSER_DEPTH`).
        if self.depth > PARSER_LEVELS:
            self._refuse("this expression is nested too deeply")

    def _refuse(self, why: str) -> NoReturn:
        token = self._peek()
        self._fail(token.text if token.kind is TokenKind.BAD else why, token)

    def _fail(self, why: str, token: Token) -> NoReturn:
        raise ClassAdSyntaxError(why, column=token.at + 1)
