"""The versions that `.ci/run` checks with: one of each package, and within the bounds that pyproject.toml promises."""

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


def test_everything_that_the_tests_install_has_one_version() -> None:
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


def test_the_checks_use_them() -> None:
    assert "export PIP_CONSTRAINT=$PWD/.ci/constraints.txt" in (ROOT / ".ci" / "run").read_text().splitlines()
