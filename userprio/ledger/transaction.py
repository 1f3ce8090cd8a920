"""The text of one transaction, which is what an edit appends."""

from collections.abc import Iterable

from userprio.ledger.errors import LedgerError
from userprio.ledger.records import BEGIN, END, BeginTransaction, EndTransaction, Record, SequenceNumber, format_record
from userprio.ledger.tokenizer import Corrupt, EndOfLog, read_record


def transaction_text(records: Iterable[Record]) -> bytes:
    """The lines of `records` between one begin and one end; nothing if there are none.

    Begins and ends among `records` are left out, so that all of them count or none.

    Raises:
        LedgerError: a record cannot be written so that it is read back as it is.
    """
    lines = [_line(record) for record in records if not isinstance(record, (BeginTransaction, EndTransaction))]
    if not lines:
        return b""
    return "".join([format_record(BEGIN), *lines, format_record(END)]).encode("utf-8", "surrogateescape")


def first_line(created: int) -> bytes:
    """The first line of a new log, made at `created` (seconds since the epoch)."""
    return format_record(SequenceNumber(1, created)).encode("ascii")


def _line(record: Record) -> str:
    line = format_record(record)
    try:
        if isinstance(record, SequenceNumber):
            raise LedgerError("a sequence number belongs in the first line of a ledger, not in a transaction")
        line.encode("utf-8", "surrogateescape")
        if read_record(line, 0) == (record, len(line)):
            return line
        reason = "it would be read as another one"
    except (Corrupt, EndOfLog) as wrong:
        # A corrupt record in front of the end of a transaction stops a negotiator from starting.
        reason = wrong.reason if isinstance(wrong, Corrupt) else "nothing would be read"
    except UnicodeEncodeError:
        reason = "it holds what is no character"
    raise LedgerError(f"{line.rstrip()!r} cannot be written to a ledger: {reason}")
