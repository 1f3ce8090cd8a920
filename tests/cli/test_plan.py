"""`userprio plan` and `userprio apply`."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from userprio import config
from userprio.ledger import Ledger
from userprio.pool import examples

Run = Callable[..., Any]
ALICE, HIGGS = "alice@example.org", "group_physics.hep.higgs@example.org"


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    """The shipped example physics as a pool of one's own."""
    return copytree(examples.find("physics").folder, tmp_path / "pool")


def planned(userprio: Run, pool: Path, *arguments: object) -> Path:
    """A plan, kept."""
    path = pool.parent / "spring.plan"
    done = userprio("--snapshot", pool, "plan", *arguments, "-o", path)
    assert done.status == 3, done.err
    assert f"Saved to {path}; `userprio apply` carries it out.\n" in done.err
    return path


def test_the_status_says_whether_anything_changes(userprio: Run) -> None:
    same = userprio("--snapshot", "physics", "plan", "--set", "GROUP_QUOTA_group_chemistry=10")
    assert (same.status, same.out, same.err) == (0, "Nothing changes: the cycle comes out the same.\n", "")
    assert userprio("--snapshot", "physics", "plan", "--set", "GROUP_QUOTA_group_chemistry=4").status == 3
    only = userprio("--snapshot", "physics", "plan", "--setfloor", f"{ALICE}=0")
    assert only.status == 3
    assert only.out.startswith("Only the ledger changes: the cycle comes out the same.\n")


def test_one_line_says_who_gains_and_who_loses_and_the_tables_below_it_have_marks(userprio: Run) -> None:
    changes = ("--set", "GROUP_QUOTA_group_chemistry=4", "--setfactor", f"{ALICE}=500", "--slots", "+4:Cpus=1")
    done = userprio("--snapshot", "physics", "plan", *changes)
    lines = [re.split(r"  +", line.rstrip()) for line in done.out.splitlines()]
    assert ["~", "GROUP_QUOTA_group_chemistry", "10", "4"] in lines
    assert ["~", f"{ALICE}: priority factor", "1000", "500"] in lines
    assert ["+", "slots (Cpus=1)", "30", "34"] in lines
    assert ["+", ALICE, "2 -> 4", "+2"] in lines
    assert ["-", "group_chemistry.curie@example.org", "6 -> 4", "-2"] in lines
    assert ["~", "group_chemistry", *["10 -> 4"] * 2, "6 -> 4", "10 -> 4", "6 -> 4"] in lines
    assert done.out.splitlines()[0] == (
        "3 users gain 6 (group_physics.hep.higgs 3, alice 2, group_physics.feynman 1), "
        "1 user loses 2 (group_chemistry.curie); matches 24 -> 28, preemptions 0, idle weight 0."
    )
    assert "\x1b" not in done.out


def test_on_a_terminal_they_fit_its_width_and_lose_no_figure(userprio: Run) -> None:
    arguments = ("--snapshot", "physics", "plan", "--set", "GROUP_QUOTA_group_chemistry=4", "--slots", "+40:Cpus=1")
    text = userprio(*arguments, terminal=True, COLUMNS="80", NO_COLOR="1").out
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert max(len(line) for line in plain.splitlines()) <= 80
    assert "…" not in plain
    coloured = userprio(*arguments, terminal=True, COLUMNS="80").out
    assert "\x1b[32m+" in coloured


def test_json_holds_both_cycles_as_negotiate_tells_them(userprio: Run) -> None:
    knob = ("--set", "GROUP_QUOTA_group_chemistry=4")
    document = json.loads(userprio("--snapshot", "physics", "plan", *knob, "--format", "json").out)
    assert document["schema"] == "userprio.plan/1"
    assert {"changes", "gains", "losses", "before", "after", "difference", "summary"} <= document.keys()
    assert document["before"] == json.loads(userprio("--snapshot", "physics", "negotiate", "--format", "json").out)
    after = userprio("--snapshot", "physics", "negotiate", *knob, "--format", "json")
    supposed = json.loads(after.out)
    assert supposed.pop("what_if") == document["changes"]
    assert document["after"] == supposed
    assert document["changes"] == [
        {
            "mark": "~",
            "kind": "knob",
            "name": "GROUP_QUOTA_group_chemistry",
            "attribute": None,
            "before": "10",
            "after": "4",
        }
    ]
    curie = "group_chemistry.curie@example.org"
    loss = {"submitter": curie, "group": "group_chemistry", "before": 6.0, "after": 4.0, "by": -2.0}
    assert document["losses"][0] == {**loss, "jobs_before": 2.0, "jobs_after": 0.0, "hangs_on": None}


