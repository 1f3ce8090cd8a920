"""A running pool, by each transport: listed as condor_userprio lists it, edited so that condor_userprio shows it."""

import json
import re
import subprocess
import time
from collections.abc import Iterator

import pytest

from tests.pool.living import VIAS, Living, living
from tests.pool.pool import Cluster
from tests.pool.root import HTCondor
from tests.pool.slots import SlotKind

KNOBS = """
GROUP_NAMES = physics, physics.hep, chemistry
GROUP_QUOTA_physics = 10
GROUP_QUOTA_physics.hep = 4
GROUP_QUOTA_chemistry = 5
GROUP_ACCEPT_SURPLUS = True
NEGOTIATOR_MIN_INTERVAL = 1
"""
GROUPS = ("physics", "physics.hep", "chemistry", None)
USERS = [f"u{number:02}" for number in range(40)]
SUBMITTERS = [
    f"{GROUPS[number % 4]}.{user}@pool.test" if GROUPS[number % 4] else f"{user}@pool.test"
    for number, user in enumerate(USERS)
]


def ledger_text(now: int) -> bytes:
    """Forty submitters and their groups with a history in which nothing is missing."""
    lines = [
        f"107 1 CreationTimestamp {now - 864000}",
        "101 Accountant. * *",
        f"103 Accountant. LastUpdateTime {now - 50}",
    ]
    for number, name in enumerate([*SUBMITTERS, "physics", "physics.hep", "chemistry", "<none>"]):
        key = f"Customer.{name}"
        values = {
            "PriorityFactor": f"{1000 + 10 * number}.000000",
            "Priority": f"{0.5 + number * 0.734561:.6f}",
            "AccumulatedUsage": f"{number * 3600}.000000",
            "WeightedAccumulatedUsage": f"{number * 7200 + 1}.500000",
            "ResourcesUsed": "0",
            "WeightedResourcesUsed": "0.000000",
            "HierWeightedResourcesUsed": "0.000000",
            "BeginUsageTime": f"{now - 86400 * 30 - number}",
            "LastUsageTime": f"{now - 600 * number}",
        }
        if "@" in name and number % 5 == 0:
            values |= {"Floor": "2", "Ceiling": f"{number + 3}"}
        lines.append(f"101 {key} * *")
        lines += [f"103 {key} {attribute} {value}" for attribute, value in values.items()]
    return ("\n".join(lines) + "\n").encode()


@pytest.fixture(scope="module")
def here(htcondor: HTCondor) -> Iterator[Living]:
    """A pool of forty submitters, after a cycle over their jobs."""
    with living(htcondor, KNOBS) as here:
        here.pool.put_ledger(ledger_text(int(time.time())))
        here.pool.advertise([SlotKind(30, {}), SlotKind(4, {"Cpus": "4"})])
        here.pool.submit([Cluster(user, 2, GROUPS[number % 4]) for number, user in enumerate(USERS)])
        here.pool.settle()
        here.pool.negotiate()
        yield here


LISTINGS = {
    "quotas": "-quotas",
    "default": "",
    "all": "-all",
    "usage": "-usage",
    "priority": "-priority",
    "flat": "-most -flat",
    "quotas of all": "-quotas -allusers",
    "all of all": "-allusers -all",
    "by its negotiator": "-negotiator -all -surplus",
    "some names": "-all u03 physics.u00@pool.test",
    "attributes": "-af:h Name Priority PriorityFactor WeightedResourcesUsed",
    "attributes of all": "-allusers -af Name Priority Floor Ceiling SubmitterShare",
    "ads": "-long",
    "ads of all": "-allusers -long -modular",
    "a condition": "-allusers -priority -constraint PriorityFactor>1200",
}


