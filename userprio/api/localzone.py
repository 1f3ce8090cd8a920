"""The local time zone, in which times without a zone are meant and shown."""

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from functools import cache
from pathlib import Path
from typing import Final

_LOCALTIME: Final = Path("/etc/localtime")


def local_zone(environ: Mapping[str, str]) -> tzinfo:
    """The local zone with its rules for daylight saving; a fixed offset would be wrong for half of the year.

    A name in `TZ` is looked up; without `TZ` the system's rules are read. With a `TZ` in POSIX form, or without system
    rules, today's offset is used; if that is a day or more, which no time can have, it is `datetime.UTC` itself.
    """
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    name = environ.get("TZ", "").removeprefix(":")
    with suppress(ZoneInfoNotFoundError, ValueError, OSError):
        if name:
            return ZoneInfo(name)
        if _LOCALTIME.is_file():
            with _LOCALTIME.open("rb") as rules:
                return ZoneInfo.from_file(rules, key="localtime")
    try:
        local = datetime.now().astimezone().tzinfo
    except ValueError:
        return UTC
    assert local is not None
    return local


@cache
def zone_here() -> tzinfo:
    """The local zone of this process."""
    return local_zone(os.environ)