def test_csv_has_a_line_for_each_figure_that_differs(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "plan", "--setfactor", f"{ALICE}=500", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [(row["mark"], row["kind"], row["name"], row["figure"]) for row in rows] == [
        ("~", "record", ALICE, "PriorityFactor"),
        ("~", "submitter", ALICE, "effective_priority"),
        ("~", "submitter", ALICE, "factor"),
    ]
    assert [(row["before"], row["after"]) for row in rows[::2]] == [("1000.0", "500.0")] * 2
    assert float(rows[1]["before"]) == pytest.approx(2 * float(rows[1]["after"]))


def test_options_come_on_top_of_the_file(userprio: Run, tmp_path: Path) -> None:
    file = tmp_path / "changes.toml"
    file.write_text('[config]\nGROUP_QUOTA_group_chemistry = 4\n\n[setfactor]\n"alice@example.org" = 500\n')
    done = userprio("--snapshot", "physics", "plan", file, "--set", "GROUP_QUOTA_group_chemistry=5", "--format", "json")
    changes = {change["name"]: change["after"] for change in json.loads(done.out)["changes"]}
    assert changes == {"GROUP_QUOTA_group_chemistry": "5", ALICE: 500.0}


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ((), 2, "There is nothing to plan"),
        (("--setfactor", ALICE), 2, "is not of the form NAME=FACTOR"),
        (("--setfactor", f"{ALICE}=much"), 2, "'much' is not a number"),
        (("--setfactor", f"{ALICE}=0.5"), 4, "a priority factor must be at least 1, not 0.5"),
        (("--setfloor", f"{ALICE}=-2"), 4, "a floor must be at least 0, not -2"),
        (("--setfactor", "alcie@example.org=5"), 4, f"did you mean {ALICE}?"),
        (("--delete", "alcie@example.org"), 4, f"did you mean {ALICE}?"),
        (("--set", "GROUP_QOUTA_group_chemistry=4"), 6, "Did you mean GROUP_QUOTA_group_chemistry?"),
        (("--set", "GROUP_QUOTA_group_chemistry=-4"), 6, "which is not in the range from 0"),
        (("--slots", "-slot9*"), 6, "no slot or machine is called slot9*"),
        (("--jobs", "alcie@example.org=4"), 4, f"did you mean {ALICE}?"),
        (("--to-snapshot", "physcs"), 6, "Did you mean physics?"),
        (("--to-config", "/nowhere/condor_config"), 6, "/nowhere/condor_config"),
        (("nowhere.toml",), 6, "nowhere.toml: No such file"),
    ],
)
def test_what_cannot_be_is_told_before_anything_is_run(
    userprio: Run, arguments: tuple[str, ...], status: int, message: str
) -> None:
    done = userprio("--snapshot", "physics", "plan", *arguments)
    assert (done.status, done.out) == (status, "")
    assert message in done.err
    assert "Traceback" not in done.err


def test_a_mistake_in_the_file_is_told_at_its_line_whichever_part_finds_it(userprio: Run, tmp_path: Path) -> None:
    file = tmp_path / "changes.toml"
    for text, line in (
        ("[config]\nGROUP_NAMES = 3\nGROUP_QUOTA_x = 4", 3),
        ('[setfactor]\n\n"alice@example.org" = 0.5', 3),
        ('[setprio]\n"alcie@example.org" = 5', 2),
        ('[[slots]]\nremove = "slot9*"', 1),
        ('[[jobs]]\nsubmitter = "alcie@example.org"\nadd = 3', 1),
    ):
        file.write_text(text)
        done = userprio("--snapshot", "physics", "plan", file)
        assert f"userprio: {file}, line {line}: " in done.err, text


def test_somebody_new_is_let_in_on_purpose_only(userprio: Run, tmp_path: Path) -> None:
    arguments = ("--snapshot", "physics", "plan", "--setfactor", "eve@example.org=5", "--jobs", "eve@example.org=3")
    assert "Give --new" in userprio(*arguments).err
    document = json.loads(userprio(*arguments, "--new", "--format", "json").out)
    assert {"eve@example.org"} == {change["name"] for change in document["changes"]}
    file = tmp_path / "changes.toml"
    file.write_text('[setfactor]\n"eve@example.org" = { value = 5, new = true }')
    assert userprio("--snapshot", "physics", "plan", file).status == 3