def assert_made(done: subprocess.CompletedProcess[str]) -> None:
    """An edit ends well, and says only that it was made, and of several records how they are changed back."""
    assert done.returncode == 0
    several = r"(userprio: \d+ records were changed by operation \d+; `userprio undo \d+` on the same pool .*\n)?"
    assert re.fullmatch(rf"userprio: operation \d+ was made\.\n{several}", done.stderr)


@pytest.mark.parametrize("via", VIAS)
@pytest.mark.parametrize("options", LISTINGS.values(), ids=LISTINGS.keys())
def test_a_listing_is_that_of_condor_userprio(options: str, via: str, here: Living) -> None:
    words = options.split()
    before = here.pool.run("condor_userprio", *words)
    ours = here.userprio(*words, via=via)
    after = here.pool.run("condor_userprio", *words)
    assert (ours.returncode, ours.stderr) == (0, "")
    # The minute may pass that the activity limit is shown in.
    assert ours.stdout in (before, after)


def test_a_rolled_up_listing_is_that_of_condor_userprio(here: Living) -> None:
    assert here.userprio("-grouprollup", "-allusers", "-all").stdout == here.pool.run(
        "condor_userprio", "-grouprollup", "-allusers", "-all"
    )


def test_the_slots_of_a_submitter_are_those_of_condor_userprio(here: Living) -> None:
    name = max(SUBMITTERS, key=lambda each: float(here.told(each, "WeightedResourcesUsed")))
    theirs, ours = here.pool.run("condor_userprio", "-getreslist", name), here.userprio("-getreslist", name).stdout
    # The time since the match goes on in between.
    assert re.sub(r"[\d+:]+$", "", ours, flags=re.MULTILINE) == re.sub(r"[\d+:]+$", "", theirs, flags=re.MULTILINE)
    slots = here.json("resources", name)["resources"]
    assert len(slots) == int(here.told(name, "ResourcesUsed")) > 0


@pytest.mark.parametrize("via", VIAS)
def test_a_pool_of_forty_submitters_is_listed_right(via: str, here: Living) -> None:
    """Ten and more is where the bindings' own list of priorities goes wrong."""
    listed = {each["name"]: each for each in here.json("most", via=via)["records"] if not each["is_group"]}
    assert sorted(listed) == sorted(SUBMITTERS)
    for line in here.pool.run("condor_userprio", "-allusers", "-af", "Name", "Priority", "PriorityFactor").splitlines():
        name, priority, factor = line.split()
        if "@" in name:
            assert (listed[name]["effective_priority"], listed[name]["priority_factor"]) == (
                float(priority),
                float(factor),
            )


@pytest.mark.parametrize("via", VIAS)
def test_a_factor_that_was_set_is_shown_by_condor_userprio(via: str, here: Living) -> None:
    name = SUBMITTERS[11]
    for factor in ("2500", "5"):
        done = here.userprio("setfactor", name, factor, via=via)
        assert_made(done)
        assert round(float(here.told(name, "PriorityFactor")), 3) == float(factor)


@pytest.mark.parametrize("via", VIAS)
def test_a_supposed_change_shows_what_the_change_would_and_leaves_the_pool_alone(via: str, here: Living) -> None:
    """What was fetched is changed; afterwards the same change is made, and listed as condor_userprio has it."""
    name = SUBMITTERS[12]
    factor = 4321.0 + VIAS.index(via)
    words = ("most", "--all-users", "--setfactor", f"{name}={factor:g}", "--set", "GROUP_QUOTA_physics=7")
    supposed = here.json(*words, via=via)
    assert [change["after"] for change in supposed["what_if"]] == ["7", factor]
    assert float(here.told(name, "PriorityFactor")) != factor
    records = {each["name"]: each for each in supposed["records"]}
    assert records["physics"]["configured_quota"] == 7
    assert here.userprio("setfactor", name, f"{factor:g}", via=via).returncode == 0
    made = {each["name"]: each for each in here.json("most", "--all-users", via=via)["records"]}
    for one in (name, *SUBMITTERS[:5]):
        for key in ("priority_factor", "effective_priority", "weight_in_use", "floor", "ceiling"):
            figure, later = records[one][key], made[one][key]
            assert figure == (None if later is None else pytest.approx(later, rel=1e-6)), (one, key)
    cycle = here.json("negotiate", "--jobs", f"{name}=0", via=via)
    assert name not in {match["submitter"] for match in cycle["matches"]}


