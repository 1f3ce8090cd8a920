"""Situations with a fault planted in them, and where the checks find it."""

from pathlib import Path

from msgspec.structs import replace

from userprio.analysis.check import Finding, LedgerLines, Situation, SubmitterLines, check
from userprio.config import read
from userprio.ledger import Ledger
from userprio.pool.scenario import Pool, ScenarioData
from userprio.pool.toml_file import read_toml_pool

NOW = 1_772_442_000
DAY = 86400
LEDGER_HEAD = "107 1 CreationTimestamp 1700000000\n101 Accountant. * *\n103 Accountant. LastUpdateTime 1772441940\n"


def checked(folder: Path, config: str = "", ledger: str | None = None, pool: str | None = None) -> tuple[Finding, ...]:
    """The findings for a configuration, the records of a ledger, a hand-written pool."""
    path = folder / "condor_config"
    path.write_text(config)
    situation = Situation(ScenarioData(Pool(), Ledger.empty(), read(path, environ={}), NOW))
    if ledger is not None:
        log = folder / "Accountantnew.log"
        log.write_text(LEDGER_HEAD + ledger)
        scenario = replace(situation.scenario, ledger=Ledger.read(log))
        situation = replace(situation, scenario=scenario, record_place=LedgerLines(log).place)
    if pool is not None:
        toml = folder / "pool.toml"
        toml.write_text(pool)
        scenario = replace(situation.scenario, pool=read_toml_pool(toml, NOW).pool)
        situation = replace(situation, scenario=scenario, submitter_place=SubmitterLines(toml).place)
    return check(situation)


def places(findings: tuple[Finding, ...]) -> list[tuple[str, str, int | None]]:
    """Of each finding its code, the name of its file, and its line."""
    return [(each.code, Path(each.file).name if each.file else "", each.line) for each in findings]


def record(name: str, **attributes: float | str) -> str:
    """The lines of a submitter's or a group's record, which begins on the line after what is there."""
    key = f"Customer.{name}"
    given = {"PriorityFactor": 1000.0, "Priority": 0.5, "LastUsageTime": NOW - 60, **attributes}
    return f"101 {key} * *\n" + "".join(f"103 {key} {attribute} {value}\n" for attribute, value in given.items())


def slots_and_jobs(slots: int, *jobs: tuple[str, int], domain: str = "lab.example") -> str:
    """A pool.toml of single-core slots, and jobs of `group.user` or `user`."""
    text = f'domain = "{domain}"\n[[slots]]\ncount = {slots}\nCpus = 1\n'
    for name, count in jobs:
        group, _, user = name.rpartition(".")
        text += "[[jobs]]\n" + (f'group = "{group}"\n' if group else "") + f'user = "{user}"\ncount = {count}\n'
    return text
