"""Plans whose numbers are worked out by hand."""

import json

import pytest

from tests.negotiation.builders import DOMAIN, NOW, configured, free, held, jobs, priorities, submitter
from tests.negotiation.test_preemption import partitioned
from tests.negotiation.test_starts import machine
from tests.report.screen import drawn
from tests.report.written import csv_text, json_text
from userprio.accounting import Edit, EditAction
from userprio.analysis.plan import Changes, KnobChange, LedgerChange, Mark, Plan, SlotsRemoved, plan
from userprio.analysis.plan.changes import JobsChange
from userprio.ledger import Ledger
from userprio.negotiation import Because, Chance
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData
from userprio.report.plan import summary_line

ADA, BEN = f"ada@{DOMAIN}", f"ben@{DOMAIN}"


def twelve_slots() -> ScenarioData:
    """Ada and Ben, effective priority 500 both, want all of twelve slots."""
    pool = Pool(
        tuple(free(12)),
        (submitter("ada", 12), submitter("ben", 12)),
        (*jobs("ada", 12, 1), *jobs("ben", 12, 2)),
    )
    return ScenarioData(pool, priorities({"ada": 500, "ben": 500}), configured(), NOW)


def two_departments(slots: int = 30, knobs: str = "") -> ScenarioData:
    """Physics 20 and chemistry 10, 100 jobs each."""
    names = "physics.albert", "chemistry.linus"
    pool = Pool(
        tuple(free(slots)),
        tuple(submitter(name, 100) for name in names),
        tuple(job for number, name in enumerate(names, 1) for job in jobs(name, 100, number)),
    )
    config = configured(
        f"GROUP_NAMES = physics, chemistry\nGROUP_QUOTA_physics = 20\nGROUP_QUOTA_chemistry = 10\n{knobs}"
    )
    return ScenarioData(pool, Ledger.empty(), config, NOW)


def edited(action: EditAction, name: str, value: float | None = None) -> Changes:
    return Changes(edits=(LedgerChange(Edit(action, () if name == "" else (name,), value)),))


def shifts(found: Plan) -> dict[str, float]:
    return {shift.submitter: shift.by for shift in (*found.difference.gains, *found.difference.losses)}


def test_half_the_factor_is_twice_the_share() -> None:
    """500 and 500: shares 1/2, 6 slots each. 250 and 500: shares (500/250) / (500/250 + 500/500) = 2/3 and 1/3."""
    found = plan(twelve_slots(), edited(EditAction.SET_FACTOR, ADA, 500))
    ada, ben = found.difference.submitters
    assert (ada.name, ada.effective_priority.before, ada.effective_priority.after) == (ADA, 500.0, 250.0)
    assert (ada.factor.before, ada.factor.after) == (1000.0, 500.0)
    assert (ada.share.before, ada.share.after) == (0.5, pytest.approx(2 / 3))
    assert (ada.limit.before, ada.limit.after) == (6.0, pytest.approx(8))
    assert (ben.limit.before, ben.limit.after) == (6.0, pytest.approx(4))
    assert shifts(found) == {ADA: 2.0, BEN: -2.0}
    assert (found.difference.pool.matches.before, found.difference.pool.matches.after) == (12, 12)
    assert not found.difference.pool.idle_weight.differs
    assert found.changes_something


def test_a_smaller_quota_leaves_slots_idle_where_nobody_accepts_surplus() -> None:
    """Physics 20 -> 15 of 30: 5 for <none>, which has no jobs. Its surplus goes to nobody."""
    found = plan(two_departments(), Changes(knobs=(KnobChange("GROUP_QUOTA_physics", "15"),))).difference
    groups = {group.name: group for group in found.groups}
    assert set(groups) == {"<none>", "physics"}
    assert (groups["<none>"].effective_quota.before, groups["<none>"].effective_quota.after) == (0.0, 5.0)
    assert (groups["physics"].effective_quota.before, groups["physics"].effective_quota.after) == (20.0, 15.0)
    assert (groups["physics"].limit.before, groups["physics"].limit.after) == (20.0, 15.0)
    assert (groups["physics"].holds.before, groups["physics"].holds.after) == (20.0, 15.0)
    assert found.gains == ()
    assert [(loss.submitter, loss.by) for loss in found.losses] == [(f"physics.albert@{DOMAIN}", -5.0)]
    assert (found.pool.idle_weight.before, found.pool.idle_weight.after) == (0.0, 5.0)


