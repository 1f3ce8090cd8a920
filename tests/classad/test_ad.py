"""Ads: names without case, order and spelling kept, text parsed when wanted, layers."""

import pytest

from userprio.classad import UNDEFINED, Ad, AttributeChanges, ClassAdSyntaxError, Evaluator, Literal, parse


def test_names_ignore_case_and_keep_spelling_and_order():
    ad = Ad({"Cpus": 4, "memory": parse("Cpus * 1024")})
    assert list(ad) == ["Cpus", "memory"]
    assert "CPUS" in ad
    assert ad.expr("MEMORY") == parse("Cpus * 1024")
    assert ad.expr("Disk") is None
    assert len(ad) == 2


def test_lazy_ad_keeps_its_text():
    ad = Ad.lazy([("Name", '"slot1"'), ("Start", "TARGET.x  >  1")])
    assert ad.source("start") == "TARGET.x  >  1"
    assert ad.expr("Start") == parse("TARGET.x > 1")
    assert ad.source("Nope") is None
    assert Ad({"A": 1}).source("A") is None


def test_of_a_repeated_name_the_last_text_and_the_first_spelling_win():
    ad = Ad.lazy([("Cpus", "1"), ("B", "2"), ("CPUS", "3")])
    assert list(ad) == ["Cpus", "B"]
    assert Evaluator(0).attribute("cpus", ad) == 3


def test_text_that_is_not_an_expression_counts_as_missing():
    ad = Ad.lazy([("A", "1 + 1"), ("B", ")")])
    assert ad.expr("B") is None
    assert Evaluator(0).attribute("B", ad) is UNDEFINED
    assert [name for name, _ in ad.items()] == ["A"]


def test_ads_that_came_to_the_same_in_different_steps_have_one_schema_key():
    """What was found out about one holds for all: a slot that is cut and put together again stays of its kind."""
    ad = Ad.lazy([("Cpus", "8"), ("Memory", "100"), ("Start", "true")])
    once = ad.replace({"Cpus": 4, "Memory": 50})
    assert once.replace({"Cpus": 2, "Memory": 10}).schema_key == once.schema_key
    assert ad.replace({"Cpus": 4}).replace({"Memory": 50}).schema_key == once.schema_key
    assert once.replace({"User": "ann"}).replace({"User": None}).schema_key == once.schema_key
    assert once.replace({"Start": None}).schema_key != once.schema_key
    assert ad.replace({"Cpus": None}).schema_key != ad.replace({"Memory": None}).schema_key


def test_replace_makes_a_layer_and_leaves_the_ad_alone():
    ad = Ad.lazy([("A", "1"), ("B", "A + 1"), ("C", "3")])
    layer = ad.replace({"a": 10, "c": None, "D": parse("B * 2")})
    assert list(layer) == ["A", "B", "D"]
    assert len(layer) == 3
    assert Evaluator(0).attribute("D", layer) == 22
    assert layer.source("A") is None
    assert layer.source("B") == "A + 1"
    assert (Evaluator(0).attribute("A", ad), len(ad), "c" in ad, "c" in layer) == (1, 3, True, False)


def test_changes_that_are_prepared_are_those_that_are_not():
    changes = {"a": 10, "C": None, "D": parse("B * 2"), "E": None, "G": None, "g": 1}
    prepared, ad = AttributeChanges.of(changes), Ad.lazy([("A", "1"), ("B", "A + 1"), ("C", "3")])
    for before in (ad, ad.replace({"D": 7, "F": parse("A")}), ad.replace({"c": parse("B"), "e": 2})):
        one, other = before.replace(changes), before.replace(prepared)
        assert (list(one.items()), one.schema_key) == (list(other.items()), other.schema_key)
        assert "G" in one
        assert set(one.computed) == {name for name in one.added if not isinstance(one.lookup(name), Literal)}


def test_layers_can_be_laid_on_layers():
    ad = Ad.lazy([("A", "1")]).replace({"A": None}).replace({"a": 2}).replace({"B": 3}).replace({"b": None})
    assert list(ad) == ["A"]
    assert Evaluator(0).attribute("A", ad) == 2


def test_ad_is_read_in_brackets_to_the_end():
    assert list(Ad.parse("[ a = 1; 'b c' = 2; ]")) == ["a", "b c"]
    for text in ("a = 1", "[ a = 1 ] x", "[ a = 1", "1"):
        with pytest.raises(ClassAdSyntaxError):
            Ad.parse(text)


def test_value_of_an_ad_is_shown():
    assert repr(Ad({"A": "x"})) == "Ad({'A': Literal('x')})"
