"""Figures under the same label are the same on every screen and in every format, and they add up."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

import pytest

from tests.report.pages import read
from tests.screens.cycles import Cycle, Document, ranked
from tests.screens.printed import Row, coloured, headline, plain, shows, starting, table
from userprio.base.formats import EVERYTHING
from userprio.report import CycleRows

OF_SUBMITTERS = {
    "priority": "effective priority",
    "share": "share",
    "limit": "limit",
    "held": "in use",
    "won": "won",
    "lost": "lost",
    "holds": "holds",
    "matches": "matches",
    "jobs": "jobs start",
    "left": "idle left",
}
"""The headings of a submitter's fields."""
OF_SUBMITTERS_ON_PAGES = OF_SUBMITTERS | {"due": "share comes to"}
OF_GROUPS = {
    "requested": "demand",
    "held": "in use",
    "allocated": "allocated",
    "won": "won",
    "lost": "lost",
    "left": "idle left",
}
"""The headings of a group's fields."""
COLUMNS = ("priority", "share", "limit", "usage", "won", "lost", "holds", "matched", "jobs", "left", "reason")


def agree(row: Row, fields: Document, headings: Mapping[str, str]) -> None:
    """Each figure that a row shows is the field's; a loss of nothing is left blank."""
    for field, heading in headings.items():
        if heading in row:
            blank = field == "lost" and not fields[field] and row[heading] == ""
            assert blank or shows(row[heading], fields[field]), (heading, row[heading], fields[field])


def number(text: str) -> float | None:
    return float(text) if text else None


def finite(value: float | None) -> float | None:
    return None if value is None or value != value or abs(value) == float("inf") else value


def assert_same(texts: Mapping[str, str], fields: Document, names: Iterable[str]) -> None:
    """CSV has every digit that JSON has."""
    for name in names:
        assert finite(number(texts[name])) == fields[name], name


# -- submitters ----------------------------------------------------------------------------------------------------


def test_figures_of_submitters_are_the_same_everywhere(cycle: Cycle) -> None:
    rows = {row["submitter"]: row for row in cycle.csv_of(CycleRows.SUBMITTERS)}
    assert list(rows) == list(cycle.submitters)
    for name, fields in cycle.submitters.items():
        assert_same(rows[name], fields, OF_SUBMITTERS_ON_PAGES)
    if not cycle.submitters:
        return
    in_full = cycle.table_of(CycleRows.SUBMITTERS, COLUMNS)
    for shown in (table(cycle.screen, "Submitters"), table(cycle.by_submitter, "Submitters"), in_full):
        assert shown is not None
        for row in shown.rows:
            agree(row, cycle.submitters[row["submitter"]], OF_SUBMITTERS)
    assert in_full is not None
    assert set(OF_SUBMITTERS.values()) < set(in_full.headings)
    below_titles = table(cycle.terminal, "Submitters")
    assert below_titles is not None
    for row, name in zip(below_titles.rows, cycle.below_titles, strict=True):
        agree(row, cycle.submitters[name], OF_SUBMITTERS)
    for row in cycle.page["submitters"].rows:
        agree(row, cycle.submitters[row["submitter"]], OF_SUBMITTERS_ON_PAGES)
    assert {*OF_SUBMITTERS_ON_PAGES.values(), "limit"} <= {*cycle.page["submitters"].headings, "limit"}


def test_share_and_limit_are_those_of_the_own_turn_not_of_a_floor(cycle: Cycle) -> None:
    visits: defaultdict[str, list[Document]] = defaultdict(list)
    for visit in cycle.document["visits"]:
        visits[visit["submitter"]].append(visit)
    for name, fields in cycle.submitters.items():
        own = [visit for visit in visits[name] if visit["kind"] == "normal"] or visits[name]
        for field in ("priority", "factor", "share", "limit"):
            assert fields[field] == (own[0][field] if own else None)


def test_figures_of_submitters_are_the_sums_of_visits_matches_and_losses(cycle: Cycle) -> None:
    document = cycle.document
    idle: dict[str, dict[str | None, int]] = defaultdict(dict)
    left: dict[str, dict[str | None, int]] = defaultdict(dict)
    for visit in document["visits"]:
        idle[visit["submitter"]].setdefault(visit["schedd"], visit["idle_jobs"])
        left[visit["submitter"]][visit["schedd"]] = visit["left"]
    for each in document["unvisited"]:
        idle[each["submitter"]][each["schedd"]] = left[each["submitter"]][each["schedd"]] = each["idle_jobs"]
    for name, fields in cycle.submitters.items():
        matches = [match for match in document["matches"] if match["submitter"] == name]
        assert fields["matches"] == len(matches)
        assert fields["jobs"] == sum(match["jobs"] for match in matches)
        assert fields["won"] == pytest.approx(sum(match["cost"] for match in matches))
        losses = [loss["weight"] for loss in document["losses"] if loss["submitter"] == name]
        assert fields["lost"] == pytest.approx(sum(losses))
        assert fields["held"] == pytest.approx(document["usage"].get(name, 0.0))
        assert fields["idle_jobs"] == sum(idle[name].values())
        assert fields["left"] == sum(left[name].values())


