"""What a negotiator decided, from its own log: the lines of its last cycle as events, in their order.

Numbers are floats, whatever else is text. The log shows six digits, or the usual six decimals.
"""

import calendar
import re
from dataclasses import dataclass
from typing import Any, Final

Event = dict[str, Any]

_STAMP = re.compile(r"(\d\d)/(\d\d)/(\d\d) (\d\d):(\d\d):(\d\d)(?: \([^)]*\))* ?(.*)")

# Named groups become the event's values; those named in _TEXTS stay as they are.
_TEXTS: Final = frozenset(
    {"group", "why", "name", "submitter", "schedd", "preempting", "slot", "autocluster", "static", "surplus", "regroup"}
)
_LINES: Final = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "subtree": r"group quotas: subtree (?P<group>\S+) receiving quota= (?P<quota>\S+)",
        "quota_assigned": r"group quotas: group (?P<group>\S+) assigned quota= (?P<quota>\S+)",
        "round": r"group quotas: allocation round (?P<round>\d+)",
        "allocation": r"group quotas: group= (?P<group>\S+)\s+quota= (?P<quota>\S+)\s+requested= (?P<requested>\S+)"
        r"\s+allocated= (?P<allocated>\S+)\s+unallocated= (?P<unallocated>\S+)",
        "group_row": r"(?P<group>\S+)\s+(?P<computed>\S+)\s+(?P<configured>\S+)\s+(?P<static>[NY])\s+(?P<surplus>[NY])"
        r"\s+(?P<regroup>[NY])\s+(?P<usage>\S+)\s+(?P<requested>\S+)\s+(?P<submitters>\d+)\s*(?P<allocated>\S+)$",
        "sortkey": r"Group (?P<group>\S+) - sortkey= (?P<sortkey>\S+)",
        "skip_group": r"Group (?P<group>\S+) - skipping, (?P<why>.*)",
        "begin_group": r"Group (?P<group>\S+) - BEGIN NEGOTIATION with a quota limit of (?P<limit>\S+)",
        "spin": r"Phase 4\.(?P<spin>\d+):",
        "numSlots": r"numSlots = (?P<numSlots>\d+)(?: \(after trimming=(?P<after_trimming>\d+)\))?",
        "slotWeightTotal": r"slotWeightTotal = (?P<value>\S+)",
        "minSlotWeight": r"minSlotWeight = (?P<value>\S+)",
        "pieLeft": r"pieLeft = (?P<value>\S+)",
        "submitter": r"Negotiating with (?P<name>\S+) at (?P<schedd><\S+>)",
        "submitter_skipped": r"Negotiation with (?P<name>\S+) skipped (?:as|because) (?P<why>.*)",
        "room": r"maxAllowed= (?P<value>\S+)\s",
        "floor": r"Floor Round: (?P<value>\S+)",
        "SubmitterPrio": r"SubmitterPrio\s+= (?P<value>\S+)",
        "SubmitterPrioFactor": r"SubmitterPrioFactor\s+= (?P<value>\S+)",
        "submitterShare": r"submitterShare\s+= (?P<value>\S+)",
        "submitterLimit": r"submitterLimit\s+= (?P<value>\S+)(?: \(starved (?P<starved>\S+)\))?",
        "submitterCeiling": r"submitterCeiling remaining\s+= (?P<value>\S+)",
        "submitterUsage": r"submitterUsage\s+= (?P<value>\S+)",
        "request": r"Request (?P<cluster>\d+)\.(?P<proc>\d+): autocluster (?P<autocluster>\S+)"
        r" \(request count (?P<number>\d+) of (?P<of>\d+)\)",
        "considered": r"matchmakingAlgorithm: limit ",
        "released": r"Removed match between customer (?P<name>\S+) and resource ",
        "displaces": r"Preempting (?P<name>\S+) \(user prio=\S+, startd rank=(?P<old_rank>\S+)\) on (?P<slot>.+) for"
        r" \S+ \(user prio=\S+, startd rank=(?P<new_rank>\S+)\)",
        "looked_at": r"Job \d+\.\d+ does (?:not )?match with (?P<slot>.+)\.$",
        "match": r"Matched (?P<cluster>\d+)\.(?P<proc>\d+) (?P<submitter>\S+) (?P<schedd><\S+>)"
        r" preempting (?P<preempting>.*?) <\S+> (?P<slot>\S+)",
        "cost": r"Match completed, match cost= (?P<value>\S+)",
        # Of a rejection that it died over, an older negotiator tells the beginning.
        "reject": r"Rejected (?P<cluster>\d+)\.(?P<proc>\d+) (?P<submitter>\S+) (?P<schedd><\S+>): "
        r"(?!Caught signal )(?P<why>.*)",
        "at_ceiling": r"This submitter has hit the ceiling",
        "stays": r"This submitter hit its submitterLimit\.",
        "satisfied": r"Submitter (?P<name>\S+) got all it wants",
        "failed": r"Error: Ignoring submitter for this cycle",
    }.items()
}


@dataclass(frozen=True, slots=True)
class Decided:
    """One cycle as the log tells it."""

    at: int
    """When it began, seconds since the epoch; the log must be in UTC."""
    events: list[Event]

    def count(self, kind: str) -> int:
        """How many events are of a kind, such as `match`."""
        return len(self.of(kind))

    def of(self, kind: str) -> list[Event]:
        """The events of a kind."""
        return [event for event in self.events if event["event"] == kind]

    def slots_looked_at(self) -> list[str]:
        """The slots in the one order of all scans, which is that of NEGOTIATOR_IGNORE_JOB_RANKS; told with D_MACHINE.

        Some scans stop early, and from later ones slots are gone.
        """
        order: list[str] = []
        for scan in self._scans():
            # What no scan came to before stands in front of what follows it in this one, or else behind all others.
            following = len(order)
            for slot in reversed(scan):
                if slot in order:
                    following = order.index(slot)
                else:
                    order.insert(following, slot)
        return order

    def _scans(self) -> list[dict[str, None]]:
        scans: list[dict[str, None]] = []
        given: set[str] = set()
        for event in self.events:
            if event["event"] == "match":
                # One that can be given again goes to the end of the list.
                given.add(event["slot"])
            if event["event"] == "request" or (event["event"] == "looked_at" and event["slot"] in scans[-1]):
                scans.append({})
            if event["event"] == "looked_at" and event["slot"] not in given:
                scans[-1][event["slot"]] = None
        return scans


def read_cycle(log: str) -> Decided:
    """The last cycle of a log.

    Raises:
        ValueError: there is none.
    """
    at: int | None = None
    events: list[Event] = []
    for line in log.splitlines():
        stamped = _STAMP.match(line)
        if stamped is None:
            continue
        said = stamped[7].strip()
        if "Started Negotiation Cycle" in said:
            month, day, year, hour, minute, second = (int(stamped[i]) for i in range(1, 7))
            at, events = calendar.timegm((2000 + year, month, day, hour, minute, second)), []
        elif event := _event(said):
            events.append(event)
    if at is None:
        raise ValueError("the log tells of no cycle")
    return Decided(at, events)


def _event(said: str) -> Event | None:
    for kind, pattern in _LINES.items():
        if found := pattern.match(said):
            values = {
                name: text if name in _TEXTS or text is None else float(text)
                for name, text in found.groupdict().items()
            }
            return {"event": kind, **values}
    return None