def test_apply_edits_the_ledger_in_one_operation_and_prints_the_knobs(userprio: Run, pool: Path) -> None:
    path = planned(userprio, pool, "--set", "GROUP_QUOTA_group_chemistry=4", "--setfactor", f"{ALICE}=500")
    before = (pool / "Accountantnew.log").read_text()
    done = userprio("apply", path)
    ledger = pool / "Accountantnew.log"
    assert done.status == 0
    assert done.err == (
        f"userprio: the plan spring is to edit {ledger}:\n  setfactor {ALICE} 500\nuserprio: operation 1 was made.\n"
    )
    assert done.out == (
        "# Plan: spring\n"
        f"# Ledger: {ledger}\n"
        "# Operation 1; `userprio undo 1` undoes it.\n"
        f"#   {ALICE} PriorityFactor 1000.0 -> 500.0\n"
        "GROUP_QUOTA_group_chemistry = 4\n"
    )
    appended = (pool / "Accountantnew.log").read_text().removeprefix(before)
    assert appended == f"105 \n103 Customer.{ALICE} PriorityFactor 500.000000\n106 \n"
    [operation] = json.loads(userprio("--snapshot", pool, "log", "--format", "json").out)["operations"]
    assert (operation["action"], operation["reason"], operation["names"]) == ("apply", "spring", [ALICE])
    assert userprio("--snapshot", pool, "undo").status == 0
    assert Ledger.read(pool / "Accountantnew.log").customers[ALICE].priority_factor == 1000.0


def test_what_apply_prints_makes_the_configuration_that_was_planned(userprio: Run, pool: Path) -> None:
    names = "GROUP_NAMES=$(GROUP_NAMES), group_biology"
    path = planned(userprio, pool, "--set", names, "--set", "GROUP_QUOTA_group_biology=3")
    with (pool / "condor_config").open("a") as file:
        file.write(userprio("apply", path).out)
    applied = config.read(pool / "condor_config", environ={})
    assert applied.words("GROUP_NAMES")[-2:] == ["group_chemistry", "group_biology"]
    planned_cycle = json.loads(
        userprio(
            "--snapshot", "physics", "plan", "--set", names, "--set", "GROUP_QUOTA_group_biology=3", "--format", "json"
        ).out
    )["after"]
    now = json.loads(userprio("--snapshot", pool, "negotiate", "--format", "json").out)
    assert now["groups"] == planned_cycle["groups"]


def test_apply_twice_or_after_any_change_is_refused_with_status_5(userprio: Run, pool: Path) -> None:
    path = planned(userprio, pool, "--setfactor", f"{ALICE}=500")
    assert userprio("apply", path).status == 0
    again = userprio("apply", path)
    assert (again.status, again.out) == (5, "")
    assert (
        f"the ledger has changed since the plan was made, and with it what the plan is to change: {ALICE}." in again.err
    )
    userprio("--snapshot", pool, "undo")
    assert userprio("apply", path).status == 0


def test_a_moved_configuration_is_refused_even_where_no_record_is_edited(userprio: Run, pool: Path) -> None:
    path = planned(userprio, pool, "--set", "GROUP_QUOTA_group_chemistry=4")
    assert userprio("apply", path).status == 0
    with (pool / "condor_config").open("a") as file:
        file.write("GROUP_QUOTA_group_chemistry = 5\n")
    moved = userprio("apply", path)
    assert (moved.status, moved.out) == (5, "")
    assert "the configuration has changed since the plan was made, and with it what the plan is to change" in moved.err


def test_a_moved_ledger_is_refused_even_where_no_record_is_edited(userprio: Run, pool: Path) -> None:
    path = planned(userprio, pool, "--set", "GROUP_QUOTA_group_chemistry=4")
    userprio("--snapshot", pool, "setfactor", HIGGS, "7")
    moved = userprio("apply", path)
    assert (moved.status, moved.out) == (5, "")


