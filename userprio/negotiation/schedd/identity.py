"""The submitter and the schedd of a job."""

import re
from collections.abc import Sequence
from functools import lru_cache

from userprio.classad import Ad, Evaluator, flag_of, is_plain, text_of

IDLE = 1
VANILLA = 5
GRID = 9


def submitter_of(ad: Ad, evaluator: Evaluator) -> str:
    """The name that a schedd advertises for the submitter of a job: AccountingGroup or user, and the user's domain."""
    user = text_of(evaluator, ad, "User") or text_of(evaluator, ad, "Owner") or ""
    owner, at, domain = user.rpartition("@")
    if not at:
        owner, domain = user, ""
    group = text_of(evaluator, ad, "AccountingGroup")
    if not group:
        group = f"nice-user.{owner}" if flag_of(evaluator, ad, "NiceUser") else owner
    return f"{group}@{domain}" if at else group


def schedd_of(ad: Ad, evaluator: Evaluator) -> str | None:
    """The name of a job's schedd: the beginning of `GlobalJobId`, else `ScheddName`; None if it has neither."""
    text = ad.raw_value("globaljobid")
    if isinstance(text, str) and text[:1] == '"' and len(text) > 2 and is_plain(text):
        return text[1:-1].partition("#")[0]
    global_id = text_of(evaluator, ad, "GlobalJobId")
    return global_id.partition("#")[0] if global_id else text_of(evaluator, ad, "ScheddName")


def schedd_of_all(global_ids: Sequence[str | None]) -> str | None:
    """The schedd name with which all of these `GlobalJobId`s begin; None if each has to be looked at to know."""
    first = global_ids[0]
    if first is None or None in global_ids or not is_plain(first):
        return None
    name, hashed, _ = first[1:].partition("#")
    if not hashed or not _beginning_with(name).fullmatch("\n".join(filter(None, global_ids))):
        return None
    return name


@lru_cache(maxsize=1 << 10)
def _beginning_with(name: str) -> re.Pattern[str]:
    """Matches lines of plain quoted strings that begin with a name and `#`."""
    return re.compile(rf'(?>(?:"{re.escape(name)}#[^"\\\n\0]*+"(?:\n|\Z))*)')


def user_of(ad: Ad, evaluator: Evaluator) -> str:
    """The user who owns a job, with the domain if its ad has `User`; accounting groups make no difference."""
    return text_of(evaluator, ad, "User") or text_of(evaluator, ad, "Owner") or ""
