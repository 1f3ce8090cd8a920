"""What the pages show was really printed: commands and scripts of README.md, of the manual and the topics, run again.

`python -m tests.shown` writes what they print today into the pages; tests/test_shown.py fails where a page is stale.

A page is divided at its headings. Each part is run in a folder of its own, which has the files that the page shows: a
block of `toml`, `ini` or `python` behind a paragraph that ends with the file's name. A line `...` in what is shown
stands for any number of lines. Blocks of `text` are not run: they are pictures, or are about a running pool.
"""

import doctest
import io
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path
from typing import Any, Final

from userprio.cli.app import run
from userprio.cli.environment import Environment
from userprio.cli.learn import commands, words_of

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = tuple(
    path.relative_to(ROOT).as_posix()
    for path in (
        ROOT / "README.md",
        *sorted((ROOT / "userprio/cli/topics").glob("*.md")),
        *sorted((ROOT / "man/prose").glob("*.md")),
    )
)
NOW: Final = 1_772_442_000.0

_BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAMED: Final = re.compile(r"`([\w.-]+)`[^`]*\n\n?```(?:toml|ini|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"^#+ (.*)$", re.MULTILINE)
_OTHERS: Final = ("cat", "sed", "cp", "python", "grep")
"""Programs that pages may show beside ours."""
_HOME: Final = "/home/you"
"""What pages call the folder in which they are run."""
_GAP: Final = "..."
_STATUS: Final = "echo $?"
_FINE: Final = (0, 3)
"""Statuses that need not be shown: done, and something comes out differently."""


@dataclass(frozen=True, slots=True)
class Part:
    """What stands under one heading of a page."""

    page: str
    title: str
    blocks: tuple[re.Match[str], ...]
    """Those that are run: commands and scripts."""
    files: Mapping[str, str]
    before: tuple[str, ...] = ()
    """Dialogues with Python further up, which go on here."""

    def __str__(self) -> str:
        return f"{self.page}: {self.title}"


@dataclass(slots=True)
class Shell:
    """Where the commands of a part are run, one after the other."""

    folder: Path
    status: int = 0
    names: dict[str, Any] = field(default_factory=dict)
    """What a script has defined for those behind it."""

    def printed(self, command: str) -> list[str]:
        """What the command prints: stdout, then stderr, without trailing blanks."""
        line = words_of(command)
        words = shlex.split(line, comments=True)
        kept = words.pop() if words[-2:-1] == [">"] else None
        words = words[:-1] if kept else words
        with chdir(self.folder):
            out, err = self._run(words, line)
            if kept:
                Path(kept).write_text(out, encoding="utf-8")
                out = ""
        return [text.rstrip() for text in (out + err).replace(str(self.folder), _HOME).splitlines()]

    def _run(self, words: Sequence[str], line: str) -> tuple[str, str]:
        if line.strip() == _STATUS:
            return f"{self.status}\n", ""
        if words[0] == "userprio":
            out, err = io.StringIO(), io.StringIO()
            homes = (lambda: self.folder / ".config/userprio", lambda: self.folder / ".local/share/userprio")
            env = Environment(out, err, {}, lambda: NOW, lambda: UTC, *homes, (), user="admin")
            with redirect_stdout(out):  # where Click itself writes help
                self.status = int(run(words[1:], env))
            return out.getvalue(), err.getvalue()
        if words[0] not in _OTHERS:
            raise ValueError(f"pages show userprio, or one of {', '.join(_OTHERS)}: {line}")
        words = [sys.executable, *words[1:]] if words[0] == "python" else words
        environ = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
        done = subprocess.run(words, capture_output=True, text=True, env=environ, stdin=subprocess.DEVNULL)
        self.status = done.returncode
        return done.stdout, done.stderr

    def dialogue(self, text: str) -> str:
        """A block of `>>>` lines with what Python answers today."""
        parts = []
        for example in doctest.DocTestParser().get_examples(text):
            out = io.StringIO()
            with chdir(self.folder), redirect_stdout(out):
                exec(compile(example.source, "<page>", "single"), self.names)
            first, *more = example.source.rstrip("\n").split("\n")
            parts += [f">>> {first}", *(f"... {line}".rstrip() for line in more), *_lines(out.getvalue())]
        return "".join(f"{line}\n" for line in parts)

    def script(self, text: str) -> None:
        """Run a block of Python."""
        with chdir(self.folder):
            exec(compile(text, "<page>", "exec"), self.names)


def parts(page: str) -> Iterator[Part]:
    """The parts of a page that have something to run."""
    text = (ROOT / page).read_text(encoding="utf-8")
    files = dict(_NAMED.findall(text))
    inside = [range(*found.span()) for found in _BLOCK.finditer(text)]
    heads = [found for found in _HEADING.finditer(text) if not any(found.start() in block for block in inside)]
    bounds = [0, *(found.start() for found in heads), len(text)]
    titles = ["beginning", *(found[1] for found in heads)]
    for title, start, end in zip(titles, bounds[:-1], bounds[1:], strict=True):
        blocks = tuple(
            found
            for found in _BLOCK.finditer(text, start, end)
            if found[1] in ("console", "pycon") or _is_script(found)
        )
        if blocks:
            before = tuple(found[2] for found in _BLOCK.finditer(text, 0, start) if found[1] == "pycon")
            yield Part(page, title, blocks, files, before)


def _is_script(block: re.Match[str]) -> bool:
    """Whether it is to be run: a file that is only shown has its name in front."""
    before = block.string[: block.start()].rstrip("\n").rpartition("\n")[2]
    return block[1] == "python" and not re.search(r"`[\w.-]+\.py`[^`]*$", before)


def whole(page: str) -> Part:
    """All parts of a page as one, which is run from top to bottom in one folder."""
    found = list(parts(page))
    return Part(page, "the whole page", tuple(block for part in found for block in part.blocks), found[0].files)


def today(part: Part, folder: Path) -> Iterator[tuple[re.Match[str], str]]:
    """Each block of a part with the text that it should have today."""
    for name, text in part.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    shell = Shell(folder)
    if any(block[1] == "pycon" for block in part.blocks):
        for earlier in part.before:
            shell.dialogue(earlier)
    for block in part.blocks:
        match block[1]:
            case "console":
                yield block, "".join(_session(block[2], shell))
            case "pycon":
                yield block, shell.dialogue(block[2])
            case _:
                shell.script(block[2])
                yield block, block[2]


def _session(session: str, shell: Shell) -> Iterator[str]:
    told = list(commands(session))
    for at, (command, shown) in enumerate(told):
        yield f"$ {command}\n"
        got = shell.printed(command)
        if (
            shell.status not in _FINE
            and command != _STATUS
            and [next_one for next_one, _ in told[at + 1 : at + 2]] != [_STATUS]
        ):
            raise ValueError(f"{command} fails, so `{_STATUS}` is to show behind it that this is meant: {got}")
        yield from (f"{line}\n" for line in renewed(shown, got))


def renewed(shown: Sequence[str], got: Sequence[str]) -> list[str]:
    """What a page should show of `got`: as much as before, where it leaves something out."""
    if _GAP not in shown:
        return list(got)
    pieces: list[list[str]] = [[]]
    for line in shown:
        if line == _GAP:
            pieces.append([])
        else:
            pieces[-1].append(line)
    first, *middle, last = pieces
    at, end = len(first), len(got) - len(last)
    found = list(got[:at])
    for piece in middle:
        start = _nearest(piece[0], got, at, end)
        found += [_GAP, *got[start : start + len(piece)]]
        at = start + len(piece)
    return [*found, _GAP, *got[max(end, at) :]] if max(end, at) > at or not last else [*found, *got[at:]]


def _nearest(line: str, got: Sequence[str], start: int, end: int) -> int:
    """The place of a line that was there before: the same, else one that begins with the same words."""
    words = line.split()
    for length in range(len(words), 0, -1):
        for at in range(start, end):
            if got[at].split()[:length] == words[:length] and (length < len(words) or got[at] == line or length == 1):
                return at
    raise ValueError(f"nothing like this is printed any more: {line}")


def _lines(text: str) -> list[str]:
    return [line.rstrip() or "<BLANKLINE>" for line in text.splitlines()]
