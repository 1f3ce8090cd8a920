"""What led to gains and losses: chains of figures that both cycles recorded."""

import pytest
from msgspec.structs import replace

from tests.analysis.plan.test_recorded_pools import SIBLINGS, state
from tests.analysis.plan.test_worked_examples import ADA, BEN, edited, twelve_slots, two_departments
from tests.negotiation.builders import DOMAIN, NOW, configured, free, held, jobs, priorities, submitter
from tests.negotiation.recorded import recorded
from userprio.accounting import EditAction
from userprio.analysis.plan import CausalQuantity, CausalStep, Changes, KnobChange, Plan, SlotsRemoved, changed, plan
from userprio.analysis.plan.changes import JobsChange
from userprio.base.formats import percent
from userprio.negotiation import Outcome, PassKind, Visit
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData
from userprio.report.plan import why_text

ALBERT, LINUS = f"physics.albert@{DOMAIN}", f"chemistry.linus@{DOMAIN}"


def told(scenario: ScenarioData, changes: Changes) -> dict[str, str]:
    found = plan(scenario, changes, why=True)
    return {why.submitter: why_text(why) for why in found.whys}


def test_without_being_asked_nothing_is_told() -> None:
    assert plan(two_departments(), Changes(knobs=(KnobChange("GROUP_QUOTA_physics", "10"),))).whys == ()


def test_a_quota_leads_to_the_limit_of_the_group_and_of_its_member() -> None:
    """Physics has 20 of thirty slots, then 10; the submitter is alone in its group, so its own limit is the group's."""
    assert told(two_departments(), Changes(knobs=(KnobChange("GROUP_QUOTA_physics", "10"),))) == {
        ALBERT: "The quota of physics 20 -> 10, so the limit of physics 20 -> 10, so its own limit 20 -> 10, so "
        "10 matches fewer (20 -> 10)."
    }


def test_a_pool_too_small_for_all_quotas_leads_to_less_for_a_group_whose_own_quota_stays() -> None:
    """20 + 10 fit into thirty; 50 + 10 do not, and chemistry has 10 * 30 / 60 = 5."""
    scenario = two_departments(knobs="NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION = False")
    assert told(scenario, Changes(knobs=(KnobChange("GROUP_QUOTA_physics", "50"),))) == {
        ALBERT: "The quota of physics 20 -> 50, so the effective quota of physics 20 -> 25, so the limit of physics "
        "20 -> 25, so its own limit 20 -> 25, so 5 matches more (20 -> 25).",
        LINUS: "The quota of physics 20 -> 50, so the effective quota of chemistry 10 -> 5, so the limit of chemistry "
        "10 -> 5, so its own limit 10 -> 5, so 5 matches fewer (10 -> 5).",
    }


def test_fewer_slots_lead_to_less_of_a_fractional_quota() -> None:
    knobs = "GROUP_NAMES = physics, chemistry\nGROUP_QUOTA_DYNAMIC_physics = 0.5\nGROUP_QUOTA_chemistry = 10"
    scenario = replace(two_departments(), config=configured(knobs))
    found = told(scenario, Changes(slots=(SlotsRemoved("*", 10),)))
    # Half of what chemistry's 10 leave: of 20, then of 10.
    assert found[ALBERT] == (
        "The weight of the pool 30 -> 20, so the effective quota of physics 10 -> 5, so the limit of physics 10 -> 5, "
        "so its own limit 10 -> 5, so 5 matches fewer (10 -> 5)."
    )


def test_a_dynamic_quota_is_a_percentage_beside_one_in_slots() -> None:
    knobs = "GROUP_NAMES = physics, chemistry\nGROUP_QUOTA_DYNAMIC_physics = 0.5\nGROUP_QUOTA_chemistry = 10"
    scenario = replace(two_departments(), config=configured(knobs))
    assert told(scenario, Changes(knobs=(KnobChange("GROUP_QUOTA_physics", "5"),))) == {
        ALBERT: "The quota of physics 50% -> 5, so the effective quota of physics 10 -> 5, so the limit of physics "
        "10 -> 5, so its own limit 10 -> 5, so 5 matches fewer (10 -> 5)."
    }


