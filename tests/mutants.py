"""Mutants: the program with one operator, constant or return value changed, which some test ought to notice.

    python -m tests.mutants --count 100                      a hundred of them, in the rooms that decide
    python -m tests.mutants --count 100 --seed 2             others
    python -m tests.mutants --count 1000 --minutes 60        as many of these as an hour allows; run again, it goes on
    python -m tests.mutants --until layer                    without the tests of the layers above

Each is planted in a copy of the tree. The tests of its own room run first, then those of all the rooms in which mutants
are planted, then all plain tests, then one in ten of the slow ones; the first that fails kills it, and so does a run
that takes far too long. What survives is listed with its place and its difference. What came out is kept in
`build/mutants/results.jsonl`, so that a later run goes on; remove it after changing the program or its tests.
"""

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from difflib import unified_diff
from pathlib import Path
from queue import SimpleQueue
from typing import Final

ROOT: Final = Path(__file__).parents[1]
ROOMS: Final = ("negotiation/matching", "negotiation", "accounting/quotas", "accounting", "ledger")
"""Packages in which mutants are planted; tests are in the folder of the same name, and a package has no subpackages."""
STAGES: Final = {
    "room": (["tests/{room}"], 300),
    "layer": (["tests/accounting", "tests/ledger", "tests/negotiation"], 600),
    "plain": (["-n", "auto"], 1200),
    "slow": (["-n", "auto", "-m", "slow"], 3600),
}
"""What is run, and after how many seconds a run counts as one without end."""

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: from `start` to `end`, in bytes of the file, stands `text` instead."""

    path: str
    line: int
    start: int
    end: int
    text: str

    def planted(self, source: bytes) -> bytes:
        """The file with the change."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def diff(self) -> str:
        """The lines that change."""
        before = (ROOT / self.path).read_bytes()
        old, new = (text.decode().splitlines() for text in (before, self.planted(before)))
        return "\n".join(
            line for line in unified_diff(old, new, n=0, lineterm="") if line[:2] not in ("--", "++", "@@")
        )


def mutants(room: str) -> Iterator[Mutant]:
    """All of a room, in the order of their places."""
    for path in sorted((ROOT / "userprio" / room).glob("*.py")):
        source = path.read_bytes()
        lines = [0]
        for line in source.splitlines(keepends=True):
            lines.append(lines[-1] + len(line))
        for node, changed in _changes(ast.parse(source)):
            assert isinstance(node, ast.expr) and node.end_lineno is not None and node.end_col_offset is not None
            start, end = lines[node.lineno - 1] + node.col_offset, lines[node.end_lineno - 1] + node.end_col_offset
            text = ast.unparse(changed)
            yield Mutant(path.relative_to(ROOT).as_posix(), node.lineno, start, end, f"({text})")


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Expressions below a node, each with another that may stand there.

    Types, decorators, texts, and what only asserts that two lists are as long as each other are left alone.
    """
    match node:
        case ast.JoinedStr() | ast.keyword("strict"):
            return
        case ast.Compare(left, [operator], right):
            yield node, ast.Compare(left, [_COMPARISONS[type(operator)]()], right)
        case ast.BinOp(left, operator, right) if type(operator) in _ARITHMETIC:
            yield node, ast.BinOp(left, _ARITHMETIC[type(operator)](), right)
        case ast.BoolOp(operator, values):
            yield node, ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield node, operand
        case ast.Constant(bool() as value):
            yield node, ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            yield node, ast.Constant(value + 1)
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield value, ast.Constant(None)
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _changes(child)


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the tree, for one mutant after the other."""

    folder: Path

    def notices(self, mutant: Mutant, stage: str, room: str) -> bool:
        """Whether the tests of a stage fail with a mutant."""
        path = self.folder / mutant.path
        source = path.read_bytes()
        try:
            _write(path, mutant.planted(source))
            return not self.passes(stage, room)
        finally:
            _write(path, source)

    def passes(self, stage: str, room: str) -> bool:
        """Whether the tests of a stage pass on the tree as it is."""
        words, limit_s = STAGES[stage]
        chosen = [word.format(room=room) for word in words]
        command = [sys.executable, "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", *chosen]
        environ = os.environ | {"PYTHONPATH": str(self.folder), "CI": "true", "SAMPLE": "mutants"}
        with subprocess.Popen(command, cwd=self.folder, env=environ, stdout=subprocess.DEVNULL) as run:
            try:
                return run.wait(limit_s) == 0
            except subprocess.TimeoutExpired:
                run.kill()
                return False


def _write(path: Path, source: bytes) -> None:
    """Write a file that is newer than any version of it that was compiled."""
    newer = path.stat().st_mtime + 2
    path.write_bytes(source)
    os.utime(path, (newer, newer))


def copied(number: int) -> Copy:
    """A fresh copy of the tree."""
    folder = ROOT / "build/mutants" / f"tree-{number}"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns("build", ".git", ".venv", ".*_cache", "__pycache__"))
    return Copy(folder)


def main(words: Sequence[str]) -> int:
    """Plant mutants as told; 0 if none survives, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Plant mutants, and count the killed.")
    parser.add_argument("--count", type=int, default=100, metavar="N", help="default: 100")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which ones; default: 1")
    parser.add_argument("--rooms", nargs="+", default=ROOMS, choices=ROOMS, metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--until", default="slow", choices=STAGES, help="the last tests to be run; default: slow")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin none after so many")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="at the same time")
    chosen = parser.parse_args(words)
    deadline = time.monotonic() + 60 * chosen.minutes
    every = [(room, mutant) for room in chosen.rooms for mutant in mutants(room)]
    drawn = random.Random(chosen.seed).sample(every, len(every))[: chosen.count]
    results = ROOT / "build/mutants/results.jsonl"
    results.parent.mkdir(parents=True, exist_ok=True)
    lines = results.read_text().splitlines() if results.exists() else []
    known = {(json.dumps(entry["mutant"]), entry["stage"]): entry["noticed"] for entry in map(json.loads, lines)}
    stages = [*STAGES][: [*STAGES].index(chosen.until) + 1]
    copies: SimpleQueue[Copy] = SimpleQueue()
    for number in range(chosen.processes):
        copies.put(copied(number))

    def noticed(mutant: Mutant, stage: str, room: str) -> bool:
        record = asdict(mutant)
        if (json.dumps(record), stage) in known:
            return bool(known[json.dumps(record), stage])
        copy = copies.get()
        found = copy.notices(mutant, stage, room)
        copies.put(copy)
        with results.open("a") as file:
            file.write(json.dumps({"mutant": record, "stage": stage, "noticed": found}) + "\n")
        return found

    def tried(room: str, mutant: Mutant) -> tuple[Mutant, str | None] | None:
        if time.monotonic() > deadline:
            return None
        killed_by = next((stage for stage in stages if noticed(mutant, stage, room)), None)
        print(f"{mutant.path}:{mutant.line}: {killed_by or 'survives'}", flush=True)
        return mutant, killed_by

    with ThreadPoolExecutor(chosen.processes) as threads:
        done = [result for result in threads.map(lambda pair: tried(*pair), drawn) if result is not None]
    survivors = [mutant for mutant, killed_by in done if killed_by is None]
    for mutant in survivors:
        print(f"\n{mutant.path}:{mutant.line} survives\n{mutant.diff()}")
    by_stage = ", ".join(f"{sum(by == stage for _, by in done)} by {stage}" for stage in stages)
    print(f"\n{len(done) - len(survivors)} of {len(done)} mutants were killed ({by_stage}; {len(every)} there are)")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
