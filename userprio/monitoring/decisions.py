"""What a cycle decided, from its lines in the log: groups, visits, matches and refusals, in their order.

The default log has no limits, shares or priorities, except those of the two users of a preemption.
"""

import re
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.monitoring.negotiator_log import Decision, LoggedCycle

_ADDRESS: Final = r"<[^>\s]*>"
_JOB: Final = r"(?P<cluster>-?\d+)\.(?P<proc>-?\d+)"
_RANK: Final = r"startd rank=-?[\d.]+"
_LINES: Final = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "row": r"(?P<name>\S+)\s+(?P<computed>\S+)\s+(?P<configured>\S+)\s+(?P<static>[NY])\s+(?P<surplus>[NY])\s+"
        r"(?P<regroup>[NY])\s+(?P<claimed>\S+)\s+(?P<requested>\S+)\s+(?P<tail>[\d.e+-]+(?: +[\d.e+-]+)?)$",
        "total": r"group quotas: assigning group quotas from (?P<weight>\S+) available(?P<weighted> weighted)? slots",
        "idle_only": r"Not considering preemption, ",
        "round": r"group quotas: allocation round (?P<round>\d+)",
        "begin": r"Group (?P<name>\S+) - BEGIN NEGOTIATION with a quota limit of (?P<limit>\S+)",
        "skip": r"Group (?P<name>\S+) - skipping, (?P<why>.*)",
        "spin": r"Phase 4\.(?P<spin>\d+):",
        "visit": rf"  Negotiating with (?P<name>\S+) at (?P<schedd>{_ADDRESS})",
        "passed": r"  Negotiation with (?P<name>\S+) skipped (?:as |because (?:of )?)(?P<why>.*?):?$",
        "request": rf"    Request {_JOB}: autocluster -?\d+ \(request count \d+ of (?P<of>\d+)\)$",
        "preempts": rf"      Preempting (?P<user>.+) \(user prio=(?P<theirs>[\d.]+), {_RANK}\) on (?P<slot>\S.*) "
        rf"for \S+ \(user prio=(?P<ours>[\d.]+), {_RANK}\)$",
        "match": rf"      Matched {_JOB} (?P<name>\S+) {_ADDRESS} preempting (?P<whom>.+) {_ADDRESS} "
        r"(?P<slot>\S.*?)(?: \(offline\))?$",
        "gave": r"      Successfully matched with (?P<slot>\S.*?)(?: \(offline\))?$",
        "refused": rf"      Rejected {_JOB} (?P<name>\S+) {_ADDRESS}: (?P<why>.*)$",
        "stopped": r"    (?:Reached|Hit) (?P<why>submitter (?:resource )?limit|deadline)|  This submitter has hit the "
        r"(?P<ceiling>ceiling) ",
    }.items()
}


class LoggedGroup(Struct):
    """A group in the table that the negotiator prints before it allocates; six digits."""

    name: str
    line: int
    computed: float
    """Its quota, before surplus."""
    configured: float
    static: bool
    accepts_surplus: bool
    autoregroup: bool
    claimed: float
    requested: float
    limit: float | None = None
    """The last quota limit with which it was negotiated with; None: never."""
    skipped: str | None = None
    """Why it was not negotiated with the last time."""


class LoggedMatch(Struct, frozen=True):
    """A slot given. The log names the first job of the request, for each match of it."""

    line: int
    request: str
    submitter: str
    slot: str
    preempts: str | None
    """The slot's `RemoteUser`, or the number of dynamic slots; None for a free slot, or without D_MATCH."""
    charged: str | None = None
    """Who was charged for the slot before."""
    priorities: tuple[float, float] | None = None
    """Effective priorities of who gets it and of who loses it, with two decimals."""


class LoggedRefusal(Struct, frozen=True):
    """A request refused; `reason` is None where the log has no `Rejected` lines."""

    line: int
    request: str
    submitter: str
    reason: str | None


class LoggedVisit(Struct):
    """One turn of a submitter at one schedd, visited or passed over."""

    line: int
    group: str | None
    round: int | None
    spin: int
    submitter: str
    schedd: str
    """Its address; empty for one that was passed over."""
    began: int
    length_s: int = 0
    requests: list[tuple[str, int]] = []
    """The first job of each request, and how many the schedd counts in it."""
    matches: list[LoggedMatch] = []
    refusals: list[LoggedRefusal] = []
    ended: str = ""
    """Why it ended, or was passed over; empty where the log does not say."""

    @property
    def passed_over(self) -> bool:
        """It ended before anything was asked for."""
        return bool(self.ended) and not self.requests


class LoggedDecisions(Struct):
    """All of one cycle."""

    groups: list[LoggedGroup] = []
    """As the cycle found them; empty without groups."""
    visits: list[LoggedVisit] = []
    weight: float | None = None
    """Of all slots, which quotas are parts of; None without groups."""
    weighted: bool | None = None
    """Slots count by their weight; None without groups."""
    idle_only: int | None = None
    """The line that says that preemption is not considered; None if there is none."""


def decisions_of(cycle: LoggedCycle) -> LoggedDecisions:
    """What a cycle decided, if it was read with its lines."""
    reader = _DecisionReader(explained=bool(cycle.matched_lines or cycle.rejections))
    for decision in cycle.decisions:
        reader.read(decision)
    reader.close(cycle.ended)
    return reader.decisions


