"""The pool over time: a simulation event by event, with cycles, claims, preemption and draining.

Begin reading with `world`, the simulated pool; `course` is the forecast made with it, `priorities` what can be said
about it in closed form; `defrag` is what condor_defrag would do, `draining` what that costs and buys. `drawn` is random
work, and `waiting` finds when jobs start with it.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.simulation.calibration import calibrated
    from userprio.simulation.checkpoints import KeptReplay
    from userprio.simulation.claimed import Owner
    from userprio.simulation.course import CHEAP, forecast, step_for
    from userprio.simulation.defrag import DefragPolicy, Poll, Rate, daemon_name, poll
    from userprio.simulation.demand import claims_of, expected_lengths
    from userprio.simulation.draining import Defrag, DefragCourse, Drain, Gain, defrag_courses, drain
    from userprio.simulation.drawn import Coming, Expected, Past, Submission, telling
    from userprio.simulation.figures import waited_s
    from userprio.simulation.leftovers import KEPT_TO, BeyondQuota, beyond_quotas
    from userprio.simulation.lengths import Lengths, Span
    from userprio.simulation.presence import slot_machines
    from userprio.simulation.priorities import factor_effects, long_run_shares, overtakings, shares_now
    from userprio.simulation.reach import Reach, drained
    from userprio.simulation.replay import CHANGED, IN_FORCE, cycle_times, live_again, lived
    from userprio.simulation.replay_result import (
        Calibration,
        Compared,
        Fairness,
        Figures,
        JobCourse,
        Look,
        Replay,
        ReplayedPolicy,
        ReplayTerms,
        Waits,
    )
    from userprio.simulation.replay_setting import Setting, setting_of
    from userprio.simulation.result import (
        Demand,
        Forecast,
        ForecastTerms,
        GroupCourse,
        LengthSource,
        Overtaking,
        RestCourse,
        SubmitterCourse,
    )
    from userprio.simulation.settling import Settled, settled
    from userprio.simulation.slots import machine_of
    from userprio.simulation.waiting import Awaited, Start, WaitRange, quantile, starts_in
else:
    __all__, __getattr__ = lazy_exports(__file__)
