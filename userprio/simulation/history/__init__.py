"""What jobs really did: job histories of schedds, and traces in a common format, as plain records.

Begin reading with `records`, which defines what is known of a past job; `reading` tells file formats apart.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.simulation.history.reading import as_submitted, history_of, largest_slot, read_history, read_machines
    from userprio.simulation.history.records import Fate, History, JobKey, MachineTimes, PastJob, Stay
else:
    __all__, __getattr__ = lazy_exports(__file__)
