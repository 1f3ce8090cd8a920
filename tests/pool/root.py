"""A real HTCondor for the tests: the machine's own, or Debian's packages unpacked into a folder of the user's cache.

`python -m tests.pool.root` sees to it that there is one. The packages are unpacked and not installed: the machine's apt
finds what is needed and checks the signatures, but no script of theirs runs, so nothing of the machine changes and no
half-configured package can stand in the way. Programs are run inside the folder, each in a mount namespace of its own,
which leaves no mounts behind.
"""

import fcntl
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path


@dataclass(frozen=True, slots=True)
class Release:
    """Releases of HTCondor that the tests hold userprio against, and the Debian suites that have one of them."""

    series: str
    suites: tuple[str, ...]


CURRENT: Final = Release("25.", ("forky", "sid"))
EARLIER: Final = Release("23.9.", ("trixie",))
RELEASES: Final = {"current": CURRENT, "earlier": EARLIER}
KEYRING: Final = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
PACKAGES: Final = ("condor", "base-files", "coreutils", "dash")
SUBMITTER: Final = 1000
"""User and group of those who submit in the folder: HTCondor takes no jobs of root's."""
MOUNT_POINT: Final = Path("/pool")
"""Where a pool's own folder is seen inside."""
PROGRAMS: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

_ENTER: Final = """
set -e
mount --rbind /proc "$1/proc"
mount --rbind /dev "$1/dev"
mount --bind "$2" "$1/pool"
shift 2
exec chroot "$@"
"""


class NoHTCondor(Exception):
    """There is none, or none could be had; the message is the reason."""


@dataclass(frozen=True, slots=True)
class HTCondor:
    """An HTCondor whose programs can be run."""

    root: Path | None
    """The folder that it lives in; None: the machine's own."""

    def inside(self, folder: Path) -> Path:
        """How programs that were given `folder` see it."""
        return folder if self.root is None else MOUNT_POINT

    def argv(self, folder: Path, command: Sequence[str], *, submitting: bool = False) -> list[str]:
        """What to execute so that `command` runs with `folder` in sight; the process that is started becomes it.

        With `submitting` it runs as a user who may submit jobs.
        """
        if self.root is None:
            change = submitting and os.geteuid() == 0
            return [*(("setpriv", f"--reuid={_somebody()}", "--clear-groups") if change else ()), *command]
        # Without root's rights, those of a user namespace are enough: it may mount, and HTCondor sees one user only.
        space = [] if os.geteuid() == 0 else ["--user", "--map-current-user", "--keep-caps"]
        user = [f"--userspec=+{SUBMITTER}:+{SUBMITTER}"] if submitting and os.geteuid() == 0 else []
        enter = ["unshare", *space, "--mount", "--propagation", "private", "sh", "-c", _ENTER, "sh"]
        return [*enter, str(self.root), str(folder), *user, str(self.root), *command]


def find(release: Release = CURRENT) -> HTCondor:
    """The machine's HTCondor if it is of the release, else the one in the cache.

    Raises:
        NoHTCondor: neither is there, or it does not run.
    """
    if shutil.which("condor_master", path=PROGRAMS) is not None:
        own = HTCondor(None)
        if version(own).startswith(release.series):
            return own
    unpacked = HTCondor(_cached(release))
    if not (_cached(release) / "usr/sbin/condor_negotiator").exists():
        raise NoHTCondor(
            f"no HTCondor {release.series}x on this machine; `python -m tests.pool.root` unpacks one for the tests"
        )
    version(unpacked)
    return unpacked


@cache
def version(htcondor: HTCondor) -> str:
    """Its release, such as `25.14.1`.

    Raises:
        NoHTCondor: it does not run.
    """
    with tempfile.TemporaryDirectory() as folder:
        argv = htcondor.argv(Path(folder), ["condor_version"])
        env = {"PATH": PROGRAMS, "CONDOR_CONFIG": os.devnull}
        try:
            done = subprocess.run(argv, capture_output=True, text=True, env=env, timeout=60)
        except (OSError, subprocess.TimeoutExpired) as failed:
            raise NoHTCondor(f"HTCondor does not run here: {failed}") from failed
    found = re.search(r"CondorVersion: (\S+)", done.stdout)
    if found is None:
        raise NoHTCondor(f"HTCondor does not run here: {(done.stderr or done.stdout).strip()[-300:]}")
    return found[1]


def provide(release: Release = CURRENT) -> HTCondor:
    """What `find` finds, unpacked first if it is not there.

    Raises:
        NoHTCondor: it could not be had.
    """
    try:
        return find(release)
    except NoHTCondor:
        _unpack(release)
        return find(release)


def _cached(release: Release) -> Path:
    suffix = "" if release is CURRENT else f"-{release.series.rstrip('.')}"
    return user_cache_path("userprio") / f"htcondor{suffix}"


