"""Parses the text of a moab.cfg into statements, and checks each against its parameter's syntax."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NoReturn

from userprio.base.limits import OTHER_FILE, read_file
from userprio.base.snapshot_trust import HINT, leads_out
from userprio.moab.parameters import (
    ATTRIBUTES,
    CREDENTIALS,
    DEFAULT,
    GLOBAL,
    JOB_VALUES,
    KNOWN,
    MAUI_NAMES,
    OTHER_NAMES,
    PARAMETERS,
    Attribute,
    Credential,
    CredentialKind,
    Parameter,
)
from userprio.moab.values import STATES, FsPolicy, MoabError, Remark, RemarkKind, nearest, quoted

_INCLUDE: Final = re.compile(r"#INCLUDE(?:\s+(.*))?\Z", re.DOTALL)
_HEAD: Final = re.compile(r'([^\s=\[\]"]+)(?:\[([^\[\]]*)\])?')
_WORD: Final = re.compile(r'(?:"[^"]*"|[^\s"])+')
_CONTROLS: Final = dict.fromkeys((*range(32), 127), " ")
_JOB_VALUE: Final = re.compile(r"(STATE|ATTR|GRES)\[([^\[\]]+)\]=(.*)\Z", re.DOTALL | re.IGNORECASE)
_JOB_VALUE_HINT: Final = "Write STATE[name]=10, ATTR[name]=10 or GRES[name]=10"
_INCLUDED: Final = "#INCLUDE"
"""The name of statements that include a file, which is their only word."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a value, without quotes, and its line."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Statement:
    """One entry: parameter, index and value."""

    name: str
    """As written."""
    index: str | None
    """The text in brackets after the name; None without brackets."""
    words: tuple[Word, ...]
    path: str
    line: int


def read_statements(path: Path, within: Path | None, refused: list[Remark]) -> Iterator[Statement]:
    """The statements of a file, followed by those of the files that it includes; each file is read once.

    If `within` is given, included files outside of it are not read; `refused` gets a remark on each.

    Raises:
        MoabError: a line cannot be parsed, or an included file does not exist.
        OSError: the file cannot be read.
    """
    waiting = deque([path])
    seen = {path.resolve()}
    while waiting:
        current = waiting.popleft()
        text = read_file(current, OTHER_FILE).decode("utf-8-sig", errors="surrogateescape")
        for statement in split_statements(text, str(current)):
            if statement.name != _INCLUDED:
                yield statement
                continue
            file = statement.words[0].text
            included = current.parent / file
            if within is not None and leads_out(included, within):
                message = f"{quoted(file)} is not read: it is outside the snapshot {within}. {HINT}"
                refused.append(Remark(RemarkKind.NOT_FOLLOWED, message, str(current), statement.line))
                continue
            if not included.is_file():
                raise MoabError(f"the included file {quoted(file)} does not exist", current, statement.line)
            if included.resolve() not in seen:
                seen.add(included.resolve())
                waiting.append(included)


def split_statements(text: str, path: str) -> Iterator[Statement]:
    """The statements of a text; `path` is for messages.

    Raises:
        MoabError: a line cannot be parsed.
    """
    pending: list[tuple[int, str]] = []
    for number, raw in enumerate(text.split("\n"), 1):
        include = _INCLUDE.match(raw)
        if include is not None:
            file = (include[1] or "").translate(_CONTROLS).strip().strip('"')
            if not file:
                raise MoabError("#INCLUDE names no file", path, number, hint="A comment may begin with `# INCLUDE`")
            yield Statement(_INCLUDED, None, (Word(file, number),), path, number)
            continue
        code, comment, _ = raw.partition("#")
        code = code.translate(_CONTROLS).strip()
        # In a comment a backslash has no special meaning.
        joined = code.endswith("\\") and not comment
        code = code.removesuffix("\\") if joined else code
        if code.strip():
            pending.append((number, code.strip()))
        if pending and not joined:
            yield _statement(pending, path)
            pending = []
    if pending:
        yield _statement(pending, path)