def test_deletions_are_asked_about(userprio: Run, pool: Path) -> None:
    path = planned(userprio, pool, "--delete", HIGGS, "--setfactor", f"{ALICE}=500")
    before = (pool / "Accountantnew.log").read_bytes()
    nobody = userprio("apply", path)
    assert (nobody.status, nobody.out) == (4, "")
    assert "use --yes" in nobody.err
    no = userprio("apply", path, terminal=True, typed="n\n")
    assert no.status == 4
    assert f"The plan spring deletes the records of {HIGGS}. Apply it? [y/N]" in no.err
    assert (pool / "Accountantnew.log").read_bytes() == before
    assert userprio("apply", path, terminal=True, typed="y\n").status == 0
    assert HIGGS not in Ledger.read(pool / "Accountantnew.log").customers
    userprio("--snapshot", pool, "undo")
    assert userprio("apply", "--yes", path).status == 0


def test_slots_and_jobs_are_said_not_to_be_applied(userprio: Run, pool: Path) -> None:
    path = planned(userprio, pool, "--slots", "+4:Cpus=1", "--jobs", f"{ALICE}=0")
    done = userprio("apply", path)
    told = ["4 more slots (Cpus=1)", f"4 fewer idle jobs of {ALICE} (0 in all)"]
    assert done.out.splitlines() == ["# Plan: spring", *(f"# Not applied: {sentence}" for sentence in told)]
    assert done.err.splitlines() == [f"userprio: warning: not applied: {sentence}" for sentence in told]


def test_a_plan_on_a_shipped_example_prints_its_knobs_and_edits_nothing(userprio: Run, tmp_path: Path) -> None:
    knobs, edits = tmp_path / "knobs.plan", tmp_path / "edits.plan"
    userprio("--snapshot", "physics", "plan", "--set", "GROUP_QUOTA_group_chemistry=4", "-o", knobs)
    assert userprio("apply", knobs).out.endswith("GROUP_QUOTA_group_chemistry = 4\n")
    userprio("--snapshot", "physics", "plan", "--setfactor", f"{ALICE}=500", "-o", edits)
    refused = userprio("apply", edits)
    assert refused.status == 4
    assert "belongs to a shipped example" in refused.err


def test_knobs_of_a_pool_written_by_hand_are_looked_for_there(userprio: Run, tmp_path: Path) -> None:
    path = tmp_path / "hand.plan"
    userprio("--snapshot", "handmade", "plan", "--set", "GROUP_QUOTA_field=20", "-o", path)
    assert userprio("apply", path).out == "# Plan: hand\nGROUP_QUOTA_field = 20\n"


def test_a_knob_that_another_configuration_lacks_is_to_be_taken_out(userprio: Run, pool: Path) -> None:
    other = pool.parent / "other_config"
    text = (pool / "condor_config").read_text()
    other.write_text(text.replace("NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION = False\n", ""))
    path = planned(userprio, pool, "--to-config", other)
    assert "# Remove: NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION" in userprio("apply", path).out


def test_a_plan_is_not_kept_in_place_of_something_else(userprio: Run, pool: Path) -> None:
    ledger = pool / "Accountantnew.log"
    before = ledger.read_bytes()
    done = userprio("--snapshot", pool, "plan", "--setfactor", f"{ALICE}=500", "-o", ledger)
    assert done.status == 4
    assert "is not a plan, and is left alone" in done.err
    assert ledger.read_bytes() == before
    path = planned(userprio, pool, "--setfactor", f"{ALICE}=500")
    planned(userprio, pool, "--setfactor", f"{ALICE}=600")
    assert "600.0" in path.read_text()


def test_apply_tells_scripts_what_it_did(userprio: Run, pool: Path) -> None:
    path = planned(userprio, pool, "--setfactor", f"{ALICE}=500", "--set", "GROUP_QUOTA_group_chemistry=4")
    document = json.loads(userprio("apply", path, "--format", "json").out)
    assert (document["schema"], document["operation"]) == ("userprio.apply/1", 1)
    assert document["changes"] == [{"name": ALICE, "attribute": "PriorityFactor", "before": 1000.0, "after": 500.0}]
    assert document["knobs"] == [{"name": "GROUP_QUOTA_group_chemistry", "before": "10", "after": "4"}]
    userprio("--snapshot", pool, "undo")
    rows = list(csv.DictReader(io.StringIO(userprio("apply", path, "--format", "csv").out)))
    assert [row["kind"] for row in rows] == ["record", "knob"]


