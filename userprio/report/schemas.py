"""JSON Schemas of what the commands write that scripts read most; `python -m tests.generate` makes the files."""

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent / "schemas"


def schema_names() -> list[str]:
    """The documents that have a schema, as they name it, such as `userprio.negotiate/1`."""
    return sorted(
        f"userprio.{stem}/{version}"
        for stem, _, version in (path.stem.rpartition("-") for path in _FOLDER.glob("*.json"))
    )


def schema_text(name: str) -> str:
    """The JSON Schema (draft 7) of the documents of this name.

    Raises:
        KeyError: they have none.
    """
    if name not in schema_names():
        raise KeyError(name)
    return (_FOLDER / schema_file(name)).read_text(encoding="utf-8")


def schema_file(name: str) -> str:
    """The name of the file with the schema of these documents."""
    return name.removeprefix("userprio.").replace("/", "-") + ".json"
