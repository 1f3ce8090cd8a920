"""What can be wrong with a moab.cfg or its data, and the remarks that reading one leaves behind."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from userprio.errors import BadInput, placed
from userprio.likeness import one_slip

_SHOWN: Final = 80
"""Characters of a text that a message shows."""


@dataclass
class MoabError(BadInput):
    """A moab.cfg, usage file or data file that cannot be understood; `parameter` is what it is about, if known."""

    parameter: str = ""


class RemarkKind(StrEnum):
    """What a reader remarks upon without stopping; the values are stable names for scripts."""

    UNKNOWN = "unknown"
    """A parameter or attribute that has nothing to do with priorities; a site has hundreds of them."""
    NEAR_MISS = "near-miss"
    """An unknown name that looks like one that matters, mistyped."""
    OTHER_NAME = "other-name"
    """An older name for a parameter."""
    NO_EFFECT = "no-effect"
    """Understood, and without any effect."""
    SUSPICIOUS = "suspicious"
    """Probably not what was meant."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark about a line of a configuration, or about the configuration as a whole."""

    kind: RemarkKind
    message: str
    path: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        return placed(self.message, self.path, self.line)


def quoted(text: str) -> str:
    """A text from a file as a message shows it: in backquotes, cut if long."""
    return f"`{text if len(text) <= _SHOWN else f'{text[: _SHOWN - 3]}...'}`"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is the same but for case, or one typing error away."""
    upper = name.upper()
    return next((other for other in known if upper == other.upper() or one_slip(upper, other.upper())), None)
