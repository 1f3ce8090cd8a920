"""The units of systemd that `userprio help monitoring` shows are accepted by it, and run commands that exist."""

import gzip
import re
import shlex
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.monitoring.logged import LOGS
from userprio.cli import topics

PAGE = (Path(topics.__file__).parent / "monitoring.md").read_text(encoding="utf-8")
UNITS: dict[str, str] = dict(re.findall(r"^```ini\n# (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


class Unit(ConfigParser):
    """A unit's file, whose keys are in the case in which they are written."""

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def section(unit: str, name: str) -> dict[str, str]:
    parser = Unit(interpolation=None)
    parser.read_string(UNITS[unit])
    return dict(parser[name])


def test_a_timer_starts_the_service_of_its_name() -> None:
    assert {Path(unit).stem for unit in UNITS} == {"userprio-record"}
    assert section("userprio-record.timer", "Timer")["OnCalendar"] == "*:0/5"
    assert section("userprio-record.service", "Service")["Type"] == "oneshot"


@pytest.mark.parametrize("key", ["ExecStart", "ExecStartPost"])
def test_the_commands_of_the_service_are_understood(userprio: Run, tmp_path: Path, key: str) -> None:
    line = section("userprio-record.service", "Service")[key].removeprefix("-")
    program, *words = shlex.split(line)
    assert program == "/usr/bin/userprio"
    # A snapshot in place of the pool, and files that this test may write.
    text = "\0".join(words).replace("--pool\0cm.example.org", "--snapshot\0physics")
    places = [*re.findall(r"/\S*?(?=\0|$)", text)]
    for place in places:
        text = text.replace(place, str(tmp_path / Path(place).name))
    (tmp_path / "NegotiatorLog").write_bytes(gzip.decompress((LOGS / "talk-pie.gz").read_bytes()))
    done = userprio(*text.split("\0"))
    assert done.status == 0, done.err
    assert (tmp_path / ("pool.db" if key == "ExecStart" else "userprio.prom")).exists()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_itself_finds_nothing_wrong(tmp_path: Path) -> None:
    for name, text in UNITS.items():
        (tmp_path / name).write_text(text.replace("/usr/bin/userprio", "/bin/true").replace("User=condor\n", ""))
    argv = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / name) for name in UNITS)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
