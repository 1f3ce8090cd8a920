"""What is known of each edit and of each kind of lease: one record each, which all parts of the program read.

A record says what the edit is called, how its value is read and checked, what it writes to a ledger, how it is sent to
a running pool and undone there, and what condor_userprio says about it.
"""

from enum import Enum, StrEnum
from typing import Final, NamedTuple, Self

from msgspec import Struct


class LeaseNames(NamedTuple):
    """The names under which the three parts of a lease are stored."""

    value: str
    prior: str
    expiration: str


class LeaseSpec(Struct, frozen=True):
    """What is known of a kind of lease."""

    name: str
    """In HTCondor's messages."""
    attributes: LeaseNames
    """In the ledger."""
    fields: LeaseNames
    """In `Customer`."""
    number: type[float] | type[int]
    """What its values are: factors are reals, weights are integers."""
    unset: int | None
    """The value that counts the same as none; None: the default factor."""


class LeaseKind(StrEnum):
    """What is leased, in the order in which expired leases are swept."""

    spec: LeaseSpec

    def __new__(cls, spec: LeaseSpec) -> Self:
        """A string, the name, with its record."""
        kind = str.__new__(cls, spec.name)
        kind._value_, kind.spec = spec.name, spec
        return kind

    CEILING = LeaseSpec(
        "ceiling",
        LeaseNames("Ceiling", "CeilingPreLeaseValue", "CeilingLeaseExpiration"),
        LeaseNames("ceiling", "ceiling_pre_lease_value", "ceiling_lease_expiration"),
        number=int,
        unset=-1,
    )
    FLOOR = LeaseSpec(
        "floor",
        LeaseNames("Floor", "FloorPreLeaseValue", "FloorLeaseExpiration"),
        LeaseNames("floor", "floor_pre_lease_value", "floor_lease_expiration"),
        number=int,
        unset=0,
    )
    FACTOR = LeaseSpec(
        "priority-factor",
        LeaseNames("PriorityFactor", "PriorityFactorPreLeaseValue", "PriorityFactorLeaseExpiration"),
        LeaseNames("priority_factor", "factor_pre_lease_value", "factor_lease_expiration"),
        number=float,
        unset=None,
    )

    @property
    def word(self) -> str:
        """In our messages, commands and files: the word for the value that is leased."""
        value = edit_of(self, Effect.SET).spec.value
        assert value is not None
        return value.word


class Effect(Enum):
    """What an edit does to a record."""

    SET = "sets its value"
    CANCEL = "ends its lease"
    RESET = "resets accumulated usage"
    DELETE = "deletes the record"


class Quantity(Enum):
    """What the value of an edit is, which decides how it is read."""

    REAL = "a real"
    WEIGHT = "a whole number"
    LIMIT = "a whole number, or -1 for none"
    TIME = "seconds since the epoch"


class ValueSpec(Struct, frozen=True):
    """What is known of the value that an edit sets."""

    word: str
    """What our commands and files call it, as in `userprio set alice@pool.test factor=500`."""
    attribute: str
    """Where it is stored."""
    quantity: Quantity
    title: str
    """What questions call it."""
    phrase: str
    """What refusals call it, with its article."""
    metavar: str
    """What help calls it."""
    least: int | None
    """The least value; None: any."""
    unset: float | int
    """The value that counts the same as no attribute."""

    @property
    def real(self) -> bool:
        """Whether it is a real; all else is an integer, which HTCondor stores in 32 bits."""
        return self.quantity is Quantity.REAL


class EditSpec(Struct, frozen=True):
    """What is known of an edit; `success`, `subject` and `too_low` are condor_userprio's words."""

    name: str
    """Its name as an option of condor_userprio and, except where it cancels a lease, as a command."""
    effect: Effect
    success: str
    """The message when it is done, with the name and the value."""
    subject: str | None = None
    """What cannot be updated if the name lacks its domain; None: the message is another."""
    repeats_name: bool = False
    """Whether that message repeats the name."""
    too_low: str | None = None
    """The refusal of a value below the least."""
    value: ValueSpec | None = None
    lease: LeaseKind | None = None
    """The kind of lease that it cancels, or that a duration or an end makes of it."""
    method: str | None = None
    """The method of HTCondor's Python bindings; None: they cannot make such an edit."""
    everyone: bool = False
    """Whether it applies to all records and takes no names."""

    @property
    def leasable(self) -> bool:
        """Whether a duration or an end makes it a lease."""
        return self.effect is Effect.SET and self.lease is not None


