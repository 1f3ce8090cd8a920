"""Requirements taken apart."""

from hypothesis import given
from hypothesis import strategies as st

from userprio.classad import Ad, Evaluator, parse, unparse
from userprio.negotiation import Clause, RequirementsFound, Side, meets
from userprio.negotiation.diagnosis.requirements import take_apart
from userprio.negotiation.matching import MatchSide
from userprio.negotiation.matching.predicates import conjuncts

EVALUATOR = Evaluator(1_800_000_000)


def ad(**attributes: str) -> Ad:
    return Ad.lazy(list(attributes.items()))


def apart(job: Ad, slots: list[tuple[Ad, int]]) -> RequirementsFound:
    return take_apart(MatchSide(job), slots, EVALUATOR)


def match(job: Ad, slot: Ad) -> bool:
    return meets(MatchSide(job), slot, EVALUATOR)


def counted(clause: Clause) -> tuple[str, int, int, int]:
    return clause.text, clause.alone, clause.left, clause.without


def test_clauses_are_found_behind_parentheses_and_nowhere_else() -> None:
    expr = parse("(A && ((B || C) && D)) && !(E && F) && ifThenElse(G && H, true, false)")
    assert [unparse(clause).strip() for clause, _ in conjuncts(ad(), expr)] == [
        "A",
        "B || C",
        "D",
        "!(E && F)",
        "ifThenElse(G && H,true,false)",
    ]


def test_each_clause_is_counted_alone_in_turn_and_left_out() -> None:
    job = ad(Requirements="TARGET.Cpus >= 4 && TARGET.Memory >= RequestMemory", RequestMemory="2000")
    slots = [
        (ad(Cpus="8", Memory="1000", Requirements="true"), 3),
        (ad(Cpus="1", Memory="4000", Requirements="true"), 5),
        (ad(Cpus="4", Memory="2000", Requirements="true"), 2),
    ]
    matching = apart(job, slots)
    assert (matching.slots, matching.matching) == (10, 2)
    assert [counted(clause) for clause in matching.clauses if clause.side is Side.JOB] == [
        ("TARGET.Cpus >= 4", 5, 5, 7),
        ("TARGET.Memory >= RequestMemory", 7, 2, 5),
    ]
    assert matching.clauses[1].values == {"RequestMemory": "2000"}


def test_names_of_other_attributes_in_requirements_of_slots_are_followed() -> None:
    slot = ad(
        Requirements="START && (WithinResourceLimits)",
        Start='TARGET.Owner != "bob" && Load < 1',
        Load="0",
        WithinResourceLimits="TARGET.RequestCpus <= MY.Cpus",
        Cpus="1",
    )
    matching = apart(ad(Requirements="true", RequestCpus="2", Owner='"ann"'), [(slot, 4)])
    theirs = [(clause.of, clause.text, clause.alone) for clause in matching.clauses if clause.side is Side.SLOT]
    assert theirs == [
        ("WithinResourceLimits", "TARGET.RequestCpus <= MY.Cpus", 0),
        ("START", "Load < 1", 4),
        ("START", 'TARGET.Owner != "bob"', 4),
    ]
    assert [clause.text for clause in matching.culprits] == ["TARGET.RequestCpus <= MY.Cpus"]


def test_own_attributes_are_followed_on_both_sides_by_either_prefix_to_any_depth() -> None:
    links = {f"A{number}": f"SELF.A{number + 1}" for number in range(12)}
    job = ad(Requirements="A0 && MY.Big", Big="TARGET.Cpus > 8 && TARGET.Memory > 1", **links, A12="TARGET.X > 1")
    matching = apart(job, [(ad(Cpus="16", Memory="1", X="1", Requirements="SELF.Cpus > 1"), 1)])
    assert [(clause.of, clause.text, clause.alone) for clause in matching.clauses] == [
        ("A12", "TARGET.X > 1", 0),
        ("Big", "TARGET.Cpus > 8", 1),
        ("Big", "TARGET.Memory > 1", 0),
        (None, "SELF.Cpus > 1", 1),
    ]


def test_a_name_for_a_plain_value_is_shown_as_the_name() -> None:
    matching = apart(ad(Requirements="true"), [(ad(Requirements="START && Up", START="Open", Open="false"), 1)])
    theirs = [(clause.of, clause.text) for clause in matching.clauses if clause.side is Side.SLOT]
    assert theirs == [("START", "Open"), (None, "Up")]


