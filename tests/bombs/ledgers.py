"""Ledgers, and what else is read."""

import json
from pathlib import Path

from tests.bombs.bomb import Bomb, kind, ledger_of, wrote


@kind
def _many_records(folder: Path, size: int) -> Bomb:
    ledger = ledger_of(folder, (f"101 Customer.{k} * *\n" for k in range(2_500_000 * size)))
    return Bomb(("--ledger", ledger, "most"), "records", f"{ledger}, line ")


@kind
def _many_attributes_of_a_record(folder: Path, size: int) -> Bomb:
    ledger = ledger_of(
        folder, ["101 Customer.a * *\n", *(f"103 Customer.a b{k} {k}\n" for k in range(1_000_000 * size))]
    )
    return Bomb(("--ledger", ledger, "most"), None, status=frozenset({0, 6}))


@kind
def _open_transaction(folder: Path, size: int) -> Bomb:
    lines = (f"103 Customer.a{k} b {k}\n" for k in range(300_000 * size))
    ledger = ledger_of(folder, ["105 \n", *lines])
    return Bomb(("--ledger", ledger, "most"), None, status=frozenset({0}))


@kind
def _huge_key(folder: Path, size: int) -> Bomb:
    key = "Customer." + "a" * (50 << 20) * size
    ledger = ledger_of(folder, [f"101 {key} * *\n", f"103 {key} Priority 1\n"])
    return Bomb(("--ledger", ledger, "--format", "json", "most", "--all-users"), "ledger-key", f"{ledger}, line 4")


@kind
def _costly_values(folder: Path, size: int) -> Bomb:
    record = [
        "101 Customer.a{k}@x * *\n",
        "103 Customer.a{k}@x X0 1\n",
        "103 Customer.a{k}@x LastUsageTime 1700000000\n",
    ]
    record += [f"103 Customer.a{{k}}@x X{n} X{n - 1}+X{n - 1}\n" for n in range(1, 21)]
    record += ["103 Customer.a{k}@x Priority X20\n", "103 Customer.a{k}@x PriorityFactor X20\n"]
    ledger = ledger_of(folder, ("".join(record).replace("{k}", str(k)) for k in range(20 * size)))
    return Bomb(("--ledger", ledger, "most", "--all-users"), "steps", str(folder))


@kind
def _operations(folder: Path, size: int) -> Bomb:
    ledger = ledger_of(folder, [])
    wrote(Path(ledger + ".operations"), ("[" * 1000 + "\n" for _ in range(1000 * size)))
    return Bomb(("--ledger", ledger, "log"), None, status=frozenset({0, 6}))


@kind
def _legacy_ad(folder: Path, size: int) -> Bomb:
    ad = wrote(folder / "ad", ["NumSubmittors = 2000000000\n", *(f'Name{k} = "a{k}"\n' for k in range(50_000 * size))])
    return Bomb(("most", "--inputfile", ad), None, status=frozenset({0, 1, 2, 6}))


@kind
def _costly_constraint(folder: Path, size: int) -> Bomb:
    ledger = ledger_of(folder, (f"101 Customer.a{k}@x * *\n103 Customer.a{k}@x Priority 1\n" for k in range(3_000)))
    deep = "+".join(["Priority"] * 5000 * size)
    return Bomb(("--ledger", ledger, "most", "--all-users", "--constraint", f"{deep} > 0"), "steps", str(folder))


@kind
def _data_of_moab(folder: Path, size: int) -> Bomb:
    file = wrote(folder / "data.json", [json.dumps({"a": 1})[:-1] + ', "b": ' + "[" * 100_000 * size])
    return Bomb(("jobprio", "--data", file), None, status=frozenset({2, 6}))
