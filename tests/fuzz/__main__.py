"""`python -m tests.fuzz NAME [--seconds N]`: search with atheris, print what it found, and keep a minimal corpus.

An input that raises what is not declared, takes longer than ten seconds or more than two gibibytes is written to
`crash-…` in the folder for findings and ends the search.
"""

import argparse
import shlex
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from tests.fuzz.corpus import LARGEST, keep, kept
from tests.fuzz.seeds import DICTIONARY, seeds
from tests.fuzz.targets import TARGETS

SLOW_S = 10
MEMORY_MIB = 2048


def search(name: str, arguments: list[str]) -> None:
    """Become the fuzzer: libFuzzer ends the process. The first argument is what it starts to run itself again."""
    import atheris

    with atheris.instrument_imports(include=["userprio"]):
        # The target was imported plain above; here it is loaded again with the tracing in it.
        for module in [each for each in sys.modules if each.startswith(("userprio", "tests.fuzz.targets"))]:
            del sys.modules[module]
        from tests.fuzz.targets import TARGETS as traced
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    target = traced[name]
    atheris.Setup(arguments, lambda data: target(data, folder))
    atheris.Fuzz()


def minimised(name: str, found: Path, folder: Path) -> list[bytes]:
    """A subset of the inputs in `found` that covers as much."""
    chosen = folder / "chosen"
    chosen.mkdir()
    _run(name, ["-merge=1", f"-max_len={LARGEST}", str(chosen), str(found)], folder)
    return [path.read_bytes() for path in chosen.iterdir()]


def _run(name: str, arguments: list[str], folder: Path) -> int:
    program = folder / "fuzzer"
    words = shlex.join([sys.executable, "-m", "tests.fuzz", "--inside", name])
    program.write_text(f'#!/bin/sh\nexec {words} "$0" "$@"\n')
    program.chmod(0o755)
    return subprocess.run([program, *arguments], check=False).returncode


def main() -> int:
    if sys.argv[1:2] == ["--inside"]:
        search(sys.argv[2], sys.argv[3:])
        return 0
    options = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    options.add_argument("name", choices=sorted(TARGETS))
    options.add_argument("--seconds", type=int, default=600)
    options.add_argument("--findings", type=Path, default=Path(tempfile.gettempdir()) / "userprio-fuzz")
    chosen = options.parse_args()
    if find_spec("atheris") is None:
        options.exit(2, "atheris is not installed, so nothing was searched or changed: pip install -e '.[fuzz]'\n")
    chosen.findings.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        found = folder / "found"
        found.mkdir()
        for number, data in enumerate([*kept(chosen.name), *seeds(chosen.name)]):
            (found / f"seed{number}").write_bytes(data)
        words = folder / "words"
        words.write_text("".join(f'"{_escaped(word)}"\n' for word in DICTIONARY[chosen.name]))
        status = _run(
            chosen.name,
            [
                f"-max_total_time={chosen.seconds}",
                f"-max_len={LARGEST}",
                f"-timeout={SLOW_S}",
                f"-rss_limit_mb={MEMORY_MIB}",
                f"-dict={words}",
                f"-artifact_prefix={chosen.findings}/{chosen.name}-",
                "-print_final_stats=1",
                str(found),
            ],
            folder,
        )
        if inputs := minimised(chosen.name, found, folder):
            keep(chosen.name, inputs)
    return status


def _escaped(word: str) -> str:
    return "".join(char if char.isalnum() or char in " _.,:;()[]{}" else f"\\x{ord(char):02x}" for char in word)


if __name__ == "__main__":
    sys.exit(main())
