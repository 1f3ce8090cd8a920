"""Records for what every start needs, and fields of errors."""

import pickle
from collections.abc import Callable

import pytest

from userprio.base.records import Fields, Record


class Place(Record):
    """A record."""

    path: str
    line: int | None = None
    shown: Callable[[str], str] = str.upper


class Wrong(Fields, Exception):
    """An error with fields."""

    message: str
    line: int | None = None


class Worse(Wrong):
    """One with more of them."""

    byte: int | None = None


def test_a_record_is_what_its_fields_are() -> None:
    place = Place("a", 3)
    assert place == Place(path="a", line=3)
    assert place != Place("a")
    assert {place: 1}[Place("a", 3)] == 1
    assert place.with_(line=4) == Place("a", 4)
    assert place.as_dict() == {"path": "a", "line": 3, "shown": str.upper}


def test_a_function_as_a_default_is_called_with_what_it_is_given() -> None:
    assert Place("a").shown("b") == "B"


def test_a_record_stays_as_it_is() -> None:
    with pytest.raises(AttributeError, match="stays as it is"):
        Place("a").line = 2  # type: ignore[misc]


@pytest.mark.parametrize(("values", "named"), [((), {}), (("a", 1, str, 2), {}), (("a",), {"none": 1})])
def test_fields_that_are_missing_or_unknown_are_refused(values: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="Place takes path, line, shown"):
        Place(*values, **named)  # type: ignore[arg-type]


def test_an_error_has_the_fields_of_its_bases_and_survives_pickling() -> None:
    error = Worse("wrong", byte=7)
    copy = pickle.loads(pickle.dumps(error))
    assert (copy, copy.message, copy.line, copy.byte) == (error, "wrong", None, 7)
    assert repr(copy) == "Worse(message='wrong', line=None, byte=7)"
    assert copy.with_(line=2).line == 2
    assert Wrong("wrong") != Worse("wrong")


def test_a_record_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(Place("a", 3))) == Place("a", 3)
