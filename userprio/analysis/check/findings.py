"""What a check may look at, and what it reports.

Findings have a place and words, and some a correction. A configuration file suppresses findings with
`# userprio: ignore[code, ...]` above a statement. The comment needs a line of its own, because HTCondor takes a #
further right as part of the value, and applies to the next statement, however many lines that has.
`# userprio: ignore-file[code, ...]` applies to the whole file.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cached_property, partial
from pathlib import Path
from typing import Final

from msgspec import Struct

from userprio.accounting import PriorityRules
from userprio.accounting.quotas import GroupTree, build_tree
from userprio.base import CONFIG_FILE, LEDGER_FILE, BadInput, SnapshotRoot, listed, read_file
from userprio.classad import Evaluator, Report, is_true, read_text, text_of
from userprio.config import Config, Origin
from userprio.ledger import Ledger, Operation
from userprio.negotiation import Outcome, negotiate
from userprio.pool import (
    DOMAIN,
    GROUP_KEYS,
    USER_KEYS,
    NegotiatorSettings,
    Pool,
    ScenarioData,
    fetched_slots,
    pool_weights,
)


class Level(StrEnum):
    """The severity of a finding, the worst first."""

    ERROR = "error"
    """An HTCondor daemon refuses to start, stops or hangs."""
    WARNING = "warning"
    """HTCondor does something that a reader of the configuration or the ledger would not expect."""
    NOTE = "note"
    """Nothing is wrong, but it is worth knowing."""


class Fix(Struct, frozen=True):
    """Words of the statement at the finding's line, and what to replace them by: what was most likely meant."""

    old: str
    new: str


class Finding(Struct, frozen=True):
    """One finding. Neither sentence ends in a full stop."""

    level: Level
    code: str
    """Stable short name for the kind of finding."""
    happens: str
    """What is wrong, or worth knowing, in a sentence."""
    advice: str
    """What to do, in a sentence."""
    file: str | None = None
    """Where it is: a file, `the command line`, `the environment`; None if there is no such place."""
    line: int | None = None
    """From 1; for a statement of several lines the last, as HTCondor counts."""
    fix: Fix | None = None
    """A mechanical correction, if there is one."""


class Location(Struct, frozen=True):
    """The place that a finding is about; see `Finding`."""

    file: str | None = None
    line: int | None = None


NOWHERE: Final = Location()


def place_of(origin: Origin) -> Location:
    """The place of a definition."""
    return Location(str(origin) if origin.path is None else origin.path, origin.line)


def knob_place(config: Config, *names: str) -> Location:
    """Where the first of these knobs that is set at all is set; NOWHERE if none is."""
    return next((place_of(origin) for name in names if (origin := config.origin(name)) is not None), NOWHERE)


def unprefixed(config: Config, spelled: str) -> str:
    """The name of a knob without the prefix of a local name or subsystem."""
    prefixes = (f"{prefix}." for prefix in config.scope.prefixes)
    return next((spelled[len(prefix) :] for prefix in prefixes if spelled.lower().startswith(prefix)), spelled)


def finding(
    level: Level, code: str, place: Location, happens: str, advice: str, fix: tuple[str, str] | None = None
) -> Finding:
    """A finding at a place; `fix` as in `Fix`."""
    return Finding(level, code, happens, advice, place.file, place.line, None if fix is None else Fix(*fix))


warning: Final = partial(finding, Level.WARNING)
note: Final = partial(finding, Level.NOTE)
Findings = Iterator[Finding]
"""What a check yields."""


def error_place(error: BadInput) -> Location:
    """The place of an error."""
    return Location(None if error.path is None else str(error.path), error.line)


few: Final = partial(listed, most=4)
"""Names listed in a sentence; of many, only the first few."""


def verb(names: Sequence[str], singular: str, plural: str) -> str:
    """Names with a verb in the singular (`one`) or plural (`many`)."""
    return f"{few(names)} {singular if len(names) == 1 else plural}"


def if_meant(name: str) -> str:
    """The hint to write what was most likely meant."""
    return f"Write {name}, if that is what you mean"


plain: Final = "{:.6g}".format
"""A number as people write it: no trailing zeros, at most six digits."""


_DOCUMENT: Final = re.compile(r"\s*[\w./]+\s*@=\s*(\S+)\s*$")
_JOINED: Final = re.compile(r"[\w.]{2}")
"""Two characters that may be neighbours within a name."""
_MARK: Final = re.compile(r"#\s*userprio:\s*ignore(-file)?\[([\w\-*,\s]+)\]", re.I)


