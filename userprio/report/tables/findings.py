"""What `check` found, for people."""

from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from userprio.check import Level
from userprio.report.findings import Findings, place_text, summary
from userprio.report.text import printable

_STYLES: Final = {Level.ERROR: "bold red", Level.WARNING: "bold yellow", Level.NOTE: "bold"}
_INDENT: Final = 2


def print_findings(findings: Findings, console: Console) -> None:
    """Print the findings, those of one place under its name, and how many there are."""
    place: str | None = None
    for finding in findings.found:
        here = place_text(finding)
        if here != place and here:
            # A place stays on one line, however long: that is how it is found and copied.
            console.print(Text(printable(here), style="dim"), soft_wrap=True)
        place = here
        message = Text.assemble((str(finding.level), _STYLES[finding.level]), f": {printable(finding.message)}. ")
        message.append(f"[{finding.code}]", style="dim")
        console.print(Padding(message, (0, 0, 0, _INDENT)))
        console.print(Padding(Text(f"{printable(finding.hint)}."), (0, 0, 0, 2 * _INDENT)))
    console.print(Text(summary(findings.found), style="bold" if findings.found else ""))
