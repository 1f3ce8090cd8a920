"""No content of a file keeps a command busy for long, or fills the memory."""

from pathlib import Path

import pytest

from tests.bombs import BOMBS, CPU_S, MEMORY, PATIENCE, set_off


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*BOMBS])
def test_a_bomb_does_no_harm_and_is_told_with_its_place_and_what_allows_it(kind: str, tmp_path: Path) -> None:
    """A command ends soon and within 1 GiB, with a sentence that names file, line and bound."""
    bomb = BOMBS[kind](tmp_path, 1)
    damage = set_off(bomb, tmp_path)
    assert damage.status in bomb.status, damage.err[-2000:]
    assert damage.cpu_s < CPU_S * PATIENCE
    assert damage.memory < MEMORY
    assert "Traceback" not in damage.err
    errors = [line for line in damage.err.splitlines() if not line.startswith("userprio: warning: ")]
    if damage.status == 6:
        assert len(errors) == 1
        assert errors[0].startswith(f"userprio: {bomb.place}")
        assert damage.out == ""
    if bomb.limit is not None:
        assert f"--limit {bomb.limit}=" in errors[0]


SMALL = ("counts of slots", "deep toml")


@pytest.mark.parametrize("kind", SMALL)
def test_a_small_bomb_is_refused_at_once(kind: str, tmp_path: Path) -> None:
    """What is small is refused in the time of a start."""
    bomb = BOMBS[kind](tmp_path, 1)
    damage = set_off(bomb, tmp_path)
    assert (damage.status, damage.out) == (6, "")
    assert bomb.place in damage.err
    assert bomb.limit is None or f"--limit {bomb.limit}=" in damage.err
    assert damage.cpu_s < CPU_S * PATIENCE
