"""Which known name a text may have been meant for."""

from hypothesis import given
from hypothesis import strategies as st

from userprio.base.naming import OneSlip, one_slip

NAMES = st.text("ABC_", max_size=6)


@given(st.lists(NAMES, unique=True, max_size=20), NAMES)
def test_the_first_of_many_that_is_one_slip_away_is_found_as_by_looking_at_each(known: list[str], name: str) -> None:
    assert OneSlip(known).first(name) == next((each for each in known if one_slip(name, each)), None)
