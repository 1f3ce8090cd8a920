"""Packages whose exports are loaded on first use, so that a command loads only what it needs."""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

_IMPORT = re.compile(r"^    from (userprio[\w.]*) import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)


def lazy_exports(file: str) -> tuple[list[str], Callable[[str], Any]]:
    """`__all__` and `__getattr__` (PEP 562) for a package, from its own file.

    Exports are written only once, as the imports in its `if TYPE_CHECKING:` block, which never runs.
    """
    places = {
        name: module
        for module, several, single in _IMPORT.findall(Path(file).read_text(encoding="utf-8"))
        for name in (several or single).replace(",", " ").split()
    }

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"{file} exports no {name!r}")
        return getattr(import_module(places[name]), name)

    return list(places), find
