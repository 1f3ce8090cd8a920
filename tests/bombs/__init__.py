"""Files that are small, or of a usual size, and mean harm: one function for each kind, for every reader there is.

A bomb writes what it needs into a folder and says how it is set off, what its size is multiplied by, and which bound
stops it. `python -m tests.bombs [KIND]` sets them off and prints what each took, and
whether that is within 5 s of processor time and 1 GiB; tests, which share their machine, allow three times as long.
"""

from tests.bombs import ads, configuration, expressions, ledgers, tables
from tests.bombs.bomb import BOMBS, CPU_S, MEMORY, PATIENCE, set_off

__all__ = [
    "BOMBS",
    "CPU_S",
    "MEMORY",
    "PATIENCE",
    "ads",
    "configuration",
    "expressions",
    "ledgers",
    "set_off",
    "tables",
]
