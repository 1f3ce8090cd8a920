"""The maps of `userMap()`, GROUP_PREFIX among them (`reconfig_user_maps` and `MapFile` of HTCondor)."""

import re
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from userprio.base.credentials import masked
from userprio.base.limits import CONFIG_FILES, LINES, OTHER_FILE, PATTERNS, Budget, budget, read_file
from userprio.base.patterns import lazy_pattern
from userprio.base.snapshot_trust import HINT
from userprio.classad import Pattern, PatternError, SearchError, compile_pattern, decode, encode, search
from userprio.config import Config, Origin, OriginKind, files_in

_WHITE = " \t\n"
INCLUDE = "@include"
_REMEMBERED = 10_000
_QUOTED = lazy_pattern(r"""(["/])((?:\\.|(?!\1).)*)\1?""", re.DOTALL)
"""A field in quotes, or a pattern between slashes; after a backslash the mark does not end it."""


_Match = tuple[str, list[str]] | None
"""The canonical text of the line that fits, and the groups matched; None if none fits."""


class _Table(Struct, frozen=True):
    """Consecutive lines that are not patterns; of equal principals the first counts."""

    prefixes: bool
    """Principals are prefixes: the longest with which a text begins counts."""
    lines: dict[str, str] = {}
    lengths: set[int] = set()
    """Lengths of the principals."""

    def add(self, principal: str, canonical: str) -> None:
        self.lines.setdefault(principal, canonical)
        self.lengths.add(len(principal))

    def find(self, text: str) -> _Match:
        if self.prefixes:
            # One lookup for each length, instead of one comparison for each line.
            parts = (text[:length] for length in sorted(self.lengths, reverse=True))
            principal = next((part for part in parts if part in self.lines), None)
        else:
            principal = text if text in self.lines else None
        return None if principal is None else (self.lines[principal], [principal])


class _Line(Struct, frozen=True):
    """A line that is a pattern."""

    pattern: Pattern
    canonical: str

    def find(self, text: str) -> _Match:
        subject = encode(text)
        try:
            spans = search(self.pattern, subject)
        except SearchError:
            return None
        if spans is None:
            return None
        return self.canonical, [decode(subject[begin:end]) if begin >= 0 else "" for begin, end in spans]


class UserMap(Struct):
    """The lines of one method of a map, in their order."""

    entries: list[_Table | _Line] = []
    _answers: dict[str, str | None] = {}
    """By text asked for: policies ask the same for slot after slot."""

    def add(self, principal: str, options: str | None, canonical: str, *, prefixes: bool = False) -> None:
        """Add a line; `options` are those of a regular expression, None if the principal is not one.

        Raises:
            PatternError: it is not a regular expression.
        """
        if options is not None:
            pattern = compile_pattern(encode(principal), options, ungreedy="U" in options)
            self.entries.append(_Line(pattern, canonical))
            return
        # Patterns and plain lines are tried in the order of the file; only neighbours may share a table.
        last = self.entries[-1] if self.entries else None
        if not isinstance(last, _Table) or last.prefixes != prefixes:
            last = _Table(prefixes)
            self.entries.append(last)
        last.add(principal, canonical)

    def __call__(self, text: str) -> str | None:
        """What the map makes of a text; None if no line fits."""
        if text not in self._answers:
            if len(self._answers) >= _REMEMBERED:
                self._answers.clear()
            match = next(filter(None, (entry.find(text) for entry in self.entries)), None)
            self._answers[text] = None if match is None else _substituted(*match)
        return self._answers[text]


def _substituted(canonical: str, groups: list[str]) -> str:
    r"""The canonical text with `\1` and the like replaced by what the groups matched."""

    def meant(match: re.Match[str]) -> str:
        letter = match[1]
        if letter.isascii() and letter.isdigit() and int(letter) < len(groups):
            return groups[int(letter)]
        return match[0] if letter else ""

    return re.sub(r"\\(.?)", meant, canonical, flags=re.DOTALL)


def user_maps(
    config: Config, names: str = "NEGOTIATOR_CLASSAD_USER_MAP_NAMES"
) -> tuple[dict[str, Callable[[str], str | None]], tuple[str, ...]]:
    """The maps that a knob names, and sentences about what could not be read.

    A map is found under its name in lower case, which means its method `*`, and each of its methods as `name.method`.

    Raises:
        ConfigError: LOCAL_CONFIG_DIR_EXCLUDE_REGEXP is needed, and is not a pattern.
    """
    maps: dict[str, Callable[[str], str | None]] = {}
    problems: list[str] = []
    for name in config.words(names):
        file, data = config.text(f"CLASSAD_USER_MAPFILE_{name}"), config.text(f"CLASSAD_USER_MAPDATA_{name}")
        if file is None and data is None:
            continue
        knob = f"CLASSAD_USER_MAP{'DATA' if file is None else 'FILE'}_{name}"
        reading = _MapReader(config, config.origin(knob))
        # A negotiator's working directory is LOG.
        home = Path(config.text("LOG") or "")
        prefixes = config.boolean(f"CLASSAD_USER_MAP_PREFIX_{name}")
        if file is not None:
            reading.file(home / file, prefixes=prefixes, included=False)
        else:
            reading.text(data or "", home / f"CLASSAD_USER_MAPDATA_{name}", prefixes=prefixes, included=False)
        problems += [f"user map {name}: {problem}" for problem in reading.problems]
        maps[name.lower()] = reading.methods["*"]
        maps |= {f"{name}.{method}".lower(): read for method, read in reading.methods.items()}
    return maps, tuple(problems)