def test_surplus_that_another_group_asks_for_itself_is_gone() -> None:
    """Without jobs chemistry leaves its 10 to physics; with 100 jobs of linus it does not."""
    scenario = two_departments(knobs="GROUP_ACCEPT_SURPLUS = True")
    found = told(scenario, Changes(jobs=(JobsChange(LINUS, 0, relative=False),)))
    assert found == {
        ALBERT: "The surplus for physics 0 -> 10, so the limit of physics 20 -> 30, so its own limit 20 -> 30, so "
        "10 matches more (20 -> 30).",
        LINUS: "Its idle jobs 100 -> 0, so 10 matches fewer (10 -> 0).",
    }


def test_a_factor_leads_to_the_share_and_that_of_others_follows() -> None:
    """500 and 500 have half of twelve slots each; 250 has (500/250) / (500/250 + 500/500) = 2/3."""
    assert told(twelve_slots(), edited(EditAction.SET_FACTOR, ADA, 500)) == {
        ADA: "Its factor 1000 -> 500, so its share of the pie 50% -> 66.67%, so its own limit 6 -> 8, so "
        "2 matches more (6 -> 8).",
        BEN: f"The effective priority of {ADA} 500 -> 250, so its share of the pie 50% -> 33.33%, so its own limit "
        "6 -> 4, so 2 matches fewer (6 -> 4).",
    }


def test_a_ceiling_is_the_reason_where_it_ended_the_visit() -> None:
    found = told(twelve_slots(), edited(EditAction.SET_CEILING, ADA, 2))
    assert found[ADA] == "Its ceiling none -> 2, so 4 matches fewer (6 -> 2)."


def test_two_causes_are_told_both_and_what_they_lead_to_together() -> None:
    """Ada's factor and the group's quota: 20 slots halved, of ten 2/3."""
    names = "physics.ada", "physics.ben"
    pool = Pool(
        tuple(free(20)),
        tuple(submitter(name, 100) for name in names),
        tuple(job for number, name in enumerate(names, 1) for job in jobs(name, 100, number)),
    )
    config = configured("GROUP_NAMES = physics\nGROUP_QUOTA_physics = 20")
    scenario = ScenarioData(pool, priorities(dict.fromkeys(names, 500)), config, NOW)
    changes = edited(EditAction.SET_FACTOR, f"physics.ada@{DOMAIN}", 500).and_then(
        Changes(knobs=(KnobChange("GROUP_QUOTA_physics", "9"),))
    )
    assert told(scenario, changes)[f"physics.ada@{DOMAIN}"] == (
        "The quota of physics 20 -> 9, so the limit of physics 20 -> 9. Its factor 1000 -> 500, so its share of the "
        "pie 50% -> 66.67%, so its own limit 10 -> 6, so 4 matches fewer (10 -> 6)."
    )


def test_slots_that_are_gone_are_told_apart_from_what_is_not_won_any_more() -> None:
    pool = Pool(
        (*held("ada", 2, 5), *free(4)),
        (submitter("ada", 4, running=2),),
        tuple(jobs("ada", 4, 1)),
    )
    scenario = ScenarioData(pool, priorities({"ada": 500}), configured(), NOW)
    found = plan(scenario, Changes(slots=(SlotsRemoved("*"),)), why=True)
    [why] = found.whys
    assert why_text(why).startswith("2 slots that it had in use are gone, so its weight in use 2 -> 0.")
    assert why_text(why).endswith("Together it holds 6 -> 0.")


def figure_of(outcome: Outcome, link: CausalStep, name: str) -> float | str | None:
    """The figure of a link as the document of the cycle has it."""
    groups = {group.name: group for group in outcome.groups}
    whose = link.of or name
    visits = [visit for visit in outcome.visits if visit.submitter == whose]
    usual: Visit | None = next(
        (visit for visit in visits if visit.kind is PassKind.NORMAL), visits[0] if visits else None
    )
    match link.what:
        case CausalQuantity.POOL_WEIGHT:
            return outcome.pool.weight
        case CausalQuantity.CONFIGURED_QUOTA:
            quota = groups[whose].configured_quota if whose in groups else None
            return percent(quota) if quota is not None and not groups[whose].static else quota
        case CausalQuantity.EFFECTIVE_QUOTA:
            return groups[whose].effective_quota if whose in groups else None
        case CausalQuantity.DEMAND:
            return groups[whose].requested if whose in groups else None
        case CausalQuantity.GROUP_IN_USE:
            return groups[whose].usage if whose in groups else None
        case CausalQuantity.GROUP_LIMIT:
            limits = [step.limit for step in outcome.passes if step.group == whose]
            return limits[-1] if limits else None
        case CausalQuantity.EFFECTIVE_PRIORITY:
            return None if usual is None else usual.priority
        case CausalQuantity.SHARE:
            return None if usual is None else usual.share
        case CausalQuantity.MATCHES:
            return sum(match.submitter == name for match in outcome.matches)
        case CausalQuantity.WON:
            return sum(match.cost for match in outcome.matches if match.submitter == name)
        case CausalQuantity.TAKES_FROM:
            return sum(match.submitter == name and match.preempts == link.of for match in outcome.matches)
        case CausalQuantity.TAKEN_BY:
            return sum(match.submitter == whose and match.preempts == name for match in outcome.matches)
    raise KeyError(link.what)


