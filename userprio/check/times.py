"""Time and readiness: limits of time that leave none, or not enough for this pool; schedds that want no matches."""

from collections.abc import Iterator
from typing import Final

from userprio.check.situation import Finding, Level, Situation, few, finding, knob_place
from userprio.formats import counted
from userprio.negotiation import MEASURED, Outcome, negotiate
from userprio.pool import NegotiatorSettings, TimeLimits, is_curbed
from userprio.schedd import asked_attributes

_NO_TIME: Final = {
    **dict.fromkeys(("CYCLE", "SCHEDD", "SUBMITTER"), "every submitter is out of time before it is asked for jobs"),
    "PIESPIN": "every visit ends before the first job is asked for",
}
_TWICE_AS_FAST: Final = MEASURED.times(0.5)
"""An estimate may be wrong by a factor of two; nothing is said that would not hold then."""
_SPINS: Final = 10
"""More often a job is hardly looked at in a cycle."""
_FEW_ROUNDS: Final = 20


def check_times(situation: Situation) -> Iterator[Finding]:
    """Look at limits of time, at rounds without end, and at CURB_MATCHMAKING."""
    config = situation.config
    for name, so in _NO_TIME.items():
        knob = f"NEGOTIATOR_MAX_TIME_PER_{name}"
        if config.integer(knob) <= 0:
            what = f"{knob} is {config.integer(knob)}: {so}"
            yield finding(Level.WARNING, "no-time", knob_place(config, knob), what, "Give a number of seconds")
    if is_curbed(config):
        what = "CURB_MATCHMAKING is true whatever the state of a schedd: schedds that read this offer no jobs"
        hint = "Leave it out, or give a condition on the schedd, such as RecentDaemonCoreDutyCycle > 0.98"
        yield finding(Level.WARNING, "curbed", knob_place(config, "CURB_MATCHMAKING"), what, hint)
    if not (situation.pool.slots and situation.pool.submitters):
        return
    settings = NegotiatorSettings.of(situation.scenario)
    many_rounds = config.integer("GROUP_QUOTA_MAX_ALLOCATION_ROUNDS") > _FEW_ROUNDS and situation.tree.group_mode
    if many_rounds or _may_take_long(situation):
        outcome = negotiate(situation.scenario, costs=_TWICE_AS_FAST)
        # Slots that ask nothing of jobs are most likely written by hand. Without match lists they would take very long.
        if asked_attributes(list(situation.pool.slots), settings):
            yield from _too_little(situation, outcome)
        yield from _endless(situation, outcome)


def _may_take_long(situation: Situation) -> bool:
    """Whether a cycle could come near a limit at all: if each job were looked for in all slots, and that repeatedly."""
    limits, costs = TimeLimits.from_config(situation.config), _TWICE_AS_FAST
    slots, jobs = len(situation.pool.slots), len(situation.pool.jobs)
    a_job = costs.visit + costs.request + costs.match + slots * (costs.slot_scanned + costs.candidate)
    longest = slots * costs.slot_fetched + _SPINS * jobs * a_job
    given = (limits.cycle_s, limits.submitter_s, limits.schedd_s, limits.visit_s)
    return longest > min((limit for limit in given if limit > 0), default=longest)


def _too_little(situation: Situation, outcome: Outcome) -> Iterator[Finding]:
    """Limits above zero that stop somebody."""
    config = situation.config
    stopped: dict[str, dict[str, None]] = {}
    for visit in outcome.visits:
        if visit.time_limit is not None and config.integer(visit.time_limit) > 0:
            stopped.setdefault(visit.time_limit, {})[visit.submitter] = None
    for knob, who in stopped.items():
        what = (
            f"{knob} is {config.integer(knob)} s, too little for a cycle over this pool, by an estimate for a "
            f"negotiator twice as fast as the one that was measured: it stops, or leaves no time for, "
            f"{counted(len(who), 'submitter')} ({few(list(who))})"
        )
        hint = "Look at LastNegotiationCycleDuration0 and the like in condor_status -negotiator -long, and at "
        yield finding(
            Level.WARNING, "too-little-time", knob_place(config, knob), what, hint + "`userprio negotiate --real-time`"
        )


def _endless(situation: Situation, outcome: Outcome) -> Iterator[Finding]:
    if outcome.repeated_rounds:
        knob = "GROUP_QUOTA_MAX_ALLOCATION_ROUNDS"
        what = (
            f"{knob} is {situation.config.integer(knob)}, and some quota is left that nobody uses: after round "
            f"{outcome.rounds[-1].round} nothing changes, but condor_negotiator goes through all the rest"
        )
        hint = "The default, 3, is usually enough"
        yield finding(Level.WARNING, "endless-rounds", knob_place(situation.config, knob), what, hint)
