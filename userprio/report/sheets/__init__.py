"""What is shown to people, as data: tables with their lines and columns, and the words around them.

`model` says what a screen is made of. `selecting` does to a table, whichever it is, what a `View` asks for: filter,
fold, sort, cut, and choose columns. `userprio.report.drawing` draws screens, `markdown` writes them for a page.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.report.sheets.markdown import markdown_text
    from userprio.report.sheets.model import (
        Block,
        Cell,
        Drawing,
        Head,
        Kind,
        Line,
        Sheet,
        Words,
        cell,
        name_head,
        number,
        text_head,
    )
    from userprio.report.sheets.plain import plain_text
    from userprio.report.sheets.selecting import selected
else:
    __all__, __getattr__ = on_demand(__file__)
