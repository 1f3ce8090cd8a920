"""Regular expressions that are compiled when they are first used."""

import re

import pytest

from userprio.base.patterns import lazy_pattern


def test_a_lazy_pattern_does_what_the_compiled_one_does() -> None:
    text, compiled, lazy = (
        "b1 B22",
        re.compile(r"(?P<letter>b)(\d+)", re.IGNORECASE),
        lazy_pattern(r"(?P<letter>b)(\d+)", re.I),
    )
    assert lazy.pattern == compiled.pattern
    assert lazy.findall(text) == compiled.findall(text)
    assert lazy.sub(r"\2", text) == compiled.sub(r"\2", text)
    assert lazy.groupindex == compiled.groupindex
    assert [match[0] for match in lazy.finditer(text)] == ["b1", "B22"]
    assert lazy.fullmatch(text) is None


def test_a_wrong_pattern_is_an_error_on_first_use_only() -> None:
    wrong = lazy_pattern("(")
    with pytest.raises(re.error):
        wrong.match("a")
    with pytest.raises(AttributeError):
        _ = wrong.nothing  # type: ignore[attr-defined]
