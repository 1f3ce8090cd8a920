"""References of one knob to another, as they stand in texts before expansion."""

import re
from typing import Final

from userprio.config.config import Config

REFERENCE: Final = re.compile(r"\$\w*\(([A-Za-z0-9_./]+)")
"""`$(NAME`, `$INT(NAME` and the like; the name is the first group."""

_LISTS_OF_KNOBS: Final = ("NEGOTIATOR_MATCH_EXPRS", "STARTD_ATTRS", "STARTD_EXPRS", "SCHEDD_ATTRS", "SUBMIT_ATTRS")


def used_by_others(config: Config) -> set[str]:
    """Lower-case names that the texts of other knobs refer to: they are the user's own macros."""
    used: set[str] = set()
    for name in config.names():
        for found in REFERENCE.finditer(config.raw(name) or ""):
            if found[1].lower() != name.lower():
                used.add(found[1].lower())
    for knob in _LISTS_OF_KNOBS:
        used.update(re.split(r"[\s,]+", (config.raw(knob) or "").lower()))
    return used
