"""CONTRIBUTING.md and README.md lead to places in the source that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)]+)\)")
LINKS = [(page, *link) for page in PAGES for link in LINK.findall((ROOT / page).read_text(encoding="utf-8"))]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PICTURE = CONTRIBUTING.partition("## The rooms")[2].partition("```text\n")[2].partition("```")[0]


@pytest.mark.parametrize(("page", "words", "path"), LINKS)
def test_a_link_leads_to_the_file_in_which_what_it_names_is_made(page: str, words: str, path: str) -> None:
    assert (ROOT / path).is_file(), f"{page} names {path}"
    if words.startswith("`"):
        made = rf"^\s*(?:def |class )?{words.strip('`')}\b\s*[(:=]"
        assert re.search(made, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), f"{page}: {words}"


def test_the_picture_of_the_rooms_has_them_all() -> None:
    rooms = {path.parent.name for path in (ROOT / "userprio").glob("*/__init__.py")}
    assert set(re.findall(r"\b(\w+)/", PICTURE)) == rooms


def test_paths_in_the_text_are_those_of_files_and_folders() -> None:
    prose = re.sub(r"^```.*?^```$", "", CONTRIBUTING, flags=re.MULTILINE | re.DOTALL)
    for path in re.findall(r"`((?:userprio|tests|man|completions)/[\w/.-]*)`", prose):
        assert (ROOT / path).exists(), path


def test_the_line_that_decides_a_tie_stands_in_the_source() -> None:
    quoted = re.findall(r"^```python\n(.*?)\n```$", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    assert len(quoted) == 1
    assert quoted[0] in (ROOT / "userprio/matching/scan.py").read_text(encoding="utf-8")


def test_the_command_that_runs_the_tests_is_that_of_the_checks() -> None:
    command = re.findall(r"^```sh\n(.*?)\n```$", CONTRIBUTING, re.MULTILINE | re.DOTALL)[0]
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_who_installs_the_program_finds_how_its_licence_and_what_changed() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "`pipx install .`" in readme and "`uv tool install .`" in readme
    assert {"LICENSE", "CHANGELOG.md"} <= {path for _, _, path in LINKS}
