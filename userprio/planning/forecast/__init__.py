"""Forecasts: a snapshot lives on for some hours, cycle by cycle, and then to where it settles.

`world` is the pool that lives on, `steady_state` where it ends, `factors` what can be said in closed form.
"""

from userprio.planning.forecast.factors import factor_effects, long_run_shares, shares_now
from userprio.planning.forecast.forecast import forecast, step_for
from userprio.planning.forecast.overtaking import overtakings
from userprio.planning.forecast.result import (
    DAY_S,
    Demand,
    FactorEffect,
    Forecast,
    ForecastTerms,
    GroupCourse,
    JobLength,
    LengthSource,
    Overtaking,
    Point,
    Steady,
    SubmitterCourse,
)
from userprio.planning.forecast.steady_state import steady_state

__all__ = [
    "DAY_S",
    "Demand",
    "FactorEffect",
    "Forecast",
    "ForecastTerms",
    "GroupCourse",
    "JobLength",
    "LengthSource",
    "Overtaking",
    "Point",
    "Steady",
    "SubmitterCourse",
    "factor_effects",
    "forecast",
    "long_run_shares",
    "overtakings",
    "shares_now",
    "steady_state",
    "step_for",
]
