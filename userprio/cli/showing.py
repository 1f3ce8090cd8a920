"""Writing results: in the format that was asked for, and to files."""

import errno
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from userprio.cli.environment import Environment
from userprio.formats import Format
from userprio.report import TEXT_OF, renderer_of

if TYPE_CHECKING:
    from rich.console import Console

    from userprio.report import WhatIf

_ENDLESS: Final = 1000
"""Columns where nobody looks: a pipe or a file has no edge to fold lines at."""


def show(result: object, form: Format, env: Environment, what_if: "WhatIf | None" = None) -> None:
    """Write a result in a format that it has; `auto` is a table on a terminal, and the classic form elsewhere.

    If changes were made to what it is about, it says so before anything else.
    """
    if form is Format.AUTO:
        form = Format.TABLE if env.on_terminal else Format.CLASSIC
    if what_if is not None:
        tell_what_if(what_if, form, env)
    if form in TEXT_OF:
        env.stdout.write(TEXT_OF[form](result, what_if))
        return
    render = renderer_of(result, form)
    offered: dict[str, Callable[[], object]] = {
        "zone": env.zone,
        "on_terminal": lambda: env.on_terminal,
        "console": lambda: open_console(env, plain=form is Format.CLASSIC),
    }
    env.stdout.write(render(result, **{name: offered[name]() for name in render.takes}) or "")


def tell_what_if(what_if: "WhatIf", form: Format, env: Environment) -> None:
    """Write above a table what was changed; of forms that scripts read, on stderr. JSON has a key for it."""
    if form is Format.JSON:
        return
    from userprio.report import what_if_lines

    lines = what_if_lines(what_if, env.zone())
    if form not in (Format.TABLE, Format.CLASSIC):
        env.stderr.writelines(f"{line}\n" for line in lines)
        return
    from rich.text import Text

    console = open_console(env, plain=form is Format.CLASSIC)
    for line in lines:
        console.print(Text(line, style="yellow"), soft_wrap=form is Format.CLASSIC)
    console.print()


def open_console(env: Environment, plain: bool = False) -> "Console":
    """A console on stdout; `plain`, and wherever stdout is not a terminal, without colour, boxes and folded lines.

    `COLUMNS` sets the width; without it a terminal is asked for its own.
    """
    from rich.console import Console

    drawn = env.on_terminal and not plain
    columns = env.environ.get("COLUMNS", "")
    width = int(columns) if columns.isascii() and columns.isdigit() and 0 < len(columns) < 6 else None
    return Console(
        file=env.stdout,
        force_terminal=drawn,
        no_color=not env.coloured,
        width=(width or None) if drawn else width or _ENDLESS,
        highlight=False,
        markup=False,
        emoji=False,
    )


def usual_mode(mode: int) -> int:
    """The mode that a new file or folder gets here: `mode` without what the umask takes away."""
    umask = os.umask(0o077)
    os.umask(umask)
    return mode & ~umask


def check_place(path: Path) -> None:
    """Make sure that there is a folder for a file, before somebody waits for what is to be put there.

    Raises:
        OSError: there is none, or nothing may be made in it.
    """
    folder = path.resolve().parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))


def put_file(path: Path, content: bytes) -> None:
    """Write a file, in one step for whoever reads it. A link is followed; the mode of a file that was there is kept,
    and a new one has what the umask leaves it.

    What is not a regular file, such as `/dev/stdout`, is simply written to.

    Raises:
        OSError: it cannot be written; what was there before is there still.
    """
    target = path.resolve()
    try:
        before = target.stat()
    except FileNotFoundError:
        before = None
    if before is not None and not stat.S_ISREG(before.st_mode):
        target.write_bytes(content)
        return
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))
    mode = usual_mode(0o666) if before is None else stat.S_IMODE(before.st_mode)
    temporary = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        temporary.replace(target)
    except OSError as failed:
        # The name that was asked for says more than the one that was made up.
        raise type(failed)(failed.errno, failed.strerror, str(path)) from failed
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
