"""The tables that a log describes, built record by record as HTCondor replays them (`Log*::Play`)."""

from collections.abc import Iterable, Mapping

from userprio.ledger.records import DeleteAttribute, DestroyAd, NewAd, Record, SetAttribute


class Tables:
    """Records under construction. Keys are case-sensitive; of attribute names the first spelling is kept.

    `ads` holds the records in the order in which they were made, as attribute name to text of the expression;
    `history` has `+key` for every record made and `-key` for every one destroyed, for `table_order`.
    """

    __slots__ = ("_borrowed", "ads", "history")

    def __init__(self, ads: Mapping[str, Mapping[str, str]] | None = None, history: Iterable[str] = ()) -> None:
        self.ads: dict[str, Mapping[str, str]] = dict(ads or {})
        self.history = list(history)
        self._borrowed = set(self.ads)
        """Keys whose records belong to somebody else and are copied before the first change."""

    def play(self, record: Record) -> bool:
        """Apply one record; whether it fitted. Brackets and sequence numbers change nothing here."""
        match record:
            case SetAttribute(key, name, value):
                ad = self.writable(key)
                if ad is None:
                    return False
                ad[spelling(ad, name)] = value
                return True
            case NewAd(key, my_type):
                return self.make(key, my_type)
            case DestroyAd(key):
                return self.destroy(key)
            case DeleteAttribute(key, name):
                ad = self.writable(key)
                return ad is not None and ad.pop(spelling(ad, name), None) is not None
            case _:
                return True

    def writable(self, key: str) -> dict[str, str] | None:
        """The record under `key`, free to be changed; None if there is none."""
        ad = self.ads.get(key)
        if isinstance(ad, dict) and key not in self._borrowed:
            return ad
        if ad is None:
            return None
        own = self.ads[key] = dict(ad)
        self._borrowed.discard(key)
        return own

    def make(self, key: str, my_type: str) -> bool:
        """An empty record under `key`; one that exists keeps what it has."""
        if key in self.ads:
            return False
        escaped = my_type.replace('"', '\\"')
        self.ads[key] = {"MyType": f'"{escaped}"'}
        self.history.append("+" + key)
        return True

    def destroy(self, key: str) -> bool:
        """The record under `key` goes."""
        if self.ads.pop(key, None) is None:
            return False
        self._borrowed.discard(key)
        self.history.append("-" + key)
        return True


def spelling(ad: Mapping[str, str], name: str) -> str:
    """The name under which `ad` has the attribute, or would have it."""
    if name in ad:
        return name
    wanted = name.lower()
    return next((known for known in ad if known.lower() == wanted), name)
