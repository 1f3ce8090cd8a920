"""Records being put together as the accountant's database does it (`ClassAdLogAccountantDB`)."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from userprio.ledger.records import BEGIN, END, DestroyAd, NewAd, Record, SetAttribute
from userprio.ledger.values import integer_text, real_text, string_text


class Draft:
    """Records to be appended to a log. The first attribute of an unknown key makes its ad first."""

    __slots__ = ("_destroyed", "_known", "_made", "records")

    def __init__(self, known: Collection[str]) -> None:
        self._known = known
        self._made: set[str] = set()
        self._destroyed: set[str] = set()
        self.records: list[Record] = []

    def integer(self, key: str, name: str, value: int) -> None:
        """Set an integer."""
        self._set(key, name, integer_text(value))

    def real(self, key: str, name: str, value: float) -> None:
        """Set a real; what is read back is rounded to six decimals."""
        self._set(key, name, real_text(value))

    def string(self, key: str, name: str, value: str) -> None:
        """Set a string."""
        self._set(key, name, string_text(value))

    def destroy(self, key: str) -> None:
        """Destroy an ad; an unknown one needs no record."""
        if self._exists(key):
            self.records.append(DestroyAd(key))
            self._made.discard(key)
            self._destroyed.add(key)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is put in here is bracketed; nothing put in leaves nothing."""
        before = len(self.records)
        yield
        if len(self.records) > before:
            self.records.insert(before, BEGIN)
            self.records.append(END)

    def _exists(self, key: str) -> bool:
        return key in self._made or (key in self._known and key not in self._destroyed)

    def _set(self, key: str, name: str, text: str) -> None:
        if not self._exists(key):
            self.records.append(NewAd(key))
            self._made.add(key)
        self.records.append(SetAttribute(key, name, text))
