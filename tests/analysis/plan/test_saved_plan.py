"""A plan in a file: what it keeps, and when it is no longer carried out."""

from pathlib import Path

import pytest
from msgspec import structs

from tests.negotiation.builders import DOMAIN, NOW, configured, free, jobs, priorities, submitter
from userprio.accounting import Edit, EditAction, EditPlan
from userprio.analysis.plan import ChangePlace, Changes, KnobChange, LedgerChange, plan
from userprio.analysis.plan.changes import JobsChange
from userprio.analysis.plan.saved import (
    Origins,
    SavedPlan,
    check_configuration,
    config_fingerprint,
    edits_again,
    ledger_fingerprint,
    read_saved,
    saved_text,
    to_be_saved,
)
from userprio.base.errors import BadInput, Moved
from userprio.config import Config
from userprio.ledger import Ledger
from userprio.ledger.store import compacted_log
from userprio.pool import Pool, priority_rules
from userprio.pool.scenario import ScenarioData

ADA, BEN = f"ada@{DOMAIN}", f"ben@{DOMAIN}"
KNOBS = "GROUP_NAMES = physics\nGROUP_QUOTA_physics = 20\n"


def state() -> ScenarioData:
    pool = Pool(tuple(free(4)), (submitter("ada", 4),), tuple(jobs("ada", 4, 1)))
    return ScenarioData(pool, priorities({"ada": 500, "ben": 500}), configured(KNOBS), NOW)


CHANGES = Changes(
    knobs=(KnobChange("GROUP_QUOTA_physics", "15"), KnobChange("GROUP_NAMES", "$(GROUP_NAMES), biology")),
    edits=(
        LedgerChange(Edit(EditAction.SET_FACTOR, (ADA,), 2000.0)),
        LedgerChange(Edit(EditAction.SET_FLOOR, (BEN,), 3, 3600)),
        LedgerChange(Edit(EditAction.SET_CEILING, (f"eve@{DOMAIN}",), 7), create=True),
    ),
    jobs=(JobsChange(ADA, 2, relative=True),),
)


def saved(changes: Changes = CHANGES) -> SavedPlan:
    before = state()
    origins = Origins(ledger="/spool/Accountantnew.log", config="/etc/condor/condor_config")
    return to_be_saved(
        plan(before, changes),
        before.ledger,
        before.config,
        name="spring",
        at=NOW,
        version="1.0",
        summary="ada gains",
        origins=origins,
    )


def made_again(kept: SavedPlan, ledger: Ledger, now: int = NOW, config: Config | None = None) -> EditPlan:
    return edits_again(kept, ledger, now, *priority_rules(config or state().config))


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "spring.plan"
    kept = saved()
    path.write_text(saved_text(kept), encoding="utf-8")
    anywhere = tuple(structs.replace(change, place=ChangePlace(path)) for change in kept.edits)
    assert read_saved(path) == structs.replace(kept, edits=anywhere)
    assert kept.not_applied == (f"2 more idle jobs of {ADA} (6 in all)",)
    # A self-reference means what it meant when the plan was made.
    assert [(knob.name, knob.before, knob.after) for knob in kept.knobs] == [
        ("GROUP_NAMES", "physics", "physics, biology"),
        ("GROUP_QUOTA_physics", "20", "15"),
    ]


def test_the_edits_are_made_exactly_as_planned_later_on() -> None:
    later = made_again(saved(), state().ledger, NOW + 1000)
    told = {(change.name, change.attribute): change.after for change in later.changes}
    assert told[ADA, "PriorityFactor"] == "2000.000000"
    # A lease lasts from the time at which it is made.
    assert told[BEN, "FloorLeaseExpiration"] == str(NOW + 4600)
    assert told[f"eve@{DOMAIN}", "Ceiling"] == "7"


def test_a_compacted_ledger_is_the_same_one() -> None:
    ledger = state().ledger
    compacted = Ledger.of_bytes(compacted_log(ledger, NOW).encode())
    assert ledger_fingerprint(compacted) == ledger_fingerprint(ledger)
    assert made_again(saved(), compacted).changes


