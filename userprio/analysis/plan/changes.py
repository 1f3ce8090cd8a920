"""Proposed changes to knobs, ledger records, slots and jobs, as data: nothing is carried out here."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from userprio.accounting import Edit
from userprio.base.errors import placed
from userprio.base.versions import Version
from userprio.pool import JobTable, SlotTable


class ChangePlace(Struct, frozen=True):
    """Where a change was asked for, for errors: a file and perhaps a line, or an option as it was given."""

    path: Path | str | None = None
    line: int | None = None

    def sentence(self, message: str) -> str:
        """The message, prefixed with this place."""
        return placed(message, self.path, self.line)

    def unknown(self, message: str, *, creatable: bool) -> str:
        """The message about an unknown submitter; if `creatable`, with how to add it as a new one."""
        text = self.sentence(message)
        if not creatable:
            return text
        how = "Give --new" if isinstance(self.path, str) else "Write new = true there"
        return f"{text}{'' if text.endswith('?') else '.'} {how} to add a new submitter"


NOWHERE: Final = ChangePlace()


class KnobChange(Struct, frozen=True):
    """A configuration knob set to another value."""

    name: str
    value: str
    """As written in a configuration file, before expansion."""
    place: ChangePlace = NOWHERE


class LedgerChange(Struct, frozen=True):
    """An edit of the ledger, as the edit commands make it."""

    edit: Edit
    create: bool = False
    """Create records for names that have none, instead of refusing them."""
    place: ChangePlace = NOWHERE


class SlotsAdded(Struct, frozen=True):
    """Slots to add, after the existing ones."""

    table: SlotTable
    like: str | None = None
    """Name pattern of the slot to copy; the attributes of `table` override the copy's."""
    place: ChangePlace = NOWHERE


class SlotsRemoved(Struct, frozen=True):
    """Slots to remove."""

    pattern: str
    """Matches slot or machine names, with `*`, `?` and `[...]`, ignoring case."""
    most: int | None = None
    """The most slots to remove, starting from the end of the pool; None: all that match."""
    place: ChangePlace = NOWHERE


class JobsChange(Struct, frozen=True):
    """More or fewer idle jobs of a submitter."""

    submitter: str
    count: int
    """Idle jobs afterwards; with `relative`, the number added, or removed if negative."""
    relative: bool
    like: JobTable | None = None
    """A model for added jobs; None: the submitter's last idle job, or one that requests a core."""
    create: bool = False
    """Accept a submitter that is not in the pool."""
    place: ChangePlace = NOWHERE


class Changes(Struct, frozen=True):
    """Everything that is to change together. Changes of a kind are applied in the order given."""

    name: str | None = None
    """A name for the set of changes; the operations log keeps it as the reason."""
    knobs: tuple[KnobChange, ...] = ()
    edits: tuple[LedgerChange, ...] = ()
    slots: tuple[SlotsAdded | SlotsRemoved, ...] = ()
    jobs: tuple[JobsChange, ...] = ()
    to_config: Path | None = None
    """A configuration that replaces the present one before knobs are changed."""
    to_version: Version | None = None
    """Another version of HTCondor, for all daemons."""
    to_snapshot: str | None = None
    """A pool that replaces the present one before slots and jobs are changed: a folder, a file or an example's name."""

    def __bool__(self) -> bool:
        others = self.to_config or self.to_snapshot or self.to_version
        return bool(self.knobs or self.edits or self.slots or self.jobs or others)

    def and_then(self, later: "Changes") -> "Changes":
        """These changes followed by `later` ones, which take precedence."""
        return Changes(
            name=later.name or self.name,
            knobs=self.knobs + later.knobs,
            edits=self.edits + later.edits,
            slots=self.slots + later.slots,
            jobs=self.jobs + later.jobs,
            to_config=later.to_config or self.to_config,
            to_version=later.to_version or self.to_version,
            to_snapshot=later.to_snapshot or self.to_snapshot,
        )

    @property
    def overrides(self) -> Mapping[str, str]:
        """Knob values by name; if a knob is set twice, the last value counts."""
        return {change.name: change.value for change in self.knobs}
