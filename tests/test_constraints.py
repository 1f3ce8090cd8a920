"""The versions that `.ci/run` checks with: one of each package, in the bounds of pyproject.toml; and their hashes."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
LINES = (ROOT / ".ci" / "constraints.txt").read_text().splitlines()
PINNED = {
    canonicalize_name(name): Version(version)
    for name, _, version in (line.partition("==") for line in LINES if not line.startswith("#"))
}


def wanted(texts: list[str], extras: tuple[str, ...] = ()) -> Iterator[Requirement]:
    """Those of the requirements that hold on this machine."""
    for requirement in map(Requirement, texts):
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": e}) for e in (*extras, "")):
            yield requirement


HASHED = re.findall(
    r"^([\w.-]+)==(\S+)[^\\\n]*\\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)",
    (ROOT / ".ci" / "requirements.txt").read_text(),
    re.MULTILINE,
)


def needed_by_the_tests() -> set[str]:
    """What the program and its tests need, and whatever that needs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    left = list(wanted([*project["dependencies"], *project["optional-dependencies"]["test"]]))
    seen: set[str] = set()
    while left:
        requirement = left.pop()
        name = canonicalize_name(requirement.name)
        assert name in PINNED, f"{name} has no line in .ci/constraints.txt"
        assert PINNED[name] in requirement.specifier, f"{name} {PINNED[name]} is not {requirement.specifier}"
        if name not in seen:
            seen.add(name)
            try:
                left += wanted(requires(name) or [], tuple(requirement.extras))
            except PackageNotFoundError:
                continue
    assert len(seen) > len(project["dependencies"])
    return seen


def test_everything_that_the_tests_install_has_one_version() -> None:
    assert needed_by_the_tests()


def test_each_of_them_has_the_hashes_of_that_version() -> None:
    hashed = {canonicalize_name(name): Version(version) for name, version, _ in HASHED}
    assert needed_by_the_tests() <= set(hashed)
    # Windows needs one more.
    del hashed["colorama"]
    assert hashed == {name: PINNED[name] for name in hashed}


def test_the_checks_use_them() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert "export PIP_CONSTRAINT=$PWD/.ci/constraints.txt" in lines
    install = "pip install -q --require-hashes --no-deps -r .ci/requirements.txt"
    assert lines.index("part hashed hashed") < lines.index("part plain plain")
    assert any(line.endswith(install) for line in lines)
