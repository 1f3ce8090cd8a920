"""A snapshot of a running pool: a folder that every command with `--snapshot` reads.

Order matters: accounts are read first, because a cycle in between would age them; slots before jobs, because they
determine which attributes of jobs are needed. Slots and submitters are read whole, as the negotiator does each cycle;
of jobs only the needed attributes are queried. No secret is ever written, not even temporarily.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from userprio.accounting import ChargeRules, claimed_by, last_update, ledger_records
from userprio.base import MASK, NEWEST, BadInput, Behaviour, Refused, advertised_version, check_links, masked
from userprio.classad import Ad, Evaluator, Value, integer_of, read_ads, text_of, write_long
from userprio.config import Config
from userprio.config import read as read_config
from userprio.ledger import NewAd, format_record
from userprio.live import projection
from userprio.live.transport import LiveError, LiveErrorKind, Negotiator, Transport
from userprio.pool import (
    ACCOUNTING,
    JOBS,
    NEGOTIATOR,
    PENDING,
    SCHEDDS,
    SLOTS,
    SUBMITTERS,
    USERS,
    Pool,
    factors_of,
    last_cycle,
    of_one_negotiator,
)

CONFIG: Final = "condor_config"
LEDGER: Final = "Accountantnew.log"
_FIRST: Final = "slots.all"
"""Slot ads as they came, without secrets; removed before the snapshot is complete."""

_SHOWN: Final = 8
"""Attributes that a warning names at most."""
_REMEMBERED: Final = 100_000
"""Lines of ads remembered as harmless; most lines occur in many ads."""

_UNCHARGED: Final = ("UnchargedTime", "WeightedUnchargedTime")
_ATTEMPTS: Final = 2
"""How often a pool is read at most because of cycles in between: where reading takes long, there is always one."""
_ROUNDS: Final = 4
"""How often a schedd is asked at most: once more whenever its jobs refer to attributes that were not asked for."""

_PENDING_S: Final = 30
"""So long after a cycle the negotiator is asked for matches that the ads of slots do not show: startds may be slow."""

Progress = Callable[[str, int], None]
"""Called with what is being read, and the number of ads so far."""


class SnapshotSummary(msgspec.Struct):
    """What a snapshot contains."""

    submitters: int = 0
    slots: int = 0
    jobs: int = 0
    records: int = 0
    """Of the ledger."""
    warnings: list[str] = msgspec.field(default_factory=list)
    """What is missing from it or masked, one sentence each."""


class Masking(msgspec.Struct):
    """Writes ads, with everything masked that looks like a credential."""

    names: set[str] = msgspec.field(default_factory=set)
    """The attributes in which something was masked."""
    _harmless: set[str] = msgspec.field(default_factory=set)

    def ads(self, ads: Iterable[Ad]) -> Iterator[str]:
        """Ads in long form."""
        return map(self.text, write_long(ads))

    def text(self, text: str) -> str:
        """An ad that is in long form already, masked."""
        lines = text.split("\n")
        for at, line in enumerate(lines):
            # Most lines are numbers or repeat from ad to ad, and patterns are slow.
            if line in self._harmless or line[-1:].isdigit():
                continue
            lines[at] = masked(line)
            if lines[at] != line:
                self.names.add(line.partition(" = ")[0])
            elif len(self._harmless) < _REMEMBERED:
                self._harmless.add(line)
        return "\n".join(lines)


def check_free(folder: Path) -> None:
    """Check that a snapshot can be written to `folder`.

    Raises:
        Refused: it exists and is not an empty folder.
        BadInput: its parent folder does not exist.
        OSError: a link on the way was made by somebody else.
    """
    # A link to a folder is not one onto which another can be renamed.
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise Refused(f"{folder} exists and is not a folder; nothing was written")
    if folder.is_dir() and any(folder.iterdir()):
        raise Refused(f"{folder} is not empty; give an empty folder, or one that does not exist yet")
    if not folder.parent.is_dir():
        raise BadInput("there is no such folder for the snapshot to be in", folder.parent, hint="Make it first")
    check_links(folder)


def take_into(
    folder: Path, transport: Transport, negotiator: Negotiator, now: int, progress: Progress = lambda what, count: None
) -> SnapshotSummary:
    """Take a snapshot and, once it is complete, atomically move it to `folder`.

    Raises:
        Refused, BadInput: see `check_free`.
        LiveError: the pool cannot be queried; `folder` is unchanged.
        OSError: it cannot be written.
    """
    folder = folder.absolute()
    check_free(folder)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent) as temporary:
        taken = take(Path(temporary), transport, negotiator, now, progress)
        # This is atomic onto an empty folder as well.
        Path(temporary).rename(folder)
    return taken


def take(folder: Path, transport: Transport, negotiator: Negotiator, now: int, progress: Progress) -> SnapshotSummary:
    """Take a snapshot into an existing empty folder, whose contents are useless after an error.

    If the negotiator ran a cycle meanwhile, so that some ads are of before and others of after it, all is read again.
    """
    for _ in range(_ATTEMPTS):
        for file in folder.iterdir():
            file.unlink()
        before = _LastCycle.of(transport, negotiator)
        taken = _read_all(folder, transport, negotiator, before, now, progress)
        if _LastCycle.of(transport, negotiator).begun == before.begun:
            break
    else:
        taken.warnings.append(
            f"a cycle ran each of the {_ATTEMPTS} times that the pool was read: some ads are of before it, others of "
            "after it, and its matches may be in some of them only"
        )
    return taken


class _LastCycle(msgspec.Struct, frozen=True):
    """What tells of the negotiator's last cycle."""

    negotiator: Ad | None
    """Its own ad."""
    accounts: tuple[Ad, ...]
    """The accounting ads that it left in the collector."""
    remark: str | None
    """Why there are none, or why they are of no use."""

    @classmethod
    def of(cls, transport: Transport, negotiator: Negotiator) -> "_LastCycle":
        """What can be had of it now: without any of this a snapshot is nearly as good."""
        try:
            own: Ad | None = transport.own_ad(negotiator)
        except LiveError:
            own = negotiator.ad
        try:
            accounts, remark = of_one_negotiator(transport.published_accounts(), own)
        except LiveError as error:
            accounts, remark = (), f"the quotas of the last cycle are missing: {error.message}"
        return cls(own or negotiator.ad, accounts, remark)

    @property
    def begun(self) -> tuple[object, object]:
        """When it began, as both sources say."""
        own = self.negotiator or Ad()
        return last_update(self.accounts), Evaluator(now=0).attribute("LastNegotiationCycleTime0", own)


