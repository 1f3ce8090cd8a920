"""How much of the faults was tried, which the last lines of a run say."""

import os
from collections import Counter
from typing import Final

import pytest

TRIED = pytest.StashKey[Counter[str]]()
"""How much was tried, by what it is called in the summary."""

SEED: Final = int(os.environ.get("FAULTS_SEED", "1"))
"""What chance begins with. The same in every run unless told otherwise: a failure then means a change, not bad luck."""
ALL: Final = os.environ.get("FAULTS") == "all"
"""Everything is tried, and not a part of it."""
