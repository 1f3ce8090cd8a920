"""Files that are small, or of a usual size, and mean harm: one function for each kind, for every reader there is.

A bomb writes what it needs into a folder and says how it is set off, what its size is multiplied by, and which bound
stops it. `python -m tests.bombs [KIND]` sets them off and prints what each took.
"""

import gzip
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

CPU_S: Final = 5.0
"""Processor time within which a command has to end, whatever it is given."""
MEMORY: Final = 1 << 30
"""Bytes that it may hold meanwhile."""
_HARD_CPU_S: Final = 30
_HARD_MEMORY: Final = 4 << 30


@dataclass(frozen=True, slots=True)
class Bomb:
    """How a bomb is set off and what is to be said of it."""

    arguments: tuple[str, ...]
    limit: str | None = None
    """The bound that is named; None: it does no harm, or is an error of its own."""
    place: str = ""
    """What the message begins with, of the file and the line."""
    status: frozenset[int] = frozenset({6})


@dataclass(frozen=True, slots=True)
class Damage:
    """What a bomb did."""

    status: int
    out: str
    err: str
    cpu_s: float
    memory: int


Maker = Callable[[Path, int], Bomb]
BOMBS: Final[dict[str, Maker]] = {}


def _kind(maker: Maker) -> Maker:
    BOMBS[maker.__name__.removeprefix("_").replace("_", " ")] = maker
    return maker


