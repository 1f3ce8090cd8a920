"""Takes away what only POSIX has, and then runs commands: see `main`.

Libraries that ask which system this is are loaded before. What Windows does otherwise is done otherwise as well:
folders are not opened, nothing is opened beneath one, a rename replaces no file, and no process is forked.
"""

import io
import json
import multiprocessing
import os
import select
import signal
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import UTC
from importlib import import_module
from pathlib import Path
from typing import Any

OF_LIBRARIES = "subprocess tempfile platformdirs threading socket random rich.console click"
"""They have a way of their own on Windows, by which they are not to be held back here."""
MODULES = "fcntl grp posix pwd resource termios tty pty syslog readline".split()
OF_OS = (
    "O_CLOEXEC O_DIRECTORY O_NOCTTY O_NOFOLLOW O_NONBLOCK O_PATH O_ACCMODE O_SYNC O_DSYNC chown chroot confstr "
    "fchdir fchmod fchown fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpgrp getpriority "
    "getresgid getresuid getsid getuid getxattr initgroups killpg lchown listxattr major makedev minor mkfifo "
    "mknod nice pathconf pipe2 posix_fadvise posix_fallocate posix_spawn pread preadv pwrite pwritev "
    "register_at_fork removexattr sched_getaffinity sched_yield sendfile setegid seteuid setgid setgroups setpgid "
    "setpriority setsid setuid setxattr statvfs sync sysconf tcgetpgrp tcsetpgrp ttyname uname wait wait3 wait4 "
    "waitid waitpid WIFSIGNALED WTERMSIG "
).split()
OF_SIGNAL = (
    "SIGALRM SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 "
    "SIGUSR2 SIGWINCH SIG_BLOCK SIG_SETMASK SIG_UNBLOCK alarm getitimer pthread_kill pthread_sigmask setitimer "
    "sigpending sigwait "
).split()


def take_away() -> None:
    """Leave this process with what Windows has."""
    for name in OF_LIBRARIES.split():
        import_module(name)
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]  # an import of it fails
    for name in OF_OS:
        vars(os).pop(name, None)
    for module in (signal, sys.modules["_signal"]):
        for name in OF_SIGNAL:
            vars(module).pop(name, None)
    vars(select).pop("poll", None)
    vars(select).pop("epoll", None)
    for supports in (os.supports_dir_fd, os.supports_fd):
        supports.clear()
    multiprocessing.get_all_start_methods = lambda: ["spawn"]  # type: ignore[method-assign]
    os.open = _opening_no_folder(os.open)
    for name in "stat rename replace unlink mkdir readlink access rmdir".split():
        setattr(os, name, _beneath_no_folder(getattr(os, name)))
    os.rename = _replacing_nothing(os.rename)
    os.scandir = _by_name(os.scandir)
    os.listdir = _by_name(os.listdir)


def _opening_no_folder(plain: Callable[..., int]) -> Any:
    def open(path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if dir_fd is not None:
            raise NotImplementedError("dir_fd unavailable on this platform")
        file = plain(path, flags, mode)
        if Path(path).is_dir():
            os.close(file)
            raise PermissionError(13, "Permission denied", str(path))
        return file

    return open


def _beneath_no_folder(plain: Callable[..., Any]) -> Any:
    def call(*arguments: Any, **options: Any) -> Any:
        if any(options.get(name) is not None for name in ("dir_fd", "src_dir_fd", "dst_dir_fd")):
            raise NotImplementedError("dir_fd unavailable on this platform")
        return plain(*arguments, **options)

    return call


def _replacing_nothing(plain: Callable[..., None]) -> Any:
    def rename(source: Any, target: Any) -> None:
        if os.path.lexists(target):
            raise FileExistsError(17, "File exists", str(source), None, str(target))
        plain(source, target)

    return rename


def _by_name(plain: Callable[..., Any]) -> Any:
    def names(path: Any = ".") -> Any:
        if isinstance(path, int):
            raise TypeError("listdir: path should be string, bytes, os.PathLike or None, not int")
        return plain(path)

    return names


def main(folder: Path, commands: list[list[str]]) -> None:
    """Run command lines one after the other, with what they keep in a folder; print status, output and errors of each
    as JSON.
    """
    take_away()
    assert not any(name.startswith("userprio") for name in sys.modules)
    from userprio.cli.app import run
    from userprio.cli.environment import Environment

    ends = []
    for command in commands:
        out, err = io.StringIO(), io.StringIO()
        homes = (lambda: folder / "config_home", lambda: folder / "data")
        env = Environment(out, err, {}, lambda: 1_772_442_000.0, lambda: UTC, *homes, ())
        with redirect_stdout(out):  # Click prints the help itself
            status = run(command, env)
        ends.append((status, out.getvalue(), err.getvalue()))
    sys.stdout.write(json.dumps(ends))


if __name__ == "__main__":
    main(Path(sys.argv[1]), json.loads(sys.argv[2]))
