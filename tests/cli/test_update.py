"""`userprio update`: what a negotiator does to a ledger between two cycles."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.ledger import Ledger

Run = Callable[..., Any]
NOW = 1_772_442_000
ANN, BEN = "ann@lab.example", "ben@lab.example"


@pytest.fixture
def edit(userprio: Run, ledger: Path) -> Run:
    return lambda *arguments, **more: userprio("--ledger", ledger, *arguments, **{"CONDOR_CONFIG": "ONLY_ENV", **more})


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    """Three slots: one still Ann's, one that Ben has now, one free."""
    folder = tmp_path / "pool"
    folder.mkdir()
    (folder / "slots.ads").write_text(
        "\n".join(
            f'MyType = "Machine"\nName = "slot{number}@ep"\nMachine = "ep"\nStartdIpAddr = "<10.0.0.{number}:9618>"\n'
            f'Cpus = 2\nSlotWeight = 2.0\nState = "{state}"\nActivity = "Busy"\nLastHeardFrom = {NOW}\n'
            + (f'RemoteUser = "{user}"\nAccountingGroup = "{user}"\n' if user else "")
            for number, state, user in ((1, "Claimed", ANN), (2, "Claimed", BEN), (3, "Unclaimed", ""))
        )
    )
    return folder


def test_what_was_in_use_is_charged_and_priorities_follow(edit: Run, ledger: Path) -> None:
    done = edit("update")
    assert done.status == 0
    assert done.out == "1 minute since the last update; 2 records of submitters and groups changed\n"
    after = Ledger.read(ledger)
    ann = after.customers[ANN]
    assert after.last_update_time == NOW
    # 2 slots of weight 1 for 60 s, and 4.5 decays towards 2 by a half-life of a day.
    assert (ann.accumulated_usage, ann.weighted_accumulated_usage) == (120.0, 36120.0)
    assert ann.priority == pytest.approx(2 + 2.5 * 0.5 ** (60 / 86400), abs=1e-6)
    assert ann.last_usage_time == NOW


def test_it_is_one_transaction_and_one_operation_that_cannot_be_undone(edit: Run, ledger: Path) -> None:
    before = ledger.read_text()
    edit("update", "--reason", "cron")
    added = ledger.read_text()[len(before) :]
    assert added.startswith("105 \n")
    assert added.count("105 ") == added.count("106 ") == 1
    [operation] = json.loads(edit("log", "--format", "json").out)["operations"]
    assert (operation["action"], operation["reason"]) == ("update", "cron")
    assert operation["note"].startswith("1 minute since the last update")
    done = edit("undo", "1")
    assert done.status == 4
    assert "operation 1 (update) cannot be undone: it charged actual usage" in done.err


def test_half_the_time_twice_is_the_whole_time_once(userprio: Run, edit: Run, ledger: Path, tmp_path: Path) -> None:
    twin = tmp_path / "twin.log"
    twin.write_text(ledger.read_text())
    edit("update", "--now", str(NOW + 3540))
    for time in (NOW + 1740, NOW + 3540):
        userprio("--ledger", twin, "update", "--now", str(time), CONDOR_CONFIG="ONLY_ENV")
    once, twice = Ledger.read(ledger).customers[ANN], Ledger.read(twin).customers[ANN]
    assert once.weighted_accumulated_usage == twice.weighted_accumulated_usage
    assert once.priority == pytest.approx(twice.priority, abs=2e-6)


def test_leases_that_ran_out_end(edit: Run, ledger: Path) -> None:
    edit("setceiling", ANN, "9", "--duration", "10", "--now", str(NOW - 30))
    done = edit("update")
    assert f"{ANN} Ceiling 9 -> -1\n" in done.out
    customer = Ledger.read(ledger).customers[ANN]
    assert (customer.ceiling, customer.ceiling_lease_expiration) == (-1, 0)


def test_the_slots_of_a_snapshot_say_who_uses_what_from_now_on(edit: Run, ledger: Path, pool: Path) -> None:
    ledger.write_text(
        ledger.read_text() + "101 Resource.slot1@ep@<10.0.0.1:9618> * *\n"
        '103 Resource.slot1@ep@<10.0.0.1:9618> RemoteUser "ann@lab.example"\n'
        "103 Resource.slot1@ep@<10.0.0.1:9618> SlotWeight 2.000000\n"
        "103 Resource.slot1@ep@<10.0.0.1:9618> StartTime 1772000000\n"
        '101 Resource.gone@ep@<> * *\n103 Resource.gone@ep@<> RemoteUser "ann@lab.example"\n'
    )
    done = edit("update", "--snapshot", pool)
    assert done.status == 0
    assert "2 of 3 slots claimed" in done.out
    after = Ledger.read(ledger)
    ann, ben, root = after.customers[ANN], after.customers[BEN], after.customers["<none>"]
    assert (ann.resources_used, ann.weighted_resources_used) == (1, 2.0)
    assert (ben.resources_used, ben.weighted_resources_used, ben.priority_factor) == (1, 2.0, 1000.0)
    assert (root.resources_used, root.weighted_resources_used, root.hier_weighted_resources_used) == (2, 4.0, 4.0)
    times = {name: resource.start_time for name, resource in after.resources.items()}
    assert times == {"slot1@ep@<10.0.0.1:9618>": 1772000000, "slot2@ep@<10.0.0.2:9618>": NOW}
    again = edit("update", "--snapshot", pool)
    assert again.status == 0
    assert Ledger.read(ledger).ads == after.ads


def test_json_has_every_change(edit: Run) -> None:
    document = json.loads(edit("update", "--format", "json").out)
    assert {"name": ANN, "attribute": "AccumulatedUsage", "before": None, "after": 120.0} in document["changes"]
    assert document["operation"] == 1


def test_a_clock_that_went_back_is_refused(edit: Run, ledger: Path) -> None:
    before = ledger.read_text()
    done = edit("update", "--now", str(NOW - 100))
    assert done.status == 4
    assert "was last updated 40 seconds after the time of this update" in done.err
    assert ledger.read_text() == before


def test_a_ledger_that_grew_too_large_is_compacted(edit: Run, ledger: Path) -> None:
    assert edit("update", "--set", "MAX_ACCOUNTANT_DATABASE_SIZE=1000000").status == 0
    assert "106 " in ledger.read_text()
    assert edit("update", "--now", str(NOW + 1), "--set", "MAX_ACCOUNTANT_DATABASE_SIZE=100").status == 0
    text = ledger.read_text()
    assert "106 " not in text
    assert text.startswith("107 2 CreationTimestamp 1772000000\n")
    assert Ledger.read(ledger).last_update_time == NOW + 1


def test_an_update_stands_though_the_compaction_that_follows_fails(edit: Run, ledger: Path) -> None:
    ledger.write_text(ledger.read_text() + f"101 Customer.{BEN} * *\n103 Customer.{BEN} PriorityFactor 1.0\n" * 40)
    used = ledger.stat().st_size
    ledger.with_name(f".{ledger.name}.userprio-new").mkdir()
    done = edit("update", "--set", f"MAX_ACCOUNTANT_DATABASE_SIZE={used}")
    assert done.status == 0
    assert done.err == (
        "userprio: operation 1 was made.\n"
        f"userprio: warning: the update was made, but the ledger was not compacted: {ledger}: the ledger was left as "
        f"it was: .{ledger.name}.userprio-new is in the way, and was not made by this program. Move it away\n"
    )
    assert Ledger.read(ledger).last_update_time == NOW
