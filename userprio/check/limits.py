"""Concurrency limits of jobs: those that nothing limits, and empty ones, with which jobs never start."""

from collections.abc import Iterable, Iterator
from typing import Final

from userprio.accounting import parse_limits
from userprio.check.situation import NOWHERE, Finding, Level, Situation, error_place, finding, knob_place
from userprio.classad import Evaluator, Expr, Literal
from userprio.config import Config, KnobError
from userprio.formats import counted
from userprio.likeness import likeliest

_SUFFIX: Final = "_limit"
_DEFAULT: Final = "CONCURRENCY_LIMIT_DEFAULT"
_MEND_EMPTY: Final = "For no limit, leave ConcurrencyLimits out, or make it undefined"


def check_limits(situation: Situation) -> Iterator[Finding]:
    """Look at the limits that the jobs of the snapshot name."""
    config = situation.config
    jobs: dict[str, int] = {}
    evaluator = Evaluator(situation.now)
    empty = sometimes_empty = 0
    for ad in situation.pool.jobs:
        if "ConcurrencyLimits" not in ad:
            continue
        text = evaluator.attribute("ConcurrencyLimits", ad)
        if text == "":
            empty += 1
        elif isinstance(text, str):
            for limit in parse_limits(text):
                jobs[limit.name] = jobs.get(limit.name, 0) + 1
        elif _has_empty_text(ad.lookup("concurrencylimits")):
            sometimes_empty += 1
    if empty:
        what = (
            f'{_have(empty)} ConcurrencyLimits = "", which the negotiator takes for limits that are reached: '
            f"{'it' if empty == 1 else 'they'} will never start"
        )
        yield finding(Level.WARNING, "empty-limits", NOWHERE, what, _MEND_EMPTY)
    if sometimes_empty:
        what = (
            f'{_have(sometimes_empty)} ConcurrencyLimits that may come out as "" with some slots: such slots are '
            "passed over, unless other limits were found to be reached before them in the same search"
        )
        yield finding(Level.WARNING, "empty-limits", NOWHERE, what, _MEND_EMPTY)
    configured = [name for name in config.names() if name.lower().endswith(_SUFFIX) and config.is_set(name)]
    for name, number in jobs.items():
        knob = _knob(config, name)
        if knob is None:
            yield _unlimited(config, name, number, configured)
            continue
        try:
            config.real(knob, default=None)
        except KnobError as error:
            fault = error.message.rpartition("; it")[0] or error.message
            what = f"{fault}; condor_negotiator stops when it looks at the first job that asks for {name}"
            yield finding(Level.ERROR, "bad-value", error_place(error), what, "Give a number")


def _has_empty_text(expression: Expr | None) -> bool:
    waiting = [] if expression is None else [expression]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Literal) and node.value == "":
            return True
        waiting.extend(node.children)
    return False


def _have(number: int) -> str:
    return f"{counted(number, 'job')} {'has' if number == 1 else 'have'}"


def _knob(config: Config, name: str) -> str | None:
    """The knob that limits `name` (`Accountant::GetLimitMax`)."""
    group, dot, _ = name.rpartition(".")
    own = [f"{name}{_SUFFIX}", *([f"{_DEFAULT}_{group}"] if dot else []), _DEFAULT]
    return next((knob for knob in own if config.is_set(knob)), None)


def _unlimited(config: Config, name: str, number: int, configured: Iterable[str]) -> Finding:
    by_limit = {knob[: -len(_SUFFIX)]: knob for knob in configured}
    near = likeliest(name, by_limit) or next(
        (limit for limit in by_limit if limit.lower().startswith(f"{name}_")), None
    )
    ask = f"{counted(number, 'job')} {'asks' if number == 1 else 'ask'}"
    what = f"{ask} for the concurrency limit {name}, which nothing limits"
    if near is None:
        return finding(Level.WARNING, "unlimited", NOWHERE, what, f"Set {name.upper()}_LIMIT")
    knob = by_limit[near]
    hint = f"Write {name.upper()}_LIMIT instead of {knob}, or have the jobs ask for {near.lower()}"
    return finding(Level.WARNING, "unlimited", knob_place(config, knob), what, hint)