def test_escape_codes_in_names_do_not_reach_the_terminal(userprio: Run, tmp_path: Path, pool: Path) -> None:
    file = tmp_path / "changes.toml"
    file.write_text('name = "a\\u001b[31mb"\n[config]\nGROUP_QUOTA_group_chemistry = "4 "\n')
    path = tmp_path / "x.plan"
    done = userprio("--snapshot", pool, "plan", file, "-o", path, terminal=True, NO_COLOR="1", COLUMNS="80")
    assert "\x1b[31m" not in done.out + done.err
    assert "\x1b" not in userprio("apply", path, terminal=True).out


def test_apply_takes_no_knobs(userprio: Run, pool: Path) -> None:
    path = planned(userprio, pool, "--setfactor", f"{ALICE}=500")
    assert userprio("apply", path, "--set", "A=1").status == 2


def test_another_pool_brings_what_lies_in_its_folder_and_leaves_the_rest(userprio: Run, pool: Path) -> None:
    bare = pool.parent / "bare"
    bare.mkdir()
    for name in ("slots.ads", "submitters.ads", "jobs.ads", "qusers.ads"):
        (bare / name).write_bytes((pool / name).read_bytes())
    same = userprio("--snapshot", pool, "plan", "--to-snapshot", bare, CONDOR_CONFIG="/nowhere")
    assert (same.status, same.err) == (0, "")
    (bare / "condor_config").write_text("GROUP_NAMES = group_chemistry\nGROUP_QUOTA_group_chemistry = 5\n")
    done = userprio("--snapshot", pool, "plan", "--to-snapshot", bare, "--format", "json")
    quotas = {group["name"]: group["effective_quota"] for group in json.loads(done.out)["after"]["groups"]}
    assert quotas == {"<none>": 25.0, "group_chemistry": 5.0}
    kept = userprio("--snapshot", pool, "plan", "--to-snapshot", bare, "--to-config", pool / "condor_config")
    assert kept.status == 0
    changed = userprio("--snapshot", pool, "plan", "--to-snapshot", bare, "--setfactor", f"{ALICE}=5")
    assert changed.status == 3
    (bare / "Accountantnew.log").write_text("")
    refused = userprio("--snapshot", pool, "plan", "--to-snapshot", bare, "--setfactor", f"{ALICE}=5")
    assert refused.status == 6
    assert "this pool has a ledger of its own" in refused.err


def test_a_file_names_another_pool_and_configuration_beside_itself(userprio: Run, pool: Path) -> None:
    (pool / "new_config").write_text("GROUP_NAMES = group_chemistry\nGROUP_QUOTA_group_chemistry = 5\n")
    file = pool / "changes.toml"
    file.write_text('to_config = "new_config"\n[config]\nGROUP_QUOTA_group_chemistry = 6\n')
    document = json.loads(userprio("--snapshot", "physics", "plan", file, "--format", "json").out)
    quotas = {group["name"]: group["effective_quota"] for group in document["after"]["groups"]}
    assert quotas == {"<none>": 24.0, "group_chemistry": 6.0}
    marks = {change["name"]: change["mark"] for change in document["changes"]}
    assert marks["GROUP_NAMES"] == "~"
    assert marks["GROUP_QUOTA_group_physics"] == "-"


def test_marks_are_the_same_in_csv_as_everywhere(userprio: Run) -> None:
    arguments = ("--snapshot", "physics", "plan", "--set", "GROUP_QUOTA_group_chemistry=4", "--format")
    rows = list(csv.DictReader(io.StringIO(userprio(*arguments, "csv").out)))
    assert list(rows[0]) == ["mark", "kind", "name", "figure", "before", "after"]
    assert {row["mark"] for row in rows} == {"+", "-", "~"}
    assert {row["mark"] for row in rows if row["kind"] in ("gain", "loss")} == {"+", "-"}


def test_a_plan_neither_shows_nor_keeps_a_password(userprio: Run, tmp_path: Path) -> None:
    """Of two configurations every knob that differs is shown; what is a credential is `***` and is not applied."""
    (tmp_path / "before").write_text("DB_PASS = sesame1\nPROXY = https://u:sesame@one\nMINUTE = 60\n")
    (tmp_path / "after").write_text("DB_PASS = sesame2\nPROXY = https://u:sesame@two\nMINUTE = 61\n")
    kept = tmp_path / "kept.plan"
    for form in ("table", "json", "csv", "classic"):
        words = ("--to-config", tmp_path / "after", "-o", kept, "--format", form)
        done = userprio("--snapshot", "physics", "--config", tmp_path / "before", "plan", *words)
        assert done.status == 0, done.err
        assert "sesame" not in done.out + done.err
        assert "DB_PASS" in done.out and "https://***@two" in done.out
    text = kept.read_text()
    assert "sesame" not in text
    assert "MINUTE" in text
    assert "DB_PASS, which has what looks like a credential in it; a plan does not keep it" in text


