"""Jobs before they are submitted: what condor_submit and a schedd make of a submit description.

Begin with `submission`. In `jobs` is what condor_submit does: `language` reads the lines, `queue` the items, `job`
makes an ad of what `draft` looks up, and `requirements` completes its Requirements; `commands.txt` lists the commands.
What the schedd does is in `access_point`.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.submission.access_point import AccessPoint, queued
    from userprio.submission.jobs import SubmittedJobs, jobs_of
    from userprio.submission.language import SubmitHost
    from userprio.submission.submission import Description, SubmitPlace, SubmittedCluster, place_of, submitted
else:
    __all__, __getattr__ = lazy_exports(__file__)
