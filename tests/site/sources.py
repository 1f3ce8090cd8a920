"""The pages of the site as Markdown, made from what the program, its manual and its tests have."""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from inspect import get_annotations
from pathlib import Path
from typing import Final, get_args

from msgspec import Struct

import userprio
from tests.cli.test_exact_screens import COMMANDS as SCREEN_COMMANDS
from tests.cli.test_exact_screens import SCREENS
from tests.site import pictures
from tests.site.links import NAMED, REPOSITORY_PAGES, linked, pages, relative
from tests.site.roff import code, markdown
from userprio.api.results import Result
from userprio.cli.commands import COMMANDS, Purpose
from userprio.cli.topics import BlockKind, items_of, kind, lines_of, names, topic

ROOT: Final = Path(__file__).parents[2]
TITLES: Final[Mapping[str, tuple[str, ...]]] = {
    "Learn": ("tutorial", "concepts", "cookbook", "migrating", "cheat-sheet"),
    "Why": ("reasons", "differences", "fidelity", "limits"),
    "Scripts": ("formats", "columns", "exit-status", "environment", "python"),
    "Pools": ("snapshots", "places", "live", "monitoring", "submit", "guards", "edits", "elsewhere"),
}
"""The chapters of topics."""
API: Final = (
    *("load", "Scenario", "Result", "evaluate", "quote", "run_with"),
    *("UserprioError", "BadInput", "EditError", "NothingFound", "UnknownSubmitter"),
)


_OF_RESULTS: Final = tuple(f"userprio.{name}." for name in ("analysis", "api", "negotiation", "report", "simulation"))
_RESULTS: Final = """# Results

The attributes of what the methods of a [Scenario](api.md) return, and then those of the records in them. `None` stands
for what is not there or not known. Each result also has the methods of `Result`. [The topic](topics/python.md) says
which names stay."""
_FIELDS: Final = """
    options:
      filters: ["!^_", "!^(rows|to_dict|to_frame)$"]
      inherited_members: true
      show_if_no_docstring: true
      show_bases: false
      show_labels: false
      show_signature: false
      signature_crossrefs: true"""


def markdown_pages() -> Mapping[str, str]:
    """Every page with its text."""
    return {
        **{path: relative((ROOT / name).read_text(encoding="utf-8"), path) for name, path in REPOSITORY_PAGES.items()},
        **{f"topics/{name}.md": _topic(name) for name in names()},
        **{path: f"# {name}\n\n{_command(name)}" for name, path in pages().items() if name.endswith("(1)")},
        "commands/index.md": _command_list(),
        "screens.md": _screens(),
        "pictures.md": _pictures(),
        "api.md": _api(),
        "results.md": _results(),
    }


def navigation() -> list[object]:
    """The order of the pages, as MkDocs has it; every page is in it once."""
    chapters = [{title: [{name: f"topics/{name}.md"} for name in own]} for title, own in TITLES.items()]
    commands = [{"All commands": "commands/index.md"}, {"userprio": "commands/userprio.md"}]
    commands += [{name: f"commands/{name}.md"} for name in COMMANDS]
    project = [{path.stem: path.as_posix()} for path in map(Path, REPOSITORY_PAGES.values()) if path.parent.name]
    learn, *others = chapters
    return [
        {"Home": "index.md"},
        learn,
        {"Commands": commands},
        *others,
        {"Python API": [{"Functions and classes": "api.md"}, {"Results": "results.md"}]},
        {"Screens": "screens.md"},
        {"Pictures": "pictures.md"},
        {"Project": project},
    ]


def _topic(name: str) -> str:
    page = topic(name)
    return "\n\n".join([f"# {page.about}", *map(_block, page.blocks)]) + "\n"


