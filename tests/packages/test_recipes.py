"""What distributions make packages of says the same as pyproject.toml. `.ci/debian` builds and installs Debian's."""

import re
import tomllib
from pathlib import Path

from userprio import __version__

HERE = Path(__file__).parent
PROJECT = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED = dict(re.findall(r"^([\w-]+)>=([\d.]+)", needed)[0] for needed in PROJECT["dependencies"])
ELSEWHERE = "pcre2"
"""Neither Debian nor conda has it; the program does without."""


def test_the_conda_recipe_has_the_version_and_the_dependencies_of_the_project() -> None:
    text = (HERE / "conda" / "meta.yaml").read_text(encoding="utf-8")
    run = text.partition("  run:\n")[2].partition("\ntest:")[0]
    assert f'set version = "{__version__}"' in text
    assert dict(re.findall(r"- ([\w-]+) >=([\d.]+)", run)) == {
        **{name: least for name, least in NEEDED.items() if name != ELSEWHERE},
        "python": PROJECT["requires-python"].removeprefix(">="),
    }
    entry = PROJECT["scripts"]["userprio"]
    assert f"- userprio = {entry}" in text


def test_debian_builds_with_the_dependencies_of_the_project() -> None:
    """Those of the package itself are read from the wheel, without what Debian lacks."""
    text = (HERE / "debian" / "control").read_text(encoding="utf-8")
    assert {name for name in NEEDED if f"python3-{name}" in text} == NEEDED.keys() - {ELSEWHERE}
    for name, least in re.findall(r"python3-([\w-]+) \(>= ([\d.]+)\)", text):
        assert NEEDED[name] == least
    assert (HERE / "debian" / "py3dist-overrides").read_text(encoding="utf-8").split() == [ELSEWHERE]
