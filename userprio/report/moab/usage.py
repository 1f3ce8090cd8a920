"""Fair share usage against targets, by credential and window: Moab's `mdiag -f`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from userprio.moab import CredentialKind, FairShare, MoabConfig, Site, Standings, State
from userprio.moab.fairshare import Mode
from userprio.report.moab.grid import TextColumn, grid
from userprio.report.text import printable

_TITLES: Final = {
    CredentialKind.USER: "USER",
    CredentialKind.GROUP: "GROUP",
    CredentialKind.ACCOUNT: "ACCT",
    CredentialKind.QOS: "QOS",
    CredentialKind.CLASS: "CLASS",
}
_NO_TARGET: Final = "-------"


@dataclass(frozen=True, slots=True)
class UsageTable:
    """Credentials with their usage, by kind, and the rules that it is read by."""

    standings: Standings
    interval_s: int
    decay: float
    shares: tuple[FairShare, ...]


def usage_table(config: MoabConfig, site: Site, standings: Standings, *, everybody: bool = False) -> UsageTable:
    """What there is to say of usage; credentials with neither target nor usage only where `everybody` is wanted."""
    shares = []
    for kind in CredentialKind:
        jobs = {name for job in site.jobs if (name := job.belongs_to(kind)) is not None}
        names = {*config.names(kind), *standings.usage.amounts.get(kind, {}), *jobs}
        for name in sorted(names):
            share = standings.share(kind, name, config.credential(kind, name).target)
            if everybody or share.target is not None or share.used:
                shares.append(share)
    return UsageTable(standings, config.integer("FSINTERVAL"), config.real("FSDECAY"), tuple(shares))


def usage_text(table: UsageTable) -> str:
    """The table; a violated target has an asterisk. Amounts of windows are percent, totals are hours."""
    standings = table.standings
    depth = len(standings.weights)
    policy = standings.policy.text if standings.on else "not set: fair share is off"
    lines = [
        "Fair share usage",
        "",
        f"Depth: {depth} windows   Interval: {_clock(table.interval_s)}   Decay: {table.decay:.4f}   Policy: {policy}",
        *(["Mode: literal"] if standings.mode is Mode.LITERAL else []),
        "",
    ]
    rows: list[Sequence[str]] = [("", "%", "Target", *(str(age) for age in range(depth)))]
    rows.append(("Weight", _NO_TARGET, _NO_TARGET, *(f"{weight:.4f}" for weight in standings.weights)))
    totals = standings.usage.total
    hours = (f"{(totals[age] if age < len(totals) else 0.0) / 3600:.2f}" for age in range(depth))
    rows.append(("Total hours", "100.00", _NO_TARGET, *hours))
    for kind in CredentialKind:
        members = [share for share in table.shares if share.kind is kind]
        if members:
            rows += [("",) * len(rows[0]), (_TITLES[kind], *[""] * (depth + 2))]
            rows += [tuple(_row(share)) for share in members]
    columns = [TextColumn(cells, left=number == 0) for number, cells in enumerate(zip(*rows, strict=True))]
    lines += grid(columns)
    if any(share.state is not State.OK for share in table.shares):
        lines += ["", "* target violated: a floor not reached, a ceiling exceeded, a target missed by over 5 points"]
    return "\n".join(lines) + "\n"


def _row(share: FairShare) -> Iterator[str]:
    yield printable(share.name) + "*" * (share.state is not State.OK)
    yield f"{share.percent:.2f}"
    yield _NO_TARGET if share.target is None else f"{share.target.percent:.2f}{share.target.kind.value}"
    yield from (f"{percent:.2f}" if percent else _NO_TARGET for percent in share.windows)


def _clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
