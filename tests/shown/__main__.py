"""Write what commands print today, and the figures of today, into the pages that have them.

They are all pages, or those whose paths are given.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.shown import PAGES, ROOT, parts, today
from tests.shown.figures import BENCH_PAGE, with_figures


def refreshed(page: str) -> str:
    """The text of a page with today's outputs."""
    text = (ROOT / page).read_text(encoding="utf-8")
    changes = []
    for part in parts(page):
        with TemporaryDirectory() as folder:
            changes += list(today(part, Path(folder)))
    for block, new in reversed(changes):
        text = text[: block.start(2)] + new + text[block.end(2) :]
    return with_figures(page, text)


if __name__ == "__main__":
    for page in sys.argv[1:] or (*PAGES, BENCH_PAGE):
        text = refreshed(page)
        if text != (ROOT / page).read_text(encoding="utf-8"):
            (ROOT / page).write_text(text, encoding="utf-8")
            print(page)
