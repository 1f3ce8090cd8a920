"""What any way of talking to a running pool can do."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Protocol

from userprio.accounting import Edit
from userprio.classad import Ad, Evaluator
from userprio.live.errors import LiveError, Trouble


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

    Every method raises `LiveError`; an iterator does so when it comes to the trouble.
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


def choose_negotiator(transport: Transport, pool: str, name: str | None) -> Negotiator:
    """The one negotiator of the pool, or the one of that name.

    Raises:
        LiveError: there is none, none of that name, or several to choose from.
    """
    evaluator = Evaluator(now=0)
    found: dict[str, str] = {}
    for ad in transport.negotiators():
        known, address = evaluator.attribute("Name", ad), evaluator.attribute("MyAddress", ad)
        if isinstance(known, str) and isinstance(address, str):
            found[known] = address
    if not found:
        hint = "condor_negotiator may be down, or its first ad is still to come; condor_status -negotiator lists them"
        raise LiveError(Trouble.NO_NEGOTIATOR, f"the collector of {pool} knows of no negotiator", hint)
    if name is None:
        if len(found) > 1:
            names = ", ".join(sorted(found))
            raise LiveError(Trouble.SEVERAL_NEGOTIATORS, f"{pool} has several negotiators: {names}", "Give --name")
        name = next(iter(found))
    matching = [known for known in found if known.lower() == name.lower()]
    if not matching:
        names = ", ".join(sorted(found))
        raise LiveError(Trouble.NO_NEGOTIATOR, f"{pool} has no negotiator {name}", f"It has {names}")
    return Negotiator(matching[0], found[matching[0]], alone=len(found) == 1)
