"""Knobs that the version of HTCondor which the configuration is for does not have."""

from collections.abc import Iterator

from userprio.check.situation import Finding, Level, Situation, finding, knob_place, unprefixed
from userprio.config import find_knob, used_by_others


def check_versions(situation: Situation) -> Iterator[Finding]:
    """Knobs that are set and came with a later version. Where other knobs refer to one, it does something."""
    config = situation.config
    unread = {name: unprefixed(config, name) for name in config.names() if not config.reads(unprefixed(config, name))}
    if not unread:
        return
    used = used_by_others(config)
    for spelled, name in unread.items():
        knob = find_knob(name)
        if knob is not None and knob.since is not None and name.lower() not in used:
            what = f"{spelled} changes nothing: HTCondor {config.version} does not read it"
            yield finding(
                Level.WARNING, "knob-too-new", knob_place(config, spelled), what, f"It came with {knob.since}"
            )
