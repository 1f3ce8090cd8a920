"""A job while it is being made: what the description's commands say, and the attributes so far."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from userprio.base import BadInput, Exceeded
from userprio.classad import (
    UNDEFINED,
    Ad,
    ClassAdSyntaxError,
    Dialect,
    Evaluator,
    Expr,
    Grammar,
    Literal,
    Parenthesized,
    Value,
    parse,
)
from userprio.config import ConfigError, Origin, boolean_of, expand, integer_of, quoted
from userprio.submission.language import Definitions, SubmitHost

_UNITS: Final = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
_AMOUNT: Final = re.compile(r"\s*([-+]?\d+|(?=\.))(?:\.(\d{0,3})\d*)?\s*(?:([kmgt])b?)?\s*(?=(,)|\Z)", re.I)
_LARGEST: Final = 1 << 62
_SILENT: Final = frozenset({"dag_status", "failed_count", "job", "retry", "item"})


class SubmitCommand(Struct, frozen=True):
    """A command of the language: the attribute that it sets, whose name is another name of the command."""

    name: str
    attribute: str
    kind: str
    """How the value is read; `-`: by code of its own, or it has no part in a match."""


@cache
def commands() -> tuple[SubmitCommand, ...]:
    """The commands, in the order in which condor_submit carries them out."""
    lines = Path(__file__).with_name("commands.txt").read_text(encoding="utf-8").splitlines()
    return tuple(SubmitCommand(*line.split()) for line in lines)


def amount_of(text: str, unit: int) -> tuple[int, bool, str] | None:
    """An amount such as `1.5 GB` in units of so many bytes, rounded up; whether it has a unit; what follows a comma.

    None for what is not a number with a unit (`parse_int64_bytes`).
    """
    match = _AMOUNT.match(text)
    if match is None:
        return None
    factor = _UNITS[match[3].lower()] if match[3] else unit
    thousandths = int((match[2] or "").ljust(3, "0"))
    bytes_ = int((min(int(match[1][:20] or 0), _LARGEST) + thousandths / 1000) * factor + unit - 1)
    rest = text[match.end() + 1 :] if match[4] else ""
    return (bytes_ // unit if bytes_ >= 0 else -(-bytes_ // unit)), bool(match[3]), rest


class Draft:
    """The attributes of a job so far, and the description that they come from.

    Names ignore case, and their first spelling stays.
    """

    def __init__(
        self, names: Definitions, host: SubmitHost, dice: Random, place: Origin, first: Ad | None = None
    ) -> None:
        self.host = host
        self.config = host.config
        self.grammar = Grammar()
        self.warnings: list[str] = []
        self._definitions = names
        self._scope = host.scope(names, dice)
        self._place = place
        # What the first job of a cluster sets holds for the others until they set it themselves.
        inherited = () if first is None else tuple((name, first.expr(name)) for name in first)
        self._attributes = {name.lower(): (name, expr) for name, expr in inherited if expr is not None}

    def command(self, name: str, other: str | None = None) -> str | None:
        """The expanded value of a command, by either of its names; None if neither is given or it is empty."""
        text = self._raw(name)
        if text is None and other is not None and other != "-":
            text = self._raw(other)
        if text is None:
            return None
        try:
            expanded = expand(text, self._scope)
        except (ConfigError, Exceeded) as error:
            place = self._place_of(name, other)
            raise error.at(place.path, place.line) from None
        if expanded.failures and not self.host.behaviour.queue_statement_is_optional:
            raise self.error(expanded.failures[0], name, other)
        self.warnings += expanded.failures
        return expanded.text or None

    def _raw(self, name: str) -> str | None:
        """The text of a command before expansion."""
        key = name.lower()
        if self._definitions.knows(key):
            return self._scope.raw(key)
        self._definitions.used.add(key)
        return None

    def flag(self, name: str, other: str | None = None) -> bool:
        """The truth of a command; false if it is not given."""
        text = self.command(name, other)
        if text is None:
            return False
        truth = boolean_of(text)
        if truth is None:
            raise self.error(f"{name} = {quoted(text)} is neither true nor false", name, other)
        return truth

    def names(self) -> list[str]:
        """The names that the description defines, in lower case."""
        return list(self._definitions)

    def written(self, name: str) -> str:
        """A name that the description defines, as it is spelled there."""
        return self._definitions.own[name].name if name in self._definitions.own else name

    def error(self, message: str, *names: str | None) -> BadInput:
        """The error of a description that condor_submit refuses, at the line of the first of `names` that is given."""
        place = self._place_of(*names)
        return BadInput(message, place.path, place.line, hint="condor_submit refuses this")

    def _place_of(self, *names: str | None) -> Origin:
        """Where the first of these commands stands; the queue statement if none does, or its variables have them."""
        keys = (name.lower() for name in names if name is not None)
        key = next((key for key in keys if self._definitions.knows(key)), None)
        given = None if key is None or key in self._definitions.live else self._definitions.own.get(key)
        return self._place if given is None else given.origin

    def parsed(self, name: str, text: str, *commands: str) -> Expr:
        """The expression of an attribute, a text that one of these commands gives."""
        try:
            return parse(text, Dialect.OLD, self.grammar)
        except ClassAdSyntaxError:
            raise self.error(f"{name} = {quoted(text)} is not an expression", *commands, name) from None

    def set(self, name: str, value: Expr | Value) -> None:
        """Set an attribute to an expression or a value."""
        spelled = self._attributes.get(name.lower(), (name,))[0]
        self._attributes[name.lower()] = spelled, value if isinstance(value, Expr) else Literal(value)

    def express(self, name: str, text: str, *commands: str) -> None:
        """Set an attribute to the expression that a text is, which one of these commands gives."""
        self.set(name, self.parsed(name, text, *commands))

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._attributes

    def expr(self, name: str) -> Expr | None:
        """The expression of an attribute; None if it is not set."""
        return self._attributes.get(name.lower(), ("", None))[1]

    def value(self, name: str) -> Value:
        """The value of an attribute, as far as the job alone decides it."""
        expr = self.expr(name)
        if expr is None or isinstance(expr, Literal):
            return UNDEFINED if expr is None else expr.value
        return Evaluator(self.host.now).attribute(name, self.ad())

    def text(self, name: str) -> str:
        """The value of an attribute that is a string, else nothing."""
        value = self.value(name)
        return value if isinstance(value, str) else ""

    def exceeds(self, name: str, number: float) -> bool:
        """Whether an attribute is set to more than a number, or to an expression."""
        expr = self.expr(name)
        while isinstance(expr, Parenthesized):
            expr = expr.inner
        value = expr.value if isinstance(expr, Literal) else None
        return expr is not None and not (isinstance(value, int | float) and value <= number)

    def spelled(self) -> list[str]:
        """The names of the attributes, as they are spelled."""
        return [name for name, _ in self._attributes.values()]

    def ad(self) -> Ad:
        """The job's ad."""
        return Ad(self._attributes.values())


def obey(draft: Draft, command: SubmitCommand) -> bool:
    """Set the attribute of a command that is carried out like most others, if it is given (`do_simple_commands`)."""
    text = draft.command(command.name, command.attribute)
    if text is None:
        return False
    name, kind = command.attribute, command.kind
    match kind:
        case "string":
            draft.set(name, text)
        case "unquoted":
            draft.set(name, text.strip().strip('"'))
        case "bool":
            draft.set(name, draft.flag(command.name, name))
        case "int" | "uint":
            number = integer_of(text)
            if number is None or (kind == "uint" and number < 0):
                what = "a whole number" if kind == "int" else "a whole number that is not negative"
                raise draft.error(f"{command.name} = {quoted(text)} is not {what}", command.name, name)
            draft.set(name, number)
        case _:
            draft.express(name, text, command.name)
    return True


def unused_names(names: Iterable[str], used: set[str]) -> list[str]:
    """Those of the names that are not among `used`, except those that condor_submit never complains about."""
    return [name for name in names if name not in used and name not in _SILENT and "." not in name]
