"""What can go wrong with a running pool, as data."""

from dataclasses import dataclass
from enum import Enum

from userprio.errors import UserprioError


class Trouble(Enum):
    """Partition of trouble that a caller may want to tell apart."""

    UNREACHABLE = "unreachable"
    """Nobody answers there, or not in time."""
    DENIED = "denied"
    """It answers, and will not do it for us."""
    NO_NEGOTIATOR = "no negotiator"
    """The pool has none, or none of that name."""
    SEVERAL_NEGOTIATORS = "several negotiators"
    """The pool has several, and none was named."""
    NOT_INSTALLED = "not installed"
    """Neither HTCondor's tools nor its bindings are here, or not the ones that were asked for."""
    UNSUPPORTED = "unsupported"
    """This way of asking cannot do it; the other can."""
    NOT_DONE = "not done"
    """An edit was sent, and the pool does not show it, or said no."""
    FAILED = "failed"
    """Anything else that a tool or a daemon said."""


@dataclass
class LiveError(UserprioError):
    """A running pool could not be asked or changed.

    `message` is one plain sentence without a final full stop; `hint` says what to do about it.
    """

    kind: Trouble
    message: str
    hint: str | None = None

    def __str__(self) -> str:
        return f"{self.message}. {self.hint}" if self.hint else self.message
