"""HTCondor's accounting ledger, `Accountantnew.log`: records to state and state to records.

Reading follows HTCondor's recovery rules byte for byte; nothing in here writes to a file.
"""

from userprio.ledger.compaction import compacted_log, compaction
from userprio.ledger.draft import Draft
from userprio.ledger.errors import LedgerError, LedgerWarning, Trouble
from userprio.ledger.ledger import Ledger
from userprio.ledger.records import (
    BEGIN,
    END,
    BeginTransaction,
    DeleteAttribute,
    DestroyAd,
    EndTransaction,
    NewAd,
    Record,
    SequenceNumber,
    SetAttribute,
    format_record,
)
from userprio.ledger.table_order import table_order
from userprio.ledger.values import compacted_text, real_text, string_text, value_of
from userprio.ledger.views import (
    ACCOUNTANT_KEY,
    CUSTOMER_ATTRIBUTES,
    CUSTOMER_PREFIX,
    RESOURCE_PREFIX,
    Customer,
    Resource,
)

__all__ = [
    "ACCOUNTANT_KEY",
    "BEGIN",
    "CUSTOMER_ATTRIBUTES",
    "CUSTOMER_PREFIX",
    "END",
    "RESOURCE_PREFIX",
    "BeginTransaction",
    "Customer",
    "DeleteAttribute",
    "DestroyAd",
    "Draft",
    "EndTransaction",
    "Ledger",
    "LedgerError",
    "LedgerWarning",
    "NewAd",
    "Record",
    "Resource",
    "SequenceNumber",
    "SetAttribute",
    "Trouble",
    "compacted_log",
    "compacted_text",
    "compaction",
    "format_record",
    "real_text",
    "string_text",
    "table_order",
    "value_of",
]
