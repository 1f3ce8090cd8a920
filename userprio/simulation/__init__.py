"""Forecasts: a snapshot lives on for some hours, cycle by cycle, and then to where it settles.

`course` begins; `world` is the pool that lives on, `priorities` what can be said of them in closed form.
"""

from userprio.simulation.course import forecast, step_for
from userprio.simulation.priorities import factor_effects, long_run_shares, overtakings, shares_now
from userprio.simulation.result import (
    Demand,
    Forecast,
    ForecastTerms,
    GroupCourse,
    LengthSource,
    Overtaking,
    SubmitterCourse,
)
