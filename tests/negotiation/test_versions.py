"""What a cycle of an older HTCondor decides differently, in pools small enough to be seen through."""

import pytest

from tests.negotiation.builders import DOMAIN, NOW, configured, free, held, jobs, priorities, submitter
from userprio.base.versions import parse_version
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.negotiation import Outcome, negotiate
from userprio.pool import Pool, ScenarioData

NO_CAP = "MAX_CONCURRENT_UPLOADS_PER_USER = 20\n"


def cycle(
    version: str,
    slots: list[Ad],
    submitters: list[Ad],
    waiting: list[Ad],
    ledger: Ledger | None = None,
    knobs: str = "",
) -> Outcome:
    pool = Pool(tuple(slots), tuple(submitters), tuple(waiting))
    scenario = ScenarioData(pool, ledger or Ledger.empty(), configured(knobs), NOW, version=parse_version(version))
    return negotiate(scenario)


def won(outcome: Outcome, name: str) -> int:
    return sum(match.submitter == f"{name}@{DOMAIN}" for match in outcome.matches)


@pytest.mark.parametrize(("version", "matches"), [("25.10.1", 30), ("25.11.0", 20)])
def test_a_schedd_offers_at_most_20_jobs_a_visit_from_25_11_on(version: str, matches: int) -> None:
    found = cycle(version, free(40), [submitter("ann", 30)], jobs("ann", 30, 1), knobs=NO_CAP)
    assert won(found, "ann") == matches


def test_each_schedd_offers_as_its_own_version_does() -> None:
    """A submitter at an old and a new schedd: 30 jobs there, 20 here."""
    newest = '"$CondorVersion: 25.14.1 2026-10-16 $"'
    ads = [
        submitter("ann", 30, CondorVersion='"$CondorVersion: 24.0.23 2026-01-01 $"'),
        submitter("ann", 30, ScheddName='"ap2"', ScheddIpAddr='"<10.1.0.2:9618>"', CondorVersion=newest),
    ]
    pool = Pool(tuple(free(100)), tuple(ads), (*jobs("ann", 30, 1), *jobs("ann", 30, 1, schedd="ap2")))
    found = negotiate(ScenarioData(pool, Ledger.empty(), configured(NO_CAP), NOW))
    assert [(visit.schedd, visit.matched) for visit in found.visits[:2]] == [("ap1", 30), ("ap2", 20)]


@pytest.mark.parametrize(("version", "matched"), [("25.10.1", ["bob"]), ("25.11.0", [])])
def test_skip_matchmaking_is_read_from_25_11_on(version: str, matched: list[str]) -> None:
    found = cycle(version, free(1), [submitter("bob", 1, SkipMatchmaking="true")], jobs("bob", 1, 1))
    assert [name for name in ("bob",) if won(found, name)] == matched


@pytest.mark.parametrize(("version", "usage"), [("25.9.1", 0.0), ("25.10.1", 1.0)])
def test_who_is_preempted_is_released_at_once_before_25_10(version: str, usage: float) -> None:
    """hog holds one slot; ann, whom the slot prefers, takes it, and then hog is asked what it wants."""
    slots = held("hog", 1, 1, Rank='TARGET.AccountingGroup == "ann"')
    waiting = [*jobs("ann", 1, 1), *jobs("hog", 1, 2)]
    ledger = priorities({"ann": 500, "hog": 5000})
    found = cycle(version, slots, [submitter("ann", 1), submitter("hog", 1, 1)], waiting, ledger)
    assert [match.preempts for match in found.matches] == [f"hog@{DOMAIN}"]
    assert next(visit.usage for visit in found.visits if visit.submitter.startswith("hog")) == usage


def test_a_match_that_charges_nobody_does_not_go_on_for_ever() -> None:
    """A slot that stays in the list is ann's after the first match; before 25.10.1 the others are not charged.

    Her limit is 2: the first visit ends after two matches with a usage of 1, and every further one does after one.
    """
    stays = free(1, 1, WantAdRevaluate="true", WantClaiming="false")
    others = free(1, 10, Requirements="false")
    knobs = "NEGOTIATOR_MATCHLIST_CACHING = False\n"
    found = cycle("24.0.23", [*stays, *others], [submitter("ann", 3)], jobs("ann", 3, 1), knobs=knobs)
    assert [visit.matched for visit in found.visits] == [2, 1]
    assert any("again and again" in warning for warning in found.warnings)


