"""How the language is read, as far as versions of HTCondor differ in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from userprio.versions import Behaviour

_COMPARISONS: Final = {name.lower(): name for name in ("versionLT", "versionLE", "versionEQ", "versionGE", "versionGT")}


class Grammar(NamedTuple):
    """What a reader of expressions makes of them; each as in `userprio.versions`. The newest is the default."""

    elvis_binds_tightly: bool = True
    spaced_elvis_binds_tightly: bool = True
    number_suffixes_are_errors: bool = True
    large_integers_are_zero: bool = True
    version_functions_in_any_case: bool = True

    @classmethod
    def of(cls, behaviour: Behaviour) -> Grammar:
        """How a daemon of a version reads."""
        return cls(**{name: getattr(behaviour, name) for name in cls._fields})

    def is_elvis(self, operator: str) -> bool:
        """Whether `?`, perhaps with blanks and a colon after it, is the operator that binds tightly."""
        return operator != "?" and (self.elvis_binds_tightly if operator == "?:" else self.spaced_elvis_binds_tightly)

    def refuses(self, function: str) -> bool:
        """Whether a call of the function under this spelling is worth an error."""
        spelt = None if self.version_functions_in_any_case else _COMPARISONS.get(function.lower())
        return spelt is not None and spelt != function


NEWEST: Final = Grammar()
"""That of the newest version."""
