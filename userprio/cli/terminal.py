"""Results on a terminal: long ones go through a pager, as in git; with --watch they are redrawn."""

import os
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from typing import Final

import click

from userprio.base.errors import UserprioError
from userprio.base.limits import NAMED, budget, run_with
from userprio.cli.environment import Environment, ExitStatus, sentence

_HOME: Final = "\x1b[H"
_TO_THE_END_OF_THE_LINE: Final = "\x1b[K"
_TO_THE_END: Final = "\x1b[J"
_CLEAR: Final = "\x1b[2J"
_USUAL: Final = "less"
_OPTIONS: Final = {"LESS": "FRX", "LV": "-c"}
"""Options of pagers, unless the user has set them: exit if it fits, keep colours, leave the text on the screen."""


class _Drawing(StringIO):
    """Buffers a drawing, to show it all at once."""

    def isatty(self) -> bool:
        """True, since it is for a terminal."""
        return True


def watch(draw: Callable[[Environment], object], every_s: float, env: Environment) -> ExitStatus:
    """Show the output of `draw`, which reads its inputs anew each time, until Ctrl-C. Errors do not end it.

    Raises:
        click.UsageError: output does not go to a terminal.
    """
    if not env.on_terminal:
        raise click.UsageError("--watch redraws a terminal, and output does not go to one.")
    # Each drawing gets the whole budget, or a watch that runs for a day would end with a limit exceeded.
    bounds = {name: budget().most(name) for name in NAMED}
    begin = _CLEAR
    try:
        while True:
            # Everything is drawn before the terminal is touched: clearing it first would
            # make it flicker while a cycle is computed.
            out = _Drawing()
            try:
                with run_with(bounds):
                    draw(replace(env, stdout=out, stderr=out, paged=False))
            # A file may be caught while it is being replaced; the next drawing most likely succeeds.
            except (UserprioError, OSError) as error:
                out.write(f"{env.program}: {sentence(error)}\n")
            at = datetime.fromtimestamp(env.clock(), UTC).astimezone(env.zone())
            head = f"{at:%Y-%m-%d %H:%M:%S}, drawn every {every_s:g} s; Ctrl-C ends"
            lines = _fitting([head, "", *out.getvalue().splitlines()], env)
            text = "".join(f"{line}{_TO_THE_END_OF_THE_LINE}\n" for line in lines)
            env.stdout.write(f"{begin}{_HOME}{text}{_TO_THE_END}")
            env.stdout.flush()
            begin = ""
            env.sleep(every_s)
    except KeyboardInterrupt:
        return ExitStatus.DONE


def _fitting(lines: list[str], env: Environment) -> list[str]:
    """As many lines as fit the terminal, and how many are left out."""
    try:
        height = os.get_terminal_size(env.stdout.fileno()).lines
    except (OSError, ValueError):
        return lines
    # A drawing that is longer would scroll, and the next would not begin where this one did.
    if len(lines) < height or height < 4:
        return lines
    more = len(lines) - height + 2
    return [*lines[: height - 2], f"and {more} more lines; --top N shows less"]


def put_out(text: str, env: Environment) -> None:
    """Write a result, through `PAGER` if it is longer than the terminal and there is a pager.

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
    """The number of lines of the terminal; infinite if unknown."""
    try:
        size = os.get_terminal_size(env.stdout.fileno())
    except (OSError, ValueError):
        return float("inf")
    lines = env.environ.get("LINES", "")
    return int(lines) if lines.isascii() and lines.isdigit() and int(lines) else size.lines or float("inf")


def _page(text: str, env: Environment) -> bool:
    """Show text with the pager; False if there is none."""
    pager = env.environ.get("PAGER", _USUAL)
    # As git does: an empty PAGER, or cat, means none, and a PAGER that is not installed must not swallow the result.
    if pager.strip() in ("", "cat") or not shutil.which(pager.split()[0], path=env.environ.get("PATH")):
        return False
    env.stdout.flush()
    env.stderr.flush()
    environ = {**_OPTIONS, **env.environ}
    process = subprocess.Popen(
        pager, shell=True, stdin=subprocess.PIPE, env=environ, text=True, errors="surrogateescape"
    )
    assert process.stdin is not None
    # Who leaves the pager early has read enough: the command has not failed.
    with suppress(BrokenPipeError, KeyboardInterrupt):
        process.stdin.write(text)
    with suppress(BrokenPipeError):
        process.stdin.close()
    # Leave Ctrl-C to the pager.
    while True:
        with suppress(KeyboardInterrupt):
            process.wait()
            return True
