"""The manual pages: what the command tree says of itself, and prose, set in roff. Only `userprio.cli.generate` and the
tests come in here.
"""

from userprio.cli.manual.pages import pages

__all__ = ["pages"]
