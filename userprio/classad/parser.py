"""Tokens to expressions (`ClassAdParser` of HTCondor's classad library)."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NoReturn

from userprio.base.errors import BadInput
from userprio.base.limits import PARSER_LEVELS
from userprio.classad.lexer import NEWEST, Dialect, Grammar, Token, TokenKind, tokens
from userprio.classad.times import has_offset, parse_instant, parse_length
from userprio.classad.values import (
    UNDEFINED,
    AdExpr,
    AttributeRef,
    Binary,
    Call,
    Conditional,
    Expr,
    ListExpr,
    Literal,
    MisspeltCall,
    Parenthesized,
    Subscript,
    Unary,
    WrittenLength,
)

_LEVEL: Final = {
    symbol: level
    for level, symbols in enumerate(
        ("||", "&&", "|", "^", "&", "== != =?= =!=", "< <= > >=", "<< >> >>>", "+ -", "* / %")
    )
    for symbol in symbols.split()
}
_PLAIN: Final = re.compile(
    r"(-?(?:0|[1-9][0-9]{0,17}))|(-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+))"
    r'|"([^"\\\n\0]*+)"|(true|false|undefined)'
)
"""What most attributes of an ad hold, told without taking it apart into tokens."""
_WORDS: Final = {"true": Literal(True), "false": Literal(False), "undefined": Literal(UNDEFINED)}
_UNARY: Final = frozenset("-+!~")


@dataclass
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
    """The expression that `text`, the right side of a line of a `-long` file, begins with; what follows is dropped.

    Raises `ClassAdSyntaxError`.
    """
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
    """One pass over the tokens of a text."""

    def __init__(self, found: list[Token], grammar: Grammar) -> None:
        self.tokens = found
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
            operands = [self._operand()]
            operators: list[str] = []
            while True:
                token = self._peek()
                level = _LEVEL.get(token.text, -1) if token.kind is TokenKind.OPERATOR else -1
                while operators and _LEVEL[operators[-1]] >= level:
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
        for condition, middle in reversed(branches):
            expr = Binary("?:", condition, expr) if middle is None else Conditional(condition, middle, expr)
        self.drops_rest = bool(branches)
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
            expr: Expr = Parenthesized(self.expression())
            self._expect(")", "a ')' is missing")
        elif self._accept("{"):
            expr = ListExpr(self._sequence("}"))
        elif self._accept("["):
            expr = self._ad()
        else:
            name = self._peek()
            expr = self._atom()
            if isinstance(expr, AttributeRef) and not expr.absolute and self._accept("("):
                expr = self._call(name, self._sequence(")"))
        while True:
            if self._accept("."):
                expr = AttributeRef(self._name("a name must follow the '.'"), expr)
            elif self._accept("["):
                expr = Subscript(expr, self.expression())
                self._expect("]", "this subscript lacks its ']'")
            elif self._accept("?:"):
                expr = Binary("?:", expr, self._operand(signed=False))
            else:
                break
        self.depth = entered
        for sign in reversed(signs):
            expr = Unary(sign, expr)
        return expr

    def _atom(self) -> Expr:
        """A value or a name."""
        token = self._peek()
        if token.kind is TokenKind.LITERAL:
            self.next += 1
            return Literal(token.value)
        if self._accept("."):
            return AttributeRef(self._name("a name must follow the '.'"), absolute=True)
        if token.kind is TokenKind.OPERATOR:
            raise _OperandMissing("an expression is missing", column=token.at + 1)
        return AttributeRef(self._name("an expression is missing"))

    def _call(self, name: Token, arguments: tuple[Expr, ...]) -> Expr:
        """A call. `absTime("…")` and `relTime("…")` of a plain text are values, and wrong at once if the text is."""
        function = name.text.lower()
        if function in ("abstime", "reltime") and len(arguments) == 1:
            (only,) = arguments
            if isinstance(only, Literal) and isinstance(only.value, str):
                value = parse_instant(only.value, None) if function == "abstime" else parse_length(only.value)
                if value is None:
                    self._fail(f"{name.text}() cannot read {only.value!r} as a time", name)
                if function == "reltime":
                    return WrittenLength(value)
                if has_offset(only.value):
                    return Literal(value)
        if self.grammar.refuses(name.text):
            return MisspeltCall(name.text, arguments)
        return Call(name.text, arguments)

    def _sequence(self, close: str) -> tuple[Expr, ...]:
        """Expressions with commas between them, up to `close`."""
        items: list[Expr] = []
        if self._accept(close):
            return ()
        while True:
            items.append(self.expression())
            if self._accept(close):
                return tuple(items)
            self._expect(",", f"a ',' or a '{close}' is missing")

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
