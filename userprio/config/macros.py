"""The expansion of `$(NAME)`, `$(NAME:default)` and function macros (`expand_macro`, `next_config_macro`)."""

import re
from collections.abc import Callable
from typing import Final

import msgspec

from userprio.base.limits import MACRO_FUNCTION_LEVELS, SUBSTITUTIONS, VALUE_LENGTH, VALUE_SUBSTITUTIONS, Budget, budget
from userprio.base.patterns import lazy_pattern
from userprio.config.errors import ConfigError, ErrorKind
from userprio.config.functions import FUNCTIONS, Definition, FunctionCall, Scope, is_file_function

_COPIED: Final = 1 << 14
_SCANNED: Final = 1 << 10  # Characters copied, or scanned again, that cost as much of the budget as one substitution
_SHOWN: Final = 8  # Knobs of a circle that a message names at most

_DOLLAR = lazy_pattern(r"\$\$?[A-Za-z0-9_]*")
_BODY = lazy_pattern(r"[A-Za-z0-9_./]*+(?::(?>(?:[A-Za-z0-9_./$ ,\\:]|\([^)]*\))*))?")
"""The text allowed in the parentheses of `$()` and `$ENV()`; a default may contain one level of parentheses."""


class Expansion(msgspec.Struct, frozen=True):
    """An expanded text; `failures` are errors of function macros, at which a daemon stops."""

    text: str
    failures: tuple[str, ...] = ()


class _Macro(msgspec.Struct, frozen=True):
    start: int
    end: int
    function: str
    """Empty for `$(NAME)`."""
    body: str

    @property
    def name(self) -> str:
        return self.body.partition(":")[0]

    @property
    def default(self) -> str:
        return self.body.partition(":")[2]


_Wanted = Callable[[_Macro], bool]


class _Region(msgspec.Struct, frozen=True):
    """A part of the text that came from the value of `key`; `behind` is the length of the text after it."""

    key: str
    start: int
    behind: int


