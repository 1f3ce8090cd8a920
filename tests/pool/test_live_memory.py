"""What a running negotiator remembers of its last cycle, and a snapshot takes from the collector and the schedds."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from tests.pool.daemons import until
from tests.pool.living import VIAS, Living, living
from tests.pool.negotiator_log import read_cycle
from tests.pool.pool import Cluster
from tests.pool.root import HTCondor
from tests.pool.slots import SlotKind
from tests.pool.test_live_snapshot import KNOBS, held
from userprio.ledger import Ledger
from userprio.pool import quotas_left

POLICY = f"""{KNOBS}
GROUP_NAMES = a, b
GROUP_ACCEPT_SURPLUS = True
GROUP_QUOTA_DYNAMIC_b = 0.2
PREEMPTION_REQUIREMENTS = (SubmitterGroupQuota > RemoteGroupQuota) =?= True
NEGOTIATOR_CONSIDER_PREEMPTION = True
"""
"""Members of a group may preempt each other in the cycle in which its quota has grown."""


def dry_run(here: Living, folder: Path, *options: str, via: str | None = None) -> Any:
    """The cycle over a snapshot that is taken now."""
    taken = here.userprio("snapshot", str(folder), via=via)
    assert taken.returncode == 0, taken.stderr
    done = here.userprio_of_files("--snapshot", str(folder), *options, "negotiate", "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def next_cycle(here: Living) -> int:
    """How many matches the next cycle makes."""
    here.cycle()
    return sum(event["event"] == "match" for event in read_cycle(here.pool.said("NegotiatorLog")).events)


def published(here: Living) -> set[str]:
    """The groups and submitters whose ads the collector has from the last cycle."""
    return set(here.pool.run("condor_status", "-any", "-constraint", 'MyType == "Accounting"', "-af", "Name").split())


@pytest.mark.parametrize("change", ["larger pool", "reconfigured quota", "nothing"])
def test_the_next_cycle_goes_by_the_quotas_of_the_last(change: str, htcondor: HTCondor, tmp_path: Path) -> None:
    """Of eight slots group a has 4, and after a change 5; ann may take slots from hog only if that is more."""
    with living(htcondor, POLICY + "GROUP_QUOTA_DYNAMIC_a = 0.5\n") as here:
        here.pool.advertise([held("a.hog@pool.test", 8)])
        here.pool.settle()
        here.pool.negotiate()
        # It sends its ads after it has logged the end of the cycle, and may drop them when it is reconfigured by then.
        until(lambda: {"a", "b"} <= published(here), "the collector has no ads of groups")
        if change == "larger pool":
            here.pool.advertise([SlotKind(2, {"Requirements": "false", "Start": "false"})])
        elif change == "reconfigured quota":
            here.pool.reconfigure(POLICY + "GROUP_QUOTA_DYNAMIC_a = 0.625\n")
        here.pool.submit([Cluster("ann", 3, "a")])
        here.pool.settle()
        dry = [dry_run(here, tmp_path / via, via=via) for via in VIAS]
        matches = next_cycle(here)
    assert {each["previous_quotas_source"] for each in dry} == {"accounting ads"}
    assert (matches > 0) is (change != "nothing")
    assert [len(each["matches"]) for each in dry] == [matches] * len(VIAS)
    if change == "reconfigured quota":
        ledger = Ledger.read(tmp_path / VIAS[0] / "Accountantnew.log")
        assert set((quotas_left(ledger) or {}).values()) == {0.0}, "what the negotiator itself answers is of no use"


def test_right_after_a_cycle_its_matches_are_not_made_again_and_later_no_more_is_known_of_them(
    htcondor: HTCondor, tmp_path: Path
) -> None:
    """Nobody answers the schedd that asks for its claims, so that they stay pending."""
    with living(htcondor, KNOBS) as here:
        here.pool.advertise([SlotKind(5, {})])
        here.pool.submit([Cluster("ann", 3), Cluster("bob", 1)])
        here.pool.settle()
        assert here.pool.negotiate().count("match") == 4
        # The bindings do not say in which slots they are.
        dry = {via: dry_run(here, tmp_path / via, via=via) for via in VIAS}
        assert dry["bindings"]["pending"]["submitters"] == {"ann@pool.test": 3, "bob@pool.test": 1}
        assert (dry["bindings"]["pending"]["matches"], len(dry["bindings"]["matches"])) == (4, 4)
        assert (dry["tools"]["pending"]["matches"], len(dry["tools"]["matches"])) == (0, 0)
        claimed = {(claim["submitter"], claim["job"]) for claim in dry["tools"]["pending"]["claimed"]}
        assert claimed == {("ann@pool.test", f"1.{proc}") for proc in range(3)} | {("bob@pool.test", "2.0")}
        screens = (here.userprio_of_files("--snapshot", str(tmp_path / via), "negotiate").stderr for via in VIAS)
        assert all(
            "of the last cycle" in screen and "ann@pool.test: 3, bob@pool.test: 1" in screen for screen in screens
        )
        later = ("--now", str(int(time.time()) + 90))
        assert dry_run(here, tmp_path / "later", *later)["pending"] is None
