"""Where the pages of the site are that texts name as pages of the manual, such as userprio-wait(1)."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import PurePosixPath
from typing import Final

from userprio.cli.commands import COMMANDS
from userprio.cli.topics import names

NAMED: Final = re.compile(r"\b(userprio(?:-[a-z]+(?:-[a-z]+)*)?)\(([17])\)")
REPOSITORY_PAGES: Final[Mapping[str, str]] = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
}
"""Pages of the repository, with the page of the site that has their text."""


@cache
def pages() -> Mapping[str, str]:
    """The page of the site for each of the manual, as in `{"userprio-wait(1)": "commands/wait.md"}`."""
    return {
        "userprio(1)": "commands/userprio.md",
        **{f"userprio-{name}(1)": f"commands/{name}.md" for name in COMMANDS},
        **{f"userprio-{name}(7)": f"topics/{name}.md" for name in names()},
    }


def linked(name: str) -> str:
    """The name of a page of the manual, linked if the site has it, for a page one folder below the first."""
    path = pages().get(name)
    return f"[{name}](../{path})" if path else f"`{name}`"


def relative(text: str, page: str) -> str:
    """A page of the repository whose links lead to the pages of the site, or are no links where it has none."""
    up = "../" * (len(PurePosixPath(page).parts) - 1)

    def moved(found: re.Match[str]) -> str:
        words, path, _, heading = found[1], *found[2].partition("#")
        topic = re.fullmatch(r"userprio/cli/topics/([a-z-]+)\.md", path)
        target = f"topics/{topic[1]}.md" if topic else REPOSITORY_PAGES.get(path)
        if target is None:
            return words
        return f"[{words}]({up}{target}{f'#{heading}' if heading else ''})"

    return re.sub(r"\[([^\]]+)\]\((?!https?:|#)([^)]+)\)", moved, text)
