"""Every command and every script of every page runs, and prints what the page shows."""

import re
from pathlib import Path

import pytest

from tests.marks import slow
from tests.shown import PAGES, ROOT, Part, Shell, parts, renewed, today, whole
from tests.shown.figures import BENCH_PAGE, SENTENCES, recorded_pools, with_figures

PARTS = [part for page in PAGES for part in parts(page)]
LONG = [part for part in PARTS if any(re.search(r" forecast |--to-version", block[2]) for block in part.blocks)]
FENCES = {"console", "pycon", "python", "toml", "ini", "text", "sh", "diff"}


@pytest.mark.parametrize("part", [*(part for part in PARTS if part not in LONG), *slow(LONG)], ids=str)
def test_a_page_shows_what_is_printed(part: Part, tmp_path: Path) -> None:
    for block, text in today(part, tmp_path):
        assert block[2] == text, "run python -m tests.shown"


@pytest.mark.slow
def test_the_cookbook_can_be_typed_from_top_to_bottom_in_one_folder(tmp_path: Path) -> None:
    """Each question is run in a folder of its own above; nobody who reads changes folders between two of them."""
    for block, text in today(whole("userprio/cli/topics/cookbook.md"), tmp_path):
        assert block[2] == text


def test_no_two_questions_of_the_cookbook_make_the_same_file() -> None:
    made = [
        name
        for block in whole("userprio/cli/topics/cookbook.md").blocks
        for name in re.findall(r"^\$ .*(?:\binit \S+ |--page |\brecord |> (?=\w+\.\w+$))(\S+)", block[2], re.MULTILINE)
    ]
    assert len(made) > 5
    assert len(made) == len(set(made))


@pytest.mark.parametrize("page", [*SENTENCES, BENCH_PAGE])
def test_figures_in_prose_are_those_that_were_counted_or_measured(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert with_figures(page, text) == text, "run python -m tests.shown"


def test_a_figure_is_put_in_and_a_sentence_that_is_gone_is_missed() -> None:
    page = "userprio/cli/topics/fidelity.md"
    text = (ROOT / page).read_text(encoding="utf-8")
    older = recorded_pools()["23.9.6"]
    assert f"all {older} of 23.9.6" in " ".join(text.split())
    assert with_figures(page, text.replace(f"all {older}", "all 7")) == text
    with pytest.raises(ValueError, match="0 times"):
        with_figures(page, text.replace(f"all {older}", "most"))


@pytest.mark.parametrize("page", PAGES)
def test_a_block_is_of_a_kind_that_is_known_and_is_run_if_it_can_be(page: str) -> None:
    """A block of `text` may show commands only where they are about a running pool."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    for kind, text in blocks:
        assert kind in FENCES
        if kind == "text":
            for command in re.findall(r"^\$ (.*)$", text, re.MULTILINE):
                assert "--pool" in command, command


def test_what_is_left_out_stays_left_out_when_a_page_is_renewed() -> None:
    got = ["head", "a 1", "b 2", "c 3", "total 6"]
    assert renewed(["head", "...", "total 5"], got) == ["head", "...", "total 6"]
    assert renewed(["head", "...", "b 1", "..."], got) == ["head", "...", "b 2", "..."]
    assert renewed(["old"], got) == got
    assert renewed(["x", "y", "..."], got) == ["head", "a 1", "..."]
    with pytest.raises(ValueError, match="zebra"):
        renewed(["head", "...", "zebra 1", "..."], got)


def test_a_shell_keeps_files_and_statuses(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    assert shell.printed("userprio --snapshot physics dump > policy.toml") == []
    assert shell.printed("cat policy.toml")[0].startswith("#")
    assert shell.printed("userprio --snapshot nowhere negotiate") != []
    assert shell.printed("echo $?") == ["6"]
    with pytest.raises(ValueError, match="rm"):
        shell.printed("rm policy.toml")
