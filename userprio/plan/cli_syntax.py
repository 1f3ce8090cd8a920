"""Changes as they are spelled in options: `--slots +100:Cpus=8`, `--jobs alice@lab.example=0`."""

import re
import tomllib
from collections.abc import Iterator
from typing import Final

from userprio.errors import BadInput
from userprio.plan.changes import JobsChange, SlotsAdded, SlotsRemoved
from userprio.plan.changes_file import ChangesReader
from userprio.pool.toml_file import PoolTables

_ADDED: Final = re.compile(r"\+(\d{1,9})(?::(.*))?\Z", re.DOTALL)
_REMOVED: Final = re.compile(r"-(?:(\d{1,9})(?::(.+))?|(.+))\Z", re.DOTALL)
_JOBS: Final = re.compile(r"(?P<name>[^=]+)=(?P<sign>[+-]?)(?P<count>\d{1,9})(?::(?P<rest>.*))?\Z", re.DOTALL)
_SLOTS_HINT: Final = "Such as +100:Cpus=8,Memory=16000 or -slot1@old* or -10:slot1@old*"
_JOBS_HINT: Final = "Such as alice@lab.example=0, or =+20:request_cpus=4, or =-5"


def parse_slots(text: str) -> SlotsAdded | SlotsRemoved:
    """The change of `--slots`: `+N[:NAME=VALUE,...]`, `-PATTERN`, `-N[:PATTERN]`.

    Raises:
        BadInput: it is of another form, or an attribute is no good.
    """
    reader = _reader("--slots", text)
    if found := _ADDED.match(text):
        return reader.slots(1, {"add": int(found[1]), **_attributes("--slots", text, found[2])})
    if found := _REMOVED.match(text):
        if found[1] is None:
            return reader.slots(1, {"remove": found[3]})
        return reader.slots(1, {"remove": found[2] or "*", "count": int(found[1])})
    raise BadInput("this is neither more nor fewer slots", f"--slots {text}", hint=_SLOTS_HINT)


def parse_jobs(text: str, *, new: bool) -> JobsChange:
    """The change of `--jobs`: `NAME=N`, `NAME=+N[:NAME=VALUE,...]`, `NAME=-N`; `new` lets in who is not there yet.

    Raises:
        BadInput: it is of another form, or an attribute is no good.
    """
    found = _JOBS.match(text)
    if found is None:
        raise BadInput("this is no number of jobs of a submitter", f"--jobs {text}", hint=_JOBS_HINT)
    key = {"": "count", "+": "add", "-": "remove"}[found["sign"]]
    table = {"submitter": found["name"].strip(), key: int(found["count"]), "new": new}
    return _reader("--jobs", text).jobs(1, {**table, **_attributes("--jobs", text, found["rest"])})


def _reader(option: str, text: str) -> ChangesReader:
    return ChangesReader(PoolTables(f"{option} {text}", ""))


def _attributes(option: str, text: str, given: str | None) -> dict[str, object]:
    """Names and values: numbers, true, false and what stands in quotes as in TOML, anything else as text."""
    attributes: dict[str, object] = {}
    for part in _parts(given or ""):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise BadInput(f"{part.strip()!r} is not of the form NAME=VALUE", f"{option} {text}")
        attributes[name.strip()] = _value(value.strip())
    return attributes


def _parts(text: str) -> Iterator[str]:
    """What stands between commas, those in quotes or brackets left alone."""
    part, quoted, depth = "", False, 0
    for character in text:
        quoted ^= character == '"'
        depth += 0 if quoted else (character in "([{") - (character in ")]}")
        if character == "," and not quoted and depth <= 0:
            yield part
            part = ""
        else:
            part += character
    if part.strip():
        yield part


def _value(text: str) -> object:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text
