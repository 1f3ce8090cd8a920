"""Whoever is named as losing slots loses exactly those slots, on every screen."""

from collections import Counter, defaultdict

import pytest

from tests.screens.cycles import Cycle, Document
from tests.screens.printed import losing, shows, table
from userprio.base.formats import listed
from userprio.classad import Ad, Evaluator, text_of

FREE = "free"


def slots_of(cycle: Cycle) -> dict[str, Ad]:
    evaluator = Evaluator(cycle.scenario.now)
    return {name: ad for ad in cycle.scenario.pool.slots if (name := text_of(evaluator, ad, "Name"))}


def test_every_slot_that_is_lost_was_held_by_the_one_who_loses_it(cycle: Cycle) -> None:
    evaluator, slots, document = Evaluator(cycle.scenario.now), slots_of(cycle), cycle.document
    assert len({loss["slot"] for loss in document["losses"]}) == len(document["losses"])
    for loss in document["losses"]:
        ad, match = slots[loss["slot"]], document["matches"][loss["match"]]
        users = text_of(evaluator, ad, "AccountingGroup"), text_of(evaluator, ad, "RemoteUser")
        assert loss["submitter"] == next(user for user in users if user is not None)
        assert (loss["to"], loss["because"]) == (match["submitter"], match["because"])
        assert loss["because"] != FREE


def test_every_match_that_preempts_takes_as_many_slots_as_it_says(cycle: Cycle) -> None:
    evaluator, slots, document = Evaluator(cycle.scenario.now), slots_of(cycle), cycle.document
    lost: defaultdict[int, list[Document]] = defaultdict(list)
    for loss in document["losses"]:
        lost[loss["match"]].append(loss)
    for number, match in enumerate(document["matches"]):
        preempts, taken = match["preempts"], [loss["slot"] for loss in lost[number]]
        if preempts is None:
            assert taken == []
        elif preempts.endswith(" dslots"):
            assert len(taken) == int(preempts.removesuffix(" dslots"))
        else:
            assert taken == [match["slot"]]
            assert text_of(evaluator, slots[match["slot"]], "RemoteUser") == preempts


def test_who_takes_slots_from_whom_is_the_same_everywhere(cycle: Cycle) -> None:
    document = cycle.document
    taken: dict[tuple[str, str, str], list[Document]] = defaultdict(list)
    for loss in document["losses"]:
        taken[loss["to"], loss["submitter"], loss["because"]].append(loss)
    written = {(each["winner"], each["loser"], each["because"]): each for each in document["takeovers"]}
    assert list(written) == list(taken)
    for key, losses in taken.items():
        assert written[key]["slots"] == [loss["slot"] for loss in losses]
        assert written[key]["weight"] == pytest.approx(sum(loss["weight"] for loss in losses))
    shown = [table(cycle.screen, "Who"), table(cycle.by_submitter, "Who"), cycle.page.get("preemption")]
    for each in shown:
        assert (each is None) == (not taken)
        rows = each.rows if each else ()
        keys = [(row["submitter"], row["takes from"], row["because"]) for row in rows]
        # The order is that of the matches unless another is asked for.
        assert keys == (sorted(taken, key=lambda key: key[0].lower()) if each is shown[1] else list(taken))
        for row, key in zip(rows, keys, strict=True):
            assert int(row["slots"]) == len(taken[key])
            assert shows(row["weight"], written[key]["weight"])


def test_explain_names_those_who_take_its_slots(cycle: Cycle) -> None:
    by_loser: defaultdict[str, list[Document]] = defaultdict(list)
    for each in cycle.document["takeovers"]:
        by_loser[each["loser"]].append(each)
    for name in cycle.submitters.keys() & cycle.asked_about:
        fields, own = cycle.submitters[name], by_loser[name]
        told = cycle.explain_json(name)
        assert [(each["to"], each["because"], each["slots"]) for each in told["losses"]] == [
            (each["winner"], each["because"], each["slots"]) for each in own
        ]
        said = losing(cycle.explain(name))
        assert (said is None) == (not own)
        if said is not None:
            slots, by, holds = said
            assert slots == sum(len(each["slots"]) for each in own)
            assert by == listed((f"{each['winner']} ({len(each['slots'])})" for each in own), most=4)
            assert holds == pytest.approx(fields["holds"], abs=0.006)


def test_no_more_is_lost_than_the_matches_of_others_take(cycle: Cycle) -> None:
    preempting = Counter(match["because"] != FREE for match in cycle.document["matches"])
    assert len({loss["match"] for loss in cycle.document["losses"]}) == preempting[True]
