"""What a schedd says of itself: how many jobs it may run, how many it has begun, and whether it offers any."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.classad import Ad, Evaluator, flag_of, integer_of, number_of, references, text_of
from userprio.config import Config, OriginKind
from userprio.pool.scenario import Pool

_MOST: Final = "MaxJobsRunning"
_CURB: Final = "CurbMatchmaking"
_BEGUN: Final = ("NumJobStartsDelayed", "NumPendingClaims")
_KNOBS: Final = {_MOST: "MAX_JOBS_RUNNING", _CURB: "CURB_MATCHMAKING"}
"""The knob that each attribute shows, as the schedd itself is configured."""


class ScheddState(Struct, frozen=True):
    """The room that a schedd has (`Scheduler::shadowsSpawnLimit`)."""

    most: int | None
    """MaxJobsRunning: so many jobs may run or be about to; None: its ad does not say."""
    begun: int
    """Jobs that run or are about to, whatever pool their slots belong to, pending claims included."""
    curbed: bool | None
    """CurbMatchmaking is true in its ad, so that it offers nothing; None: its ad has none."""


def schedd_states(pool: Pool, config: Config, evaluator: Evaluator) -> dict[str, ScheddState]:
    """What the schedds' own ads say, by their names; but what the command line sets counts for all schedds."""
    overridden = [
        attribute
        for attribute, knob in _KNOBS.items()
        if (origin := config.origin(knob)) is not None and origin.kind is OriginKind.OVERRIDE
    ]
    return dict(_states(_without(pool.schedds, overridden), evaluator))


def _states(ads: Iterable[Ad], evaluator: Evaluator) -> Iterable[tuple[str, ScheddState]]:
    for ad in ads:
        name = text_of(evaluator, ad, "Name")
        if name is not None:
            most = None if number_of(evaluator, ad, _MOST) is None else integer_of(evaluator, ad, _MOST)
            running = integer_of(evaluator, ad, "ShadowsRunning", integer_of(evaluator, ad, "TotalRunningJobs"))
            begun = running + sum(integer_of(evaluator, ad, attribute) for attribute in _BEGUN)
            yield name, ScheddState(most, begun, flag_of(evaluator, ad, _CURB) if _CURB in ad else None)


def lasting(ads: Iterable[Ad]) -> tuple[Ad, ...]:
    """The ads of schedds with what does not depend on the moment."""
    return tuple(ad.replace({name: None for name in ad if not _lasts(ad, name)}) for ad in ads)


def _lasts(ad: Ad, name: str) -> bool:
    expression = ad.expr(name)
    steady = name.lower() == _CURB.lower() and expression is not None and not references(expression)
    return steady or name.lower() in ("name", _MOST.lower())


def reconfigured(pool: Pool, before: Config, after: Config) -> Pool:
    """The pool with schedds that do not say what another configuration changes for them."""
    changed = [attribute for attribute, knob in _KNOBS.items() if before.text(knob) != after.text(knob)]
    return replace(pool, schedds=_without(pool.schedds, changed)) if changed and pool.schedds else pool


def _without(ads: Iterable[Ad], names: Iterable[str]) -> tuple[Ad, ...]:
    absent: Mapping[str, None] = dict.fromkeys(names)
    return tuple(ad.replace(absent) if absent else ad for ad in ads)
