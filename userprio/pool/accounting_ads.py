"""What is known of the cycle before a snapshot: what its negotiator left in the collector, and says of itself.

After a cycle a negotiator sends an accounting ad of each group, and of each submitter that took part, to the collector
(`forwardAccountingData`, `forwardGroupAccounting`). After a reconfig the negotiator itself answers quotas of 0, while
it still decides with those of the last cycle: the collector's ads are right.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting import QUOTA_LEFT, default_factor, last_update, ledger_records, one_of_each, what_is_lost
from userprio.base.errors import BadInput
from userprio.base.snapshot_trust import SnapshotRoot
from userprio.classad import Ad, Evaluator, as_number, text_of
from userprio.config import Config
from userprio.ledger import CUSTOMER_PREFIX, Ledger, NotALedger, attribute, real_of
from userprio.pool.scenario import Pool, QuotaSource, priority_rules

_NEGOTIATOR: Final = "NegotiatorName"


class LastCycle(Struct, frozen=True):
    """What accounting ads and the negotiator's own ad say of the cycle before; times are seconds since the epoch."""

    quotas: Mapping[str, float]
    """The effective quotas that it left, by group."""
    slots: Mapping[str, int]
    """The slots that each of its submitters had at its end, those of new matches included."""
    ended: int | None
    """When it was over; None: nothing says."""
    matches: int | None
    """How many matches it made; None: nothing says."""


def last_cycle(pool: Pool) -> LastCycle:
    """What is known of the cycle before the pool."""
    evaluator = Evaluator(now=0)
    ads = one_of_each(pool.accounting)
    updated = last_update(ads)
    quotas: dict[str, float] = {}
    slots: dict[str, int] = {}
    times = [] if updated is None else [updated]
    for ad in ads:
        name = text_of(evaluator, ad, "Name") or ""
        # Groups have no @ in their names, and submitters always do.
        if "@" not in name:
            quota = as_number(evaluator.attribute(QUOTA_LEFT, ad))
            if quota is not None:
                quotas[name] = float(quota)
        # The ad of a submitter that had no jobs in the last cycle is one of an earlier cycle.
        elif evaluator.attribute("LastUpdate", ad) == updated:
            slots[name] = _integer(evaluator, ad, "ResourcesUsed") or 0
            times += filter(None, [_integer(evaluator, ad, "LastHeardFrom")])
    matches = None
    if pool.negotiator is not None:
        ended = _integer(evaluator, pool.negotiator, "LastNegotiationCycleEnd0")
        # Unless it was asked directly, its ad may be minutes old, and about an earlier cycle.
        if ended is not None and (updated is None or ended >= updated):
            times.append(ended)
            matches = _integer(evaluator, pool.negotiator, "LastNegotiationCycleMatches0")
    return LastCycle(quotas, slots, max(times, default=None), matches)


def _integer(evaluator: Evaluator, ad: Ad, name: str) -> int | None:
    value = evaluator.attribute(name, ad)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def of_one_negotiator(ads: Iterable[Ad], negotiator: Ad | None) -> tuple[tuple[Ad, ...], str | None]:
    """The accounting ads that the negotiator sent, or the only one that sent any; and what is wrong, if anything is."""
    evaluator = Evaluator(now=0)
    by_sender: dict[str, list[Ad]] = {}
    for ad in ads:
        by_sender.setdefault((text_of(evaluator, ad, _NEGOTIATOR) or "").lower(), []).append(ad)
    name = None if negotiator is None else text_of(evaluator, negotiator, "Name")
    if name is not None and name.lower() in by_sender:
        return tuple(by_sender[name.lower()]), None
    if len(by_sender) > 1:
        return (), "the ads are of several negotiators, and none is used: negotiator.ads says which one is meant"
    return tuple(ad for sent in by_sender.values() for ad in sent), None


def previous_quotas(pool: Pool, ledger: Ledger) -> tuple[Mapping[str, float] | None, QuotaSource]:
    """The effective quotas that the cycle before left, by group, and who says so; None if nobody does."""
    published = last_cycle(pool).quotas
    if published:
        return published, QuotaSource.ACCOUNTING_ADS
    left = quotas_left(ledger)
    # All zero are those of a negotiator that was reconfigured since: it decides with the old ones nevertheless.
    if left is not None and any(left.values()):
        return left, QuotaSource.LEDGER
    return None, QuotaSource.ASSUMED


def quotas_left(ledger: Ledger) -> dict[str, float] | None:
    """The effective quotas after the cycle before, by group; None if the ledger does not have them."""
    quotas: dict[str, float] = {}
    for key, ad in ledger.ads.items():
        if key.startswith(CUSTOMER_PREFIX) and "@" not in key:
            quota = real_of(attribute(ad, QUOTA_LEFT), ad)
            if quota is not None:
                quotas[key.removeprefix(CUSTOMER_PREFIX)] = quota
    return quotas or None


def factors_of(config: Config) -> Callable[[str], float]:
    """The priority factor of a name that has none of its own; the configuration is read when the first is asked for.

    It raises KnobError: a value would stop a real negotiator.
    """
    rules = cache(lambda: priority_rules(config))

    def factor_of(name: str) -> float:
        of, group_of = rules()
        return default_factor(name, group_of(name), of)

    return factor_of


def read_accounts(path: Path, config: Config, now: int, within: SnapshotRoot | None = None) -> Ledger:
    """The ledger in a file, which may also be what `condor_userprio -long` printed; then `lacks` says what is lost.

    `now` (seconds since the epoch) is taken for the last update of priorities where the ads do not tell it.

    Raises:
        LedgerError: the file cannot be opened, is neither of the two, or is corrupt before its end.
        BadInput: the ads are of several negotiators, or cannot be read.
    """
    try:
        return Ledger.read(path, within)
    except NotALedger as error:
        from userprio.classad import read_ads

        # What is neither is told as no ledger, since that is what is usually given.
        try:
            ads = one_of_each(read_ads(path, within=within))
        except BadInput:
            raise error from None
        if not any("Priority" in ad for ad in ads):
            raise
        try:
            lacks = what_is_lost(ads)
        except BadInput as several:
            raise BadInput(several.message, path, hint=several.hint) from error
    records = ledger_records(ads, now, factor_of=factors_of(config))
    return replace(Ledger.empty().replay(records), path=path, lacks=lacks)
