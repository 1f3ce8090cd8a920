"""Shells on a terminal of their own, as somebody sits before them: typed at key by key, the tab key included.

What stands for `userprio` there completes as the real one does. Anything else that it is run with it writes down, so
that a test sees what arrives of a command line that was completed.
"""

import fcntl
import os
import pty
import select
import shlex
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

REPOSITORY: Final = Path(__file__).parents[2]
PROMPT: Final = "READY> "
_RAN: Final = "it ran"
_PATIENCE_S: Final = 60.0
_COLUMNS: Final = 220

_PROGRAM: Final = """\
#!/bin/sh
if [ -n "${{_USERPRIO_COMPLETE+set}}" ] || [ "$1" = completion ]; then
    exec {python} -m userprio "$@"
fi
printf '%s\\0' "$@" > {arrived}
echo {ran}
"""

_START: Final = {
    "bash": "PS1='READY> '\nbind 'set enable-bracketed-paste off'\nsource <(userprio completion bash)\n",
    "zsh": "PS1='READY> '\nautoload -Uz compinit\ncompinit -u -D\nsource <(userprio completion zsh)\n",
    "fish": "function fish_prompt; echo -n 'READY> '; end\nset -g fish_greeting\nset -g fish_autosuggestion_enabled 0\n"
    "userprio completion fish | source\n",
}


class ShellFailed(Exception):
    """The shell did not do as it was told; the message is what it wrote."""


@dataclass(slots=True)
class Terminal:
    """A shell that waits for somebody to type."""

    home: Path
    master: int

    def type(self, keys: str) -> list[str]:
        """What `userprio` is run with when these keys and the return key are pressed.

        Raises:
            ShellFailed: it is not run.
        """
        os.write(self.master, f"{keys}\r".encode())
        self.until(f"{_RAN}\r\n", PROMPT)
        return (self.home / "arrived").read_bytes().decode("utf-8", "surrogateescape").split("\0")[:-1]

    def until(self, *marks: str) -> None:
        """Wait until the shell has written these, one after another."""
        seen, deadline = "", time.monotonic() + _PATIENCE_S
        while not _follow(seen, marks):
            ready, _, _ = select.select([self.master], [], [], max(deadline - time.monotonic(), 0.0))
            if not ready:
                raise ShellFailed(f"not {marks} after {_PATIENCE_S:.0f} s: {seen!r}")
            try:
                seen += os.read(self.master, 1 << 16).decode("utf-8", "replace")
            except OSError as gone:
                raise ShellFailed(f"it ended: {seen!r}") from gone


def _follow(text: str, marks: tuple[str, ...]) -> bool:
    at = 0
    for mark in marks:
        at = text.find(mark, at)
        if at < 0:
            return False
        at += len(mark)
    return True


@contextmanager
def terminal(shell: str, home: Path) -> Iterator[Terminal]:
    """A shell with an empty home, in which completion was set up as `userprio completion` says; gone in the end."""
    program, arrived = home / "bin" / "userprio", home / "arrived"
    program.parent.mkdir(parents=True)
    words = {"python": shlex.quote(sys.executable), "arrived": shlex.quote(str(arrived)), "ran": _RAN}
    program.write_text(_PROGRAM.format(**words))
    program.chmod(0o755)
    start = home / ".zshrc" if shell == "zsh" else home / "start"
    start.write_text(_START[shell])
    command = {
        "bash": ["bash", "--noprofile", "--rcfile", str(start), "-i"],
        "zsh": ["zsh", "-d", "-i"],
        "fish": ["fish", "--no-config", "-i", "-C", f"source {shlex.quote(str(start))}"],
    }[shell]
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    # Later releases of fish ask a terminal that may answer who it is, and wait.
    variables = {"PATH": path, "HOME": str(home), "ZDOTDIR": str(home), "TERM": "dumb", "LC_ALL": "C.UTF-8"}
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, _COLUMNS, 0, 0))
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, cwd=home, env={**variables, "PYTHONPATH": str(REPOSITORY)},
        start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )  # fmt: skip
    os.close(slave)
    try:
        opened = Terminal(home, master)
        opened.until(PROMPT)
        yield opened
    finally:
        process.kill()
        process.wait()
        os.close(master)
