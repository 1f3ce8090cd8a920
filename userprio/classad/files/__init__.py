"""Files of ads as HTCondor's tools and other people's scripts write them: long, JSON, JSON lines, XML and new form.

The form is recognised by the beginning of a file and never by its name. Everything is streamed: some hundred ads are in
memory at a time, whatever the size of the file. `read_packed` keeps them, in no more memory than their differences
take. Damage that HTCondor would skip silently comes back as `AdsProblem`; a file that cannot be read ends in
`AdsFileError`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

from userprio.base.limits import ADS, JOB_ADS, budget
from userprio.base.patterns import lazy_pattern
from userprio.base.snapshot_trust import SnapshotRoot
from userprio.classad.ad import Ad, PackedAds, PackedRun
from userprio.classad.files.long import read_runs, write_long
from userprio.classad.files.source import AdsFileError, AdsProblem, Report, read_text

__all__ = ["AdFormat", "AdsFileError", "AdsProblem", "read_ads", "read_packed", "recognise", "write_long"]


class AdFormat(Enum):
    """How a file writes its ads."""

    LONG = "long"
    """`name = expression` lines, a blank line between ads (`condor_status -long`, `condor_q -long`, history files)."""
    JSON = "JSON"
    """An array of objects, or objects one after another (`-json`, `-jsonl`)."""
    XML = "XML"
    """`<classads>` (`-xml`)."""
    NEW = "new"
    """`[ a = 1; b = 2 ]`, bare or listed in braces (`-long:new`)."""


_TOGETHER: Final = 1000  # Ads that are counted together
_COMMENTS = lazy_pattern(r"(?>(?:\s++|#[^\n]*+\n?|//[^\n]*+\n?|/\*(?>(?:[^*]++|\*(?!/))*)\*/)*)")
_BLANK = lazy_pattern(r"\s*+")
_XML_BEGINS: Final = ("<?xml", "<classads", "<!DOCTYPE", "<!--")


def recognise(head: str) -> AdFormat:
    """The form of the file that begins with `head`; what looks like none of the others is long.

    The line breaks that HTCondor's own reader insists on do not matter: JSON that went through another tool is JSON.
    """
    at = _past(_COMMENTS, head, 0)
    if head.startswith(_XML_BEGINS, at):
        return AdFormat.XML
    opening = head[at : at + 1]
    inside = head[_past(_BLANK, head, at + 1) :][:1]
    if opening == "[":  # `[ { "a": 1 } ]` is JSON, `[ a = 1 ]` an ad in new form
        return AdFormat.JSON if inside in ("{", "]") else AdFormat.NEW
    if opening == "{":
        return AdFormat.NEW if inside == "[" else AdFormat.JSON if inside in ('"', "}", "") else AdFormat.LONG
    return AdFormat.LONG


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    return match.end() if (match := pattern.match(text, at)) else at


def _reader(form: AdFormat, *, shared: bool) -> Callable[[Iterable[str], Report], Iterator[PackedRun | Ad]]:
    if form is AdFormat.LONG:
        return partial(read_runs, shared=shared)
    from userprio.classad.files import typed  # Rarely needed, and what it needs itself takes a while to load

    return {AdFormat.JSON: typed.read_json, AdFormat.XML: typed.read_xml, AdFormat.NEW: typed.read_new}[form]


def read_ads(
    path: Path,
    problems: list[AdsProblem] | None = None,
    progress: Callable[[int], None] | None = None,
    within: SnapshotRoot | None = None,
) -> Iterator[Ad]:
    """The ads of a file, one at a time: long, JSON, XML or new form, also packed with gzip, recognised by content.

    What HTCondor would leave out silently is left out as well and added to `problems` with its line. Ads without an
    attribute are skipped; an empty file has no ads. `progress` is called with the number of bytes read so far. A file
    of an untrusted snapshot must be `within` its root.

    Raises `AdsFileError`, once the first ad is asked for or where the damage is met, if the file cannot be read, and
    `Exceeded` if it has more than the run may read.
    """
    for piece in _pieces(Report(path, problems, within), progress, ADS):
        yield from piece.ads() if isinstance(piece, PackedRun) else (piece,)


def read_packed(
    path: Path,
    problems: list[AdsProblem] | None = None,
    progress: Callable[[int], None] | None = None,
    within: SnapshotRoot | None = None,
) -> PackedAds:
    """All ads of a file, as `read_ads` gives them, in no more memory than their differences from their neighbours take.

    Raises `AdsFileError` if the file cannot be read, and `Exceeded` if it has more than the run may read.
    """
    return PackedAds(
        PackedRun.of(piece) if isinstance(piece, Ad) and piece.schema_key is piece.schema else piece
        for piece in _pieces(Report(path, problems, within), progress, JOB_ADS)
    )


def _pieces(report: Report, progress: Callable[[int], None] | None, bound: str) -> Iterator[PackedRun | Ad]:
    path = report.path
    chunks = read_text(path, report, progress)
    head = next(chunks, "")
    run, count = budget(), 0
    for piece in _reader(recognise(head), shared=bound is ADS)(chain((head,), chunks), report):
        count += piece.count if isinstance(piece, PackedRun) else 1
        if count >= _TOGETHER:  # One look at the budget for a thousand ads, not for each
            run.spend(bound, count, path)
            count = 0
        yield piece
    run.spend(bound, count, path)
