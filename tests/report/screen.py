"""A result as it is drawn on a console, without the blanks at the ends of lines."""

from io import StringIO

from rich.console import Console

from tests.report.written import blocks
from userprio.base.formats import EVERYTHING, View
from userprio.report import selected
from userprio.report.drawing import print_screen


def drawn(result: object, width: int = 80, terminal: bool = False, view: View = EVERYTHING) -> str:
    """Its tables at this width, with rules if it is on a terminal."""
    shown = selected(blocks(result, view), view).blocks
    out = StringIO()
    print_screen(shown, Console(width=width, file=out, force_terminal=terminal), plain=not terminal)
    return "".join(line.rstrip() + "\n" for line in out.getvalue().splitlines())
