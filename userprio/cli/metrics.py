"""`userprio metrics`: the figures of a dry run for Prometheus, as a file, on standard output, or over HTTP."""

from collections.abc import Callable, Iterable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from userprio.base import Refused, UserprioError, check_place, write_file
from userprio.base.limits import NAMED, budget, run_with
from userprio.cli import Environment, ExitStatus, WholeNumber, sentence
from userprio.cli.loading import load_scenario
from userprio.cli.options import GlobalOptions, command, misuse, need_pool
from userprio.cli.past import past_of
from userprio.monitoring import Family, Sample, agreement_families, families
from userprio.negotiation import diagnosed

if TYPE_CHECKING:
    from prometheus_client import Metric

_PREFIX: Final = "userprio_"
_MOST_SUBMITTERS: Final = 200
_AGAIN_S: Final = 15.0
"""A pool is not read again for a scrape within so many seconds of the last."""


@command(
    "metrics",
    "metrics --snapshot /srv/pool",
    "metrics --pool cm.example.org -o /var/lib/node_exporter/userprio.prom",
    "metrics --pool cm.example.org --serve 127.0.0.1:9118",
)
@click.option(
    "--output", "-o", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
    help="Write them to FILE, such as one for node_exporter's textfile collector.",
)  # fmt: skip
@click.option("--serve", metavar="ADDRESS", help="Answer at this address:port, for Prometheus to ask, until Ctrl-C.")
@click.option(
    "--most", type=WholeNumber(min=0), metavar="N", default=_MOST_SUBMITTERS,
    help="How many submitters have series of their own; 200 if not given.",
)  # fmt: skip
def metrics(shared: GlobalOptions, env: Environment, output: Path | None, serve: str | None, most: int) -> ExitStatus:
    """Write what a dry run of the next cycle comes to as metrics, in the text format of OpenMetrics.

    Of submitters: effective priority, share, limit, weight in use and won, idle jobs left. Of groups: effective quota,
    demand, what is allocated, what of the quota is not used. Idle jobs left by reason, and who loses slots. What
    condor_metricd exports already is not repeated. All weights are sums of SlotWeight; each is a gauge.

    Where a database of record is named, by --db or in the settings, there is how often dry runs agreed with the log in
    the last seven days, too.

    Those with most in use, won and left have series of their own, the rest is added up as (others).

    With --serve each request reads the pool anew, at most every 15 seconds. If that fails, there is only userprio_up,
    0, and when it was last read, userprio_last_success_timestamp_seconds; the reason is written once to standard error.
    Give a loopback address unless whoever reaches it may know all this.

    It needs the extra userprio[metrics].
    """
    need_pool(shared, "metrics")
    if output is not None and serve is not None:
        raise misuse("Give --output or --serve, not both.")
    address = None if serve is None else _address(serve)
    _check_installed()
    if address is not None:
        return _serve(address, shared, env, most)
    if output is not None:
        check_place(output)
    text = _text((*_families(shared, env, most, warn=True), _up(1)))
    if output is None:
        env.stdout.write(text.decode())
    else:
        write_file(output, text)
    return ExitStatus.DONE


def _check_installed() -> None:
    if find_spec("prometheus_client") is None:
        what = "metrics are written with prometheus_client, which is not installed: pip install 'userprio[metrics]'"
        raise Refused(what)


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not port.isascii() or not port.isdigit() or int(port) > 65_535:
        raise misuse(f"--serve takes an address and a port, such as 127.0.0.1:9118, not {text!r}.")
    return host.strip("[]") or "127.0.0.1", int(port)


def _families(shared: GlobalOptions, env: Environment, most: int, *, warn: bool) -> tuple[Family, ...]:
    scenario = load_scenario(shared, env)
    outcome = diagnosed(scenario)
    env.warn_all(outcome.warnings if warn else ())
    past = past_of(scenario, shared, env)
    agreement = None if past is None else past.agreement
    return (*families(outcome, scenario.now, most), *(() if agreement is None else agreement_families(agreement)))


def _up(value: int) -> Family:
    return Family("up", "Whether the pool could be read.", (Sample((), value),))


def _succeeded(at: int) -> Family:
    about = "When the pool was last read, in seconds since the epoch; 0: not since this began to serve."
    return Family("last_success_timestamp_seconds", about, (Sample((), at),))


class _Collected:
    """What `prometheus_client` asks for its metrics."""

    def __init__(self, families: Iterable[Family]) -> None:
        self._families = families

    def collect(self) -> "Iterator[Metric]":
        from prometheus_client.core import GaugeMetricFamily

        for family in self._families:
            names = [name for name, _ in family.samples[0].labels] if family.samples else []
            metric = GaugeMetricFamily(_PREFIX + family.name, family.about, labels=names)
            for sample in family.samples:
                metric.add_metric([_valid(value) for _, value in sample.labels], sample.value)
            yield metric


def _valid(name: str) -> str:
    """A name from an ad as UTF-8, which the format demands."""
    return name.encode("utf-8", "backslashreplace").decode()


def _text(families: Iterable[Family]) -> bytes:
    from prometheus_client import CollectorRegistry
    from prometheus_client.openmetrics.exposition import generate_latest

    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collected(families))
    write: Callable[[CollectorRegistry], bytes] = generate_latest
    return write(registry)


class _Scrapes:
    """What requests are answered with: the whole state of one reading."""

    def __init__(self, shared: GlobalOptions, env: Environment, most: int) -> None:
        self._shared, self._env, self._most = shared, env, most
        self._bounds = {name: budget().most(name) for name in NAMED}
        self._last: tuple[float, bytes] | None = None
        self._succeeded_at = 0
        self._failure = ""

    def text(self) -> bytes:
        """The figures of a pool that is read anew unless that was just done. If that fails, there are no old ones."""
        if self._last is None or self._env.clock() - self._last[0] >= _AGAIN_S:
            families = (*self._families(), _succeeded(self._succeeded_at))
            self._last = self._env.clock(), _text(families)
        return self._last[1]

    def _families(self) -> tuple[Family, ...]:
        try:
            with run_with(self._bounds):
                families = _families(self._shared, self._env, self._most, warn=self._last is None)
        except (UserprioError, OSError) as error:
            # A reason that is still the same is not written for each request.
            if sentence(error) != self._failure:
                self._failure = sentence(error)
                self._env.warn(self._failure)
            return (_up(0),)
        self._succeeded_at, self._failure = int(self._env.clock()), ""
        return (*families, _up(1))


def _serve(address: tuple[str, int], shared: GlobalOptions, env: Environment, most: int) -> ExitStatus:
    """Answer requests one after the other."""
    from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST

    scrapes = _Scrapes(shared, env, most)

    class Handler(BaseHTTPRequestHandler):
        timeout = 10.0

        def do_GET(self) -> None:
            if self.path.partition("?")[0] not in ("/metrics", "/"):
                self.send_error(404)
                return
            text = scrapes.text()
            self.send_response(200)
            self.send_header("Content-Type", CONTENT_TYPE_LATEST)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: object) -> None:
            """Requests are not worth a line each."""

    with HTTPServer(address, Handler) as server:
        host, port = server.server_address[:2]
        env.stderr.write(f"serving http://{host!s}:{port}/metrics; Ctrl-C ends\n")
        env.stderr.flush()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return ExitStatus.DONE
    return ExitStatus.DONE
