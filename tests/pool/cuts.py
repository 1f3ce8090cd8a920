"""Damaged logs: a real negotiator and userprio recover the same state from one, or both refuse it.

python -m tests.pool.cuts --seeds 1-20 --cuts 100     so many damaged logs for each of these seeds
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from tests.pool.daemons import PoolFailed
from tests.pool.pool import Pool, running_pool
from tests.pool.reports import Reader, differences, told_by
from tests.pool.root import NoHTCondor, find
from userprio.ledger import Ledger, LedgerError

KNOBS = "GROUP_NAMES = g, g.sub\nGROUP_QUOTA_g = 5\nGROUP_QUOTA_g.sub = 2\n"
READER = Reader(KNOBS)


@dataclass(frozen=True, slots=True)
class Damage:
    """A log and what became of it."""

    what: str
    log: bytes


def whole_log(rng: random.Random, now: int) -> bytes:
    """A log with all kinds of records, in and out of transactions."""
    names = ["a@pool.test", "g.b@pool.test", "g.sub.c@pool.test", "g", "<none>"]
    lines = [
        f"107 1 CreationTimestamp {now - 90000}",
        "101 Accountant. * *",
        f"103 Accountant. LastUpdateTime {now - 600}",
    ]
    known: set[str] = set()
    for _ in range(rng.randint(4, 12)):
        some = []
        for name in rng.sample(names, rng.randint(1, 3)):
            key = f"Customer.{name}"
            if key not in known:
                some.append(f"101 {key} * *")
                known.add(key)
            elif rng.random() < 0.1:
                some.append(f"102 {key}")
                known.discard(key)
                continue
            some += [f"103 {key} {attribute} {_value(attribute, rng, now)}" for attribute in rng.sample(ATTRIBUTES, 3)]
            if rng.random() < 0.1:
                some.append(f"104 {key} {rng.choice(ATTRIBUTES)}")
        lines += ["105 ", *some, "106 "] if rng.random() < 0.6 else some
    return "".join(f"{line}\n" for line in lines).encode()


ATTRIBUTES = ["Priority", "PriorityFactor", "WeightedAccumulatedUsage", "BeginUsageTime", "Ceiling", "Floor"]


def _value(attribute: str, rng: random.Random, now: int) -> str:
    if attribute in ("Ceiling", "Floor"):
        return str(rng.randint(-1, 50))
    return str(now - rng.randrange(90000)) if attribute == "BeginUsageTime" else f"{rng.uniform(1, 5000):.6f}"


def damaged(log: bytes, rng: random.Random) -> Damage:
    """The log cut off at some byte, or with some bytes missing or spoilt in its middle."""
    at = rng.randrange(len(log) + 1)
    match rng.choice(["cut", "cut", "gap", "spoilt"]):
        case "cut":
            return Damage(f"cut at byte {at}", log[:at])
        case "gap":
            end = min(at + rng.choice([1, 2, 5, 40, 200]), len(log))
            return Damage(f"without bytes {at}-{end}", log[:at] + log[end:])
        case _:
            spoiler = rng.choice([b"x", b" ", b"\n", b"\0", b"1", b"106 \n", b"105 \n"])
            return Damage(f"with {spoiler!r} at byte {at}", log[:at] + spoiler + log[at + 1 :])


def disagreements(pool: Pool, log: bytes) -> list[str]:
    """How a real negotiator and we part over a log."""
    try:
        ledger = Ledger.of_bytes(log)
    except LedgerError as refused:
        ledger, reason = None, str(refused)
    pool.put_ledger(log)
    began = int(time.time())
    try:
        pool.negotiate()
    except PoolFailed as failed:
        return [] if ledger is None else [f"refused by HTCondor only: {failed}"]
    told = told_by(pool)
    moments = [moment for moment in pool.aged_at() if moment >= began]
    pool.stop_negotiator()
    if ledger is None:
        return [f"refused here only: {reason}"]
    return differences(told, READER.records(READER.started(ledger, moments)))


def trials(pool: Pool, seed: int, count: int) -> Iterator[tuple[str, list[str]]]:
    """So many damaged logs of one seed, and the disagreements over each."""
    rng = random.Random(seed)
    for number in range(count):
        damage = damaged(whole_log(rng, int(time.time())), rng)
        yield f"seed {seed}, log {number + 1} {damage.what}", disagreements(pool, damage.log)


def main(words: list[str]) -> int:
    """Damage logs as told; 0 if both agreed on all."""
    parser = argparse.ArgumentParser(prog="python -m tests.pool.cuts", description="Damage ledgers.")
    parser.add_argument("--seeds", default="1", metavar="A-B")
    parser.add_argument("--cuts", type=int, default=100, metavar="N")
    chosen = parser.parse_args(words)
    first, _, last = chosen.seeds.partition("-")
    agreed = total = 0
    try:
        htcondor = find()
    except NoHTCondor as reason:
        print(reason, file=sys.stderr)
        return 2
    with running_pool(htcondor, KNOBS, schedds=0) as pool:
        for seed in range(int(first), int(last or first) + 1):
            for what, lines in trials(pool, seed, chosen.cuts):
                total += 1
                agreed += not lines
                if lines:
                    print(what, *lines, sep="\n    ", flush=True)
    print(f"{agreed} of {total} damaged logs are read alike")
    return 0 if agreed == total else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
