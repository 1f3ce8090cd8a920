"""What a schedd does in a negotiation: which jobs it offers, in which order, as which requests.

`significant` says what makes an autocluster, `jobs` puts jobs in queues, `starting` says which of them may start, and
`requests` has the exchange of a visit.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.negotiation.schedd.jobs import (
        UNMATCHED_UNIVERSES,
        Autoclusters,
        Directory,
        JobOrder,
        JobReader,
        asked_attributes,
        autocluster_told,
        autoclusters_told,
        directory,
        ids_are_names,
        job_classes,
        job_queues,
        offered_jobs,
        remembered_attributes,
        significant_attributes,
    )
    from userprio.negotiation.schedd.queue import Job, JobClass, JobKind, JobQueue, Jobs, WaitingClass
    from userprio.negotiation.schedd.requests import Offer, Request, RequestList, Schedds, TakenClaim, is_complete
    from userprio.negotiation.schedd.starting import (
        CONSTRAINT,
        GRID,
        IDLE,
        VANILLA,
        PassedOver,
        Starting,
        User,
        UserKey,
        Users,
        mentions,
        schedd_of,
        submitter_of,
        user_of,
    )
else:
    __all__, __getattr__ = lazy_exports(__file__)
