"""What a name means: in one ad, in ads within ads, and between two ads that are matched."""

import pytest

from userprio.classad import UNDEFINED, Ad, AdValue, Evaluator, evaluate, parse
from userprio.classad.compiler import MadeAd

SLOT = {"Memory": "2048", "Ask": "TARGET.Wants", "Offer": "Memory - Spare", "Spare": "48", "Mine": "MY.Memory"}
JOB = {"Wants": "Offer / 2", "Limit": "MY.Factor * Memory", "Factor": "2", "Mine": "MY.Memory"}


def test_bare_name_is_looked_up_in_my_ad_and_then_in_the_target():
    assert evaluate("A", my="[ A = 1 ]", target="[ A = 2 ]") == 1
    assert evaluate("A", my="[ B = 1 ]", target="[ A = 2 ]") == 2
    assert evaluate("A", my="[ A = undefined ]", target="[ A = 2 ]") is UNDEFINED


def test_prefix_says_which_ad_and_leaves_no_other():
    assert evaluate("MY.A", my="[ B = 1 ]", target="[ A = 2 ]") is UNDEFINED
    assert evaluate("TARGET.B", my="[ B = 1 ]", target="[ A = 2 ]") is UNDEFINED
    assert evaluate("other.a", my="[ A = 1 ]", target="[ A = 2 ]") == 2
    assert evaluate("self.A + my.A", my="[ A = 1 ]", target="[ A = 2 ]") == 2
    assert evaluate("TARGET.A", my="[ A = 1 ]") is UNDEFINED


def test_roles_swap_inside_an_attribute_of_the_target():
    assert evaluate("TARGET.Ask", my=JOB, target=SLOT) == 1000
    assert evaluate("TARGET.Mine", my=JOB, target=SLOT) == 2048
    assert evaluate("Mine", my=JOB, target=SLOT) is UNDEFINED
    assert evaluate("Limit", my=JOB, target=SLOT) == 4096


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("TARGET.A == 1", True),
        # Found in the other ad, whose TARGET is this one.
        ('unresolved(TARGET.Wish) == "" && TARGET.A =?= undefined', True),
        ("countMatches(TARGET.Wish, {}) == 0 && B == 3", True),
        # Found nowhere: what follows is asked of the ad around both, which has a LEFT but no TARGET.
        ("unresolved(TARGET.Nope) =?= undefined && TARGET.A =?= undefined && LEFT.B == 3", True),
        # Found in this ad.
        ("countMatches(B, {}) == 0 && TARGET.A == 1", True),
        # An attribute that stands for such a call comes back.
        ("Asks && TARGET.A == 1", True),
        ("strcat(unresolved(TARGET.Wish), string(TARGET.A))", UNDEFINED),
        ("ifThenElse(unresolved(TARGET.Wish) == undefined, 0, TARGET.B)", UNDEFINED),
        ('ifThenElse(unresolved(TARGET.Wish) == "", TARGET.B, 0)', 3),
    ],
)
def test_what_stands_behind_a_call_that_strays_is_looked_for_where_that_ended(text: str, value: object) -> None:
    my, target = '[ B = 3; Asks = unresolved(TARGET.Wish) == "" ]', "[ A = 1; Wish = true ]"
    assert evaluate(text, my=my, target=target) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("sum(TARGET.Both)", 9),
        ("member(9, TARGET.Both)", True),
        ('join("+", TARGET.Both)', "9"),
        ("quantize(3, TARGET.Both)", 9),
        ("countMatches(X == 7, TARGET.Ads)", 1),
        ("countMatches(X == 3, TARGET.Written)", 1),
        # TARGET is seen from there too.
        ("sum(TARGET.Own)", 1),
        # An index looks where the list stands.
        ("TARGET.Both[0]", 1),
        # Only the other ad has these.
        ("sum(TARGET.Others)", 2),
    ],
)
def test_functions_look_for_the_names_in_a_list_where_they_are_called(text: str, value: object) -> None:
    my = "[ A = 9; N = [ X = 7 ] ]"
    lists = "Both = { A }; Own = { TARGET.A }; Others = { B }; Ads = { N }; Written = { [ X = 3 ] }"
    target = f"[ A = 1; B = 2; N = [ X = 4 ]; {lists} ]"
    assert evaluate(text, my=my, target=target) == value


