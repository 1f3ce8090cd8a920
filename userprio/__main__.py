"""`python -m userprio`, and the `userprio` command."""

import sys

from userprio.cli.app import run
from userprio.cli.environment import Environment


def main() -> None:
    """Run what was typed and end the process with its status."""
    sys.exit(run(sys.argv[1:], Environment.of_process()))


if __name__ == "__main__":
    main()
