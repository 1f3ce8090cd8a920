"""A snapshot of a running pool: a folder that every command with `--snapshot` reads.

Order matters: the accounts first, since a cycle in between would age them; slots before jobs, since they say which
attributes of jobs count. Slots and submitters are read whole, as the negotiator reads them each cycle; of jobs only
what counts is asked for. What is written has no secrets in it from the first byte on.
"""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from userprio.classad import Ad, Evaluator, read_ads, write_long
from userprio.config import read as read_config
from userprio.credentials import MASK, masked
from userprio.errors import BadInput, Refused
from userprio.ledger import NewAd, format_record
from userprio.live.projection import (
    NEGOTIATOR_AD,
    USER,
    Mentions,
    SlotFilter,
    is_secret,
    job_names,
    kept_knobs,
    only,
    policy_names,
    submitter_attributes,
)
from userprio.live.session import ledger_records
from userprio.live.transport import LiveError, LiveErrorKind, Negotiator, Transport
from userprio.pool import JOBS, NEGOTIATOR, SLOTS, SUBMITTERS, USERS
from userprio.versions import NEWEST, Behaviour, advertised_version

CONFIG: Final = "condor_config"
LEDGER: Final = "Accountantnew.log"
_FIRST: Final = "slots.all"
"""Slot ads as they came, but for secrets; gone before the folder is finished."""

_SHOWN: Final = 8
"""Attributes that a warning names."""
_REMEMBERED: Final = 100_000
"""Lines of ads that need not be looked at again; many ads are alike in most of them."""

_ROUNDS: Final = 4
"""Times that a schedd is asked again because its jobs refer to attributes that were not asked for."""

Progress = Callable[[str, int], None]
"""Called with what is being read, and the number of ads so far."""


@dataclass(slots=True)
class SnapshotSummary:
    """What a snapshot holds."""

    submitters: int = 0
    slots: int = 0
    jobs: int = 0
    records: int = 0
    """Of the ledger."""
    warnings: list[str] = field(default_factory=list)
    """What is missing in it, in sentences."""


@dataclass(slots=True)
class Masking:
    """Ads as they are written, without what has the shape of a credential."""

    names: set[str] = field(default_factory=set)
    """The attributes in which there was something."""
    _harmless: set[str] = field(default_factory=set)

    def ads(self, ads: Iterable[Ad]) -> Iterator[str]:
        """Ads in long form."""
        return map(self.text, write_long(ads))

    def text(self, text: str) -> str:
        """The same of an ad that is in long form already."""
        lines = text.split("\n")
        for at, line in enumerate(lines):
            if line in self._harmless or line[-1:].isdigit():
                continue
            lines[at] = masked(line)
            if lines[at] != line:
                self.names.add(line.partition(" = ")[0])
            elif len(self._harmless) < _REMEMBERED:
                self._harmless.add(line)
        return "\n".join(lines)


def check_free(folder: Path) -> None:
    """Check that a snapshot may become `folder`.

    Raises:
        Refused: there is something already.
        BadInput: there is no folder for it to be in.
    """
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise Refused(f"{folder} exists and is not a folder; nothing was written")
    if folder.is_dir() and any(folder.iterdir()):
        raise Refused(f"{folder} is not empty; give an empty folder, or one that does not exist yet")
    if not folder.parent.is_dir():
        raise BadInput("there is no such folder for the snapshot to be in", folder.parent, hint="Make it first")


def take_into(
    folder: Path, transport: Transport, negotiator: Negotiator, now: int, progress: Progress = lambda what, count: None
) -> SnapshotSummary:
    """Take a snapshot that becomes `folder`, all at once when it is whole.

    Raises:
        Refused, BadInput: see `check_free`.
        LiveError: the pool cannot be asked; `folder` is as it was.
        OSError: it cannot be written.
    """
    folder = folder.absolute()
    check_free(folder)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent) as made:
        taken = take(Path(made), transport, negotiator, now, progress)
        # Onto an empty folder this is one step as well.
        Path(made).rename(folder)
    return taken