def _read_all(
    folder: Path, transport: Transport, negotiator: Negotiator, last: _LastCycle, now: int, progress: Progress
) -> SnapshotSummary:
    taken, mask = SnapshotSummary(), Masking()
    accounts = list(_counted(transport.accounts(negotiator), "accounts", progress))
    knobs = projection.kept_knobs(transport.configuration(negotiator).splitlines())
    taken.warnings += knobs.remarks
    _write(folder / CONFIG, (f"{line}\n" for line in knobs.lines))
    config = read_config(folder / CONFIG, environ={})
    records = ledger_records(
        _with_uncharged(accounts, last.accounts), now, updated=last_update(last.accounts), factor_of=factors_of(config)
    )
    _write(folder / LEDGER, map(format_record, records))
    taken.records = sum(isinstance(record, NewAd) for record in records) - 1
    if last.negotiator is not None:
        _write(folder / NEGOTIATOR, mask.ads([projection.only(last.negotiator, projection.NEGOTIATOR_AD)]))
    if last.accounts:
        _write(folder / ACCOUNTING, mask.ads(projection.only(ad, projection.ACCOUNTING) for ad in last.accounts))
    if last.remark is not None:
        taken.warnings.append(last.remark)
    policy = projection.policy_names(config)

    submitters = list(_counted(transport.submitters(), "submitters", progress))
    taken.submitters = len(submitters)
    _write_users(folder / USERS, transport, submitters, taken, mask)
    _write_schedds(folder / SCHEDDS, transport, taken, mask)
    advertised = (projection.only(ad, projection.submitter_attributes(ad, policy)) for ad in submitters)
    _write(folder / SUBMITTERS, mask.ads(advertised))

    # Which attributes of slots are needed depends on the jobs, which are asked for later; so all are written first.
    seen = projection.Mentions()
    slots = _seen_by(seen, without_secrets(_counted(transport.slots(), "slots", progress)))
    taken.slots = _write(folder / _FIRST, map(mask.text, map(_as_read, slots)))
    names = projection.job_names(seen, policy)
    asked = _jobs(folder / JOBS, transport, _schedds(submitters), names, taken, mask, progress)
    _write_pending(folder, transport, negotiator, last, config, taken)
    needed = seen.names.keys() | asked.keys() | policy.keys()
    slots = read_ads(folder / _FIRST) if taken.slots else iter(())
    choose = projection.SlotFilter(needed)
    _write(folder / SLOTS, write_long(projection.only(ad, choose.needed(ad)) for ad in slots))
    (folder / _FIRST).unlink()
    if mask.names:
        shown = ", ".join(sorted(mask.names)[:_SHOWN])
        taken.warnings.append(f"ads contain what looks like credentials, in {shown}; they were replaced by {MASK}")
    return taken


