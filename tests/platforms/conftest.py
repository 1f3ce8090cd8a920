"""A command line in this process, for comparison."""

from tests.cli.conftest import userprio

__all__ = ["userprio"]
