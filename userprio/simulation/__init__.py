"""The pool over time: a simulation event by event, with cycles, claims, preemption and draining.

Begin reading with `world`, the simulated pool: it owns the clock, what a negotiator sees (`slots`, `schedds`) and what
becomes of its matches (`claims`); a `workload` says how long jobs run. On top of it are three kinds of questions:

- what comes next: `trajectory` is the forecast, and where it settles, `monte_carlo` when a job starts, with random work
  sampled from what is known;
- what a past period would have been: `replay`, which begins with a `replay_state` and ends with `replay_figures`;
- what draining brings: `defrag` is condor_defrag's own choice, `draining` what that costs and buys.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.simulation.arrivals import Submission
    from userprio.simulation.bands import LEAST_FUTURES, USUAL_FUTURES, Sampling, paired_differences
    from userprio.simulation.beginnings import WorldMemory
    from userprio.simulation.defrag import DefragPolicy, Poll, Rate, daemon_name, poll
    from userprio.simulation.draining import Defrag, DefragRun, Drain, Gain, defrag_runs, drain
    from userprio.simulation.drawn_periods import LEAST_DAYS, check_days, drawn_period, replay_differences
    from userprio.simulation.leftovers import KEEPING_TO_QUOTAS, EligibleSlots, beyond_quotas, drained
    from userprio.simulation.lengths import Lengths, Span
    from userprio.simulation.monte_carlo import (
        HIGH,
        LOW,
        SLOW,
        Future,
        JobNumber,
        Milestone,
        Past,
        Start,
        StartTarget,
        WaitRange,
        WorkloadModel,
        long_running,
        ordered_waits,
        quantile,
        sample_future,
        slow_interval_s,
    )
    from userprio.simulation.past_state import past_scenario, waits_at
    from userprio.simulation.replay import CHANGED, IN_FORCE, cycle_times, replay_history, replay_policy
    from userprio.simulation.replay_figures import calibrated, waited_s
    from userprio.simulation.replay_state import SavedReplay, set_up_replay
    from userprio.simulation.results import (
        Band,
        Bands,
        Calibration,
        Compared,
        CourseBand,
        Demand,
        FactorEffect,
        Figures,
        Forecast,
        ForecastTerms,
        GroupTrajectory,
        JobTimeline,
        LengthSource,
        Overtaking,
        PairedDifference,
        PairedDifferences,
        RemainderTrajectory,
        Replay,
        ReplayDifferences,
        ReplayedPolicy,
        ReplayTerms,
        SubmitterTrajectory,
        TrajectoryPoint,
        Waits,
    )
    from userprio.simulation.settling import settled
    from userprio.simulation.slots import Owner, machine_of, slot_machines
    from userprio.simulation.trajectory import AVERAGED_CYCLES, CHEAP, SETTLING_CYCLES, find_steady_state, forecast
    from userprio.simulation.wait_bounds import (
        Enough,
        WaitBound,
        WaitFigure,
        WeekNeed,
        WeekWaits,
        first_that_holds,
        parse_wait_bound,
        weekly_waits,
    )
    from userprio.simulation.workload import claims_of, expected_lengths
    from userprio.simulation.world import CycleTimes
else:
    __all__, __getattr__ = lazy_exports(__file__)