def edit_id(words: str) -> str:
    return words.replace(" ", "-")


BOTH = {
    "setfactor NAME 77.5": ("PriorityFactor", 77.5),
    "setprio NAME 12.25": ("Priority", 12.25),
    "setaccum NAME 123456.75": ("WeightedAccumulatedUsage", 123456.75),
    "setbegin NAME 1700000000": ("BeginUsageTime", 1700000000),
    "setlast NAME 1700000001": ("LastUsageTime", 1700000001),
    "setceiling NAME 9": ("Ceiling", 9),
    "resetusage NAME": ("WeightedAccumulatedUsage", 0),
    "set NAME prio=11.5 factor=78.5 usage=7200": ("PriorityFactor", 78.5),
    "set NAME ceiling=9 last=1700000002 prio=13.5": ("Priority", 13.5),
    "reset NAME": ("WeightedAccumulatedUsage", 0),
}
TOOLS_ONLY = {
    "setfloor NAME 3": ("Floor", 3),
    "setceiling NAME -1": ("Ceiling", -1),
    "setfactor NAME 10 --duration 1h": ("PriorityFactor", 10),
    "cancel-lease NAME factor": ("PriorityFactorLeaseExpiration", 0),
    "setceiling NAME 4 --duration 1h": ("Ceiling", 4),
    "cancel-lease NAME ceiling": ("CeilingLeaseExpiration", 0),
    "set NAME factor=11 ceiling=5 --for 1h": ("Ceiling", 5),
    "reset NAME --lease factor": ("PriorityFactorLeaseExpiration", 0),
    "reset NAME --lease ceiling": ("CeilingLeaseExpiration", 0),
}


def said(here: Living, name: str, attribute: str) -> float:
    """The value by condor_userprio; a priority without its factor."""
    value = float(here.told(name, attribute))
    return value / float(here.told(name, "PriorityFactor")) if attribute == "Priority" else value


@pytest.mark.parametrize(
    ("via", "words"), [(via, words) for words in BOTH for via in VIAS] + [("tools", words) for words in TOOLS_ONLY]
)
def test_an_edit_is_made_read_back_and_logged(via: str, words: str, here: Living) -> None:
    name = SUBMITTERS[20 if via == "tools" else 21]
    attribute, value = (BOTH | TOOLS_ONLY)[words]
    changed = here.json(*words.replace("NAME", name).split(), "--reason", "a test", via=via)
    assert said(here, name, attribute) == pytest.approx(value, rel=1e-8, abs=2e-6)
    assert {each["name"] for each in changed["changes"]} == {name}
    assert attribute in {each["attribute"] for each in changed["changes"]}
    last = here.json("log", "--limit", "1")["operations"][0]
    assert (last["id"], last["reason"], last["names"]) == (changed["operation"], "a test", [name])


@pytest.mark.parametrize("words", TOOLS_ONLY)
def test_what_the_bindings_cannot_do_is_said_with_the_way_that_can(words: str, here: Living) -> None:
    name = SUBMITTERS[22]
    here.userprio("setfactor", name, "20", "--duration", "1h")
    here.userprio("setceiling", name, "20", "--duration", "1h")
    if "lease " not in words:
        name = SUBMITTERS[23]
    done = here.userprio(*words.replace("NAME", name).split(), via="bindings")
    assert done.returncode == 2
    assert "--via tools" in done.stderr


