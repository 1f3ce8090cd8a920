"""Whatever stands in a configuration, the checks come to an end; and names are alike when people would say so."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.check.planting import checked, record, slots_and_jobs
from userprio.analysis.check import daemons, jobs, lookalikes, names, policy, quotas
from userprio.analysis.check.everything import CHECKS
from userprio.base.naming import likeliest, one_slip
from userprio.config import KNOBS, ConfigError

NAMES = [knob.replace("<group>", "a").replace("<name>", "x").replace("<set>", "s") for knob in KNOBS]
TEXTS = (
    "0 -1 -5 nan inf 1e400 yes True 1.5 0x10 60s $(A) $(PRIORITY_HALFLIFE) ( {1,2} [a=1] undefined error "
    "@ a,a.b,a..b,<none>,a.,.a nice-user 3000000000 0.3333 ünï \x1b[2J RemoteUserPrio>SubmitterPrio"
).split()
LEDGER = record("<none>") + record("a", ResourcesUsed=3) + record("A.x@d") + record("a.b.x@D", Floor=5, Ceiling=2)


@given(
    lines=st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(["", *TEXTS])), min_size=1, max_size=10),
    with_ledger=st.booleans(),
    slots=st.sampled_from([0, 1, 7]),
)
def test_the_checks_end_with_findings_whatever_the_knobs_say(
    tmp_path: Path, lines: list[tuple[str, str]], with_ledger: bool, slots: int
) -> None:
    pool = slots_and_jobs(slots, ("a.x", 5), ("b.y", 3), ("z", 4)) if slots else None
    text = "GROUP_NAMES = a, b\n" + "".join(f"{name} = {value}\n" for name, value in lines)
    try:
        findings = checked(tmp_path, text, LEDGER if with_ledger else None, pool)
    except ConfigError:
        return
    assert all(each.happens and each.advice for each in findings)
    assert len(set(findings)) == len(findings)


def test_the_table_of_checks_has_every_check() -> None:
    families = [vars(module) for module in (daemons, jobs, lookalikes, names, policy, quotas)]
    defined = {check for family in families for name, check in family.items() if name.startswith("check_")}
    assert {*CHECKS} == defined - {names.check_values}


@given(st.text("abc", max_size=5), st.text("abc", max_size=5))
def test_one_slip_is_a_letter_more_less_or_other_or_two_swapped(one: str, other: str) -> None:
    def slips(name: str) -> set[str]:
        heads = [(name[:at], name[at:]) for at in range(len(name) + 1)]
        return {
            *(head + tail[1:] for head, tail in heads),
            *(head + letter + tail for head, tail in heads for letter in "abc"),
            *(head + letter + tail[1:] for head, tail in heads for letter in "abc"),
            *(head + tail[1] + tail[0] + tail[2:] for head, tail in heads if len(tail) > 1),
        }

    assert one_slip(one, other) == (one != other and other in slips(one))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("phisics", "physics"),
        ("PHYSICS", "physics"),
        ("group_physic", "group_physics"),
        ("hpe", "hep"),
        ("lep", None),
        ("biology", None),
        ("john", None),
    ],
)
def test_a_name_is_taken_for_another_only_when_it_comes_close(typed: str, meant: str | None) -> None:
    assert likeliest(typed, ["physics", "group_physics", "chemistry", "hep"]) == meant
