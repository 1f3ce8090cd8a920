"""The page for those who know condor_userprio, Slurm or Moab: each option of condor_userprio, and what it is here."""

from typing import Final

from tests.generate import prose
from userprio.cli.classic.options import OPTIONS, Option, Section, find_option

_HERE: Final = {
    "setprio": "set USER prio=VALUE",
    "setfactor": "setfactor USER VALUE",
    "setfloor": "set USER floor=VALUE",
    "setceiling": "set USER ceiling=VALUE",
    "duration": "set USER factor=VALUE --for 2d",
    "cancelceilinglease": "reset USER --lease ceiling",
    "cancelfloorlease": "reset USER --lease floor",
    "cancelfactorlease": "reset USER --lease factor",
    "setbegin": "set USER begin=TIME",
    "setaccum": "set USER usage=SECONDS",
    "setlast": "set USER last=TIME",
    "resetusage": "reset USER",
    "delete": "delete USER",
    "resetall": "reset --all",
    "long": "most --format long",
    "constraint": "most --constraint EXPR",
    "legacy": "most --format long --legacy",
    "modular": "most --format long --modular",
    "af": "most --autoformat ATTRIBUTES",
    "autoformat": "most --autoformat ATTRIBUTES",
    "debug": "nothing: it is ignored",
    "hierarchical": "most --layout hierarchical",
    "heir": "most --layout hierarchical",
    "flat": "most --layout flat",
    "grouprollup": "most --group-rollup",
    "grouporder": "most --layout grouporder",
    "quotas": "quotas",
    "surplus": "most --surplus",
    "sortkey": "most --sort-key",
    "all": "all, or most --columns NAMES",
    "most": "most",
    "groupid": "most --group-id",
    "order": "most --order",
    "activefrom": "most --active-from 2026-01-31",
    "allusers": "most --all-users",
    "usage": "usage, or most --columns NAMES",
    "priority": "priority, or most --columns NAMES",
    "getreslist": "resources USER",
    "inputfile": "most --input-file FILE",
    "pool": "--pool HOST, with most commands",
    "name": "--name NAME, with most commands",
    "collector": "most --collector",
    "negotiator": "most --negotiator",
}
"""What is typed after `userprio`, by condor_userprio's option."""


def page() -> str:
    """The text of the page.

    Raises:
        ValueError: an option is missing, or there is none of that name.
    """
    if differing := {option.name for option in OPTIONS} ^ set(_HERE):
        raise ValueError(f"say of these options what they are here, and of no others: {', '.join(sorted(differing))}")
    text = (prose.PROSE / "migrating.md").read_text(encoding="utf-8")
    differences = "\n".join(
        f"{about}\n: {what}\n" for about, what in prose.terms(prose.read("differences")[""]).items()
    )
    text = text.replace("{options}\n", "\n".join(map(_section, Section)))
    text = text.replace("{classic options}\n", "\n".join(map(_about, OPTIONS)))
    return text.replace("{differences}\n", differences)


def _section(section: Section) -> str:
    rows = [(_typed(option), _HERE[option.name]) for option in OPTIONS if option.section is section]
    width = max(len(typed) for typed, _ in rows)
    lines = "".join(f"{typed:{width}}  {here}\n" for typed, here in rows)
    return f"{section}:\n\n```text\n{lines}```\n"


def _about(option: Option) -> str:
    enough = _shortest(option)
    shorter = "" if enough == option.name else f" Shortest: `-{enough}`."
    return f"{_typed(option)}\n: {option.about[0].upper()}{option.about[1:]}.{shorter}\n"


def _shortest(option: Option) -> str:
    """As much of an option's name as will do, since those further up take what they match."""
    beginnings = (option.name[:length] for length in range(1, len(option.name) + 1))
    return next((beginning for beginning in beginnings if find_option(f"-{beginning}") is option), option.name)


def _typed(option: Option) -> str:
    words = [f"-{option.name}{'[:FLAGS]' if option.flags else ''}", *option.arguments]
    return " ".join(words) + ("..." if option.many else "")