def test_a_name_that_no_ad_has_leads_away_from_the_ads_in_a_list() -> None:
    """A request of `evalInEachContext(Memory, TARGET.Parts)` is flattened; each part is sought around both ads then."""
    my, target = "[ A = 1 ]", "[ Parts = { Part_a }; Part_a = [ Size = 4 ] ]"
    assert evaluate("countMatches(Size, .RIGHT.Parts)", my=my, target=target) == 0
    assert evaluate("countMatches(Size + 0, .RIGHT.Parts)", my=my, target=target) == 1
    assert evaluate("countMatches(Wanted, .RIGHT.Parts)", my="[ Wanted = Size > 3 ]", target=target) == 1


def test_ad_may_define_a_scope_name_itself():
    assert evaluate("TARGET.A", my="[ TARGET = [ A = 5 ] ]", target="[ A = 2 ]") == 5
    assert evaluate("MY.A", my="[ MY = [ A = 5 ]; A = 1 ]", target="[ A = 2 ]") == 5
    assert evaluate("CurrentTime", my="[ CurrentTime = 5 ]") == 5


def test_current_time_hides_that_of_the_target():
    target = "[ CurrentTime = 5 ]"
    assert evaluate("CurrentTime", my="[ A = 1 ]", target=target, now=99) == 99
    assert evaluate("MY.CurrentTime", my="[ A = 1 ]", target=target, now=99) == 99
    assert evaluate("TARGET.CurrentTime", my="[ A = 1 ]", target=target, now=99) == 5
    assert evaluate("TARGET.CurrentTime", my="[ A = 1 ]", target="[ B = 1 ]", now=99) == 99


def test_nested_ad_sees_the_names_around_it():
    ad = "[ A = 1; N = [ x = A; M = [ y = x + A; A = 10 ] ] ]"
    assert evaluate("N.x", my=ad) == 1
    assert evaluate("N.M.y", my=ad) == 11


def test_selection_from_an_ad_goes_on_outwards_but_subscription_does_not():
    ad = "[ A = 1; N = [ x = 2 ] ]"
    assert evaluate("N.A", my=ad) == 1
    assert evaluate('N["A"]', my=ad) is UNDEFINED


def test_parent_and_root_are_ads():
    ad = "[ A = 1; N = [ A = 2; M = [ A = 3; up = parent.A; top = root.A; also = .A; own = MY.A ] ] ]"
    assert [evaluate(f"N.M.{name}", my=ad) for name in ("up", "top", "also", "own")] == [2, 1, 1, 3]
    assert evaluate("parent", my=ad) is UNDEFINED


def test_outermost_ad_of_a_match_is_none_of_the_two():
    assert evaluate(".A", my="[ A = 1 ]", target="[ A = 2 ]") is UNDEFINED
    assert evaluate(".RIGHT.A + LEFT.A", my="[ A = 1 ]", target="[ A = 2 ]") == 3
    assert evaluate("symmetricMatch", my="[ Requirements = true ]", target="[ Requirements = 1 ]") is True
    assert evaluate("parent.other.A", my="[ A = 1 ]", target="[ A = 2 ]") == 2


def test_nested_ad_reaches_the_target_by_its_prefix_only():
    my, target = "[ N = [ x = y; z = TARGET.y ] ]", "[ y = 5 ]"
    assert evaluate("N.x", my=my, target=target) is UNDEFINED
    assert evaluate("N.z", my=my, target=target) == 5


def test_name_asked_of_a_list_gives_a_list():
    assert evaluate("L.x", my="[ L = { [ x = A ], [ y = 2 ], 3 }; A = 1 ]") == [1, UNDEFINED, evaluate("error")]


def test_ad_value_answers_for_its_own_attributes():
    value = Evaluator(0).evaluate(parse("N"), Ad.parse("[ A = 1; N = [ x = A + 1; Y = 3 ] ]"))
    assert isinstance(value, AdValue)
    assert list(value.ad) == ["x", "Y"]
    assert (value.get("X"), value.get("A"), value.evaluate(parse("x + A"))) == (2, UNDEFINED, 3)


def test_made_ad_value_holds_plain_values():
    value = MadeAd.of({"Year": 2020})
    assert (len(value), value.get("year"), value.evaluate(parse("Year + 1"))) == (1, 2020, 2021)


@pytest.mark.parametrize("name", ["ad", "LEFT", "lCtx", "leftRankValue"])
def test_names_of_the_match_hide_those_of_the_target(name):
    assert evaluate(f"{name} =?= 7", my="[ A = 1 ]", target=f"[ {name} = 7 ]") is False
    assert evaluate(f"TARGET.{name}", my="[ A = 1 ]", target=f"[ {name} = 7 ]") == 7
