"""Over what time changes are judged."""

from enum import StrEnum


class Horizon(StrEnum):
    """The time over which it is looked at what submitters hold."""

    CYCLE = "cycle"
    """What submitters hold after the next cycle: what they hold now and what they win in it."""
    LONG_RUN = "long-run"
    """What submitters hold on average once the pool has settled, if demand stays as it is."""
    REPLAY = "replay"
    """What submitters hold on average in a replayed past period, and how long their jobs wait in it."""