def test_a_schedd_that_does_not_tell_its_version_has_that_of_the_negotiator() -> None:
    """Beside an old schedd, whose version is the only one told, it is capped where the negotiator is new."""
    old = submitter("ann", 30, CondorVersion='"$CondorVersion: 24.0.23 2026-01-01 $"')
    silent = submitter("ann", 30, ScheddName='"ap2"', ScheddIpAddr='"<10.1.0.2:9618>"')
    negotiator = Ad({"CondorVersion": "$CondorVersion: 25.14.1 2026-10-16 $"})
    waiting = (*jobs("ann", 30, 1), *jobs("ann", 30, 1, schedd="ap2"))
    pool = Pool(tuple(free(100)), (old, silent), waiting, negotiator=negotiator)
    found = negotiate(ScenarioData(pool, Ledger.empty(), configured(NO_CAP), NOW))
    assert {visit.schedd: visit.matched for visit in found.visits if visit.spin == 1} == {"ap1": 30, "ap2": 20}


def test_two_who_are_given_one_slot_in_turn_do_not_go_on_for_ever() -> None:
    """It stays in the list, and before 25.10.1 who loses it is charged no more: it goes to and fro."""
    stays = free(1, 1, WantAdRevaluate="true", WantClaiming="false")
    others = free(2, 10, Requirements="false")
    submitters = [submitter("ann", 3), submitter("bob", 3)]
    waiting = [*jobs("ann", 3, 1), *jobs("bob", 3, 2)]
    found = cycle("24.0.23", [*stays, *others], submitters, waiting, knobs="NEGOTIATOR_MATCHLIST_CACHING = False\n")
    assert [(visit.spin, visit.submitter[:3]) for visit in found.visits if visit.matched] == [
        *((1, "ann"), (1, "bob")),
        *((2, "ann"), (2, "bob")),
    ]
    assert any("again and again" in warning for warning in found.warnings)


@pytest.mark.parametrize(("version", "matches"), [("25.9.1", 2), ("25.10.1", 1)])
def test_before_25_10_a_slot_that_goes_to_its_own_user_takes_no_more_of_a_concurrency_limit(
    version: str, matches: int
) -> None:
    """Of `lic` there is 1; both slots of ann's prefer a job of hers to the one that they run."""
    slots = [*held("ann", 2, 1, Rank="1"), *free(6, 10, Requirements="false")]
    waiting = jobs("ann", 2, 1, ConcurrencyLimits='"lic"')
    found = cycle(version, slots, [submitter("ann", 2, 2)], waiting, knobs="LIC_LIMIT = 1\n")
    assert won(found, "ann") == matches


@pytest.mark.parametrize(("version", "matches"), [("25.12.2", 0), ("25.13.2", 1)])
def test_a_circle_of_attributes_fails_as_a_whole_before_25_13_2(version: str, matches: int) -> None:
    """From then on it is undefined where it closes, and what stands behind `||` decides."""
    start = "Round || TARGET.RequestCpus == 1"
    found = cycle(
        version,
        free(1, Requirements="Start", Start=start, Round="Circle", Circle="Round"),
        [submitter("ann", 1)],
        jobs("ann", 1, 1),
    )
    assert won(found, "ann") == matches


@pytest.mark.parametrize(
    ("version", "start", "knobs", "matches"),
    [
        ("23.9.6", "[ a = Cpus; b = a + TARGET.RequestCpus ].b > 1", "", 0),
        ("23.10.1", "[ a = Cpus; b = a + TARGET.RequestCpus ].b > 1", "", 1),
        ("25.14.1", "true && [ a = Cpus; b = a + TARGET.RequestCpus ].b > 1", "", 0),
        ("25.14.1", "true && [ a = Cpus; b = a + TARGET.RequestCpus ].b > 1", "ENABLE_CLASSAD_CACHING = False\n", 1),
        ("25.14.1", "([ a = Cpus; b = a + TARGET.RequestCpus ]).b", "", 1),
    ],
)
def test_a_record_in_an_expression_that_a_negotiator_caches_does_not_see_its_slot(
    version: str, start: str, knobs: str, matches: int
) -> None:
    """The first `Start` is flattened within the record, where the second is then looked for; both as real pools did."""
    slots = free(1, Requirements="Start && Start", Start=start)
    found = cycle(version, slots, [submitter("ann", 1)], jobs("ann", 1, 1), knobs=knobs)
    assert won(found, "ann") == matches
