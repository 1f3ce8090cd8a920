"""A request for a listing, independent of the command line's spelling."""

from enum import Enum
from pathlib import Path

import msgspec

from userprio.base import LATEST, Behaviour, Moment
from userprio.classad import Expr
from userprio.report import EVERYBODY, NOTHING, QUOTAS, Autoformat, Column, Layout, ListingOptions


class Source(Enum):
    """Which daemon of a running pool is asked."""

    NEGOTIATOR = "negotiator"
    """Has everybody, as of now."""
    COLLECTOR = "collector"
    """Has submitters with jobs, and groups, as of the last cycle."""
    COLLECTOR_FIRST = "collector first"
    """The collector, and the negotiator for names that the collector does not have."""


class ListingRequest(msgspec.Struct, frozen=True):
    """Which records, from where, and how they are shown."""

    names: tuple[str, ...] = ()
    """Submitters and groups, whole or without what follows the first `@`; none: all."""
    ends: bool = False
    """The trailing part of a name is enough if it is unique."""
    constraints: tuple[Expr, ...] = ()
    """All have to be true of a record's ad."""
    active_since: Moment | int | None = None
    """None: a day ago; `EVERYBODY`: no limit, as with names."""
    rollup: bool = False
    """Groups include the usage of all below them."""
    input_file: Path | None = None
    """A file with the negotiator's legacy ad, in place of a ledger."""
    details: Column = NOTHING
    required: Column = NOTHING
    """Columns that are shown even if they are empty."""
    complete: bool = False
    """Figures besides those of the columns are wanted."""
    keep_quotas: bool = False
    layout: Layout | None = None
    only_groups: bool = False
    """Users are only counted."""
    long: bool = False
    modular: bool = False
    """With `long`: one ad for each record even if the reply is one numbered ad."""
    autoformat: Autoformat | None = None
    source: Source = Source.NEGOTIATOR
    tool: Behaviour = LATEST
    """The condor_userprio to imitate."""

    @property
    def needs_ledger(self) -> bool:
        """Whether it asks for more than quotas, which only depend on configuration and pool."""
        quotas = self.details != NOTHING and self.details | self.required | QUOTAS == QUOTAS and not self.complete
        return not quotas or self.active_since != EVERYBODY or self.long or self.autoformat is not None

    def options(self, now: int) -> ListingOptions:
        """The options of the table."""
        since = self.active_since.at(now) if isinstance(self.active_since, Moment) else self.active_since
        return ListingOptions(
            now=now,
            details=self.details,
            required=self.required,
            keep_quotas=self.keep_quotas,
            layout=self.layout,
            active_since=EVERYBODY if self.names and self.tool.named_users_are_always_listed else since,
            tool=self.tool,
            selected=bool(self.names or self.constraints),
            only_groups=self.only_groups,
            in_order=self.source is not Source.COLLECTOR,
        )
