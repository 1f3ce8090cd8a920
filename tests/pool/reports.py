"""What a negotiator tells of its ledger, and what userprio makes of the same ledger."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from tests.accounting.appended import recount_log
from tests.pool.pool import Pool
from userprio import config
from userprio.accounting import AccountingRecord, PriorityRules, accounting_records, expire_leases, start_up
from userprio.accounting.ads import legacy_entries, record_of
from userprio.accounting.priorities import age
from userprio.accounting.quotas import build_tree
from userprio.accounting.records import LEASES, USAGE
from userprio.base.versions import NEWEST, Behaviour
from userprio.classad import Evaluator
from userprio.classad.files import read_ads
from userprio.ledger import Ledger

Records = dict[str, AccountingRecord]


class Reader:
    """A ledger's rules: which groups there are, which factors and half-life count."""

    def __init__(self, knobs: str) -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "condor_config"
            path.write_text(knobs)
            settings = config.read(path, environ={})
        self._tree = build_tree(settings)
        self.groups = [group.name for group in self._tree.groups]
        self.rules = PriorityRules.from_config(settings, self.groups)

    def group_of(self, name: str) -> str:
        """The group that a submitter or group is assigned to."""
        return self._tree.assigned(name).name

    def records(self, ledger: Ledger) -> Records:
        """What is told of this ledger."""
        told = accounting_records(ledger, self.rules, self.group_of, {})
        return {record.name: _bare(record) for record in told}

    def started(self, ledger: Ledger, moments: Sequence[int]) -> Ledger:
        """The ledger after a negotiator started on it, and ran a cycle over no slots and no jobs.

        `moments`, seconds since the epoch, are those when it aged the priorities: at the start, and at the cycle too if
        that came a second later.
        """
        known = start_up(ledger, moments[0], self.rules, self.groups, self.group_of)
        for moment in moments[1:]:
            known = age(known, moment, self.rules.half_life_s)
        ended = expire_leases(known, moments[-1], self.rules.default_factor, Behaviour(NEWEST))
        return ended.replay(recount_log(ended, [], moments[-1], self.group_of))


@dataclass(frozen=True, slots=True)
class Told:
    """What a running negotiator tells."""

    records: Records
    numbered: bool
    """In one ad, its attributes numbered, as all did before 25.10; it tells less."""


def told_by(pool: Pool) -> Told:
    """What the running negotiator tells."""
    answer = pool.run("condor_userprio", "-negotiator", "-allusers", "-long")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "answer.ads"
        path.write_text(answer, errors="surrogateescape")
        ads, evaluator = list(read_ads(path)), Evaluator(now=0)
    numbered = any("NumSubmittors" in ad for ad in ads)
    found = legacy_entries(ads[0], evaluator) if numbered else [record_of(ad, evaluator) for ad in ads]
    return Told({record.name: _bare(record) for record in found if record is not None}, numbered)


def _bare(record: AccountingRecord) -> AccountingRecord:
    """Without the shares and quotas of the last cycle, which are in no ledger."""
    return replace(record, group_figures=None, submitter_share=None, submitter_limit=None)


def _as_numbered(record: AccountingRecord) -> AccountingRecord:
    """What a numbered ad tells of it: no leases, nothing missing, and less of groups."""
    usage = {name: getattr(record, name) or 0 for name in USAGE}
    of_groups: dict[str, Any] = {"ceiling": -1, "floor": -1, "factor": 0, "accounting_group": ""}
    return replace(record, **usage, **dict.fromkeys(LEASES), **(of_groups if record.is_group else {}))


def differences(told: Told, ours: Records) -> list[str]:
    """Each value in which the negotiator's answer and ours differ."""
    theirs = told.records
    if told.numbered:
        theirs, ours = ({name: _as_numbered(one) for name, one in some.items()} for some in (theirs, ours))
    found = [f"{name}: told by one only" for name in theirs.keys() ^ ours.keys()]
    for name in theirs.keys() & ours.keys():
        for value in AccountingRecord.__struct_fields__:
            their, our = getattr(theirs[name], value), getattr(ours[name], value)
            if their != our:
                found.append(f"{name}, {value}: HTCondor {their}, here {our}")
    return sorted(found)
