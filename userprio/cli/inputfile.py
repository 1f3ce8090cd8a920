"""The file of `-inputfile`: the negotiator's legacy ad as `-long` printed it."""

from contextlib import suppress
from pathlib import Path

from userprio.classad import Ad, ClassAdSyntaxError, parse, parse_prefix, unparse
from userprio.classad.files.long import split_line
from userprio.cli.environment import Environment
from userprio.errors import BadInput
from userprio.files import read_file
from userprio.limits import OTHER_FILE


class UnreadableAds(BadInput):
    """The file of ads cannot be opened."""


class NoAds(BadInput):
    """The file begins with what is no attribute."""


def read_legacy(path: Path, env: Environment) -> Ad:
    """The one ad that the file is read as, whatever stands between its lines (`InsertFromFile`).

    Reading ends at the first line that is no attribute; unless it is the very first, that is only warned of.

    Raises:
        UnreadableAds: there is no such file, or it may not be read.
        NoAds: there is a line, and it is no attribute.
    """
    try:
        text = read_file(path, OTHER_FILE).decode(errors="surrogateescape")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise UnreadableAds(f"the file of ads cannot be opened: {reason or error}", path) from error
    pairs: list[tuple[str, str]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.lstrip(" \t")
        if not content or content.startswith("#"):
            continue
        pair = _attribute(line)
        if pair is None:
            problem = "this line is no 'name = value'"
            if not pairs:
                raise NoAds(problem, path, number, hint="Give what condor_userprio -grouprollup -long prints")
            env.warn(f"{path}, line {number}: {problem}; it and what follows is not read")
            break
        pairs.append(pair)
    ad = Ad.lazy(pairs)
    if "NumSubmittors" not in ad:
        env.warn(f"{path}: there is no NumSubmittors, so no record is listed; only a legacy ad can be read")
    return ad


def _attribute(line: str) -> tuple[str, str] | None:
    """Name and text of a line; what follows the expression is dropped."""
    name, _, text = split_line(line)
    if not (name and text):
        return None
    with suppress(ClassAdSyntaxError):
        parse(text)
        return name, text
    with suppress(ClassAdSyntaxError):
        return name, unparse(parse_prefix(text))
    return None
