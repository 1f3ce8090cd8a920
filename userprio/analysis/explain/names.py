"""Resolves names as typed, and jobs by cluster.proc, with suggestions for near misses."""

from userprio.accounting.quotas import Group, GroupTree
from userprio.base.formats import listed
from userprio.base.naming import NothingFound, meant, one_meant, the_only
from userprio.classad import Ad, Evaluator, integer_of, text_of
from userprio.negotiation.matching import USER_NAMES
from userprio.negotiation.schedd import submitter_of
from userprio.pool import NegotiatorSettings, Pool, ScenarioData, fetched_submitters, user_maps


def known_submitters(scenario: ScenarioData) -> list[str]:
    """The names of all with a submitter ad, jobs, slots or a record, each once, those with ads first."""
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


def find_group(typed: str, tree: GroupTree) -> Group:
    """The group whose name, or a trailing part of it, was typed, ignoring case.

    Raises:
        NothingFound: there is no such group, or there are several.
    """
    group = tree.find(typed)
    if not tree.group_mode:
        raise NothingFound("no groups are configured", "GROUP_NAMES lists them")
    if group is None:
        by_folded = {group.name.lower(): group for group in tree.groups}
        candidates = [by_folded[name].name for name in meant(typed.lower(), by_folded)]
        names = [group.name for group in tree.groups]
        group = tree.find(the_only(typed, candidates) if candidates else one_meant(typed, names, "group"))
    assert group is not None
    return group


def find_job(typed: str, submitter: str | None, pool: Pool, evaluator: Evaluator) -> tuple[Ad, str]:
    """The ad and the submitter of a job (cluster.proc); `submitter` tells jobs of several schedds apart.

    Raises:
        NothingFound: there is no such job, or there are several.
    """
    jobs = [f"{integer_of(evaluator, ad, 'ClusterId')}.{integer_of(evaluator, ad, 'ProcId')}" for ad in pool.jobs]
    named = (ad for ad, job in zip(pool.jobs, jobs, strict=True) if job == typed)
    matches = [(ad, submitter_of(ad, evaluator)) for ad in named]
    owners = list(dict.fromkeys(owner for _, owner in matches))
    if submitter is not None:
        full_names = meant(submitter, owners)
        matches = [(ad, owner) for ad, owner in matches if owner in full_names]
        if owners and not matches:
            raise NothingFound(f"job {typed} is not one of {submitter}", f"It belongs to {_either(owners)}")
    if len(matches) == 1:
        return matches[0]
    if matches:
        owners = list(dict.fromkeys(owner for _, owner in matches))
        hint = "Name the submitter as well" if len(owners) > 1 else "It has jobs of that number at several schedds"
        raise NothingFound(f"{len(matches)} schedds have a job {typed}: of {_either(owners)}", hint)
    cluster = typed.partition(".")[0]
    of_cluster = [job for job in jobs if job.partition(".")[0] == cluster]
    if of_cluster:
        hint = f"Cluster {cluster} has {len(of_cluster)} jobs here, {of_cluster[0]} to {of_cluster[-1]}"
        raise NothingFound(f"there is no job {typed}", hint if len(of_cluster) > 1 else f"There is {of_cluster[0]}")
    raise NothingFound(f"there is no job {typed}", None if jobs else "The snapshot has no jobs")


def _either(names: list[str]) -> str:
    return listed(names, joined_by="or")