def test_with_fewer_slots_than_quotas_the_first_in_order_keeps_its_quota() -> None:
    """Oversubscription (the default): 10 for chemistry, which comes first among equals, and 5 for physics."""
    changes = Changes(slots=(SlotsRemoved("*", 15),))
    found = plan(two_departments(), changes)
    assert shifts(found) == {f"physics.albert@{DOMAIN}": -15.0}
    scaled = plan(two_departments(15), Changes(knobs=(KnobChange("NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION", "False"),)))
    assert shifts(scaled) == {f"physics.albert@{DOMAIN}": 5.0, f"chemistry.linus@{DOMAIN}": -5.0}


def test_a_ceiling_gives_to_others_what_it_takes() -> None:
    """Ada may have 2 of her 6; in the second spin Ben takes the other four."""
    found = plan(twelve_slots(), edited(EditAction.SET_CEILING, ADA, 2))
    assert shifts(found) == {BEN: 4.0, ADA: -4.0}


def test_a_submitter_whose_jobs_are_gone_is_gone() -> None:
    found = plan(twelve_slots(), Changes(jobs=(JobsChange(BEN, 0, relative=False),)))
    marks = {each.name: each.mark for each in found.difference.submitters}
    assert marks == {ADA: Mark.CHANGED, BEN: Mark.LESS}
    assert shifts(found) == {ADA: 6.0, BEN: -6.0}
    assert found.inputs.pool[0].sentence == f"12 fewer idle jobs of {BEN} (0 in all)"


def test_what_preemption_takes_is_a_loss() -> None:
    """Ben holds all four slots and is the worse one, 750 to 500.

    The first spin gives Ada 750/500 / (750/500 + 1) = 60 % of four slots, which is two whole ones. Ben, who wants
    no more, leaves, so that the second spin gives her the other two.
    """
    pool = Pool(tuple(held("ben", 4, 1)), (submitter("ada", 4), submitter("ben", 0, 4)), tuple(jobs("ada", 4, 1)))
    state = ScenarioData(pool, priorities({"ada": 500, "ben": 500}), configured(), NOW)
    change = KnobChange("PREEMPTION_REQUIREMENTS", "True")
    worse = edited(EditAction.SET_PRIORITY, BEN, 0.75).and_then(Changes(knobs=(change,)))
    found = plan(state, worse)
    assert [match.because for match in found.after.matches] == [Because.PRIORITY] * 4
    assert (found.difference.pool.preemptions.before, found.difference.pool.preemptions.after) == (0, 4)
    assert shifts(found) == {ADA: 4.0, BEN: -4.0}
    ben = next(each for each in found.difference.submitters if each.name == BEN)
    assert (ben.preempted.after, ben.holds.before, ben.holds.after) == (4.0, 4.0, 0.0)


def test_what_comes_out_the_same_changes_nothing() -> None:
    same = Changes(
        knobs=(KnobChange("GROUP_QUOTA_physics", "20"), KnobChange("NEGOTIATOR_INTERVAL", "120")),
        jobs=(JobsChange(f"physics.albert@{DOMAIN}", 0, relative=True),),
    )
    found = plan(two_departments(), same)
    assert not found.changes_something
    assert [knob.name for knob in found.inputs.knobs] == ["NEGOTIATOR_INTERVAL"]


