"""Exchanges two names without a pause until it is killed: `python -m tests.attacks.exchange ONE OTHER`."""

import ctypes
import os
import sys

_RENAME_EXCHANGE = 2
_AT_CWD = -100


def main(one: str, other: str) -> None:
    """Exchange them in one step each time, so that neither name is ever missing (renameat2)."""
    rename = ctypes.CDLL(None, use_errno=True).renameat2
    names = os.fsencode(one), os.fsencode(other)
    print("begun", flush=True)
    while True:
        if rename(_AT_CWD, names[0], _AT_CWD, names[1], _RENAME_EXCHANGE):
            raise OSError(ctypes.get_errno(), "the names cannot be exchanged", one)


if __name__ == "__main__":
    main(*sys.argv[1:])
