"""Looking up what a table has for the code of each place."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from userprio.negotiation.matching.held import CodeColumn, flags_of, numbered, without


@pytest.mark.parametrize("count", [1, 2, 255, 256, 257, 1000, 5000])
@pytest.mark.parametrize("switches", [0, 1, 3, 400])
def test_each_place_gets_what_the_table_has_for_its_code(count: int, switches: int) -> None:
    """Whether codes fit in bytes or are grouped, and whether the table changes seldom or often."""
    random = Random(count + switches)
    codes = [random.randrange(count) for _ in range(3000)]
    changes = sorted(random.randrange(count) for _ in range(switches))
    table = bytes(sum(change <= code for change in changes) % 5 for code in range(count))
    assert list(CodeColumn(codes, count).look_up(table)) == [table[code] for code in codes]


@given(st.lists(st.tuples(st.booleans(), st.booleans())))
def test_flags_without_others_are_those_that_the_others_lack(pairs: list[tuple[bool, bool]]) -> None:
    one, other = (flags_of(bytes(column)) for column in zip(*pairs, strict=True)) if pairs else (0, 0)
    left = without(one, other).to_bytes(len(pairs), "little")
    assert list(map(bool, left)) == [mine and not theirs for mine, theirs in pairs]


def test_numbers_are_coded_as_they_are_first_met() -> None:
    assert numbered([7, 3, 7, 9]) == ([0, 1, 0, 2], {7: 0, 3: 1, 9: 2})
