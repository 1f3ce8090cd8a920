"""axe-core, which finds what keeps people from using a page: a script, unpacked into a folder of the user's cache.

`python -m tests.browser.axe` sees to it that it is there. It comes in a package for Python, which is fetched by pip and
not installed.
"""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

PACKAGE: Final = "axe-playwright-python==0.1.8"
"""It has axe-core 4.12.1."""
_MEMBER: Final = "axe_playwright_python/axe.min.js"


class NoAxe(Exception):
    """There is none, or none could be had; the message is the reason."""


def find() -> str:
    """The script in the cache.

    Raises:
        NoAxe: it is not there.
    """
    try:
        return _cached().read_text(encoding="utf-8")
    except OSError as error:
        raise NoAxe("no axe-core for the tests; `python -m tests.browser.axe` fetches it") from error


def provide() -> str:
    """What `find` finds, fetched first if it is not there.

    Raises:
        NoAxe: it could not be had.
    """
    try:
        return find()
    except NoAxe:
        _fetch()
        return find()


def _cached() -> Path:
    return user_cache_path("userprio") / f"{PACKAGE.replace('==', '-')}.js"


def _fetch() -> None:
    path = _cached()
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--dest", folder, PACKAGE]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise NoAxe(f"pip does not give {PACKAGE}: {done.stderr.strip()[-500:]}")
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as package:
            script = Path(folder) / "axe.js"
            script.write_bytes(package.read(_MEMBER))
        # Renamed when it is whole: what is in the cache can be used.
        script.replace(path)


def main() -> int:
    """Provide axe-core and say where."""
    try:
        provide()
    except NoAxe as reason:
        print(f"no axe-core for the tests: {reason}", file=sys.stderr)
        return 1
    print(f"axe-core in {_cached()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