ELSEWHERE = (
    CausalQuantity.SLOTS,
    CausalQuantity.HELD_GONE,
    CausalQuantity.STOPPED,
    CausalQuantity.IN_USE,
    CausalQuantity.IDLE_JOBS,
    CausalQuantity.JOBS,
    CausalQuantity.SURPLUS,
    CausalQuantity.LIMIT,
)
"""Not one figure of one record."""


@pytest.mark.parametrize(("one", "other"), SIBLINGS)
def test_every_figure_of_a_chain_is_one_that_a_cycle_recorded(one: str, other: str) -> None:
    found: Plan = plan(state(recorded(one)), Changes(), state(recorded(other)), why=True)
    shifts = [*found.difference.gains, *found.difference.losses]
    assert [why.submitter for why in found.whys] == [shift.submitter for shift in shifts]
    for why, shift in zip(found.whys, shifts, strict=True):
        assert why.chains
        assert why_text(why).endswith(".")
        if why.holds is not None:
            assert (why.holds.before, why.holds.after) == (shift.holds.before, shift.holds.after)
        for chain in why.chains:
            assert chain.effects
            for link in (link for chain in (*chain.causes, chain.effects) for step in chain for link in step):
                if link.what in ELSEWHERE:
                    continue
                for outcome, told_figure in ((found.before, link.before), (found.after, link.after)):
                    recorded_figure = figure_of(outcome, link, why.submitter)
                    if told_figure is not None and recorded_figure is not None:
                        assert told_figure == pytest.approx(recorded_figure), link


@pytest.mark.slow
def test_chains_are_found_for_nearly_everybody_who_wins_other_matches() -> None:
    """Of recorded siblings hardly anybody is left with nothing but how the last visit ended."""
    found = [
        why
        for one, other in SIBLINGS
        for why in plan(state(recorded(one)), Changes(), state(recorded(other)), why=True).whys
    ]
    winners = [chain for why in found for chain in why.chains if CausalQuantity.MATCHES in kinds(chain.effects)]
    bare = [chain for chain in winners if not chain.causes and CausalQuantity.LIMIT not in kinds(chain.effects)]
    assert len(winners) > 20
    assert len(bare) <= 1


def kinds(steps: tuple[tuple[CausalStep, ...], ...]) -> set[CausalQuantity]:
    return {link.what for step in steps for link in step}


def test_priorities_are_no_reason_where_preemption_is_turned_off() -> None:
    """Alice takes six slots from hog; without NEGOTIATOR_CONSIDER_PREEMPTION she takes none, whatever her priority."""
    cycle = state(recorded("preempt-by-priority"))
    found = told(cycle, Changes(knobs=(KnobChange("NEGOTIATOR_CONSIDER_PREEMPTION", "False"),)))
    hog, alice = f"hog@{DOMAIN}", f"alice@{DOMAIN}"
    assert found[hog] == f"Slots that {alice} takes from it 6 -> 0. It holds 4 -> 10."
    assert "priority" not in found[alice]


def test_a_worse_priority_lets_others_take_slots() -> None:
    """Whoever PREEMPTION_REQUIREMENTS protected is taken slots from once its factor is a hundred times as large."""
    cycle = state(recorded("preempt-by-priority"))
    hog, alice = f"hog@{DOMAIN}", f"alice@{DOMAIN}"
    better = changed(cycle, edited(EditAction.SET_FACTOR, hog, 1), cycle.config)[0]
    found = told(better, edited(EditAction.SET_FACTOR, hog, 1000))
    assert found[hog].startswith(f"Its factor 1 -> 1000, so slots that {alice} takes from it 0 -> ")
    assert found[alice].startswith(f"The effective priority of {hog} ")