def _statement_end(lines: Sequence[str], first: int) -> int:
    """The index of the last line of the statement that begins at an index; both count from 0."""
    at = first
    while at < len(lines) - 1 and lines[at].rstrip().endswith("\\"):
        at += 1
    if at < len(lines) and (document := _DOCUMENT.match(lines[at])):
        end = f"@{document[1]}"
        return next((i for i in range(at + 1, len(lines)) if lines[i].strip() == end), at)
    return at


def _statement_start(lines: Sequence[str], last: int) -> int:
    """The index of the first line of the statement that ends at an index."""
    # NAME @=END … @END: HTCondor counts the line of the end mark, and the knob's name is in the first.
    if lines[last].strip().startswith("@"):
        for at in range(last - 1, -1, -1):
            if (document := _DOCUMENT.match(lines[at])) and f"@{document[1]}" == lines[last].strip():
                return at
    at = last
    while at > 0 and lines[at - 1].rstrip().endswith("\\"):
        at -= 1
    return at


def not_ignored(findings: Sequence[Finding], within: SnapshotRoot | None = None) -> tuple[Finding, ...]:
    """The findings without those that their files suppress; those of an untrusted snapshot are `within` its root."""
    marks = {file: list(_marks(file, within)) for file in {finding.file for finding in findings} if file is not None}

    def is_ignored(finding: Finding) -> bool:
        return finding.file is not None and any(
            first <= (finding.line or 0) <= last and any(fnmatchcase(finding.code, pattern) for pattern in patterns)
            for first, last, patterns in marks[finding.file]
        )

    return tuple(finding for finding in findings if not is_ignored(finding))


def _marks(file: str, within: SnapshotRoot | None) -> Iterator[tuple[int, int, list[str]]]:
    """The first and the last line that each comment in a file applies to, and the code patterns in it."""
    try:
        lines = read_file(Path(file), CONFIG_FILE, within).decode(errors="replace").split("\n")
    except (OSError, ValueError):
        return
    for number, line in enumerate(lines, 1):
        if (mark := _MARK.match(line.strip())) is None:
            continue
        patterns = [pattern.strip().lower() for pattern in mark[2].split(",")]
        if mark[1]:
            yield 0, len(lines), patterns
            continue
        # The comment is for the next statement: blank lines and further comments between do not count.
        first = number
        while first < len(lines) and (not lines[first].strip() or lines[first].strip().startswith("#")):
            first += 1
        yield first + 1, _statement_end(lines, first) + 1, patterns


def fixed(text: str, findings: Iterable[Finding]) -> tuple[str, tuple[Finding, ...]]:
    """The text of a file with the fixes of findings applied, and the findings that this corrects.

    Each fix is applied once, in the statement of the finding, and only if its words occur there literally.
    """
    lines = text.split("\n")
    done = []
    for finding in findings:
        if finding.fix is None or finding.line is None or not 0 < finding.line <= len(lines):
            continue
        last = finding.line - 1
        # The words may stand in any line of a continued statement, though its last line is what HTCondor names.
        for at in range(_statement_start(lines, last), last + 1):
            if (place := _place(lines[at], finding.fix.old)) is not None:
                lines[at] = lines[at][:place] + finding.fix.new + lines[at][place + len(finding.fix.old) :]
                done.append(finding)
                break
    return "\n".join(lines), tuple(done)


def _place(line: str, words: str) -> int | None:
    """The position of words in a line, where they are not part of longer names; None if there is none."""
    at = line.find(words)
    while at >= 0:
        before, after = line[:at][-1:], line[at + len(words) :][:1]
        # `Cpus` must not be replaced within `TotalCpus`; but `=` next to a name joins nothing.
        if not (_JOINED.match(before + words[0]) or _JOINED.match(words[-1] + after)):
            return at
        at = line.find(words, at + 1)
    return None


_TABLE: Final = re.compile(r"\s*\[\[?\s*(\w+)")
_KEY: Final = re.compile(r"""\s*["']?(\w+)["']?\s*=\s*["']([^"']*)["']""")


def _nowhere(*_: object) -> Location:
    return NOWHERE


