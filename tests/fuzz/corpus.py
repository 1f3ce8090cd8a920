"""The inputs that are kept: a text file for each target, one input on a line, written as Python writes bytes."""

import ast
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "corpus"
LARGEST: Final = 4096
"""Bytes of an input that is kept."""
MOST: Final = 40_000
"""Bytes of the file of a target; the smallest inputs are kept first."""


def kept(name: str) -> list[bytes]:
    """The inputs kept for a target."""
    path = FOLDER / f"{name}.txt"
    lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
    return [ast.literal_eval(line) for line in lines]


def keep(name: str, inputs: Iterable[bytes]) -> None:
    """Keep these inputs for a target, as far as there is room, and no others."""
    FOLDER.mkdir(exist_ok=True)
    chosen = sorted({data for data in inputs if len(data) <= LARGEST}, key=lambda data: (len(data), data))
    lines = [f"{data!r}\n" for data in chosen]
    sizes = accumulate(map(len, lines))
    kept_lines = [line for line, size in zip(lines, sizes, strict=True) if size <= MOST]
    (FOLDER / f"{name}.txt").write_text("".join(kept_lines), encoding="ascii")