class _Budget(msgspec.Struct):
    substitutions: int = VALUE_SUBSTITUTIONS
    failures: list[str] = msgspec.field(default_factory=list)
    of_the_run: Budget = msgspec.field(default_factory=budget)
    _scanned: int = 0

    def copy(self, characters: int) -> None:
        self.substitutions -= 1
        if self.substitutions < 0:
            raise _too_much()
        self.of_the_run.spend(SUBSTITUTIONS, 1 + characters // _COPIED)

    def scan(self, characters: int) -> None:
        self._scanned += characters
        if self._scanned >= _SCANNED:
            self.of_the_run.spend(SUBSTITUTIONS, self._scanned // _SCANNED)
            self._scanned %= _SCANNED


def _too_much() -> ConfigError:
    return ConfigError("its macros expand to too much text", kind=ErrorKind.EXPANSION_TOO_LARGE)


def expand(text: str, scope: Scope, key: str | None = None) -> Expansion:
    """Expand every macro in `text`; `key` is the lower-case name of the knob whose value it is, if any.

    The leftmost complete macro is replaced first and its value scanned again, so names may be computed. Raises
    ConfigError, without a place, for circular references and for excessive expansions, at which HTCondor would hang.
    """
    if "$" not in text:
        return Expansion(text)
    budget = _Budget()
    active = () if key is None else (key,)  # Its own value inside itself is a circle of one
    expanded = _Rewriting(text, scope, lambda macro: not _is_dollar(macro), active, budget, 0).run()
    return Expansion(_dollars(expanded, scope, budget), tuple(budget.failures))


def expand_self(text: str, name: str, scope: Scope) -> Expansion:
    """Expand only the references in a new value to the knob being defined, to the value it has so far.

    `$F...(name)` counts as one; a reference inside the default of another macro does not (`expand_self_macro`).
    """
    if "$" not in text:
        return Expansion(text)
    own = scope.own_names(name)

    def is_own(macro: _Macro) -> bool:
        return (not macro.function or is_file_function(macro.function)) and macro.name.lower() in own

    budget = _Budget()
    return Expansion(_Rewriting(text, scope, is_own, (), budget, 0).run(), tuple(budget.failures))


def _dollars(text: str, scope: Scope, budget: _Budget) -> str:
    """Replace `$(DOLLAR)`, last of all, so that the result cannot start another macro."""
    return _Rewriting(text, scope, _is_dollar, (), budget, 0).run() if "$(" in text else text


def _is_dollar(macro: _Macro) -> bool:
    return not macro.function and macro.body.lower() == "dollar"


_PLAIN = lazy_pattern(r"(?>(?:[^$]++|\$\((?!dollar\))[A-Za-z0-9_./]++\))*)", re.I)
_REFERENCE = lazy_pattern(r"\$\(([A-Za-z0-9_./]+)\)")


def _plainly(key: str, text: str, scope: Scope) -> str:
    """The value of `key`, fully expanded if it contains only plain references to values of the same kind, else as is.

    Most values do. Their expansions are cached, so that a long chain of knobs is expanded only once, and not again
    for every knob that refers to it.
    """
    known = scope.expanded
    if known is None:
        return text
    # Depth first, with a list instead of recursion. Circles are left unexpanded, for `_refuse_circle` to report.
    waiting, begun = [(key, text)], set[str]()
    while waiting:
        this, value = waiting[-1]
        if this not in known:
            references = None if this in known.not_plain else _references(value, scope)
            missing = [pair for pair in (references or {}).values() if pair is not None and pair[0] not in known]
            if references is not None and missing and this not in begun:
                begun.add(this)
                waiting += missing
                continue
            pieces = _REFERENCE.split(value)
            if references and not missing:
                parts = {name: "" if pair is None else known[pair[0]] for name, pair in references.items()}
                pieces[1::2] = [parts[name] for name in pieces[1::2]]
            if references is None or missing or not known.keep(this, pieces):
                # Then nothing that refers to it is plain either.
                known.not_plain.update(begun, [this])
                return text
        waiting.pop()
    return known[key]


def _references(text: str, scope: Scope) -> dict[str, tuple[str, str] | None] | None:
    """What each name in a text resolves to, if the text has only plain references; else None."""
    if not _PLAIN.fullmatch(text):
        return None
    return {name: scope.resolve(name) for name in _REFERENCE.findall(text)}


class _Rewriting:
    """One text while its macros are being replaced.

    After each replacement HTCondor scans again from the beginning. Here the scan goes back only to the first `$` for
    which the replaced text could matter; `_open` has these, as pairs of its position and of the character that decided.
    """

    def __init__(
        self, text: str, scope: Scope, wanted: _Wanted, active: tuple[str, ...], budget: _Budget, depth: int
    ) -> None:
        self._text = text
        self._scope = scope
        self._wanted = wanted
        self._active = active
        self._budget = budget
        self._depth = depth
        self._settled: list[str] = []
        self._base = 0  # The text before this position is also in `_settled`, and cannot change any more
        self._length = 0  # Characters in `_settled`
        self._open: list[tuple[int, int]] = []
        self._regions: list[_Region] = []  # The regions that contain the scan position, outermost first
        self._keys = set(active)  # The keys in `_active` and `_regions`

    def run(self) -> str:
        """The text with all wanted macros replaced."""
        position = 0
        while (macro := self._next(position)) is not None:
            self._leave_regions(macro)
            value, key = self._value(macro)
            # `$(A_$(B))`: only now is the outer name complete.
            back = next((start for start, decided in self._open if decided >= macro.start), macro.start)
            # The usual case, in time that grows with the text and not with its square.
            if back == macro.start and "$" not in value:
                self._settle(self._text[self._base : macro.start] + value)
                self._budget.copy(len(value))
                self._base = position = macro.end
                self._open.clear()
            else:
                self._replace(macro, value, key)
                position = back - self._cut(back)
        return "".join((*self._settled, self._text[self._base :]))

    def _settle(self, text: str) -> None:
        self._settled.append(text)
        self._length += len(text)
        if self._length + len(self._text) - self._base > VALUE_LENGTH:
            raise _too_much()

    def _replace(self, macro: _Macro, value: str, key: str | None) -> None:
        """Replace a macro by its value, which becomes a region of its own if it is a knob's."""
        text = self._text
        self._budget.copy(len(text))
        if self._length + len(text) + len(value) > VALUE_LENGTH:
            raise _too_much()
        if key is not None:
            self._regions.append(_Region(key, macro.start, len(text) - macro.end))
            self._keys.add(key)
        self._text = text[: macro.start] + value + text[macro.end :]

    def _cut(self, position: int) -> int:
        """Settle the text before `position` as far as it cannot change; returns by how much positions shift."""
        self._open = [pair for pair in self._open if pair[0] < position <= pair[1]]
        cut = min([position, *(start for start, _ in self._open)])
        self._settle(self._text[self._base : cut])
        self._text = self._text[cut:]
        self._base = 0
        self._open = [(start - cut, decided - cut) for start, decided in self._open]
        self._regions = [_Region(r.key, r.start - cut, r.behind) for r in self._regions] if cut else self._regions
        return cut

    def _leave_regions(self, macro: _Macro) -> None:
        """Drop the regions that do not contain all of this macro."""
        while self._regions:
            innermost = self._regions[-1]
            if innermost.start <= macro.start and macro.end <= len(self._text) - innermost.behind:
                break
            self._regions.pop()  # Behind the end of a value its name may be referred to again
            self._keys.discard(innermost.key)

    def _next(self, position: int) -> _Macro | None:
        """The first wanted macro from `position` on (`next_config_macro`)."""
        text = self._text
        while match := _DOLLAR.search(text, position):
            start, after = match.span()
            if text[after : after + 1] != "(":
                self._open.append((start, after))
                position = after
                continue
            function = text[start + 1 : after]
            if function and function not in FUNCTIONS and not is_file_function(function):
                position = after
                continue
            end, decided = self._body_end(function, after + 1)
            if end is None:
                self._open.append((start, decided))
                position = after + 1
                continue
            macro = _Macro(start, end + 1, function, text[after + 1 : end])
            if self._wanted(macro):
                return macro
            position = end
        return None

    def _body_end(self, function: str, start: int) -> tuple[int | None, int]:
        """The closing parenthesis, or None; and the position that decided it."""
        text = self._text
        if function and function != "ENV":
            end = text.find(")", start)
            return (end, end) if end >= 0 else (None, len(text))
        body = _BODY.match(text, start)
        end = body.end() if body else start
        self._budget.scan(end - start)
        if text[end : end + 1] == ")":
            return end, end
        if text[end : end + 1] == "(":
            # Undecided: a closing parenthesis may still come out of a macro further right.
            self._budget.scan(len(text) - end)
            return None, len(text)
        return None, end

    def _value(self, macro: _Macro) -> tuple[str, str | None]:
        """The text that replaces a macro, and the key of the knob that it comes from, if any."""
        if not macro.function:
            if _is_dollar(macro):
                return "$", None  # Only at the very end, so that `$(DOLLAR)(X)` stays text
            resolved = self._scope.resolve(macro.name)
            if resolved is not None:
                key, value = resolved
                if value:  # An empty definition counts as none, and the default after the colon holds
                    self._refuse_circle(key)
                    return _plainly(key, value, self._scope) if "$" in value else value, key
            return macro.default, None
        if self._depth >= MACRO_FUNCTION_LEVELS:  # Each level is a recursion here
            message = f"function macros nest more than {MACRO_FUNCTION_LEVELS} deep in it"
            raise ConfigError(message, kind=ErrorKind.EXPANSION_TOO_LARGE)
        call = FunctionCall(macro.function, macro.body, self._scope, self._argument, self._budget.failures.append)
        return FUNCTIONS.get(macro.function, FUNCTIONS["F"])(call), None

    def _argument(self, text: str, key: str | None) -> str:
        """The expansion of a function's argument, which is the value of `key` if it names a knob."""
        if "$" not in text:
            return text
        active = self._ancestors()
        if key is not None:
            self._refuse_circle(key)
            active = (*active, key)
        inner = _Rewriting(text, self._scope, lambda m: not _is_dollar(m), active, self._budget, self._depth + 1)
        return _dollars(inner.run(), self._scope, self._budget)

    def _ancestors(self) -> tuple[str, ...]:
        """The knobs whose values contain the current macro, outermost first."""
        return (*self._active, *(region.key for region in self._regions))

    def _refuse_circle(self, key: str) -> None:
        """Raise ConfigError if the value of `key` would be inserted into itself."""
        if key not in self._keys:
            return
        ancestors = self._ancestors()
        circle = [self._described(knob) for knob in (*ancestors[ancestors.index(key) :], key)]
        if len(circle) > _SHOWN:
            circle[_SHOWN // 2 : -_SHOWN // 2] = [f"{len(circle) - _SHOWN} more"]
        message = f"its macros refer to each other in a circle: {' -> '.join(circle)}"
        raise ConfigError(message, kind=ErrorKind.CIRCULAR_MACRO)

    def _described(self, key: str) -> str:
        definition: Definition | None = self._scope.definitions.get(key)
        return key.upper() if definition is None else f"{definition.name} ({definition.origin})"
