"""What the checks may look at: a configuration, plus ledger and pool if there are any; and how places are looked up."""

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

from msgspec import Struct

from userprio.accounting import PriorityRules
from userprio.accounting.quotas import GroupTree, build_tree
from userprio.analysis.check.findings import NOWHERE, Location
from userprio.base.errors import BadInput
from userprio.base.limits import LEDGER_FILE, read_file
from userprio.classad import Evaluator, Report, read_text
from userprio.config import Config
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

RecordPlace = Callable[[str, str | None], Location]
"""Finds the place of a ledger's record by its key, or of one of its attributes."""
SubmitterPlace = Callable[[str], Location]
"""Finds the place of a submitter in the snapshot by its name."""

_TABLE: Final = re.compile(r"\s*\[\[?\s*(\w+)")
_KEY: Final = re.compile(r"""\s*["']?(\w+)["']?\s*=\s*["']([^"']*)["']""")


def _nowhere(*_: object) -> Location:
    return NOWHERE


class Situation(Struct, frozen=True, dict=True):
    """Everything that a check may look at; a pool or ledger that was not given is empty. Properties are lazy."""

    scenario: ScenarioData
    record_place: RecordPlace = _nowhere
    submitter_place: SubmitterPlace = _nowhere
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
    def pool_weight(self) -> float | None:
        """The pool size that quotas divide, in weighted slots; None if no pool was given."""
        if not self.pool.slots:
            return None
        settings, evaluator = NegotiatorSettings.of(self.scenario), Evaluator(self.now)
        slots, _ = fetched_slots(self.pool.slots, settings, evaluator)
        return pool_weights(slots, settings, evaluator).quota


class LedgerLines:
    """The lines of a ledger's log, found by what they set."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def place(self, key: str, attribute: str | None) -> Location:
        """The last line that made the record or, with `attribute`, set it; only the file if there is none."""
        encoded = key.encode("utf-8", "surrogateescape")
        if attribute is not None:
            at = self._last(b"\n103 %b %b " % (encoded, attribute.encode()))
            if at is not None:
                return Location(str(self._path), at)
        return Location(str(self._path), self._last(b"\n101 %b " % encoded))

    def _last(self, needle: bytes) -> int | None:
        # The last record counts, as in the negotiator's replay of the log.
        at = self._text.rfind(needle)
        return None if at < 0 else self._text.count(b"\n", 0, at + 1)

    @cached_property
    def _text(self) -> bytes:
        """The log with a line feed in front, so that the first line is found like all others."""
        try:
            return b"\n" + read_file(self._path, LEDGER_FILE)
        except OSError:
            return b""


class SubmitterLines:
    """The lines that name submitters in a snapshot's file: a file of ads, or a hand-written pool."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def place(self, name: str) -> Location:
        """The first line that names a submitter; only the file if there is none."""
        return Location(str(self._path), self._lines.get(name))

    @cached_property
    def _lines(self) -> dict[str, int]:
        lines: dict[str, int] = {}
        for name, line in self._named():
            lines.setdefault(name, line)
        return lines

    def _named(self) -> Iterator[tuple[str, int]]:
        try:
            text = "".join(read_text(self._path, Report(self._path)))
        except BadInput:
            return
        if self._path.suffix == ".toml":
            yield from _written_by_hand(text)
            return
        for number, line in enumerate(text.split("\n"), 1):
            # Without parsing: any form of ads (long, new, JSON) has a submitter's name in quotes, XML in <s>.
            for quoted in re.findall(r'"([^"\\]*@[^"\\]*)"', line):
                yield quoted, number
            for element in re.findall(r"<s>([^<]*@[^<]*)</s>", line):
                yield element, number


def _written_by_hand(text: str) -> Iterator[tuple[str, int]]:
    """Submitter names from `[[jobs]]` tables, each with the line of its group or, if it has none, of its user."""
    domain = re.search(r"""^\s*domain\s*=\s*["']([^"']*)["']""", text, re.M)
    tables: list[dict[str, tuple[str, int]]] = []
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if head := _TABLE.match(line):
            inside = head[1] == "jobs"
            if inside:
                tables.append({})
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
