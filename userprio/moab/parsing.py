"""From the text of a moab.cfg to values: statements line by line, each checked against what its parameter may be."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NoReturn

from userprio.limits import OTHER_FILE, read_file
from userprio.moab.errors import MoabError, Remark, RemarkKind, nearest, quoted
from userprio.moab.parameters import (
    ATTRIBUTES,
    CREDENTIALS,
    GLOBAL,
    INTEGER_EXPECTED,
    JOB_VALUES,
    KNOWN,
    MAUI_NAMES,
    OTHER_NAMES,
    PARAMETERS,
    CredentialKind,
    Parameter,
    Value,
)
from userprio.moab.values import FsPolicy, integer

_INCLUDE: Final = re.compile(r"#INCLUDE(?:\s+(.*))?\Z", re.DOTALL)
_HEAD: Final = re.compile(r'([^\s=\[\]"]+)(?:\[([^\[\]]*)\])?')
_WORD: Final = re.compile(r'(?:"[^"]*"|[^\s"])+')
_CONTROLS: Final = dict.fromkeys((*range(32), 127), " ")
_JOB_VALUE: Final = re.compile(r"(\w+)\[([^\[\]]+)\]=(.*)\Z", re.DOTALL)
_FACTOR_ENDINGS: Final = ("WEIGHT", "CAP")


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of a value, quotes removed, and its line."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Statement:
    """One entry: parameter, index and value."""

    name: str
    """As written."""
    index: str | None
    """What is in brackets after the name; None without brackets."""
    words: tuple[Word, ...]
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class IncludeLine:
    """A wish to read another file."""

    file: str
    line: int


def read_statements(path: Path) -> Iterator[Statement]:
    """The entries of a file and of the files that it includes, which follow it; each file is read once.

    Raises:
        MoabError: a line cannot be taken apart, or an included file is not there.
        OSError: the file cannot be read.
    """
    waiting = deque([path])
    seen = {path.resolve()}
    while waiting:
        current = waiting.popleft()
        text = read_file(current, OTHER_FILE).decode("utf-8-sig", errors="surrogateescape")
        for entry in split_statements(text, str(current)):
            if isinstance(entry, Statement):
                yield entry
                continue
            included = current.parent / entry.file
            if not included.is_file():
                raise MoabError(f"the included file {quoted(entry.file)} is not there", current, entry.line)
            if included.resolve() not in seen:
                seen.add(included.resolve())
                waiting.append(included)


def split_statements(text: str, path: str) -> Iterator[Statement | IncludeLine]:
    """The entries of a text; `path` is the name for messages.

    Raises:
        MoabError: a line cannot be taken apart.
    """
    pending: list[tuple[int, str]] = []
    for number, raw in enumerate(text.split("\n"), 1):
        include = _INCLUDE.match(raw)
        if include is not None:
            yield _include(include[1], path, number)
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


def _include(file: str | None, path: str, line: int) -> IncludeLine:
    name = (file or "").translate(_CONTROLS).strip().strip('"')
    if not name:
        raise MoabError("#INCLUDE names no file", path, line, hint="A comment may begin with `# INCLUDE`")
    return IncludeLine(name, line)


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
        hint = "A value ends with its line, and # begins a comment even between quotes"
        raise MoabError("a quote that is not closed", path, line, hint=hint)
    for found in _WORD.finditer(text):
        yield Word(found[0].replace('"', ""), line)


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of a parameter and where it was given; no place: on the command line."""

    value: Value
    path: str | None = None
    line: int | None = None


def _no_values() -> dict[str, dict[str, int]]:
    return {"STATE": {}, "ATTR": {}, "GRES": {}}


@dataclass(slots=True)
class Parts:
    """A configuration while it is being read; what comes later replaces what came before."""

    settings: dict[tuple[str, str], Setting] = field(default_factory=dict)
    credentials: dict[tuple[CredentialKind, str], dict[str, Any]] = field(default_factory=dict)
    """Attributes under the names of the fields of `Credential`."""
    job_values: dict[str, dict[str, int]] = field(default_factory=_no_values)
    remarks: list[Remark] = field(default_factory=list)


def take(statement: Statement, parts: Parts) -> None:
    """Add one entry.

    Raises:
        MoabError: it is not what its parameter may be.
    """
    name = statement.name.upper()
    if name in CREDENTIALS:
        _take_credential(statement, CREDENTIALS[name], parts)
    elif name == JOB_VALUES:
        _take_job_values(statement, parts)
    elif (known := _canonical(name)) in PARAMETERS:
        _take_setting(statement, PARAMETERS[known], parts)
    else:
        parts.remarks.append(_unknown(statement))


def override(name: str, text: str) -> tuple[str, Setting]:
    """Parameter and value of an assignment on the command line.

    Raises:
        MoabError: the parameter is unknown or cannot have this value.
    """
    known = _canonical(name.upper())
    if known not in PARAMETERS:
        near = nearest(name, PARAMETERS)
        hint = f"Did you mean {near}?" if near else "It takes weights, caps and the like, such as XFACTORWEIGHT=10"
        raise MoabError(f"no parameter {name} affects priorities", hint=hint, parameter=name)
    parameter = PARAMETERS[known]
    value = parameter.read(text)
    if value is None:
        raise MoabError(f"{name} must be {parameter.expected}, not {quoted(text)}", parameter=known)
    return known, Setting(value)


