"""Pools for forecasts in a few words: users who ask for more than there is, on single-core slots."""

from collections.abc import Mapping
from typing import Any

from tests.negotiation.builders import DOMAIN, NOW, configured, free, jobs, submitter
from userprio.ledger import Ledger
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData
from userprio.simulation import Forecast, ForecastTerms, SubmitterTrajectory, forecast

HOUR = 3600


def hungry(users: Mapping[str, int], slots: int) -> Pool:
    """Free slots, and users with so many idle jobs."""
    ads = [submitter(user, idle=count, heard=number) for number, (user, count) in enumerate(users.items())]
    waiting = [job for number, (user, count) in enumerate(users.items(), 1) for job in jobs(user, count, number)]
    return Pool(tuple(free(slots)), tuple(ads), tuple(waiting))


def ledger_of(records: Mapping[str, Mapping[str, object]], at: int = NOW) -> Ledger:
    """A ledger with these attributes of these users."""
    lines = ["107 1 CreationTimestamp 1", "101 Accountant. * *", f"103 Accountant. LastUpdateTime {at}"]
    for user, attributes in records.items():
        key = f"Customer.{user}@{DOMAIN}"
        lines += [f"101 {key} * *", *(f"103 {key} {name} {value}" for name, value in attributes.items())]
    return Ledger.of_bytes("".join(f"{line}\n" for line in lines).encode())


def foretold(pool: Pool, ledger: Ledger | None = None, knobs: str = "", **terms: Any) -> Forecast:
    """The forecast of a pool, without its long run; jobs run for an hour unless said otherwise."""
    given = {"job_length_s": float(HOUR), "long_run": False, **terms}
    return forecast(ScenarioData(pool, ledger or Ledger.empty(), configured(knobs), NOW), ForecastTerms(**given))


def long_run(pool: Pool, ledger: Ledger | None = None, knobs: str = "") -> Forecast:
    """Where a pool settles, and one step before."""
    return foretold(pool, ledger, knobs, length_s=HOUR, step_s=HOUR, long_run=True)


def course(found: Forecast, user: str) -> SubmitterTrajectory:
    return next(one for one in found.submitters if one.name == f"{user}@{DOMAIN}")


def settled(found: Forecast, user: str) -> float:
    """Weight in use in the long run."""
    steady = course(found, user).steady
    assert steady is not None
    return steady.in_use


def mean_use(found: Forecast, user: str, last: int) -> float:
    """Mean weight in use at the last so many points."""
    points = course(found, user).points[-last:]
    return sum(point.in_use for point in points) / len(points)
