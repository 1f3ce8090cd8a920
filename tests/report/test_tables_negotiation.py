"""A negotiation cycle as tables; blanks at the ends of lines are left out."""

from dataclasses import replace
from io import StringIO

from rich.console import Console

from userprio.negotiation.outcome import Outcome
from userprio.report.tables import print_outcome
from userprio.report.tables.negotiation import pool_line

from .cycle import FLAT, GROUPED
from .sample import layout
from .screen import without_padding


def table(outcome: Outcome, width: int = 80, terminal: bool = False) -> str:
    out = StringIO()
    print_outcome(outcome, Console(width=width, file=out, force_terminal=terminal))
    return without_padding(out)


def test_a_cycle_with_groups_fits_80_columns() -> None:
    expected = """\
40 slots, weight 40; 24 matches, weight 24, for 3 of 3 submitters; 36 jobs idle

Groups
                config effective subtree
group            quota     quota   quota demand in use allocated limit got
<none>                        10      40      0      0         0         0
group_chemistry     10        10      10     40      0        10    10   9
group_physics       20         5      20      0      0         0         0
  hep              75%        15      15     20      0        15   0/0  15

Submitters in the order of their visits
                                 effective
spin submitter                    priority share limit in use got stopped
     group_chemistry, round 1                       10
   1   einstein@pool.test              500 66.7%  6.67      0   6 at its limit
       curie@pool.test                1000 33.3%  3.33      0   3 at its limit
   2   einstein@pool.test              500 66.7%  0.67      6   0 limit < a slot
     group_physics.hep, round 1,                    15
     floors
   1   higgs@pool.test              123457  100%     4      0   4 at its ceiling
     group_physics.hep, round 1                     15
   1   higgs@pool.test              123457  100%    11      4  11 at its limit
     group_physics.hep, round 2                    0/0
   1   higgs@pool.test              123457   nan   inf     15   0 satisfied

Rejections
submitter                          reason                   times jobs
group_chemistry.einstein@pool.test submitter limit exceeded     2   14
group_chemistry.curie@pool.test    submitter limit exceeded     1   17
group_physics.hep.higgs@pool.test  no match found               1    5
"""
    assert table(GROUPED) == expected


def test_a_cycle_with_groups_at_120_columns() -> None:
    assert table(GROUPED, 120) == layout("table-cycle-120")


def test_without_groups_there_are_visits_alone() -> None:
    expected = """\
3 slots, weight 3; 3 matches, weight 3, for 1 of 2 submitters; 37 jobs idle

Submitters in the order of their visits
                     effective
spin submitter        priority share limit in use got stopped
   1 alice@pool.test       500   75%  2.25      0   2 at its limit
     bob@pool.test        1500   25%  0.75      0   0 limit < a slot
   2 alice@pool.test       500  100%     1      2   1 satisfied
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
    assert table(empty) == "3 slots, weight 3; 0 matches, weight 0, for 0 of 0 submitters; 0 jobs idle\n"


def test_the_line_of_the_pool_counts_in_the_singular_too() -> None:
    one = replace(FLAT, pool=replace(FLAT.pool, slots=1, weight=1.5), matches=FLAT.matches[:1], visits=FLAT.visits[:1])
    assert pool_line(one) == "1 slot, weight 1.5; 1 match, weight 1, for 1 of 1 submitter; 19 jobs idle"


def test_colour_is_for_terminals() -> None:
    assert "\x1b[" not in table(GROUPED)
    assert "\x1b[32m" in table(GROUPED, terminal=True)


def test_names_and_reasons_are_neither_markup_nor_escape_codes() -> None:
    visit = replace(FLAT.visits[0], submitter="[b]x[/b]\x1b[2J@pool")
    rejection = replace(GROUPED.rejections[0], submitter="\x1b]0;x\x07@pool", reason="[i]no\nmatch")
    text = table(replace(FLAT, visits=(visit,), rejections=(rejection,)), 120)
    assert "[b]x[/b]\\x1b[2J@pool" in text
    assert "\\x1b]0;x\\x07@pool" in text
    assert "[i]no\\x0amatch" in text
    assert "\x1b" not in text
