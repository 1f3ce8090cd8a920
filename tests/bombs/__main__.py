"""`python -m tests.bombs [KIND]`: set bombs off and print what each took and said."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bombs import BOMBS, CPU_S, MEMORY, set_off


def main(kinds: list[str]) -> None:
    """Set off these, or all, and print what each took and said."""
    for kind in kinds or BOMBS:
        with TemporaryDirectory() as name:
            bomb = BOMBS[kind](Path(name), 1)
            damage = set_off(bomb, Path(name))
            figures = f"{damage.cpu_s:6.1f} s {damage.memory >> 20:5d} MiB  status {damage.status}"
            bad = damage.cpu_s >= CPU_S or damage.memory > MEMORY or damage.status not in bomb.status
            bad |= bomb.limit is not None and f"--limit {bomb.limit}=" not in damage.err
            print(f"{'BAD' if bad else 'ok ':4} {kind:32} {figures}  {damage.err[-300:].strip()}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
