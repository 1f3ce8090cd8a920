"""Pools with several negotiators: each has a local name (`-local-name NEG1`), and `NEG1.KNOB` counts for it alone."""

from collections.abc import Iterable, Iterator, Sequence

from userprio.config.config import Config
from userprio.config.errors import ConfigWarning, WarningKind
from userprio.config.knob import Reader
from userprio.config.tables import KNOBS, find_knob


def as_negotiator(config: Config, name: str | None) -> Config:
    """The configuration as the negotiator whose ad has this name sees it; None: that is not known.

    With its local name, if it has one. Where nothing says which negotiator is meant, and some have local names, a
    warning says that their knobs do not count.
    """
    if name is None:
        return config.with_warnings(_not_counting(config))
    # Its ad has the name `NEG1@host`, whatever NEGOTIATOR_NAME is.
    local = name.partition("@")[0]
    own = [knob for knob in config.names() if knob.lower().startswith(f"{local.lower()}.")]
    return config if _in_force(config, own) else config.of_local_name(local)


def _in_force(config: Config, names: Iterable[str]) -> bool:
    """Whether they count already, as in what a running negotiator told of itself: `KNOB` has the value of `NEG1.KNOB`.

    What the program does not know may have been left out there.
    """
    plain = ((name, name.partition(".")[2]) for name in names)
    return all(config.raw(name) == config.raw(rest) for name, rest in plain if find_knob(rest) is not None)


def _not_counting(config: Config) -> Iterator[ConfigWarning]:
    by_prefix: dict[str, list[str]] = {}
    for name in config.names():
        prefix, _, rest = name.partition(".")
        if prefix.lower() not in config.scope.prefixes and _is_read(rest):
            by_prefix.setdefault(prefix.lower(), []).append(name)
    if any(_in_force(config, own) for own in by_prefix.values()):
        return
    for own in by_prefix.values():
        yield _warning(config, own)


def _is_read(name: str) -> bool:
    """Whether it is a negotiator's knob; not one of a family, since their names may have dots."""
    knob = KNOBS.get(name.upper())
    return knob is not None and knob.reader is Reader.NEGOTIATOR and not knob.is_pattern


def _warning(config: Config, own: Sequence[str]) -> ConfigWarning:
    origin = config.origin(own[0])
    message = (
        f"{own[0]} counts only for a negotiator with the local name {own[0].partition('.')[0]}, and nothing says that "
        "this one is meant: its ad, of `condor_status -negotiator -long`, would, in negotiator.ads"
    )
    path, line = (None, None) if origin is None else (origin.path, origin.line)
    return ConfigWarning(path, line, message, WarningKind.LOCAL_NAME)
