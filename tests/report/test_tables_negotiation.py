"""A negotiation cycle as tables; blanks at the ends of lines are left out."""

from msgspec.structs import replace

from userprio.base.formats import View
from userprio.negotiation import Because, Loss, Outcome, Reason, Unvisited, VisitOutcome, summarise
from userprio.report import CycleRows, CycleTable, pool_line

from .cycle import CHEM, FLAT, GROUPED, visit
from .sample import layout
from .screen import drawn

VISITS, REJECTIONS, SUBMITTERS = CycleRows.VISITS, CycleRows.REJECTIONS, CycleRows.SUBMITTERS


def table(outcome: Outcome, width: int = 80, terminal: bool = False, rows: CycleRows | None = None) -> str:
    return drawn(outcome if rows is None else CycleTable(outcome, rows), width, terminal)


def test_a_cycle_with_groups_fits_80_columns_in_one_table_of_groups_and_one_of_submitters() -> None:
    expected = """\
Weight 0 of 40 was in use. 24 jobs start on weight 24, for all 3 users.
36 jobs wait: 17 submitter limit reached, 14 limit below a slot, 5 group limit
reached. Nobody loses a slot.

Groups
                config effective subtree                                   idle
group            quota     quota   quota demand in use allocated limit won left
<none>                        10      40      0      0         0         0    0
group_chemistry     10        10      10     40      0        10    10   9   31
group_physics       20         5      20     20      0        15        15    5
  hep              75%        15      15     20      0        15   0/0  15    5
groups include their subgroups

Submitters
                     effective               in     idle
submitter             priority  share limit use won left why no more
group_chemistry
  einstein@pool.test       500 66.67%  6.67   0   6   14 limit below a slot
  curie@pool.test         1000 33.33%  3.33   0   3   17 submitter limit reached
group_physics.hep
  higgs@pool.test       123457   100%    11   0  15    5 group limit reached

more: --rows visits (spins), --rows rejections (HTCondor's words), explain NAME
"""
    assert table(GROUPED) == expected


def test_a_cycle_with_groups_at_120_columns() -> None:
    assert table(GROUPED, 120) == layout("table-cycle-120")


def test_visits_stand_below_the_turns_of_their_groups() -> None:
    expected = """\
Submitters in the order of their visits
                        effective               in             idle
spin submitter           priority  share limit use won matches left why no more
     group_chemistry,
     round 1, limit 10
   1   einstein               500 66.67%  6.67   0   6       6   14
       @pool.test
       curie@pool.test       1000 33.33%  3.33   0   3       3   17 submitter
                                                                    limit
                                                                    reached
   2   einstein               500 66.67%  0.67   6   0       0   14 limit below
       @pool.test                                                   a slot
     group_physics.hep,
     round 1, floors,
     limit 15
   1   higgs@pool.test     123457   100%     4   0   4       4   16
     group_physics.hep,
     round 1, limit 15
   1   higgs@pool.test     123457   100%    11   4  11      11    5
     group_physics.hep,
     round 2, limit 0/0
   1   higgs@pool.test     123457    nan   inf  15   0       0    5 group limit
                                                                    reached
"""
    assert table(GROUPED, rows=VISITS) == expected


def test_rejections_are_in_the_words_of_htcondor() -> None:
    expected = """\
Rejections
                                                                  jobs
submitter                          reason                   times left
group_chemistry.einstein@pool.test submitter limit exceeded     2   14
group_chemistry.curie@pool.test    submitter limit exceeded     1   17
group_physics.hep.higgs@pool.test  no match found               1    5
"""
    assert table(GROUPED, rows=REJECTIONS) == expected


def test_without_groups_there_are_submitters_alone() -> None:
    expected = """\
Weight 0 of 3 was in use. 3 jobs start on weight 3, for 1 of 2 users.
37 jobs wait: 20 slots given to others, 17 has all that fits. Nobody loses a
slot.

Submitters
                effective              in     idle
submitter        priority share limit use won left why no more
alice@pool.test       500   75%  2.25   0   3   17 has all that fits
bob@pool.test        1500   25%  0.75   0   0   20 slots given to others

more: --rows visits (spins), --rows rejections (HTCondor's words), explain NAME
"""
    assert table(FLAT) == expected


