"""What the hashes in an operations log come to: sentences, JSON, and a row for each line that does not fit."""

from collections.abc import Iterator
from typing import Any, Final

from userprio.ledger import Chain, Misfit, MisfitKind
from userprio.report.formats import Block, Formats, Paragraph
from userprio.report.table import Table, data_column
from userprio.report.text import count, printable

_WHY: Final = {
    MisfitKind.CHANGED: "does not have the hash of the line before it: that line was changed, or lines were taken "
    "out or put in between the two",
    MisfitKind.NO_HASH: "has no hash, though a line before it has: an older version of userprio wrote it, or "
    "something else did",
}

_MISFITS: Final = Table[Misfit]("log check", noun="line").of(
    data_column("file", lambda misfit: str(misfit.path)),
    data_column("line", lambda misfit: misfit.line),
    data_column("kind", lambda misfit: misfit.kind, about="what does not fit"),
)


def chain_document(chain: Chain) -> dict[str, Any]:
    """The hashes of a log, schema `userprio.log-check/1`; `misfits` are the lines that do not fit, oldest first."""
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
        "misfits": list(_MISFITS.dicts(chain.misfits)),
    }


def chain_blocks(chain: Chain) -> Iterator[Block]:
    """A sentence for each thing that is to be known, the worst first."""
    if chain.misfits:
        first = chain.misfits[0]
        what = f"{printable(str(first.path))}, line {first.line}, {_WHY[first.kind]}."
        if len(chain.misfits) > 1:
            what += f" {count(len(chain.misfits), 'line')} in all do not fit."
        yield Paragraph.of(what, "bold red")
    if not chain.contains:
        what = f"No line has the hash {chain.wanted}: the log was written anew or its end cut off since then"
        yield Paragraph.of(f"{what}, or the file with that line was removed.", "bold red")
    if chain.unchained or (chain.operations and chain.first is None):
        wrote = f"{count(chain.unchained, 'operation')} of older versions {'is' if chain.unchained == 1 else 'are'}"
        yield Paragraph.of(f"{wrote} not chained: nothing shows whether {_they(chain.unchained)} changed.")
    if not chain.complete:
        yield Paragraph.of(f"What came before operation {chain.first} is not there, as where older files were removed.")
    if chain.first is not None and not chain.misfits:
        yield Paragraph.of(f"From operation {chain.first} on, every line fits the line before it.")
    if chain.head is None:
        yield Paragraph.of("No operations.")
    else:
        yield Paragraph.of(f"The last line has the hash {chain.head}.")


def _they(number: int) -> str:
    return "it was" if number == 1 else "they were"


CHAIN_FORMATS: Final = Formats[Chain](
    document=chain_document,
    rows=lambda result: _MISFITS.rows(result.misfits),
    screen=lambda result, look: chain_blocks(result),
)
