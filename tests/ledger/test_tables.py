"""The order of HTCondor's hash table, against orders that a real negotiator showed."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from userprio.ledger import Ledger
from userprio.ledger.reader import table_order

RECORDED = Path(__file__).parent / "recorded"


@pytest.mark.parametrize(
    ("log", "names"),
    [
        ("aging.before.log", ["ancient@pool.test", "alice@pool.test", "bob@pool.test", "gone@pool.test", "<none>"]),
        (
            "subgroups.after.log",
            [
                *("g1.s2.u2@pool.test", "g1.s0", "g1.s1", "g1.s2", "g1.s1.u0@pool.test"),
                *("g1.s1.u1@pool.test", "g0", "<none>", "g1"),
            ],
        ),
    ],
)
def test_customers_come_in_the_order_in_which_a_negotiator_lists_them(log: str, names: list[str]) -> None:
    assert Ledger.read(RECORDED / log).customers_in_table_order() == names


def test_a_new_entry_goes_before_the_others_of_its_bucket() -> None:
    # One-letter keys hash to their codes: h, a and o share bucket 6 of 7.
    assert table_order(["+h", "+a", "+o"]) == ["o", "a", "h"]


def test_the_table_grows_at_four_fifths_and_turns_its_chains_around() -> None:
    # In 7 buckets b is at 0, c at 1, h and a and o at 6; the sixth entry makes it 15 buckets: i (105) is at 0,
    # h and a and o at 14, 7 and 6, b at 8, c at 9.
    assert table_order(["+h", "+a", "+o", "+b", "+c"]) == ["b", "c", "o", "a", "h"]
    assert table_order(["+h", "+a", "+o", "+b", "+c", "+i"]) == ["i", "o", "a", "b", "c", "h"]


def test_what_was_removed_leaves_the_table_as_large_as_it_was() -> None:
    grown = ["+h", "+a", "+o", "+b", "+c", "+i"]
    assert table_order([*grown, "-i", "-c"]) == ["o", "a", "b", "h"]
    assert table_order([*grown, "-h", "+h"]) == ["i", "o", "a", "b", "c", "h"]
    assert table_order([]) == []


def test_long_names_hash_modulo_two_to_the_64() -> None:
    keys = [f"Customer.{'x' * 300}{number}@pool.test" for number in range(50)]
    assert sorted(table_order([f"+{key}" for key in keys])) == sorted(keys)


@given(st.lists(st.text("abc", min_size=1, max_size=3)), st.sets(st.text("abc", min_size=1, max_size=3)))
def test_a_few_stand_to_each_other_as_among_all(names: list[str], few: set[str]) -> None:
    """A name that comes again goes if it is there and is made anew if it is not."""
    history: list[str] = []
    alive: set[str] = set()
    for name in names:
        history.append(("-" if name in alive else "+") + name)
        alive ^= {name}
    assert table_order(history, few) == [name for name in table_order(history) if name in few]
    assert set(table_order(history)) == alive
