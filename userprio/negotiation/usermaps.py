"""The maps that `userMap()` asks, and GROUP_PREFIX among them (`reconfig_user_maps` and `MapFile` of HTCondor)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from userprio.classad.functions.conversion import decode, encode
from userprio.classad.functions.pcre import BudgetExceeded, PatternError, Program, compile_pattern, search
from userprio.config import Config
from userprio.files import read_file
from userprio.limits import OTHER_FILE

WHITE = " \t\n"
INCLUDE = "@include"


@dataclass(slots=True)
class UserMap:
    """One map: what its lines of method `*` say, in their order. Lines of one kind in a row are one table."""

    prefixes: bool = False
    """It maps what begins with its entries, the longest of them that fits (CLASSAD_USER_MAP_PREFIX_<name>)."""
    entries: list[dict[str, str] | tuple[Program, str]] = field(default_factory=list)

    def add(self, principal: str, options: str | None, canonical: str) -> None:
        """One more line; `options` are those of a regular expression, None where the principal is none."""
        if options is not None:
            self.entries.append((compile_pattern(encode(principal), options), canonical))
            return
        if not self.entries or not isinstance(self.entries[-1], dict):
            self.entries.append({})
        table = self.entries[-1]
        assert isinstance(table, dict)
        table.setdefault(principal, canonical)

    def __call__(self, text: str) -> str | None:
        """What the map makes of a text, None where no line fits."""
        for entry in self.entries:
            groups = self._groups(entry, text)
            if groups is not None:
                return _substituted(*groups)
        return None

    def _groups(self, entry: dict[str, str] | tuple[Program, str], text: str) -> tuple[str, list[str]] | None:
        """The canonical text and the groups matched."""
        if isinstance(entry, dict):
            fitting = [key for key in sorted(entry, reverse=True) if text.startswith(key)] if self.prefixes else [text]
            found = next((key for key in fitting if key in entry), None)
            return None if found is None else (entry[found], [found])
        program, canonical = entry
        subject = encode(text)
        try:
            spans = search(program, subject)
        except BudgetExceeded:
            return None
        if spans is None:
            return None
        places = zip(spans[::2], spans[1::2], strict=True)
        return canonical, [decode(subject[begin:end]) if begin >= 0 else "" for begin, end in places]


def _substituted(canonical: str, groups: list[str]) -> str:
    r"""The canonical text with `\1` and the like replaced by what the groups matched."""
    output, place = "", 0
    while place < len(canonical):
        letter, following = canonical[place], canonical[place + 1 : place + 2]
        if letter == "\\" and following in set("0123456789") and int(following) < len(groups):
            output += groups[int(following)]
            place += 2
        elif letter == "\\" and following:
            output += letter + following
            place += 2
        else:
            output += "" if letter == "\\" else letter
            place += 1
    return output


def user_maps(config: Config) -> tuple[dict[str, Callable[[str], str | None]], tuple[str, ...]]:
    """The maps of NEGOTIATOR_CLASSAD_USER_MAP_NAMES by name in lower case, and what could not be read of them."""
    maps: dict[str, Callable[[str], str | None]] = {}
    problems: list[str] = []
    for name in config.words("NEGOTIATOR_CLASSAD_USER_MAP_NAMES"):
        file, data = config.text(f"CLASSAD_USER_MAPFILE_{name}"), config.text(f"CLASSAD_USER_MAPDATA_{name}")
        if file is None and data is None:
            continue
        read = UserMap(config.boolean(f"CLASSAD_USER_MAP_PREFIX_{name}", default=False))
        text = data
        if file is not None:
            path = Path(file)
            try:
                text = read_file(path, OTHER_FILE).decode("utf-8", "surrogateescape") if path.is_file() else None
            except OSError:
                text = None
            if text is None:
                problems.append(f"user map {name} is left out: {path} is no file that can be read")
        for line in (text or "").splitlines():
            problem = _take(read, line)
            if problem is not None:
                problems.append(f"user map {name}: {problem}: {line.strip()}")
        maps[name.lower()] = read
    return maps, tuple(problems)


def _take(read: UserMap, line: str) -> str | None:
    """Add a line to a map; what is wrong with it."""
    method, _, rest = _field(line, False)
    if not method or method.startswith("#"):
        return None
    if method == INCLUDE:
        return "@include is not followed"
    principal, options, rest = _field(rest, not read.prefixes)
    canonical, _, _ = _field(rest, False)
    if not principal or not canonical:
        return "a line needs a method, a principal and what it becomes"
    if method != "*":
        return None
    try:
        read.add(principal, options, canonical)
    except PatternError as error:
        return str(error)
    return None


def _field(line: str, pattern: bool) -> tuple[str, str | None, str]:
    """The first field of a line, the options if it is a /pattern/, and the rest of the line."""
    line = line.lstrip(WHITE)
    if not line.startswith('"') and not (pattern and line.startswith("/")):
        end = next((place for place, letter in enumerate(line) if letter in WHITE), len(line))
        return line[:end], None, line[end:]
    quote, place, text = line[0], 1, ""
    while place < len(line) and line[place] != quote:
        if line[place] == "\\" and place + 1 < len(line):
            place += 1
            text += line[place] if line[place] in (quote, "\\") else "\\" + line[place]
        else:
            text += line[place]
        place += 1
    rest = line[place + 1 :]
    if quote == '"':
        return text, None, rest
    options = "".join(_options(rest))
    return text, options.replace("U", ""), rest[len(options) :]


def _options(rest: str) -> Iterator[str]:
    for letter in rest:
        if letter not in "iU":
            return
        yield letter
