"""Jobs of a snapshot are kept packed, and made anew each time they are gone through: no answer may hang on that."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import userprio
from userprio.classad import PackedAds

ASKED: dict[str, Callable[[userprio.Scenario], Any]] = {
    "negotiate": lambda pool: pool.negotiate(),
    "check": lambda pool: pool.check(),
    "defrag": lambda pool: pool.defrag(3),
    "explain": lambda pool: pool.explain("einstein"),
    "explain a job": lambda pool: pool.explain(job="106.0"),
    "plan": lambda pool: pool.plan(jobs=["alice@example.org=-1", "alice@example.org=+3"], slots="-2:*", why=True),
    "forecast": lambda pool: pool.forecast(0.5, long_run=False),
    "wait": lambda pool: pool.wait("einstein", futures=2, horizon_s=600),
    "wait for a job": lambda pool: pool.wait(job="106.0", futures=2, horizon_s=600),
    "sweep": lambda pool: pool.sweep({"jobs:alice@example.org": [0, 1, 5]}),
    "aim": lambda pool: pool.aim(hold={"alice@example.org": 3}, steps=10),
}


@pytest.mark.parametrize("what", ASKED)
def test_what_is_said_of_packed_jobs_is_what_is_said_of_the_same_jobs_as_they_are(what: str) -> None:
    packed = userprio.load("physics")
    assert isinstance(packed.pool.jobs, PackedAds)
    plain = replace(packed, pool=replace(packed.pool, jobs=tuple(packed.pool.jobs)))
    assert ASKED[what](packed).to_dict() == ASKED[what](plain).to_dict()
