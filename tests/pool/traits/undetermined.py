"""What no dry run can foretell, since the real thing goes by chance or by the clock; scenarios keep clear of it.

- Slots of equal ranks under NEGOTIATOR_IGNORE_JOB_RANKS are ordered by where their ads lie in the negotiator's memory
  (`std::sort` over pointers, with the pointer as the last key). A serial number in the post-job rank leaves no equals.
- A schedd that is asked for single requests, and forgets that it was refused, offers the refused job again and again,
  until its upload cap or the negotiator's time is up. It forgets where it offers every job by itself, and where there
  are no autoclusters. The cap is kept on there, so that the clock does not decide.
"""

from tests.pool.traits.draft import Draft


def determined(draft: Draft) -> None:
    """Take what is undetermined out of a finished draft."""
    config = draft.config
    if config.get("NEGOTIATOR_IGNORE_JOB_RANKS") == "True":
        config["NEGOTIATOR_POST_JOB_RANK"] = "My.Serial"
        draft.slots = [(count, ad | {"Serial": "{n} * 7 % 1009"}) for count, ad in draft.slots]
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