def _canonical(name: str) -> str:
    return OTHER_NAMES.get(name) or MAUI_NAMES.get(name) or name


def _take_setting(statement: Statement, parameter: Parameter, parts: Parts) -> None:
    name = statement.name.upper()
    if statement.index is not None and not parameter.partitioned:
        _refuse(statement, f"{name} takes no index: it applies everywhere")
    if not statement.words:
        _refuse(statement, f"{name} has no value", f"It must be {parameter.expected}")
    if len(statement.words) > 1 and not parameter.several:
        _refuse(statement, f"{name} takes one value, not {len(statement.words)}", f"It must be {parameter.expected}")
    text = " ".join(word.text for word in statement.words)
    value = parameter.read(text)
    if value is None:
        raise _bad_value(statement, name, parameter.expected, text, statement.words[0].line)
    if name in MAUI_NAMES:
        _remark(parts, statement, RemarkKind.OTHER_NAME, f"{name} is Maui's name for {parameter.name}")
    if isinstance(value, FsPolicy) and value.remark is not None:
        _remark(parts, statement, RemarkKind.OTHER_NAME, f"{name}: {value.remark}")
    parts.settings[parameter.name, statement.index or GLOBAL] = Setting(value, statement.path, statement.line)


def _take_credential(statement: Statement, kind: CredentialKind, parts: Parts) -> None:
    name = statement.name.upper()
    if statement.index is None:
        _refuse(statement, f"{name} does not say which {kind.value}", f"Write {name}[name], or {name}[DEFAULT]")
    attributes = parts.credentials.setdefault((kind, statement.index), {})
    label = f"{name}[{statement.index}]"
    for word in statement.words:
        written, equals, text = word.text.partition("=")
        if not equals or not written:
            hint = "Attributes are written NAME=VALUE, without spaces around the ="
            raise MoabError(
                f"{label}: {quoted(word.text)} is not an attribute",
                statement.path,
                word.line,
                None,
                hint,
                parameter=label,
            )
        attribute = ATTRIBUTES.get(written.upper())
        if attribute is None:
            parts.remarks.append(_unknown_attribute(statement, word, label, written))
            continue
        value = attribute.read(text)
        if value is None:
            raise _bad_value(statement, f"{label} {written.upper()}", attribute.expected, text, word.line)
        if kind not in attribute.kinds:
            message = f"{written.upper()} has no effect on {name}"
            parts.remarks.append(Remark(RemarkKind.NO_EFFECT, message, statement.path, word.line))
            continue
        attributes[attribute.field] = value


def _take_job_values(statement: Statement, parts: Parts) -> None:
    if statement.index is not None:
        _refuse(statement, f"{JOB_VALUES} takes no index: it applies everywhere")
    if not statement.words:
        _refuse(statement, f"{JOB_VALUES} has no value", "Write STATE[name]=10, ATTR[name]=10 or GRES[name]=10")
    for word in statement.words:
        found = _JOB_VALUE.match(word.text)
        kind = "" if found is None else found[1].upper()
        if found is None or kind not in parts.job_values:
            raise MoabError(
                f"{JOB_VALUES}: {quoted(word.text)} is not understood",
                statement.path,
                word.line,
                hint="Write STATE[name]=10, ATTR[name]=10 or GRES[name]=10",
                parameter=JOB_VALUES,
            )
        value = integer(found[3])
        if value is None:
            raise _bad_value(statement, f"{JOB_VALUES} {kind}[{found[2]}]", INTEGER_EXPECTED, found[3], word.line)
        parts.job_values[kind][found[2].lower()] = value


def _unknown(statement: Statement) -> Remark:
    near = nearest(statement.name, KNOWN)
    if near is not None:
        message = f"unknown parameter {statement.name} has no effect. Did you mean {near}?"
        return Remark(RemarkKind.NEAR_MISS, message, statement.path, statement.line)
    if statement.name.upper().endswith(_FACTOR_ENDINGS):
        message = f"{statement.name} looks like a weight or a cap of priorities, but there is none of that name"
        return Remark(RemarkKind.NEAR_MISS, message, statement.path, statement.line)
    message = f"{statement.name} has nothing to do with priorities"
    return Remark(RemarkKind.UNKNOWN, message, statement.path, statement.line)


def _unknown_attribute(statement: Statement, word: Word, label: str, written: str) -> Remark:
    near = nearest(written, ATTRIBUTES)
    if near is None:
        message = f"{label}: {written} has nothing to do with priorities"
        return Remark(RemarkKind.UNKNOWN, message, statement.path, word.line)
    message = f"{label}: unknown attribute {written} has no effect. Did you mean {near}?"
    return Remark(RemarkKind.NEAR_MISS, message, statement.path, word.line)


def _remark(parts: Parts, statement: Statement, kind: RemarkKind, message: str) -> None:
    parts.remarks.append(Remark(kind, message, statement.path, statement.line))


def _refuse(statement: Statement, message: str, hint: str | None = None) -> NoReturn:
    name = statement.name.upper()
    raise MoabError(message, statement.path, statement.line, None, hint, parameter=name)


def _bad_value(statement: Statement, name: str, expected: str, text: str, line: int) -> MoabError:
    message = f"{name} must be {expected}, not {quoted(text)}"
    return MoabError(message, statement.path, line, parameter=name)
