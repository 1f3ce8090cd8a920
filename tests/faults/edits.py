"""The edits that are interrupted: what lies in the folder before, and the command line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.faults.machine import Machine
from tests.faults.server import Request

NOW: Final = 1_772_442_000
LEDGER: Final = "Accountantnew.log"
ANN, BEN, EVE, ZOE = (f"{name}@lab.example" for name in ("ann", "ben", "eve", "zoe"))
MANY: Final = [f"user{number:02}@lab.example" for number in range(40)]

TEXT: Final = "".join(
    (
        "107 1 CreationTimestamp 1772000000\n",
        "101 Accountant. * *\n",
        "103 Accountant. LastUpdateTime 1772441940\n",
        "101 Customer.<none> * *\n",
        "103 Customer.<none> PriorityFactor 1000.000000\n",
        *(
            f"101 Customer.{name} * *\n"
            f"103 Customer.{name} Priority 4.500000\n"
            f"103 Customer.{name} PriorityFactor 1000.000000\n"
            f"103 Customer.{name} ResourcesUsed 2\n"
            f"103 Customer.{name} WeightedResourcesUsed 2.000000\n"
            f"103 Customer.{name} WeightedAccumulatedUsage 36000.000000\n"
            f"103 Customer.{name} LastUsageTime 1772441940\n"
            for name in (ANN, BEN, ZOE, *MANY)
        ),
        f"103 Customer.{BEN} Ceiling 5\n",
        f"103 Customer.{BEN} CeilingPreLeaseValue -1\n",
        f"103 Customer.{BEN} CeilingLeaseExpiration 1772441999\n",
    )
)
"""A ledger; the lease of ben's ceiling has just run out."""

Preparation = Callable[[Path], Mapping[str, bytes]]


@dataclass(frozen=True, slots=True)
class Edit:
    """A command line that edits, and how it comes to that."""

    arguments: tuple[str, ...]
    before: tuple[tuple[str, ...], ...] = ()
    """Command lines that come first, without faults."""
    tail: bytes = b""
    """What stands at the end of the ledger."""
    rotates_at: int | None = None
    reads_ads: Mapping[str, str] = field(default_factory=dict)
    """Files beside the ledger, by name."""


def _long_tail() -> bytes:
    return b"105 \n103 Customer.ann@lab.example PriorityFactor 7.00"


EDITS: Final[Mapping[str, Edit]] = {
    "setfactor": Edit(("setfactor", ANN, "500", "--reason", "paper is due")),
    "setprio": Edit(("setprio", ANN, "12")),
    "setaccum": Edit(("setaccum", ANN, "3600")),
    "setbegin": Edit(("setbegin", ANN, "1772000000")),
    "setlast": Edit(("setlast", ANN, "1772000000")),
    "setfloor": Edit(("setfloor", ANN, "3")),
    "setceiling": Edit(("setceiling", ANN, "30")),
    "set": Edit(("set", ANN, BEN, "factor=500", "floor=3", "--for", "2d", "--reason", "paper is due")),
    "set of all values": Edit(
        ("set", EVE, "prio=12", "factor=7", "floor=3", "ceiling=9", "usage=0", "begin=90d", "last=1d", "--new")
    ),
    "lease": Edit(("setfactor", ANN, "500", "--duration", "2d")),
    "lease after another": Edit(("setceiling", ANN, "9", "--duration", "2d")),
    "cancel-lease": Edit(("cancel-lease", ANN, "floor"), (("setfloor", ANN, "3", "--duration", "1d"),)),
    "several": Edit(("setfactor", ANN, BEN, EVE, "500", "--new")),
    "many": Edit(("setfloor", *MANY, "3")),
    "reset": Edit(("reset", ANN, BEN)),
    "reset of all": Edit(("reset", "--all", "--yes")),
    "reset of a lease": Edit(("reset", ANN, "--lease", "floor"), (("set", ANN, "floor=3", "--for", "1d"),)),
    "resetusage": Edit(("resetusage", ANN, BEN)),
    "resetall": Edit(("resetall", "--yes")),
    "delete": Edit(("delete", ANN, "--yes")),
    "undo": Edit(("undo",), (("setfactor", ANN, "500"),)),
    "undo of an undo": Edit(("undo", "2"), (("delete", ANN, "--yes"), ("undo",))),
    "update": Edit(("update",)),
    "update and compaction": Edit(("update", "--set", "MAX_ACCOUNTANT_DATABASE_SIZE=1000")),
    "classic": Edit(("-setfactor", ANN, "500")),
    "apply": Edit(
        ("apply", "spring.plan"),
        (("plan", "--snapshot", "pool.toml", "--setfactor", f"{ANN}=500", "-o", "spring.plan"),),
        reads_ads={"pool.toml": '[[slots]]\ncount = 2\ncpus = 4\n\n[[jobs]]\nuser = "ann@lab.example"\ncount = 3\n'},
    ),
    "after half an edit": Edit(("setfactor", ANN, "500"), tail=_long_tail()),
    "after zeros": Edit(("setfactor", ANN, "500"), tail=b"\0" * 700),
    "after a line without its end": Edit(("setfactor", ANN, "500"), tail=b"101 Customer.eve@lab.example * *"),
    "into a new log": Edit(("setfactor", ANN, "500"), (("setfloor", ANN, "1"), ("setfloor", ANN, "2")), rotates_at=300),
}

FOLLOWING: Final = ("setfloor", ZOE, "77")
"""An edit that is made after each of them, and that touches nothing that they do."""


def prepared(edit: Edit, folder: Path, machine: Machine) -> dict[str, bytes]:
    """The files of a folder in which the edit can be made, by name."""
    (folder / LEDGER).write_text(TEXT)
    for name, text in edit.reads_ads.items():
        (folder / name).write_text(text)
    for arguments in edit.before:
        ended = machine.run(Request(str(folder), in_folder(arguments, folder), NOW - 1))
        assert ended.status in (0, 3), ended.err
    with (folder / LEDGER).open("ab") as ledger:
        ledger.write(edit.tail)
    return contents(folder)


def in_folder(arguments: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """The command line with the files of a folder."""
    named = (str(folder / word) if word.endswith((".plan", ".toml")) else word for word in arguments)
    return ("--ledger", str(folder / LEDGER), *named)


def contents(folder: Path) -> dict[str, bytes]:
    """The files in a folder, by name."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def put(files: Mapping[str, bytes], folder: Path) -> None:
    """Make these, and no others, the files of a folder."""
    for path in folder.iterdir():
        if path.name not in files:
            path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
