"""CONTRIBUTING.md and README.md lead to places in the source that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)]+)\)")
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINKS = [
    (page, *link) for page in PAGES for link in LINK.findall(CODE.sub("", (ROOT / page).read_text(encoding="utf-8")))
]
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PICTURE = CONTRIBUTING.partition("## Architecture")[2].partition("```text\n")[2].partition("```")[0]


def headings(page: str) -> set[str]:
    """The headings of a page, as links name them."""
    found = HEADING.findall((ROOT / page).read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in found}


@pytest.mark.parametrize(("page", "words", "path"), LINKS)
def test_a_link_leads_to_the_file_in_which_what_it_names_is_made(page: str, words: str, path: str) -> None:
    path, _, heading = path.partition("#")
    assert (ROOT / path).is_file(), f"{page} names {path}"
    assert not heading or heading in headings(path), f"{page} names {path}#{heading}"
    if words.startswith("`"):
        made = rf"^\s*(?:def |class )?{words.strip('`')}\b\s*[(:=]"
        assert re.search(made, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), f"{page}: {words}"


def test_the_picture_of_the_architecture_has_every_package() -> None:
    packages = {path.parent.name for path in (ROOT / "userprio").glob("*/__init__.py")}
    assert set(re.findall(r"\b(\w+)/", PICTURE)) == packages


def test_paths_in_the_text_are_those_of_files_and_folders() -> None:
    prose = CODE.sub("", CONTRIBUTING)
    for path in re.findall(r"`((?:userprio|tests|man|completions)/[\w/.-]*)`", prose):
        assert (ROOT / path).exists(), path


def test_the_lines_that_decide_ties_are_quoted_from_the_source() -> None:
    quoted = re.findall(r"^```python\n# (\S+)\n(.*?)\n```$", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    assert [path for path, _ in quoted] == ["userprio/negotiation/spins.py", "userprio/negotiation/matching/scan.py"]
    assert len(quoted) == CONTRIBUTING.count("```python\n")
    for path, line in quoted:
        assert line in (ROOT / path).read_text(encoding="utf-8")


def test_a_link_within_a_page_leads_to_a_heading_of_it() -> None:
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= headings(page), page


def test_the_command_that_runs_the_tests_is_that_of_the_checks() -> None:
    command = re.findall(r"^```sh\n(.*?)\n```$", CONTRIBUTING, re.MULTILINE | re.DOTALL)[0]
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_who_installs_the_program_finds_how_its_licence_and_what_changed() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "`pipx install .`" in readme and "`uv tool install .`" in readme
    assert {"LICENSE", "CHANGELOG.md"} <= {path for _, _, path in LINKS}
