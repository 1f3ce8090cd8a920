"""Long work that may be stopped and gone on with."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import Final, NoReturn

from userprio import __version__
from userprio.cli.environment import Environment
from userprio.report import printable
from userprio.simulation import KeptReplay

_EVERY_S: Final = 5.0


def kept_in(folder: Path) -> KeptReplay:
    """What is kept of a replay in a folder, and written down every few seconds."""
    return KeptReplay(folder, __version__, _every(_EVERY_S))


def _every(seconds: float) -> Callable[[], bool]:
    last = time.monotonic()

    def is_due() -> bool:
        nonlocal last
        now = time.monotonic()
        due = now - last >= seconds
        last = now if due else last
        return due

    return is_due


@contextmanager
def going_on_from(folder: Path | None, env: Environment) -> Iterator[None]:
    """Whoever stops this, by Ctrl-C, by the end of the terminal or by a kill, is told how it goes on."""
    if folder is None:
        yield
        return
    before = {}
    if current_thread() is main_thread():
        before = {number: signal.signal(number, _stop) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    except KeyboardInterrupt:
        where = printable(str(folder))
        env.stderr.write(f"{env.program}: stopped; the same command goes on from what is kept in {where}.\n")
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
