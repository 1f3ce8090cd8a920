"""The exit statuses of userprio, in one place."""

from enum import IntEnum


class ExitStatus(IntEnum):
    """What a script can tell from the exit status alone."""

    DONE = 0
    FAILED = 1
    """What condor_userprio answers with status 1, its usage text included; or nothing was found."""
    USAGE = 2
    """The command line cannot be understood."""
    CHANGES = 3
    """`plan` found changes."""
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
