"""What somebody thinks of changing: knobs, records of the ledger, slots, jobs. As data, not carried out yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from userprio.accounting import Edit
from userprio.errors import placed
from userprio.pool import JobTable, SlotTable
from userprio.versions import Version


@dataclass(frozen=True, slots=True)
class ChangePlace:
    """Where a change was asked for, for errors: a file and perhaps a line, or an option as it was given."""

    path: Path | str | None = None
    line: int | None = None

    def sentence(self, message: str) -> str:
        """The message with this place before it."""
        return placed(message, self.path, self.line)

    def unknown(self, message: str, *, creatable: bool) -> str:
        """The message about somebody unknown, with what to do where somebody new can be meant."""
        text = self.sentence(message)
        if not creatable:
            return text
        how = "Give --new" if isinstance(self.path, str) else "Write new = true there"
        return f"{text}{'' if text.endswith('?') else '.'} {how} to add a new submitter"


NOWHERE: Final = ChangePlace()


@dataclass(frozen=True, slots=True)
class KnobChange:
    """A knob of the configuration set to another text."""

    name: str
    value: str
    """As a configuration file would have it, before expansion."""
    place: ChangePlace = NOWHERE


@dataclass(frozen=True, slots=True)
class LedgerChange:
    """An edit of the ledger, as the edit commands make it."""

    edit: Edit
    create: bool = False
    """Make records for names that have none, instead of refusing them."""
    place: ChangePlace = NOWHERE


@dataclass(frozen=True, slots=True)
class SlotsAdded:
    """More slots, after those that there are."""

    table: SlotTable
    like: str | None = None
    """Pattern of the name of a slot that they are copies of, but for the attributes of the table."""
    place: ChangePlace = NOWHERE


@dataclass(frozen=True, slots=True)
class SlotsRemoved:
    """Fewer slots."""

    pattern: str
    """Of their names or machines, with `*`, `?` and `[...]`; case does not matter."""
    most: int | None = None
    """At most so many, the last ones of the pool first; None: all that match."""
    place: ChangePlace = NOWHERE


@dataclass(frozen=True, slots=True)
class JobsChange:
    """More or fewer idle jobs of a submitter."""

    submitter: str
    count: int
    """How many idle jobs there are afterwards, or with `relative` how many more, or fewer if negative."""
    relative: bool
    like: JobTable | None = None
    """What added jobs are like; None: as the submitter's last idle job, or one core."""
    create: bool = False
    """Accept a submitter that the pool does not know."""
    place: ChangePlace = NOWHERE


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that is to change together. Each kind is made in the order given."""

    name: str | None = None
    """The name of the whole; the operations log keeps it as the reason."""
    knobs: tuple[KnobChange, ...] = ()
    edits: tuple[LedgerChange, ...] = ()
    slots: tuple[SlotsAdded | SlotsRemoved, ...] = ()
    jobs: tuple[JobsChange, ...] = ()
    to_config: Path | None = None
    """A configuration that takes the place of the present one, before knobs are changed."""
    to_version: Version | None = None
    """Another version of HTCondor, of all daemons."""
    to_snapshot: str | None = None
    """A pool that takes the place of the present one, before slots and jobs are changed: folder, file or name."""

    def __bool__(self) -> bool:
        others = self.to_config or self.to_snapshot or self.to_version
        return bool(self.knobs or self.edits or self.slots or self.jobs or others)

    def and_then(self, later: "Changes") -> "Changes":
        """These changes followed by others, which win."""
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
        """The knobs by name; the last text counts where one is set twice."""
        return {change.name: change.value for change in self.knobs}
