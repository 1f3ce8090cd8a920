"""What a schedd does in a negotiation: which jobs it offers, in which order, as which requests.

`significant` tells what makes an autocluster, `jobs` puts jobs in queues, `requests` is a visit's exchange.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.schedd.jobs import (
        GRID,
        IDLE,
        UNMATCHED_UNIVERSES,
        VANILLA,
        JobOrder,
        job_queues,
        offered_jobs,
        schedd_of,
        submitter_of,
    )
    from userprio.schedd.queue import Job, JobKind, JobQueue, Jobs
    from userprio.schedd.requests import Offer, RequestList, Schedds, Taken
    from userprio.schedd.significant import (
        Autoclusters,
        asked_attributes,
        job_classes,
        remembered_attributes,
        significant_attributes,
    )
else:
    __all__, __getattr__ = on_demand(__file__)