def _mirror() -> str:
    """The Debian mirror that the machine is set up with."""
    apt = Path("/etc/apt")
    for path in (apt / "sources.list", *sorted((apt / "sources.list.d").glob("*"))):
        found = re.search(r"^(?:URIs:|deb)\s(?:.*\s)?(https?://\S+/debian)/?\s", _text(path), re.MULTILINE)
        if found:
            return found[1]
    raise NoHTCondor("apt is set up with no mirror of Debian here")


def _text(path: Path) -> str:
    return path.read_text(errors="replace") if path.is_file() else ""


def _somebody() -> int:
    """A user of the machine who is not a system user."""
    return min((user.pw_uid for user in pwd.getpwall() if 1000 <= user.pw_uid < 60000), default=65534)


def _unpack(release: Release) -> None:
    missing = [
        program for program in ("apt-get", "dpkg-deb", "unshare") if shutil.which(program, path=PROGRAMS) is None
    ]
    if missing:
        raise NoHTCondor(
            f"HTCondor can be unpacked where Debian's tools are; there is no {' and no '.join(missing)} here"
        )
    root = _cached(release)
    root.parent.mkdir(parents=True, exist_ok=True)
    with _alone(root.with_name(f"{root.name}.lock")), tempfile.TemporaryDirectory(dir=root.parent) as folder:
        if root.exists():
            try:
                version(HTCondor(root))
            except NoHTCondor:
                shutil.rmtree(root)
            else:
                return
        # Renamed when it is whole: what is in the cache can be used.
        whole = Path(folder) / "root"
        whole.mkdir(mode=0o755)
        for package in _fetch(Path(folder) / "apt", release):
            _run(["dpkg-deb", "--extract", str(package), str(whole)])
        _furnish(whole)
        whole.rename(root)


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _fetch(apt: Path, release: Release) -> list[Path]:
    """The packages with all that they need, `base-files` first since the others are laid out on its links."""
    for name in ("lists/partial", "archives/partial", "etc/apt.conf.d", "etc/preferences.d", "etc/sources.list.d"):
        (apt / name).mkdir(parents=True)
    (apt / "status").touch()
    settings = {
        "Dir": apt, "Dir::Etc": apt / "etc", "Dir::State": apt, "Dir::State::Lists": apt / "lists",
        "Dir::State::status": apt / "status", "Dir::Cache": apt, "Dir::Cache::archives": apt / "archives",
        "APT::Install-Recommends": "false", "APT::Sandbox::User": "", "Acquire::Languages": "none",
        "Acquire::Check-Valid-Until": "false", "Acquire::Retries": "3",
    }  # fmt: skip
    (apt / "apt.conf").write_text("".join(f'{name} "{value}";\n' for name, value in settings.items()))
    env = {**os.environ, "APT_CONFIG": str(apt / "apt.conf")}
    signed = f"[signed-by={KEYRING}] " if KEYRING.exists() else ""
    mirror = _mirror()
    for suite in release.suites:
        (apt / "etc/sources.list").write_text(f"deb {signed}{mirror} {suite} main\n")
        _run(["apt-get", "update", "-qq"], env)
        if re.search(rf"Candidate: {re.escape(release.series)}", _run(["apt-cache", "policy", "condor"], env)):
            _run(["apt-get", "install", "-y", "-qq", "--download-only", *PACKAGES], env)
            found = sorted((apt / "archives").glob("*.deb"))
            return sorted(found, key=lambda package: not package.name.startswith("base-files_"))
    raise NoHTCondor(f"Debian has no HTCondor {release.series}x in {' or '.join(release.suites)}")


def _furnish(root: Path) -> None:
    """What the packages' scripts would have made, as far as HTCondor needs it."""
    users = {0: "root", SUBMITTER: "submit", os.geteuid(): "root" if os.geteuid() == 0 else "tester"}
    (root / "etc/passwd").write_text("".join(f"{name}:x:{uid}:{uid}::/tmp:/bin/sh\n" for uid, name in users.items()))
    (root / "etc/group").write_text("".join(f"{name}:x:{gid}:\n" for gid, name in users.items()))
    (root / "etc/hosts").write_text("127.0.0.1 localhost\n")
    # Nobody is asked for names: the pool knows its own host by address.
    (root / "etc/nsswitch.conf").write_text("passwd: files\ngroup: files\nhosts: files\n")
    for name in ("proc", "dev", MOUNT_POINT.name, "tmp"):
        (root / name).mkdir(exist_ok=True)
    (root / "tmp").chmod(0o1777)


def _run(command: Sequence[str], env: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, env=env, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise NoHTCondor(f"{' '.join(command[:3])}: {(done.stderr or done.stdout).strip()[-500:]}")
    return done.stdout


def main() -> int:
    """Provide HTCondor of both releases and say which."""
    try:
        for release in RELEASES.values():
            htcondor = provide(release)
            print(f"HTCondor {version(htcondor)} in {htcondor.root or 'the machine itself'}")
    except NoHTCondor as reason:
        print(f"no HTCondor for the tests: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
