"""How a command ends: the exit statuses, and the way to them from exceptions, with a sentence on stderr.

What is not caught here is a bug, and shows as one.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from typing import TYPE_CHECKING, Final

import click

from userprio.cli.environment import Environment
from userprio.errors import BadInput, Moved, Refused, UserprioError
from userprio.naming import NothingFound

if TYPE_CHECKING:
    from userprio.ledger import Operation

_MADE: Final = "userprio.made"


class ExitStatus(IntEnum):
    """What a script can tell from the exit status alone."""

    DONE = 0
    FAILED = 1
    """What condor_userprio answers with status 1, its usage text included; or nothing was found; or `aim` reaches a
    target with nothing."""
    USAGE = 2
    """The command line cannot be understood."""
    CHANGES = 3
    """`plan` or `diff` found changes."""
    REFUSED = 4
    """An edit was refused."""
    MOVED = 5
    """The state is no longer the one that a plan was made for."""
    BAD_INPUT = 6
    """A file cannot be read or understood."""
    UNREACHABLE = 7
    """A running pool does not answer, or nothing that could ask it is installed."""
    INTERRUPTED = 130
    """Ended by Ctrl-C: 128 and the number of SIGINT, as a shell counts."""
    PIPE_CLOSED = 141
    """Whoever read the output stopped reading: 128 and the number of SIGPIPE."""


def guarded(run: Callable[[], object], env: Environment) -> ExitStatus:
    """Run a command and turn what it raises on purpose into the status that the process ends with."""
    try:
        status = run()
        env.stdout.flush()
    except click.exceptions.Exit as ended:
        return ExitStatus(ended.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return ExitStatus.INTERRUPTED
    except RuntimeError as error:
        # What Python 3.11 makes of Ctrl-C while a class is being made, as modules do that are loaded late.
        if isinstance(error.__cause__, KeyboardInterrupt):
            return ExitStatus.INTERRUPTED
        raise
    except click.ClickException as mistake:
        mistake.show(file=env.stderr)
        return ExitStatus.USAGE
    except BrokenPipeError:
        _forget_stdout(env)
        return ExitStatus.PIPE_CLOSED
    except (UserprioError, OSError) as error:
        try:
            env.stdout.flush()
        except OSError:
            _forget_stdout(env)
        env.stderr.write(f"{env.program}: {sentence(error)}\n")
        return _status_of(error)
    return status if isinstance(status, ExitStatus) else ExitStatus.DONE


def _status_of(error: UserprioError | OSError) -> ExitStatus:
    from userprio.ledger import StoreError, StoreErrorKind

    if isinstance(error, StoreError):
        of_stores = {StoreErrorKind.MISSING: ExitStatus.BAD_INPUT, StoreErrorKind.MOVED: ExitStatus.MOVED}
        return of_stores.get(error.kind, ExitStatus.REFUSED)
    if isinstance(error, Moved):
        return ExitStatus.MOVED
    if isinstance(error, Refused):
        from userprio.accounting import NotWhole

        return ExitStatus.USAGE if isinstance(error, NotWhole) else ExitStatus.REFUSED
    if isinstance(error, (BadInput, OSError)):
        return ExitStatus.BAD_INPUT
    if isinstance(error, NothingFound):
        return ExitStatus.FAILED
    from userprio.live import LiveError, LiveErrorKind

    if not isinstance(error, LiveError):
        return ExitStatus.BAD_INPUT
    of_pools = {
        LiveErrorKind.UNREACHABLE: ExitStatus.UNREACHABLE,
        LiveErrorKind.NOT_INSTALLED: ExitStatus.UNREACHABLE,
        LiveErrorKind.SEVERAL_NEGOTIATORS: ExitStatus.USAGE,
        LiveErrorKind.UNSUPPORTED: ExitStatus.USAGE,
        LiveErrorKind.DENIED: ExitStatus.REFUSED,
        LiveErrorKind.NOT_DONE: ExitStatus.REFUSED,
    }
    return of_pools.get(error.kind, ExitStatus.FAILED)


def sentence(error: UserprioError | OSError) -> str:
    """What went wrong, on one line that ends in a full stop."""
    from userprio.report import printable

    if isinstance(error, OSError):
        reason = (error.strerror or str(error)).rstrip(".")
        text = reason if error.filename is None else f"{os.fsdecode(error.filename)}: {reason}"
    else:
        text = str(error)
    text = printable(text.strip())
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _forget_stdout(env: Environment) -> None:
    """Give the interpreter somewhere to flush to when it ends; the reader is gone."""
    if env.stdout is sys.stdout:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, env.stdout.fileno())
        os.close(sink)


def tell_made(operation: "Operation", env: Environment) -> None:
    """Say on stderr, at once, that an operation was made; from now on the command succeeds."""
    click.get_current_context().meta[_MADE] = operation.id
    with suppress(OSError, ValueError):
        env.stderr.write(f"{env.program}: operation {operation.id} was made.\n")
        env.stderr.flush()


def result_is_needed() -> None:
    """Let a command that has made an operation fail nevertheless if its result cannot be written."""
    click.get_current_context().meta.pop(_MADE, None)


@contextmanager
def standing(context: click.Context, env: Environment) -> Iterator[None]:
    """Once an operation was made, nothing makes a failure of it: no interrupt, and no output that cannot be written."""
    try:
        yield
        env.stdout.flush()
    except (OSError, UserprioError, KeyboardInterrupt, click.Abort) as trouble:
        if _MADE not in context.meta:
            raise
        _forget_stdout(env)
        if isinstance(trouble, (OSError, UserprioError)) and not isinstance(trouble, BrokenPipeError):
            reason = trouble.strerror if isinstance(trouble, OSError) else trouble
            with suppress(OSError, ValueError):
                env.warn(f"the result could not be written: {reason}")