class Situation(Struct, frozen=True, dict=True):
    """Everything that a check may look at; a pool or ledger that was not given is empty. Properties are lazy."""

    scenario: ScenarioData
    record_place: Callable[[str, str | None], Location] = _nowhere
    """Finds the place of a ledger's record by its key, or of one of its attributes."""
    submitter_place: Callable[[str], Location] = _nowhere
    """Finds the place of a submitter in the snapshot by its name."""
    unreadable: frozenset[str] = frozenset()
    """Knobs, in lower case, whose values cannot be read and were replaced."""
    operations: tuple[Operation, ...] = ()
    """Edits of the ledger that this program made, oldest first."""

    @property
    def config(self) -> Config:
        """The configuration."""
        return self.scenario.config

    @property
    def pool(self) -> Pool:
        """The pool, empty if there is none."""
        return self.scenario.pool

    @property
    def ledger(self) -> Ledger:
        """The ledger, empty if there is none."""
        return self.scenario.ledger

    @property
    def now(self) -> int:
        """The time that everything is checked for, in seconds since the epoch."""
        return self.scenario.now

    @cached_property
    def tree(self) -> GroupTree:
        """The groups."""
        return build_tree(self.config)

    @cached_property
    def rules(self) -> PriorityRules:
        """Half-life and factors."""
        return PriorityRules.from_config(self.config, [group.name for group in self.tree.groups])

    @cached_property
    def outcome(self) -> Outcome:
        """The outcome of a dry run of the next cycle."""
        return negotiate(self.scenario)

    @cached_property
    def partitionable(self) -> frozenset[str | None]:
        """The names of partitionable slots. Their matches are charged in full until the next cycle."""
        evaluator = Evaluator(self.now)
        parted = (ad for ad in self.pool.slots if is_true(evaluator.attribute("PartitionableSlot", ad)))
        return frozenset(text_of(evaluator, ad, "Name") for ad in parted)

    @cached_property
    def pool_weight(self) -> float | None:
        """The pool size that quotas divide, in weighted slots; None if no pool was given."""
        if not self.pool.slots:
            return None
        settings, evaluator = NegotiatorSettings.of(self.scenario), Evaluator(self.now)
        slots, _ = fetched_slots(self.pool.slots, settings, evaluator)
        return pool_weights(slots, settings, evaluator).quota


class LedgerLines(Struct, frozen=True, dict=True):
    """The lines of a ledger's log, found by what they set."""

    path: Path
    within: SnapshotRoot | None = None

    def place(self, key: str, attribute: str | None) -> Location:
        """The last line that made the record or, with `attribute`, set it; only the file if there is none."""
        encoded = key.encode("utf-8", "surrogateescape")
        at = None if attribute is None else self._last(b"\n103 %b %b " % (encoded, attribute.encode()))
        return Location(str(self.path), self._last(b"\n101 %b " % encoded) if at is None else at)

    def _last(self, needle: bytes) -> int | None:
        # The last record counts, as in the negotiator's replay of the log.
        at = self._text.rfind(needle)
        return None if at < 0 else self._text.count(b"\n", 0, at + 1)

    @cached_property
    def _text(self) -> bytes:
        """The log with a line feed in front, so that the first line is found like all others."""
        try:
            return b"\n" + read_file(self.path, LEDGER_FILE, self.within)
        except OSError:
            return b""


class SubmitterLines(Struct, frozen=True, dict=True):
    """The lines that name submitters in a snapshot's file: a file of ads, or a hand-written pool."""

    path: Path
    within: SnapshotRoot | None = None

    def place(self, name: str) -> Location:
        """The first line that names a submitter; only the file if there is none."""
        return Location(str(self.path), self._lines.get(name))

    @cached_property
    def _lines(self) -> dict[str, int]:
        return dict(reversed(list(self._named())))  # of several lines the first

    def _named(self) -> Iterator[tuple[str, int]]:
        try:
            text = "".join(read_text(self.path, Report(self.path, within=self.within)))
        except BadInput:
            return
        if self.path.suffix == ".toml":
            yield from _written_by_hand(text)
            return
        for number, line in enumerate(text.split("\n"), 1):
            # Without parsing: any form of ads (long, new, JSON) has a submitter's name in quotes, XML in <s>.
            for pattern in (r'"([^"\\]*@[^"\\]*)"', r"<s>([^<]*@[^<]*)</s>"):
                yield from ((name, number) for name in re.findall(pattern, line))


def _written_by_hand(text: str) -> Iterator[tuple[str, int]]:
    """Submitter names from `[[jobs]]` tables, each with the line of its group or, if it has none, of its user."""
    domain = re.search(r"""^\s*domain\s*=\s*["']([^"']*)["']""", text, re.M)
    tables: list[dict[str, tuple[str, int]]] = []
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if head := _TABLE.match(line):
            inside = head[1] == "jobs"
            tables += [{}] if inside else []
        elif inside and (match := _KEY.match(line)):
            key = match[1].lower()
            key = "group" if key in GROUP_KEYS else "charged" if key in USER_KEYS else key
            tables[-1][key] = (match[2], number)
    for table in tables:
        # An incomplete table has an error of its own, from the reader of the file.
        if "user" not in table:
            continue
        user, number = table["user"]
        owner, _, own_domain = user.partition("@")
        owner, number = table.get("charged", (owner, number))
        if "group" in table:
            group, number = table["group"]
            owner = f"{group}.{owner}"
        yield f"{owner}@{own_domain or (domain[1] if domain else DOMAIN)}", number
