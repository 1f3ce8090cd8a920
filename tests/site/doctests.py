"""For the API reference: examples in docstrings are code, wherever they stand in them."""

import re
from typing import Any, Final

import griffe

_EXAMPLE: Final = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Sets each `>>>` with the lines up to the next empty one as code."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of an object that was read from the source."""
        if obj.docstring:
            obj.docstring.value = _EXAMPLE.sub(r"```python\n\g<0>\n```", obj.docstring.value)