def test_requirements_that_refer_back_to_themselves_are_one_clause() -> None:
    slot = ad(Requirements="Cpus > 0 && isUndefined(START)", START="Requirements || true", Cpus="1")
    matching = apart(ad(Requirements="true"), [(slot, 1)])
    theirs = [clause.text for clause in matching.clauses if clause.side is Side.SLOT]
    assert theirs == ["Cpus > 0 && isUndefined(START)"]
    assert matching.matching == match(ad(Requirements="true"), slot)


def test_what_looks_at_flattened_ads_is_told_as_something_that_all_comes_to() -> None:
    """Flattening puts UnoptimizedRequirements into the job's ad, which no clause has by itself."""
    job = ad(Requirements='versionGE(split(TARGET.Version)[1], "2") || TARGET.A == 1', A="1")
    start = "TARGET.UnoptimizedRequirements =?= undefined"
    slot = ad(Requirements="START", Start=start, A="1", Version='"a 1"')
    assert not match(job, slot)
    matching = apart(job, [(slot, 1)])
    assert matching.matching == 0
    assert {clause.text: clause.alone for clause in matching.clauses} == {
        'versionGE(split(TARGET.Version)[1],"2") || TARGET.A == 1': 1,
        start: 1,
        "all of this together, once flattened": 0,
    }


def test_a_circle_of_names_ends() -> None:
    slot = ad(Requirements="A", A="B && true", B="A && true")
    assert apart(ad(Requirements="true"), [(slot, 1)]).matching == 0


def test_what_no_slot_has_is_named_as_it_is_spelled() -> None:
    job = ad(Requirements="TARGET.HasGpu && CudaVersion > 11 && Cpus > 0")
    matching = apart(job, [(ad(Cpus="1", Requirements="true"), 1)])
    assert [clause.unknown for clause in matching.clauses if clause.side is Side.JOB] == [
        ("HasGpu",),
        ("CudaVersion",),
        (),
    ]


def test_ads_without_requirements_match_nothing_and_it_is_said() -> None:
    matching = apart(ad(Cpus="1"), [(ad(Cpus="1"), 2)])
    assert matching.matching == 0
    assert [clause.text for clause in matching.clauses] == ["Requirements (there are none)"] * 2


def test_a_consumption_policy_with_too_little_left_counts_as_a_clause() -> None:
    slot = ad(
        PartitionableSlot="true",
        MachineResources='"Cpus"',
        ConsumptionCpus="TARGET.RequestCpus",
        Cpus="2",
        SlotWeight="Cpus",
        Requirements="true",
    )
    matching = apart(ad(Requirements="true", RequestCpus="4"), [(slot, 1)])
    assert [clause.side for clause in matching.culprits] == [Side.POLICY]


def test_a_clause_that_flattening_decides_otherwise_is_shown_with_what_became_of_it() -> None:
    slots = [
        (ad(Requirements="START && Cpus > 0", START='(TARGET.Team == "x") || (Site > 3)', Site=site, Cpus="1"), count)
        for site, count in (('"north"', 3), ("5", 2))
    ]
    matching = apart(ad(Requirements="true", Team='"x"'), slots)
    # A text that is compared with a number is an error, and an error on the left of || decides.
    assert [(clause.text, clause.alone, clause.flattened) for clause in matching.clauses[1:]] == [
        ('(TARGET.Team == "x") || (Site > 3)', 2, 'error || (TARGET.Team == "x")'),
        ("Cpus > 0", 5, None),
    ]
    assert matching.matching == 2


CLAUSES = st.sampled_from(
    [
        "TARGET.A",
        "TARGET.A > 1",
        "TARGET.B == 2",
        "X",
        "X && TARGET.A == 1",
        "TARGET.C =?= 1",
        "3",
        "TARGET.A + TARGET.B",
    ]
)
VALUES = st.sampled_from(["0", "1", "2", "true", "false", "undefined", "error"])


@given(
    st.lists(CLAUSES, min_size=1, max_size=4),
    st.lists(CLAUSES, min_size=1, max_size=3),
    st.lists(st.tuples(VALUES, VALUES, VALUES), min_size=1, max_size=6),
    VALUES,
)
def test_clause_by_clause_leaves_what_the_whole_leaves(
    mine: list[str], theirs: list[str], values: list[tuple[str, str, str]], own: str
) -> None:
    job = ad(Requirements=" && ".join(mine), X=own, A="1", B="2")
    slots = [(ad(Requirements=" && ".join(theirs), A=a, B=b, X=x), 1) for a, b, x in values]
    matching = apart(job, slots)
    assert matching.matching == sum(match(job, slot) for slot, _ in slots)
    assert matching.clauses[-1].left == matching.matching
    assert all(matching.matching <= clause.without for clause in matching.clauses)
