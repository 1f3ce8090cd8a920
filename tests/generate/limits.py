"""The page of limits: the words of man/prose/limits.md, with the bounds that the program keeps."""

from tests.generate import prose
from userprio.base.limits import LIMITS


def page() -> str:
    """The text of the page."""
    text = (prose.PROSE / "limits.md").read_text(encoding="utf-8")
    bounds = "\n".join(f"{area}\n: {' '.join(map(str, kept))}\n" for area, kept in LIMITS.items())
    return text.replace("{limits}\n", bounds)
