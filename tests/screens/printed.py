"""What is printed, read back: tables of terminals with colours, of HTML pages and of CSV, and words of explanations."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from rich.console import Console
from rich.style import Style
from rich.text import Span, Text

from tests.report.pages import read
from tests.report.written import blocks
from userprio.base.formats import View
from userprio.report import selected
from userprio.report.drawing import print_screen

WIDTH = 1000
"""Wide enough that nothing is folded."""


@dataclass(frozen=True)
class Shown:
    """The text of a cell, and its colour."""

    text: str
    colour: str = ""


@dataclass(frozen=True)
class Row:
    """A row of a table, by heading."""

    cells: dict[str, Shown]
    name: str = ""
    """In pages, the full name of what it is about."""

    def __getitem__(self, heading: str) -> str:
        return self.cells[heading].text

    def __contains__(self, heading: str) -> bool:
        return heading in self.cells


@dataclass(frozen=True)
class Table:
    """A table of a terminal or page."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[Row, ...]

    def row(self, name: str) -> Row:
        """The row with this in its first column."""
        return next(row for row in self.rows if row[self.headings[0]] == name)


def coloured(result: object, view: View) -> str:
    """The screen of a result as a terminal with colours receives it."""
    shown = selected(blocks(result, view), view).blocks
    out = io.StringIO()
    print_screen(shown, Console(width=WIDTH, file=out, force_terminal=True, color_system="standard"), plain=True)
    return out.getvalue()


def plain(screen: str) -> str:
    """A screen without its colours."""
    return "\n".join(Text.from_ansi(line).plain.rstrip() for line in screen.splitlines())


_TITLES = re.compile(r"Groups|Submitters.*|Who takes slots from whom|Rejections|Matches|Visits|Members")


@lru_cache(256)
def tables(screen: str) -> tuple[Table, ...]:
    """The tables of a coloured screen: their headings are bold, notes below them are dim."""
    lines = [Text.from_ansi(line) for line in screen.splitlines()]
    found = []
    for blank, group in groupby(lines, lambda line: not line.plain.strip()):
        block = [line for line in group if not any(_style(span).dim for span in line.spans)]
        if blank or not block:
            continue
        title = block.pop(0).plain if _TITLES.fullmatch(block[0].plain) else ""
        if title:
            found.append(_table(title, block))
    return tuple(found)


def table(screen: str, title: str) -> Table | None:
    """The table whose title begins so; None if there is none."""
    return next((each for each in tables(screen) if each.title.startswith(title)), None)


def _table(title: str, lines: Sequence[Text]) -> Table:
    above = next((place for place, line in enumerate(lines) if not _is_bold(line, blanks=True)), len(lines))
    # Lines of a table are as wide as its headings; words may follow them without an empty line.
    heads, rows = lines[:above], [line for line in lines[above:] if len(line.plain) == len(lines[0].plain)]
    columns = list(_columns([line.plain for line in (*heads, *rows)]))
    headings = tuple(
        " ".join(words for line in heads if (words := line.plain[start:end].strip())) for start, end in columns
    )
    return Table(
        title,
        headings,
        tuple(
            Row(
                {
                    heading: Shown(row.plain[start:end].strip(), _colour(row, start, end))
                    for heading, (start, end) in zip(headings, columns, strict=True)
                }
            )
            for row in rows
            if not _is_bold(row)
        ),
    )


def _is_bold(line: Text, *, blanks: bool = False) -> bool:
    """Whether all words are, as in titles; with `blanks` also what is between and after them, as in headings."""
    bold = {place for span in line.spans if _style(span).bold for place in range(span.start, span.end)}
    places = range(min(bold, default=0), len(line.plain))
    return bool(bold) and all(place in bold or (line.plain[place] == " " and not blanks) for place in places)


def _colour(line: Text, start: int, end: int) -> str:
    """The colour of the words between two places."""
    colours = {
        _COLOURS.get(color.number, "")
        for span in line.spans
        if line.plain[max(span.start, start) : min(span.end, end)].strip()
        and (color := _style(span).color) is not None
        and color.number is not None
    }
    assert len(colours) <= 1
    return next(iter(colours), "")