def _with_uncharged(accounts: Sequence[Ad], published: Sequence[Ad]) -> Iterator[Ad]:
    """The accounts with the usage that is not charged yet, which only the ads in the collector tell.

    What they tell of an earlier cycle than the last has been charged since, and all of it has after a reconfig.
    """
    cycle, evaluator = last_update(published), Evaluator(now=0)
    charged_since = last_update(accounts) not in (None, cycle)
    uncharged = {
        name: {attribute: ad.expr(attribute) for attribute in _UNCHARGED}
        for ad in published
        if not charged_since
        and (name := text_of(evaluator, ad, "Name")) is not None
        and _UNCHARGED[0] in ad
        and evaluator.attribute("LastUpdate", ad) == cycle
    }
    for ad in accounts:
        more = uncharged.get(text_of(evaluator, ad, "Name") or "")
        yield ad if more is None else ad.replace(more)


def _write_pending(
    folder: Path,
    transport: Transport,
    negotiator: Negotiator,
    last: _LastCycle,
    config: Config,
    taken: SnapshotSummary,
) -> None:
    """Right after a cycle, write the slots of its matches that the ads of slots do not show.

    The negotiator is asked for the slots only of those who had more at the end of the cycle than the ads show.
    """
    cycle = last_cycle(Pool(negotiator=last.negotiator, accounting=last.accounts))
    updated = last_update(last.accounts)
    if cycle.ended is None or updated is None or not taken.slots or int(time.time()) - cycle.ended > _PENDING_S:
        return
    evaluator, rules = Evaluator(now=0), ChargeRules.from_config(config)
    shown: Counter[str | None] = Counter()
    claimed: set[str | None] = set()
    for ad in read_ads(folder / _FIRST):
        user = claimed_by(ad, rules, evaluator)
        shown[user] += 1
        if user is not None:
            claimed.add(text_of(evaluator, ad, "Name"))
    pending: list[Ad] = []
    try:
        for user, slots in cycle.slots.items():
            held = transport.held_slots(negotiator, user) if slots > shown[user] else Ad()
            for name, start in _matches(held):
                if start >= updated and name not in claimed:
                    match: dict[str, Value] = {"Name": name, "RemoteUser": user, "StartTime": start}
                    pending.append(Ad(match))
    except LiveError as error:
        # The bindings cannot tell; then the number of matches is all that is known.
        if error.kind is not LiveErrorKind.UNSUPPORTED:
            taken.warnings.append(f"which slots have matches that are not claimed yet is not known: {error.message}")
        return
    _write(folder / PENDING, write_long(pending))


def _matches(held: Ad) -> Iterator[tuple[str, int]]:
    """The slots of an answer about a submitter, each with the time of its match, seconds since the epoch."""
    evaluator = Evaluator(now=0)
    for number in count(1):
        name = text_of(evaluator, held, f"Name{number}")
        if name is None:
            return
        yield name.partition("@<")[0], integer_of(evaluator, held, f"StartTime{number}")


def _write_schedds(path: Path, transport: Transport, taken: SnapshotSummary, mask: Masking) -> None:
    """Write what is kept of the schedds' own ads; no file if there are none."""
    try:
        schedds = transport.schedds()
    except LiveError as error:
        taken.warnings.append(
            f"how many jobs schedds may run, and how many claims are pending, is not known: {error.message}"
        )
        return
    if schedds:
        _write(path, mask.ads(map(projection.of_schedd, schedds)))


