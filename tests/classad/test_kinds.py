"""Slots and requests that nothing tells apart."""

from userprio.classad import Ad, parse
from userprio.classad.kinds import Partition, ReferenceIndex


def ad(text: str) -> Ad:
    parts = (part.partition(" = ") for part in text.split("; "))
    return Ad.lazy([(name, value) for name, _, value in parts])


def test_what_expressions_refer_to_through_other_attributes_is_relevant_too() -> None:
    references = ReferenceIndex([ad("Price = Cpus * Factor; Requirements = Start; Note = 1")])
    found = references.relevance([parse("Price")], ["Requirements"])
    assert found.names == ("cpus", "factor", "price", "requirements", "start")


def test_ads_that_agree_in_what_is_relevant_are_of_one_kind() -> None:
    ads = [ad("Cpus = 1; Name = 1"), ad("Cpus = 1; Name = 2"), ad("Cpus = 2; Name = 3"), ad("Name = 4")]
    kinds = Partition(ReferenceIndex(ads).relevance([], ["Cpus"]), lambda one: one)
    assert [kinds.of(one) is kinds.of(ads[0]) for one in ads] == [True, True, False, False]


def test_a_changed_attribute_makes_another_kind() -> None:
    one = ad("Cpus = 8")
    kinds = Partition(ReferenceIndex([one]).relevance([], ["Cpus"]), lambda found: found)
    less = one.replace({"Cpus": 7})
    assert kinds.of(less) is not kinds.of(one)
    assert kinds.of(less.replace({"Cpus": 6})) is not kinds.of(less)
    assert kinds.of(one.replace({"Cpus": 7})) is kinds.of(less)


def test_where_a_name_is_put_together_at_run_time_every_attribute_is_relevant() -> None:
    for text in ('eval(strcat("slot", SlotID, "_State"))', 'MY["Sta" + "te"]', "unresolved(Cpus)"):
        assert ReferenceIndex([]).relevance([parse(text)], []).names is None


def test_the_functions_that_are_called_are_known() -> None:
    found = ReferenceIndex([ad('Use = ResourcesInUseByUser("ann")')]).relevance([parse("Use < 3")], [])
    assert found.calls == {"resourcesinusebyuser"}