_COLOURS = {1: "red", 2: "green", 3: "yellow"}


def _style(span: Span) -> Style:
    assert isinstance(span.style, Style)
    return span.style


def _columns(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The columns of text: what is between two blanks that go through all lines."""
    width = max(map(len, lines))
    filled = [any(line[place : place + 1].strip() for line in lines) for place in range(width)]
    start = None
    for place in range(width + 2):
        if start is None:
            start = place if place < width and filled[place] else None
        elif not any(filled[place : place + 2]):
            yield start, place
            start = None


def page_tables(page: str) -> dict[str, Table]:
    """The tables of an HTML page by their names."""
    reader = read(page)
    names = [label.removesuffix(", table") for tag, each in reader.elements if (label := _label(tag, each))]
    lines = [attributes for tag, attributes in reader.elements if tag == "tr"]
    found: list[tuple[tuple[str, ...], list[Row]]] = []
    heads = [place for place, (tag, _) in enumerate(reader.elements) if tag == "thead"]
    starts = {sum(tag == "tr" for tag, _ in reader.elements[:place]) for place in heads}
    for place, (cells, attributes) in enumerate(zip(reader.rows, lines, strict=True)):
        texts = [" ".join(text.split()) for text in cells]
        if place in starts:
            found.append((tuple(texts), []))
        else:
            headings, rows = found[-1]
            shown = {heading: Shown(text) for heading, text in zip(headings, texts, strict=True)}
            rows.append(Row(shown, attributes.get("data-name", "")))
    return {name: Table(name, headings, tuple(rows)) for name, (headings, rows) in zip(names, found, strict=True)}


def _label(tag: str, attributes: Mapping[str, str | None]) -> str:
    label = str(attributes.get("aria-label", ""))
    return label if tag == "div" and label.endswith(", table") else ""


def csv_table(text: str) -> list[dict[str, str]]:
    """The rows of CSV."""
    return list(csv.DictReader(io.StringIO(text)))


@dataclass(frozen=True)
class Said:
    """A reason as words give it, and the number of jobs behind it."""

    reason: str
    jobs: int
    colour: str = ""


_WHY = re.compile(r"(?:Why|Besides): (.+?)(?: \((\d+) jobs?\))?")
_HOLDS_BACK = re.compile(r"  (\S.*?)(?: \((\d+) jobs?\))?: .+")


def why(screen: str) -> list[Said]:
    """The reasons that an explanation gives, in their order."""
    lines = (Text.from_ansi(line) for line in screen.splitlines())
    return [
        Said(found[1], int(found[2] or 0), _colour(line, 0, len(line)))
        for line in lines
        if (found := _WHY.fullmatch(line.plain.rstrip())) is not None
    ]


def holding_back(screen: str) -> list[Said]:
    """The reasons that `wait` gives, in their order; one job is not counted in words."""
    lines: Iterable[str] = iter(plain(screen).splitlines())
    for line in lines:
        if re.search(r"[Ww]hat holds (it )?back|^Nothing holds it back", line):
            break
    said = []
    for line in lines:
        found = _HOLDS_BACK.fullmatch(line)
        if found is None:
            break
        said.append(Said(found[1], int(found[2] or 1)))
    return said


_ON = r"(?: on (?P<slots>\d+) slots?(?: of weight (?P<weight>\S+))?)?"
_ALL = re.compile(rf".*: (?:its idle job|all (?P<idle>\d+) idle jobs) (?P<does>start|wait)s?{_ON}\.")
_SOME = re.compile(rf".*: (?P<jobs>\d+) of (?P<idle>\d+) idle jobs starts?{_ON}, (?P<left>\d+) waits?\.")


@dataclass(frozen=True)
class Starting:
    """What the first line of an explanation says about idle jobs."""

    idle: int
    jobs: int
    left: int
    slots: int | None
    """Where it is not the number of jobs."""
    weight: str | None
    """Where it is not the number of slots."""


def starting(heading: str) -> Starting:
    """What the first line of an explanation of somebody with idle jobs says."""
    if (found := _SOME.fullmatch(heading)) is not None:
        idle, jobs, left = int(found["idle"]), int(found["jobs"]), int(found["left"])
    else:
        found = _ALL.fullmatch(heading)
        assert found is not None, heading
        idle = int(found["idle"] or 1)
        jobs, left = (idle, 0) if found["does"] == "start" else (0, idle)
    return Starting(idle, jobs, left, found["slots"] and int(found["slots"]), found["weight"])


_NUMBER = r"[\d,.]+"
_FIRST = re.compile(
    rf"(?P<used>.+) (?:were|was) in use\. "
    rf"(?:No job starts\.|(?:No job starts|(?P<jobs>{_NUMBER}) jobs? starts?) on (?P<weight>.+), for (?P<users>.+)\.)"
)
_SECOND = re.compile(
    rf"(?:Nobody waits\.|(?P<jobs>{_NUMBER}) jobs? waits?: (?P<reasons>[^.]+)\.)(?P<nobody> Nobody loses a slot\.)?"
)
_THIRD = re.compile(rf"(?P<jobs>{_NUMBER}) jobs? loses? (?:its|their) slots? \((?P<who>.+)\)\.")


@dataclass(frozen=True)
class Headline:
    """What a cycle comes to, as its first lines say it."""

    in_use: float
    size: float
    jobs: int
    weight: float
    served: int
    asking: int | None
    """None where no job starts."""
    left: int
    reasons: tuple[str, ...]
    lost: int
    losers: tuple[str, ...]


def headline(screen: str) -> Headline | None:
    """The first lines of a cycle; None if nothing was decided."""
    first, second, third, *_ = [*plain(screen).splitlines(), "", ""]
    if first.endswith(": nothing is decided."):
        return None
    starts, waits, loses = _FIRST.fullmatch(first), _SECOND.fullmatch(second), _THIRD.fullmatch(third)
    assert starts is not None and waits is not None, (first, second)
    assert (loses is None) == bool(waits["nobody"]), second
    in_use, size = numbers(starts["used"])
    users = (starts["users"] or "0 of 0").replace("both users", "2 users")
    served, asking = (numbers(users) * 2)[:2]
    return Headline(
        in_use,
        size,
        int(numbers(starts["jobs"] or "0")[0]),
        numbers(starts["weight"] or "0")[0],
        int(served),
        int(asking) if starts["users"] else None,
        int(numbers(waits["jobs"] or "0")[0]),
        tuple((waits["reasons"] or "").split(", ")) if waits["reasons"] else (),
        0 if loses is None else int(numbers(loses["jobs"])[0]),
        () if loses is None else tuple(loses["who"].split(", ")),
    )


def numbers(text: str) -> list[float]:
    """The numbers in a text, without the commas of thousands."""
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?", text)]


_LOSES = re.compile(r"It loses (\d+) slots? .*preempted by (.+); it holds (\S+) afterwards\.")


def losing(screen: str) -> tuple[int, str, float] | None:
    """How many slots an explanation says are lost, to whom, and the weight that is held afterwards."""
    found = next(filter(None, map(_LOSES.fullmatch, plain(screen).splitlines())), None)
    return None if found is None else (int(found[1]), found[2], float(found[3]))


def shows(text: str, value: float | None) -> bool:
    """Whether a figure is this number, up to the rounding of screens; JSON has null where there is no finite one."""
    text = text.removesuffix("*")
    if value is None:
        return text in ("", "nan", "inf", "-inf", "none")
    if text.endswith("%"):
        return value < 1e-4 if text.startswith("<") else abs(float(text[:-1]) - 100 * value) <= 0.00501
    if text == "":
        return False
    if abs(value) > 1e300:
        return abs(float(text)) > 1e300
    return abs(float(text) - value) <= max(0.00501, 6e-5 * abs(value) if abs(value) < 1e9 else 6e-4 * abs(value))
