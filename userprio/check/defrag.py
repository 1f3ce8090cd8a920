"""The knobs of condor_defrag, where somebody sets them or starts it: what ends it, and what it takes otherwise."""

import math
from collections.abc import Iterator
from typing import Final

from userprio.check.situation import Finding, Level, Situation, error_place, finding, knob_place, unprefixed
from userprio.classad import Binary, ClassAdSyntaxError, Conditional, Expr, parse, references
from userprio.config import Config, Reader, find_knob
from userprio.errors import BadInput
from userprio.formats import counted
from userprio.simulation import DefragPolicy, Poll, daemon_name, poll

_WHOLE: Final = "DEFRAG_WHOLE_MACHINE_EXPR"
_HOUR_S: Final = 3600
_UNREAD: Final = {
    "DEFRAG_SCHEDULE": "it takes DEFRAG_DRAINING_SCHEDULE, whatever the manual says",
    "DEFRAG_STATE_FILE": "nothing of it survives a restart",
}
"""Documented knobs that no condor_defrag reads, and what it does instead."""
_BEHIND: Final = "UserprioBehind"


def check_defrag(situation: Situation) -> Iterator[Finding]:
    """Look at condor_defrag, if there is one: nothing is said of its defaults alone."""
    config = situation.config
    knobs, starts = _knobs(config), _starts(config)
    if not (knobs or starts):
        return
    for name, instead in _UNREAD.items():
        if config.is_set(name):
            meant = "DEFRAG_DRAINING_SCHEDULE" if name == "DEFRAG_SCHEDULE" else None
            what = f"{name} is not read by condor_defrag: {instead}"
            hint, fix = (f"Write {meant}", (name, meant)) if meant else ("Take it out", None)
            level = Level.WARNING if meant else Level.NOTE
            yield finding(level, "dead-knob", knob_place(config, name), what, hint, fix)
    try:
        policy = DefragPolicy.from_config(config, daemon_name(config, situation.pool.slots))
    except BadInput as error:
        yield finding(Level.ERROR, "defrag-ends", error_place(error), error.message, error.hint or "Correct the value")
        return
    if not starts and policy.machines_per_hour > 0:
        what = "DAEMON_LIST does not start condor_defrag here, though DEFRAG_DRAINING_MACHINES_PER_HOUR is set"
        hint = "Add DEFRAG to DAEMON_LIST on the machine that is to drain the others, usually the central manager"
        yield finding(
            Level.NOTE, "defrag-not-started", knob_place(config, "DEFRAG_DRAINING_MACHINES_PER_HOUR"), what, hint
        )
    yield from _whole_machines(config)
    now = poll(policy, situation.pool.slots, situation.now)
    nothing = _nothing(policy)
    if nothing is None:
        yield from _gates(config, policy, now)
    elif starts:
        name, why = nothing
        hint = "Set DEFRAG_DRAINING_MACHINES_PER_HOUR" if name.endswith("HOUR") else "600 is the default"
        yield finding(Level.WARNING, "defrag-idle", knob_place(config, name, "DAEMON_LIST"), why, hint)


def _knobs(config: Config) -> list[str]:
    """The knobs of condor_defrag that somebody sets, without a local name before them."""
    names = (unprefixed(config, name) for name in config.names())
    found = ((name, find_knob(name)) for name in names)
    return [
        name for name, knob in found if name.upper() in _UNREAD or (knob is not None and knob.reader is Reader.DEFRAG)
    ]


def _starts(config: Config) -> bool:
    """Whether DAEMON_LIST starts a condor_defrag, under whatever name."""
    return any(
        name.upper() == "DEFRAG" or (config.text(name) or "").endswith("condor_defrag")
        for name in config.words("DAEMON_LIST")
    )


def _nothing(policy: DefragPolicy) -> tuple[str, str] | None:
    """The knob that keeps all machines from being drained, and why."""
    interval = policy.interval_s
    if interval <= 0:
        return "DEFRAG_INTERVAL", f"DEFRAG_INTERVAL is {interval}: condor_defrag never polls, and drains nothing"
    if interval > _HOUR_S:
        why = f"DEFRAG_INTERVAL is {interval} s, more than an hour: condor_defrag polls, but never drains anything"
        return "DEFRAG_INTERVAL", why
    if policy.machines_per_hour <= 0:
        knob = "DEFRAG_DRAINING_MACHINES_PER_HOUR"
        return knob, f"condor_defrag is started, but {knob} is 0, its default: it drains nothing"
    return None


def _whole_machines(config: Config) -> Iterator[Finding]:
    """What follows DEFRAG_WHOLE_MACHINE_EXPR without brackets: the conditions that make it one of whole machines."""
    text = config.string(_WHOLE) or ""
    alone, joined = _parsed(text), _parsed(f"{text} && {_BEHIND}")
    if alone is None or joined is None:
        return
    hidden = _BEHIND.lower() not in {reference.name for reference in references(joined)}
    loose = isinstance(alone, Conditional) or (isinstance(alone, Binary) and alone.op in ("||", "?:"))
    if not (hidden or loose):
        return
    others = "slots that are not partitionable, offline, or drained by somebody else"
    because = "its comment (//) hides" if hidden else "without brackets around it only its last part is joined with"
    what = f"{_WHOLE} counts {others} as whole machines, too: {because} what condor_defrag appends to it"
    hint = "Take out the comment" if hidden else f"Write {_WHOLE} = ({' '.join(text.split())})"
    yield finding(Level.WARNING, "defrag-whole", knob_place(config, _WHOLE), what, hint)


def _parsed(text: str) -> Expr | None:
    try:
        return parse(text)
    except ClassAdSyntaxError:
        return None


def _gates(config: Config, policy: DefragPolicy, now: Poll) -> Iterator[Finding]:
    """Maxima that a single poll may go beyond, since they only decide whether anything is drained at it."""
    rate = policy.rate
    due = rate.per_poll + rate.per_hour + rate.per_day
    often = "at each poll" if due == rate.per_poll else "at the first poll of an hour or a day"
    # Rounded up: at an interval that is a little too short none would be due at a poll, and all at once at the hour.
    one_each, slow = math.ceil(_HOUR_S / policy.machines_per_hour), policy.machines_per_hour < 1
    slowest = f"DEFRAG_DRAINING_MACHINES_PER_HOUR = 1 and DEFRAG_INTERVAL = {_HOUR_S}"
    hint = f"One machine at a time is due with {slowest if slow else f'DEFRAG_INTERVAL = {one_each}'}"
    for what, most, there, word in (
        ("CONCURRENT_DRAINING", policy.max_concurrent, len(now.draining), "draining"),
        ("WHOLE_MACHINES", policy.max_whole, len(now.whole), "whole"),
    ):
        if not 0 < most - there < due:
            continue
        knob = f"DEFRAG_MAX_{what}"
        present = f"; {counted(there, 'machine')} {'is' if there == 1 else 'are'} {word} now" if there else ""
        message = (
            f"{knob} is {most}, which stops a poll that finds so many machines {word}, and does not cap one that finds "
            f"fewer: up to {due} are drained {often}, so that there may be {most - 1 + due}{present}"
        )
        yield finding(Level.WARNING, "defrag-maximum", knob_place(config, knob), message, hint)
