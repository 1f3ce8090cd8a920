"""What is shown to people, as data: tables with their lines and columns, and the words around them.

`model` says what a screen is made of. `selecting` does to a table, whichever it is, what a `View` asks for: filter,
fold, sort, cut, and choose columns. `userprio.report.drawing` draws screens, `texts` writes them.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.report.sheets.model import Block, Sheet, Words
    from userprio.report.sheets.selecting import selected
    from userprio.report.sheets.texts import markdown_text, plain_text
else:
    __all__, __getattr__ = on_demand(__file__)
