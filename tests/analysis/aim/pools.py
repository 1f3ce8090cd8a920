"""Pools for targets: what is sought in them, in a few words."""

from collections.abc import Mapping
from typing import Any

from tests.negotiation.builders import DOMAIN, NOW, configured
from tests.simulation.pools import hungry, ledger_of
from userprio.analysis.aim import Aim, Target, aim, parse_hold, parse_share, parse_turn, parse_use
from userprio.pool.scenario import ScenarioData

READERS = {"share": parse_share, "use": parse_use, "hold": parse_hold}


def pool_of(
    users: Mapping[str, int], slots: int, knobs: str = "", records: Mapping[str, Mapping[str, object]] | None = None
) -> ScenarioData:
    """Free single-core slots, users with so many idle jobs each, records where they are given."""
    return ScenarioData(hungry(users, slots), ledger_of(records or {}), configured(knobs), NOW)


def target(text: str) -> Target:
    """Of `share a=40%`, `use ann=2x:bob` and `hold 12:ann`."""
    kind, _, rest = text.partition(" ")
    return READERS[kind](rest)


def sought(scenario: ScenarioData, *targets: str, turn: tuple[str, ...] = (), **terms: Any) -> Aim:
    return aim(scenario, list(map(target, targets)), list(map(parse_turn, turn)), **terms)


def turned(found: Aim) -> dict[str, float]:
    """What is turned, and to what; the domain is left out."""
    return {each.lever.label.removesuffix(f"@{DOMAIN}"): each.after for each in found.turned}


def holds(found: Aim) -> list[float]:
    """What those whom targets are about hold afterwards."""
    return [each.held_after for each in found.targets]


def because(found: Aim) -> list[str | None]:
    return [each.because for each in found.targets]