class _MapReader:
    """Reads a map line by line."""

    def __init__(self, config: Config, origin: Origin | None) -> None:
        self.methods = {"*": UserMap()}
        self.problems: list[str] = []
        self._config = config
        # What was typed on the command line is trusted.
        self._within = None if origin is not None and origin.kind is OriginKind.OVERRIDE else config.within
        self._named_by = "the snapshot" if origin is None else str(origin)
        self._budget: Budget = budget()
        self._place: tuple[Path, int] = (Path(), 0)

    def file(self, path: Path, *, prefixes: bool, included: bool) -> None:
        """Take the lines of a file; one that another file includes may not include others.

        Raises:
            Exceeded: files, lines or patterns are more than the run may have.
        """
        self._budget.spend(CONFIG_FILES, 1, *(self._place if included else (path, None)))
        if self._refuses(path):
            return
        try:
            text = (
                read_file(path, OTHER_FILE, self._within).decode("utf-8", "surrogateescape") if path.is_file() else None
            )
        except (OSError, ValueError):
            text = None
        if text is None:
            self.problems.append(f"{path} is left out: it is not a readable file")
        else:
            self.text(text, path, prefixes=prefixes, included=included)

    def _refuses(self, path: Path) -> bool:
        """Whether a file or folder may not be read; if so, that is noted as a problem."""
        if self._within is None or "\0" in str(path) or not self._within.leads_out(path):
            return False
        where = f"it is outside the snapshot {self._within}, and {self._named_by} refers to it"
        self.problems.append(f"{path} is not read: {where}. {HINT}")
        return True

    def text(self, text: str, source: Path, *, prefixes: bool, included: bool) -> None:
        """Take these lines; paths of files that they include are relative to the folder of the source."""
        folder = source.parent
        self._budget.spend(LINES, count := text.count("\n") + 1, source, count)
        for number, line in enumerate(text.split("\n"), 1):
            self._place = (source, number)
            method, _, rest = _field(line, False)
            if not method or method.startswith("#"):
                continue
            if method != INCLUDE:
                problem = self._take(method.lower(), rest, prefixes)
            elif included:
                problem = "a file that is included may not include others"
            else:
                problem = self._include(folder, _field(rest, False)[0])
            if problem is not None:
                self.problems.append(f"{problem}: {masked(line.strip())}")

    def _take(self, method: str, rest: str, prefixes: bool) -> str | None:
        """Add a line to its method; returns what is wrong with it, None if nothing is."""
        principal, options, rest = _field(rest, not prefixes)
        if options is not None:
            self._budget.spend(PATTERNS, 1, *self._place)
        canonical, _, _ = _field(rest, False)
        if not principal or not canonical:
            return "a line needs a method, a principal and what it becomes"
        try:
            self.methods.setdefault(method, UserMap()).add(principal, options, canonical, prefixes=prefixes)
        except PatternError as error:
            return str(error)
        return None

    def _include(self, folder: Path, named: str) -> str | None:
        """Take the lines of another file, or of the files of a folder; returns what is wrong, None if nothing is.

        Their principals are never prefixes: HTCondor does not pass that on to included files.
        """
        if not named:
            return "@include does not name a file"
        path = folder / named
        if self._refuses(path):
            return None
        files = [Path(file) for file in files_in(str(path), self._config, self._within)] if path.is_dir() else [path]
        for file in files:
            self.file(file, prefixes=False, included=True)
        return None


def _field(line: str, pattern: bool) -> tuple[str, str | None, str]:
    """The first field of a line, its options if it is a /pattern/ (else None), and the rest of the line."""
    line = line.lstrip(_WHITE)
    if not line.startswith('"') and not (pattern and line.startswith("/")):
        end = next((place for place, letter in enumerate(line) if letter in _WHITE), len(line))
        return line[:end], None, line[end:]
    quoted = _QUOTED.match(line)
    assert quoted is not None
    quote, rest = quoted[1], line[quoted.end() :]
    text = re.sub(rf"\\([\\{quote}])", r"\1", quoted[2])
    if quote == '"':
        return text, None, rest
    options = rest[: len(rest) - len(rest.lstrip("iU"))]
    return text, options, rest[len(options) :]
