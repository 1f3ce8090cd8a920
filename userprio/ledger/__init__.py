"""HTCondor's accounting ledger, `Accountantnew.log`: from records to state and back.

Reading follows HTCondor's recovery rules byte for byte. `LedgerStore` does the writing: one transaction at a time,
under a lock, all or nothing.

Begin with `records`, the lines of the log, and `ledger`, the state that they come to; `reader` knows what damage means.
`store` changes the file under the `lock`, and `operations` keeps beside it each `operation`, with who did it and why.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.ledger.chain import BreakKind, Chain, ChainBreak, check_chain
    from userprio.ledger.files import FileCalls, StoreError, StoreErrorKind
    from userprio.ledger.ledger import (
        EXISTENCE,
        Change,
        Ledger,
        LogBytes,
        changes_between,
        merged_changes,
        reversal,
        same_text,
        text_in,
    )
    from userprio.ledger.lock import exclusive
    from userprio.ledger.operation import Operation, OperationState, left_to_undo, to_be_undone, with_outcome
    from userprio.ledger.operations import OperationsError, OperationsLog
    from userprio.ledger.records import (
        DestroyAd,
        LedgerError,
        NewAd,
        NotALedger,
        Record,
        SequenceNumber,
        SetAttribute,
        format_record,
    )
    from userprio.ledger.store import LedgerStore, RecordBuilder, Session
    from userprio.ledger.values import (
        ACCOUNTANT_KEY,
        CUSTOMER_ATTRIBUTES,
        CUSTOMER_PREFIX,
        RESOURCE_PREFIX,
        Customer,
        Resource,
        attribute,
        compacted_text,
        has_any,
        real_of,
        real_text,
        string_of,
        value_of,
    )
else:
    __all__, __getattr__ = lazy_exports(__file__)
