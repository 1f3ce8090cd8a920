"""The one table of knobs: everything this program reads, and what else bears on priorities and negotiation."""

from collections.abc import Mapping
from typing import Final

from userprio.config.knob import Knob
from userprio.config.tables.accounting import ACCOUNTING
from userprio.config.tables.jobs import JOBS
from userprio.config.tables.matching import MATCHING

KNOBS: Final[Mapping[str, Knob]] = {knob.name: knob for knob in (*ACCOUNTING, *MATCHING, *JOBS)}
"""By name, as HTCondor spells it; the names of families have `<...>` in them."""

_EXACT: Final = {knob.name.lower(): knob for knob in KNOBS.values() if not knob.is_pattern}
# The longest pattern first, so that GROUP_QUOTA_DYNAMIC_x is not taken for the quota of a group called DYNAMIC_x.
_PATTERNS: Final = sorted((knob for knob in KNOBS.values() if knob.is_pattern), key=lambda knob: -len(knob.name))


def find_knob(name: str) -> Knob | None:
    """What is known about `name`, in any case; one of a family for a built name."""
    return _EXACT.get(name.lower()) or next((knob for knob in _PATTERNS if knob.matches(name)), None)