def test_any_change_of_the_ledger_since_is_a_move() -> None:
    other = priorities({"ada": 500, "ben": 501})
    with pytest.raises(Moved, match=r"though not where the plan would change it\. Plan again"):
        made_again(saved(), other)
    own = priorities({"ada": 400, "ben": 500})
    with pytest.raises(Moved, match=f"and with it what the plan is to change: {ADA}. Plan again"):
        made_again(saved(), own)
    with pytest.raises(Moved):
        made_again(saved(), Ledger.empty())


def test_a_lease_that_ends_before_the_plan_is_carried_out_is_a_move() -> None:
    lease = {"PriorityFactorLeaseExpiration": {"ada": NOW + 60.0}, "PriorityFactorPreLeaseValue": {"ada": 300.0}}
    ledger = priorities({"ada": 500, "ben": 500}, **lease)
    before = ScenarioData(state().pool, ledger, state().config, NOW)
    changes = Changes(edits=(LedgerChange(Edit(EditAction.SET_FACTOR, (ADA,), 2000.0)),))
    kept = to_be_saved(
        plan(before, changes), ledger, before.config, name="x", at=NOW, version="1", summary="", origins=Origins()
    )
    assert made_again(kept, ledger).changes
    with pytest.raises(Moved, match="a lease has run out since"):
        made_again(kept, ledger, NOW + 100)


def test_the_configuration_is_compared_by_what_it_sets_and_not_by_where() -> None:
    reordered = configured("# a remark\nGROUP_QUOTA_physics = 20\n\nGROUP_NAMES=physics\n")
    assert config_fingerprint(reordered) == config_fingerprint(state().config)
    check_configuration(saved(), reordered)
    with pytest.raises(Moved, match="and with it what the plan is to change: GROUP_QUOTA_physics"):
        check_configuration(saved(), configured(KNOBS.replace("20", "21")))
    with pytest.raises(Moved, match="though not where the plan would change it"):
        check_configuration(saved(), configured(f"{KNOBS}DEFAULT_PRIO_FACTOR = 5"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not a saved plan"),
        ('schema = "userprio.plan/1"', "this is not a saved plan"),
        ('schema = "userprio.saved-plan/1"', "this plan has version 1 of the format; only version 2 is supported"),
        ('schema = "userprio.saved-plan/2"', "this saved plan is damaged"),
        ("{}", "not valid TOML"),
    ],
)
def test_another_file_is_not_a_plan(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(BadInput, match=message):
        read_saved(path)


@pytest.mark.parametrize("line", ["value = 2000.0", "names = [", "new = true", 'action = "setfloor"', "made_at ="])
def test_a_damaged_plan_is_refused(tmp_path: Path, line: str) -> None:
    text = saved_text(saved())
    assert line in text
    path = tmp_path / "spring.plan"
    path.write_text(text.replace(line, f"{line.split(' ')[0]} = [[]]\nwas_{line}"))
    with pytest.raises(BadInput, match="this saved plan is damaged"):
        read_saved(path)


def test_a_plan_that_somebody_edited_is_not_carried_out(tmp_path: Path) -> None:
    path = tmp_path / "spring.plan"
    path.write_text(saved_text(saved()).replace("value = 2000.0", "value = 3000.0"))
    with pytest.raises(BadInput, match="this plan was changed after it was saved"):
        read_saved(path)


@pytest.mark.parametrize(("value", "message"), [(3000.0, "have a different result"), (0.0, "can no longer be done")])
def test_edits_that_do_not_make_the_records_of_the_plan_are_not_carried_out(value: float, message: str) -> None:
    """Whatever the digest says."""
    kept = saved()
    first = structs.replace(kept.edits[0], edit=Edit(EditAction.SET_FACTOR, (ADA,), value))
    with pytest.raises(Moved, match=message):
        made_again(structs.replace(kept, edits=(first, *kept.edits[1:])), state().ledger)