def test_what_a_submitter_holds_is_what_it_held_and_won_without_what_it_lost(cycle: Cycle) -> None:
    for fields in cycle.submitters.values():
        assert fields["holds"] == pytest.approx(fields["held"] + fields["won"] - fields["lost"])
        assert fields["idle_jobs"] == fields["jobs"] + fields["left"]


def test_explain_gives_the_figures_of_the_cycle(cycle: Cycle) -> None:
    for name in cycle.submitters.keys() & cycle.asked_about:
        fields, told = cycle.submitters[name], cycle.explain_json(name)
        assert told["jobs"] + told["jobs_left"] == told["idle_jobs"] == fields["idle_jobs"]
        own = [told[field] for field in ("usage", "weight", "lost", "holds", "matches", "jobs", "jobs_left")]
        same = [fields[field] for field in ("held", "won", "lost", "holds", "matches", "jobs", "left")]
        assert own == pytest.approx(same)
        assert told["visits"] == [
            {field: value for field, value in visit.items() if field != "stopped"}
            for visit in cycle.document["visits"]
            if visit["submitter"] == name
        ]
        heading = plain(cycle.explain(name)).splitlines()[0]
        if fields["idle_jobs"]:
            said = starting(heading)
            slots = said.jobs if said.slots is None else said.slots
            assert (said.idle, said.jobs, said.left) == (fields["idle_jobs"], fields["jobs"], fields["left"])
            assert slots == fields["matches"]
            assert shows(said.weight or str(slots), fields["won"])
        else:
            use = re.search(r"no idle jobs, (\S+) in use\.$", heading)
            assert use is not None
            assert shows(use[1], fields["held"])


def test_explain_of_a_group_gives_the_figures_of_its_members(cycle: Cycle) -> None:
    headings = {"held": "in use", "idle_jobs": "idle", "won": "won"}
    for name, explained in cycle.groups_explained.items():
        shown = table(coloured(explained, EVERYTHING), "Members")
        for row in shown.rows if shown else ():
            if row["submitter"] in cycle.submitters:
                agree(row, cycle.submitters[row["submitter"]], headings)
        group = cycle.groups[name]
        assert explained.jobs_left == group["left"]
        own = [explained.usage, explained.weight, explained.lost, explained.holds]
        assert own == pytest.approx([group[field] for field in ("usage", "won", "lost", "holds")])


def test_no_submitter_has_more_refused_jobs_than_idle_jobs_left(cycle: Cycle) -> None:
    refused: Counter[str] = Counter()
    for each in cycle.document["refusals"]:
        refused[each["submitter"]] += each["jobs"]
    assert all(jobs <= cycle.submitters[name]["left"] for name, jobs in refused.items())
    shown = table(coloured(cycle.rows(CycleRows.REJECTIONS), EVERYTHING), "Rejections")
    printed: Counter[str] = Counter()
    for row in shown.rows if shown else ():
        printed[row["submitter"]] += int(row["jobs left"])
    assert +printed == +refused


# -- groups --------------------------------------------------------------------------------------------------------


def test_figures_of_groups_are_the_same_everywhere(cycle: Cycle) -> None:
    alone = {
        name: {**group, "held": group["usage"], "quota": group["effective_quota"]}
        for name, group in cycle.groups.items()
    }
    whole = {name: group["whole"] for name, group in cycle.groups.items()}
    with_groups_below = set()
    for row in cycle.csv_of(CycleRows.GROUPS):
        name, inclusive = row["group"], row["with_subgroups"] == "true"
        with_groups_below |= {name} if inclusive else set()
        assert_same(row, (whole if inclusive else alone)[name], (*OF_GROUPS, "quota", "holds"))
    if not cycle.groups:
        return
    for shown in (table(cycle.screen, "Groups"), table(cycle.by_submitter, "Groups"), cycle.table_of(CycleRows.GROUPS)):
        assert shown is not None
        seen = set()
        for row in shown.rows:
            name = row["group"].removesuffix(" itself")
            seen.add(name)
            inclusive = name in with_groups_below and name == row["group"]
            agree(row, (whole if inclusive else alone)[name], OF_GROUPS)
        assert seen == set(alone)
    page = cycle.page["groups"]
    assert set(OF_GROUPS.values()) < set(page.headings)
    for row in page.rows:
        inclusive = row.name in with_groups_below and not row["group"].endswith("itself")
        agree(row, (whole if inclusive else alone)[row.name], OF_GROUPS)


