"""`python -m userprio`, and the `userprio` command.

While modules are loaded, Ctrl-C ends the process at once: a KeyboardInterrupt during an import would show a traceback,
or turn into another error. After that it is an exception, as are SIGTERM and SIGHUP, so that an edit can clean up, and
tools are stopped and temporary files removed; and once the work is done they are ignored.
"""

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from userprio.cli.environment import ExitStatus

_NO_MEMORY = b"userprio: there is not enough memory; see ulimit -v, and the limit of a container or service.\n"
_LEAST_STACK = 128 << 10
"""With less, loading modules ends Python with SIGSEGV; with that, input as deep as may be is read."""
_NO_STACK = b"userprio: the stack is limited to less than 128 KiB; give it more with ulimit -s.\n"
_BAD_INPUT = 6
"""`ExitStatus.BAD_INPUT`, also if there is no memory to load that."""
_ROOM = 1 << 18
"""Stack slots of a frame; the memory is reserved, but only what the calls need is touched."""

# The C half of `signal`: it is there from the start, whereas `signal` takes a while to load.
_signal = sys.modules["_signal"]
_ENDING = tuple(getattr(_signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(_signal, name))


def _end(number: int, frame: object) -> None:
    os._exit(128 + number)


def _unwind(number: int, frame: object) -> None:
    # No KeyboardInterrupt: what Ctrl-C ends in an orderly way, such as --watch, and what waits in spite of it, as for a
    # pager, ends here with the status of the signal.
    raise SystemExit(128 + number)


def _on(number: int, action: object) -> None:
    # Where a signal is ignored, as Ctrl-C in a background job of a script or SIGHUP under nohup, it stays ignored.
    if _signal.getsignal(number) != _signal.SIG_IGN:
        _signal.signal(number, action)


_on(_signal.SIGINT, _end)


def _unless_interrupted(what: "sys.UnraisableHookArgs") -> None:
    """Report exceptions that cannot be raised, except those of Ctrl-C and other signals."""
    if what.exc_type not in (KeyboardInterrupt, SystemExit):
        sys.__unraisablehook__(what)


def _with_room(call: "Callable[[], ExitStatus]") -> "ExitStatus":
    """Make a call from a frame so large that the frames of all calls below fit into its memory chunk.

    Python allocates a chunk of 16 KiB whenever a frame does not fit into the last one, and frees it when the call
    returns: a recursion that keeps crossing such a boundary spends most of its time on that.
    """
    return call()


_with_room.__code__ = _with_room.__code__.replace(co_stacksize=_ROOM)


def main() -> None:
    """Run what was typed and end the process with its status."""
    sys.unraisablehook = _unless_interrupted
    # A command makes millions of objects that live as long as it does, so collecting garbage often is useless.
    # Before the other modules are loaded, because they make many objects too.
    gc.set_threshold(1_000_000, 50, 1_000)
    if _stack_is_small():
        os.write(2, _NO_STACK)
        sys.exit(_BAD_INPUT)
    try:
        status = _run()
        _ignore_signals()
    except KeyboardInterrupt:
        _ignore_signals()
        status = 128 + _signal.SIGINT
    except SystemExit as ended:
        _ignore_signals()
        status = ended.code
    except (MemoryError, ImportError) as failed:
        # A module in C cannot be loaded where there is no room for it.
        if isinstance(failed, ImportError) and "failed to map segment" not in str(failed):
            raise
        os.write(2, _NO_MEMORY)
        status = _BAD_INPUT
    # Memory is freed with the process, so the interpreter need not collect garbage at exit.
    gc.freeze()
    sys.exit(status)


def _stack_is_small() -> bool:
    try:
        import resource
    except ImportError:
        # A system without such limits gives the stack that the interpreter was built with.
        return False
    return 0 <= resource.getrlimit(resource.RLIMIT_STACK)[0] < _LEAST_STACK


def _run() -> "str | int | None":
    from userprio.cli.environment import COMPLETION, Environment

    if COMPLETION in os.environ:
        # Whoever pressed the tab key waits, and needs nothing of what runs commands.
        from userprio.cli.completion.answer import run
    else:
        from userprio.cli.app import run

    environment = Environment.of_process()
    _on(_signal.SIGINT, _signal.default_int_handler)
    for number in _ENDING[1:]:
        _on(number, _unwind)
    return _with_room(lambda: run(sys.argv[1:], environment))


def _ignore_signals() -> None:
    for number in _ENDING:
        _on(number, _signal.SIG_IGN)


if __name__ == "__main__":
    main()
