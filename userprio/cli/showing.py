"""What people and scripts see of a run: results in the format that was asked for, and files.

On a terminal, long results go through a pager, as in git, and with --watch they are redrawn.
"""

import gc
import math
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from userprio import report
from userprio.base import NAMED, Format, UserprioError, ViewError, budget, run_with, write_file
from userprio.cli.environment import Environment, ExitStatus, sentence

_HOME: Final = "\x1b[H"
_TO_THE_END_OF_THE_LINE: Final = "\x1b[K"
_TO_THE_END: Final = "\x1b[J"
_CLEAR: Final = "\x1b[2J"
_USUAL: Final = "less"
_OPTIONS: Final = {"LESS": "FRX", "LV": "-c"}
"""Options of pagers, unless the user has set them: exit if it fits, keep colours, leave the text on the screen."""
_PIECE: Final = 1 << 20  # Characters that are written at once


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
                    draw(env.with_(stdout=out, stderr=out, paged=False, environ=_below_head(env)))
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
            # Collections are rare (see `userprio.__main__`), and each drawing leaves cycles of objects behind.
            gc.collect()
            env.sleep(every_s)
    except KeyboardInterrupt:
        return ExitStatus.DONE


def _below_head(env: Environment) -> Mapping[str, str]:
    """The environment variables for a drawing below the line with the time, and an empty one."""
    height = _height(env)
    return {**env.environ, "LINES": str(max(height - 2, 1))} if height else env.environ


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
    if env.paged and env.on_terminal and text.count("\n") >= (_height(env) or math.inf) and _page(text, env):
        return
    try:
        # In pieces, so that a long text is not in memory a second time as bytes.
        for at in range(0, len(text), _PIECE):
            env.stdout.write(text[at : at + _PIECE])
        env.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as failed:
        raise type(failed)(failed.errno, failed.strerror, "standard output") from failed


def _height(env: Environment) -> int:
    """The number of lines of the terminal, which `LINES` sets; 0 if unknown."""
    lines = env.environ.get("LINES", "")
    if lines.isascii() and lines.isdigit() and 0 < len(lines) < 6 and int(lines):
        return int(lines)
    try:
        return os.get_terminal_size(env.stdout.fileno()).lines
    except (OSError, ValueError):
        return 0


def _page(text: str, env: Environment) -> bool:
    """Show text with the pager; False if there is none."""
    pager = env.environ.get("PAGER", _USUAL)
    # As git does: an empty PAGER, or cat, means none, and a PAGER that is not installed must not swallow the result.
    import shutil
    import subprocess

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


T = TypeVar("T")

_ENDLESS: Final = 1000
"""The width for pipes and files, which have no edge to fold lines at."""


def show(
    result: T,
    formats: report.Formats[T],
    form: Format,
    env: Environment,
    what_if: "report.WhatIf | None" = None,
    stopped: str = "",
) -> None:
    """Write a result, as selected by the view, in one of its formats; on a terminal, long ones through a pager.

    `auto` is a table on a terminal or if rows or columns were chosen, and else the classic format. That the work was
    stopped, and where, comes first, and then hypothetical changes behind the result.
    """
    try:
        text = _text(result, formats, form, env, what_if, stopped)
    except ViewError as mistake:
        raise click.UsageError(str(mistake), click.get_current_context(silent=True)) from mistake
    put_out(text, env)


def is_classic(formats: report.Formats[Any], form: Format, env: Environment) -> bool:
    """Whether results with these formats are written in condor_userprio's text."""
    return not env.fields and _chosen(formats, form, env) is Format.CLASSIC


def _chosen(formats: report.Formats[Any], form: Format, env: Environment) -> Format:
    """The format that `auto` stands for."""
    if form is not Format.AUTO:
        return form
    classic = not (env.on_terminal or (env.view.asked and formats.text is not None))
    return Format.CLASSIC if classic else Format.TABLE


