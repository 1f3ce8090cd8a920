"""Files of TOML, and what the command line makes of them."""

from pathlib import Path

from tests.bombs.bomb import JOB, SLOT, Bomb, kind, pool_of, wrote


@kind
def _counts_of_slots(folder: Path, size: int) -> Bomb:
    pool = pool_of(folder, *["[[slots]]\ncount = 100000"] * 12 * size, JOB)
    return Bomb(("--snapshot", pool, "negotiate"), "slots", f"{pool}, line 6")


@kind
def _counts_of_jobs(folder: Path, size: int) -> Bomb:
    pool = pool_of(folder, SLOT, *['[[jobs]]\nuser = "a"\ncount = 100000'] * 12 * size)
    return Bomb(("--snapshot", pool, "negotiate"), "jobs", f"{pool}, line ")


@kind
def _dotted_key(folder: Path, size: int) -> Bomb:
    pool = pool_of(folder, SLOT, "[config]", "a" + ".a" * 50_000 * size + " = 1")
    return Bomb(("--snapshot", pool, "negotiate"), None, f"{pool}, line 4")


@kind
def _dotted_head(folder: Path, size: int) -> Bomb:
    pool = pool_of(folder, "[config" + '."a"' * 50_000 * size + "]", "b = 1")
    return Bomb(("--snapshot", pool, "negotiate"), None, f"{pool}, line 1")


@kind
def _deep_toml(folder: Path, size: int) -> Bomb:
    pool = pool_of(folder, "a = " + "[" * 100_000 * size)
    return Bomb(("--snapshot", pool, "negotiate"), None, pool)


@kind
def _many_knobs(folder: Path, size: int) -> Bomb:
    pool = pool_of(folder, SLOT, "[config]", *(f"a{k} = {k}" for k in range(50_000 * size)))
    return Bomb(("--snapshot", pool, "negotiate"), None, status=frozenset({0, 6}))


@kind
def _many_tables(folder: Path, size: int) -> Bomb:
    pool = pool_of(folder, *["[[slots]]"] * 1_500_000 * size)
    return Bomb(("--snapshot", pool, "negotiate"), "toml-size", pool)


@kind
def _settings(folder: Path, size: int) -> Bomb:
    wrote(folder / ".config/userprio/settings.toml", ["a" + ".a" * 50_000 * size + " = 1"])
    return Bomb(("most",), None, f"{folder}/.config/userprio/settings.toml, line 1")


@kind
def _changes(folder: Path, size: int) -> Bomb:
    changes = wrote(folder / "changes.toml", ["[[slots]]\nadd = 100000\n"] * 12 * size)
    return Bomb(("--snapshot", pool_of(folder, SLOT, JOB), "plan", changes), "slots", f"{changes}, line ")


@kind
def _edits_of_changes(folder: Path, size: int) -> Bomb:
    lines = ["[setfactor]\n", *(f'"u{k}@x" = {{ value = 5, new = true }}\n' for k in range(20_000 * size))]
    changes = wrote(folder / "changes.toml", lines)
    return Bomb(("--snapshot", pool_of(folder, SLOT, JOB), "plan", changes), None, status=frozenset({0, 3, 4, 6}))


@kind
def _slots_of_the_command_line(folder: Path, size: int) -> Bomb:
    more = [word for _ in range(3 * size) for word in ("--slots", "+100000")]
    return Bomb(("--snapshot", pool_of(folder, SLOT, JOB), "plan", *more), "slots", "--slots")


@kind
def _jobs_of_the_command_line(folder: Path, size: int) -> Bomb:
    more = [word for _ in range(5 * size) for word in ("--jobs", "ann@pool.example=+100000")]
    return Bomb(("--snapshot", pool_of(folder, SLOT, JOB), "plan", *more), "jobs", "--jobs")


@kind
def _plan(folder: Path, size: int) -> Bomb:
    plan = wrote(folder / "plan.toml", ["a" + ".a" * 50_000 * size + " = 1"])
    return Bomb(("apply", plan), None, f"{plan}, line 1")