def test_a_submitter_with_several_schedds_says_which_in_its_visits() -> None:
    first, second, third = FLAT.visits
    outcome = replace(FLAT, visits=(first, second, replace(third, schedd="other.pool.test")))
    text = table(outcome, 120, rows=VISITS)
    assert "alice@pool.test (schedd.pool.test)" in text
    assert "alice@pool.test (other.pool.test)" in text
    assert "bob@pool.test " in text
    assert "bob@pool.test (" not in text
    assert table(outcome, 120).count("alice@pool.test") == 1


def test_a_cycle_that_nobody_asks_anything_of_is_one_line() -> None:
    empty = replace(FLAT, visits=(), matches=(), waiting=())
    assert table(empty, 120) == "There are no idle jobs: nothing is decided.\n"


def test_the_first_lines_count_in_the_singular_too() -> None:
    pool = replace(FLAT.pool, slots=1, weight=1.0, unit="cores")
    one = replace(FLAT, pool=pool, matches=FLAT.matches[:1], visits=FLAT.visits[:1], waiting=())
    said = "0 of 1 core was in use. 1 job starts on 1 core, for 1 user. 18 jobs wait: 18 for a reason that was not"
    assert pool_line(one, summarise(one)) == f"{said} looked into. Nobody loses a slot."
    alone = replace(one, visits=(replace(one.visits[0], left=0),))
    assert pool_line(alone, summarise(alone)).endswith("for 1 user. Nobody waits. Nobody loses a slot.")


def test_matches_that_start_nothing_are_no_jobs() -> None:
    none = replace(FLAT, matches=tuple(replace(match, jobs=0) for match in FLAT.matches))
    assert pool_line(none, summarise(none)).startswith(
        "Weight 0 of 3 was in use. No job starts on weight 3, for 1 of 2 "
    )


def test_where_everybody_gets_something_it_says_all() -> None:
    third = replace(FLAT.matches[2], submitter="bob@pool.test")
    both = replace(FLAT, matches=(*FLAT.matches[:2], third))
    assert ", for both users. " in pool_line(both, summarise(both))


def test_reasons_of_few_jobs_are_counted_together_where_there_are_many() -> None:
    some = list(Reason)[-12:-5]
    waiting = tuple(replace(FLAT.waiting[0], jobs=9 - number, reason=reason) for number, reason in enumerate(some))
    first = FLAT.visits[0]
    for many, words in ((4, f"6 {some[3]}."), (7, "18 for 4 other reasons.")):
        left = sum(jobs.jobs for jobs in waiting[:many])
        outcome = replace(FLAT, waiting=waiting[:many], visits=(replace(first, left=left),))
        assert f"9 {some[0]}, 8 {some[1]}, 7 {some[2]}, {words}" in pool_line(outcome, summarise(outcome))


def test_colour_is_for_terminals() -> None:
    assert "\x1b[" not in table(GROUPED)
    assert "\x1b[33mgroup limit" in table(GROUPED, terminal=True)


def test_names_and_reasons_are_neither_markup_nor_escape_codes() -> None:
    visit = replace(FLAT.visits[0], submitter="[b]x[/b]\x1b[2J@pool")
    refusal = replace(GROUPED.refusals[0], submitter="\x1b]0;x\x07@pool", reason="[i]no\nmatch")
    outcome = replace(FLAT, visits=(visit,), rejections=GROUPED.rejections[:1], refusals=(refusal,))
    text = table(outcome, 120) + table(outcome, 120, rows=VISITS) + table(outcome, 120, rows=REJECTIONS)
    assert text.count("[b]x[/b]\\x1b[2J@pool") == 2
    assert "\\x1b]0;x\\x07@pool" in text
    assert "[i]no\\x0amatch" in text
    assert "\x1b" not in text


