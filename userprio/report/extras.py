"""What a forecast shows only if it is asked for."""

from enum import StrEnum
from typing import Final


class ForecastExtra(StrEnum):
    """What a forecast shows only if it is asked for."""

    OVERTAKING = "overtaking"
    FACTORS = "factors"
    LENGTHS = "lengths"

    @property
    def about(self) -> str:
        """What it is, for help."""
        return _EXTRAS[self]


_EXTRAS: Final = {
    ForecastExtra.OVERTAKING: "who overtakes whom",
    ForecastExtra.FACTORS: "what a priority factor does",
    ForecastExtra.LENGTHS: "how long jobs are assumed to run",
}
