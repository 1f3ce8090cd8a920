"""User maps of the negotiator, and the prefix that one of them gives to submitters."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.negotiation.builders import cycle, free, jobs, submitter, won
from userprio.classad import UNDEFINED, Evaluator, parse
from userprio.config import read
from userprio.pool.usermaps import user_maps


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


MAPS = {
    "maps/map": "* a.org physics\n@include extra\n* /^(.*)\\.net$/i n_\\1\n@include d\nFS bob fsbob\n* a main-a\n"
    "* /^(e+)(x)?/U lazy_\\1_\\2\n* /^(f+)(x)?(.)/ greedy_\\1_\\2_\\3\n",
    "maps/extra": "* b.org bio\n@include d/one\n* abc extra-abc\n",
    "maps/prefixes": "* a short\n* ab longer\n@include extra\n* abcd longest\n",
    "maps/d/20two": "* c.org chem\n",
    "maps/d/10one": "* c.org first\n",
    "maps/d/.hidden": "* x hidden\n",
    "maps/d/30kept~": "* tilde t\n",
    "maps/d/folder/40": "* deep d\n",
}
KNOBS = """
{subsystem}_CLASSAD_USER_MAP_NAMES = m p d
CLASSAD_USER_MAPFILE_m = {folder}/maps/map
CLASSAD_USER_MAPFILE_p = {folder}/maps/prefixes
CLASSAD_USER_MAP_PREFIX_p = True
CLASSAD_USER_MAPDATA_d @=end
* q r
@include {folder}/maps/extra
@end
"""
ASKED = {
    ("m", "a.org"): "physics",
    ("M", "b.org"): "bio",
    ("m", "c.org"): "first",
    ("m", "x.NET"): "n_x",
    ("m", "eee"): "lazy_e_\\2",
    ("m", "ffg"): "greedy_ff__g",
    ("m", "a"): "main-a",
    ("m", "A.ORG"): None,
    ("m", "x"): None,
    ("m", "tilde"): None,
    ("m", "deep"): None,
    ("m", "bob"): None,
    ("m.FS", "bob"): "fsbob",
    ("m.fs", "bob"): "fsbob",
    ("m.*", "a.org"): "physics",
    ("m.", "a.org"): None,
    ("p", "abcde"): "longer",
    ("p", "abc"): "longer",
    ("p", "b.org"): "bio",
    ("p", "b.orgx"): None,
    ("d", "q"): "r",
    ("d", "b.org"): "bio",
    ("d.FS", "q"): None,
}
"""What HTCondor 25 answers with these maps."""


def with_maps(folder: Path, subsystem: str) -> Path:
    for name, text in MAPS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    config = folder / "condor_config"
    config.write_text(KNOBS.format(subsystem=subsystem, folder=folder))
    return config


def test_files_and_folders_are_included_once_and_methods_are_maps_of_their_own(tmp_path: Path) -> None:
    """Included lines are not prefixes, hidden and excluded files are left out, and nobody includes any further."""
    maps, problems = user_maps(read(with_maps(tmp_path, "NEGOTIATOR"), environ={}))
    evaluator = Evaluator(0, user_maps=maps)
    answers = {(name, text): evaluator.evaluate(parse(f'userMap("{name}", "{text}")')) for name, text in ASKED}
    assert answers == {key: UNDEFINED if told is None else told for key, told in ASKED.items()}
    assert set(problems) == {
        f"user map {name}: a file that is included may not include others: @include d/one" for name in "mpd"
    }


@pytest.mark.differential
def test_htcondors_library_answers_the_same(tmp_path: Path) -> None:
    pytest.importorskip("htcondor2")
    asks = (
        "import htcondor2, classad2, json, sys\n"
        "for name, text in json.loads(sys.argv[1]):\n"
        '    told = classad2.ExprTree(f\'userMap("{name}", "{text}")\').eval()\n'
        "    print(json.dumps(told if isinstance(told, str) else None))\n"
    )
    env = {**os.environ, "CONDOR_CONFIG": str(with_maps(tmp_path, "TOOL"))}
    done = subprocess.run(
        [sys.executable, "-c", asks, json.dumps(list(ASKED))], env=env, capture_output=True, text=True, check=True
    )
    assert dict(zip(ASKED, map(json.loads, done.stdout.splitlines()), strict=True)) == ASKED


def test_without_a_folder_names_are_those_of_the_negotiators_own(tmp_path: Path) -> None:
    """A negotiator works in its LOG folder; a map in the configuration is in none."""
    with_maps(tmp_path, "NEGOTIATOR")
    (tmp_path / "condor_config").write_text(
        f"LOG = {tmp_path}/maps\nNEGOTIATOR_CLASSAD_USER_MAP_NAMES = m d\nCLASSAD_USER_MAPFILE_m = extra\n"
        "CLASSAD_USER_MAPDATA_d = @include d\n"
    )
    maps, _ = user_maps(read(tmp_path / "condor_config", environ={}))
    assert (maps["m"]("b.org"), maps["d"]("c.org")) == ("bio", "first")


def test_what_cannot_be_included_is_told_and_the_rest_counts(tmp_path: Path) -> None:
    (tmp_path / "map").write_text("@include\n@include nowhere\n* a b\n")
    config = tmp_path / "condor_config"
    config.write_text(f"LOG = {tmp_path}\nNEGOTIATOR_CLASSAD_USER_MAP_NAMES = m\nCLASSAD_USER_MAPFILE_m = map\n")
    maps, problems = user_maps(read(config, environ={}))
    assert maps["m"]("a") == "b"
    assert problems == (
        "user map m: @include does not name a file: @include",
        f"user map m: {tmp_path}/nowhere is left out: it is not a readable file",
    )
