"""Regular expressions as PCRE2's 8-bit library understands them, over bytes, and with an end to every search.

`re` differs from PCRE2 in syntax, in anchors and in what it can do, and a pattern that backtracks for ever cannot be
stopped in it; an ad may come from anybody. Not supported, and refused as a bad pattern: backtracking verbs other
than `(*FAIL)`, settings such as `(*UTF)` or `(*CRLF)` at the start, `(?J)`, and script names in `\\p` other than
Latin.
"""

from functools import lru_cache

from userprio.classad.functions.pcre.machine import BUDGET, Budget, BudgetExceeded, Spans, search
from userprio.classad.functions.pcre.program import PatternError, Program

__all__ = ["BUDGET", "Budget", "BudgetExceeded", "PatternError", "Program", "Spans", "compile_pattern", "search"]


@lru_cache(maxsize=512)
def compile_pattern(pattern: bytes, options: str = "") -> Program:
    """The compiled pattern; `options` are letters of `imsx`. Raises PatternError."""
    # Most programs meet no pattern, and its grammar takes longer to load than the rest of the functions.
    from userprio.classad.functions.pcre import parser

    return parser.compile_pattern(pattern, options)