def test_names_in_the_first_lines_are_no_escape_codes_either() -> None:
    loss = Loss("\x1b[2Jx@pool.test", None, "alice@pool.test", "slot1", 1.0, 0, Because.PRIORITY)
    assert "1 job loses its slot (\\x1b[2Jx 1).\n" in table(replace(FLAT, losses=(loss,)), 120)


def test_submitters_never_visited_are_listed_with_what_waits() -> None:
    outcome = replace(FLAT, unvisited=(Unvisited("carl@pool.test", None, "g", 9),))
    assert table(outcome, 120, rows=VISITS).splitlines()[-2:] == [
        "      never visited",
        "        carl@pool.test" + " " * 49 + "9",
    ]
    assert table(outcome, 120, rows=SUBMITTERS).splitlines()[-1].split() == ["carl@pool.test", "0", "0", "9"]


def test_what_matches_are_worth_has_a_column_where_it_is_more() -> None:
    matches = (replace(FLAT.matches[0], jobs=8), *FLAT.matches[1:])
    first, second, third = FLAT.visits
    visits = (replace(first, jobs=9, left=11), second, replace(third, left=10))
    outcome = replace(FLAT, matches=matches, visits=visits)
    text = table(outcome, 120)
    assert "10 jobs start on weight 3, for 1 of 2 users." in text
    assert "submitter         priority  share  limit  use  won  start  left  why no more" in text
    assert "alice@pool.test        500    75%   2.25    0    3     10    10" in text
    assert "CLAIM_PARTITIONABLE_LEFTOVERS" in text
    assert "share  limit  use  won  matches  start  left  why no more" in table(outcome, 120, rows=VISITS)


def test_a_visit_that_goes_beyond_its_limit_is_marked_and_told_in_a_line() -> None:
    first, *others = FLAT.visits
    beyond = replace(FLAT, visits=(replace(first, won=16.0), *others))
    assert " 16*  " in table(beyond, 120, rows=VISITS)
    for text in (table(beyond), table(beyond, rows=VISITS)):
        notes = [line for line in text.splitlines() if line.startswith("* ")]
        assert notes == ["* more than its limit, as a slot is given whole: userprio help concepts"]


def test_columns_that_repeat_another_are_left_out_until_they_are_asked_for() -> None:
    """All quotas are as configured, and each match starts a job on a slot of weight 1."""
    groups = (GROUPED.groups[0], GROUPED.groups[1])
    outcome = replace(GROUPED, groups=groups, passes=GROUPED.passes[:1])
    heads = table(outcome, 120).partition("Submitters")[0]
    assert "config" not in heads and "subtree" not in heads and "allocated" not in heads
    assert "config" in table(GROUPED, 120)
    asked = drawn(outcome, 120, view=View(columns=("configured_quota", "jobs", "matched")))
    assert "config" in asked and "start" in asked and "matches" in asked


def test_many_submitters_are_listed_by_what_they_won_with_their_whole_names() -> None:
    """Thirty rows fit on a screen, and titles of groups would take some of them."""
    visits = tuple(
        visit(1, CHEM, 1, f"{CHEM}.u{number:02}@pool.test", 0.1, 1.0, 0, VisitOutcome.LIMIT, left=number)
        for number in range(40)
    )
    outcome = replace(GROUPED, visits=visits, matches=(), refusals=(), waiting=())
    on_a_screen = drawn(outcome, 120, view=View(fits=True)).partition("Submitters")[2]
    assert [line.split()[0] for line in on_a_screen.splitlines()[3:5]] == [
        f"{CHEM}.u39@pool.test",
        f"{CHEM}.u38@pool.test",
    ]
    assert "and 10 more submitters" in on_a_screen
    every = drawn(outcome, 120, view=View(fits=True, every=True)).partition("Submitters")[2]
    assert [line.strip().split()[0] for line in every.splitlines()[3:5]] == [CHEM, "u00@pool.test"]
