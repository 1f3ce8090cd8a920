"""What condor_userprio prints after a real cycle over a random scenario, and what is printed here of the same pool."""

import shutil
import time
from collections.abc import Mapping
from datetime import UTC
from io import StringIO
from pathlib import Path

import pytest

from tests.counting import POOL_SEED
from tests.pool.pool import running_pool
from tests.pool.root import HTCondor, version
from tests.pool.traits import draw
from userprio.accounting.quotas import build_tree
from userprio.base.versions import parse_version
from userprio.classad import Evaluator
from userprio.cli.accounts import query_of, show_answer
from userprio.cli.classic.actions import parse_classic
from userprio.cli.environment import Environment
from userprio.cli.loading import load_scenario
from userprio.cli.options import GlobalOptions
from userprio.report.listing.build import query_ledger

THEMES = ("ledger", "bounds", "group-bounds", "licences", "group-preemption", "mixed")
MODES = ("-negotiator -allusers -long", "-grouprollup -long", "-grouprollup -allusers -all", "-allusers -priority")


@pytest.mark.parametrize("theme", THEMES)
def test_listings_after_a_cycle_are_those_of_condor_userprio(theme: str, htcondor: HTCondor, tmp_path: Path) -> None:
    theirs, shared = cycle(htcondor, theme, tmp_path)
    for mode in MODES:
        assert parts(mode, printed(mode, shared)) == parts(mode, theirs[mode]), mode


def cycle(htcondor: HTCondor, theme: str, folder: Path) -> tuple[Mapping[str, str], GlobalOptions]:
    """What is printed when a cycle over a scenario is over, and where that pool and its ledger are kept."""
    scenario = draw(theme, POOL_SEED)
    with running_pool(htcondor, scenario.knobs, schedds=scenario.schedds) as pool:
        pool.advertise(scenario.slots)
        pool.submit(scenario.clusters)
        pool.settle()
        ledger = scenario.ledger_at(int(time.time()), pool.network)
        if ledger is not None:
            pool.put_ledger(ledger)
        pool.snapshot(folder)
        pool.negotiate()
        pool.flush_ledger()
        theirs = {mode: pool.run("condor_userprio", *mode.split(), env={"TZ": "UTC"}) for mode in MODES}
        now = int(time.time())
        pool.stop_negotiator()
        kept = folder / "Accountantnew.log"
        shutil.copyfile(pool.ledger, kept)
    told = parse_version(version(htcondor))
    return theirs, GlobalOptions(snapshot=str(folder), ledger=kept, now=now, version=told)


def printed(mode: str, shared: GlobalOptions) -> str:
    out, nowhere = StringIO(), Path("/none")
    env = Environment(out, StringIO(), {}, lambda: 0.0, lambda: UTC, lambda: nowhere, lambda: nowhere, ())
    request = parse_classic(mode.split(), tool=shared.tool).request(UTC)
    scenario = load_scenario(shared, env, first_cycle=True)
    query = query_of(request, shared, scenario.now)
    found = query_ledger(scenario, query, build_tree(scenario.config), Evaluator(scenario.now, zone=UTC))
    show_answer(found, request, shared, env)
    return out.getvalue()


def parts(mode: str, text: str) -> list[str]:
    """Ads and rows in any order where that is one of a hash table or of equals."""
    return text.splitlines() if "rollup" in mode else sorted(text.split("\n\n" if mode.endswith("-long") else "\n"))


def test_without_a_pool_listings_are_those_of_a_negotiator_that_has_no_slots(
    htcondor: HTCondor, tmp_path: Path
) -> None:
    """Of groups it then knows their sort keys: without a quota last but one, and the root last."""
    scenario = draw("group-bounds", POOL_SEED)
    with running_pool(htcondor, scenario.knobs, schedds=0) as pool:
        ledger = scenario.ledger_at(int(time.time()), pool.network)
        assert ledger is not None
        pool.put_ledger(ledger)
        pool.negotiate()
        pool.flush_ledger()
        theirs = {mode: pool.run("condor_userprio", *mode.split(), env={"TZ": "UTC"}) for mode in MODES}
        now = int(time.time())
        pool.stop_negotiator()
        shutil.copyfile(pool.ledger, tmp_path / "ledger.log")
    (tmp_path / "config").write_text(scenario.knobs)
    told = parse_version(version(htcondor))
    shared = GlobalOptions(config=tmp_path / "config", ledger=tmp_path / "ledger.log", now=now, version=told)
    for mode in MODES:
        assert parts(mode, printed(mode, shared)) == parts(mode, theirs[mode]), mode
