"""A real browser for the tests: Chromium without a window, told what to do over a pipe (Chrome DevTools Protocol).

On Debian: `apt-get update && apt-get install -y chromium`.
"""

import base64
import fcntl
import itertools
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome")
FLAGS: Final = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars --remote-debugging-pipe"
).split()
_PATIENCE_S: Final = 60.0


class BrowserFailed(Exception):
    """The browser did not do as it was told; the message is what it said."""


def program() -> str | None:
    """The browser of this machine, None without one."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


@dataclass(frozen=True, slots=True)
class Look:
    """How a page is looked at."""

    width: int = 1200
    height: int = 900
    dark: bool = False
    phone: bool = False
    printed: bool = False
    scripts: bool = True
    """Whether the page may run its own."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of looking at a page."""

    screenshot: bytes
    """PNG of the whole page."""
    complaints: tuple[str, ...]
    """Errors and warnings of its console, and what failed to load."""
    requests: tuple[str, ...]
    """Everything that was asked for besides the page itself."""
    answers: Mapping[str, Any] = field(default_factory=dict)
    """Values of the expressions that were asked, by expression."""


class Browser:
    """A running browser with one page."""

    def __init__(self, write: int, read: int) -> None:
        self._write, self._read = write, read
        self._numbers = itertools.count(1)
        self._buffer = b""
        self._events: list[dict[str, Any]] = []
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._ask(f"{domain}.enable")

    def look_at(self, page: Path, look: Look, *expressions: str) -> Seen:
        """Load a page, ask it these expressions of JavaScript, and take its picture."""
        self._ask(
            "Emulation.setDeviceMetricsOverride",
            width=look.width, height=look.height, deviceScaleFactor=1, mobile=look.phone,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if look.dark else "light"}
        self._ask("Emulation.setEmulatedMedia", media="print" if look.printed else "", features=[scheme])
        self._ask("Emulation.setScriptExecutionDisabled", value=not look.scripts)
        self._events.clear()
        address = page.resolve().as_uri()
        self._ask("Page.navigate", url=address)
        self._until("Page.loadEventFired")
        answers = {text: self.evaluate(text) for text in expressions}
        picture = self._ask("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"]
        return Seen(
            base64.b64decode(picture),
            tuple(_complaints(self._events)),
            tuple(url for event in self._events if (url := _requested(event)) and url != address),
            answers,
        )

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page that is loaded; what it promises is waited for.

        Raises:
            BrowserFailed: it throws.
        """
        found = self._ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise BrowserFailed(str(found["exceptionDetails"]))
        return found["result"].get("value")

    def _ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._call(method, self._session, **parameters)

    def _call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise BrowserFailed(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result
            self._events.append(answer)

    def _until(self, method: str) -> None:
        while not any(event.get("method") == method for event in self._events):
            self._events.append(self._receive())

    def _receive(self) -> dict[str, Any]:
        deadline = time.monotonic() + _PATIENCE_S
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(deadline - time.monotonic(), 0))
            part = os.read(self._read, 1 << 20) if ready else b""
            if not part:
                raise BrowserFailed("it fell silent")
            self._buffer += part
        text, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message


def _complaints(events: list[dict[str, Any]]) -> Iterator[str]:
    for event in events:
        parameters = event.get("params", {})
        match event.get("method"):
            case "Runtime.consoleAPICalled" if parameters["type"] in ("error", "warning", "assert"):
                yield f"console: {parameters['args']}"
            case "Runtime.exceptionThrown":
                yield f"exception: {parameters['exceptionDetails'].get('text')}"
            case "Log.entryAdded" if parameters["entry"]["level"] in ("error", "warning"):
                yield f"log: {parameters['entry']['text']}"
            case "Network.loadingFailed":
                yield f"not loaded: {parameters['errorText']}"


def _requested(event: dict[str, Any]) -> str | None:
    if event.get("method") != "Network.requestWillBeSent":
        return None
    url: str = event["params"]["request"]["url"]
    return url


@contextmanager
def running_browser(executable: str) -> Iterator[Browser]:
    """A browser with a profile of its own, gone when the block ends."""
    with TemporaryDirectory(prefix="browser-", ignore_cleanup_errors=True) as profile:
        to_browser, own_write = os.pipe()
        own_read, from_browser = os.pipe()
        # It reads from 3 and writes to 4; neither may be taken by another of these when it is put there.
        theirs = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (to_browser, from_browser)]

        def connect() -> None:
            os.dup2(theirs[0], 3)
            os.dup2(theirs[1], 4)

        process = subprocess.Popen(
            [executable, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(3, 4),
            preexec_fn=connect,
        )
        try:
            for fd in (to_browser, from_browser, *theirs):
                os.close(fd)
            yield Browser(own_write, own_read)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            os.close(own_write)
            os.close(own_read)
