"""Expressions of slots, jobs and policies."""

from pathlib import Path

from tests.bombs.bomb import JOB, SLOT, Bomb, kind, pool_of


@kind
def _costly_jobs(folder: Path, size: int) -> Bomb:
    jobs = [
        f'[[jobs]]\nuser = "u{k}"\nRequirements = {{ expr = "X20 > {k}" }}\nX0 = 1\n'
        + "\n".join(f'X{n} = {{ expr = "X{n - 1} + X{n - 1}" }}' for n in range(1, 21))
        for k in range(40 * size)
    ]
    pool = pool_of(folder, SLOT, *jobs)
    return Bomb(("--snapshot", pool, "negotiate"), "steps", f"{folder}")


@kind
def _costly_slots(folder: Path, size: int) -> Bomb:
    chain = "\n".join(f'X{n} = {{ expr = "X{n - 1} + X{n - 1}" }}' for n in range(1, 21))
    slots = [f'[[slots]]\ncount = 30\nX0 = {k}\n{chain}\nStart = {{ expr = "X20 > 0" }}' for k in range(10 * size)]
    return Bomb(("--snapshot", pool_of(folder, *slots, JOB), "negotiate"), "steps", f"{folder}")


@kind
def _costly_policy(folder: Path, size: int) -> Bomb:
    chain = "\n".join(f'X{n} = {{ expr = "X{n - 1} + X{n - 1} + SlotID" }}' for n in range(1, 21))
    slots = [f'[[slots]]\ncount = {40 * size}\nMachine = "m"\nX0 = 1\n{chain}']
    knobs = '[config]\nNEGOTIATOR_PRE_JOB_RANK = "TARGET.X20 + MY.X20"\nNEGOTIATOR_SLOT_CONSTRAINT = "X20 > 0"'
    return Bomb(("--snapshot", pool_of(folder, knobs, *slots, JOB), "negotiate"), "steps", f"{folder}")


@kind
def _patterns_of_jobs(folder: Path, size: int) -> Bomb:
    jobs = [
        f'[[jobs]]\nuser = "u{k}"\nRequirements = \'regexp("((a+)+)+(?:$|_{k})", "{"a" * 600}!") || TARGET.Cpus > 0\''
        for k in range(60 * size)
    ]
    return Bomb(("--snapshot", pool_of(folder, SLOT, *jobs), "negotiate"), "pattern-steps", f"{folder}")


@kind
def _lists_within_lists(folder: Path, size: int) -> Bomb:
    job = '[[jobs]]\nuser = "ann"\nX0 = { expr = "{1,2,3}" }\n' + "\n".join(
        f'X{n} = {{ expr = "{{X{n - 1},X{n - 1},X{n - 1}}}" }}' for n in range(1, 20)
    )
    jobs = [job + f'\nRequirements = {{ expr = "size(string(X19)) > {k}" }}' for k in range(20 * size)]
    return Bomb(("--snapshot", pool_of(folder, SLOT, *jobs), "negotiate"), None, status=frozenset({0, 6}))


@kind
def _flattening(folder: Path, size: int) -> Bomb:
    chain = "\n".join(f'X{n} = {{ expr = "X{n - 1} + X{n - 1}" }}' for n in range(1, 30))
    slots = [
        f'[[slots]]\nX0 = {{ expr = "TARGET.A{k}" }}\n{chain}\nStart = {{ expr = "X29 > {k}" }}'
        for k in range(200 * size)
    ]
    return Bomb(("--snapshot", pool_of(folder, *slots, JOB), "negotiate"), "steps", f"{folder}")
