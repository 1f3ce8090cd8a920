"""Jobs that differ in next to nothing, and so are asked for one by one: what rounding a number would save."""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Final

from userprio.check.situation import NOWHERE, Finding, Level, Situation, finding
from userprio.classad import Ad, Evaluator, integer_of, text_of
from userprio.formats import counted
from userprio.pool import NegotiatorSettings
from userprio.schedd import IDLE, asked_attributes

_ROUNDED: Final = ("RequestMemory", "RequestDisk")
_ROUND: Final = "SCHEDD_ROUND_ATTR_"
_WORTH_IT: Final = 50
"""Autoclusters of a schedd that rounding would save."""


def check_autoclusters(situation: Situation) -> Iterator[Finding]:
    """Look at idle jobs that are alike but for the memory or the disk that they ask for."""
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
    for schedd, found in idle.items():
        yield from _saved(situation, schedd, found, names)


def _content(job: Ad, names: list[str]) -> tuple[object, ...]:
    return tuple(job.raw_value(name) for name in names)


def _saved(
    situation: Situation, schedd: str, found: Counter[tuple[object, ...]], names: list[str]
) -> Iterator[Finding]:
    for name in _ROUNDED:
        if name.lower() not in names or situation.config.is_set(f"{_ROUND}{name}"):
            continue
        at = names.index(name.lower())
        rounded = {(*content[:at], _quarter(content[at]), *content[at + 1 :]) for content in found}
        saved = len(found) - len(rounded)
        if saved < _WORTH_IT:
            continue
        whose = f"of schedd {schedd}" if schedd else "of this snapshot"
        what = (
            f"The {counted(found.total(), 'idle job')} {whose} are {len(found)} autoclusters, each of which is looked "
            f"for in all slots, and {len(rounded)} if {name} is rounded by a quarter"
        )
        hint = f"Set {_ROUND}{name} = 25% at the schedd, for jobs that come, or have jobs ask for round numbers"
        yield finding(Level.NOTE, "many-autoclusters", NOWHERE, what, hint)


def _quarter(text: object) -> object:
    """A whole number rounded up as by `25%`, to a quarter of a power of ten (`SetAttribute`); else what it is."""
    if not (isinstance(text, str) and text.isascii() and text.isdigit()) or int(text) == 0:
        return text
    number = int(text)
    step = 10.0 ** int(math.log10(number / 5) + 1) / 4
    return str(int(math.ceil(number / step) * step))