WHY = """\
Why
  submitter                           what led there
+ alice@example.org                   The quota of group_chemistry 10 -> 4, so
                                      the effective quota of <none> 0 -> 6, so
                                      the limit of <none> 2 -> 6, so 2 matches
                                      more (2 -> 4).
- group_chemistry.curie@example.org   The quota of group_chemistry 10 -> 4, so
                                      the limit of group_chemistry 10 -> 4 and
                                      group_chemistry has 4 in use as the cycle
                                      begins, so 2 matches fewer (2 -> 0).
- group_physics.hep.higgs@example.org The surplus for group_physics.hep 2 -> 1,
                                      so the limit of group_physics.hep 14 ->
                                      13, so its own limit 2.98 -> 2.77, so 1
                                      match fewer (8 -> 7).

"""


def test_what_led_to_gains_and_losses_is_told_if_asked(userprio: Run) -> None:
    words = ("--snapshot", "physics", "plan", "--set", "GROUP_QUOTA_group_chemistry=4")
    done = userprio(*words, "--why", COLUMNS="80")
    out = "".join(f"{line.rstrip()}\n" for line in done.out.splitlines())
    assert WHY in out
    assert out.replace(WHY, "") == "".join(
        f"{line.rstrip()}\n" for line in userprio(*words, COLUMNS="80").out.splitlines()
    )


def test_scripts_get_the_sentence_and_its_links(userprio: Run) -> None:
    words = ("--snapshot", "physics", "plan", "--set", "GROUP_QUOTA_group_chemistry=4", "--why", "--format")
    document = json.loads(userprio(*words, "json").out)
    why = document["gains"][0]["why"]
    assert why["sentence"].startswith("The quota of group_chemistry 10 -> 4, so the effective quota of <none> 0 -> 6")
    [strand] = why["strands"]
    first = {"what": "configured quota", "before": 10.0, "after": 4.0, "of": "group_chemistry"}
    assert strand["causes"][0][0] == [first]
    assert strand["effects"] == [[{"what": "matches", "before": 2.0, "after": 4.0, "of": None}]]
    assert all("why" in shift for shift in (*document["gains"], *document["losses"]))
    rows = [row for row in csv.DictReader(io.StringIO(userprio(*words, "csv").out)) if row["kind"] == "why"]
    assert [row["name"] for row in rows] == [shift["submitter"] for shift in (*document["gains"], *document["losses"])]
    assert rows[0]["after"] == why["sentence"]


def test_groups_have_the_figures_that_negotiate_has_for_them(userprio: Run) -> None:
    """group_physics is allocated 3 of its own, 14 for hep and 5 for lep; both screens show 22, and 3 for itself."""
    change = ("--set", "GROUP_QUOTA_group_physics.hep=4")
    plan = userprio("--snapshot", "physics", "plan", *change, "--format", "table").out
    before = userprio("--snapshot", "physics", "negotiate", "--format", "table").out
    after = userprio("--snapshot", "physics", *change, "negotiate", "--format", "table").out

    def allocated(screen: str, group: str) -> str:
        [line] = re.findall(rf"^(?:~  )?{group}  .*", screen.partition("Groups\n")[2], re.MULTILINE)
        heading = next(line for line in screen.partition("Groups\n")[2].splitlines() if "allocated" in line)
        end = heading.index("allocated") + len("allocated")
        return line[:end].rpartition("  ")[2].strip()

    for group, weights in {
        "group_physics": (22, 24),
        "group_physics itself": (3, 4),
        "group_physics.hep": (14, 15),
    }.items():
        assert allocated(plan, group) == "{} -> {}".format(*weights)
        assert (allocated(before, group), allocated(after, group)) == tuple(map(str, weights))
    assert "\ngroups include their subgroups\n" in plan
    [differing] = [
        group
        for group in json.loads(userprio("--snapshot", "physics", "plan", *change, "--format", "json").out)[
            "difference"
        ]["groups"]
        if group["name"] == "group_physics"
    ]
    assert (differing["allocated"], differing["subtree_allocated"]) == (
        {"before": 3, "after": 4},
        {"before": 22, "after": 24},
    )
    assert differing["has_subgroups"] is True