def test_an_edit_is_undone_by_another(here: Living) -> None:
    name = SUBMITTERS[24]
    before = here.told(name, "PriorityFactor")
    assert here.userprio("setfactor", name, "321").returncode == 0
    done = here.userprio("undo", "--reason", "wrong one")
    assert_made(done)
    assert float(here.told(name, "PriorityFactor")) == pytest.approx(float(before))


def test_several_values_of_several_names_are_one_operation_that_one_undo_takes_back(here: Living) -> None:
    names = SUBMITTERS[34:36]
    before = [said(here, name, attribute) for name in names for attribute in ("PriorityFactor", "Priority")]
    done = here.userprio("set", *names, "factor=321", "prio=17")
    assert done.returncode == 0
    assert "one value at a time" in done.stderr
    last = here.json("log", "--last", "1")["operations"][0]
    assert (last["action"], last["names"]) == ("set", list(names))
    assert [said(here, name, "Priority") for name in names] == pytest.approx([17, 17], rel=1e-6)
    assert here.userprio("undo").returncode == 0
    after = [said(here, name, attribute) for name in names for attribute in ("PriorityFactor", "Priority")]
    assert after == pytest.approx(before, rel=1e-6, abs=2e-6)


@pytest.mark.parametrize("via", VIAS)
def test_under_a_key_an_edit_of_a_running_pool_is_made_once(via: str, here: Living) -> None:
    name = SUBMITTERS[26 + VIAS.index(via)]
    first = here.json("setfactor", name, "123", "--once", f"key {via}", via=via)
    assert here.userprio("setfactor", name, "50", via=via).returncode == 0
    assert here.json("setfactor", name, "123", "--once", f"key {via}", via=via) == first
    assert float(here.told(name, "PriorityFactor")) == pytest.approx(50)


def test_several_names_are_changed_with_a_warning_that_nothing_makes_it_all_or_none(here: Living) -> None:
    names = SUBMITTERS[30:33]
    done = here.userprio("setfloor", *names, "1")
    assert done.returncode == 0
    assert "one name at a time" in done.stderr
    assert [here.told(name, "Floor") for name in names] == ["1", "1", "1"]


@pytest.mark.parametrize("via", VIAS)
def test_an_unknown_submitter_is_refused_unless_it_is_to_be_made_and_can_be_deleted(via: str, here: Living) -> None:
    name = f"new-{via}@pool.test"
    refused = here.userprio("setfactor", name, "50", via=via)
    assert (refused.returncode, here.told(name, "Name")) == (4, "")
    assert here.userprio("setfactor", name, "50", "--new", via=via).returncode == 0
    assert float(here.told(name, "PriorityFactor")) == pytest.approx(50)
    assert here.userprio("delete", "--yes", name, via=via).returncode == 0
    assert here.told(name, "Name") == ""


def test_the_classic_spelling_leads_to_a_running_pool_too(here: Living) -> None:
    name = SUBMITTERS[35]
    done = here.userprio("-setfactor", name, "2500")
    assert (done.returncode, done.stdout) == (0, f"The priority factor of {name} was set to 2500.000000\n")
    assert float(here.told(name, "PriorityFactor")) == pytest.approx(2500)
    refused = here.userprio("-setfactor", name, "0.5")
    assert (refused.returncode, refused.stderr) == (1, "Priority factors must be greater than or equal to 1.\n")


