"""The command line of the other tests, for pages that a browser is to look at."""

from tests.cli.conftest import userprio

__all__ = ["userprio"]
