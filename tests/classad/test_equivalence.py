"""Ads that nothing which matters tells apart: closures of references, projections and classes."""

from itertools import product
from math import nan

from hypothesis import given
from hypothesis import strategies as st

from tests.classad.small_ads import EXPRESSIONS, MANY_ADS, NAMES, endless_ones_rejected
from userprio.classad import ERROR, UNDEFINED, Ad, ChangeKind, Evaluator, Expr, internal_references, parse, unparse
from userprio.classad.equivalence import ClosurePartition, Partition, Projection, ReferenceIndex
from userprio.classad.values import AbsTime, Literal, RelTime


def ad(text: str) -> Ad:
    parts = (part.partition(" = ") for part in text.split("; "))
    return Ad.lazy([(name, value) for name, _, value in parts])


def test_what_expressions_refer_to_through_other_attributes_is_relevant_too() -> None:
    references = ReferenceIndex([ad("Price = Cpus * Factor; Requirements = Start; Note = 1")])
    found = references.closure([parse("Price")], ["Requirements"])
    assert found.names == ("cpus", "factor", "price", "requirements", "start")


def test_ads_that_agree_in_what_is_relevant_are_of_one_class() -> None:
    ads = [ad("Cpus = 1; Name = 1"), ad("Cpus = 1; Name = 2"), ad("Cpus = 2; Name = 3"), ad("Name = 4")]
    classes = Partition(ReferenceIndex(ads).closure([], ["Cpus"]), lambda one: one)
    assert [classes.of(one) is classes.of(ads[0]) for one in ads] == [True, True, False, False]


def test_a_changed_attribute_makes_another_class() -> None:
    one = ad("Cpus = 8")
    classes = Partition(ReferenceIndex([one]).closure([], ["Cpus"]), lambda found: found)
    less = one.replace({"Cpus": 7})
    assert classes.of(less) is not classes.of(one)
    assert classes.of(less.replace({"Cpus": 6})) is not classes.of(less)
    assert classes.of(one.replace({"Cpus": 7})) is classes.of(less)


def test_where_a_name_is_put_together_at_run_time_every_attribute_is_relevant() -> None:
    for text in ('eval(strcat("slot", SlotID, "_State"))', 'MY["Sta" + "te"]', "unresolved(Cpus)"):
        assert ReferenceIndex([]).closure([parse(text)], []).names is None


def test_the_functions_that_are_called_are_known() -> None:
    found = ReferenceIndex([ad('Use = ResourcesInUseByUser("ann")')]).closure([parse("Use < 3")], [])
    assert found.calls == {"resourcesinusebyuser"}


def test_an_ad_that_is_handed_on_may_be_asked_for_any_attribute() -> None:
    for text in ('(MY)["State"]', "{TARGET}[0]", "size(MY)", "symmetricMatch", "MY.parent"):
        assert ReferenceIndex([]).closure([parse(text)], []).names is None
    assert ReferenceIndex([]).closure([parse("MY.State + TARGET.Cpus")], []).names == ("cpus", "my", "state", "target")


def test_where_any_attribute_may_be_looked_at_any_function_may_be_called() -> None:
    functions = frozenset({"resourcesinusebyuser"})
    index = ReferenceIndex([ad('Use = ResourcesInUseByUser("ann"); Asked = eval("Use")')])
    assert index.closure([parse("Asked < 3")], []).called(functions) == functions
    assert index.closure([parse("Cpus < 3")], []).called(functions) == frozenset()


def test_what_the_other_side_of_a_match_answers_is_not_part_of_an_ads_own_closure() -> None:
    classes = ClosurePartition(["rank"])
    far = [ad(f"Rank = TARGET.Mips; Mips = {mips}") for mips in (1, 2)]
    near = [ad(f"Rank = MY.Mips; Mips = {mips}") for mips in (1, 2)]
    assert [classes.number(one) for one in (*far, *near)] == [0, 0, 1, 2]


# -- properties --------------------------------------------------------------------------------------------------------

EVALUATOR = Evaluator(now=1_800_000_000)


