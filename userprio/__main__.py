"""`python -m userprio`, and the `userprio` command.

Ctrl-C ends the process at once while its modules are loaded: a KeyboardInterrupt amid an import would be shown with a
traceback, or become another error. From then on it is an exception, so that an edit can be left in good order; and once
all is done it changes nothing any more.
"""

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from userprio.cli.environment import ExitStatus

_ROOM = 1 << 18
"""Values on the stack of a frame; the memory is asked for, and used no more than the calls take."""

# The half of `signal` that is written in C: it is there from the start, where the other takes a while to load.
_signal = sys.modules["_signal"]


def _end(number: int, frame: object) -> None:
    os._exit(128 + number)


def _on_ctrl_c(action: object) -> None:
    # Where it is ignored, as in the background of a script, it stays so.
    if _signal.getsignal(_signal.SIGINT) != _signal.SIG_IGN:
        _signal.signal(_signal.SIGINT, action)


_on_ctrl_c(_end)


def _unless_ctrl_c(what: "sys.UnraisableHookArgs") -> None:
    """Say what went wrong where nothing can be raised, unless that is Ctrl-C."""
    if what.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(what)


def _with_room(call: "Callable[[], ExitStatus]") -> "ExitStatus":
    """Make a call from a frame so large that those of all calls below it have room in its piece of memory.

    Python asks the system for a piece of 16 KiB wherever a call does not fit into the last one, and gives it back when
    the call returns: where a recursion goes to and fro across such an edge, that takes more time than all else.
    """
    return call()


_with_room.__code__ = _with_room.__code__.replace(co_stacksize=_ROOM)


def main() -> None:
    """Run what was typed and end the process with its status."""
    sys.unraisablehook = _unless_ctrl_c
    # A command makes millions of objects that live as long as it does: looking at them all again is useless.
    # Those of the modules come first, so they are loaded after this.
    gc.set_threshold(200_000, 50, 1_000)
    from userprio.cli.app import run
    from userprio.cli.environment import Environment, ExitStatus

    environment = Environment.of_process()
    try:
        _on_ctrl_c(_signal.default_int_handler)
        status = _with_room(lambda: run(sys.argv[1:], environment))
        _on_ctrl_c(_signal.SIG_IGN)
    except KeyboardInterrupt:
        _on_ctrl_c(_signal.SIG_IGN)
        status = ExitStatus.INTERRUPTED
    # What is left goes with the process: the interpreter need not look through it for what could be freed.
    gc.freeze()
    sys.exit(status)


if __name__ == "__main__":
    main()
