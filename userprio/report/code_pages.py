"""Pages on codes of `check`: what a finding means, why it matters, an example that has it and one that does not."""

from dataclasses import dataclass
from textwrap import fill, indent
from typing import Any, Final

from userprio.check import CodePage
from userprio.report.data import Rows

_WIDTH: Final = 100
_KEYS: Final = ("code", "what", "why", "since")


@dataclass(frozen=True, slots=True)
class CodePages:
    """Some codes; of a single one the whole page is shown."""

    pages: tuple[CodePage, ...]


def codes_text(shown: CodePages) -> str:
    """The page of one code; of several a line for each."""
    if len(shown.pages) == 1:
        return _page(shown.pages[0])
    width = max((len(page.code) for page in shown.pages), default=0)
    return "".join(f"{page.code:<{width}}  {page.what}.\n" for page in shown.pages)


def _page(page: CodePage) -> str:
    parts = [f"{page.code}\n", fill(f"{page.what}.", _WIDTH), "", fill(page.why, _WIDTH), ""]
    parts.append(f"Since HTCondor {page.since}." if page.since else "In every version of HTCondor that is known here.")
    changed = {name: text for name, text in page.passes.items() if page.fails.get(name) != text}
    for title, files in (("Found here:", page.fails), ("Not found here:", changed)):
        for name, text in files.items():
            parts += ["", f"{title} {name}", "", indent(text.strip("\n"), "    ")]
    return "\n".join(parts) + "\n"


def codes_document(shown: CodePages) -> dict[str, Any]:
    """Schema `userprio.codes/1`."""
    pages = [
        {**{key: getattr(page, key) for key in _KEYS}, "fails": dict(page.fails), "passes": dict(page.passes)}
        for page in shown.pages
    ]
    return {"schema": "userprio.codes/1", "codes": pages}


def codes_rows(shown: CodePages) -> Rows:
    """A line for each code."""
    return _KEYS, ({key: getattr(page, key) for key in _KEYS} for page in shown.pages)
