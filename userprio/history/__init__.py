"""What jobs really did: histories of schedds, and traces that others use, as plain records.

Begin reading with `records`, which says what is known of a past job; `reading` tells the forms of files apart.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.history.machines import read_machines
    from userprio.history.reading import as_submitted, history_of, largest_slot, past_job, read_history
    from userprio.history.records import Fate, History, JobKey, MachineTimes, PastJob, Stay
else:
    __all__, __getattr__ = on_demand(__file__)
