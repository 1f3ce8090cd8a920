"""A way to a running pool: what every one of them can do, and what can go wrong."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from userprio.accounting import Edit
from userprio.classad import Ad
from userprio.errors import UserprioError


class LiveErrorKind(Enum):
    """Kind of error, which callers may want to distinguish."""

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
    """An edit was sent, and the pool does not show it, or refused it."""
    FAILED = "failed"
    """Anything else that a tool or a daemon said."""


@dataclass
class LiveError(UserprioError):
    """A running pool could not be asked or changed.

    `message` is one plain sentence without a final full stop; `hint` says what to do about it.
    """

    kind: LiveErrorKind
    message: str
    hint: str | None = None

    def __str__(self) -> str:
        return f"{self.message}. {self.hint}" if self.hint else self.message


@dataclass(frozen=True, slots=True)
class Negotiator:
    """A negotiator of the pool."""

    name: str
    address: str
    """Its command socket, as HTCondor writes it: `<127.0.0.1:9614?addrs=...>`."""
    alone: bool = True
    """It is the only one of the pool."""


class Transport(Protocol):
    """One way of asking and changing a running pool. Ads come in the order in which the daemon sent them.

    Every method raises `LiveError`; an iterator does so when it reaches the problem.
    """

    @property
    def title(self) -> str:
        """What it is, for people."""
        ...

    def negotiators(self) -> list[Ad]:
        """The collector's ads of negotiators, with Name and MyAddress."""
        ...

    def published_accounts(self) -> list[Ad]:
        """The accounting ads that the collector has, of all negotiators."""
        ...

    def accounts(self, negotiator: Negotiator) -> list[Ad]:
        """The negotiator's modular answer: one ad for each record."""
        ...

    def rolled_up_accounts(self, negotiator: Negotiator) -> Ad:
        """The negotiator's legacy answer, in which groups include what is below them: one ad, attributes numbered."""
        ...

    def held_slots(self, negotiator: Negotiator, submitter: str) -> Ad:
        """The slots charged to a submitter: one ad, attributes numbered."""
        ...

    def slots(self) -> Iterator[Ad]:
        """All slot ads, whole."""
        ...

    def submitters(self) -> Iterator[Ad]:
        """All submitter ads, whole."""
        ...

    def jobs(self, schedd: str, attributes: Collection[str]) -> Iterator[Ad]:
        """All job ads of a schedd with those attributes, as far as a job has them."""
        ...

    def configuration(self, negotiator: Negotiator) -> str:
        """The negotiator's configuration as text that HTCondor's configuration language reads."""
        ...

    def check(self, edit: Edit) -> None:
        """Raise UNSUPPORTED if `send` cannot make such an edit; the hint names the way that can."""
        ...

    def send(self, negotiator: Negotiator, edit: Edit) -> None:
        """Make an edit of one name, or of all where the action is about all.

        That it returns does not mean that the edit was made: most edits get no answer. Read back what stands there.
        """
        ...
