"""Pools with several negotiators: each has a local name (`-local-name NEG1`), and `NEG1.KNOB` counts for it alone."""

from collections.abc import Iterable, Iterator
from typing import Final

from userprio.config.config import Config
from userprio.config.errors import ConfigWarning, WarningKind
from userprio.config.knob import Reader
from userprio.config.tables import KNOBS

_NAME: Final = "NEGOTIATOR_NAME"


def as_negotiator(config: Config, name: str | None) -> Config:
    """The configuration as the negotiator whose ad has this name sees it; None: that is not known.

    With its local name, if it has one. Where nothing says which negotiator is meant, and some have local names, a
    warning says that their knobs do not count.
    """
    knobs: dict[str, list[str]] = {}
    for knob in config.names():
        prefix, _, rest = knob.partition(".")
        if prefix.lower() not in config.scope.prefixes and _is_read(rest):
            knobs.setdefault(prefix, []).append(knob)
    # What a running negotiator told of itself has the values of its local name already.
    if not knobs or any(_in_force(config, own) for own in knobs.values()):
        return config
    if name is None:
        return config.with_warnings(_not_counting(config, knobs.values()))
    local = (prefix for prefix in knobs if _host_less(config.text(f"{prefix}.{_NAME}") or prefix) == _host_less(name))
    mine = next(local, None)
    return config if mine is None else config.of_local_name(mine)


def _is_read(name: str) -> bool:
    """Whether it is a negotiator's knob; not one of a family, since their names may have dots."""
    knob = KNOBS.get(name.upper())
    return knob is not None and knob.reader is Reader.NEGOTIATOR and not knob.is_pattern


def _in_force(config: Config, names: Iterable[str]) -> bool:
    return all(config.raw(name) == config.raw(name.partition(".")[2]) for name in names)


def _host_less(name: str) -> str:
    return name.partition("@")[0].lower()


def _not_counting(config: Config, knobs: Iterable[list[str]]) -> Iterator[ConfigWarning]:
    for own in knobs:
        origin, prefix = config.origin(own[0]), own[0].partition(".")[0]
        message = (
            f"{own[0]} counts only for a negotiator with the local name {prefix}, and nothing says that this one is "
            "meant: its ad, of `condor_status -negotiator -long`, would, in negotiator.ads"
        )
        yield ConfigWarning(
            None if origin is None else origin.path,
            None if origin is None else origin.line,
            message,
            WarningKind.LOCAL_NAME,
        )
