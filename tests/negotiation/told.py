"""What the events of a cycle tell of its visits, matches and rejections: each with the occasion that it belongs to.

Values that a log does not show are left out: older recordings keep fewer lines.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from userprio.negotiation import VisitOutcome

Event = dict[str, Any]

BEYOND_COUNTING: Final = 1e300
"""Limits above this are those of a pool that ignores user priorities."""


@dataclass
class Told:
    """A cycle as its events tell it. The schedd of each entry is its address."""

    visits: list[Event] = field(default_factory=list)
    matches: list[Event] = field(default_factory=list)
    rejections: list[Event] = field(default_factory=list)


@dataclass
class _Visit:
    """A visit as far as it has been told."""

    told: Event
    spin_pie: float
    pie_left: float
    room: float | None
    floor: bool
    pristine: bool
    """Nothing that was matched before in the spin changes its usage."""


class _Reader:
    """Events one after the other."""

    def __init__(self) -> None:
        self.found = Told()
        self._where: Event = {"round": None, "group": None, "spin": 0}
        self._group_limit: float | None = None
        self._name, self._schedd = "", ""
        self._spin: dict[str, float] = {}
        self._room: float | None = None
        self._floor = False
        self._displaces: Event | None = None
        self._visit: _Visit | None = None
        self._changed: set[str] = set()
        """Submitters matched or released in the spin; a preemption may change anybody's usage."""
        self._preempted = False

    def read(self, event: Event) -> None:
        match event["event"]:
            case "round":
                self._where |= {"round": int(event["round"])}
            case "begin_group":
                self._where |= {"group": event["group"]}
                self._group_limit = event["limit"]
            case "spin":
                self._close()
                self._where |= {"spin": int(event["spin"])}
                self._spin, self._room, self._floor = {}, None, False
                self._changed, self._preempted = set(), False
            case "slotWeightTotal" | "pieLeft" as kind:
                self._spin[kind] = event["value"]
            case "submitter":
                self._close()
                self._name, self._schedd = event["name"], event.get("schedd", "")
                self._room, self._floor = None, False
            case "room":
                self._room = event["value"]
            case "floor":
                self._floor = True
            case "SubmitterPrio":
                self._open(event["value"])
            case "considered":
                # The slot that was found before could not be given.
                self._displaces = None
            case "displaces":
                self._displaces = event
            case "released":
                self._changed.add(event["name"])
            case "match":
                self._matched(event)
            case "reject":
                self.found.rejections.append(self._occasion(event))
            case kind:
                self._figure(kind, event)

    def _open(self, priority: float) -> None:
        self._close()
        told = {**self._where, "submitter": self._name, "priority": priority}
        if self._schedd:
            told |= {"schedd": self._schedd, "kind": "floor" if self._floor else "normal"}
            told |= {"group_limit": self._group_limit, "matched": 0, "won": 0.0}
        self._visit = _Visit(
            told,
            self._spin.get("slotWeightTotal", 0.0),
            self._spin.get("pieLeft", 0.0),
            self._room,
            self._floor,
            not self._preempted and self._name not in self._changed,
        )

    def _figure(self, kind: str, event: Event) -> None:
        if self._visit is None:
            return
        told = self._visit.told
        match kind:
            case "SubmitterPrioFactor" | "submitterShare" | "submitterUsage" | "submitterCeiling":
                told[kind.removeprefix("submitter").removeprefix("SubmitterPrio").lower()] = event["value"]
            case "submitterLimit":
                told["limit"] = event["value"]
                if "starved" in event:
                    told["before"] = event["value"] + (event["starved"] or 0.0)
            case "submitter_skipped":
                told["submitter"] = event["name"]
                told["skipped"] = event["why"]
            case "at_ceiling" | "stays" | "satisfied" | "failed":
                told.setdefault("ended", kind)
            case "cost":
                told["won"] += event["value"]
                self.found.matches[-1]["cost"] = event["value"]

    def _matched(self, event: Event) -> None:
        told = self._occasion(event)
        if self._schedd:
            told["because"] = _because(self._displaces, event["slot"])
        self._displaces = None
        self.found.matches.append(told)
        self._changed.add(event["submitter"])
        self._preempted = self._preempted or event["preempting"] != "none"
        if self._visit is not None and "matched" in self._visit.told:
            self._visit.told["matched"] += 1

    def _occasion(self, event: Event) -> Event:
        return {**event, **self._where}

    def _close(self) -> None:
        """Write down the visit that was under way, if one was."""
        visit, self._visit = self._visit, None
        if visit is not None:
            self.found.visits.append(visit.told | _worked_out(visit))

    def finished(self) -> Told:
        self._close()
        return self.found


def told_by(events: Sequence[Event]) -> Told:
    """Every visit whose limit was logged, every match and every rejection, in order."""
    reader = _Reader()
    for event in events:
        reader.read(event)
    return reader.finished()


def _because(displaces: Event | None, slot: str) -> str | None:
    """How a slot could be given; None where the two decimals of the log do not tell.

    Whom it would displace is also said of a slot that then has no claim to give, and another is matched.
    """
    if displaces is None or displaces.get("slot", slot) != slot:
        return "free"
    # What is taken from several users of a partitionable slot does not show in the rank of that slot.
    if displaces.get("name") == "various_dSlot_users":
        return None
    return "rank preemption" if displaces["new_rank"] > displaces["old_rank"] else None


_SKIPPED: Final[Mapping[str, frozenset[VisitOutcome]]] = {
    "pieLeft": frozenset({VisitOutcome.SHARE_TOO_SMALL, VisitOutcome.PIE_TOO_SMALL}),
    "submitterCeiling": frozenset({VisitOutcome.CEILING}),
}
_ENDED: Final[Mapping[str, frozenset[VisitOutcome]]] = {
    "at_ceiling": frozenset({VisitOutcome.CEILING}),
    "stays": frozenset({VisitOutcome.LIMIT, VisitOutcome.DEADLINE}),
    "satisfied": frozenset({VisitOutcome.SATISFIED}),
    "failed": frozenset({VisitOutcome.NO_TAG, VisitOutcome.NAME_TOO_LONG}),
}


def _worked_out(visit: _Visit) -> Event:
    """What follows from the figures of a visit."""
    told, found = visit.told, {}
    skipped, ended = told.get("skipped"), told.get("ended", "")
    outcomes = _ENDED.get(ended) if skipped is None else _SKIPPED.get(skipped.split()[0])
    if outcomes is not None:
        found["outcomes"] = outcomes
    if "before" not in told:
        return found
    limit = told["before"]
    if visit.floor:
        # The floor has cut the limit: what it was follows from the share, unless priorities are ignored, which the log
        # does not show where a group's quota has cut the pie.
        if visit.room is not None or visit.pie_left > BEYOND_COUNTING:
            return found
        limit = max(told["share"] * visit.spin_pie - told["usage"], 0.0)
    found["unclaimed_limit"] = limit if visit.room is None else min(limit, max(visit.room, 0.0))
    if visit.pristine and not visit.floor:
        found["starvation"] = (told["usage"], told["usage"] + limit)
    return found