def _text(
    result: T,
    formats: report.Formats[T],
    form: Format,
    env: Environment,
    what_if: "report.WhatIf | None",
    stopped: str,
) -> str:
    view = env.view
    if env.fields:
        tell_what_if(what_if, env, stopped)
        return report.fields_text(result, formats, view.with_(columns=env.fields))
    form = _chosen(formats, form, env)
    if form in report.ROWS_OF:
        tell_what_if(what_if, env, stopped)
        return report.ROWS_OF[form](result, formats, view)
    screen = formats.screen if form is not Format.JSON and formats.text_in(form) is None else None
    # Ignoring --top or --columns in silence would show more than was asked for, which in a report to others may matter.
    if view.asked and screen is None:
        raise ViewError(f"The format {form} has everything: only tables and rows can be restricted to rows or columns.")
    if form is Format.JSON:
        changed = None if what_if is None else report.changed_fields(what_if.changes, what_if.made)
        return report.json_text(result, formats, changed, stopped)
    drawn = env.on_terminal and form is Format.TABLE
    view = view.with_(fits=drawn and not view.every, height=_height(env) if drawn else 0, whole=not drawn)
    look = report.Presentation(
        view, env.zone(), env.on_terminal, unicode=env.unicode, coloured=env.coloured and form is not Format.MARKDOWN
    )
    if screen is None:
        write = formats.text_in(form)
        assert write is not None
        text = write(result, look)
        if form is not Format.CLASSIC:
            tell_what_if(what_if, env, stopped)
            return text
        changes = _what_if_lines(what_if, env, stopped)
        return "".join(f"{line}\n" for line in (*changes, *([""] if changes else []))) + text
    blocks = list(screen(result, look))
    lines = [report.Paragraph.of(line, "yellow", unbroken=not drawn) for line in _what_if_lines(what_if, env, stopped)]
    # Blocks with a title already begin with an empty line.
    apart = lines and not (isinstance(blocks[0], report.TableBlock) and blocks[0].title)
    selection = report.selected([*lines, *([report.Paragraph(())] if apart else []), *blocks], view)
    env.warn_all(selection.warnings)
    blocks = list(report.without_domain(selection.blocks) if drawn else selection.blocks)
    if form is Format.MARKDOWN:
        return report.markdown_text(blocks)
    coloured = env.coloured and not env.on_terminal
    if drawn or coloured or env.environ.get("COLUMNS"):
        return _drawn(blocks, env, plain=not drawn)
    return report.plain_text(blocks)


def _what_if_lines(what_if: "report.WhatIf | None", env: Environment, stopped: str = "") -> list[str]:
    changes = [] if what_if is None else report.what_if_lines(what_if, env.zone())
    return [*([f"stopped after {stopped}"] if stopped else []), *changes]


def tell_what_if(what_if: "report.WhatIf | None", env: Environment, stopped: str = "") -> None:
    """Write hypothetical changes, and where work was stopped, to stderr, for formats without a place for them."""
    env.stderr.writelines(f"{line}\n" for line in _what_if_lines(what_if, env, stopped))


def _drawn(blocks: "Iterable[report.Block]", env: Environment, *, plain: bool) -> str:
    """The text of a screen: without boxes and folded lines if `plain`.

    `COLUMNS` sets the width; without it a terminal is asked for its own.
    """
    from rich.console import Console

    columns = env.environ.get("COLUMNS", "")
    width = int(columns) if columns.isascii() and columns.isdigit() and 0 < len(columns) < 6 else None
    out = StringIO()
    console = Console(
        file=out,
        force_terminal=not plain or (env.coloured and not env.on_terminal),
        no_color=not env.coloured,
        width=width or (_ENDLESS if plain else None),
        highlight=False,
        markup=False,
        emoji=False,
    )
    report.print_screen(blocks, console, plain=plain, unicode=env.unicode)
    text = out.getvalue()
    return text if console.is_terminal else "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def put_page(path: Path, text: str, env: Environment) -> None:
    """Write text to a file, or for `-` to standard output.

    Raises:
        OSError: it cannot be written.
    """
    if path == Path("-"):
        put_out(text, env.with_(paged=False))
    else:
        write_file(path, text.encode("utf-8", "replace"))
