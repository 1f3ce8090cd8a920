"""How much of a file may be held at once. A real ad is some tens of kilobytes."""

from typing import Final

LONGEST_LINE: Final = 64 << 20
"""Characters of one line in long form."""
LARGEST_AD: Final = 64 << 20
"""Characters of one ad in the bracketed forms and in XML."""
DEEPEST_NESTING: Final = 100
"""Lists and ads within ads; HTCondor's own parser stops at about 166 levels of parentheses."""
