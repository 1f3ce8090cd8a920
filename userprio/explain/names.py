"""Who is meant: names as they are typed, jobs by cluster.proc, and near misses."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from userprio.classad import Ad, Evaluator, integer_of, text_of
from userprio.errors import UserprioError
from userprio.formats import listed
from userprio.matching import USER_NAMES
from userprio.pool import NegotiatorSettings, Pool, Scenario, fetched_submitters, user_maps
from userprio.quotas import Group, GroupTree
from userprio.schedd import submitter_of

_MOST_GUESSES = 3


@dataclass
class NothingFound(UserprioError):
    """There is nobody and nothing of that name; `hint` says what may have been meant."""

    message: str
    hint: str | None = None

    def __str__(self) -> str:
        return f"{self.message}. {self.hint}" if self.hint else self.message


def known_submitters(scenario: Scenario) -> list[str]:
    """The names of everybody who has a submitter ad, jobs, slots or a record, each once, those with ads first."""
    pool, ledger, config = scenario.pool, scenario.ledger, scenario.config
    maps, _ = user_maps(config)
    evaluator = Evaluator(scenario.now, user_maps=maps)
    taken, _ = fetched_submitters(pool.submitters, NegotiatorSettings.of(scenario), evaluator)
    prefixed = {submitter.advertised_name for submitter in taken if submitter.name != submitter.advertised_name}
    advertised = (text_of(evaluator, ad, "Name") for ad in pool.submitters)
    names: dict[str, None] = dict.fromkeys(submitter.name for submitter in taken)
    names |= dict.fromkeys(name for name in advertised if name and name not in prefixed)
    in_queues = {submitter_of(ad, evaluator) for ad in pool.jobs}
    names |= dict.fromkeys(sorted(name for name in in_queues if name and name not in prefixed))
    names |= dict.fromkeys(name for name in ledger.customers if "@" in name)
    for ad in pool.slots:
        names |= dict.fromkeys(name for key in USER_NAMES if (name := text_of(evaluator, ad, key)))
    return list(names)


def find_submitter(typed: str, names: Iterable[str]) -> str:
    """The submitter that is meant; what follows the `@` may be left out where that is enough.

    Raises:
        NothingFound: nobody, or more than one, is called so.
    """
    known = list(names)
    if typed in known:
        return typed
    short = [name for name in known if name.rpartition("@")[0] == typed]
    if len(short) == 1:
        return short[0]
    if short:
        raise NothingFound(f"{typed} may be {_either(short)}", "Give the whole name")
    raise NothingFound(f"there is no submitter {typed}", _guess(_near(typed, known)))


def _near(typed: str, known: list[str]) -> list[str]:
    """Names that differ in case, that are somebody's last part, or that are close."""
    wanted = typed.lower()
    same = [name for name in known if wanted in (name.lower(), _user(name).lower(), name.rpartition("@")[0].lower())]
    if same:
        return same[:_MOST_GUESSES]
    # Without domains, in which all would be alike.
    forms = {form: name for name in known for form in (_user(name).lower(), name.rpartition("@")[0].lower() or name)}
    asked = wanted.rpartition("@")[0] or wanted
    close = get_close_matches(asked, forms, n=_MOST_GUESSES) or get_close_matches(
        asked.rpartition(".")[2], forms, n=_MOST_GUESSES
    )
    return list(dict.fromkeys(forms[form] for form in close))


def _user(name: str) -> str:
    """The user's own part of a submitter name, without group and domain."""
    return name.rpartition("@")[0].rpartition(".")[2] if "@" in name else name.rpartition(".")[2]


def find_group(typed: str, tree: GroupTree) -> Group:
    """The group of that name, in any case of letters.

    Raises:
        NothingFound: there is none.
    """
    found = tree.find(typed)
    if not tree.group_mode:
        raise NothingFound("no groups are configured", "GROUP_NAMES lists them")
    if found is not None:
        return found
    names = {group.name.lower(): group.name for group in tree.groups}
    last = [name for lower, name in names.items() if lower.rpartition(".")[2] == typed.lower()]
    close = last or [names[name] for name in get_close_matches(typed.lower(), names, n=_MOST_GUESSES)]
    raise NothingFound(f"there is no group {typed}", _guess(close))


def find_job(typed: str, submitter: str | None, pool: Pool, evaluator: Evaluator) -> tuple[Ad, str]:
    """The ad of a job named cluster.proc and whose job it is; the submitter tells jobs of several schedds apart.

    Raises:
        NothingFound: there is no such job, or there are several.
    """
    jobs = [f"{integer_of(evaluator, ad, 'ClusterId')}.{integer_of(evaluator, ad, 'ProcId')}" for ad in pool.jobs]
    named = (ad for ad, job in zip(pool.jobs, jobs, strict=True) if job == typed)
    found = [(ad, submitter_of(ad, evaluator)) for ad in named]
    owners = list(dict.fromkeys(owner for _, owner in found))
    if submitter is not None:
        found = [(ad, owner) for ad, owner in found if submitter in (owner, owner.rpartition("@")[0])]
        if owners and not found:
            raise NothingFound(f"job {typed} is not one of {submitter}", f"It belongs to {_either(owners)}")
    if len(found) == 1:
        return found[0]
    if found:
        owners = list(dict.fromkeys(owner for _, owner in found))
        hint = "Name the submitter as well" if len(owners) > 1 else "It has jobs of that number at several schedds"
        raise NothingFound(f"{len(found)} schedds have a job {typed}: of {_either(owners)}", hint)
    cluster = typed.partition(".")[0]
    of_cluster = [job for job in jobs if job.partition(".")[0] == cluster]
    if of_cluster:
        hint = f"Cluster {cluster} has {len(of_cluster)} jobs here, {of_cluster[0]} to {of_cluster[-1]}"
        raise NothingFound(f"there is no job {typed}", hint if len(of_cluster) > 1 else f"There is {of_cluster[0]}")
    raise NothingFound(f"there is no job {typed}", None if jobs else "The snapshot holds no jobs")


def _either(names: list[str]) -> str:
    return listed(names, joined_by="or")


def _guess(names: list[str]) -> str | None:
    return f"Did you mean {_either(names)}?" if names else None
