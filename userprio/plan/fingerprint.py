"""Fingerprints of a ledger and a configuration: whether they still are what a plan was made for."""

from collections.abc import Iterable
from hashlib import sha256

from userprio.config import Config
from userprio.ledger import Ledger, compacted_text


def ledger_fingerprint(ledger: Ledger) -> str:
    """Of what the ledger says, not of its bytes: compacting the log changes nothing."""
    return _fingerprint(part for key in sorted(ledger.ads) for part in (key, *_attributes(ledger.ads[key].items())))


def _attributes(items: Iterable[tuple[str, str]]) -> list[str]:
    return sorted(f"{name.lower()}={compacted_text(text)}" for name, text in items)


def config_fingerprint(config: Config) -> str:
    """Of the knobs that files, environment and overrides set, as texts before expansion, wherever they stand."""
    knobs = {name.lower(): config.raw(name) or "" for name in config.names()}
    return _fingerprint(f"{name}={knobs[name]}" for name in sorted(knobs))


def _fingerprint(parts: Iterable[str]) -> str:
    digest = sha256()
    for part in parts:
        digest.update(part.encode("utf-8", "surrogateescape"))
        digest.update(b"\0")
    return f"sha256:{digest.hexdigest()}"
