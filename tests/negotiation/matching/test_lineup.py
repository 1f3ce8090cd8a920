"""Many slots asked at once match the requests that each of them matches by itself."""

from random import Random

import pytest

from userprio.classad import Ad, Evaluator
from userprio.classad.equivalence import ReferenceIndex
from userprio.negotiation.matching.answers import MatchSide
from userprio.negotiation.matching.predicates import MatchPredicates, flattened, is_met

EVALUATOR = Evaluator(now=1_800_000_000)
VALUES = [
    *(
        "0",
        "1",
        "1.0",
        "2",
        "2.5",
        "-3",
        "true",
        "false",
        "undefined",
        "error",
        '"2"',
        "Beside",
        "MY.Beside",
        "(Beside)",
    ),
    *(
        "(Beside)",
        "CurrentTime",
        "TARGET.A",
        "time() - 1799999998",
        'real("NaN")',
        "9007199254740993",
        "9007199254740992.0",
        "A",
    ),
]
CONDITIONS = [f"(TARGET.{name} {op} {{}})" for name in "AB" for op in ("<", "<=", ">", ">=", "==", "!=")]


def ads(random: Random, count: int, *, shadow: bool) -> list[Ad]:
    """Ads with numbers and other things, whose Requirements compare them with those of the other ad."""
    some = []
    for _ in range(count):
        conditions = random.choices([*CONDITIONS, "TARGET.Flag", "Beside > 0"], [1] * len(CONDITIONS) + [2, 1], k=3)
        texts = [condition.format(random.choice([*VALUES, "Own", "Own"])) for condition in conditions]
        attributes = {name: random.choice(VALUES[:6] if random.random() < 0.7 else VALUES) for name in ("A", "B")}
        own = {"Beside": random.choice(VALUES[:6]), "Own": random.choice(VALUES), "Flag": random.choice(VALUES)}
        whole = " && ".join(texts[: random.randint(1, 3)])
        hiding = {random.choice(("Target", "My")): "[A = 1; Beside = 9]"} if shadow and random.random() < 0.2 else {}
        some.append(Ad.lazy({**attributes, **own, **hiding, "Requirements": whole}.items()))
    return some


@pytest.mark.parametrize("seed", range(12))
def test_slots_asked_at_once_match_as_each_by_itself(seed: int) -> None:
    """However many came later, and whether they have plain numbers or not."""
    random = Random(seed)
    slots, jobs = (ads(random, 60, shadow=seed % 3 == 0) for _ in range(2))
    predicates = MatchPredicates(ReferenceIndex([*slots, *jobs]), EVALUATOR)
    sides = [MatchSide(slot) for slot in slots]
    flat = [flattened(slot, EVALUATOR, of_slot=True) for slot in slots]
    matched = 0
    for number, ad in enumerate(jobs):
        job, asked = flattened(ad, EVALUATOR, of_slot=False), sides[: 10 + number]
        fit = [
            side
            for side, slot in zip(asked, flat, strict=False)
            if is_met(job, slot, EVALUATOR, leads=True) and is_met(slot, job, EVALUATOR, leads=False)
        ]
        request = MatchSide(ad)
        assert predicates.matching(asked, request) == fit
        assert predicates.matching_set(predicates.lineup(asked[::2]), request) == {*fit} & {*asked[::2]}
        matched += len(fit)
    assert matched > 20
