"""What `userprio aim` finds, applied to a real pool as an admin would, gives what was promised, cycle after cycle."""

import io
from collections import Counter
from collections.abc import Mapping
from datetime import UTC
from pathlib import Path

import pytest

from tests.pool.between import Between, Step
from tests.pool.daemons import DOMAIN
from tests.pool.negotiator_log import Decided
from tests.pool.pool import Cluster, running_pool
from tests.pool.root import HTCondor
from tests.pool.slots import SlotKind
from userprio.classad import read_ads
from userprio.cli.app import run
from userprio.cli.environment import Environment

KNOBS = """
GROUP_NAMES = atlas, theory
GROUP_QUOTA_atlas = 8
MAX_CONCURRENT_UPLOADS_PER_USER = 0
"""
LEDGER = b"107 1 CreationTimestamp 1\n101 Accountant. * *\n103 Accountant. LastUpdateTime 1\n"
"""Of a pool that nobody has used."""
CYCLES = 4
"""Between them a third of the jobs end."""


def typed(folder: Path, *words: str | Path) -> str:
    """What a command prints that ends with status 0."""
    out, err = io.StringIO(), io.StringIO()
    places = (lambda: folder / "config_home", lambda: folder / "data")
    env = Environment(out, err, {}, lambda: 0.0, lambda: UTC, *places, (), user="root")
    assert run([str(word) for word in words], env) == 0, err.getvalue() + out.getvalue()
    return out.getvalue()


def held(folder: Path, decided: Decided) -> Mapping[str, int]:
    """Slots by submitter after a cycle: those in use in the snapshot taken before it, and the matches."""
    quoted = (
        ad.source("AccountingGroup") for ad in read_ads(folder / "slots.ads") if ad.source("State") == '"Claimed"'
    )
    own = Counter(text.strip('"') for text in quoted if text is not None)
    return own + Counter(str(event["submitter"]) for event in decided.of("match"))


@pytest.mark.parametrize(
    ("quota", "options", "twice"),
    [
        (5, ("--share", "atlas=75%", "--use", "ada=2x:ben"), True),
        (12, ("--over", "long-run", "--share", "atlas=75%", "--turn", "quotas:*"), False),
    ],
    ids=["cycle", "long run"],
)
def test_what_was_promised_holds_over_real_cycles(
    quota: int, options: tuple[str, ...], twice: bool, htcondor: HTCondor, tmp_path: Path
) -> None:
    """Of 20 slots atlas is to have three quarters, where it has 8, and of these ada twice as many as ben.

    Beside a quota of 5 for theory, 15 for atlas does. Beside 12 it would for a cycle; then theory, which is further
    below its quota, would go first, so that it is its quota that has to come down.
    """
    knobs = f"{KNOBS}GROUP_QUOTA_theory = {quota}\n"
    ada, ben, eve = (f"{user}@{DOMAIN}" for user in ("atlas.ada", "atlas.ben", "theory.eve"))
    users = (("atlas", "ada"), ("atlas", "ben"), ("theory", "eve"))
    with running_pool(htcondor, knobs) as pool:
        pool.advertise([SlotKind(20, {})])
        pool.submit([Cluster(user, 40, group=group) for group, user in users])
        pool.put_ledger(LEDGER)
        pool.settle()
        now, plan = tmp_path / "before", tmp_path / "fair.plan"
        pool.snapshot(now)
        typed(tmp_path, "--snapshot", now, "aim", *options, "-o", plan)
        pool.reconfigure(knobs + typed(tmp_path, "apply", plan))
        pool.put_ledger((now / "Accountantnew.log").read_bytes())
        between = Between(pool)
        decided = pool.negotiate()
        for number in range(CYCLES):
            after = held(now, decided)
            assert after[ada] + after[ben] == pytest.approx(15, abs=1)
            assert after[eve] == pytest.approx(5, abs=1)
            assert not twice or after[ada] == pytest.approx(10, abs=1)
            between.live(Step(seed=number, ended=1 / 3), decided)
            now = tmp_path / str(number)
            pool.snapshot(now)
            decided = pool.negotiate_again()