def test_groups_with_subgroups_are_the_sums_of_all_below(cycle: Cycle) -> None:
    def below(name: str) -> list[str]:
        inner = [each["name"] for each in cycle.groups.values() if each["parent"] == name]
        return [name, *(one for each in inner for one in below(each))]

    for name, group in cycle.groups.items():
        parts = [cycle.groups[each] for each in below(name)] if name != "<none>" else [group]
        figures = group["whole"] if name != "<none>" else {**group, "held": group["usage"]}
        for field in (*OF_GROUPS, "holds"):
            own = "usage" if field == "held" else field
            assert figures[field] == pytest.approx(sum(part[own] for part in parts))


def test_figures_of_groups_are_the_sums_of_their_submitters(cycle: Cycle) -> None:
    for name, group in cycle.groups.items():
        members = [each for each in cycle.submitters.values() if each["group"] == name]
        own = {field: sum(each[field] for each in members) for field in ("won", "lost", "left")}
        assert own == pytest.approx({field: group[field] for field in own})


def test_lines_of_groups_add_up_as_printed(cycle: Cycle) -> None:
    shown = table(cycle.screen, "Groups")
    if shown is None:
        return
    parents = {each["name"] for each in cycle.groups.values() if cycle_has_below(cycle, each["name"])}
    alone = [row for row in shown.rows if row["group"] not in parents]
    assert sum(int(row["idle left"]) for row in alone) == cycle.document["summary"]["idle_left"]
    for row in shown.rows:
        if row["group"] in parents:
            itself = [each for each in alone if each["group"] == f"{row['group']} itself"]
            inner = [each for each in shown.rows if each["group"] in cycle.groups]
            children = [each for each in inner if cycle.groups[each["group"]]["parent"] == row["group"]]
            assert int(row["idle left"]) == sum(int(each["idle left"]) for each in (*itself, *children))


def cycle_has_below(cycle: Cycle, name: str) -> bool:
    return name != "<none>" and any(each["parent"] == name for each in cycle.groups.values())


# -- the whole cycle -----------------------------------------------------------------------------------------------


def test_the_first_lines_say_what_the_document_says(cycle: Cycle) -> None:
    document, totals = cycle.document, cycle.document["summary"]
    said = headline(cycle.screen)
    assert said == headline(cycle.terminal) == headline(cycle.by_submitter)
    assert (said is None) == (not document["pool"]["slots"] or not totals["submitters"])
    if said is None:
        return
    size = said.in_use, said.size, said.weight
    given = document["pool"]["in_use"], document["pool"]["weight"], totals["weight"]
    assert size == pytest.approx(given, rel=6e-5, abs=0.00501)
    assert (said.jobs, said.left) == (totals["jobs"], totals["idle_left"])
    assert (said.served, said.asking) == (totals["served"], totals["submitters"] if totals["matches"] else None)


def test_the_first_lines_name_the_reasons_of_most_jobs_and_those_who_lose_most(cycle: Cycle) -> None:
    said = headline(cycle.screen)
    if said is None:
        return
    reasons = ranked(sum(cycle.waiting.values(), Counter()))
    if len(reasons) == 1:
        assert said.reasons == (reasons[0][0],)
    else:
        most = reasons if len(reasons) <= 4 else reasons[:3]
        rest = sum(jobs for _, jobs in reasons[len(most) :])
        others = [f"{rest:,} for {len(reasons) - len(most)} other reasons"] if rest else []
        assert Counter(said.reasons) == Counter([*(f"{jobs:,} {reason}" for reason, jobs in most), *others])
    losses = Counter(each["submitter"] for each in cycle.document["losses"])
    assert said.lost == losses.total()
    assert [int(who.split()[-1]) for who in said.losers][:3] == [slots for _, slots in losses.most_common(3)]


def test_idle_jobs_left_over_all_submitters_are_those_of_the_summary(cycle: Cycle) -> None:
    totals = cycle.document["summary"]
    page = re.search(r"(\d+)\s*jobs expected to start\s*(\d+)\s*jobs left idle", read(cycle.html).text)
    assert page is not None
    assert (int(page[1]), int(page[2])) == (totals["jobs"], totals["idle_left"])
    assert sum(fields["left"] for fields in cycle.submitters.values()) == totals["idle_left"]
    assert sum(each["jobs"] for each in cycle.document["waiting"]) == totals["idle_left"]
    shown = table(cycle.by_submitter, "Submitters")
    if shown is not None:
        assert sum(int(row["idle left"]) for row in shown.rows) == totals["idle_left"]


def test_lines_of_visits_show_the_figures_of_the_document(cycle: Cycle) -> None:
    shown = table(cycle.visits, "Submitters in the order")
    visits = cycle.document["visits"]
    headings = {
        "share": "share",
        "limit": "limit",
        "usage": "in use",
        "won": "won",
        "matched": "matches",
        "jobs": "jobs start",
        "left": "idle left",
        "priority": "effective priority",
    }
    rows = shown.rows if shown else ()
    assert len(rows) == len(visits) + len(cycle.document["unvisited"])
    for row, visit in zip(rows, visits, strict=False):
        agree(row, visit, headings)
    for row, texts in zip(visits, cycle.csv_of(CycleRows.VISITS), strict=True):
        assert_same(texts, row, headings)
