"""What another policy does to drawn periods: how far the differences between two replays are certain."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from userprio.base import common_domain
from userprio.report.bands import MOST_NAMED, between, gains, is_sure, short_name
from userprio.report.data import field_values
from userprio.report.formats import Block, Paragraph, TableBlock, TableColumn
from userprio.report.table import SECONDS, WEIGHT, Table, name_column
from userprio.report.text import amount, depth_first, length, printable
from userprio.simulation import PairedDifference, ReplayDifferences


def differences_data(differences: ReplayDifferences) -> dict[str, Any]:
    """The differences, for JSON: of use in weight, of waits in seconds."""
    return {
        **field_values(differences, "policy", "futures", "seed"),
        "use": field_values(differences.use, "submitters", "groups"),
        "waits": field_values(differences.waits, "submitters", "groups"),
        "all_waits": differences.all_waits,
        "assumption": differences.assumption,
    }


def differences_line(differences: ReplayDifferences) -> str:
    """Waits of all jobs and of single submitters, and who gains and loses use, each as far as it is no chance."""
    parts = differences.use.submitters
    domain = common_domain(part.name for part in parts)
    waits = [f"jobs wait {_wait(differences.all_waits)}"] if is_sure(differences.all_waits) else []
    sure = sorted(filter(is_sure, differences.waits.submitters), key=lambda own: -abs(own.difference.median))
    waits += [f"{short_name(printable(own.name), domain)} waits {_wait(own)}" for own in sure[:MOST_NAMED]]
    use = gains(parts, domain) or "no use differs by more than chance"
    return "; ".join([*(waits or ["no waits differ by more than chance"]), use])


def _wait(of: PairedDifference) -> str:
    return between(of.difference, length, " longer" if of.difference.median > 0 else " less")


class _DrawnLine(Struct, frozen=True):
    name: str
    use: PairedDifference
    wait: PairedDifference | None


def _signed_length(seconds: float) -> str:
    sign = "+" if seconds > 0 else "-" if seconds < 0 else ""
    return f"{sign}{length(abs(seconds))}"


def _median(of: PairedDifference | None) -> float | None:
    return None if of is None else of.difference.median


def _low(of: PairedDifference | None) -> float | None:
    return None if of is None else of.difference.low


def _high(of: PairedDifference | None) -> float | None:
    return None if of is None else of.difference.high


def _signed(value: float) -> str:
    return f"+{amount(value)}" if value > 0 else amount(value)


_COLUMNS: Final[tuple[TableColumn[_DrawnLine], ...]] = (
    TableColumn("use_median", "use\ndiffe-\nrence", lambda it: it.use.difference.median, WEIGHT, write=_signed),
    TableColumn("use_low", "\n80 %\nfrom", lambda it: it.use.difference.low, WEIGHT, write=_signed),
    TableColumn("use_high", "\n\nto", lambda it: it.use.difference.high, WEIGHT, write=_signed),
    TableColumn("wait_median", "mean wait\ndiffe-\nrence", lambda it: _median(it.wait), SECONDS, write=_signed_length),
    TableColumn("wait_low", "\n80 %\nfrom", lambda it: _low(it.wait), SECONDS, write=_signed_length),
    TableColumn("wait_high", "\n\nto", lambda it: _high(it.wait), SECONDS, write=_signed_length),
)
_SUBMITTERS: Final = Table[_DrawnLine](
    "replay submitter differences", noun="submitter", by="use_median", scripts=False
).of(name_column("submitter", lambda line: line.name), *_COLUMNS)
_GROUPS: Final = Table[_DrawnLine]("replay group differences", noun="group", by="use_median", scripts=False).of(
    name_column("group", lambda line: line.name), *_COLUMNS
)


def difference_blocks(differences: ReplayDifferences) -> Iterator[Block]:
    """What the policy brings, and tables of groups and submitters."""
    line = differences_line(differences)
    yield Paragraph.of(f"In {differences.futures} periods drawn from this one: {line}", "bold", space_before=True)
    yield Paragraph.of(differences.assumption, "dim")
    title = "In drawn periods, with the changes less without: "
    if differences.use.groups:
        lines = _lines(differences.use.groups, differences.waits.groups)
        tree = depth_first(lines, lambda own: own.name)
        rows = (_GROUPS.row(own, label=label, depth=depth) for depth, label, own in tree)
        yield _GROUPS.block(rows, title + "groups")
    yield _submitters(differences, title)


def _submitters(differences: ReplayDifferences, title: str) -> TableBlock:
    return _SUBMITTERS.block(_lines(differences.use.submitters, differences.waits.submitters), title + "submitters")


def _lines(use: tuple[PairedDifference, ...], waits: tuple[PairedDifference, ...]) -> list[_DrawnLine]:
    of_waits = {wait.name: wait for wait in waits}
    return [_DrawnLine(own.name, own, of_waits.get(own.name)) for own in use]
