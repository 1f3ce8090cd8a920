"""What is handed to others, an sdist and a wheel: complete, small, and the same however often and wherever it is built.

Run with -m packages; it needs build, twine, hatchling and shiv, which .ci/run installs.
"""

import os
import re
import shlex
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from userprio import __version__

pytestmark = pytest.mark.packages
ROOT = Path(__file__).parents[2]
WHEEL = f"userprio-{__version__}-py3-none-any.whl"
SDIST = f"userprio-{__version__}.tar.gz"


def run(*words: str | Path, where: Path, variables: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=where,
        env={**os.environ, **(variables or {})},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(source: Path, out: Path, **variables: str) -> Path:
    run("-m", "build", "--no-isolation", "--outdir", out, source, where=out.parent, variables=variables)
    return out


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for tool in ("build", "twine", "hatchling"):
        pytest.importorskip(tool)
    return build(ROOT, tmp_path_factory.mktemp("once") / "dist", SOURCE_DATE_EPOCH="1770000000")


def test_both_are_built_the_same_a_second_time_from_what_the_sdist_holds(built: Path, tmp_path: Path) -> None:
    with tarfile.open(built / SDIST) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    source = tmp_path / "source" / SDIST.removesuffix(".tar.gz")
    again = build(source, tmp_path / "dist", SOURCE_DATE_EPOCH="1770000000", TZ="Asia/Tokyo")
    assert (again / WHEEL).read_bytes() == (built / WHEEL).read_bytes()
    assert (again / SDIST).read_bytes() == (built / SDIST).read_bytes()


def test_twine_finds_nothing_to_complain_about(built: Path) -> None:
    assert run("-m", "twine", "check", "--strict", built / WHEEL, built / SDIST, where=built).count("PASSED") == 2


def test_the_wheel_has_the_manual_the_completions_and_the_licence_and_is_small(built: Path) -> None:
    with zipfile.ZipFile(built / WHEEL) as archive:
        names = set(archive.namelist())
    data = f"userprio-{__version__}.data/data/share"
    for page in (ROOT / "man").glob("man[17]/*"):
        assert f"{data}/man/{page.parent.name}/{page.name}" in names
    for path in (
        "bash-completion/completions/userprio",
        "zsh/site-functions/_userprio",
        "fish/vendor_completions.d/userprio.fish",
    ):
        assert f"{data}/{path}" in names
    assert f"userprio-{__version__}.dist-info/licenses/LICENSE" in names
    # What is not a folder of an example, such as one of compiled modules, is no part of the wheel.
    for file in [*(ROOT / "userprio/cli/topics").glob("*.md"), *(ROOT / "userprio/pool/examples").glob("[!_]*/*.*")]:
        assert file.relative_to(ROOT).as_posix() in names
    assert "userprio/py.typed" in names
    assert not [name for name in names if name.startswith("tests/")]
    assert (built / WHEEL).stat().st_size < 2_200_000


def test_the_sdist_has_what_a_distribution_needs_to_build_and_test(built: Path) -> None:
    with tarfile.open(built / SDIST) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "CHANGELOG.md", "README.md", "CONTRIBUTING.md", "pyproject.toml", "PKG-INFO"} <= names
    assert {"man/man1/userprio.1", "completions/userprio.fish", "tests/conftest.py", ".ci/run"} <= names
    assert (built / SDIST).stat().st_size < 5_000_000


def test_what_the_wheel_installs_runs_by_itself(built: Path, tmp_path: Path) -> None:
    run("-m", "pip", "install", "-q", "--no-deps", "--target", tmp_path / "there", built / WHEEL, where=tmp_path)
    there = {"PYTHONPATH": str(tmp_path / "there")}
    assert "24 jobs start on 24 cores" in run(
        "-m", "userprio", "--snapshot", "physics", "negotiate", where=tmp_path, variables=there
    )
    assert run("-m", "userprio", "--version", where=tmp_path, variables=there) == f"userprio, version {__version__}\n"
    assert "1. TWO USERS AND A PIE" in run("-m", "userprio", "help", "tutorial", where=tmp_path, variables=there)


def test_the_single_file_of_the_recipe_runs_with_nothing_but_python(built: Path, tmp_path: Path) -> None:
    pytest.importorskip("shiv")
    recipe = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    [command] = re.findall(r"^shiv (.*) \.$", recipe, re.MULTILINE)
    run("-m", "shiv", *shlex.split(command), built / WHEEL, where=tmp_path)
    python = Path(sys.base_prefix, "bin", "python3")
    done = subprocess.run(
        [python, "-I", "-S", tmp_path / "userprio.pyz", "negotiate", "--snapshot", "physics"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "SHIV_ROOT": str(tmp_path / "unpacked")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "24 jobs start on 24 cores" in done.stdout


def test_the_first_command_of_the_readme_installs_the_program_and_runs_a_cycle(built: Path, tmp_path: Path) -> None:
    with tarfile.open(built / SDIST) as archive:
        archive.extractall(tmp_path, filter="data")
    source = tmp_path / SDIST.removesuffix(".tar.gz")
    [command, _] = re.findall(r"^python3 -m venv .*$", (source / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(["bash", "-c", command], cwd=source, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "24 jobs start on 24 cores" in done.stdout
