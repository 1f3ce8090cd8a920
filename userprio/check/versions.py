"""What the versions of a pool's daemons mean: unknown ones, daemons that differ, and knobs that came later."""

from collections.abc import Iterator, Mapping
from typing import Final

from userprio.check.situation import (
    NOWHERE,
    Finding,
    Level,
    Situation,
    few,
    finding,
    knob_place,
    unprefixed,
    verb,
)
from userprio.classad import Evaluator
from userprio.config import Reader, find_knob, used_by_others
from userprio.pool import version_remarks
from userprio.versions import DecidedBy, Rule, Version, changes

_OF_SCHEDDS: Final = (DecidedBy.SCHEDD, DecidedBy.READER)
"""By whose versions schedds go: their own, with what they read, too."""


def check_versions(situation: Situation) -> Iterator[Finding]:
    """Look at the versions of the daemons, and at what the configuration says to them."""
    for remark in version_remarks(situation.scenario.versions):
        hint = "Expect differences, or give a version that is known with --condor-version"
        yield finding(Level.WARNING, "version-unknown", NOWHERE, remark, hint)
    schedds = _schedds(situation)
    yield from _mixed(situation, schedds)
    yield from _too_new(situation, schedds)


def _schedds(situation: Situation) -> Mapping[Version, tuple[str, ...]]:
    """The schedds that have submitters, by their versions."""
    evaluator, versions = Evaluator(situation.now), situation.scenario.versions
    found: dict[Version, dict[str, None]] = {}
    for ad in situation.pool.submitters:
        name = evaluator.attribute("ScheddName", ad)
        if isinstance(name, str):
            found.setdefault(versions.of_schedd(ad).version, {})[name] = None
    return {version: tuple(names) for version, names in found.items()}


def _mixed(situation: Situation, schedds: Mapping[Version, tuple[str, ...]]) -> Iterator[Finding]:
    """Schedds that decide something differently from one of the negotiator's version would."""
    own = situation.scenario.versions.negotiator
    taken = "the negotiator" if situation.pool.negotiator is not None else "the negotiator, as far as is known,"
    for version, names in sorted(schedds.items()):
        differing = [
            _words(rule) for rule in changes(own, version) if rule.simulated and rule.decided_by in _OF_SCHEDDS
        ]
        if differing:
            what = (
                f"{verb(names, 'runs', 'run')} HTCondor {version} and {taken} {own}, which differ in what a schedd "
                f"does: {', '.join(differing)}"
            )
            older, newer = sorted((own, version))
            hint = f"A cycle goes by each daemon's own version; userprio versions {older} {newer} says who does what"
            yield finding(Level.NOTE, "mixed-versions", NOWHERE, what, hint)


def _words(rule: Rule) -> str:
    return rule.name.replace("_", " ")


def _too_new(situation: Situation, schedds: Mapping[Version, tuple[str, ...]]) -> Iterator[Finding]:
    """Knobs that are set and came with a later version. Where other knobs refer to one, it does something."""
    config, used = situation.config, None
    for spelled in config.names():
        name = unprefixed(config, spelled)
        knob = find_knob(name)
        if knob is None or knob.since is None:
            continue
        at_schedds = knob.reader is Reader.SCHEDD and bool(schedds)
        readers = schedds if at_schedds else {situation.scenario.versions.negotiator: ()}
        deaf = sorted(version for version in readers if not knob.is_read_by(version))
        used = used_by_others(config) if used is None and deaf else used
        if not deaf or (used is not None and name.lower() in used):
            continue
        where = ""
        if len(deaf) < len(readers):
            names = [each for version in deaf for each in readers[version]]
            where = f" for {few(names)}"
        told = " and ".join(map(str, deaf))
        what = f"{spelled} changes nothing{where}: HTCondor {told} {'does' if len(deaf) == 1 else 'do'} not read it"
        yield finding(Level.WARNING, "knob-too-new", knob_place(config, spelled), what, f"It came with {knob.since}")
