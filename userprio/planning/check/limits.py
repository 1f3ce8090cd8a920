"""Concurrency limits that jobs ask for and that nothing limits."""

from collections.abc import Iterable, Iterator
from typing import Final

from userprio.accounting import parse_limits
from userprio.classad import Evaluator
from userprio.config import Config, KnobError
from userprio.likeness import likeliest
from userprio.negotiation.pool import Pool
from userprio.planning.check.finding import Finding, Level, Place, counted, finding, knob_place

_SUFFIX: Final = "_limit"
_DEFAULT: Final = "CONCURRENCY_LIMIT_DEFAULT"


def check_limits(config: Config, pool: Pool, now: int) -> Iterator[Finding]:
    """Look at the limits that the jobs of the snapshot name."""
    jobs: dict[str, int] = {}
    evaluator = Evaluator(now)
    for ad in pool.jobs:
        text = evaluator.attribute("ConcurrencyLimits", ad)
        if isinstance(text, str):
            for limit in parse_limits(text):
                jobs[limit.name] = jobs.get(limit.name, 0) + 1
    configured = [name for name in config.names() if name.lower().endswith(_SUFFIX) and config.is_set(name)]
    for name, number in jobs.items():
        knob = _knob(config, name)
        if knob is None:
            yield _unlimited(config, name, number, configured)
            continue
        try:
            config.real(knob, default=None)
        except KnobError as error:
            place = Place(None if error.path is None else str(error.path), error.line)
            fault = error.message.rpartition("; it")[0] or error.message
            what = f"{fault}; condor_negotiator stops when it looks at the first job that asks for {name}"
            yield finding(Level.ERROR, "bad-value", place, what, "Give a number")


def _knob(config: Config, name: str) -> str | None:
    """The knob that limits `name` (`Accountant::GetLimitMax`)."""
    group, dot, _ = name.rpartition(".")
    own = [f"{name}{_SUFFIX}", *([f"{_DEFAULT}_{group}"] if dot else []), _DEFAULT]
    return next((knob for knob in own if config.is_set(knob)), None)


def _unlimited(config: Config, name: str, number: int, configured: Iterable[str]) -> Finding:
    by_limit = {knob[: -len(_SUFFIX)]: knob for knob in configured}
    near = likeliest(name, by_limit) or next((each for each in by_limit if each.lower().startswith(f"{name}_")), None)
    ask = f"{counted(number, 'job')} {'asks' if number == 1 else 'ask'}"
    what = f"{ask} for the concurrency limit {name}, which nothing limits"
    if near is None:
        return finding(Level.WARNING, "unlimited", Place(), what, f"Set {name.upper()}_LIMIT")
    knob = by_limit[near]
    advice = f"Write {name.upper()}_LIMIT instead of {knob}, or have the jobs ask for {near.lower()}"
    return finding(Level.WARNING, "unlimited", knob_place(config, knob), what, advice)
