"""Every command and every script of every page runs, and prints what the page shows."""

import re
from pathlib import Path

import pytest

from tests.marks import slow
from tests.shown import PAGES, ROOT, Part, Shell, parts, renewed, today

PARTS = [part for page in PAGES for part in parts(page)]
FORECASTS = [part for part in PARTS if any(" forecast " in block[2] for block in part.blocks)]
FENCES = {"console", "pycon", "python", "toml", "ini", "text", "sh", "diff"}


@pytest.mark.parametrize("part", [*(part for part in PARTS if part not in FORECASTS), *slow(FORECASTS)], ids=str)
def test_a_page_shows_what_is_printed(part: Part, tmp_path: Path) -> None:
    for block, text in today(part, tmp_path):
        assert block[2] == text, "run python -m tests.shown"


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