def _statement(pieces: list[tuple[int, str]], path: str) -> Statement:
    line, first = pieces[0]
    head = _HEAD.match(first)
    if head is None:
        raise MoabError(f"no parameter name at the start of {quoted(first)}", path, line)
    rest = first[head.end() :]
    if rest and not rest[0].isspace() and rest[0] != "=":
        hint = "An index follows the name in brackets, such as USERCFG[ann]"
        raise MoabError(f"{quoted(rest)} directly after {head[0]}", path, line, hint=hint)
    # One equals sign between name and value is tolerated.
    rest = rest.strip().removeprefix("=")
    found = [word for number, text in [(line, rest), *pieces[1:]] for word in _words(text, path, number)]
    index = None if head[2] is None else head[2].replace(" ", "")
    if index is None and found and found[0].text.startswith("["):
        hint = f"Write {head[1]}[...] without the space"
        raise MoabError(f"a space between {head[1]} and its index", path, line, hint=hint)
    if index == "":
        raise MoabError(f"the brackets after {head[1]} are empty", path, line)
    return Statement(head[1], index, tuple(found), path, line)


def _words(text: str, path: str, line: int) -> Iterator[Word]:
    if text.count('"') % 2:
        hint = "A value ends with its line, and # begins a comment even inside quotes"
        raise MoabError("unclosed quote", path, line, hint=hint)
    for found in _WORD.finditer(text):
        yield Word(found[0].replace('"', ""), line)


