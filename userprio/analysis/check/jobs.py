"""Jobs that never start or slow down searches, and why: quotas, requirements, limits, blocked queues.

Some of this is found by dry runs of the pool with one thing changed.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from userprio.accounting import parse_limits
from userprio.analysis.check.quotas import quota_place
from userprio.analysis.check.situation import (
    NOWHERE,
    Finding,
    Level,
    Situation,
    error_place,
    finding,
    knob_place,
    plain,
)
from userprio.base.formats import counted
from userprio.base.naming import likeliest
from userprio.classad import Ad, Evaluator, Expr, Literal, integer_of, is_true, text_of, walk
from userprio.config import Config, KnobError
from userprio.negotiation import Outcome, negotiate
from userprio.negotiation.schedd import IDLE, asked_attributes
from userprio.pool import NegotiatorSettings

_OFFERS: Final = "MAX_CONCURRENT_UPLOADS_PER_USER"
_NO_MATCH: Final = "no match found"
_SUFFIX: Final = "_limit"
_DEFAULT: Final = "CONCURRENCY_LIMIT_DEFAULT"
_MEND_EMPTY: Final = "For no limit, leave ConcurrencyLimits out, or make it undefined"
_ROUNDED: Final = ("RequestMemory", "RequestDisk")
_ROUND: Final = "SCHEDD_ROUND_ATTR_"
_WORTH_IT: Final = 50
"""The fewest autoclusters of a schedd that rounding has to save to be worth a note."""


def check_starving(situation: Situation) -> Iterator[Finding]:
    """Dry-run a cycle and, where submitters get nothing, run it again with the possible obstacle removed."""
    if not (situation.pool.slots and situation.pool.submitters):
        return
    outcome = situation.outcome
    yield from _small_quotas(situation, outcome)
    yield from _blocked(situation, outcome)


def _matched(outcome: Outcome) -> Counter[str]:
    return Counter(match.submitter for match in outcome.matches)


def _small_quotas(situation: Situation, outcome: Outcome) -> Iterator[Finding]:
    """Groups whose quota is less than a slot: below 1 it gives none, else a single slot, however heavy."""
    tree, config, evaluator = situation.tree, situation.config, Evaluator(situation.now)
    divided = {
        text_of(evaluator, ad, "Name")
        for ad in situation.pool.slots
        if is_true(evaluator.attribute("PartitionableSlot", ad))
    }
    limits = {past.group: past.limit for past in outcome.passes}
    for group in outcome.groups:
        limit = limits.get(group.name)
        if limit is None or group.configured_quota <= 0 or group.accepts_surplus or group.autoregroup:
            continue
        costs = [match.cost for match in outcome.matches if match.group == group.name and match.slot not in divided]
        if limit <= 0 and group.left and not group.usage:
            what = (
                f"Group {group.name} has a quota of {plain(group.effective_quota)}, which is cut to the whole number "
                f"{limit}: none of its {counted(group.left, 'idle job')} starts"
            )
        elif costs and min(costs) > limit > 0:
            what = (
                f"Group {group.name} may hold {limit}, less than the lightest slot that its jobs are given, "
                f"{plain(min(costs))}: it gets one such slot, beyond its quota, and no second one"
            )
        else:
            continue
        own = tree.assigned(f"{group.name}.user@domain")
        hint = f"Give it a quota of at least {plain(min(costs, default=1.0))}, or let it accept surplus"
        yield finding(Level.WARNING, "quota-below-slot", quota_place(config, own), what, hint)


def _blocked(situation: Situation, outcome: Outcome) -> Iterator[Finding]:
    """Submitters whose schedd offers only jobs that match nothing, and not the jobs behind them."""
    config, matched = situation.config, _matched(outcome)
    stuck = {
        refusal.submitter: refusal.jobs
        for refusal in outcome.refusals
        if refusal.reason == _NO_MATCH and refusal.jobs and not matched[refusal.submitter]
    }
    cap = config.integer(_OFFERS, default=0) if stuck else 0
    if not cap:
        return
    free = negotiate(replace(situation.scenario, config=config.with_overrides({_OFFERS: "0"})))
    starts = Counter({name: number for name, number in _matched(free).items() if name in stuck})
    for name, number in starts.items():
        what = (
            f"{name} gets nothing, as the {cap} jobs that its schedd offers in a visit match no slot now; behind them "
            f"are jobs that match, {counted(number, 'match', 'matches')} at once"
        )
        hint = f"Hold the jobs that match nothing, see `userprio explain {name}`, or set {_OFFERS} = 0 at the schedd"
        yield finding(Level.WARNING, "queue-blocked", situation.submitter_place(name), what, hint)


def check_limits(situation: Situation) -> Iterator[Finding]:
    """Check the concurrency limits that the snapshot's jobs name."""
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
    nodes = () if expression is None else walk(expression)
    return any(isinstance(node, Literal) and node.value == "" for node in nodes)


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


def check_autoclusters(situation: Situation) -> Iterator[Finding]:
    """Check for idle jobs that differ only in the memory or disk that they request."""
    evaluator = Evaluator(situation.now)
    slots = situation.pool.slots
    if not slots:
        return
    asked = asked_attributes(list(slots), NegotiatorSettings.of(situation.scenario))
    names = sorted({*asked, "requirements", "rank", "concurrencylimits"})
    idle: dict[str, Counter[tuple[object, ...]]] = {}
    for job in situation.pool.jobs:
        if integer_of(evaluator, job, "JobStatus") == IDLE:
            schedd = (text_of(evaluator, job, "GlobalJobId") or "").partition("#")[0]
            idle.setdefault(schedd, Counter())[_content(job, names)] += 1
    for schedd, contents in idle.items():
        yield from _saved(situation, schedd, contents, names)


def _content(job: Ad, names: list[str]) -> tuple[object, ...]:
    return tuple(job.raw_value(name) for name in names)


def _saved(
    situation: Situation, schedd: str, contents: Counter[tuple[object, ...]], names: list[str]
) -> Iterator[Finding]:
    for name in _ROUNDED:
        if name.lower() not in names or situation.config.is_set(f"{_ROUND}{name}"):
            continue
        at = names.index(name.lower())
        rounded = {(*content[:at], _quarter(content[at]), *content[at + 1 :]) for content in contents}
        saved = len(contents) - len(rounded)
        if saved < _WORTH_IT:
            continue
        whose = f"of schedd {schedd}" if schedd else "of this snapshot"
        what = (
            f"The {counted(contents.total(), 'idle job')} {whose} form {len(contents)} autoclusters, for each of which "
            f"all slots are searched; if {name} were rounded by 25%, they would form {len(rounded)}"
        )
        hint = f"Set {_ROUND}{name} = 25% at the schedd, for new jobs, or have jobs ask for round numbers"
        yield finding(Level.NOTE, "many-autoclusters", NOWHERE, what, hint)


def _quarter(text: object) -> object:
    """A whole number rounded up as by `25%`, to a quarter of a power of ten (`SetAttribute`); else unchanged."""
    if not (isinstance(text, str) and text.isascii() and text.isdigit()) or int(text) == 0:
        return text
    number = int(text)
    step = 10.0 ** int(math.log10(number / 5) + 1) / 4
    return str(int(math.ceil(number / step) * step))