class _DecisionReader:
    def __init__(self, *, explained: bool) -> None:
        """`explained`: the log has lines of D_MATCH."""
        self.decisions = LoggedDecisions()
        self._explained = explained
        self._groups: dict[str, LoggedGroup] = {}
        self._group: str | None = None
        self._round: int | None = None
        self._spin = 0
        self._open: LoggedVisit | None = None
        self._request: tuple[str, int] | None = None
        self._preempts: re.Match[str] | None = None
        self._match: LoggedMatch | None = None

    def read(self, decision: Decision) -> None:
        for kind, pattern in _LINES.items():
            if matched := pattern.match(decision.text):
                getattr(self, f"_{kind}_line")(decision, matched)
                return

    def close(self, at: int) -> None:
        """The visit under way is over."""
        self._refuse()
        if self._open is not None:
            self._open.length_s = at - self._open.began
        self._open = None

    def _row_line(self, decision: Decision, row: re.Match[str]) -> None:
        if row["name"] not in self._groups:
            group = LoggedGroup(
                row["name"],
                decision.line,
                float(row["computed"]),
                float(row["configured"]),
                row["static"] == "Y",
                row["surplus"] == "Y",
                row["regroup"] == "Y",
                float(row["claimed"]),
                float(row["requested"]),
            )
            self._groups[group.name] = group
            self.decisions.groups.append(group)

    def _total_line(self, decision: Decision, words: re.Match[str]) -> None:
        self.decisions.weight, self.decisions.weighted = float(words["weight"]), words["weighted"] is not None

    def _idle_only_line(self, decision: Decision, words: re.Match[str]) -> None:
        self.decisions.idle_only = decision.line

    def _round_line(self, decision: Decision, words: re.Match[str]) -> None:
        self.close(decision.at)
        self._round = int(words["round"])

    def _begin_line(self, decision: Decision, words: re.Match[str]) -> None:
        self.close(decision.at)
        self._group = words["name"]
        if (group := self._groups.get(words["name"])) is not None:
            group.limit, group.skipped = float(words["limit"]), None

    def _skip_line(self, decision: Decision, words: re.Match[str]) -> None:
        self.close(decision.at)
        self._group = None
        if (group := self._groups.get(words["name"])) is not None:
            group.skipped = words["why"]

    def _spin_line(self, decision: Decision, words: re.Match[str]) -> None:
        self.close(decision.at)
        self._spin = int(words["spin"])

    def _visit_line(self, decision: Decision, words: re.Match[str]) -> None:
        self.close(decision.at)
        self._open = self._visited(decision, words["name"], words["schedd"])

    def _passed_line(self, decision: Decision, words: re.Match[str]) -> None:
        # For want of time in the cycle it is passed over after its visit was announced.
        if self._open is None or self._open.submitter != words["name"]:
            self.close(decision.at)
            self._open = self._visited(decision, words["name"], "")
        self._open.ended = words["why"]
        self.close(decision.at)

    def _visited(self, decision: Decision, name: str, schedd: str) -> LoggedVisit:
        visit = LoggedVisit(decision.line, self._group, self._round, self._spin, name, schedd, decision.at)
        self.decisions.visits.append(visit)
        return visit

    def _request_line(self, decision: Decision, words: re.Match[str]) -> None:
        self._refuse()
        self._preempts = None
        if self._open is not None:
            self._request = (_job(words), decision.line)
            self._open.requests.append((_job(words), int(words["of"])))

    def _refuse(self) -> None:
        """A request that nothing answered was refused, where the log has no lines of D_MATCH."""
        request, self._request = self._request, None
        if request is not None and self._open is not None and not self._explained:
            name, line = request
            self._open.refusals.append(LoggedRefusal(line, name, self._open.submitter, None))

    def _preempts_line(self, decision: Decision, words: re.Match[str]) -> None:
        self._preempts = words

    def _match_line(self, decision: Decision, words: re.Match[str]) -> None:
        whom, _, account = words["whom"].partition(" (AccountingGroup=")
        self._match = LoggedMatch(
            decision.line,
            _job(words),
            words["name"],
            words["slot"],
            None if whom == "none" and not account else whom,
            account.removesuffix(")") or None,
        )

    def _gave_line(self, decision: Decision, words: re.Match[str]) -> None:
        """Only now it is made; the line before it has more of it, unless D_MATCH is not in the log."""
        visit, match, preempts, request = self._open, self._match, self._preempts, self._request
        self._match = self._preempts = self._request = None
        if visit is None:
            return
        taken = preempts if preempts is not None and preempts["slot"] == words["slot"] else None
        if match is None:
            job = request[0] if request is not None else ""
            charged = None if taken is None else taken["user"]
            match = LoggedMatch(decision.line, job, visit.submitter, words["slot"], None, charged)
        if taken is not None:
            match = replace(match, priorities=(float(taken["ours"]), float(taken["theirs"])))
        visit.matches.append(match)

    def _refused_line(self, decision: Decision, words: re.Match[str]) -> None:
        self._request = None
        if self._open is not None:
            self._open.refusals.append(LoggedRefusal(decision.line, _job(words), words["name"], words["why"]))

    def _stopped_line(self, decision: Decision, words: re.Match[str]) -> None:
        if self._open is not None:
            self._open.ended = words["why"] or words["ceiling"]


def _job(words: re.Match[str]) -> str:
    return f"{int(words['cluster'])}.{int(words['proc'])}"
