"""Who is meant by a name as people type it."""

import pytest

from userprio.base.naming import NothingFound, meant, one_meant

HIGGS = "group_physics.hep.higgs@example.org"
KNOWN = (HIGGS, "group_physics", "group_physics.hep", "ann@north.org", "ann@south.org", "group_x.ben@d", "ben@d")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (HIGGS, [HIGGS]),
        ("group_physics.hep.higgs", [HIGGS]),
        ("hep.higgs@example.org", [HIGGS]),
        ("higgs@example.org", [HIGGS]),
        ("hep.higgs", [HIGGS]),
        ("higgs", [HIGGS]),
        ("hep", ["group_physics.hep"]),
        ("physics.hep", ["group_physics.hep"]),
        ("physics", ["group_physics"]),
        ("ann", ["ann@north.org", "ann@south.org"]),
        ("ann@south.org", ["ann@south.org"]),
        # What is all before the @ fits better than what is its end.
        ("ben", ["ben@d"]),
    ],
)
def test_the_end_of_a_name_stands_for_it(typed: str, found: list[str]) -> None:
    assert meant(typed, KNOWN) == found


@pytest.mark.parametrize("typed", ["", ".", "@", "org", "example.org", "@example.org", "iggs", "Higgs", "north.org"])
def test_what_is_no_end_of_somebodys_own_name_stands_for_nobody(typed: str) -> None:
    assert meant(typed, KNOWN) == []


def test_nobody_and_several_are_refused_with_those_who_may_be_meant() -> None:
    with pytest.raises(NothingFound, match=r"^ann may be ann@north.org or ann@south.org. Give the full name$"):
        one_meant("ann", KNOWN)
    with pytest.raises(NothingFound, match=rf"^there is no submitter higs. Did you mean {HIGGS}\?$"):
        one_meant("higs", KNOWN)
    with pytest.raises(NothingFound, match=r"^there is no submitter zzz$"):
        one_meant("zzz", KNOWN)