def take(folder: Path, transport: Transport, negotiator: Negotiator, now: int, progress: Progress) -> SnapshotSummary:
    """Take a snapshot into a folder that is there and empty; what is in it after an error is of no use."""
    taken, mask = SnapshotSummary(), Masking()
    accounts = _counted(transport.accounts(negotiator), "accounts", progress)
    records = ledger_records(accounts, now)
    _write(folder / LEDGER, map(format_record, records))
    taken.records = sum(isinstance(record, NewAd) for record in records) - 1
    knobs = kept_knobs(transport.configuration(negotiator).splitlines())
    taken.warnings += knobs.remarks
    _write(folder / CONFIG, (f"{line}\n" for line in knobs.lines))
    config = read_config(folder / CONFIG, environ={})
    if negotiator.ad is not None:
        _write(folder / NEGOTIATOR, mask.ads([only(negotiator.ad, NEGOTIATOR_AD)]))
    policy = policy_names(config)

    submitters = list(_counted(transport.submitters(), "submitters", progress))
    taken.submitters = len(submitters)
    _write_users(folder / USERS, transport, submitters, taken, mask)
    _write(folder / SUBMITTERS, mask.ads(only(ad, submitter_attributes(ad, policy)) for ad in submitters))

    seen = Mentions()
    slots = _seen_by(seen, _without_secrets(_counted(transport.slots(), "slots", progress)))
    taken.slots = _write(folder / _FIRST, map(mask.text, map(_as_read, slots)))
    names = job_names(seen, policy)
    asked = _jobs(folder / JOBS, transport, _schedds(submitters), names, taken, mask, progress)
    kept = seen.names.keys() | asked.keys() | policy.keys()
    whole = read_ads(folder / _FIRST) if taken.slots else iter(())
    choose = SlotFilter(kept)
    _write(folder / SLOTS, write_long(only(ad, choose.kept(ad)) for ad in whole))
    (folder / _FIRST).unlink()
    if mask.names:
        shown = ", ".join(sorted(mask.names)[:_SHOWN])
        taken.warnings.append(f"ads have what looks like credentials in {shown}; {MASK} stands in their place")
    return taken


def _write_users(
    path: Path, transport: Transport, submitters: Iterable[Ad], taken: SnapshotSummary, mask: Masking
) -> None:
    """Write the users of those schedds that limit them; no file where there are none.

    A schedd that does not tell is named in a warning: limits are rare, and all else can be known without them.
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
            users += [only(ad, USER).replace({"ScheddName": schedd}) for ad in transport.users(schedd)]
        except LiveError as error:
            told = f"whether users of {schedd} have a limit on running jobs (MaxJobsRunning) is not known"
            taken.warnings.append(f"{told}: {error.message}")
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
    """Write the jobs of all schedds; what their expressions mention. `names` grows by what had to be asked for too.

    A schedd that cannot be asked is left out with a warning, as a negotiator leaves it out.
    """
    mentions: dict[str, str] = {}
    with path.open("w", encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        for schedd in schedds:
            begin = file.tell()
            for _ in range(_ROUNDS):
                file.seek(begin)
                file.truncate()
                seen, count = Mentions(), 0
                try:
                    ads = _counted(transport.jobs(schedd, names.values()), "jobs", progress, taken.jobs)
                    count = sum(file.write(text) > 0 for text in mask.ads(_seen_by(seen, _without_secrets(ads))))
                except LiveError as error:
                    if error.kind is LiveErrorKind.NOT_INSTALLED:
                        raise
                    file.seek(begin)
                    file.truncate()
                    taken.warnings.append(f"the jobs of {schedd} are missing: {error.message}")
                    break
                unasked = {name: seen.names[name] for name in seen.names.keys() - names if not is_secret(name)}
                names |= unasked
                if not unasked:
                    break
            else:
                taken.warnings.append(f"the jobs of {schedd} refer to attributes that could not all be asked for")
            taken.jobs += count
            mentions |= seen.names
    return mentions


def _schedds(submitters: Iterable[Ad]) -> list[str]:
    """The schedds that the negotiator would talk to, by name, in the order in which they come first."""
    evaluator = Evaluator(now=0)
    names = (evaluator.attribute("ScheddName", ad) for ad in submitters)
    return list(dict.fromkeys(name for name in names if isinstance(name, str)))


def _counted(ads: Iterable[Ad], what: str, progress: Progress, before: int = 0) -> Iterator[Ad]:
    count = before
    progress(what, count)
    for count, ad in enumerate(ads, before + 1):
        progress(what, count)
        yield ad


def _without_secrets(ads: Iterable[Ad]) -> Iterator[Ad]:
    for ad in ads:
        secret = [name for name in ad if is_secret(name)]
        yield ad.replace(dict.fromkeys(secret)) if secret else ad


def _seen_by(mentions: Mentions, ads: Iterable[Ad]) -> Iterator[Ad]:
    for ad in ads:
        mentions.add(ad)
        yield ad


def _as_read(ad: Ad) -> str:
    """An ad in long form with its attributes as they came, which needs no care."""
    lines = []
    for name in ad:
        text = ad.source(name)
        if text is None:
            return next(write_long([ad]))
        lines.append(f"{name} = {text}\n")
    return "".join(lines) + "\n"


def _write(path: Path, texts: Iterable[str]) -> int:
    """Write texts; how many."""
    count = 0
    with path.open("w", encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        for text in texts:
            file.write(text)
            count += 1
    return count
