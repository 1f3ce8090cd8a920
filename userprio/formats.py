"""The formats that results are written in. What makes them is in `userprio.report.formats`."""

from enum import StrEnum


class Format(StrEnum):
    """How a result is written."""

    AUTO = "auto"
    """A table on a terminal; elsewhere condor_userprio's text, or the table without colour where it has no text."""
    TABLE = "table"
    CLASSIC = "classic"
    JSON = "json"
    CSV = "csv"
    LONG = "long"
    """Whole ads, of listings only."""
