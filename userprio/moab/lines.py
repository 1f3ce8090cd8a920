"""The lines of a moab.cfg: comments, continuation, quotes, included files. What parameters mean is not known here."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from userprio.files import read_file
from userprio.limits import OTHER_FILE
from userprio.moab.errors import MoabError, quoted

_INCLUDE: Final = re.compile(r"#INCLUDE(?:\s+(.*))?\Z", re.DOTALL)
_HEAD: Final = re.compile(r'([^\s=\[\]"]+)(?:\[([^\[\]]*)\])?')
_WORD: Final = re.compile(r'(?:"[^"]*"|[^\s"])+')
_CONTROLS: Final = dict.fromkeys((*range(32), 127), " ")


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of a value, quotes removed, and the line on which it stands."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Statement:
    """One entry: parameter, index and value."""

    name: str
    """As written."""
    index: str | None
    """What stands in brackets behind the name; None without brackets."""
    words: tuple[Word, ...]
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Include:
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


def split_statements(text: str, path: str) -> Iterator[Statement | Include]:
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
        # In a comment a backslash is as good as any other letter.
        joined = code.endswith("\\") and not comment
        code = code.removesuffix("\\") if joined else code
        if code.strip():
            pending.append((number, code.strip()))
        if pending and not joined:
            yield _statement(pending, path)
            pending = []
    if pending:
        yield _statement(pending, path)


def _include(file: str | None, path: str, line: int) -> Include:
    name = (file or "").translate(_CONTROLS).strip().strip('"')
    if not name:
        raise MoabError("#INCLUDE names no file", path, line, hint="A comment may begin with `# INCLUDE`")
    return Include(name, line)


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
