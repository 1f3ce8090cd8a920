"""What came out when recorded states were held against the cycles that followed, in the database of record."""

import sqlite3
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from userprio.monitoring.store import in_bytes, in_text

if TYPE_CHECKING:
    from userprio.monitoring.verification import Verification


class VerifiedMoment(Struct, frozen=True):
    """A recorded moment whose dry run was held against the log of the cycle after it."""

    at: int
    cycle: int
    """When the cycle began."""
    verdict: str
    """An `Agreement`."""
    agrees: bool | None
    """None: it could not be compared to the end, or chance decides, or the pool has moved."""
    matches: int
    """Of the log."""
    foretold: int
    """As many of them the dry run has too."""
    because: str
    """Where they first differ, or why that is not known; empty if they agree."""


class AgreementSummary(Struct, frozen=True):
    """How often dry runs agreed over a period."""

    agree: int
    differ: int
    others: Mapping[str, int]
    """Cycles that say neither, by verdict."""
    last_cycle: int
    """When the last cycle of any of these began."""
    last_difference: VerifiedMoment | None

    @property
    def ratio(self) -> float | None:
        """The fraction that agrees of those that could be compared; None: there are none."""
        compared = self.agree + self.differ
        return self.agree / compared if compared else None


def verified_moment(at: int, verified: "Verification") -> VerifiedMoment:
    """What is stored about the moment at a time."""
    from userprio.monitoring.verification import Agreement

    because, difference = verified.because, verified.difference
    if verified.verdict is Agreement.DIFFERS and difference is not None:
        both = f"{difference.logged} in the log, {difference.foretold} in the dry run"
        because = f"{difference.submitter}, {difference.what}: {both}"
    agrees = {Agreement.AGREES: True, Agreement.DIFFERS: False}.get(verified.verdict)
    return VerifiedMoment(
        at,
        verified.cycle.started,
        str(verified.verdict),
        agrees,
        verified.cycle.matches,
        verified.foretold,
        because or ("" if agrees else next(iter(verified.notes), "")),
    )


def add_verified(connection: sqlite3.Connection, moment: VerifiedMoment) -> None:
    """Store it; what was stored about the same moment is replaced."""
    *figures, because = (getattr(moment, field) for field in moment.__struct_fields__)
    connection.execute("INSERT OR REPLACE INTO verified VALUES (?, ?, ?, ?, ?, ?, ?)", (*figures, in_bytes(because)))


def verified_between(connection: sqlite3.Connection, begins_at: int, ends_at: int) -> Iterator[VerifiedMoment]:
    """All moments from one time to another that were held against a cycle, in their order."""
    query = "SELECT * FROM verified WHERE at > ? AND at <= ? ORDER BY at"
    for at, cycle, verdict, agrees, matches, foretold, because in connection.execute(query, (begins_at, ends_at)):
        judged = None if agrees is None else bool(agrees)
        yield VerifiedMoment(at, cycle, verdict, judged, matches, foretold, in_text(because))


def agreement_between(connection: sqlite3.Connection, begins_at: int, ends_at: int) -> AgreementSummary | None:
    """How often dry runs agreed in a period; None: none was held against a cycle."""
    agree = differ = last_cycle = 0
    others: dict[str, int] = {}
    last: VerifiedMoment | None = None
    for moment in verified_between(connection, begins_at, ends_at):
        last_cycle = moment.cycle
        if moment.agrees:
            agree += 1
        elif moment.agrees is False:
            differ, last = differ + 1, moment
        else:
            others[moment.verdict] = others.get(moment.verdict, 0) + 1
    return AgreementSummary(agree, differ, others, last_cycle, last) if last_cycle else None
