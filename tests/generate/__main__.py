"""Write every generated file, and say which have changed."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from tests.generate import columns, limits, migrating, reasons, schemas
from tests.generate.completion import harvest, to_json
from tests.generate.manual import pages, topic_pages
from userprio.cli.app import cli
from userprio.cli.completion.commands import KEPT
from userprio.cli.housekeeping import SCRIPTS
from userprio.report import schema_file

REPOSITORY: Final = Path(__file__).parents[2]
PAGES: Final = "man/man1"
TOPICS: Final = "man/man7"
COMPLETIONS: Final = "completions"
MANUAL: Final = (PAGES, TOPICS, COMPLETIONS)
"""These folders hold nothing that is not generated."""
PROGRAM: Final = "userprio/cli/topics"
COLUMNS_PAGE: Final = f"{PROGRAM}/columns.md"
SCHEMAS: Final = "userprio/report/schemas"


@cache
def generated() -> Mapping[str, str]:
    """The text of every generated file but those of `of_documents`, by its path in the repository."""
    topics = {"limits": limits.page(), "migrating": migrating.page(), "reasons": reasons.page()}
    return {
        **{f"{PROGRAM}/{name}.md": text for name, text in topics.items()},
        **{f"man/man{name[-1]}/{name}": text for name, text in {**pages(cli), **topic_pages(topics)}.items()},
        KEPT.relative_to(REPOSITORY).as_posix(): to_json(harvest(cli)),
        **{f"{COMPLETIONS}/{path.name}": path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.iterdir())},
    }


def of_documents() -> Mapping[str, str]:
    """The page of columns and the JSON Schemas, for which the commands are run, by their paths in the repository."""
    texts = {f"{SCHEMAS}/{schema_file(name)}": text for name, text in schemas.schemas().items()}
    return {COLUMNS_PAGE: columns.page(), **texts}


def write(repository: Path, texts: Mapping[str, str], folders: Sequence[str]) -> list[str]:
    """Write texts that have changed, remove what is in the folders beside them, and return the names of both."""
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
    # The page of columns comes first, as it is a topic of the manual.
    for name in write(REPOSITORY, of_documents(), (SCHEMAS,)):
        print(name)
    for name in write(REPOSITORY, generated(), MANUAL):
        print(name)
