"""References of one knob to another, as they stand in texts before expansion."""

import re
from typing import Final

REFERENCE: Final = re.compile(r"\$\w*\(([A-Za-z0-9_./]+)")
"""`$(NAME`, `$INT(NAME` and the like; the name is the first group."""
