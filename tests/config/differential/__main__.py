"""`python -m tests.config.differential N [--seed S]`: compare N random configurations, print what differs."""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.config.differential.comparing import differences
from tests.config.differential.generator import Generator
from tests.pool.root import NoHTCondor, find

BATCH = 100
SHOWN = 40


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tests.config.differential", description=__doc__)
    options.add_argument("count", type=int)
    options.add_argument("--seed", type=int, default=0)
    chosen = options.parse_args()
    try:
        htcondor = find()
    except NoHTCondor as reason:
        print(reason, file=sys.stderr)
        return 2
    generator, began, done, unknown = Generator(chosen.seed), time.monotonic(), 0, 0
    shown, reasons = None, Counter[str]()
    while done < chosen.count:
        cases = [generator.case() for _ in range(min(BATCH, chosen.count - done))]
        with tempfile.TemporaryDirectory() as folder:
            for found in differences(cases, htcondor, Path(folder)):
                if found.reason is not None:
                    reasons[found.reason] += 1
                    continue
                unknown += 1
                if unknown <= SHOWN:
                    print(f"\n{found.part}\n  ours   {found.ours!r}\n  theirs {found.theirs!r}", flush=True)
                    if found.case is not shown:
                        print(found.case.root, dict(found.case.files), dict(found.case.environ), sep="\n", flush=True)
                    shown = found.case
        done += len(cases)
    for reason, times in reasons.most_common():
        print(f"{times:8} known: {reason}")
    print(f"seed {chosen.seed}: {done} compared in {time.monotonic() - began:.0f} s, {unknown} differences")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
