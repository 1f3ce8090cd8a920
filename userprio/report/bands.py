"""What is uncertain in a forecast, and what changes bring in the same futures."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from userprio.report.data import field_values
from userprio.report.formats import FITTING, Block, Paragraph, Presentation, TableBlock, TableColumn
from userprio.report.table import FRACTION, WEIGHT, Table, name_column
from userprio.report.text import ROOT, amount, count, depth_first, percent, printable
from userprio.simulation import Band, Bands, CourseBand, Forecast, PairedDifference, PairedDifferences

FEW: Final = 12
"""Rows of submitters on a terminal where groups stand above them."""
MOST_NAMED: Final = 3


def bands_data(bands: Bands) -> dict[str, Any]:
    """The ranges over time of everybody who is listed, for JSON."""
    return {
        **field_values(bands, "futures", "seed", "assumptions"),
        "submitters": [_band_data(course) for course in bands.submitters],
        "groups": [_band_data(course) for course in bands.groups],
    }


def _band_data(course: CourseBand) -> dict[str, Any]:
    return field_values(course, "name", "mean_in_use", "started", "in_use", "effective_priority")


def band_blocks(forecast: Forecast, span: str, domain: str, look: Presentation) -> Iterator[Block]:
    """The differences that changes make, and the ranges, as far as futures were drawn; `span` is their length."""
    if forecast.differences is not None:
        yield from _difference_tables(forecast, forecast.differences, domain, look)
    if forecast.bands is not None:
        yield from _band_tables(forecast, forecast.bands, span, domain, look)


def _signed(value: float) -> str:
    return f"+{amount(value)}" if value > 0 else amount(value)


def short_name(name: str, domain: str) -> str:
    """A name as one may be said where all are of this domain."""
    return "no group" if name == ROOT else name.removesuffix(domain)


def _band_columns(
    name: str, title: str, unit: str, of: Callable[[CourseBand], Band]
) -> tuple[TableColumn[CourseBand], ...]:
    """The median and the range of one figure."""
    lead = title + "\n"
    return (
        TableColumn(f"{name}_median", f"{lead}median", lambda line: of(line).median, unit, "median of the futures"),
        TableColumn(f"{name}_low", "\n80 %\nfrom", lambda line: of(line).low, unit, "a tenth of the futures is below"),
        TableColumn(f"{name}_high", "\n\nto", lambda line: of(line).high, unit, "a tenth of the futures is above"),
    )


_BANDS: Final = (
    *_band_columns("mean_in_use", "charged\nmean", WEIGHT, lambda line: line.mean_in_use),
    *_band_columns("priority", "priority\nat the end", "", lambda line: line.effective_priority[-1]),
    *_band_columns("started", "jobs\nstarted", "jobs", lambda line: line.started),
)
_SUBMITTER_BANDS: Final = Table[CourseBand](
    "forecast submitter bands", noun="submitter", by="mean_in_use_median", scripts=False, submitter=lambda it: it.name
).of(name_column("submitter", lambda line: line.name), *_BANDS)
_GROUP_BANDS: Final = Table[CourseBand](
    "forecast group bands", noun="group", by="mean_in_use_median", scripts=False, group=lambda line: line.name
).of(name_column("group", lambda line: line.name), *_BANDS)


_DIFFERENCE_COLUMNS: Final[tuple[TableColumn[PairedDifference], ...]] = (
    TableColumn(
        "before_median", "charged\nmean\nwithout", lambda line: line.before.median, WEIGHT, "median without the changes"
    ),
    TableColumn("after_median", "\n\nwith", lambda line: line.after.median, WEIGHT, "median with the changes"),
    TableColumn(
        "difference_median",
        "\ndiffe-\nrence",
        lambda line: line.difference.median,
        WEIGHT,
        "median of the differences in each future",
        write=_signed,
    ),
    TableColumn(
        "difference_low",
        "\n80 %\nfrom",
        lambda line: line.difference.low,
        WEIGHT,
        "a tenth of the differences is below",
        write=_signed,
    ),
    TableColumn(
        "difference_high",
        "\n\nto",
        lambda line: line.difference.high,
        WEIGHT,
        "a tenth of the differences is above",
        write=_signed,
    ),
    TableColumn("more", "more\nin", lambda line: line.more, FRACTION, "part of the futures", write=percent),
)
_SUBMITTER_DIFFERENCES: Final = Table[PairedDifference](
    "forecast submitter differences",
    noun="submitter",
    by="difference_median",
    scripts=False,
    submitter=lambda line: line.name,
).of(name_column("submitter", lambda line: line.name), *_DIFFERENCE_COLUMNS)
_GROUP_DIFFERENCES: Final = Table[PairedDifference](
    "forecast group differences", noun="group", by="difference_median", scripts=False, group=lambda line: line.name
).of(name_column("group", lambda line: line.name), *_DIFFERENCE_COLUMNS)


def _difference_tables(
    forecast: Forecast, changed: PairedDifferences, domain: str, look: Presentation
) -> Iterator[Block]:
    """What the changes bring, and how certain that is."""
    parts = changed.submitters or changed.groups
    text = gains(parts, domain) or "no use that differs by more than chance"
    yield Paragraph.of(f"With the changes: {text}", "bold", space_before=True)
    title = "In the same futures, without the changes and with them: "
    if changed.groups and forecast.groups:
        tree = depth_first(changed.groups, lambda group: group.name)
        rows = (_GROUP_DIFFERENCES.row(group, label=label, depth=depth) for depth, label, group in tree)
        yield _GROUP_DIFFERENCES.block(rows, title + "groups")
    if changed.submitters:
        shown = domain if look.on_terminal else ""
        own = (_SUBMITTER_DIFFERENCES.row(line, label=line.name.removesuffix(shown)) for line in changed.submitters)
        yield _SUBMITTER_DIFFERENCES.block(own, title + "submitters")


def is_sure(of: PairedDifference) -> bool:
    """Whether it is of the same sign in all of the range."""
    return of.difference.low > 0 or of.difference.high < 0


def gains(parts: Sequence[PairedDifference], domain: str) -> str:
    """Who gains and loses use beyond chance, in a sentence; empty if nobody does."""
    sure = list(filter(is_sure, parts))
    largest = sorted(sure, key=lambda line: (-abs(line.difference.median), line.name))
    said = [
        f"{short_name(printable(line.name), domain)} {'gains' if line.difference.median > 0 else 'loses'} "
        f"{between(line.difference)}"
        for line in largest[:MOST_NAMED]
    ]
    more = [count(len(sure) - MOST_NAMED, "other")] if len(sure) > MOST_NAMED else []
    return "; ".join([*said, *more])


def between(band: Band, write: Callable[[float], str] = amount, after: str = "") -> str:
    """The size of a difference that is of one sign, followed by `after`, and its range."""
    least, most = sorted((abs(band.low), abs(band.high)))
    return f"{write(abs(band.median))}{after}, 80 % between {write(least)} and {write(most)}"


def _band_tables(forecast: Forecast, bands: Bands, span: str, domain: str, look: Presentation) -> Iterator[TableBlock]:
    """How certain the courses are."""
    title = f"In {bands.futures} random futures of {span}: "
    fits = FEW if forecast.groups and forecast.submitters else FITTING
    if forecast.groups:
        tree = depth_first(bands.groups, lambda group: group.name)
        rows = (_GROUP_BANDS.row(group, label=label, depth=depth) for depth, label, group in tree)
        yield _GROUP_BANDS.block(rows, title + "groups", fits=fits)
    if bands.submitters:
        shown = domain if look.on_terminal else ""
        own = (_SUBMITTER_BANDS.row(line, label=line.name.removesuffix(shown)) for line in bands.submitters)
        yield _SUBMITTER_BANDS.block(own, title + "submitters", fits=fits)