@dataclass(slots=True)
class Parts:
    """A configuration under construction; later statements replace earlier ones."""

    settings: dict[tuple[str, str], Any] = field(default_factory=dict)
    credentials: dict[CredentialKind, dict[str, Credential]] = field(default_factory=dict)
    job_values: dict[str, dict[str, int]] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)

    def take(self, statement: Statement) -> None:
        """Add one statement; includes are ignored.

        Raises:
            MoabError: its value is not valid for its parameter.
        """
        name = statement.name.upper()
        everybody = DEFAULT if name in CREDENTIALS else GLOBAL
        if statement.index not in (None, everybody) and str(statement.index).upper() == everybody:
            message = f"{name}[{statement.index}] is not {name}[{everybody}]: names in brackets keep their case"
            self._remark(RemarkKind.NEAR_MISS, message, statement)
        if name in CREDENTIALS:
            self._take_credential(statement, name, CREDENTIALS[name])
        elif name == JOB_VALUES.name:
            self._take_job_values(statement, name)
        elif (known := _canonical(name)) in PARAMETERS:
            self._take_setting(statement, name, PARAMETERS[known])
        elif name != _INCLUDED:
            self._remark_unknown(statement)

    def _take_setting(self, statement: Statement, name: str, parameter: Parameter) -> None:
        if statement.index is not None and not parameter.partitioned:
            _refuse(statement, f"{name} takes no index: it applies everywhere")
        hint = f"It must be {parameter.expected}"
        if not statement.words:
            _refuse(statement, f"{name} has no value", hint)
        if len(statement.words) > 1 and not parameter.several:
            _refuse(statement, f"{name} takes one value, not {len(statement.words)}", hint)
        text = " ".join(word.text for word in statement.words)
        value = _read(parameter, name, text, statement.path, statement.words[0].line)
        if name in MAUI_NAMES:
            self._remark(RemarkKind.OTHER_NAME, f"{name} is Maui's name for {parameter.name}", statement)
        if isinstance(value, FsPolicy) and value.remark is not None:
            self._remark(RemarkKind.OTHER_NAME, f"{name}: {value.remark}", statement)
        self.settings[parameter.name, statement.index or GLOBAL] = value

    def _take_credential(self, statement: Statement, name: str, kind: CredentialKind) -> None:
        if statement.index is None:
            _refuse(statement, f"{name} does not say which {kind.value}", f"Write {name}[name], or {name}[DEFAULT]")
        label = f"{name}[{statement.index}]"
        named = self.credentials.setdefault(kind, {})
        credential = named.get(statement.index, Credential())
        for word in statement.words:
            written, equals, text = word.text.partition("=")
            if not equals or not written:
                hint = "Attributes are written NAME=VALUE, without spaces around the ="
                _refuse(statement, f"{label}: {quoted(word.text)} is not an attribute", hint, word.line)
            attribute = ATTRIBUTES.get(written.upper())
            if attribute is not None:
                value = _read(attribute, f"{label} {written.upper()}", text, statement.path, word.line)
                if kind in attribute.kinds:
                    credential = replace(credential, **{attribute.field: value})
                else:
                    message = f"{written.upper()} has no effect on {name}"
                    self._remark(RemarkKind.NO_EFFECT, message, statement, word.line)
            elif near := nearest(written, ATTRIBUTES):
                message = f"{label}: unknown attribute {written} has no effect. Did you mean {near}?"
                self._remark(RemarkKind.NEAR_MISS, message, statement, word.line)
            else:
                message = f"{label}: {written} has nothing to do with priorities"
                self._remark(RemarkKind.UNKNOWN, message, statement, word.line)
        named[statement.index] = credential

    def _take_job_values(self, statement: Statement, name: str) -> None:
        if statement.index is not None:
            _refuse(statement, f"{name} takes no index: it applies everywhere")
        if not statement.words:
            _refuse(statement, f"{name} has no value", _JOB_VALUE_HINT)
        for word in statement.words:
            found = _JOB_VALUE.match(word.text)
            if found is None:
                _refuse(statement, f"{name}: {quoted(word.text)} is not understood", _JOB_VALUE_HINT, word.line)
            kind = found[1].upper()
            value = _read(JOB_VALUES, f"{name} {kind}[{found[2]}]", found[3], statement.path, word.line)
            self.job_values.setdefault(kind, {})[found[2].lower()] = value
            if kind == "STATE" and found[2].lower() not in STATES:
                near = nearest(found[2], STATES)
                hint = f"Did you mean {near}?" if near else f"Known are {', '.join(STATES)}"
                message = f"{name}: no job has the state {quoted(found[2])}. {hint}"
                self._remark(RemarkKind.NEAR_MISS, message, statement, word.line)

    def _remark_unknown(self, statement: Statement) -> None:
        name, kind = statement.name, RemarkKind.NEAR_MISS
        if near := nearest(name, KNOWN):
            message = f"unknown parameter {name} has no effect. Did you mean {near}?"
        elif name.upper().endswith(("WEIGHT", "CAP")):
            message = f"{name} looks like a weight or a cap of priorities, but no parameter has that name"
        else:
            kind, message = RemarkKind.UNKNOWN, f"{name} has nothing to do with priorities"
        self._remark(kind, message, statement)

    def _remark(self, kind: RemarkKind, message: str, statement: Statement, line: int | None = None) -> None:
        self.remarks.append(Remark(kind, message, statement.path, line or statement.line))


def override(name: str, text: str) -> tuple[str, Any]:
    """Parameter and value of an assignment on the command line.

    Raises:
        MoabError: the parameter is unknown or cannot have this value.
    """
    known = _canonical(name.upper())
    if known not in PARAMETERS:
        near = nearest(name, PARAMETERS)
        hint = f"Did you mean {near}?" if near else "Give weights, caps or related parameters, such as XFACTORWEIGHT=10"
        raise MoabError(f"no parameter {name} affects priorities", hint=hint)
    return known, _read(PARAMETERS[known], name, text)


def _canonical(name: str) -> str:
    return OTHER_NAMES.get(name) or MAUI_NAMES.get(name) or name


def _read(known: Parameter | Attribute, name: str, text: str, path: str | None = None, line: int | None = None) -> Any:
    value = known.read(text)
    if value is None:
        raise MoabError(f"{name} must be {known.expected}, not {quoted(text)}", path, line)
    return value


def _refuse(statement: Statement, message: str, hint: str | None = None, line: int | None = None) -> NoReturn:
    raise MoabError(message, statement.path, line or statement.line, hint=hint)
