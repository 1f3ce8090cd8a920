"""What fair share counts (`FSPOLICY`)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self


class Charge(StrEnum):
    """The unit that is charged to a credential."""

    DEDICATED_PS = "DEDICATEDPS"
    """Processors dedicated times seconds."""
    DEDICATED_PES = "DEDICATEDPES"
    """Processor equivalents times seconds."""
    UTILIZED_PS = "UTILIZEDPS"
    """Processors really used times seconds."""
    NOTHING = "NONE"
    """Fair share is off."""


_VARIANTS: Final = {"PDEDICATEDPS": Charge.DEDICATED_PS, "SDEDICATEDPES": Charge.DEDICATED_PES}


@dataclass(frozen=True, slots=True)
class FsPolicy:
    """One value of FSPOLICY."""

    text: str
    """As written."""
    charge: Charge
    of_available: bool = False
    """Percentages are taken of the capacity instead of what was delivered (a `%` behind the name; Moab's meaning)."""
    remark: str | None = None
    """What is unusual about it."""

    @classmethod
    def known(cls) -> str:
        """The names, for a message."""
        return ", ".join(charge.value for charge in Charge if charge is not Charge.NOTHING)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The policy of a text, None for what is none."""
        word = text.upper()
        name = word.rstrip("%*")
        suffix = word[len(name) :]
        if suffix not in ("", "%", "*"):
            return None
        remark = f"the * behind {name} is ignored" if suffix == "*" else None
        if name in _VARIANTS:
            charge = _VARIANTS[name]
            remark = f"{name} is treated like {charge.value}"
        elif name in set(Charge):
            charge = Charge(name)
        else:
            return None
        return cls(text, charge, suffix == "%", remark)
