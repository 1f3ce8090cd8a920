"""What-if on top of the dry run: what a set of changes would do, before anything is touched.

Pure: states of a pool and changes in, values out. `plan` shows the way.
"""

from userprio.planning.changes import Changes, JobsChange, KnobChange, LedgerChange, Place, SlotsAdded, SlotsRemoved
from userprio.planning.changes_file import read_changes
from userprio.planning.check import Finding, Level, Situation, check
from userprio.planning.comparison import Inputs, Plan, State, plan
from userprio.planning.difference import (
    Difference,
    Figure,
    GroupDifference,
    Mark,
    PoolFigures,
    Shift,
    SubmitterDifference,
)
from userprio.planning.forecasting import Forecast, ForecastTerms, forecast

__all__ = [
    "Changes",
    "Difference",
    "Figure",
    "Finding",
    "Forecast",
    "ForecastTerms",
    "GroupDifference",
    "Inputs",
    "JobsChange",
    "KnobChange",
    "LedgerChange",
    "Level",
    "Mark",
    "Place",
    "Plan",
    "PoolFigures",
    "Shift",
    "Situation",
    "SlotsAdded",
    "SlotsRemoved",
    "State",
    "SubmitterDifference",
    "check",
    "forecast",
    "plan",
    "read_changes",
]
