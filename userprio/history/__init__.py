"""What jobs really did: histories of schedds, and traces that others use, as plain records.

Begin reading with `records`, which says what is known of a past job; `reading` tells the forms of files apart.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.history.ads import as_submitted, past_job
    from userprio.history.machines import read_machines
    from userprio.history.reading import history_of, largest_slot, read_history
    from userprio.history.records import Fate, History, JobKey, MachineTimes, PastJob, Stay
else:
    __all__, __getattr__ = on_demand(__file__)
