"""What versions of HTCondor do differently, as a table."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from userprio.report.sheets.model import Block, Cell, Head, Line, Sheet, Words, cell, name_head
from userprio.report.versions import VersionTable
from userprio.versions import DecidedBy, Evidence, rules
from userprio.view import View

_NARROWEST: Final = 30

_WHOSE: Final = {
    DecidedBy.NEGOTIATOR: "the negotiator",
    DecidedBy.SCHEDD: "each schedd",
    DecidedBy.READER: "the daemon that reads the expression",
    DecidedBy.TOOL: "condor_userprio",
}


def versions_blocks(table: VersionTable, view: View) -> Iterator[Block]:
    """The behaviours under those whose version decides them, and what the marks mean."""
    lines = []
    for component, its in groupby(rules(), lambda rule: rule.decided_by):
        title = cell(f"by the version of {_WHOSE[component]}", "bold")
        lines.append(Line((title, *[Cell()] * len(table.versions))))
        for rule in its:
            marks = ("*" if rule.evidence is Evidence.RUN else "") + ("" if rule.simulated else " (not simulated)")
            held = (cell("yes") if rule.holds(version) else cell("-", "dim") for version in table.versions)
            lines.append(Line((cell(f"{rule.meaning}{marks}"), *held)))
    heads = (name_head("behaviour"), *(Head(str(version), str(version)) for version in table.versions))
    yield Sheet(heads, tuple(lines), one="behaviour", fits=len(lines), narrowest=_NARROWEST)
    seen = "* seen when pools of 23.9.6 and 25.14.1 were run; the others were read in HTCondor's source."
    yield Words.of(seen, apart=True)