@given(EXPRESSIONS, MANY_ADS)
def test_ads_of_one_class_give_one_value_against_any_ad_and_in_either_role(text: str, ads: list[Ad]) -> None:
    expr = parse(text)
    projection = Projection(ReferenceIndex(ads).closure([expr], []).names)
    first: dict[int, Ad] = {}
    with endless_ones_rejected():
        for one in ads:
            other = first.setdefault(projection.number(one), one)
            for peer in ads:
                assert_same(expr, (one, peer), (other, peer))
                assert_same(expr, (peer, one), (peer, other))
            assert_same(expr, (one, None), (other, None))


def assert_same(expr: Expr, here: tuple[Ad, Ad | None], there: tuple[Ad, Ad | None]) -> None:
    values = [EVALUATOR.evaluate(expr, *sides) for sides in (here, there)]
    # An ad as a value is compared as a whole, to which nothing but a whole projection answers.
    assert unparse(Literal(values[0])) == unparse(Literal(values[1]))


@given(st.lists(EXPRESSIONS, max_size=3), MANY_ADS)
def test_closures_only_grow_and_the_closure_of_a_closure_is_itself(texts: list[str], ads: list[Ad]) -> None:
    expressions, index = [parse(text) for text in texts], ReferenceIndex(ads)
    whole = index.closure(expressions, [])
    for less in (index.closure(expressions[1:], []), ReferenceIndex(ads[1:]).closure(expressions, [])):
        assert whole.names is None or (less.names is not None and set(less.names) <= set(whole.names))
        assert whole.names is None or less.calls <= whole.calls
    if whole.names is not None:
        assert index.closure([], whole.names).names == whole.names


@given(st.sets(st.sampled_from(NAMES)), MANY_ADS)
def test_jobs_are_of_one_class_where_they_say_the_same_in_their_own_closures(names: set[str], ads: list[Ad]) -> None:
    classes = ClosurePartition(name.lower() for name in names)

    def closure_of(one: Ad) -> object:
        reached = {name.lower() for name in names} | internal_references(one, names)
        return {name: said for name in reached if (said := one.raw_value(name)) is not None}

    for one in ads:
        for other in ads:
            assert (classes.number(one) == classes.number(other)) is (closure_of(one) == closure_of(other))


@given(st.sets(st.sampled_from(NAMES)) | st.none(), MANY_ADS)
def test_what_is_dropped_to_save_memory_comes_back_with_the_same_numbers(names: set[str] | None, ads: list[Ad]) -> None:
    projection = Projection(None if names is None else [name.lower() for name in names])
    numbers = [projection.number(one) for one in ads]
    projection._plans.clear()
    assert [projection.number(one) for one in reversed(ads)] == numbers[::-1]
    for (one, mine), (other, its) in product(zip(ads, numbers, strict=True), repeat=2):
        told = [name.lower() for name in ({*one, *other} if names is None else names)]
        if mine == its:
            assert all(one.raw_value(name) == other.raw_value(name) for name in told)


def test_values_put_into_an_ad_are_told_apart_by_type_and_sign() -> None:
    """Although 1, 1.0 and true are equal in Python, as are 0.0 and -0.0."""
    values = (0, 0.0, -0.0, False, "0", "0.0", "False", 1, 1.0, True, AbsTime(1), RelTime(1), UNDEFINED, ERROR, nan)
    base, projection = ad("Name = 1"), Projection(["said"])
    numbers = [projection.number(base.replace({"Said": value})) for value in values]
    assert len(set(numbers)) == len(values)
    assert [projection.number(base.replace({"Said": value})) for value in values] == numbers
    # A list is more than its words: where its elements are evaluated counts.
    here, there = (Evaluator(0).attribute("Said", ad(f"Place = {place}; Said = {{Place}}")) for place in (1, 2))
    assert projection.number(base.replace({"Said": here})) != projection.number(base.replace({"Said": there}))


def test_changes_of_a_kind_agree_in_all_that_counts_unless_it_is_set_apart() -> None:
    kind = ChangeKind(frozenset({"since"}))
    assert Projection(["State"]).ignores_differences_in(kind)
    assert not Projection(["State", "Since"]).ignores_differences_in(kind)
    assert not Projection(None).ignores_differences_in(kind)
