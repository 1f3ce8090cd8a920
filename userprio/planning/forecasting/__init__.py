"""Forecasts: a snapshot lives on for some hours, cycle by cycle, and then to where it settles.

`world` is the pool that lives on, `steady_state` where it ends, `factors` what can be said in closed form.
"""

from userprio.planning.forecasting.course import forecast, step_for
from userprio.planning.forecasting.factors import factor_effects, long_run_shares, shares_now
from userprio.planning.forecasting.overtaking import overtakings
from userprio.planning.forecasting.result import (
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
from userprio.planning.forecasting.steady_state import steady_state

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
