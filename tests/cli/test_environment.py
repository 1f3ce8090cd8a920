"""What a command learns of its process."""

import io
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from userprio.api.localzone import local_zone
from userprio.cli.environment import Environment


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def environment(out: io.StringIO, **variables: str) -> Environment:
    return Environment(
        out, io.StringIO(), variables, lambda: 0.0, lambda: UTC, lambda: Path("config"), lambda: Path("data")
    )


def test_colour_is_for_terminals_only() -> None:
    assert environment(Terminal()).coloured
    assert not environment(io.StringIO()).coloured


def test_no_color_set_to_anything_is_respected() -> None:
    assert not environment(Terminal(), NO_COLOR="0").coloured
    assert environment(Terminal(), NO_COLOR="").coloured


def test_a_warning_stays_on_one_line_whatever_it_holds() -> None:
    env = environment(io.StringIO())
    env.warn("a\nb\x1b[2J")
    assert isinstance(env.stderr, io.StringIO)
    assert env.stderr.getvalue() == "userprio: warning: a\\x0ab\\x1b[2J\n"


@pytest.mark.parametrize("variable", ["Europe/Berlin", ":Europe/Berlin"])
def test_the_local_zone_knows_summer_time(variable: str) -> None:
    assert local_zone({"TZ": variable}) == ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize("variable", ["", "CET-1CEST,M3.5.0,M10.5.0", "No/Where", "../etc/passwd"])
def test_a_zone_that_has_no_rules_still_has_an_offset(variable: str) -> None:
    assert datetime.now(local_zone({"TZ": variable})).utcoffset() is not None