def test_other_slots_for_the_same_jobs_are_a_change_though_nobody_gains_or_loses() -> None:
    """Three jobs of six slots: the negotiator's own rank decides which."""
    pool = Pool(tuple(free(6)), (submitter("ann", 3),), tuple(jobs("ann", 3, 1)))
    present = ScenarioData(pool, Ledger.empty(), configured(), NOW)
    rank = ("NEGOTIATOR_PRE_JOB_RANK", 'int(split(Name, "c")[1])')
    found = plan(present, Changes(knobs=(KnobChange(*rank),)))
    slots = [[match.slot for match in cycle.matches] for cycle in (found.before, found.after)]
    assert slots == [["slot1@exec1", "slot1@exec2", "slot1@exec3"], ["slot1@exec6", "slot1@exec5", "slot1@exec4"]]
    assert found.changes_something
    assert found.difference.moved == 3
    assert summary_line(found).startswith(
        "Nobody gains or loses, but 3 matches are with other slots or for other jobs; matches 3,"
    )


def test_another_reason_for_a_refusal_is_a_change() -> None:
    """The job asks for a licence of which there is one; without one it is refused for want of a slot."""
    asking = jobs("ann", 1, 1, ConcurrencyLimits='"lic"', Requirements="false")
    present = ScenarioData(
        Pool(tuple(free(1)), (submitter("ann", 1),), tuple(asking)), Ledger.empty(), configured(), NOW
    )
    found = plan(present, Changes(knobs=(KnobChange("LIC_LIMIT", "0"),)))
    assert found.changes_something
    assert summary_line(found).startswith("Nobody gains or loses, but requests are refused for other reasons; ")


def test_an_edit_that_the_cycle_does_not_notice_still_changes_the_ledger() -> None:
    state = ScenarioData(twelve_slots().pool, priorities({"ada": 500, "ben": 500, "eve": 500}), configured(), NOW)
    eve = f"eve@{DOMAIN}"
    found = plan(state, edited(EditAction.SET_FLOOR, eve, 3))
    assert found.changes_something
    assert not found.difference
    quicker = plan(state, edited(EditAction.SET_FACTOR, eve, 500)).difference
    assert [(each.name, each.effective_priority.after) for each in quicker.submitters] == [(eve, 250.0)]


def test_warnings_appear_and_vanish() -> None:
    listed = Changes(knobs=(KnobChange("GROUP_NAMES", "physics, chemistry, biology"),))
    found = plan(two_departments(), listed).difference
    assert [warning.split(":")[0] for warning in found.new_warnings] == [
        "group biology has neither GROUP_QUOTA_biology nor GROUP_QUOTA_DYNAMIC_biology"
    ]
    back = plan(
        two_departments(knobs="GROUP_NAMES = $(GROUP_NAMES), biology"),
        Changes(knobs=(KnobChange("GROUP_NAMES", "physics, chemistry"),)),
    ).difference
    assert (len(back.gone_warnings), back.new_warnings) == (1, ())


def test_a_warning_that_only_moves_to_another_place_is_the_same() -> None:
    state = two_departments(knobs="GROUP_NAMES = $(GROUP_NAMES), biology")
    reordered = Changes(knobs=(KnobChange("GROUP_NAMES", "chemistry, physics, biology"),))
    found = plan(state, reordered).difference
    assert (found.new_warnings, found.gone_warnings) == ((), ())


def test_whoever_holds_preempted_dynamic_slots_loses_them() -> None:
    waiting = jobs("alice", 1, 1, RequestCpus=3, WantPslotPreemption="true")
    pool = Pool(tuple(partitioned()), (submitter("alice", 1), submitter("hog", 0, 2)), tuple(waiting))
    policy = "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio\n"
    state = ScenarioData(pool, priorities({"alice": 1, "hog": 1000}), configured(policy), NOW)
    found = plan(state, Changes(knobs=(KnobChange("ALLOW_PSLOT_PREEMPTION", "True"),)))
    assert (found.difference.pool.preemptions.before, found.difference.pool.preemptions.after) == (0, 1)
    (loss,) = found.difference.losses
    assert (loss.submitter, loss.holds.before, loss.holds.after) == ("hog@pool.test", 4, 0)
    assert found.remarks == ()


