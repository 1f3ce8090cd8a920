"""Reading a file of ads of whatever form."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from userprio.classad.ad import Ad
from userprio.classad.files.jsonform import read_json
from userprio.classad.files.long import read_runs
from userprio.classad.files.newform import read_new
from userprio.classad.files.problems import AdsProblem, Report
from userprio.classad.files.recognise import Form, recognise
from userprio.classad.files.source import read_text
from userprio.classad.files.xmlform import read_xml
from userprio.classad.packed import PackedAds, Run

_READERS: Final[dict[Form, Callable[[Iterable[str], Report], Iterator[Run | Ad]]]] = {
    Form.LONG: read_runs,
    Form.JSON: read_json,
    Form.XML: read_xml,
    Form.NEW: read_new,
}


def read_ads(
    path: Path, problems: list[AdsProblem] | None = None, progress: Callable[[int], None] | None = None
) -> Iterator[Ad]:
    """The ads of a file, one at a time: long, JSON, XML or new form, also packed with gzip, told by the content.

    What HTCondor would leave out silently is left out as well and added to `problems` with its line. Ads without an
    attribute are passed over; an empty file has no ads. `progress` is told how many bytes of the file have been read.

    Raises `AdsFileError`, once the first ad is asked for or where the damage is met, if the file cannot be read.
    """
    for piece in _pieces(path, problems, progress):
        if isinstance(piece, Run):
            yield from piece.ads()
        else:
            yield piece


def read_packed(
    path: Path, problems: list[AdsProblem] | None = None, progress: Callable[[int], None] | None = None
) -> PackedAds:
    """All ads of a file, as `read_ads` gives them, in the memory of what tells them from their neighbours.

    Raises `AdsFileError` if the file cannot be read.
    """
    return PackedAds(
        Run.of(piece) if isinstance(piece, Ad) and piece.outline is piece.shape else piece
        for piece in _pieces(path, problems, progress)
    )


def _pieces(
    path: Path, problems: list[AdsProblem] | None, progress: Callable[[int], None] | None
) -> Iterator[Run | Ad]:
    report = Report(path, problems)
    chunks = read_text(path, report, progress)
    head = next(chunks, "")
    yield from _READERS[recognise(head)](chain((head,), chunks), report)
