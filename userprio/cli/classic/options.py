"""condor_userprio's options in its order of matching, and its way of comparing (`is_dash_arg_prefix`)."""

import textwrap
from collections.abc import Callable
from enum import StrEnum
from operator import attrgetter
from typing import Final

from userprio.base.records import Record
from userprio.base.versions import LATEST, Behaviour


class Section(StrEnum):
    """Sections of options, in the order of the usage text."""

    WHO = "Whom to list"
    COLUMNS = "Columns, which add up"
    LAYOUT = "Layout"
    ADS = "Whole ads and parts of them, instead of a table"
    ELSEWHERE = "Something else to list"
    EDIT = "Changes, one at a time"
    SOURCE = "Where from"


class Option(Record):
    """One option."""

    name: str
    least: int
    """The fewest letters that match, unless an earlier option takes them."""
    section: Section
    about: str
    arguments: tuple[str, ...] = ()
    """Its arguments, as named in the usage text."""
    many: bool = False
    """The last of `arguments` may be repeated, up to the next word that begins with a dash."""
    flags: bool = False
    """`:text` may be appended to it."""
    known: Callable[[Behaviour], bool] = lambda tool: True
    """Whether a version of condor_userprio has it."""

    def matches(self, argument: str) -> bool:
        """Whether it matches: a prefix after one dash, the full name after two."""
        if self.flags:
            argument = argument.partition(":")[0]
        # After two dashes nothing may be left out: `--all` is condor_userprio's, while `--al` is none of its options.
        if argument.startswith("--"):
            return argument[2:] == self.name
        # A least length of 0 still needs a letter, or a lone dash would be -setprio, the first option of the table.
        letters = argument[1:]
        return argument.startswith("-") and len(letters) >= max(self.least, 1) and self.name.startswith(letters)


_USER: Final = ("USER",)
_VALUE: Final = ("USER", "VALUE")
_CEILINGS: Final = attrgetter("ceiling_leases_are_options")
_OTHERS: Final = attrgetter("other_leases_are_options")

