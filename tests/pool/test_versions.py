"""Two releases of HTCondor read a configuration, and the expressions in it, as we say that they do."""

import random
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.config.test_versions import APPENDS
from tests.counting import POOL, POOL_SEED, counter
from tests.pool.root import PROGRAMS, RELEASES, HTCondor, NoHTCondor, find, version
from userprio.base.versions import parse_version
from userprio.config import read

EXPRESSIONS = 1000
LEAVES = "0 1 2 3 undefined error true 1.5 9999999999999999999".split()
OPERATORS = "?: ?: ?: + - * == && || < =?=".split()
CALLS = ("versiongt", "versionGT", "VersionLE", "versioncmp", "strcat", "isUndefined")
STATEMENTS = APPENDS + (
    "D = /p/q.r\nE = $BASENAME(D,.r)\nF = $BASENAME(D)\nG = 1\nG x+= 2\nH = 1\nH +;= 2\nI = 1\nI +|= $(A)\n"
    "if version >= 24.0\nJ = new\nelse\nJ = old\nendif\nK = $INT(L)\nL = 10 ?: 5 * 2\nM = $REAL(L)\n"
    "N +*= 5\nO = 1K\nP = $EVAL(O)\n"
)


def expression(dice: random.Random, depth: int = 3) -> str:
    """Something that is mostly an expression, with `?:` in all its spellings."""

    def part() -> str:
        return expression(dice, depth - 1)

    if depth == 0 or dice.random() < 0.1:
        return dice.choice(LEAVES)
    match dice.randrange(9):
        case 0 | 1 | 2 | 3:
            return f"{part()} {dice.choice(OPERATORS)} {part()}"
        case 4:
            return f"{part()} ?{dice.choice(['', ' ', '  '])}: {part()}"
        case 5:
            return f"{part()} ? {dice.choice([part(), part() + ' +', ''])} : {part()}"
        case 6:
            return f"({part()})"
        case 7:
            return f"{dice.choice('-!')}{part()}"
        case _:
            name = dice.choice(CALLS)
            return f"{name}({part()})" if name == "isUndefined" else f"{name}({part()}, {part()})"


def asked(htcondor: HTCondor, text: str, names: list[str]) -> dict[str, str]:
    """What condor_config_val makes of these knobs; empty ones are missing."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        (Path(folder) / "condor_config").write_text(text)
        inside = htcondor.inside(Path(folder))
        told: dict[str, str] = {}
        env = {"PATH": PROGRAMS, "CONDOR_CONFIG": str(inside / "condor_config")}
        for start in range(0, len(names), 500):
            argv = htcondor.argv(Path(folder), ["condor_config_val", *names[start : start + 500]])
            done = subprocess.run(argv, capture_output=True, text=True, env=env, timeout=60)
            for line in done.stdout.splitlines():
                name, found, value = line.partition("|")
                if found:
                    told[name] = value
    return told


@pytest.mark.parametrize("series", RELEASES)
def test_a_release_reads_a_configuration_as_we_say(series: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Random expressions go through `$EVAL()`; `POOL_SEED=7` makes others."""
    try:
        htcondor = find(RELEASES[series])
        release = version(htcondor)
    except NoHTCondor as reason:
        pytest.skip(str(reason))
    dice = random.Random(POOL_SEED)
    expressions = {f"X{number}": expression(dice) for number in range(EXPRESSIONS)}
    text = STATEMENTS + "".join(f"{name} = {written}\n" for name, written in expressions.items())
    text += "".join(f"{name} = $EVAL({name[1:]})\n" for name in (f"V{each}" for each in expressions))
    values = [f"V{name}" for name in expressions] + list("ABCDEFGHIJKLMNOP")
    text += "".join(f"SHOWN_{name} = {name}|$({name})\n" for name in values)
    told = asked(htcondor, text, [f"SHOWN_{name}" for name in values])
    path = tmp_path / "condor_config"
    path.write_text(text)
    config = read(path, environ={}, version=parse_version(release))
    ours = {name: config.text(name) or "" for name in values}
    parted = {
        expressions.get(name[1:], name): (told.get(name), ours[name]) for name in values if told.get(name) != ours[name]
    }
    line = f"{len(values) - len(parted)} of {len(values)} knobs are read as by HTCondor {release} (seed {POOL_SEED})"
    counter(request.config, POOL)[line] += 1
    assert parted == {}