def _write_users(
    path: Path, transport: Transport, submitters: Iterable[Ad], taken: SnapshotSummary, mask: Masking
) -> None:
    """Write the user records of schedds that may limit users; no file if there are none.

    A schedd that cannot be asked is named in a warning: limits are rare, and nothing else depends on them.
    """
    evaluator = Evaluator(now=0)
    versions = {
        name: advertised_version(evaluator.attribute("CondorVersion", ad)) or NEWEST
        for ad in submitters
        if isinstance(name := evaluator.attribute("ScheddName", ad), str)
    }
    users: list[Ad] = []
    for schedd in (name for name, version in versions.items() if Behaviour(version).users_have_job_limits):
        try:
            users += [
                projection.only(ad, projection.USER).replace({"ScheddName": schedd}) for ad in transport.users(schedd)
            ]
        except LiveError as error:
            message = f"whether users of {schedd} have a limit on running jobs (MaxJobsRunning) is not known"
            taken.warnings.append(f"{message}: {error.message}")
    if users:
        _write(path, mask.ads(users))


def _jobs(
    path: Path,
    transport: Transport,
    schedds: Iterable[str],
    names: dict[str, str],
    taken: SnapshotSummary,
    mask: Masking,
    progress: Progress,
) -> dict[str, str]:
    """Write the jobs of all schedds; returns the names that their expressions mention, and adds new ones to `names`.

    A schedd that cannot be asked is left out, as a negotiator does, with a warning.
    """
    mentions: dict[str, str] = {}
    with path.open("w", encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        for schedd in schedds:
            begin = file.tell()
            # The expressions of the jobs say which further attributes they need, so
            # the jobs may have to be asked for again.
            for _ in range(_ROUNDS):
                file.seek(begin)
                file.truncate()
                seen, count = projection.Mentions(), 0
                try:
                    ads = _counted(transport.jobs(schedd, names.values()), "jobs", progress, taken.jobs)
                    count = sum(file.write(text) > 0 for text in mask.ads(_seen_by(seen, without_secrets(ads))))
                except LiveError as error:
                    # Without the tool no schedd at all could be asked: a snapshot
                    # without jobs would look like an idle pool.
                    if error.kind is LiveErrorKind.NOT_INSTALLED:
                        raise
                    file.seek(begin)
                    file.truncate()
                    taken.warnings.append(f"the jobs of {schedd} are missing: {error.message}")
                    break
                unasked = {
                    name: seen.names[name] for name in seen.names.keys() - names if not projection.is_secret(name)
                }
                names |= unasked
                if not unasked:
                    break
            else:
                taken.warnings.append(f"the jobs of {schedd} refer to attributes that could not all be asked for")
            taken.jobs += count
            mentions |= seen.names
    return mentions


def _schedds(submitters: Iterable[Ad]) -> list[str]:
    """The names of the schedds that the negotiator would talk to, in order of first appearance."""
    evaluator = Evaluator(now=0)
    names = (evaluator.attribute("ScheddName", ad) for ad in submitters)
    return list(dict.fromkeys(name for name in names if isinstance(name, str)))


def _counted(ads: Iterable[Ad], what: str, progress: Progress, before: int = 0) -> Iterator[Ad]:
    count = before
    progress(what, count)
    for count, ad in enumerate(ads, before + 1):
        progress(what, count)
        yield ad


def without_secrets(ads: Iterable[Ad]) -> Iterator[Ad]:
    """The ads without the attributes that must never be kept."""
    for ad in ads:
        secret = [name for name in ad if projection.is_secret(name)]
        yield ad.replace(dict.fromkeys(secret)) if secret else ad


def _seen_by(mentions: projection.Mentions, ads: Iterable[Ad]) -> Iterator[Ad]:
    for ad in ads:
        mentions.add(ad)
        yield ad


def _as_read(ad: Ad) -> str:
    """An ad in long form, with its attributes as they came where possible, which is faster."""
    lines = []
    for name in ad:
        text = ad.source(name)
        if text is None:
            return next(write_long([ad]))
        lines.append(f"{name} = {text}\n")
    return "".join(lines) + "\n"


def _write(path: Path, texts: Iterable[str]) -> int:
    """Write texts; returns their number."""
    count = 0
    with path.open("w", encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        for text in texts:
            file.write(text)
            count += 1
    return count
