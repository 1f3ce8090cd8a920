"""A browser, and the command line of the other tests, for pages that a browser is to look at."""

from collections.abc import Iterator

import pytest

from tests.browser.chromium import Browser, program, running_browser
from tests.cli.conftest import userprio

__all__ = ["userprio"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests."""
    executable = program()
    if executable is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    with running_browser(executable) as running:
        yield running
