"""`python -m userprio`, and the `userprio` command."""

import gc
import sys


def main() -> None:
    """Run what was typed and end the process with its status."""
    # A command makes millions of objects that live as long as it does: looking at them all again is useless.
    # Those of the modules come first, so they are loaded after this.
    gc.set_threshold(200_000, 50, 1_000)
    from userprio.cli.app import run
    from userprio.cli.environment import Environment

    status = run(sys.argv[1:], Environment.of_process())
    # What is left goes with the process: the interpreter need not look through it for what could be freed.
    gc.freeze()
    sys.exit(status)


if __name__ == "__main__":
    main()
