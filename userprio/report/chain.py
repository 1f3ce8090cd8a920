"""What the hashes in an operations log come to: sentences, JSON, and a row for each line that does not fit."""

from collections.abc import Iterator
from typing import Any, Final

from userprio.ledger import BreakKind, Chain, ChainBreak
from userprio.report.formats import Block, Formats, Paragraph
from userprio.report.table import Table, data_column
from userprio.report.text import count, printable

_WHY: Final = {
    BreakKind.CHANGED: "does not have the hash of the line before it: that line was changed, or lines were taken "
    "out or put in between the two",
    BreakKind.NO_HASH: "has no hash, though a line before it has: an older version of userprio wrote it, or "
    "something else did",
}

_BREAKS: Final = Table[ChainBreak]("log check", noun="line").of(
    data_column("file", lambda broken: str(broken.path)),
    data_column("line", lambda broken: broken.line),
    data_column("kind", lambda broken: broken.kind, about="what does not fit"),
)


def chain_document(chain: Chain) -> dict[str, Any]:
    """The hashes of a log, schema `userprio.log-check/1`; `breaks` are the lines that do not fit, oldest first."""
    return {
        "schema": "userprio.log-check/1",
        "holds": chain.holds,
        "operations": chain.operations,
        "unchained": chain.unchained,
        "first": chain.first,
        "complete": chain.complete,
        "head": chain.head,
        "wanted": chain.wanted,
        "contains": chain.contains,
        "breaks": list(_BREAKS.dicts(chain.breaks)),
    }


def chain_blocks(chain: Chain) -> Iterator[Block]:
    """A sentence for each thing that is to be known, the worst first."""
    if chain.breaks:
        first = chain.breaks[0]
        what = f"{printable(str(first.path))}, line {first.line}, {_WHY[first.kind]}."
        if len(chain.breaks) > 1:
            what += f" {count(len(chain.breaks), 'line')} in all do not fit."
        yield Paragraph.of(what, "bold red")
    if not chain.contains:
        what = f"No line has the hash {chain.wanted}: the log was written anew or its end cut off since then"
        yield Paragraph.of(f"{what}, or the file with that line was removed.", "bold red")
    if chain.unchained or (chain.operations and chain.first is None):
        wrote = f"{count(chain.unchained, 'operation')} of older versions {'is' if chain.unchained == 1 else 'are'}"
        yield Paragraph.of(f"{wrote} not chained: nothing shows whether {_they(chain.unchained)} changed.")
    if not chain.complete:
        yield Paragraph.of(f"What came before operation {chain.first} is not there, as where older files were removed.")
    if chain.first is not None and not chain.breaks:
        yield Paragraph.of(f"From operation {chain.first} on, every line fits the line before it.")
    if chain.head is None:
        yield Paragraph.of("No operations.")
    else:
        yield Paragraph.of(f"The last line has the hash {chain.head}.")


def _they(number: int) -> str:
    return "it was" if number == 1 else "they were"


CHAIN_FORMATS: Final = Formats[Chain](
    document=chain_document,
    rows=lambda result: _BREAKS.rows(result.breaks),
    screen=lambda result, look: chain_blocks(result),
)