def _block(block: str) -> str:
    """A block of a topic; terms are headings, so that each can be linked and is met by the search."""
    match kind(block):
        case BlockKind.LINES:
            return "\n".join(["```text", *lines_of(block), "```"])
        case BlockKind.HEADING:
            return _linked(block)
        case BlockKind.ITEMS:
            return "\n".join(f"-   {_linked(item)}" for item in items_of(block))
        case BlockKind.TERM:
            word, _, text = block.partition("\n: ")
            return f"### {_linked(word)}\n\n{_linked(' '.join(text.split()))}"
        case BlockKind.PARAGRAPH:
            return _linked(block)


def _linked(text: str) -> str:
    """Prose of a topic as Markdown: names of pages as links, and what is not marked as it stands."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else _plain(part) for part in parts)


def _plain(text: str) -> str:
    text = re.sub(r"([\\_<>|{}\[\]])", r"\\\1", text)
    text = re.sub(r"(?<![\w-])(--?[a-z][\w-]*)", r"`\1`", text)
    return NAMED.sub(lambda found: linked(found[0]), text)


def _command(name: str) -> str:
    page = name.removesuffix("(1)")
    return markdown((ROOT / "man" / "man1" / f"{page}.1").read_text(encoding="utf-8"))


def _command_list() -> str:
    parts = ["# All commands"]
    for purpose in Purpose:
        own = [command for command in COMMANDS.values() if command.purpose is purpose and not command.hidden]
        parts += [f"## {purpose.value}", "\n".join(f"-   [{c.name}]({c.name}.md): {c.summary}" for c in own)]
    hidden = [command for command in COMMANDS.values() if command.hidden]
    lines = [f"-   [{c.name}]({c.name}.md){f': now `userprio {c.instead}`' if c.instead else ''}" for c in hidden]
    return "\n\n".join([*parts, "## Earlier spellings, which work as before", "\n".join(lines)]) + "\n"


def _screens() -> str:
    def parts() -> Iterator[str]:
        yield "# Screens"
        yield "As a terminal of 80 columns shows them. The tests compare each letter by letter."
        for name, line in SCREEN_COMMANDS.items():
            path = SCREENS / f"{name}-80.txt"
            if not name.startswith("large"):
                yield f"## {code(f'userprio {line}')}"
                yield f"```text\n{path.read_text(encoding='utf-8').rstrip()}\n```"

    return "\n\n".join(parts()) + "\n"


def _pictures() -> str:
    outcome = userprio.load("physics").negotiate()
    tree = pictures.group_tree(outcome.to_dict()["groups"])
    visits = pictures.cycle(list(outcome.rows()))
    return f"""# Pictures

## The tree of groups

The example pool `physics` after a dry run of a cycle. A bar is what the group and its subgroups hold: blue what was in
use before the cycle, green what the cycle gave. The orange line is the quota of the subtree. `<none>` is the root: all
of the pool.

{tree}

## A cycle

The visits of the same cycle in their order: round, spin and submitter. The frame is the limit, green what was won. A
submitter that reaches its limit is visited again in the next spin with what others left; groups get surplus in the
next round.

{visits}
"""


def _api() -> str:
    parts = ["# Python API", "See [the topic](topics/python.md) for where to begin."]
    parts.append("The [results](results.md) of methods have a page of their own.")
    parts += [f"::: userprio.{name}" for name in API]
    return "\n\n".join(parts) + "\n"


def result_records() -> tuple[type[Struct | Enum], ...]:
    """The classes of results, and then those of the records and words that their attributes consist of."""
    records: dict[type[Struct | Enum], None] = {}
    waiting: list[object] = [*Result.__subclasses__()]
    while waiting:
        kind = waiting.pop()
        waiting += get_args(kind)
        if isinstance(kind, type) and issubclass(kind, Struct | Enum) and kind.__module__.startswith(_OF_RESULTS):
            if kind in records:
                continue
            records[kind] = None
            for base in kind.__mro__:
                waiting += get_annotations(base).values()
    return tuple(sorted(records, key=lambda kind: (not issubclass(kind, Result), kind.__name__)))


def _results() -> str:
    parts = [f"::: {kind.__module__}.{kind.__qualname__}{_FIELDS}" for kind in result_records()]
    return "\n\n".join([_RESULTS, *parts]) + "\n"
