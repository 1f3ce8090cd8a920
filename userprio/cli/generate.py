"""`python -m userprio.cli.generate` writes everything that is made from the command tree and kept in the repository:
man/, completions/, and the shape of the command line that completion answers from.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from userprio.cli.app import cli
from userprio.cli.completion.harvest import harvest
from userprio.cli.completion.scripts import SCRIPTS
from userprio.cli.completion.shape import KEPT, to_json
from userprio.cli.manual import pages

REPOSITORY: Final = Path(__file__).parents[2]
FOLDERS: Final = ("man", "completions")
"""These hold nothing that is not generated."""


def generated() -> Mapping[str, str]:
    """The text of every generated file, by its path in the repository."""
    return {
        **{f"man/{name}": text for name, text in pages(cli).items()},
        **{f"completions/{name}": text for name, text in SCRIPTS.items()},
        KEPT.relative_to(REPOSITORY).as_posix(): to_json(harvest(cli)),
    }


def write(repository: Path) -> list[str]:
    """Write what has changed, take away the files of commands that are no more, and say which they were."""
    texts = generated()
    kept = {f"{folder}/{path.name}" for folder in FOLDERS for path in (repository / folder).glob("*")}
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
    for name in write(REPOSITORY):
        print(name)
