"""The parameters of moab.cfg that have to do with job priorities, and what each may be set to."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from userprio.moab.accrual import POLICIES as ACCRUAL_POLICIES
from userprio.moab.accrual import exceptions
from userprio.moab.factors import MAUI_NAMES, OTHER_NAMES, SUBFACTORS, Component
from userprio.moab.policy import FsPolicy
from userprio.moab.values import boolean, decimal, duration, integer, words

Value = int | float | bool | str | tuple[str, ...] | FsPolicy
"""What a parameter can be set to."""

GLOBAL: Final = "ALL"
"""The pseudo partition whose values hold wherever a partition has none of its own."""

MOST_WINDOWS: Final = 100
"""Of fair share; Maui stops at 24 or 32."""
_STEEPEST_DECAY: Final = 10.0


@dataclass(frozen=True, slots=True)
class Parameter:
    """What may be written for one parameter."""

    name: str
    read: Callable[[str], Value | None]
    """The value of a text, None for what is not accepted."""
    expected: str
    """Ends the sentence `X is to be ...`."""
    default: Value | None = None
    partitioned: bool = False
    """It may be set for one partition: `FSWEIGHT[batch]`."""
    several: bool = False
    """Its value may be several words."""


class CredentialKind(StrEnum):
    """What a job can belong to."""

    USER = "user"
    GROUP = "group"
    ACCOUNT = "account"
    QOS = "qos"
    CLASS = "class"

    @property
    def parameter(self) -> str:
        """The parameter that describes such a credential."""
        return f"{self.name}CFG"


def _window_count(text: str) -> int | None:
    value = integer(text)
    return value if value is not None and 1 <= value <= MOST_WINDOWS else None


def _decay(text: str) -> float | None:
    value = decimal(text)
    return value if value is not None and 0 <= value <= _STEEPEST_DECAY else None


def _interval(text: str) -> int | None:
    return duration(text) or None


def _minimum(text: str) -> int | None:
    """Moab itself writes -1 for no minimum."""
    value = integer(text)
    return 0 if value is not None and value < 0 else duration(text)


def _count(text: str) -> int | None:
    value = integer(text)
    return value if value is not None and value >= 0 else None


def _accrual(text: str) -> str | None:
    word = text.upper()
    return word if word in ACCRUAL_POLICIES else None


INTEGER_EXPECTED: Final = "a whole number such as 10 or -10"
DURATION_EXPECTED: Final = "a duration such as 90 (seconds) or 4:00:00"
EXCEPTIONS_EXPECTED: Final = "a list of violations such as SOFTPOLICY,HARDPOLICY, or ALL, or NONE"


def _integers(name: str, default: int) -> Parameter:
    return Parameter(name, integer, INTEGER_EXPECTED, default, partitioned=True)


def _flag(name: str, default: bool) -> Parameter:
    return Parameter(name, boolean, "TRUE or FALSE", default)


_OTHERS: Final = (
    Parameter("FSPOLICY", FsPolicy.read, f"one of {FsPolicy.known()}, or NONE", None, partitioned=True),
    Parameter("FSINTERVAL", _interval, f"{DURATION_EXPECTED}, not 0", 12 * 3600),
    Parameter("FSDEPTH", _window_count, f"a whole number from 1 to {MOST_WINDOWS}", 8),
    Parameter("FSDECAY", _decay, "a decimal number such as 0.8, not negative", 1.0),
    Parameter("XFMINWCLIMIT", _minimum, f"{DURATION_EXPECTED}, or -1 for none", 0),
    Parameter("JOBPRIOACCRUALPOLICY", _accrual, f"one of {', '.join(ACCRUAL_POLICIES)}", "ACCRUE"),
    Parameter("JOBPRIOEXCEPTIONS", exceptions, EXCEPTIONS_EXPECTED, (), several=True),
    _flag("ENABLENEGJOBPRIORITY", False),
    _flag("REJECTNEGPRIOJOBS", True),
    _flag("ENABLEPOSUSERPRIORITY", False),
    Parameter("NODETOJOBATTRMAP", words, "a list of node features such as gpfs,pvfs", (), several=True),
    Parameter("PRIORITYTARGETPROCCOUNT", _count, "a number of processors", 0),
    Parameter("PRIORITYTARGETDURATION", duration, DURATION_EXPECTED, 0),
)

PARAMETERS: Final = {
    parameter.name: parameter
    for parameter in (
        *(_integers(component.weight, 1) for component in Component),
        *(_integers(component.cap, 0) for component in Component),
        *(_integers(subfactor.weight, subfactor.default_weight) for subfactor in SUBFACTORS),
        *(_integers(subfactor.cap, 0) for subfactor in SUBFACTORS),
        *_OTHERS,
    )
}
"""Parameters with a value of their own, by name."""

JOB_VALUES: Final = "JOBPRIOF"
"""The parameter that gives values to attributes, states and generic resources."""

CREDENTIALS: Final = {kind.parameter: kind for kind in CredentialKind}
"""Parameters that describe credentials."""

KNOWN: Final = (*PARAMETERS, *CREDENTIALS, *OTHER_NAMES, *MAUI_NAMES, JOB_VALUES)
"""Every name that matters here."""