def set_off(bomb: Bomb, folder: Path) -> Damage:
    """Run the command in a process of its own, which is killed if it takes far too much."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (_HARD_MEMORY, _HARD_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (_HARD_CPU_S, _HARD_CPU_S))

    out, err = folder / "out", folder / "err"
    with out.open("wb") as stdout, err.open("wb") as stderr:
        child = subprocess.Popen(
            [sys.executable, "-m", "userprio", *bomb.arguments],
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            preexec_fn=limited,
            env={"HOME": str(folder), "CONDOR_CONFIG": "ONLY_ENV", "PYTHONPATH": str(Path(__file__).parent.parent)},
        )
        _, status, usage = _wait(child)
    return Damage(
        status,
        out.read_text(errors="surrogateescape"),
        err.read_text(errors="surrogateescape"),
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss << 10,
    )


def _wait(child: subprocess.Popen[bytes]) -> tuple[int, int, resource.struct_rusage]:
    import os

    process, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return process, child.returncode, usage


def _wrote(path: Path, lines: Iterable[str]) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", errors="surrogateescape") as file:
        file.writelines(lines)
    return str(path)


def _packed(path: Path, pieces: Iterable[bytes]) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wb", compresslevel=9) as file:
        for piece in pieces:
            file.write(piece)
    return str(path)


def _pool(folder: Path, *tables: str) -> str:
    return _wrote(folder / "pool.toml", [table + "\n" for table in tables])


_SLOT = "[[slots]]\ncount = 4"
_JOB = '[[jobs]]\nuser = "ann"\ncount = 2'


# Configuration.


@_kind
def _excluding_pattern(folder: Path, size: int) -> Bomb:
    (folder / "d").mkdir()
    for number in range(size):
        (folder / "d" / f"{'a' * 40}{number}!").touch()
    lines = [f"LOCAL_CONFIG_DIR = {folder}/d\n", "LOCAL_CONFIG_DIR_EXCLUDE_REGEXP = ((a+)+)+$\n"]
    config = _wrote(folder / "c", lines)
    return Bomb(("--config", config, "quotas"), place=f"{config}, line 2: LOCAL_CONFIG_DIR_EXCLUDE_REGEXP")


@_kind
def _includes_of_a_long_file(folder: Path, size: int) -> Bomb:
    _wrote(folder / "long", ("A = 1\n" for _ in range(20_000)))
    config = _wrote(folder / "c", (f"include : {folder}/long\n" for _ in range(3_000 * size)))
    return Bomb(("--config", config, "quotas"), "lines", f"{folder}/long, line 2000")


@_kind
def _includes_of_includes(folder: Path, size: int) -> Bomb:
    for level in range(15):
        _wrote(folder / f"i{level}", [f"include : {folder}/i{level + 1}\n"] * (1 + size))
    _wrote(folder / "i15", ["A = 1\n"])
    return Bomb(("--config", f"{folder}/i0", "quotas"), "config-files", f"{folder}/i")


@_kind
def _templates(folder: Path, size: int) -> Bomb:
    config = _wrote(folder / "c", ("use ROLE : Submit\n" for _ in range(20_000 * size)))
    return Bomb(("--config", config, "quotas"), "config-text", f"{config}, line ")


@_kind
def _values_that_double(folder: Path, size: int) -> Bomb:
    lines = (f"A{k} = x\n" + f"A{k} = $(A{k})$(A{k})\n" * 25 for k in range(10 * size))
    config = _wrote(folder / "c", lines)
    return Bomb(("--config", config, "quotas"), "config-text", f"{config}, line ")


@_kind
def _references_that_double(folder: Path, size: int) -> Bomb:
    lines = ["A0 = x\n", *(f"A{k} = $(A{k - 1})$(A{k - 1})\n" for k in range(1, 200 * size))]
    config = _wrote(folder / "c", lines)
    return Bomb(("--config", config, "check"), None, status=frozenset({0, 1, 6}))


@_kind
def _chain_of_knobs(folder: Path, size: int) -> Bomb:
    lines = ["A0 = x\n", *(f"A{k} = $(A{k - 1})\n" for k in range(1, 20_000 * size))]
    config = _wrote(folder / "c", reversed(lines))
    return Bomb(("--config", config, "check"), None, status=frozenset({0}))


@_kind
def _chain_of_knobs_that_grow(folder: Path, size: int) -> Bomb:
    lines = ["A0 = x\n", *(f"A{k} = $(A{k - 1})y\n" for k in range(1, 20_000 * size))]
    config = _wrote(folder / "c", lines)
    return Bomb(("--config", config, "check"), "substitutions")


@_kind
def _chain_of_defaults(folder: Path, size: int) -> Bomb:
    lines = ["A0 = x\n", *(f"A{k} = $(A{k - 1}:none)\n" for k in range(1, 20_000 * size))]
    config = _wrote(folder / "c", lines)
    return Bomb(("--config", config, "check"), "substitutions")


@_kind
def _function_macros(folder: Path, size: int) -> Bomb:
    lines = ["A0 = x\n", *(f"A{k} = $(A{k - 1})$STRING(A{k - 1})\n" for k in range(1, 60 * size))]
    config = _wrote(folder / "c", lines)
    return Bomb(("--config", config, "check"), "substitutions", status=frozenset({1, 6}))


@_kind
def _costly_knobs(folder: Path, size: int) -> Bomb:
    deep = "+".join(["1"] * 2000)
    lines = (f"GROUP_NAMES = $(GROUP_NAMES) g{k}\nGROUP_QUOTA_g{k} = {deep}\n" for k in range(300 * size))
    config = _wrote(folder / "c", lines)
    return Bomb(("--config", config, "quotas"), None, status=frozenset({0, 6}))


# User maps.


def _mapped(folder: Path, lines: Iterable[str], *policy: str) -> Bomb:
    _wrote(folder / "map", lines)
    knobs = [
        "[config]",
        'NEGOTIATOR_CLASSAD_USER_MAP_NAMES = "m"',
        f'CLASSAD_USER_MAPFILE_m = "{folder}/map"',
        *policy,
    ]
    job = '[[jobs]]\nuser = "ann"\ncount = 2\nRequirements = \'userMap("m", "' + "a" * 40 + "!\") =!= TARGET.Cpus'"
    return Bomb(("--snapshot", _pool(folder, *knobs, _SLOT, job), "--trust", "negotiate"))


@_kind
def _patterns_of_a_user_map(folder: Path, size: int) -> Bomb:
    bomb = _mapped(folder, (f"* /((a+)+)+(?:$|_{k})/ x\n" for k in range(60 * size)))
    return Bomb(bomb.arguments, "pattern-steps")


@_kind
def _many_patterns_of_a_user_map(folder: Path, size: int) -> Bomb:
    bomb = _mapped(folder, (f"* /^(?:(?:{k}[a-z]{{1,50}}){{1,50}})$/ x\n" for k in range(20_000 * size)))
    return Bomb(bomb.arguments, "patterns", f"{folder}/map, line 10001")


@_kind
def _includes_of_a_user_map(folder: Path, size: int) -> Bomb:
    _wrote(folder / "long", (f"* a{k} x\n" for k in range(20_000)))
    bomb = _mapped(folder, (f"@include {folder}/long\n" for _ in range(3_000 * size)))
    return Bomb(bomb.arguments, "lines", f"{folder}/long, line ")


@_kind
def _prefixes_of_a_user_map(folder: Path, size: int) -> Bomb:
    lines = (f"* {'a' * (k % 3000)}{k} x\n" for k in range(9_000 * size))
    bomb = _mapped(folder, lines, "CLASSAD_USER_MAP_PREFIX_m = true")
    return Bomb(bomb.arguments, status=frozenset({0}))


# Expressions.


@_kind
def _costly_jobs(folder: Path, size: int) -> Bomb:
    jobs = [
        f'[[jobs]]\nuser = "u{k}"\nRequirements = {{ expr = "X20 > {k}" }}\nX0 = 1\n'
        + "\n".join(f'X{n} = {{ expr = "X{n - 1} + X{n - 1}" }}' for n in range(1, 21))
        for k in range(40 * size)
    ]
    pool = _pool(folder, _SLOT, *jobs)
    return Bomb(("--snapshot", pool, "negotiate"), "steps", f"{folder}")


@_kind
def _costly_slots(folder: Path, size: int) -> Bomb:
    chain = "\n".join(f'X{n} = {{ expr = "X{n - 1} + X{n - 1}" }}' for n in range(1, 21))
    slots = [f'[[slots]]\ncount = 30\nX0 = {k}\n{chain}\nStart = {{ expr = "X20 > 0" }}' for k in range(10 * size)]
    return Bomb(("--snapshot", _pool(folder, *slots, _JOB), "negotiate"), "steps", f"{folder}")


@_kind
def _costly_policy(folder: Path, size: int) -> Bomb:
    chain = "\n".join(f'X{n} = {{ expr = "X{n - 1} + X{n - 1} + SlotID" }}' for n in range(1, 21))
    slots = [f'[[slots]]\ncount = {40 * size}\nMachine = "m"\nX0 = 1\n{chain}']
    knobs = '[config]\nNEGOTIATOR_PRE_JOB_RANK = "TARGET.X20 + MY.X20"\nNEGOTIATOR_SLOT_CONSTRAINT = "X20 > 0"'
    return Bomb(("--snapshot", _pool(folder, knobs, *slots, _JOB), "negotiate"), "steps", f"{folder}")


@_kind
def _patterns_of_jobs(folder: Path, size: int) -> Bomb:
    jobs = [
        f'[[jobs]]\nuser = "u{k}"\nRequirements = \'regexp("((a+)+)+(?:$|_{k})", "{"a" * 600}!") || TARGET.Cpus > 0\''
        for k in range(60 * size)
    ]
    return Bomb(("--snapshot", _pool(folder, _SLOT, *jobs), "negotiate"), "pattern-steps", f"{folder}")


@_kind
def _lists_within_lists(folder: Path, size: int) -> Bomb:
    job = '[[jobs]]\nuser = "ann"\nX0 = { expr = "{1,2,3}" }\n' + "\n".join(
        f'X{n} = {{ expr = "{{X{n - 1},X{n - 1},X{n - 1}}}" }}' for n in range(1, 20)
    )
    jobs = [job + f'\nRequirements = {{ expr = "size(string(X19)) > {k}" }}' for k in range(20 * size)]
    return Bomb(("--snapshot", _pool(folder, _SLOT, *jobs), "negotiate"), None, status=frozenset({0, 6}))


@_kind
def _flattening(folder: Path, size: int) -> Bomb:
    chain = "\n".join(f'X{n} = {{ expr = "X{n - 1} + X{n - 1}" }}' for n in range(1, 30))
    slots = [
        f'[[slots]]\nX0 = {{ expr = "TARGET.A{k}" }}\n{chain}\nStart = {{ expr = "X29 > {k}" }}'
        for k in range(200 * size)
    ]
    return Bomb(("--snapshot", _pool(folder, *slots, _JOB), "negotiate"), "steps", f"{folder}")


# Ads.


def _snapshot(folder: Path) -> tuple[str, ...]:
    return ("--snapshot", str(folder), "negotiate")


@_kind
def _packed_ad(folder: Path, size: int) -> Bomb:
    file = _packed(folder / "slots.ads.gz", (b"a=1\n" * (1 << 20) for _ in range(60 * size)))
    return Bomb(_snapshot(folder), "attributes", f"{file}, line ")


@_kind
def _packed_blanks(folder: Path, size: int) -> Bomb:
    file = _packed(folder / "slots.ads.gz", (b"\n" * (4 << 20) for _ in range(60 * size)))
    return Bomb(_snapshot(folder), "unpacked", f"{file}, line ")


@_kind
def _packed_comments(folder: Path, size: int) -> Bomb:
    file = _packed(folder / "slots.ads.gz", (b"#\n" * (2 << 20) for _ in range(60 * size)))
    return Bomb(_snapshot(folder), "unpacked", f"{file}, line ")


@_kind
def _packed_damage(folder: Path, size: int) -> Bomb:
    file = _packed(folder / "slots.ads.gz", (b"x\n" * (2 << 20) for _ in range(60 * size)))
    return Bomb(_snapshot(folder), "unpacked", f"{file}, line ")


@_kind
def _packed_ads(folder: Path, size: int) -> Bomb:
    file = _packed(folder / "slots.ads.gz", (b"a=1\n\n" * (1 << 20) for _ in range(60 * size)))
    return Bomb(_snapshot(folder), "ads", f"{file}: ")


@_kind
def _packed_jobs(folder: Path, size: int) -> Bomb:
    file = _packed(folder / "jobs.ads.gz", (b"a=1\n\n" * (1 << 20) for _ in range(60 * size)))
    return Bomb(_snapshot(folder), "job-ads", f"{file}: ")


@_kind
def _packed_line(folder: Path, size: int) -> Bomb:
    file = _packed(folder / "jobs.ads.gz", [b"a = ", *(b"1" * (1 << 20) for _ in range(200 * size))])
    return Bomb(_snapshot(folder), "unpacked", f"{file}, line 1")


@_kind
def _attributes_of_an_ad(folder: Path, size: int) -> Bomb:
    file = _wrote(folder / "slots.ads", (f"a{k} = {k}\n" for k in range(2_000_000 * size)))
    return Bomb(_snapshot(folder), "attributes", f"{file}, line 601000")


@_kind
def _new_ad(folder: Path, size: int) -> Bomb:
    file = _wrote(folder / "slots.ads", ["[", *(f"a{k} = {k};" for k in range(2_000_000 * size)), "]"])
    return Bomb(_snapshot(folder), "ad-size", f"{file}, line 1")


@_kind
def _json_ad(folder: Path, size: int) -> Bomb:
    file = _wrote(folder / "slots.ads", ["[{", *(f'"a{k}": {k},' for k in range(2_000_000 * size)), '"b": 1}]'])
    return Bomb(_snapshot(folder), "ad-size", f"{file}, line 1")


@_kind
def _xml_ad(folder: Path, size: int) -> Bomb:
    lines = (f'<a n="a{k}"><i>{k}</i></a>\n' for k in range(1_000_000 * size))
    file = _wrote(folder / "slots.ads", ["<classads><c>", *lines, "</c></classads>"])
    return Bomb(_snapshot(folder), "ad-size", f"{file}, line ")


@_kind
def _xml_entities(folder: Path, size: int) -> Bomb:
    entities = "".join(f'<!ENTITY e{k} "{f"&e{k - 1};" * 10 if k else "x"}">' for k in range(10 * size))
    file = _wrote(folder / "slots.ads", [f"<!DOCTYPE classads [{entities}]><classads><c/></classads>"])
    return Bomb(_snapshot(folder), None, f"{file}, line 1")


@_kind
def _deep_ads(folder: Path, size: int) -> Bomb:
    file = _wrote(folder / "slots.ads", ["[a = " + "{" * 100_000 * size])
    return Bomb(_snapshot(folder), None, f"{file}, line 1")


# Files of TOML.


@_kind
def _counts_of_slots(folder: Path, size: int) -> Bomb:
    pool = _pool(folder, *["[[slots]]\ncount = 100000"] * 12 * size, _JOB)
    return Bomb(("--snapshot", pool, "negotiate"), "slots", f"{pool}, line 6")


@_kind
def _counts_of_jobs(folder: Path, size: int) -> Bomb:
    pool = _pool(folder, _SLOT, *['[[jobs]]\nuser = "a"\ncount = 100000'] * 12 * size)
    return Bomb(("--snapshot", pool, "negotiate"), "jobs", f"{pool}, line ")


@_kind
def _dotted_key(folder: Path, size: int) -> Bomb:
    pool = _pool(folder, _SLOT, "[config]", "a" + ".a" * 50_000 * size + " = 1")
    return Bomb(("--snapshot", pool, "negotiate"), None, f"{pool}, line 4")


@_kind
def _dotted_head(folder: Path, size: int) -> Bomb:
    pool = _pool(folder, "[config" + '."a"' * 50_000 * size + "]", "b = 1")
    return Bomb(("--snapshot", pool, "negotiate"), None, f"{pool}, line 1")


@_kind
def _deep_toml(folder: Path, size: int) -> Bomb:
    pool = _pool(folder, "a = " + "[" * 100_000 * size)
    return Bomb(("--snapshot", pool, "negotiate"), None, pool)


@_kind
def _many_knobs(folder: Path, size: int) -> Bomb:
    pool = _pool(folder, _SLOT, "[config]", *(f"a{k} = {k}" for k in range(20_000 * size)))
    return Bomb(("--snapshot", pool, "negotiate"), None, status=frozenset({0, 6}))


@_kind
def _many_tables(folder: Path, size: int) -> Bomb:
    pool = _pool(folder, *["[[slots]]"] * 1_500_000 * size)
    return Bomb(("--snapshot", pool, "negotiate"), "toml-size", pool)


@_kind
def _settings(folder: Path, size: int) -> Bomb:
    _wrote(folder / ".config/userprio/settings.toml", ["a" + ".a" * 50_000 * size + " = 1"])
    return Bomb(("most",), None, f"{folder}/.config/userprio/settings.toml, line 1")


@_kind
def _changes(folder: Path, size: int) -> Bomb:
    changes = _wrote(folder / "changes.toml", ["[[slots]]\nadd = 100000\n"] * 12 * size)
    return Bomb(("--snapshot", _pool(folder, _SLOT, _JOB), "plan", changes), "slots", f"{changes}, line ")


@_kind
def _edits_of_changes(folder: Path, size: int) -> Bomb:
    lines = ["[setfactor]\n", *(f'"u{k}@x" = {{ value = 5, new = true }}\n' for k in range(5_000 * size))]
    changes = _wrote(folder / "changes.toml", lines)
    return Bomb(("--snapshot", _pool(folder, _SLOT, _JOB), "plan", changes), None, status=frozenset({0, 3, 4, 6}))


@_kind
def _slots_of_the_command_line(folder: Path, size: int) -> Bomb:
    more = [word for _ in range(3 * size) for word in ("--slots", "+100000")]
    return Bomb(("--snapshot", _pool(folder, _SLOT, _JOB), "plan", *more), "slots", "--slots")


@_kind
def _jobs_of_the_command_line(folder: Path, size: int) -> Bomb:
    more = [word for _ in range(5 * size) for word in ("--jobs", "ann@pool.example=+100000")]
    return Bomb(("--snapshot", _pool(folder, _SLOT, _JOB), "plan", *more), "jobs", "--jobs")


@_kind
def _plan(folder: Path, size: int) -> Bomb:
    plan = _wrote(folder / "plan.toml", ["a" + ".a" * 50_000 * size + " = 1"])
    return Bomb(("apply", plan), None, f"{plan}, line 1")


# Ledgers.


def _ledger(folder: Path, lines: Iterable[str]) -> str:
    head = [
        "107 1 CreationTimestamp 1700000000\n",
        "101 Accountant. * *\n",
        "103 Accountant. LastUpdateTime 1700000000\n",
    ]
    return _wrote(folder / "Accountantnew.log", [*head, *lines])


@_kind
def _many_records(folder: Path, size: int) -> Bomb:
    ledger = _ledger(folder, (f"101 Customer.{k} * *\n" for k in range(2_500_000 * size)))
    return Bomb(("--ledger", ledger, "most"), "records", f"{ledger}, line ")


@_kind
def _many_attributes_of_a_record(folder: Path, size: int) -> Bomb:
    ledger = _ledger(folder, ["101 Customer.a * *\n", *(f"103 Customer.a b{k} {k}\n" for k in range(1_000_000 * size))])
    return Bomb(("--ledger", ledger, "most"), None, status=frozenset({0, 6}))


@_kind
def _open_transaction(folder: Path, size: int) -> Bomb:
    lines = (f"103 Customer.a{k} b {k}\n" for k in range(300_000 * size))
    ledger = _ledger(folder, ["105 \n", *lines])
    return Bomb(("--ledger", ledger, "most"), None, status=frozenset({0}))


@_kind
def _huge_key(folder: Path, size: int) -> Bomb:
    key = "Customer." + "a" * (50 << 20) * size
    ledger = _ledger(folder, [f"101 {key} * *\n", f"103 {key} Priority 1\n"])
    return Bomb(("--ledger", ledger, "--format", "json", "most", "--all-users"), "ledger-key", f"{ledger}, line 4")


@_kind
def _costly_values(folder: Path, size: int) -> Bomb:
    record = [
        "101 Customer.a{k}@x * *\n",
        "103 Customer.a{k}@x X0 1\n",
        "103 Customer.a{k}@x LastUsageTime 1700000000\n",
    ]
    record += [f"103 Customer.a{{k}}@x X{n} X{n - 1}+X{n - 1}\n" for n in range(1, 21)]
    record += ["103 Customer.a{k}@x Priority X20\n", "103 Customer.a{k}@x PriorityFactor X20\n"]
    ledger = _ledger(folder, ("".join(record).replace("{k}", str(k)) for k in range(20 * size)))
    return Bomb(("--ledger", ledger, "most", "--all-users"), "steps", str(folder))


@_kind
def _operations(folder: Path, size: int) -> Bomb:
    ledger = _ledger(folder, [])
    _wrote(Path(ledger + ".operations"), ("[" * 1000 + "\n" for _ in range(1000 * size)))
    return Bomb(("--ledger", ledger, "log"), None, status=frozenset({0, 6}))


# Other input.


@_kind
def _legacy_ad(folder: Path, size: int) -> Bomb:
    ad = _wrote(folder / "ad", ["NumSubmittors = 2000000000\n", *(f'Name{k} = "a{k}"\n' for k in range(50_000 * size))])
    return Bomb(("most", "--inputfile", ad), None, status=frozenset({0, 1, 2, 6}))


@_kind
def _costly_constraint(folder: Path, size: int) -> Bomb:
    ledger = _ledger(folder, (f"101 Customer.a{k}@x * *\n103 Customer.a{k}@x Priority 1\n" for k in range(3_000)))
    deep = "+".join(["Priority"] * 5000 * size)
    return Bomb(("--ledger", ledger, "most", "--all-users", "--constraint", f"{deep} > 0"), "steps", str(folder))


@_kind
def _data_of_moab(folder: Path, size: int) -> Bomb:
    file = _wrote(folder / "data.json", [json.dumps({"a": 1})[:-1] + ', "b": ' + "[" * 100_000 * size])
    return Bomb(("jobprio", "--data", file), None, status=frozenset({2, 6}))


def main(kinds: list[str]) -> None:
    """Set off these, or all, and print what each took and said."""
    for kind in kinds or BOMBS:
        with TemporaryDirectory() as name:
            bomb = BOMBS[kind](Path(name), 1)
            begun = time.monotonic()
            damage = set_off(bomb, Path(name))
            figures = f"{damage.cpu_s:6.1f} s {damage.memory >> 20:5d} MiB  status {damage.status}"
            bad = damage.cpu_s > CPU_S or damage.memory > MEMORY or damage.status not in bomb.status
            bad |= bomb.limit is not None and f"--limit {bomb.limit}=" not in damage.err
            print(f"{'BAD' if bad else 'ok ':4} {kind:32} {figures}  {damage.err[-300:].strip()}", flush=True)
            del begun


if __name__ == "__main__":
    main(sys.argv[1:])
