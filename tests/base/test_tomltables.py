"""Tables of TOML and where they stand."""

from pathlib import Path

import pytest

from userprio.base.errors import BadInput
from userprio.base.limits import TOML_FILE, run_with
from userprio.base.tomltables import TOP, TomlTables, parse_toml

SOURCE = 'name = "x"\n\n[[slots]]\ncount = 1\n\n[[slots]]\n"Cpus" = 2\nMemory = 5\n\n[only]\nkey.inner = 3\n'


@pytest.mark.parametrize(
    ("place", "key", "line"),
    [
        (TOP, "name", 1),
        (TOP, "slots", 3),
        (("slots", 1), "count", 4),
        (("slots", 2), "Cpus", 7),
        (("slots", 2), None, 6),
        (("slots", 2), "nosuch", 6),
        (("only", 0), "key", 11),
        (("nosuch", 1), "key", None),
    ],
)
def test_a_key_is_found_at_its_line_and_else_the_head_of_its_table(
    place: tuple[str | None, int], key: str | None, line: int | None
) -> None:
    assert TomlTables("a.toml", SOURCE).line(place, key) == line


def test_an_unknown_key_is_refused_with_file_line_and_the_nearest() -> None:
    reader = TomlTables("a.toml", SOURCE)
    with pytest.raises(BadInput, match=r"a\.toml, line 8: \[\[slots\]\] number 2: unknown key 'Memory'.*mean memory\?"):
        reader.check_keys({"Memory": 5}, ["memory", "cpus"], ("slots", 2))


def test_a_file_larger_than_allowed_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("a = 1\n" * 10)
    with run_with({TOML_FILE: 20}), pytest.raises(OSError, match="larger than 20 bytes"):
        parse_toml(path, "A file")