@pytest.mark.parametrize("via", VIAS)
def test_of_several_negotiators_one_has_to_be_named(via: str, here: Living) -> None:
    ad = 'MyType = "Negotiator"\nName = "other.pool.test"\nMachine = "other.pool.test"\nMyAddress = "<127.0.0.1:9>"\n'
    path = here.pool.folder / "in" / "negotiator.ad"
    path.write_text(ad + 'NegotiatorIpAddr = "<127.0.0.1:9>"\n')
    path.chmod(0o644)
    inside = here.pool.run("condor_config_val", "LOCAL_DIR").strip()
    here.pool.run("condor_advertise", "UPDATE_NEGOTIATOR_AD", f"{inside}/in/negotiator.ad")
    try:
        unnamed = here.userprio("most", via=via)
        assert unnamed.returncode == 2
        assert "other.pool.test" in unnamed.stderr and "--name" in unnamed.stderr
        mine = here.json("most", "--all-users", "--name", "cm.pool.test", via=via)["records"]
        assert {each["name"] for each in mine if not each["is_group"]} == set(SUBMITTERS)
        factor = 44 + VIAS.index(via)
        done = here.userprio("setfactor", SUBMITTERS[36], str(factor), "--name", "cm.pool.test", via=via)
        assert_made(done)
        assert float(here.told(SUBMITTERS[36], "PriorityFactor")) == pytest.approx(factor)
        wrong = here.userprio("most", "--name", "third.pool.test", via=via)
        assert wrong.returncode == 1
        assert "third.pool.test" in wrong.stderr
    finally:
        here.pool.run("condor_advertise", "INVALIDATE_NEGOTIATOR_ADS", _invalidation(here, inside))


def _invalidation(here: Living, inside: str) -> str:
    path = here.pool.folder / "in" / "gone.ad"
    path.write_text('MyType = "Query"\nTargetType = "Negotiator"\nRequirements = Name == "other.pool.test"\n')
    path.chmod(0o644)
    return f"{inside}/in/gone.ad"


@pytest.mark.parametrize("via", VIAS)
def test_the_end_of_a_name_is_enough_for_what_only_reads(via: str, here: Living) -> None:
    done = here.userprio("most", "hep.u09", "--format", "json", via=via)
    assert done.stderr == "userprio: hep.u09 is physics.hep.u09@pool.test.\n"
    assert [each["name"] for each in json.loads(done.stdout)["records"]] == ["physics.hep.u09@pool.test"]
    held = here.userprio("resources", "hep.u09", "--format", "json", via="tools")
    assert json.loads(held.stdout)["submitter"] == "physics.hep.u09@pool.test"
    assert here.userprio("setfactor", "hep.u09", "5", via=via).returncode == 2


@pytest.mark.parametrize("via", VIAS)
def test_a_dry_run_changes_nothing_in_a_running_pool(via: str, here: Living) -> None:
    name = SUBMITTERS[38]
    before = here.told(name, "PriorityFactor")
    done = here.userprio("setfactor", name, "7", "--dry-run", via=via)
    assert (done.returncode, done.stderr.splitlines()[0]) == (0, "userprio: this is a dry run: nothing was changed.")
    assert f"{name} PriorityFactor {float(before):g}" in done.stdout
    assert "of the pie" in done.stdout
    assert here.told(name, "PriorityFactor") == before


@pytest.mark.parametrize("via", VIAS)
def test_a_pattern_edits_all_submitters_of_a_running_pool_that_it_matches(via: str, here: Living) -> None:
    refused = here.userprio("setprio", "chemistry.u3*", "9", via=via)
    assert (refused.returncode, refused.stdout) == (4, "")
    done = here.userprio("setprio", "chemistry.u3*", "9", "--yes", via=via)
    assert done.returncode == 0
    matched = [name for name in SUBMITTERS if name.startswith("chemistry.u3")]
    assert len(matched) == 3
    assert [line.split()[0] for line in done.stdout.splitlines()] == matched
    assert here.userprio("undo", via=via).returncode == 0


@pytest.mark.parametrize("via", VIAS)
def test_everybodys_usage_is_reset_at_once(via: str, here: Living) -> None:
    assert here.userprio("setaccum", SUBMITTERS[37], "3600").returncode == 0
    done = here.userprio("resetall", "--yes", via=via)
    assert_made(done)
    used = here.pool.run("condor_userprio", "-allusers", "-af", "WeightedAccumulatedUsage").split()
    assert set(used) <= {"0.0"}
