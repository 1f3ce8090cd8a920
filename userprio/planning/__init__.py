"""What-if on top of the dry run: what a set of changes would do, before anything is touched.

Pure: states of a pool and changes in, values out. `plan` shows the way.
"""

from typing import TYPE_CHECKING, Final

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.planning.changes import Changes, JobsChange, KnobChange, LedgerChange, Place, SlotsAdded, SlotsRemoved
    from userprio.planning.changes_file import read_changes
    from userprio.planning.check import Finding, Level, Situation
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
    from userprio.planning.explain import explain_everybody, explain_group, explain_job, explain_submitter
    from userprio.planning.explain_difference import compare
    from userprio.planning.explain_found import NothingFound
    from userprio.planning.explanation import Cause, Comparison, Explanation
    from userprio.planning.forecasting import Forecast, ForecastTerms, forecast
    from userprio.planning.reasons import Reason

__all__ = [
    "Cause",
    "Changes",
    "Comparison",
    "Difference",
    "Explanation",
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
    "NothingFound",
    "Place",
    "Plan",
    "PoolFigures",
    "Reason",
    "Shift",
    "Situation",
    "SlotsAdded",
    "SlotsRemoved",
    "State",
    "SubmitterDifference",
    "compare",
    "explain_everybody",
    "explain_group",
    "explain_job",
    "explain_submitter",
    "forecast",
    "plan",
    "read_changes",
]

_MODULES: Final = {
    "changes": "Changes JobsChange KnobChange LedgerChange Place SlotsAdded SlotsRemoved",
    "changes_file": "read_changes",
    "check": "Finding Level Situation",
    "comparison": "Inputs Plan State plan",
    "difference": "Difference Figure GroupDifference Mark PoolFigures Shift SubmitterDifference",
    "explain": "explain_everybody explain_group explain_job explain_submitter",
    "explain_difference": "compare",
    "explain_found": "NothingFound",
    "explanation": "Cause Comparison Explanation",
    "forecasting": "Forecast ForecastTerms forecast",
    "reasons": "Reason",
}
"""What is found where. Each question is loaded when it is asked: together they are a large part of the program."""

__getattr__ = on_demand(__name__, _MODULES)
