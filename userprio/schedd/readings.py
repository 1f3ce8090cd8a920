"""Ads that read the same: in some attributes, in what those refer to in the same ad, and so on to the end."""

from collections.abc import Iterable

from userprio.classad import Ad, references
from userprio.classad.projection import Projection


class EquivalenceClass:
    """What ads that read the same have in common; known by identity."""

    __slots__ = ()


class ClosurePartition:
    """Tells ads that read the same, attribute by attribute, from those that do not.

    A job that says `RequestDisk = DiskUsage` is read on in DiskUsage. Where to read on follows from what was read, so
    that it is worked out once for each thing that is said, and ads of a million jobs are told apart by a few look-ups.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._first = _Step(frozenset(names), frozenset())
        self._last: Ad | None = None
        """The last ad of a shape in which everything that is read is shared. Neighbours mostly are of one shape."""
        self._leaf = EquivalenceClass()

    def of(self, ad: Ad) -> EquivalenceClass:
        """The same for ads that read the same."""
        outline = ad.outline
        if self._last is not None and outline is self._last.shape:
            return self._leaf
        step: _Step | EquivalenceClass = self._first
        shared = True
        while isinstance(step, _Step):
            shared = shared and step.is_shared(ad)
            step = step.following(ad)
        if shared and outline is ad.shape:
            self._last, self._leaf = ad, step
        return step


class _Step:
    """Some attributes that are read at once, after `read`."""

    def __init__(self, names: frozenset[str], read: frozenset[str]) -> None:
        self._names = names
        self._read = read | names
        self._projection = Projection(sorted(names))
        self._following: dict[int, _Step | EquivalenceClass] = {}

    def is_shared(self, ad: Ad) -> bool:
        """Whether all ads of the shape of this one say the same here."""
        return self._projection.is_shared(ad)

    def following(self, ad: Ad) -> "_Step | EquivalenceClass":
        """Where to read on."""
        number = self._projection.number(ad)
        known = self._following.get(number)
        if known is None:
            more = {
                reference.name
                for name in self._names
                if (expr := ad.lookup(name)) is not None
                for reference in references(expr)
                if reference.scope != "target"
            }
            more -= self._read
            known = self._following[number] = _Step(frozenset(more), self._read) if more else EquivalenceClass()
        return known
