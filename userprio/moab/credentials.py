"""What a configuration says of users, groups, accounts, QoS and classes (`USERCFG[...]` and its like)."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Final

from userprio.moab.accrual import POLICIES, exceptions
from userprio.moab.parameters import DURATION_EXPECTED, EXCEPTIONS_EXPECTED, INTEGER_EXPECTED, CredentialKind
from userprio.moab.targets import Target, UsageCap, read_cap, read_target
from userprio.moab.values import decimal, duration, integer

DEFAULT: Final = "DEFAULT"
"""The credential whose attributes fill the gaps of all others of its kind."""

MOST_SYSTEM_PRIORITY: Final = 1000
"""Largest absolute priority that an administrator can set."""


@dataclass(frozen=True, slots=True)
class Credential:
    """The attributes of one credential; None is not set, 0 is a value."""

    priority: int | None = None
    qtweight: int | None = None
    """Added to QUEUETIMEWEIGHT."""
    xfweight: int | None = None
    """Added to XFACTORWEIGHT."""
    fsweight: int | None = None
    """Added to FSWEIGHT."""
    qttarget: int | None = None
    """Seconds of queue time to be aimed at."""
    xftarget: float | None = None
    """Expansion factor to be aimed at."""
    fstarget: Target | UsageCap | None = None
    fscap: UsageCap | None = None
    sysprio: int | None = None
    """Absolute administrator's priority of jobs that have none of their own."""
    accrual_policy: str | None = None
    accrual_exceptions: tuple[str, ...] | None = None
    wclimit: int | None = None
    """Wallclock limit in seconds of jobs that ask for none."""

    def over(self, default: "Credential") -> "Credential":
        """This one with its gaps filled from another."""
        return Credential(
            *(
                own if (own := getattr(self, field.name)) is not None else getattr(default, field.name)
                for field in fields(self)
            )
        )

    @property
    def target(self) -> Target | None:
        """The fair share target; one of 0 is none."""
        return self.fstarget if isinstance(self.fstarget, Target) and self.fstarget.percent > 0 else None

    @property
    def caps(self) -> tuple[UsageCap, ...]:
        """Usage caps, however they are spelled."""
        return tuple(cap for cap in (self.fstarget, self.fscap) if isinstance(cap, UsageCap))


CredentialValue = int | float | str | tuple[str, ...] | Target | UsageCap


@dataclass(frozen=True, slots=True)
class Attribute:
    """What may be written for one attribute of a credential."""

    field: str
    """Of `Credential`."""
    read: Callable[[str], CredentialValue | None]
    expected: str
    kinds: frozenset[CredentialKind]
    """Credentials on which it has an effect."""


def _system_priority(text: str) -> int | None:
    value = integer(text)
    return value if value is not None and 0 <= value <= MOST_SYSTEM_PRIORITY else None


def _policy(text: str) -> str | None:
    return text.upper() if text.upper() in POLICIES else None


def _ratio(text: str) -> float | None:
    value = decimal(text)
    return value if value is not None and value >= 0 else None


_ALL: Final = frozenset(CredentialKind)
_QOS: Final = frozenset({CredentialKind.QOS})
_OFFSET_KINDS: Final = frozenset({CredentialKind.GROUP, CredentialKind.ACCOUNT, CredentialKind.QOS})

ATTRIBUTES: Final = {
    "PRIORITY": Attribute("priority", integer, INTEGER_EXPECTED, _ALL),
    "QTWEIGHT": Attribute("qtweight", integer, INTEGER_EXPECTED, _ALL),
    "XFWEIGHT": Attribute("xfweight", integer, INTEGER_EXPECTED, _ALL),
    "FSWEIGHT": Attribute("fsweight", integer, INTEGER_EXPECTED, _OFFSET_KINDS),
    "QTTARGET": Attribute("qttarget", duration, DURATION_EXPECTED, _QOS),
    "XFTARGET": Attribute("xftarget", _ratio, "a decimal number such as 5.0", _QOS),
    "FSTARGET": Attribute("fstarget", read_target, "a percentage such as 25, 25+ or 25-", _ALL),
    "FSCAP": Attribute("fscap", read_cap, "a cap such as 10, 10% or 16500^", _ALL),
    "SYSPRIO": Attribute("sysprio", _system_priority, f"a whole number from 0 to {MOST_SYSTEM_PRIORITY}", _QOS),
    "JOBPRIOACCRUALPOLICY": Attribute("accrual_policy", _policy, f"one of {', '.join(POLICIES)}", _QOS),
    "JOBPRIOEXCEPTIONS": Attribute("accrual_exceptions", exceptions, EXCEPTIONS_EXPECTED, _QOS),
    "DEFAULT.WCLIMIT": Attribute("wclimit", duration, DURATION_EXPECTED, frozenset({CredentialKind.CLASS})),
}
"""The attributes that have to do with priorities, by name."""
