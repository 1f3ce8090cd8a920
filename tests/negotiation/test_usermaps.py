"""User maps of the negotiator, and the prefix that one of them gives to submitters."""

from pathlib import Path

from tests.negotiation.builders import cycle, free, jobs, submitter, won
from userprio.config import read
from userprio.negotiation.usermaps import user_maps


def mapped(tmp_path: Path, line: str, text: str, more: str = "") -> str | None:
    file = tmp_path / "condor_config"
    file.write_text(
        f"NEGOTIATOR_CLASSAD_USER_MAP_NAMES = GROUP_PREFIX\nCLASSAD_USER_MAPDATA_GROUP_PREFIX = {line}\n{more}"
    )
    maps, _ = user_maps(read(file, environ={}))
    return maps["group_prefix"](text)


def test_a_literal_line_maps_what_equals_it(tmp_path: Path) -> None:
    assert mapped(tmp_path, "* a.org physics", "a.org") == "physics"
    assert mapped(tmp_path, "* a.org physics", "b.a.org") is None


def test_a_pattern_maps_what_it_is_found_in_and_groups_are_put_in_place(tmp_path: Path) -> None:
    assert mapped(tmp_path, r"* /^(.*)\.org$/i g_\1", "A.ORG") == "g_A"


def test_lines_of_other_methods_say_nothing(tmp_path: Path) -> None:
    assert mapped(tmp_path, "FS a.org physics", "a.org") is None


def test_a_prefix_map_takes_the_longest_entry_that_fits(tmp_path: Path) -> None:
    lines = "CLASSAD_USER_MAPDATA_GROUP_PREFIX @=end\n* a short\n* a.o long\n@end\n"
    knobs = lines + "CLASSAD_USER_MAP_PREFIX_GROUP_PREFIX = True\n"
    assert mapped(tmp_path, "* x y", "a.org", knobs) == "long"


def test_group_prefix_puts_the_submitters_of_a_domain_into_a_group() -> None:
    """All four jobs are physics', whose quota is 2."""
    knobs = (
        "NEGOTIATOR_CLASSAD_USER_MAP_NAMES = GROUP_PREFIX\nCLASSAD_USER_MAPDATA_GROUP_PREFIX = * /./ physics\n"
        "GROUP_NAMES = physics\nGROUP_QUOTA_physics = 2\n"
    )
    assert sum(won(cycle(free(4), [submitter("a", 4)], jobs("a", 4, 1), knobs=knobs)).values()) == 2