OPTIONS: Final = (
    Option("setprio", 0, Section.EDIT, "set the real priority", _VALUE),
    Option("setfactor", 0, Section.EDIT, "set the priority factor", _VALUE),
    Option("setfloor", 0, Section.EDIT, "set the weight that is guaranteed", _VALUE),
    Option("setceiling", 0, Section.EDIT, "set the largest weight in use, -1 for none", _VALUE),
    Option(
        "duration",
        0,
        Section.EDIT,
        "make a factor, floor or ceiling a lease of that length",
        ("SECONDS",),
        known=_CEILINGS,
    ),
    Option("cancelceilinglease", 0, Section.EDIT, "end a lease on the ceiling", _USER, known=_CEILINGS),
    Option("cancelfloorlease", 0, Section.EDIT, "end a lease on the floor", _USER, known=_OTHERS),
    Option("cancelfactorlease", 0, Section.EDIT, "end a lease on the factor", _USER, known=_OTHERS),
    Option("setbegin", 0, Section.EDIT, "set the time of the first use, seconds since 1970", _VALUE),
    Option("setaccum", 0, Section.EDIT, "set the accumulated usage, weighted seconds", _VALUE),
    Option("setlast", 0, Section.EDIT, "set the time of the last use, seconds since 1970", _VALUE),
    Option("resetusage", 0, Section.EDIT, "reset the accumulated usage to 0", _USER),
    Option("delete", 3, Section.EDIT, "remove the record", _USER),
    Option("resetall", 0, Section.EDIT, "reset everybody's accumulated usage to 0"),
    Option("long", 1, Section.ADS, "whole ads"),
    Option("constraint", 1, Section.WHO, "those whose ad makes the expression true", ("EXPR",)),
    Option("legacy", 3, Section.ADS, "with -long: one numbered ad if that is the reply (the default)"),
    Option("modular", 3, Section.ADS, "with -long: an ad for each record"),
    Option("af", 2, Section.ADS, "the same as -autoformat", ("ATTRIBUTE",), many=True, flags=True),
    Option(
        "autoformat",
        5,
        Section.ADS,
        "attributes and expressions, a line for each record; flags after a colon: h headings, l labels, V quoted, "
        "r raw, T duration, Y date, t tabs, n newlines, g ads apart, a comma, j job",
        ("ATTRIBUTE",),
        many=True,
        flags=True,
    ),
    Option("debug", 1, Section.SOURCE, "accepted, but ignored", flags=True),
    Option("hierarchical", 2, Section.LAYOUT, "members under their groups (the default)"),
    Option("heir", 0, Section.LAYOUT, "the same"),
    Option("flat", 2, Section.LAYOUT, "groups and users in one list"),
    Option("grouprollup", 0, Section.LAYOUT, "include the usage of subgroups in that of the group"),
    Option("grouporder", 0, Section.LAYOUT, "groups first, then users"),
    Option("quotas", 1, Section.COLUMNS, "effective, configured and subtree quota, surplus, demand"),
    Option("surplus", 0, Section.COLUMNS, "which groups take surplus"),
    Option("sortkey", 2, Section.COLUMNS, "the groups' sort key"),
    Option("all", 0, Section.COLUMNS, "all but group id, order and sort key"),
    Option("most", 2, Section.COLUMNS, "the usual ones (the default)"),
    Option("groupid", 0, Section.COLUMNS, "the number of the group"),
    Option("order", 0, Section.COLUMNS, "what groups are ordered by"),
    Option("activefrom", 0, Section.WHO, "only users active since that day", ("MONTH", "DAY", "YEAR")),
    Option("allusers", 0, Section.WHO, "everybody, whatever the last use"),
    Option("usage", 2, Section.COLUMNS, "in use, total usage, first and last use"),
    Option("priority", 4, Section.COLUMNS, "effective priority, real priority, factor"),
    Option("getreslist", 6, Section.ELSEWHERE, "the slots that a submitter holds", _USER),
    Option("inputfile", 2, Section.ELSEWHERE, "the records in the numbered ad of a file", ("FILE",)),
    Option("pool", 1, Section.SOURCE, "the running pool with that collector", ("HOST",)),
    Option("name", 0, Section.SOURCE, "the negotiator of that name", ("NAME",)),
    Option("collector", 3, Section.SOURCE, "what the collector has: groups, users with jobs; with -pool the default"),
    Option("negotiator", 3, Section.SOURCE, "what the negotiator answers: everybody; with a ledger the default"),
)
"""In the order of matching: the first option that matches takes the argument."""


def find_option(argument: str, tool: Behaviour = LATEST) -> Option | None:
    """The option that an argument means to this version of condor_userprio."""
    return next((option for option in OPTIONS if option.known(tool) and option.matches(argument)), None)


_HEAD: Final = """\
Usage: userprio [OPTIONS] [CHANGE | LISTING-OPTIONS [USERS]]

The arguments of condor_userprio, applied to a ledger. USERS are full names, or the part before
the @; each option may be abbreviated as far as that tool allows.
"""
_FOOT: Final = """\

OPTIONS say where the ledger is: --ledger, --config, --snapshot, --now, --format; see userprio --help.
"""
_COLUMN: Final = 34
_WIDTH: Final = 96


def usage_text() -> str:
    """All options by section."""
    parts = [_HEAD]
    for section in Section:
        lines = [line for option in OPTIONS if option.section is section for line in _lines(option)]
        parts.append("\n".join((f"\n{section}:", *lines, "")))
    return "".join((*parts, _FOOT))


def _lines(option: Option) -> list[str]:
    words = [f"-{option.name}{'[:FLAGS]' if option.flags else ''}", *option.arguments]
    term = "  " + " ".join(words) + ("..." if option.many else "")
    indent = " " * _COLUMN
    if len(term) < _COLUMN - 1:
        return textwrap.wrap(option.about, _WIDTH, initial_indent=f"{term:{_COLUMN}}", subsequent_indent=indent)
    return [term, *textwrap.wrap(option.about, _WIDTH, initial_indent=indent, subsequent_indent=indent)]
