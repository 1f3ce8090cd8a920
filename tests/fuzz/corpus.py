"""The inputs that are kept: a text file for each target, one input on a line, written as Python writes bytes."""

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "corpus"
LARGEST: Final = 4096
"""Bytes of an input that is kept."""


def kept(name: str) -> list[bytes]:
    """The inputs kept for a target."""
    path = FOLDER / f"{name}.txt"
    lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
    return [ast.literal_eval(line) for line in lines]


def keep(name: str, inputs: Iterable[bytes]) -> None:
    """Keep these inputs for a target, and no others."""
    FOLDER.mkdir(exist_ok=True)
    chosen = sorted({data for data in inputs if len(data) <= LARGEST}, key=lambda data: (len(data), data))
    (FOLDER / f"{name}.txt").write_text("".join(f"{data!r}\n" for data in chosen), encoding="ascii")
