"""condor_userprio's own spelling of what is to be listed: `userprio -quotas`, `userprio -allusers -all alice`.

Arguments are matched exactly as that program matches them (`user_prio.cpp`: `main`, `is_dash_arg_prefix`), one by one
against a table, first match first; so are its abbreviations, which stay as they are though it has options that are not
in this table.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from itertools import islice
from typing import Final

from userprio.report.listing import ALL, EVERYBODY, MOST, PRIORITIES, QUOTAS, USAGES, Detail, Layout, ListingOptions
from userprio.report.listing.details import NOTHING

_USER_NAME: Final = re.compile(r"[A-Za-z]|<none>\Z")
_INTEGER_PREFIX: Final = re.compile(r"\s*([+-]?\d{1,18})")


class ClassicUsageError(Exception):
    """The arguments make no sense to condor_userprio; it prints its usage text then and ends with status 1."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day as `-activefrom` was given it: month, day and year, none of them checked."""

    month: int
    day: int
    year: int

    def midnight(self, zone: tzinfo) -> int:
        """Local midnight, seconds since the epoch; months and days out of range roll over (`CalcTime`, `mktime`).

        A year below 50 is one of this century, one up to 1900 counts from 1900.

        Raises:
            ClassicUsageError: for what no calendar holds.
        """
        year = self.year + (2000 if self.year < 50 else 1900 if self.year <= 1900 else 0)
        years, month = divmod(self.month - 1, 12)
        try:
            first = datetime(year + years, month + 1, 1, tzinfo=zone)
            return int((first + timedelta(days=self.day - 1)).timestamp())
        except (ValueError, OverflowError) as error:
            raise ClassicUsageError from error


@dataclass(frozen=True, slots=True)
class ClassicRequest:
    """What a command line in condor_userprio's spelling asks for."""

    details: Detail = NOTHING
    keep_quotas: bool = False
    layout: Layout | None = None
    active_from: Day | None = None
    everybody: bool = False
    names: tuple[str, ...] = ()
    """Users and groups asked for, short names without an `@`."""

    def options(self, now: int, zone: tzinfo) -> ListingOptions:
        """The same for the listing; names lift the limit on activity."""
        since = None if self.active_from is None else self.active_from.midnight(zone)
        return ListingOptions(
            now=now,
            details=self.details,
            keep_quotas=self.keep_quotas,
            layout=self.layout,
            active_since=EVERYBODY if self.everybody or self.names else since,
        )


@dataclass(frozen=True, slots=True)
class _Option:
    name: str
    shortest: int
    """Fewest letters that condor_userprio takes for it, given all options that it looks at before."""
    apply: Callable[[ClassicRequest, Iterator[str]], ClassicRequest]
    """Adds the option, and whatever arguments it takes, to a request."""

    def matches(self, argument: str) -> bool:
        """A prefix after one dash; the whole name after two."""
        if argument.startswith("--"):
            return argument[2:] == self.name
        letters = argument[1:]
        return argument.startswith("-") and len(letters) >= self.shortest and self.name.startswith(letters)


def _detail(details: Detail, keep_quotas: bool = False) -> Callable[[ClassicRequest, Iterator[str]], ClassicRequest]:
    def apply(request: ClassicRequest, _: Iterator[str]) -> ClassicRequest:
        return replace(request, details=request.details | details, keep_quotas=request.keep_quotas or keep_quotas)

    return apply


def _layout(layout: Layout) -> Callable[[ClassicRequest, Iterator[str]], ClassicRequest]:
    return lambda request, _: replace(request, layout=layout)


def _everybody(request: ClassicRequest, _: Iterator[str]) -> ClassicRequest:
    return replace(request, everybody=True, active_from=None)


def _active_from(request: ClassicRequest, arguments: Iterator[str]) -> ClassicRequest:
    """Arguments are taken blindly, even where they look like options."""
    numbers = [_atoi(argument) for argument in islice(arguments, 3)]
    if len(numbers) < 3:
        raise ClassicUsageError
    return replace(request, active_from=Day(*numbers), everybody=False)


def _same(request: ClassicRequest, _: Iterator[str]) -> ClassicRequest:
    """`-negotiator`: the records listed here are always those that a negotiator would answer with."""
    return request


_TABLE: Final = (
    _Option("hierarchical", 2, _layout(Layout.HIERARCHICAL)),
    _Option("heir", 1, _layout(Layout.HIERARCHICAL)),
    _Option("flat", 2, _layout(Layout.FLAT)),
    _Option("grouporder", 6, _layout(Layout.GROUPS_FIRST)),
    _Option("quotas", 1, _detail(QUOTAS, keep_quotas=True)),
    _Option("surplus", 2, _detail(Detail.SURPLUS, keep_quotas=True)),
    _Option("sortkey", 2, _detail(Detail.SORT_KEY)),
    _Option("all", 1, _detail(ALL)),
    _Option("most", 2, _detail(MOST)),
    _Option("groupid", 6, _detail(Detail.GROUP_ID)),
    _Option("order", 1, _detail(Detail.GROUP_ORDER)),
    _Option("activefrom", 2, _active_from),
    _Option("allusers", 4, _everybody),
    _Option("usage", 2, _detail(USAGES)),
    _Option("priority", 4, _detail(PRIORITIES)),
    _Option("negotiator", 3, _same),
)

USAGE: Final = """\
Usage: userprio [OPTIONS] [LISTING-OPTIONS] [USERNAMES]

Listing options in condor_userprio's spelling:
  -quotas           effective, configured and subtree quota, surplus, demand
  -surplus          whether groups take surplus
  -sortkey          the groups' sort key
  -most             the usual columns (the default)
  -all              all columns but group id, order and sort key
  -priority         effective priority, real priority and factor
  -usage            in use, total usage, first and last use
  -groupid          number of the group
  -order            display order of the group
  -hierarchical     members under their groups (the default)
  -flat             no grouping
  -grouporder       groups first, then users
  -activefrom MONTH DAY YEAR   only what was used since
  -allusers         whatever its last use
  -negotiator       as the negotiator has it (always so here)

For everything else, see userprio --help.
"""


def parse_classic(arguments: Sequence[str]) -> ClassicRequest:
    """Read arguments as condor_userprio would.

    Raises:
        ClassicUsageError: where it would print its usage text.
    """
    request = ClassicRequest()
    rest = iter(arguments)
    for argument in rest:
        option = next((option for option in _TABLE if option.matches(argument)), None)
        if option is not None:
            request = option.apply(request, rest)
        elif _USER_NAME.match(argument):
            request = replace(request, names=(*request.names, argument))
        else:
            raise ClassicUsageError
    return request


def is_classic(arguments: Sequence[str]) -> bool:
    """Whether a command line without a command is in condor_userprio's spelling, right or wrong."""
    return any(
        (argument.startswith("-") and not argument.startswith("--"))
        or any(option.matches(argument) for option in _TABLE)
        for argument in arguments
    ) or (bool(arguments) and ("@" in arguments[0] or arguments[0] == "<none>"))


def named(name: str, names: Sequence[str]) -> bool:
    """Whether a record is one of those asked for: by its full name, or by what stands before its first `@`."""
    return not names or any(name == want if _is_full(want) else name.partition("@")[0] == want for want in names)


def _is_full(name: str) -> bool:
    return "@" in name or name == "<none>"


def _atoi(text: str) -> int:
    """C's atoi: what is no number is 0."""
    found = _INTEGER_PREFIX.match(text)
    return int(found[1]) if found else 0
