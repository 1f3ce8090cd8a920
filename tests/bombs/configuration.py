"""Configurations, and the user maps that they name."""

from collections.abc import Iterable
from pathlib import Path

from tests.bombs.bomb import SLOT, Bomb, kind, pool_of, wrote


@kind
def _excluding_pattern(folder: Path, size: int) -> Bomb:
    (folder / "d").mkdir()
    for number in range(size):
        (folder / "d" / f"{'a' * 40}{number}!").touch()
    lines = [f"LOCAL_CONFIG_DIR = {folder}/d\n", "LOCAL_CONFIG_DIR_EXCLUDE_REGEXP = ((a+)+)+$\n"]
    config = wrote(folder / "c", lines)
    return Bomb(("--config", config, "quotas"), place=f"{config}, line 2: LOCAL_CONFIG_DIR_EXCLUDE_REGEXP")


@kind
def _includes_of_a_long_file(folder: Path, size: int) -> Bomb:
    wrote(folder / "long", ("A = 1\n" for _ in range(20_000)))
    config = wrote(folder / "c", (f"include : {folder}/long\n" for _ in range(3_000 * size)))
    return Bomb(("--config", config, "quotas"), "lines", f"{folder}/long, line 2000")


@kind
def _includes_of_includes(folder: Path, size: int) -> Bomb:
    for level in range(15):
        wrote(folder / f"i{level}", [f"include : {folder}/i{level + 1}\n"] * (1 + size))
    wrote(folder / "i15", ["A = 1\n"])
    return Bomb(("--config", f"{folder}/i0", "quotas"), "config-files", f"{folder}/i")


@kind
def _templates(folder: Path, size: int) -> Bomb:
    config = wrote(folder / "c", ("use ROLE : Submit\n" for _ in range(20_000 * size)))
    return Bomb(("--config", config, "quotas"), "config-text", f"{config}, line ")


@kind
def _values_that_double(folder: Path, size: int) -> Bomb:
    lines = (f"A{k} = x\n" + f"A{k} = $(A{k})$(A{k})\n" * 25 for k in range(10 * size))
    config = wrote(folder / "c", lines)
    return Bomb(("--config", config, "quotas"), "config-text", f"{config}, line ")


@kind
def _references_that_double(folder: Path, size: int) -> Bomb:
    lines = ["A0 = x\n", *(f"A{k} = $(A{k - 1})$(A{k - 1})\n" for k in range(1, 200 * size))]
    config = wrote(folder / "c", lines)
    return Bomb(("--config", config, "check"), None, status=frozenset({0, 1, 6}))


@kind
def _many_macros(folder: Path, size: int) -> Bomb:
    config = wrote(folder / "c", (f"A{k}_OF_OURS = {k}\n" for k in range(80_000 * size)))
    return Bomb(("--config", config, "check"), None, status=frozenset({0, 6}))


@kind
def _chain_of_knobs(folder: Path, size: int) -> Bomb:
    lines = ["A0 = x\n", *(f"A{k} = $(A{k - 1})\n" for k in range(1, 20_000 * size))]
    config = wrote(folder / "c", reversed(lines))
    return Bomb(("--config", config, "check"), None, status=frozenset({0}))


@kind
def _chain_of_knobs_that_grow(folder: Path, size: int) -> Bomb:
    lines = ["A0 = x\n", *(f"A{k} = $(A{k - 1})y\n" for k in range(1, 20_000 * size))]
    config = wrote(folder / "c", lines)
    return Bomb(("--config", config, "check"), "substitutions")


@kind
def _chain_of_defaults(folder: Path, size: int) -> Bomb:
    lines = ["A0 = x\n", *(f"A{k} = $(A{k - 1}:none)\n" for k in range(1, 20_000 * size))]
    config = wrote(folder / "c", lines)
    return Bomb(("--config", config, "check"), "substitutions")


@kind
def _function_macros(folder: Path, size: int) -> Bomb:
    lines = ["A0 = x\n", *(f"A{k} = $(A{k - 1})$STRING(A{k - 1})\n" for k in range(1, 60 * size))]
    config = wrote(folder / "c", lines)
    return Bomb(("--config", config, "check"), "substitutions", status=frozenset({1, 6}))


@kind
def _costly_knobs(folder: Path, size: int) -> Bomb:
    deep = "+".join(["1"] * 2000)
    lines = (f"GROUP_NAMES = $(GROUP_NAMES) g{k}\nGROUP_QUOTA_g{k} = {deep}\n" for k in range(300 * size))
    config = wrote(folder / "c", lines)
    return Bomb(("--config", config, "quotas"), None, status=frozenset({0, 6}))


def _mapped(folder: Path, lines: Iterable[str], *policy: str) -> Bomb:
    wrote(folder / "map", lines)
    knobs = [
        "[config]",
        'NEGOTIATOR_CLASSAD_USER_MAP_NAMES = "m"',
        f'CLASSAD_USER_MAPFILE_m = "{folder}/map"',
        *policy,
    ]
    job = '[[jobs]]\nuser = "ann"\ncount = 2\nRequirements = \'userMap("m", "' + "a" * 40 + "!\") =!= TARGET.Cpus'"
    return Bomb(("--snapshot", pool_of(folder, *knobs, SLOT, job), "--trust", "negotiate"))


@kind
def _patterns_of_a_user_map(folder: Path, size: int) -> Bomb:
    bomb = _mapped(folder, (f"* /((a+)+)+(?:$|_{k})/ x\n" for k in range(60 * size)))
    return Bomb(bomb.arguments, "pattern-steps")


@kind
def _many_patterns_of_a_user_map(folder: Path, size: int) -> Bomb:
    bomb = _mapped(folder, (f"* /^(?:(?:{k}[a-z]{{1,50}}){{1,50}})$/ x\n" for k in range(20_000 * size)))
    return Bomb(bomb.arguments, "patterns", f"{folder}/map, line 10001")


@kind
def _includes_of_a_user_map(folder: Path, size: int) -> Bomb:
    wrote(folder / "long", (f"* a{k} x\n" for k in range(20_000)))
    bomb = _mapped(folder, (f"@include {folder}/long\n" for _ in range(3_000 * size)))
    return Bomb(bomb.arguments, "lines", f"{folder}/long, line ")


@kind
def _prefixes_of_a_user_map(folder: Path, size: int) -> Bomb:
    lines = (f"* {'a' * (k % 3000)}{k} x\n" for k in range(9_000 * size))
    bomb = _mapped(folder, lines, "CLASSAD_USER_MAP_PREFIX_m = true")
    return Bomb(bomb.arguments, status=frozenset({0}))
