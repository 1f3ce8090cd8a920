"""A scenario as the files of a snapshot, with the same care: no secrets, credentials masked, only knobs that are read.

What is read of these files is the scenario again, whatever it was read from.
"""

from collections.abc import Iterable, Iterator, Mapping

from userprio.config import Config, OriginKind
from userprio.ledger import (
    ACCOUNTANT_KEY,
    DestroyAd,
    Ledger,
    NewAd,
    SequenceNumber,
    SetAttribute,
    attribute,
    format_record,
    string_of,
)
from userprio.live.projection import kept_knobs
from userprio.live.snapshot import CONFIG, LEDGER, Masking, without_secrets
from userprio.pool import ACCOUNTING, JOBS, NEGOTIATOR, SCHEDDS, SLOTS, SUBMITTERS, USERS, ScenarioData


def scenario_files(scenario: ScenarioData) -> Mapping[str, Iterable[str]]:
    """The texts of the files, by name, to be encoded as UTF-8 with `surrogateescape`."""
    pool, mask = scenario.pool, Masking()
    optional = {
        NEGOTIATOR: () if pool.negotiator is None else (pool.negotiator,),
        ACCOUNTING: pool.accounting,
        SCHEDDS: pool.schedds,
        USERS: pool.users,
    }
    # Of these a snapshot has files even where there is nothing in them.
    ads = {SLOTS: pool.slots, SUBMITTERS: pool.submitters, JOBS: pool.jobs}
    ads |= {name: several for name, several in optional.items() if several}
    files: dict[str, Iterable[str]] = {name: mask.ads(without_secrets(several)) for name, several in ads.items()}
    files[CONFIG] = (f"{line}\n" for line in kept_knobs(_dump(scenario.config)).lines)
    # Without one, another would be looked for.
    files[LEDGER] = _log(scenario.ledger)
    return files


def _dump(config: Config) -> Iterator[str]:
    """The lines of a configuration as condor_config_val -dump has them."""
    for definition in config.scope.definitions.values():
        if definition.origin.kind is OriginKind.DETECTED:
            continue
        if "\n" in definition.text:
            yield from (f"{definition.name} @=end", *definition.text.split("\n"), "@end")
        else:
            yield f"{definition.name} = {definition.text}"


def _log(ledger: Ledger) -> Iterator[str]:
    """A log with the same records, made in the same order, which decides that of HTCondor's table."""
    if ledger.created is not None:
        yield format_record(SequenceNumber(ledger.sequence, ledger.created))
    last = {event[1:]: index for index, event in enumerate(ledger.history)}
    for index, event in enumerate((*ledger.history, "")):
        # Which records were made after priorities were last updated shows in where that time is written.
        if index == ledger.updated_after and ACCOUNTANT_KEY in ledger.ads:
            yield from _attributes(ledger, ACCOUNTANT_KEY)
        key = event[1:]
        if event.startswith("+"):
            ad = ledger.ads.get(key, {})
            yield format_record(NewAd(key, string_of(attribute(ad, "MyType"), ad) or ""))
            if index == last[key] and key != ACCOUNTANT_KEY:
                yield from _attributes(ledger, key)
        elif event:
            yield format_record(DestroyAd(key))


def _attributes(ledger: Ledger, key: str) -> Iterator[str]:
    ad = ledger.ads[key]
    return (format_record(SetAttribute(key, name, ad[name])) for name in ad if name != "MyType")
