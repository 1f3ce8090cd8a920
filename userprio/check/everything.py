"""All checks in their order."""

from collections.abc import Container, Iterator
from dataclasses import replace
from pathlib import Path

from userprio.accounting import PriorityRules
from userprio.check.finding import Finding, Level, Place, finding
from userprio.check.first_cycle import check_first_cycle
from userprio.check.groups import check_groups
from userprio.check.leases import check_leases
from userprio.check.limits import check_limits
from userprio.check.policy import check_policy
from userprio.check.quotas import check_quotas
from userprio.check.records import check_records
from userprio.check.shares import check_shares
from userprio.check.situation import Situation
from userprio.check.spelling import check_spelling
from userprio.check.submitters import check_submitters
from userprio.check.values import check_values
from userprio.classad import Evaluator
from userprio.config import Config, ConfigError, KnobError, WarningKind
from userprio.errors import BadInput
from userprio.ledger import LedgerError
from userprio.pool.scenario import Pool
from userprio.pool.settings import NegotiatorSettings
from userprio.pool.slots import fetched_slots, pool_weights
from userprio.quotas import build_tree

_REMARKS = {
    WarningKind.COLON_ASSIGNMENT: "Write = for an assignment",
    WarningKind.WARNING_STATEMENT: "Do what the warning says, or take it out",
    WarningKind.AUTO_USE: "Mend the knob or take it out",
    WarningKind.HIDDEN_OVERRIDE: "Set the knob by the name that goes first",
    WarningKind.UNKNOWN_KNOB: "Set a knob that something reads",
}


def check(situation: Situation) -> tuple[Finding, ...]:
    """Everything that would surprise, or stop, a real negotiator: errors first, then by place.

    What cannot be read is reported and then taken as HTCondor's tools take it, so that one fault does not hide others.
    """
    found = [*_remarks(situation.scenario.config)]
    values = check_values(situation.scenario.config)
    found += values.findings
    try:
        for each in _readable(situation, values.readable, values.replaced):
            found.append(each)
    except BadInput as stopped:
        # A knob that is read in a way the checks of values know nothing of.
        place = Place(None if stopped.path is None else str(stopped.path), stopped.line)
        if not any((each.level, each.file, each.line) == (Level.ERROR, place.file, place.line) for each in found):
            found.append(finding(Level.ERROR, "bad-value", place, stopped.message, stopped.hint or "Mend the value"))
    return in_order(found)


def in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """The findings as they are shown: the worst first, then by file and line; each once."""
    levels = list(Level)
    unique = dict.fromkeys(findings)
    return tuple(sorted(unique, key=lambda each: (levels.index(each.level), each.file or "", each.line or 0)))


def unreadable_config(error: ConfigError | KnobError) -> Finding:
    """The finding for a configuration that HTCondor cannot read to its end."""
    if isinstance(error, KnobError):
        place = Place(None if error.path is None else str(error.path), error.line)
        what = f"{_capital(error.message)}; no daemon of HTCondor starts with this configuration"
        return finding(Level.ERROR, "bad-value", place, what, "Mend the value")
    inner = error.inner or error
    place = Place(None if inner.path is None else str(inner.path), inner.line)
    what = f"{_capital(inner.message)}; no daemon of HTCondor starts with this configuration"
    return finding(Level.ERROR, f"config-{inner.kind}", place, what, inner.hint or "Mend the line")


def unreadable_ledger(error: LedgerError) -> Finding:
    """The finding for a ledger that is corrupt before its end."""
    place = Place(None if error.path is None else str(error.path), error.line)
    what = f"{_capital(error.message)}; condor_negotiator refuses to start on this ledger"
    return finding(Level.ERROR, "ledger-corrupt", place, what, error.hint or "Restore it from a copy, or mend the line")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _remarks(config: Config) -> Iterator[Finding]:
    """What reading the configuration left behind."""
    for warning in config.warnings:
        advice = _REMARKS.get(warning.kind)
        if advice is not None:
            place = Place(None if warning.path is None else str(Path(warning.path)), warning.line)
            yield finding(Level.WARNING, f"config-{warning.kind}", place, _capital(warning.message), advice)


def _readable(situation: Situation, config: Config, unreadable: Container[str]) -> Iterator[Finding]:
    tree = build_tree(config)
    rules = PriorityRules.from_config(config, [group.name for group in tree.groups])
    scenario = replace(situation.scenario, config=config)
    pool, ledger, now = scenario.pool, scenario.ledger, scenario.now
    situation = replace(situation, scenario=scenario)
    yield from check_groups(config, tree)
    weight = _weight(pool, config, now) if pool.slots else None
    yield from check_quotas(config, tree, weight, unreadable)
    yield from check_spelling(config, tree)
    yield from check_policy(config, tree)
    yield from check_first_cycle(config, pool, tree)
    yield from check_submitters(situation, config, tree)
    yield from check_records(situation, ledger, tree, rules)
    yield from check_leases(situation, ledger, rules)
    yield from check_limits(config, pool, now)
    if pool.slots and pool.submitters:
        yield from check_shares(situation, tree)


def _weight(pool: Pool, config: Config, now: int) -> float:
    """Size of the pool that quotas divide."""
    settings, evaluator = NegotiatorSettings.from_config(config), Evaluator(now)
    slots, _ = fetched_slots(pool.slots, settings, evaluator)
    return pool_weights(slots, settings, evaluator).quota
