"""What no dry run can foretell, since the real thing goes by the clock; scenarios keep clear of it.

A schedd that is asked for single requests, and forgets that it was refused, offers the refused job again and again,
until its upload cap or the negotiator's time is up. It forgets where it offers every job by itself, and where there are
no autoclusters. The cap is kept on there, so that the clock does not decide.

Chance itself is not kept out: in which order slots of equal rank come under NEGOTIATOR_IGNORE_JOB_RANKS depends on
where they lie in memory. The negotiator's log tells it, and `trial` gives it to the dry run.
"""

from tests.pool.traits.draft import Draft


def determined(draft: Draft) -> None:
    """Take what is undetermined out of a finished draft."""
    config = draft.config
    if _asks_singly(config) and (_offers_each_job(config) or not _asks_of_jobs(draft)):
        config.pop("SCHEDD_ENABLE_PER_USER_MATCH_LIMITS", None)
        if config.get("MAX_CONCURRENT_UPLOADS_PER_USER") == "0":
            config["MAX_CONCURRENT_UPLOADS_PER_USER"] = "5"


def _asks_singly(config: dict[str, str]) -> bool:
    return (
        config.get("USE_RESOURCE_REQUEST_COUNTS") == "False"
        or config.get("NEGOTIATOR_RESOURCE_REQUEST_LIST_SIZE") == "1"
    )


def _offers_each_job(config: dict[str, str]) -> bool:
    return config.get("NEGOTIATE_ALL_JOBS_IN_CLUSTER") == "True"


def _asks_of_jobs(draft: Draft) -> bool:
    """Whether some slot refers to jobs, without which there are no autoclusters."""
    return any("TARGET." in ad.get("Requirements", "") for _, ad in draft.slots)
