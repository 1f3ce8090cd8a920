"""How long a startd lets a running job stay when somebody else is to get its slot.

A job may run on until what is left of its retirement (`Resource::evalRetirementRemaining`) has fallen to its time to
vacate (`Resource::evalMaxVacateTime`). Then it is told to go, and it is killed when that time is up.
"""

from typing import Final

from msgspec import Struct

from userprio.base.cxx import to_int
from userprio.classad import Ad, Evaluator, Expr, Literal, ReferenceIndex, integer_of, number_of
from userprio.config import Config


class Vacating(Struct, frozen=True):
    """The time that a job is granted, in seconds."""

    retirement_s: int
    """From the start of the job."""
    vacate_s: int
    """From when it is told to go until it is killed, if the job wants no more than its machine grants."""
    wanted_s: int = 0
    """What the job wants; it gets more than `vacate_s` only out of what is left of its retirement."""

    def remaining_s(self, age_s: float) -> float:
        """What is left of the retirement of a job that has run for `age_s` (`RetirementTimeRemaining`)."""
        return max(self.retirement_s - age_s, 0.0)

    def vacating_s(self, age_s: float) -> float:
        """The time to vacate of a job of that age."""
        return max(float(self.vacate_s), min(float(self.wanted_s), self.remaining_s(age_s)))

    def told_after_s(self, age_s: float) -> float:
        """In how many seconds a job of that age is told to go: when its retirement falls to its time to vacate."""
        return max(self.remaining_s(age_s) - self.vacating_s(age_s), 0.0)

    def gone_after_s(self, age_s: float) -> float:
        """In how many seconds a job of that age has gone at the latest."""
        return self.told_after_s(age_s) + self.vacating_s(age_s)


NOTHING_GRANTED: Final = Vacating(0, 0)


class VacatingRules(Struct, frozen=True):
    """MAXJOBRETIREMENTTIME and MachineMaxVacateTime, expressions about the slot (MY) and the job (TARGET)."""

    retirement: Expr | None
    vacate: Expr | None

    @classmethod
    def from_config(cls, config: Config) -> "VacatingRules":
        """The rules of this configuration, which may not be that of the startds."""
        return cls(*(_settled(config.expression(name)) for name in ("MAXJOBRETIREMENTTIME", "MachineMaxVacateTime")))

    def granted(self, slot: Ad, job: Ad, evaluator: Evaluator) -> Vacating:
        """The time that a job is granted in a slot. A vacate time published by the slot overrides the knob."""
        # Negative times count as none; only a peaceful shutdown, which no match causes, treats -1 in another way.
        retirement = max(_whole(self.retirement, slot, job, evaluator), 0)
        own = _seconds(job, "MaxJobRetirementTime", evaluator)
        if own is not None:
            # A job may do with less than its machine grants, but cannot ask for more.
            retirement = max(min(retirement, own), 0)
        published = _seconds(slot, "MachineMaxVacateTime", evaluator)
        machine = _whole(self.vacate, slot, job, evaluator) if published is None else published
        wanted = _seconds(job, "JobMaxVacateTime", evaluator)
        wanted = _seconds(job, "KillSigTimeout", evaluator) if wanted is None else wanted
        vacate = max(machine, 0)
        if wanted is None:
            return Vacating(retirement, vacate)
        return Vacating(retirement, max(min(wanted, vacate), 0), max(wanted, 0))


def granted_by_ad(slot: Ad, rules: VacatingRules, evaluator: Evaluator) -> Vacating:
    """The time granted to the job of a claimed slot, as far as the slot's ad tells what the job itself asked for.

    RetirementTimeRemaining is as old as the ad. Without it the knob decides.
    """
    granted = rules.granted(slot, Ad(), evaluator)
    remaining = _seconds(slot, "RetirementTimeRemaining", evaluator)
    if remaining is None:
        return granted
    age = _seconds(slot, "TotalJobRunTime", evaluator)
    start = integer_of(evaluator, slot, "JobStart")
    if age is None and start > 0:
        # By the startd's clock, which JobStart was read from; that of the cycle may be minutes ahead of the ad.
        age = integer_of(evaluator, slot, "MyCurrentTime", int(evaluator.now)) - start
    age = max(age or 0, 0)
    if remaining <= 0:
        # Used up, so it cannot have been more than the job's age; how much it was no longer matters.
        return Vacating(min(granted.retirement_s, age), granted.vacate_s)
    return Vacating(remaining + age, granted.vacate_s)


def age_of_job(slot: Ad, evaluator: Evaluator) -> float | None:
    """How many seconds the job of a claimed slot has run; None if the slot's ad does not say."""
    run = number_of(evaluator, slot, "TotalJobRunTime")
    if run is None:
        start = number_of(evaluator, slot, "JobStart")
        run = None if start is None or start <= 0 else evaluator.now - start
    return None if run is None else max(float(run), 0.0)


def _settled(expr: Expr | None) -> Expr | None:
    """The expression, or its value if that is constant."""
    if expr is None:
        return None
    reads = ReferenceIndex([]).closure([expr], [])
    return expr if reads.names != () or reads.calls else Literal(Evaluator(0).evaluate(expr))


def _seconds(ad: Ad, name: str, evaluator: Evaluator) -> int | None:
    """An attribute as an integer, None where it is missing or not a number."""
    number = number_of(evaluator, ad, name)
    return None if number is None else to_int(number)


def _whole(expr: Expr | None, slot: Ad, job: Ad, evaluator: Evaluator) -> int:
    value = 0 if expr is None else evaluator.evaluate(expr, slot, job)
    return to_int(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0
