"""A result as it is drawn on a console, without the blanks at the ends of lines."""

from datetime import UTC
from io import StringIO

from rich.console import Console

from userprio.base.formats import EVERYTHING, Format, View
from userprio.report import renderer_of, selected
from userprio.report.drawing import print_screen

_OFFERED = {"zone": UTC}


def drawn(result: object, width: int = 80, terminal: bool = False, view: View = EVERYTHING) -> str:
    """Its tables at this width, with rules if it is on a terminal."""
    render = renderer_of(result, Format.TABLE)
    given = {**_OFFERED, "view": view}
    blocks = selected(render(result, **{name: given[name] for name in render.takes}), view).blocks
    out = StringIO()
    print_screen(blocks, Console(width=width, file=out, force_terminal=terminal), plain=not terminal)
    return "".join(line.rstrip() + "\n" for line in out.getvalue().splitlines())
