"""Pools with several negotiators: each has a local name (`-local-name NEG1`), and `NEG1.KNOB` counts for it alone."""

from collections.abc import Iterator

from userprio.config.config import Config
from userprio.config.errors import ConfigWarning, WarningKind
from userprio.config.knob import Reader
from userprio.config.tables import KNOBS


def as_negotiator(config: Config, name: str | None) -> Config:
    """The configuration as the negotiator whose ad has this name sees it; None: that is not known.

    With its local name, if it has one. Where nothing says which negotiator is meant, and some have local names, a
    warning says that their knobs do not count.
    """
    if name is None:
        return config.with_warnings(_not_counting(config))
    # Its ad has the name `NEG1@host`, whatever NEGOTIATOR_NAME is.
    return config.of_local_name(name.partition("@")[0])


def _not_counting(config: Config) -> Iterator[ConfigWarning]:
    seen: set[str] = set()
    for name in config.names():
        prefix, _, rest = name.partition(".")
        if prefix.lower() in (*config.scope.prefixes, *seen) or not _is_read(rest):
            continue
        seen.add(prefix.lower())
        message = (
            f"{name} counts only for a negotiator with the local name {prefix}, and nothing says that this one is "
            "meant: its ad, of `condor_status -negotiator -long`, would, in negotiator.ads"
        )
        origin = config.origin(name)
        path, line = (None, None) if origin is None else (origin.path, origin.line)
        yield ConfigWarning(path, line, message, WarningKind.LOCAL_NAME)


def _is_read(name: str) -> bool:
    """Whether it is a negotiator's knob; not one of a family, since their names may have dots."""
    knob = KNOBS.get(name.upper())
    return knob is not None and knob.reader is Reader.NEGOTIATOR and not knob.is_pattern
