"""`python -m tests.classad.differential N [--seed S] [--shape SHAPE]`: compare N random cases, print what differs."""

import argparse
import sys
import time
from collections import Counter

from tests.classad.differential.comparing import batches, differences

SHOWN = 40


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tests.classad.differential", description=__doc__)
    options.add_argument("count", type=int)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--shape")
    chosen = options.parse_args()
    began = time.monotonic()
    done, unknown, reasons = 0, 0, Counter[str]()
    for cases in batches(chosen.seed, chosen.count, chosen.shape):
        for found in differences(cases):
            if found.reason is not None:
                reasons[found.reason] += 1
                continue
            unknown += 1
            if unknown <= SHOWN:
                case = found.case
                print(f"\n{case.shape}, {found.part}: {case.text!r}\n  in {case.my!r}\n  with {case.target!r}")
                print(f"  ours   {found.ours!r}\n  theirs {found.theirs!r}", flush=True)
        done += len(cases)
        if sys.stderr.isatty():
            print(f"\r{done} compared, {unknown} differ", end="", file=sys.stderr)
    for reason, times in reasons.most_common():
        print(f"{times:8} known: {reason}")
    print(f"seed {chosen.seed}: {done} compared in {time.monotonic() - began:.0f} s, {unknown} unknown differences")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
