"""Small pools that ship with the program, made up for it: every command can be tried on them by name."""

from difflib import get_close_matches
from pathlib import Path

from msgspec import Struct

from userprio.base.errors import BadInput

__all__ = ["Example", "find", "shipped"]

_HOME = Path(__file__).parent


class Example(Struct, frozen=True):
    """A shipped pool: a snapshot folder with its own configuration and ledger, or a hand-written pool.toml."""

    name: str
    about: str
    """One line."""
    folder: Path


def shipped() -> tuple[Example, ...]:
    """Every shipped example, by name."""
    return tuple(
        Example(about.parent.name, about.read_text(encoding="utf-8").strip(), about.parent)
        for about in sorted(_HOME.glob("*/about.txt"))
    )


def find(name: str) -> Example:
    """The example of that name; BadInput names the ones there are."""
    examples = {example.name: example for example in shipped()}
    if name in examples:
        return examples[name]
    near = get_close_matches(name, examples, n=1)
    guess = f"Did you mean {near[0]}? " if near else ""
    raise BadInput(
        f"there is no file, folder or shipped example named {name!r}",
        hint=f"{guess}Shipped examples are {', '.join(examples)}",
    )
