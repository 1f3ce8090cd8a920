"""What versions of HTCondor do differently, as a table."""

from itertools import groupby
from typing import Final

from rich.console import Console
from rich.text import Text

from userprio.report.tables import new_table
from userprio.report.versions import VersionTable
from userprio.versions import DecidedBy, Evidence, rules

_WHOSE: Final = {
    DecidedBy.NEGOTIATOR: "the negotiator",
    DecidedBy.SCHEDD: "each schedd",
    DecidedBy.READER: "the daemon that reads the expression",
    DecidedBy.TOOL: "condor_userprio",
}


def print_versions(table: VersionTable, console: Console) -> None:
    """Print the behaviours under those whose version decides them, and what the marks mean."""
    drawn = new_table(console)
    drawn.add_column("behaviour", overflow="fold")
    for version in table.versions:
        drawn.add_column(str(version), justify="center", no_wrap=True)
    for component, its in groupby(rules(), lambda rule: rule.decided_by):
        drawn.add_row(Text(f"by the version of {_WHOSE[component]}", style="bold"))
        for rule in its:
            marks = ("*" if rule.evidence is Evidence.RUN else "") + ("" if rule.simulated else " (not simulated)")
            held = (Text("yes") if rule.holds(version) else Text("-", style="dim") for version in table.versions)
            drawn.add_row(f"{rule.meaning}{marks}", *held)
    console.print(drawn)
    console.print()
    console.print(Text("* seen when pools of 23.9.6 and 25.14.1 were run; the others were read in HTCondor's source."))