class TestJobsThatStart:
    """One machine of twelve cores, a match that costs all of it, and what starts there."""

    def state(self, knobs: str = "") -> ScenarioData:
        waiting = jobs("ada", 9, 1)
        return ScenarioData(
            Pool((machine(cpus=12),), (submitter("ada", 9),), tuple(waiting)), Ledger.empty(), configured(knobs), NOW
        )

    def test_who_holds_as_much_and_starts_fewer_jobs_loses(self) -> None:
        found = plan(self.state(), Changes(knobs=(KnobChange("CLAIM_PARTITIONABLE_LEFTOVERS", "False"),)))
        (loss,) = found.difference.losses
        assert (loss.submitter, loss.by, loss.jobs.before, loss.jobs.after) == (ADA, 0, 9, 1)
        assert found.difference.gains == ()
        assert (found.difference.pool.jobs.before, found.difference.pool.jobs.after) == (9, 1)
        assert summary_line(found) == (
            "The matches of 1 user start 8 fewer jobs for the same weight; matches 1, jobs to start 9 -> 1, "
            "preemptions 0, idle weight 0."
        )

    def test_and_gains_the_other_way_round(self) -> None:
        present = self.state("CLAIM_PARTITIONABLE_LEFTOVERS = False\n")
        found = plan(present, Changes(knobs=(KnobChange("CLAIM_PARTITIONABLE_LEFTOVERS", "True"),)))
        assert [(one.submitter, one.jobs.by) for one in found.difference.gains] == [(ADA, 8)]
        rows = [line for line in csv_text(found).splitlines() if ",gain," in line]
        assert len(rows) == 1
        assert rows[0].endswith(f",gain,{ADA},jobs,1.0,9.0")

    def test_jobs_that_come_with_their_matches_are_told_as_weight_alone(self) -> None:
        found = plan(twelve_slots(), edited(EditAction.SET_FACTOR, ADA, 500))
        assert not any(shift.in_jobs for shift in (*found.difference.gains, *found.difference.losses))
        assert "jobs to start" not in summary_line(found)


def one_slot_for(ann: float, ben: float) -> ScenarioData:
    """One slot for two users with these effective priorities, of whom Ben's schedd was heard from first."""
    pool = Pool(
        tuple(free(1)),
        (submitter("ada", 1, heard=2), submitter("ben", 1, heard=1)),
        (*jobs("ada", 1, 1), *jobs("ben", 1, 2)),
    )
    return ScenarioData(pool, priorities({"ada": ann, "ben": ben}), configured(), NOW)


def test_a_gain_that_ends_a_tie_hangs_on_it() -> None:
    """500 and 500: Ben goes first. With 250 Ada does; had she been first before, she would gain nothing."""
    found = plan(one_slot_for(500, 500), edited(EditAction.SET_FACTOR, ADA, 500), stability=True)
    assert shifts(found) == {ADA: 1.0, BEN: -1.0}
    assert found.hanging == {ADA: Chance.LAST_HEARD_FROM, BEN: Chance.LAST_HEARD_FROM}
    screen = drawn(found)
    assert "+1?" in screen
    assert "-1?" in screen
    assert "? hangs on a tie (last heard from): resolved otherwise, it would be another" in screen
    assert [gain["hangs_on"] for gain in json.loads(json_text(found))["gains"]] == ["last heard from"]


def test_a_gain_without_a_tie_on_either_side_hangs_on_nothing() -> None:
    found = plan(one_slot_for(600, 500), edited(EditAction.SET_FACTOR, ADA, 500), stability=True)
    assert shifts(found) == {ADA: 1.0, BEN: -1.0}
    assert found.hanging == {}
    assert "?" not in drawn(found)
