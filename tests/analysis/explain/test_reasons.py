"""Each situation is explained by the reason that it was made up to have, and everybody else in it by another."""

import pytest

from tests.analysis.explain.situations import ANN, ANNS, IN_A, LICENCES, TWO_GROUPS, Situation
from tests.analysis.explain.situations.limits import LIMITS
from tests.analysis.explain.situations.no_match import NO_MATCH
from tests.analysis.explain.situations.no_part import NO_PART
from tests.analysis.explain.situations.other_hands import OTHER_HANDS
from tests.negotiation.builders import DOMAIN, NOW, configured, free, jobs, submitter
from userprio.analysis.explain import Reason, explain_submitter, known_submitters
from userprio.base.versions import Version
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData

SEVERAL = [
    Situation(
        "Of several reasons that of most jobs is given",
        Reason.REQUIREMENTS,
        "RequestMemory is 9000",
        free(6),
        [submitter("ann", 9)],
        [
            *jobs("ann", 3, 1, **LICENCES),
            *jobs("ann", 6, 2, RequestMemory=9000, Requirements="TARGET.Memory >= RequestMemory"),
        ],
        knobs="LIC_LIMIT = 1",
    ),
    Situation(
        "A job that can never match is told so even where its group is full",
        Reason.REQUIREMENTS,
        "TARGET.Memory >= 9000",
        free(6),
        [IN_A],
        jobs("a.ann", 5, 1, Requirements="TARGET.Memory >= 9000"),
        knobs=TWO_GROUPS,
        who="a.ann",
    ),
    Situation(
        "A job whose like was refused is explained by what refused that",
        Reason.CONCURRENCY_LIMIT,
        "limit lic allows 2",
        free(6),
        [ANN],
        jobs("ann", 5, 1, **LICENCES),
        knobs="LIC_LIMIT = 2",
        job="1.4",
    ),
    Situation(
        "A job that got a slot is told so",
        Reason.SATISFIED,
        "got a slot for it",
        free(6),
        [ANN],
        ANNS,
        job="1.0",
    ),
]
"""Where several reasons hold at once, or none."""

SITUATIONS = [*NO_PART, *NO_MATCH, *LIMITS, *OTHER_HANDS, *SEVERAL]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.promise)
def test_a_situation_is_explained_by_its_reason(situation: Situation) -> None:
    explained = situation.explained()
    assert (explained.primary.reason, explained.primary.sentence) == (situation.reason, explained.primary.sentence)
    assert situation.says in explained.primary.sentence


def test_every_reason_has_its_situation() -> None:
    shown = {situation.reason for situation in SITUATIONS}
    assert set(Reason) - shown == {Reason.MEMBERS, Reason.NOT_SIMULATED}, "of groups, and of nobody knows what"


def test_all_situations_differ() -> None:
    assert len({situation.promise for situation in SITUATIONS}) == len(SITUATIONS) > 40


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.promise)
def test_everybody_else_in_it_is_explained_as_well(situation: Situation) -> None:
    everybody = [explain_submitter(situation.cycle, name) for name in known_submitters(situation.cycle)]
    assert all(explained.primary.reason is not Reason.NOT_SIMULATED for explained in everybody)


@pytest.mark.parametrize(
    ("own", "given", "reason"),
    [
        ("25.14.1", None, Reason.OFFER_CAP),
        ("24.0.23", None, Reason.PACKED),
        ("25.14.1", Version(24, 0, 23), Reason.PACKED),
    ],
)
def test_the_cap_on_offers_is_a_reason_only_at_schedds_that_have_it(
    own: str, given: Version | None, reason: Reason
) -> None:
    """ann gets one slot, which serves both of her jobs; a schedd that offers one job in a visit stopped there, too."""
    ads = (
        submitter("ann", 2, CondorVersion=f'"$CondorVersion: {own} 2026-01-01 $"'),
        submitter("bob", 1, ScheddName='"ap2"', CondorVersion='"$CondorVersion: 25.14.1 2026-10-16 $"'),
    )
    knobs = "NEGOTIATOR_DEPTH_FIRST = True\nMAX_CONCURRENT_UPLOADS_PER_USER = 1\n"
    pool = Pool(tuple(free(6, Cpus=2, Memory=4000)), ads, tuple(jobs("ann", 2, 1)))
    explained = explain_submitter(
        ScenarioData(pool, Ledger.empty(), configured(knobs), NOW, version=given), f"ann@{DOMAIN}"
    )
    assert explained.primary.reason is reason
    assert ("MAX_CONCURRENT_UPLOADS_PER_USER" in explained.primary.sentence) is (reason is Reason.OFFER_CAP)
