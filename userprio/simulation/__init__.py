"""Forecasts: a snapshot lives on for some hours, cycle by cycle, and then to where it settles.

`world` is the pool that lives on, `steady_state` where it ends, `factors` what can be said in closed form.
"""

from userprio.simulation.course import forecast, step_for
from userprio.simulation.factors import factor_effects, long_run_shares, shares_now
from userprio.simulation.overtaking import overtakings
from userprio.simulation.result import (
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
from userprio.simulation.steady_state import steady_state
