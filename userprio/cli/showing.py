"""Writes results, in the format that was asked for, and files."""

import errno
import os
import stat
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from userprio.base.formats import Format, ViewError
from userprio.cli.environment import Environment
from userprio.cli.terminal import put_out
from userprio.report import (
    ROWS_OF,
    Formats,
    Paragraph,
    Presentation,
    TableBlock,
    fields_text,
    json_text,
    markdown_text,
    plain_text,
    selected,
)

if TYPE_CHECKING:
    from userprio.report import Block, WhatIf

T = TypeVar("T")

_ENDLESS: Final = 1000
"""The width for pipes and files, which have no edge to fold lines at."""


def show(result: T, formats: Formats[T], form: Format, env: Environment, what_if: "WhatIf | None" = None) -> None:
    """Write a result, as selected by the view, in one of its formats; on a terminal, long ones through a pager.

    `auto` is a table on a terminal or if rows or columns were chosen, and else the classic format. Hypothetical changes
    behind the result come first.
    """
    try:
        text = _text(result, formats, form, env, what_if)
    except ViewError as mistake:
        raise click.UsageError(str(mistake), click.get_current_context(silent=True)) from mistake
    put_out(text, env)


def is_classic(formats: Formats[Any], form: Format, env: Environment) -> bool:
    """Whether results with these formats are written in condor_userprio's text."""
    return not env.fields and _chosen(formats, form, env) is Format.CLASSIC


def _chosen(formats: Formats[Any], form: Format, env: Environment) -> Format:
    """The format that `auto` stands for."""
    if form is not Format.AUTO:
        return form
    classic = not (env.on_terminal or (env.view.asked and formats.text is not None))
    return Format.CLASSIC if classic else Format.TABLE


def _text(result: T, formats: Formats[T], form: Format, env: Environment, what_if: "WhatIf | None") -> str:
    view = env.view
    if env.fields:
        tell_what_if(what_if, env)
        return fields_text(result, formats, replace(view, columns=env.fields))
    form = _chosen(formats, form, env)
    if form in ROWS_OF:
        tell_what_if(what_if, env)
        return ROWS_OF[form](result, formats, view)
    screen = formats.screen if form is not Format.JSON and formats.text_in(form) is None else None
    # Ignoring --top or --columns in silence would show more than was asked for, which in a report to others may matter.
    if view.asked and screen is None:
        raise ViewError(f"The format {form} has everything: only tables and rows can be restricted to rows or columns.")
    if form is Format.JSON:
        from userprio.report import changed_fields

        return json_text(result, formats, None if what_if is None else changed_fields(what_if.changes, what_if.made))
    drawn = env.on_terminal and form is Format.TABLE
    view = replace(view, fits=drawn and not view.every, whole=not drawn)
    look = Presentation(view, env.zone(), env.on_terminal)
    if screen is None:
        write = formats.text_in(form)
        assert write is not None
        text = write(result, look)
        if form is not Format.CLASSIC:
            tell_what_if(what_if, env)
            return text
        changes = _what_if_lines(what_if, env)
        return "".join(f"{line}\n" for line in (*changes, *([""] if changes else []))) + text
    blocks = list(screen(result, look))
    lines = [Paragraph.of(line, "yellow", unbroken=not drawn) for line in _what_if_lines(what_if, env)]
    # Blocks with a title already begin with an empty line.
    apart = lines and not (isinstance(blocks[0], TableBlock) and blocks[0].title)
    selection = selected([*lines, *([Paragraph(())] if apart else []), *blocks], view)
    env.warn_all(selection.warnings)
    blocks = list(selection.blocks)
    if form is Format.MARKDOWN:
        return markdown_text(blocks)
    coloured = env.coloured and not env.on_terminal
    if drawn or coloured or env.environ.get("COLUMNS"):
        return _drawn(blocks, env, plain=not drawn)
    return plain_text(blocks)


def _what_if_lines(what_if: "WhatIf | None", env: Environment) -> list[str]:
    if what_if is None:
        return []
    from userprio.report import what_if_lines

    return what_if_lines(what_if, env.zone())


def tell_what_if(what_if: "WhatIf | None", env: Environment) -> None:
    """Write hypothetical changes to stderr, for formats without a place for them."""
    env.stderr.writelines(f"{line}\n" for line in _what_if_lines(what_if, env))


def _drawn(blocks: "Iterable[Block]", env: Environment, *, plain: bool) -> str:
    """The text of a screen: without boxes and folded lines if `plain`.

    `COLUMNS` sets the width; without it a terminal is asked for its own.
    """
    from rich.console import Console

    from userprio.report import print_screen

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
    print_screen(blocks, console, plain=plain)
    text = out.getvalue()
    return text if console.is_terminal else "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def usual_mode(mode: int) -> int:
    """The mode of a new file or folder: `mode` reduced by the umask."""
    # The umask can only be read by setting it; a strict one for the moment lets nothing slip out.
    umask = os.umask(0o077)
    os.umask(umask)
    return mode & ~umask


def check_place(path: Path) -> None:
    """Ensure that a file's folder exists and is writable, before starting a long computation.

    Raises:
        OSError: it does not exist or is not writable.
    """
    folder = path.resolve().parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))


def put_page(path: Path, text: str, env: Environment) -> None:
    """Write text to a file, or for `-` to standard output.

    Raises:
        OSError: it cannot be written.
    """
    if path == Path("-"):
        put_out(text, replace(env, paged=False))
    else:
        put_file(path, text.encode("utf-8", "replace"))


def put_file(path: Path, content: bytes) -> None:
    """Write a file atomically. Links are followed; an existing file keeps its mode, a new one has that of the umask.

    Anything but a regular file, such as `/dev/stdout`, is written directly.

    Raises:
        OSError: it cannot be written; an existing file is unchanged.
    """
    target = path.resolve()
    try:
        before = target.stat()
    except FileNotFoundError:
        before = None
    # A rename would replace the device or the pipe by a file.
    if before is not None and not stat.S_ISREG(before.st_mode):
        try:
            target.write_bytes(content)
        except OSError as failed:
            raise type(failed)(failed.errno, failed.strerror, str(path)) from failed
        return
    # A rename needs only the folder's permission, and would overwrite a file that was protected from exactly that.
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
            # Before the rename: after a power failure the name could otherwise stand for an empty file.
            os.fsync(file.fileno())
        temporary.replace(target)
    except OSError as failed:
        # Report the requested name rather than the temporary one.
        raise type(failed)(failed.errno, failed.strerror, str(path)) from failed
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
