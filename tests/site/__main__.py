"""Write the site to a folder: `python -m tests.site FOLDER`."""

import logging
import sys
from pathlib import Path

from tests.site.build import build

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.site FOLDER")
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    build(Path(sys.argv[1]))
