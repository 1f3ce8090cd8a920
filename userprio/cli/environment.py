"""The process environment of a command (streams, variables, clock and time zone, read only here) and its exit status.

An exception becomes a sentence on stderr and an exit status. Anything not caught here is a bug, and shows as one.
"""

import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, tzinfo
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from userprio import report
from userprio.api import zone_here
from userprio.base import EVERYTHING, BadInput, Moved, NothingFound, Refused, UserprioError, View, posix
from userprio.base.records import Record

if TYPE_CHECKING:
    import click

    from userprio.ledger import Operation

COMPLETION = "_USERPRIO_COMPLETE"
"""The variable by which the script of `userprio completion` asks for completions; names the shell."""
PROFILE = "USERPRIO_PROFILE"
"""The variable that names a profile of the settings."""
_MOST_WARNINGS = 20
"""The most warnings of one kind; a file may have thousands of bad lines."""
_MADE: Final = "userprio.made"
_OF_PICTURES: Final = "█▏│─…⣿"


class Environment(Record):
    """The process environment of a command; tests make their own.

    Values that need a library are functions, so that a command pays only for those that it uses.
    """

    stdout: TextIO
    stderr: TextIO
    environ: Mapping[str, str]
    clock: Callable[[], float]
    """The present, in seconds since the epoch."""
    zone: Callable[[], tzinfo]
    """The time zone for output, and for input without one."""
    config_home: Callable[[], Path]
    """The user's own folder of configuration files."""
    data_home: Callable[[], Path]
    condor_places: tuple[Path, ...] | None = None
    """Possible places of HTCondor's configuration on this machine; None: those of HTCondor."""
    program: str = "userprio"
    stdin: TextIO | None = None
    """None: there is no input, and nobody to ask."""
    user: str = "unknown"
    """The user who runs the command; with `sudo`, both users."""
    login: int | None = None
    """The number of the user who logged in; None: not known."""
    sleep: Callable[[float], None] = time.sleep
    view: View = EVERYTHING
    """The rows and columns of the result that were asked for."""
    fields: tuple[str, ...] = ()
    """The fields of rows that `--json` asks for."""
    colour: bool | None = None
    """Whether the command line asks for colour; None: unspecified."""
    paged: bool = True
    """Whether long output may go through a pager."""

    @classmethod
    def of_process(cls) -> "Environment":
        """The environment of this process.

        Names in ads may contain any bytes, so undecodable input is written back unchanged.
        """
        # Before anything opens a file: file descriptors 0 to 2 that are closed go to whatever is opened first.
        _replace_closed_streams()
        sys.stdout = _writing_all(sys.stdout)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                utf8 = stream.encoding.lower().replace("-", "") == "utf8"
                stream.reconfigure(errors="surrogateescape" if utf8 else "backslashreplace")
        if sys.stdin is not None and hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="surrogateescape")
        return cls(
            stdout=sys.stdout,
            stderr=sys.stderr,
            environ=os.environ,
            clock=time.time,
            zone=_zone,
            config_home=_config_home,
            data_home=_data_home,
            stdin=sys.stdin,
            user=_user(os.environ, login := login_uid()),
            login=login,
        )

    def with_profile(self, name: str) -> "Environment":
        """The environment with another profile of the settings."""
        return self.with_(environ={**self.environ, PROFILE: name})

    @property
    def on_terminal(self) -> bool:
        """Whether a person reads the output directly."""
        return self.stdout.isatty()

    @property
    def coloured(self) -> bool:
        """Whether to use colour: by --color, else by `NO_COLOR` (no-color.org), `FORCE_COLOR` and `CLICOLOR_FORCE`
        (bixense.com/clicolors), else on a terminal that is not dumb, unless `CLICOLOR` is 0.
        """
        if self.colour is not None:
            return self.colour
        if self.environ.get("NO_COLOR"):
            return False
        if any(self.environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
            return True
        plain = self.environ.get("CLICOLOR") == "0" or self.environ.get("TERM") == "dumb"
        return self.on_terminal and not plain

    @property
    def unicode(self) -> bool:
        """Whether the output can have the characters that pictures are made of."""
        try:
            _OF_PICTURES.encode(self.stdout.encoding or "utf-8")
        except UnicodeEncodeError:
            return False
        return True

    @property
    def can_ask(self) -> bool:
        """Whether there is somebody to ask."""
        # The question goes to stderr, so that an answer is asked for even where the result is redirected; where stderr
        # is, too, nobody would see the question, and the program would seem to hang.
        return self.stdin is not None and self.stdin.isatty() and self.stderr.isatty()

    def ask(self, question: str) -> bool | None:
        """Whether a person at the terminal says yes; None if there is nobody to ask."""
        if self.stdin is None or not self.can_ask:
            return None
        self.stderr.write(f"{report.printable(question)} [y/N] ")
        self.stderr.flush()
        # The end of input counts as no, so that Ctrl-D changes nothing.
        return self.stdin.readline().strip().lower() in ("y", "yes")

    def tell_meant(self, typed: str, full: str) -> None:
        """Say on stderr which full name an incomplete one was taken for."""
        if typed != full:
            self.stderr.write(f"{self.program}: {report.printable(typed)} is {report.printable(full)}.\n")

    def warn(self, sentence: str) -> None:
        """Print a warning to stderr, on one line."""
        self.stderr.write(f"{self.program}: warning: {report.printable(sentence)}\n")

    def warn_all(self, sentences: Iterable[str]) -> None:
        """Print warnings of one kind, at most the first twenty."""
        several = list(sentences)
        for sentence in several[:_MOST_WARNINGS]:
            self.warn(sentence)
        if len(several) > _MOST_WARNINGS:
            self.warn(f"and {len(several) - _MOST_WARNINGS} more of this kind")


def _replace_closed_streams() -> None:
    """Make writing to a closed standard stream fail.

    Otherwise the next file to be opened, such as a ledger, would become standard output.
    """
    while (number := os.open(os.devnull, os.O_RDONLY)) <= 2:
        pass
    os.close(number)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _writing_all(stream: TextIO) -> TextIO:
    """The stream with a buffer, which writes everything or fails.

    With PYTHONUNBUFFERED there is none, and Python forgets whatever the system does not take at once, as when the
    reader of a pipe goes away or a disk is full.
    """
    if not isinstance(getattr(stream, "buffer", None), io.RawIOBase):
        return stream
    return os.fdopen(stream.fileno(), "w", encoding=stream.encoding, errors=stream.errors, closefd=False)


@cache
def _zone() -> tzinfo:
    """The local zone; on stderr, once, that it is UTC for want of a possible one."""
    zone = zone_here()
    if zone is UTC:
        name = report.printable(os.environ.get("TZ", ""))
        with suppress(OSError, ValueError):
            sys.stderr.write(f"userprio: warning: TZ={name} is a day or more away from UTC; times are in UTC\n")
    return zone


def _config_home() -> Path:
    import platformdirs

    return platformdirs.user_config_path("userprio")


def _data_home() -> Path:
    import platformdirs

    return platformdirs.user_data_path("userprio")


_NO_THREAD: Final = "can't start new thread"
"""Python's words."""
_NO_PROCESS: Final = (
    "the system allows no more processes or threads; see ulimit -u, and pids.max of a container or service."
)
_NO_LOGIN: Final = (1 << 32) - 1


def login_uid(proc: Path = Path("/proc")) -> int | None:
    """The user who logged in, whom the kernel keeps through sudo and su; None for a service, or if it keeps nobody."""
    try:
        number = int((proc / "self" / "loginuid").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return None if number == _NO_LOGIN else number


def _behind(environ: Mapping[str, str], login: int | None) -> str:
    """The user who called sudo, as far as nothing contradicts its variables, which anybody can set; else nothing."""
    name = environ.get("SUDO_USER", "")
    number = posix.user_number(name)
    return name if number is not None and environ.get("SUDO_UID") == str(number) and login in (None, number) else ""


def _user(environ: Mapping[str, str], login: int | None) -> str:
    """The name of the process's user and, with `sudo`, of the user who called it."""
    number = posix.real_user()
    if number is None:
        # Of who reads; there, nobody edits.
        return environ.get("USERNAME", "unknown")
    name = posix.user_name(number) or f"user {number}"
    # With sudo, the log should name a person, and who that person acted as.
    behind = _behind(environ, login)
    return f"{behind} as {name}" if behind and behind != name else name


class ExitStatus(IntEnum):
    """Exit statuses, for scripts."""

    DONE = 0
    FAILED = 1
    """condor_userprio exits with 1, as for its usage text; or nothing was found; or `aim` cannot reach a target."""
    USAGE = 2
    """The command line cannot be understood."""
    CHANGES = 3
    """`plan` or `diff` found changes, or `verify` a cycle that differs."""
    REFUSED = 4
    """An edit was refused."""
    MOVED = 5
    """The state is no longer the one that the plan was made for."""
    BAD_INPUT = 6
    """A file cannot be read or understood."""
    UNREACHABLE = 7
    """A running pool does not answer, or no client for it is installed."""
    GUARDS = 8
    """A guard of `--expect` does not hold."""
    HUNG_UP = 129
    """Ended by SIGHUP: 128 plus its number, by the shells' convention, as for those below."""
    INTERRUPTED = 130
    """Ended by Ctrl-C: SIGINT."""
    PIPE_CLOSED = 141
    """The reader of the output has closed the pipe: SIGPIPE."""
    TERMINATED = 143
    """Ended by SIGTERM."""


def guarded(run: Callable[[], object], env: Environment) -> ExitStatus:
    """Run a command, turning its deliberate exceptions into the process's exit status."""
    # Here and below, because completion needs this module and nothing of Click, which takes longer to load.
    import click

    try:
        status = run()
        env.stdout.flush()
    # Before ClickException: this is how --help and --version end, with 0.
    except click.exceptions.Exit as ended:
        return ExitStatus(ended.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return ExitStatus.INTERRUPTED
    except RuntimeError as error:
        # Python 3.11 may raise this for a signal during class creation, as in modules that are loaded late.
        if isinstance(error.__cause__, KeyboardInterrupt):
            return ExitStatus.INTERRUPTED
        if isinstance(error.__cause__, SystemExit):
            raise error.__cause__ from None
        if str(error) != _NO_THREAD:
            raise
        _tell(lambda stderr: stderr.write(f"{env.program}: {_NO_PROCESS}\n"), env)
        return ExitStatus.BAD_INPUT
    except click.ClickException as mistake:
        text = _of_usage(mistake, env)
        _tell(lambda stderr: stderr.write(text), env)
        return ExitStatus.USAGE
    # Before OSError, of which it is a kind: `userprio most | head` is no failure to be told of.
    except BrokenPipeError:
        _forget(env.stdout)
        _forget(env.stderr)
        return ExitStatus.PIPE_CLOSED
    except (UserprioError, OSError) as error:
        try:
            env.stdout.flush()
        except OSError:
            _forget(env.stdout)
        # What was written before goes out first, so that the message comes last on a terminal.
        message = f"{env.program}: {sentence(error)}\n"
        _tell(lambda stderr: stderr.write(message), env)
        return _status_of(error)
    return status if isinstance(status, ExitStatus) else ExitStatus.DONE


def _of_usage(mistake: "click.ClickException", env: Environment) -> str:
    """What is wrong with a command line, and where to read how it is right."""
    import click

    # Click lists the choices of a missing argument on lines of their own.
    message = " ".join(mistake.format_message().split())
    if isinstance(mistake, click.NoSuchOption):
        guess = f" Did you mean {mistake.possibilities[0]}?" if mistake.possibilities else ""
        message = f"No such option {mistake.option_name}.{guess}"
    text = f"{env.program}: {_one_line(message)}\n"
    context = mistake.ctx if isinstance(mistake, click.UsageError) else None
    return text if context is None else f"{text}Try '{context.command_path} --help'.\n"


def _status_of(error: UserprioError | OSError) -> ExitStatus:
    from userprio.ledger import StoreError, StoreErrorKind

    # Most failures of an edit are refusals, which a later try may get past; a missing ledger is
    # a wrong path, which no later try mends.
    if isinstance(error, StoreError):
        of_stores = {StoreErrorKind.MISSING: ExitStatus.BAD_INPUT, StoreErrorKind.MOVED: ExitStatus.MOVED}
        return of_stores.get(error.kind, ExitStatus.REFUSED)
    # Before Refused, of which it is a kind: 5 tells a script that a new plan is all that is needed.
    if isinstance(error, Moved):
        return ExitStatus.MOVED
    if isinstance(error, Refused):
        from userprio.accounting import NotWhole

        # An incomplete name is a mistake in the command line, although only the ledger shows it.
        return ExitStatus.USAGE if isinstance(error, NotWhole) else ExitStatus.REFUSED
    if isinstance(error, (BadInput, OSError)):
        return ExitStatus.BAD_INPUT
    if isinstance(error, NothingFound):
        return ExitStatus.FAILED
    from userprio.live import LiveError, LiveErrorKind

    if not isinstance(error, LiveError):
        return ExitStatus.BAD_INPUT
    # Statuses say who has to act: with 7 the network or the pool, with 2 whoever wrote the
    # command line, with 4 whoever grants rights.
    of_pools = {
        LiveErrorKind.UNREACHABLE: ExitStatus.UNREACHABLE,
        LiveErrorKind.NOT_INSTALLED: ExitStatus.UNREACHABLE,
        LiveErrorKind.UNCONFIGURED: ExitStatus.UNREACHABLE,
        LiveErrorKind.SEVERAL_NEGOTIATORS: ExitStatus.USAGE,
        LiveErrorKind.UNSUPPORTED: ExitStatus.USAGE,
        LiveErrorKind.DENIED: ExitStatus.REFUSED,
        LiveErrorKind.NOT_DONE: ExitStatus.REFUSED,
        LiveErrorKind.TOO_LARGE: ExitStatus.BAD_INPUT,
    }
    return of_pools.get(error.kind, ExitStatus.FAILED)


def sentence(error: UserprioError | OSError) -> str:
    """The error message, on one line that ends in a full stop."""
    # What fork() says; files are not opened without waiting, except under their names.
    if isinstance(error, BlockingIOError) and error.filename is None:
        text = _NO_PROCESS
    elif isinstance(error, OSError):
        reason = (error.strerror or str(error)).rstrip(".")
        text = reason if error.filename is None else f"{os.fsdecode(error.filename)}: {reason}"
    else:
        text = str(error)
    return _one_line(text)


def _one_line(text: str) -> str:
    text = report.printable(text.strip())
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _forget(stream: TextIO) -> None:
    """Give the interpreter a place to flush a standard stream to at exit, since its reader is gone."""
    if stream in (sys.stdout, sys.stderr):
        # Without it, the interpreter's flush at exit would fail once more, print a traceback, and end with status 120.
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, stream.fileno())
        os.close(sink)


def _tell(show: Callable[[TextIO], object], env: Environment) -> None:
    """Write to stderr why a command fails; that nobody reads it does not change how it ends."""
    try:
        show(env.stderr)
    except OSError:
        _forget(env.stderr)


def tell_made(operation: "Operation", env: Environment) -> None:
    """Report on stderr, immediately, that an operation was made; from now on the command counts as successful."""
    import click

    click.get_current_context().meta[_MADE] = operation.id
    with suppress(OSError, ValueError):
        env.stderr.write(f"{env.program}: operation {operation.id} was made.\n")
        env.stderr.flush()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Defer Ctrl-C and other terminating signals until the block ends, where the system can do that."""
    if not posix.HAS_SIGNAL_MASKS:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        # Blocked rather than handled: a handler could run between the write of the ledger and that of the log, and
        # Python code that it interrupts cannot be resumed.
        signal.pthread_sigmask(signal.SIG_BLOCK, posix.ENDING)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def result_is_needed() -> None:
    """Make a command that has made an operation fail after all if its result cannot be written."""
    import click

    click.get_current_context().meta.pop(_MADE, None)


@contextmanager
def standing(context: "click.Context", env: Environment) -> Iterator[None]:
    """Once an operation is made, neither an interrupt nor unwritable output makes the command fail."""
    import click

    try:
        yield
        env.stdout.flush()
    except (OSError, UserprioError, KeyboardInterrupt, SystemExit, MemoryError, click.Abort) as trouble:
        if _MADE not in context.meta:
            raise
        _forget(env.stdout)
        # The edit stands, so the command succeeds; a script that saw a failure would make the edit a second time.
        if isinstance(trouble, (OSError, UserprioError)) and not isinstance(trouble, BrokenPipeError):
            reason = trouble.strerror if isinstance(trouble, OSError) else trouble
            with suppress(OSError, ValueError):
                env.warn(f"the result could not be written: {reason}")
