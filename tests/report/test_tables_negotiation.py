"""A negotiation cycle as tables; blanks at the ends of lines are left out."""

from msgspec.structs import replace

from userprio.negotiation import Outcome, Unvisited, summarise
from userprio.report import pool_line

from .cycle import FLAT, GROUPED
from .sample import layout
from .screen import drawn


def table(outcome: Outcome, width: int = 80, terminal: bool = False) -> str:
    return drawn(outcome, width, terminal)


def test_a_cycle_with_groups_fits_80_columns_and_folds_names_where_their_parts_meet() -> None:
    expected = """\
Groups
                config effective subtree                                   idle
group            quota     quota   quota demand in use allocated limit won left
<none>                        10      40      0      0         0         0    0
group_chemistry     10        10      10     40      0        10    10   9   31
group_physics       20         5      20     20      0        15        15    5
  hep              75%        15      15     20      0        15   0/0  15    5
groups include their subgroups

Submitters in the order of their visits
                        effective              in             idle
spin submitter           priority share limit use won matches left why no more
     group_chemistry,                      10
     round 1
   1   einstein               500 66.7%  6.67   0   6       6   14
       @pool.test
       curie@pool.test       1000 33.3%  3.33   0   3       3   17 submitter
                                                                   limit reached
   2   einstein               500 66.7%  0.67   6   0       0   14 limit below a
       @pool.test                                                  slot
     group_physics.hep,                    15
     round 1, floors
   1   higgs@pool.test     123457  100%     4   0   4       4   16
     group_physics.hep,                    15
     round 1
   1   higgs@pool.test     123457  100%    11   4  11      11    5
     group_physics.hep,                   0/0
     round 2
   1   higgs@pool.test     123457   nan   inf  15   0       0    5 group limit
                                                                   reached

Rejections
                                                                  jobs
submitter                          reason                   times left
group_chemistry.einstein@pool.test submitter limit exceeded     2   14
group_chemistry.curie@pool.test    submitter limit exceeded     1   17
group_physics.hep.higgs@pool.test  no match found               1    5

40 slots, weight 40; 24 matches, weight 24, for 3 of 3 submitters; 24 jobs to
start, 36 left idle
"""
    assert table(GROUPED) == expected


def test_a_cycle_with_groups_at_120_columns() -> None:
    assert table(GROUPED, 120) == layout("table-cycle-120")


def test_without_groups_there_are_visits_alone() -> None:
    expected = """\
Submitters in the order of their visits
                     effective              in             idle
spin submitter        priority share limit use won matches left why no more
   1 alice@pool.test       500   75%  2.25   0   2       2   18
     bob@pool.test        1500   25%  0.75   0   0       0   20 slots given to
                                                                others
   2 alice@pool.test       500  100%     1   2   1       1   17 has all that
                                                                fits

3 slots, weight 3; 3 matches, weight 3, for 1 of 2 submitters; 3 jobs to start,
37 left idle
"""
    assert table(FLAT) == expected


def test_a_submitter_with_several_schedds_says_which() -> None:
    first, second, third = FLAT.visits
    text = table(replace(FLAT, visits=(first, second, replace(third, schedd="other.pool.test"))), 120)
    assert "alice@pool.test (schedd.pool.test)" in text
    assert "alice@pool.test (other.pool.test)" in text
    assert "bob@pool.test " in text
    assert "bob@pool.test (" not in text


def test_an_empty_cycle_is_one_line() -> None:
    empty = replace(FLAT, visits=(), matches=())
    assert table(empty, 120) == (
        "3 slots, weight 3; 0 matches, weight 0, for 0 of 0 submitters; 0 jobs to start, 0 left idle\n"
    )


def test_the_line_of_the_pool_counts_in_the_singular_too() -> None:
    one = replace(FLAT, pool=replace(FLAT.pool, slots=1, weight=1.5), matches=FLAT.matches[:1], visits=FLAT.visits[:1])
    assert (
        pool_line(one, summarise(one))
        == "1 slot, weight 1.5; 1 match, weight 1, for 1 of 1 submitter; 1 job to start, 18 left idle"
    )


def test_colour_is_for_terminals() -> None:
    assert "\x1b[" not in table(GROUPED)
    assert "\x1b[33mgroup limit" in table(GROUPED, terminal=True)


def test_names_and_reasons_are_neither_markup_nor_escape_codes() -> None:
    visit = replace(FLAT.visits[0], submitter="[b]x[/b]\x1b[2J@pool")
    refusal = replace(GROUPED.refusals[0], submitter="\x1b]0;x\x07@pool", reason="[i]no\nmatch")
    text = table(replace(FLAT, visits=(visit,), rejections=GROUPED.rejections[:1], refusals=(refusal,)), 120)
    assert "[b]x[/b]\\x1b[2J@pool" in text
    assert "\\x1b]0;x\\x07@pool" in text
    assert "[i]no\\x0amatch" in text
    assert "\x1b" not in text


def test_submitters_never_visited_are_listed_with_what_waits() -> None:
    text = table(replace(FLAT, unvisited=(Unvisited("carl@pool.test", None, "g", 9),)), 120)
    assert text.splitlines()[-4:-2] == [
        "      never visited",
        "        carl@pool.test" + " " * 49 + "9",
    ]


def test_what_matches_are_worth_has_a_column_where_it_is_more() -> None:
    matches = (replace(FLAT.matches[0], jobs=8), *FLAT.matches[1:])
    first, second, third = FLAT.visits
    visits = (replace(first, jobs=9, left=11), second, replace(third, left=10))
    text = table(replace(FLAT, matches=matches, visits=visits), 120)
    assert "3 matches, weight 3, for 1 of 2 submitters; 10 jobs to start, 30 left idle" in text
    assert "spin  submitter         priority  share  limit  use  won  matches  start  left  why no more" in text
    assert "alice@pool.test        500    75%   2.25    0    2        2      9    11\n" in text
    assert "CLAIM_PARTITIONABLE_LEFTOVERS" in text


def test_a_visit_that_goes_beyond_its_limit_is_marked_and_told() -> None:
    first, *others = FLAT.visits
    text = table(replace(FLAT, visits=(replace(first, won=16.0), *others)), 120)
    assert " 16*  " in text
    assert "alice@pool.test 16 of 2.25." in text
