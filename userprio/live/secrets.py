"""What must not leave a pool: attributes and knobs that would let others act in its name."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

_PRIVATE: Final = frozenset(
    "capability claimid claimids claimidlist childclaimids pairedclaimid publicclaimid publicclaimids transferkey "
    "transfersocket env environment".split()
)
"""HTCondor's private attributes (`ClassAdPrivateAttrs`), the public halves of claims, and jobs' environments."""

_PRIVATE_NAMES: Final = re.compile(
    r"_condor_priv|(?:.*_)?(?:child)?claimids?\Z|.*(?:password|secret|privatekey|token)\Z"
)
_SECRET_KNOBS: Final = re.compile(
    r"PASSWORD|PASSWD|SECRET|CREDENTIAL|SIGNING_KEY|PRIVATE_KEY|_TOKEN|ACCESS_KEY|API_KEY"
)
_ELSEWHERE: Final = frozenset(
    "LOCAL_CONFIG_FILE LOCAL_CONFIG_DIR LOCAL_CONFIG_DIR_EXCLUDE_REGEXP REQUIRE_LOCAL_CONFIG_FILE USER_CONFIG_FILE "
    "LOCAL_ROOT_CONFIG_FILE".split()
)
"""Knobs that name more files to read: what those said is in the dump already, and here they would be others."""

_ASSIGNMENT: Final = re.compile(r"\s*([A-Za-z0-9_.$:]+)\s*(=|@=(\w+)\s*$)")


@lru_cache(maxsize=4096)
def is_secret(attribute: str) -> bool:
    """Whether an attribute of an ad is never to be kept."""
    lower = attribute.lower()
    return lower in _PRIVATE or _PRIVATE_NAMES.match(lower) is not None


def kept_knobs(dump: Iterable[str]) -> list[str]:
    """The lines of a daemon's configuration without secrets and without knobs that name more files to read.

    In a dump each knob has a line of its own, or several between marks (`@=end`).
    """
    kept: list[str] = []
    end: str | None = None
    keeping = True
    for line in dump:
        text = line.rstrip("\r\n")
        if end is not None:
            if keeping:
                kept.append(text)
            if text.strip() == end:
                end = None
            continue
        found = _ASSIGNMENT.match(text)
        if found is None:
            # Headings and the list of files at its end.
            continue
        name = found[1].upper()
        keeping = name.rpartition(".")[2] not in _ELSEWHERE and _SECRET_KNOBS.search(name) is None
        end = f"@{found[3]}" if found[3] else None
        if keeping:
            # A value that ends in a backslash would make the next knob a part of it.
            kept.append(text.rstrip("\\"))
    return kept