class EditAction(StrEnum):
    """The edits; of several on a command line, condor_userprio makes the first in this order."""

    spec: EditSpec

    def __new__(cls, spec: EditSpec) -> Self:
        """A string, the name, with its record."""
        action = str.__new__(cls, spec.name)
        action._value_, action.spec = spec.name, spec
        return action

    # Any real priority is taken, since one below 0.5 simply counts as 0.5.
    SET_PRIORITY = EditSpec(
        "setprio",
        Effect.SET,
        "The priority of {} was set to {:f}",
        subject="priority",
        value=ValueSpec(
            "prio", "Priority", Quantity.REAL, "real priority", "a priority", "PRIORITY", least=None, unset=0.5
        ),
        method="setPriority",
    )
    SET_FACTOR = EditSpec(
        "setfactor",
        Effect.SET,
        "The priority factor of {} was set to {:f}",
        subject="priority",
        too_low="Priority factors must be greater than or equal to 1.",
        value=ValueSpec(
            "factor",
            "PriorityFactor",
            Quantity.REAL,
            "priority factor",
            "a priority factor",
            "FACTOR",
            least=1,
            unset=1.0,
        ),
        lease=LeaseKind.FACTOR,
        method="setFactor",
    )
    SET_FLOOR = EditSpec(
        "setfloor",
        Effect.SET,
        "The floor of {} was set to {}",
        subject="floor",
        repeats_name=True,
        too_low="floor must be greater than or equal to 0.",
        value=ValueSpec("floor", "Floor", Quantity.WEIGHT, "floor", "a floor", "WEIGHT", least=0, unset=0),
        lease=LeaseKind.FLOOR,
    )
    SET_CEILING = EditSpec(
        "setceiling",
        Effect.SET,
        "The ceiling of {} was set to {}",
        subject="ceiling",
        repeats_name=True,
        too_low="ceiling must be greater than or equal to -1.",
        value=ValueSpec("ceiling", "Ceiling", Quantity.LIMIT, "ceiling", "a ceiling", "WEIGHT", least=-1, unset=-1),
        lease=LeaseKind.CEILING,
        method="setCeiling",
    )
    # The bindings have no methods for leases, nor for floors.
    CANCEL_CEILING_LEASE = EditSpec(
        "cancelceilinglease", Effect.CANCEL, "Cancelled ceiling lease for {}", lease=LeaseKind.CEILING
    )
    CANCEL_FLOOR_LEASE = EditSpec(
        "cancelfloorlease", Effect.CANCEL, "Cancelled floor lease for {}", lease=LeaseKind.FLOOR
    )
    CANCEL_FACTOR_LEASE = EditSpec(
        "cancelfactorlease", Effect.CANCEL, "Cancelled priority-factor lease for {}", lease=LeaseKind.FACTOR
    )
    SET_ACCUMULATED = EditSpec(
        "setaccum",
        Effect.SET,
        "The Accumulated Usage of {} was set to {:f}",
        subject="Accumulated usage",
        too_low="Usage must be greater than 0 seconds",
        value=ValueSpec(
            "usage",
            "WeightedAccumulatedUsage",
            Quantity.REAL,
            "accumulated usage",
            "accumulated usage",
            "SECONDS",
            least=0,
            unset=0.0,
        ),
        method="setUsage",
    )
    SET_BEGIN = EditSpec(
        "setbegin",
        Effect.SET,
        "The Begin Usage Time of {} was set to {}",
        subject="begin usage time",
        too_low="Time must be greater than 0 seconds",
        value=ValueSpec(
            "begin", "BeginUsageTime", Quantity.TIME, "start of use", "a usage start time", "TIME", least=0, unset=0
        ),
        method="setBeginUsage",
    )
    SET_LAST = EditSpec(
        "setlast",
        Effect.SET,
        "The Last Usage Time of {} was set to {}",
        subject="last usage time",
        too_low="Time must be greater than 0 seconds",
        value=ValueSpec(
            "last", "LastUsageTime", Quantity.TIME, "last use", "a last usage time", "TIME", least=0, unset=0
        ),
        method="setLastUsage",
    )
    # Its refusal speaks of the priority too, although it resets usage: condor_userprio's do.
    RESET_USAGE = EditSpec(
        "resetusage", Effect.RESET, "The accumulated usage of {} was reset", subject="priority", method="resetUsage"
    )
    DELETE = EditSpec("delete", Effect.DELETE, "The accountant record named {} was deleted", method="deleteUser")
    RESET_ALL = EditSpec(
        "resetall", Effect.RESET, "The accumulated usage was reset for all users", method="resetAllUsage", everyone=True
    )


ACTIONS: Final = {action.value: action for action in EditAction}
"""The edits by name, in their order."""
SETTABLE: Final = {action.spec.value.word: action for action in EditAction if action.spec.value is not None}
"""The edits that set a value, by the word for it."""
PLANNABLE: Final = (EditAction.SET_FACTOR, EditAction.SET_PRIORITY, EditAction.SET_FLOOR, EditAction.SET_CEILING)
"""The edits with a value that plans and what-if options take, in the order in which these make them."""


def edit_of(kind: LeaseKind, effect: Effect) -> EditAction:
    """The edit that sets or cancels leases of a kind."""
    return next(action for action in EditAction if action.spec.lease is kind and action.spec.effect is effect)


LEASES: Final = {kind.word: kind for kind in LeaseKind}
"""The kinds of lease by our words."""
