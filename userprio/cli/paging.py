"""Long output on a terminal, through a pager as git has it."""

import os
import shutil
import subprocess
from contextlib import suppress
from typing import Final

from userprio.cli.environment import Environment

_USUAL: Final = "less"
_OPTIONS: Final = {"LESS": "FRX", "LV": "-c"}
"""What pagers are told unless their users have told them themselves: end if it fits, keep colours, leave it there."""


def put_out(text: str, env: Environment) -> None:
    """Write a result; what is longer than the terminal through `PAGER`, if there is one.

    Raises:
        OSError: it cannot be written.
    """
    if env.paged and env.on_terminal and text.count("\n") >= _height(env) and _page(text, env):
        return
    try:
        env.stdout.write(text)
        env.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as failed:
        raise type(failed)(failed.errno, failed.strerror, "standard output") from failed


def _height(env: Environment) -> float:
    """The lines of the terminal; none is too many for one that cannot be asked."""
    try:
        size = os.get_terminal_size(env.stdout.fileno())
    except (OSError, ValueError):
        return float("inf")
    lines = env.environ.get("LINES", "")
    return int(lines) if lines.isascii() and lines.isdigit() and int(lines) else size.lines or float("inf")


def _page(text: str, env: Environment) -> bool:
    """Show it with the pager; False where there is none."""
    pager = env.environ.get("PAGER", _USUAL)
    if pager.strip() in ("", "cat") or not shutil.which(pager.split()[0], path=env.environ.get("PATH")):
        return False
    env.stdout.flush()
    env.stderr.flush()
    environ = {**_OPTIONS, **env.environ}
    process = subprocess.Popen(
        pager, shell=True, stdin=subprocess.PIPE, env=environ, text=True, errors="surrogateescape"
    )
    assert process.stdin is not None
    with suppress(BrokenPipeError, KeyboardInterrupt):
        process.stdin.write(text)
    with suppress(BrokenPipeError):
        process.stdin.close()
    # Ctrl-C is for the pager, which knows what to do with it.
    while True:
        with suppress(KeyboardInterrupt):
            process.wait()
            return True
