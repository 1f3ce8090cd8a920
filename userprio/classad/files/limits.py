"""How much of a file may be held at once. A real ad is some tens of kilobytes."""

from typing import Final

from userprio.limits import AD_LINE, AD_NESTING, AD_SIZE

LONGEST_LINE: Final = AD_LINE
"""Characters of one line in long form."""
LARGEST_AD: Final = AD_SIZE
"""Characters of one ad in the bracketed forms and in XML."""
DEEPEST_NESTING: Final = AD_NESTING
"""Lists and ads within ads; HTCondor's own parser stops at about 166 levels of parentheses."""
