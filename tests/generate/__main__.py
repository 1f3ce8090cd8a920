"""Write every generated file, and say which have changed."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from tests.generate import columns, limits, migrating, reasons
from tests.generate.completion import harvest, to_json
from tests.generate.manual import pages, topic_pages
from userprio.cli.app import cli
from userprio.cli.completion.commands import KEPT
from userprio.cli.housekeeping import SCRIPTS

REPOSITORY: Final = Path(__file__).parents[2]
PAGES: Final = "man/man1"
TOPICS: Final = "man/man7"
COMPLETIONS: Final = "completions"
"""These folders hold nothing that is not generated."""
PROGRAM: Final = "userprio/cli/topics"
COLUMNS_PAGE: Final = f"{PROGRAM}/columns.md"


@cache
def generated() -> Mapping[str, str]:
    """The text of every generated file but the page of columns, by its path in the repository."""
    topics = {"limits": limits.page(), "migrating": migrating.page(), "reasons": reasons.page()}
    return {
        **{f"{PROGRAM}/{name}.md": text for name, text in topics.items()},
        **{f"man/man{name[-1]}/{name}": text for name, text in {**pages(cli), **topic_pages(topics)}.items()},
        KEPT.relative_to(REPOSITORY).as_posix(): to_json(harvest(cli)),
        **{f"{COMPLETIONS}/{path.name}": path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.iterdir())},
    }


def write_columns(repository: Path) -> list[str]:
    """Write the page of columns, for which the commands are run, and return its name if it has changed."""
    text = columns.page()
    if _holds(repository / COLUMNS_PAGE, text):
        return []
    (repository / COLUMNS_PAGE).write_text(text, encoding="utf-8")
    return [COLUMNS_PAGE]


def write(repository: Path) -> list[str]:
    """Write what has changed, remove what is not generated any more, and return the names of both."""
    texts = generated()
    folders = (PAGES, TOPICS, COMPLETIONS)
    kept = {f"{folder}/{path.name}" for folder in folders for path in (repository / folder).glob("*")}
    gone = sorted(kept - texts.keys())
    for name in gone:
        (repository / name).unlink()
    changed = [name for name, text in texts.items() if not _holds(repository / name, text)]
    for name in changed:
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        (repository / name).write_text(texts[name], encoding="utf-8")
    return gone + changed


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    for name in (*write_columns(REPOSITORY), *write(REPOSITORY)):
        print(name)
