"""A constructor that is faster than the usual one differs from it in nothing else."""

from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from userprio.base.frozen import quickly_made


@quickly_made
@dataclass(frozen=True, slots=True)
class Weighed:
    name: str
    weight: float = 1.5
    note: str | None = None


def test_fields_are_given_in_order_or_by_name_and_the_others_have_their_defaults() -> None:
    assert repr(Weighed("a")) == "Weighed(name='a', weight=1.5, note=None)"
    assert Weighed("a", 2.0, note="n") == Weighed(note="n", weight=2.0, name="a")
    assert replace(Weighed("a", 2.0), note="n") == Weighed("a", 2.0, "n")
    assert len({Weighed("a"), Weighed("a", 1.5)}) == 1


def test_a_field_that_is_missing_or_unknown_is_an_error() -> None:
    with pytest.raises(TypeError, match="'name'"):
        Weighed()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="'size'"):
        Weighed("a", size=1)  # type: ignore[call-arg]


def test_it_stays_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Weighed("a").weight = 2.0  # type: ignore[misc]
