"""How much one evaluation may do. Real expressions need a thousandth of it."""

from typing import Final

MAX_DEPTH: Final = 400
"""Operators and attributes that may be under evaluation at once (`MAX_CLASSAD_RECURSION`)."""
MAX_STEPS: Final = 10_000_000
"""Nodes that one evaluation may visit (`MAX_CLASSAD_EVAL_STEPS`), steps of regular expressions counted in."""
LONGEST_TEXT: Final = 1 << 26
"""Characters of strings and elements of lists that functions may take and make in one evaluation."""
