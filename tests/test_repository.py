"""What a repository of an open project has, without anything left to be filled in."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_nothing_is_left_to_be_filled_in() -> None:
    for name in ("LICENSE", "README.md", "SECURITY.md", "CONTRIBUTING.md", "pyproject.toml"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert not re.search(r"\[yyyy\]|\[name of copyright owner\]|TODO|example\.com/userprio", text), name


def test_the_licence_and_the_metadata_name_the_same_authors() -> None:
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [author] = metadata["authors"]
    assert f"Copyright 2026 {author['name']}\n" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    # There is no public address yet, and none is invented.
    assert "urls" not in metadata


def test_htcondor_is_credited_for_the_rules() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "Rules, names and defaults are those of\n[HTCondor](https://htcondor.org), by the Center for High" in readme


def test_the_top_level_has_nothing_but_what_a_reader_expects() -> None:
    ignored = {"dist", "build"}
    there = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")} - ignored
    files = {"pyproject.toml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "SECURITY.md"}
    assert there <= files | {"userprio", "tests", "man", "completions", "PKG-INFO"}


def test_a_template_of_an_issue_says_what_it_is_about() -> None:
    for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.md"):
        assert re.match(r"---\nname: .+\nabout: .+\n---\n\n\*\*", path.read_text(encoding="utf-8")), path.name
