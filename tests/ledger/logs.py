"""Logs and records made at random, whole and damaged."""

from hypothesis import strategies as st

from userprio.ledger import NewAd, Record, SetAttribute, format_record
from userprio.ledger.records import DeleteAttribute, DestroyAd

HEAD = b"107 3 CreationTimestamp 1767600000\n"
ALICE = b"101 Customer.alice@x * *\n103 Customer.alice@x Priority 2.000000\n"
BOB = b"101 Customer.bob@x * *\n103 Customer.bob@x Ceiling 5\n"

KEYS = [
    "Customer.alice@x",
    "Customer.alice@xy",
    "Customer.Alice@x",
    "Customer.",
    "Customer.<none>",
    "Customer.josé@x",
    "Customer.\udce9@x",
    "Customer.a\x01b@x",
    "Resource.slot1@ep@<10.0.0.1:9618?a=b>",
    "Accountant.",
    "Customer",
]
NAMES = [
    "Priority",
    "priority",
    "PRIORITY",
    "Ceiling",
    "CeilingLeaseExpiration",
    "ceilingleaseexpiration",
    "LastUpdateTime",
]
VALUES = [
    "1",
    "-1",
    "2.500000",
    "1E+16",
    "10000000000000000000000.000000",
    '"Customer.alice@x "',
    '"a CeilingLeaseExpiration b"',
    '"a \\" b"',
    'real("INF")',
    "UNDEFINED",
    "true",
    " 3 ",
    "1 + 2",
    "Floor * 2",
]

keys = st.sampled_from(KEYS)
names = st.sampled_from(NAMES)
values = st.sampled_from(VALUES) | st.integers(-9, 2**40).map(str) | st.floats(0, 1e9).map("{:f}".format)
records: st.SearchStrategy[Record] = st.one_of(
    st.builds(NewAd, keys, st.sampled_from(["*", "", "Job"])),
    st.builds(NewAd, keys),
    st.builds(DestroyAd, keys),
    st.builds(SetAttribute, keys, names, values),
    st.builds(SetAttribute, keys, names, values),
    st.builds(DeleteAttribute, keys, names),
)


def encoded(record: Record) -> bytes:
    """The line of a record as it stands in a file."""
    return format_record(record).encode("utf-8", "surrogateescape")


_brackets = st.sampled_from([b"105 \n", b"106 \n", b"106 #done\n"])
_odd = st.sampled_from(
    [
        b"103  Customer.alice@x  Priority 4\n",
        b" 103 Customer.alice@x Priority 4\n",
        b"0103 Customer.alice@x Priority 4\n",
        b"103x Customer.alice@x Priority 4\n",
        b"101 Customer.bob@x *\n",
        b"102\tCustomer.alice@x\n",
        b"107 8 CreationTimestamp 12\n",
        b"104 Customer.alice@x Priority rest\n",
    ]
)
_broken = st.sampled_from(
    [
        b"\n",
        b"\0\n",
        b"105\n",
        b"108 x\n",
        b"103 Customer.alice@x Priority 1 +\n",
        b"103 Customer.alice@x Priority",
        b"10",
    ]
)
_transactions = st.lists(records.map(encoded), max_size=4).map(lambda lines: b"105 \n" + b"".join(lines) + b"106 \n")
_line = records.map(encoded)

whole_logs = st.lists(_line | _transactions, max_size=14).map(lambda lines: HEAD + b"".join(lines))
"""As a negotiator leaves them."""

odd_logs = st.lists(_line | _transactions | _brackets | _odd, max_size=14).map(b"".join)
"""With transactions that begin and do not end, and with lines that HTCondor reads but does not write."""


@st.composite
def damaged_logs(draw: st.DrawFn) -> bytes:
    """Cut short, or with something in them that is not a record; some cannot be read at all."""
    log = draw(whole_logs | odd_logs)
    if draw(st.booleans()):
        return log[: draw(st.integers(0, len(log)))]
    lines = log.splitlines(keepends=True)
    at = draw(st.integers(0, len(lines)))
    return b"".join([*lines[:at], draw(_broken), *lines[at:]])


any_logs = whole_logs | odd_logs | damaged_logs()
