"""Guards: `plan --expect`, `apply --expect`, and the recipe for a review."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.marks import slow
from tests.negotiation.recorded import POOLS
from userprio.pool import examples

Run = Callable[..., Any]
TOPIC = Path(__file__).parents[2] / "userprio/cli/topics/guards.md"
LESS = ("--set", "GROUP_QUOTA_group_chemistry=4")
"""Chemistry holds 4 instead of 6, and higgs 7 instead of 8."""
CURIE, HIGGS = "group_chemistry.curie@example.org", "group_physics.hep.higgs@example.org"
TENANT = '[[guard]]\nname = "the tenant"\ngroup = "group_chemistry"\nholds = ">= 0.9 * before"\n'
EVERYBODY = '[[guard]]\nuser = "*"\nloses = "<= 10%"\n'


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    """The shipped example physics as a pool of one's own."""
    return copytree(examples.find("physics").folder, tmp_path / "pool")


@pytest.fixture
def guards(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        (tmp_path / "guards.toml").write_text(text)
        return tmp_path / "guards.toml"

    return write


def test_the_status_is_8_if_a_guard_does_not_hold_3_if_all_hold_and_0_if_nothing_changes(
    userprio: Run, guards: Callable[[str], Path]
) -> None:
    plan = ("--snapshot", "physics", "plan", "--expect", guards(TENANT + EVERYBODY))
    assert userprio(*plan, *LESS).status == 8
    good = userprio(*plan, "--setfactor", "alice@example.org=900")
    assert good.status == 3
    assert good.out.endswith("\nBoth guards hold on 8 rows.\n")
    same = userprio(*plan)
    assert (same.status, same.err) == (0, "")
    assert same.out == "Nothing changes: the cycle comes out the same.\n\nBoth guards hold on 8 rows.\n"


def test_guards_that_do_not_hold_are_shown_below_the_plan_with_figures_bounds_and_causes(
    userprio: Run, guards: Callable[[str], Path]
) -> None:
    done = userprio("--snapshot", "physics", "plan", *LESS, "--expect", guards(TENANT + EVERYBODY))
    plan, _, verdicts = done.out.partition("\n2 of 2 guards do not hold, on 3 of 8 rows.\n")
    assert plan.startswith("1 user gains 2 (alice), 2 users lose 3")
    assert "Why" not in plan
    rows = [re.split(r"  +", line.strip()) for line in verdicts.splitlines() if line.startswith("!")]
    assert rows == [
        ["!", "4", "the tenant", "group_chemistry", "holds 6 -> 4", ">= 5.4 (>= 0.9 * before)"],
        ["!", "7", "user *", CURIE, "loses 2 (holds 6 -> 4)", "<= 0.6 (<= 10%)"],
        ["!", "7", "user *", HIGGS, "loses 1 (holds 8 -> 7)", "<= 0.8 (<= 10%)"],
    ]
    assert f"  group_chemistry: {CURIE}: The quota of group_chemistry 10 -> 4, so the limit" in verdicts
    assert f"  {HIGGS}: The surplus for group_physics.hep 2 -> 1, so" in verdicts


def test_each_format_has_who_figures_bound_and_cause(userprio: Run, guards: Callable[[str], Path]) -> None:
    path = guards(TENANT + EVERYBODY + '[[guard]]\npool = true\nidle = ["<= before", ">= 20"]\n')

    def written(form: str) -> str:
        done = userprio("--snapshot", "physics", "plan", *LESS, "--expect", path, "--format", form)
        assert done.status == 8
        out: str = done.out
        return out

    sentence = "group_chemistry: holds 6 -> 4, where >= 5.4 (>= 0.9 * before) is asked for. "
    github = written("github").splitlines()
    assert github[0].startswith(f"::error file={path},line=4,title=the tenant::{sentence}{CURIE}: The quota of")
    assert [line.partition(" ")[0] for line in github[:5]] == ["::error"] * 4 + ["3"]
    [run] = json.loads(written("sarif"))["runs"]
    first = run["results"][0]
    assert first["message"]["text"].startswith(sentence)
    assert first["locations"][0]["physicalLocation"]["region"] == {"startLine": 4}
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["guard-1", "guard-2", "guard-3"]
    suite = ElementTree.fromstring(written("junit"))
    assert (suite.get("tests"), suite.get("failures")) == ("4", "3")
    names = [case.get("name") for case in suite.iter("testcase") if case.find("failure") is not None]
    assert names == ["the tenant: holds >= 0.9 * before", "user *: loses <= 10%", "pool: idle <= before"]
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert (failure.text or "").startswith(sentence)
    document = json.loads(written("json"))
    assert (document["schema"], document["hold"]) == ("userprio.guards/1", False)
    assert document["plan"]["schema"] == "userprio.plan/1"
    assert "why" not in document["plan"]["losses"][0]
    row = document["rows"][0]
    assert (row["name"], row["before"], row["after"]) == ("group_chemistry", 6, 4)
    assert row["bound"] == pytest.approx(5.4)
    assert row["causes"][0].startswith(f"{CURIE}: The quota of group_chemistry 10 -> 4")
    rows = list(csv.DictReader(io.StringIO(written("csv"))))
    assert [row["name"] for row in rows if row["holds"] == "false"] == ["group_chemistry", CURIE, HIGGS, "the pool"]


def test_new_findings_of_check_fail_a_guard_from_their_level_on(userprio: Run, guards: Callable[[str], Path]) -> None:
    above = (
        "--snapshot",
        "physics",
        "plan",
        "--set",
        "GROUP_QUOTA_group_chemistry=12",
        "--format",
        "github",
        "--expect",
    )
    done = userprio(*above, guards('[[guard]]\nfindings = "none new"\n'))
    assert done.status == 8
    assert "::quotas-above-parent: a new warning, where none new is asked for. the command line: The quotas" in done.out
    done = userprio(*above, guards('[[guard]]\nfindings = "none new"\nlevel = "error"\n'))
    assert (done.status, done.out.splitlines()[0]) == (3, "The guard holds on 1 row.")


def test_what_holds_or_fails_by_a_second_only_is_said_beside_it(userprio: Run, guards: Callable[[str], Path]) -> None:
    """In the recorded pool bob gets one slot, and two from the next second on."""
    path = guards('[[guard]]\nuser = "bob"\nholds = ["<= 1", "< 2"]\n[[guard]]\nuser = "bob"\nwon = ">= 1"\n')
    recorded = POOLS / "talk-pie"
    plan = ("--snapshot", recorded, "--ledger", recorded / "ledger.log", "plan", "--first-cycle", "--expect", path)
    done = userprio(*plan)
    assert "\nBoth guards hold on 3 rows.\n\nGuards that hold, but\n" in done.out
    firm = "This hangs on a second (submitter limits): otherwise it would not hold."
    assert done.out.count(f"bob@pool.test: {firm}") == 2
    assert "What it holds hangs on a second or a tie (submitter limits), and so may this." in done.out
    github = userprio(*plan, "--format", "github").out
    assert [line.partition(" ")[0] for line in github.splitlines()[:3]] == ["::warning"] * 3
    guards('[[guard]]\nuser = "bob"\nholds = ">= 2"\n[[guard]]\nuser = "alice"\nholds = ">= 2"\n')
    failing = userprio(*plan, "--format", "github")
    assert failing.status == 8
    cause = "It is so without the changes too. Most of its idle jobs wait: limit below a slot."
    firm = "This hangs on a second (submitter limits): otherwise it would hold."
    assert f"is asked for. {cause} {firm}" in failing.out
    assert "alice" not in failing.out


def test_jobs_that_are_not_simulated_are_said_beside_a_guard(
    userprio: Run, pool: Path, guards: Callable[[str], Path]
) -> None:
    (pool / "jobs.ads").unlink()
    done = userprio("--snapshot", pool, "plan", "--expect", guards(EVERYBODY))
    assert "Guards that hold, but" in done.out
    assert re.search(r"alice@example.org: \d+ idle jobs are not simulated: jobs not in the snapshot\.", done.out)


def test_names_that_mean_harm_are_written_as_what_they_are(
    userprio: Run, guards: Callable[[str], Path], tmp_path: Path
) -> None:
    pool = tmp_path / "odd.toml"
    slots = 'domain = "pool.example"\ntime = 2026-03-02T09:00:00Z\n[[slots]]\ncount = 4\nCpus = 1\n'
    pool.write_text(slots + '[[jobs]]\nuser = "a\\u001b[31m\\ufffe<b>"\ncount = 6\n')
    path = guards('[[guard]]\nname = "\\u001b]x"\nuser = "*"\nholds = ">= 5"\n')
    for form in ("table", "junit", "github", "sarif", "markdown"):
        done = userprio("--snapshot", pool, "plan", "--expect", path, "--format", form)
        assert done.status == 8
        assert "\x1b" not in done.out
        assert "x1b" in done.out
        if form == "junit":
            assert "<b>" in (ElementTree.fromstring(done.out).findtext("testcase/failure") or "")


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        (("--over", "forecast:1h"), 2, "--over is for guards: give --expect."),
        (("--format", "junit"), 2, "--format junit: plan without --expect has auto, table,"),
        (("--expect", "g.toml", "--over", "forecast"), 2, "'forecast' is not cycle, forecast:TIME or replay:HISTORY."),
        (("--expect", "g.toml", "--over", "forecast:soon"), 2, "'soon' is not a duration"),
        (("--expect", "g.toml", "--over", "week:1"), 2, "'week:1' is not cycle,"),
        (("--expect", "none.toml"), 6, "none.toml: No such file or directory."),
        (("--expect", "g.toml", "--over", "replay:none.ads"), 6, "none.ads"),
        (("--expect", "g.toml", "--write-guards", "new.toml"), 2, "--write-guards is about the pool as it is"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    userprio: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], status: int, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g.toml").write_text(EVERYBODY)
    done = userprio("--snapshot", "physics", "plan", *LESS, *options)
    assert done.status == status
    assert sentence in done.err
    assert done.out == ""


def test_a_guard_about_nobody_is_an_error_with_its_line(userprio: Run, guards: Callable[[str], Path]) -> None:
    path = guards(EVERYBODY + '[[guard]]\nuser = "alcie@example.org"\nholds = ">= 1"\n')
    done = userprio("--snapshot", "physics", "plan", *LESS, "--expect", path)
    assert (done.status, done.out) == (6, "")
    assert done.err == (
        f"userprio: {path}, line 4: no user here is called alcie@example.org. Did you mean alice@example.org?\n"
    )


def test_no_plan_is_saved_of_which_a_guard_does_not_hold(
    userprio: Run, guards: Callable[[str], Path], tmp_path: Path
) -> None:
    plan = ("--snapshot", "physics", "plan", *LESS, "-o", tmp_path / "less.plan")
    done = userprio(*plan, "--expect", guards(TENANT))
    assert (done.status, (tmp_path / "less.plan").exists()) == (8, False)
    assert "a guard does not hold, so no plan is saved" in done.err
    guards(TENANT.replace("0.9", "0.5"))
    assert userprio(*plan, "--expect", tmp_path / "guards.toml").status == 3
    assert (tmp_path / "less.plan").exists()


@pytest.mark.parametrize("name", ["physics", "fairshare", "research", *slow(["pie", "groups", "handmade", "thirds"])])
def test_guards_that_are_written_hold_if_nothing_changes(userprio: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / "new.toml"
    done = userprio("--snapshot", name, "plan", "--write-guards", path)
    assert (done.status, done.out) == (0, "")
    assert userprio("--snapshot", name, "plan", "--expect", path).status == 0
    before = path.read_text()
    again = userprio("--snapshot", name, "plan", "--write-guards", path)
    assert (again.status, path.read_text()) == (4, before)
    assert f"{path} exists already, and nothing is overwritten; name a new file." in again.err


def test_over_a_forecast_guards_are_about_use_in_that_time(userprio: Run, guards: Callable[[str], Path]) -> None:
    path = guards('[[guard]]\ngroup = "group_chemistry"\nweight_hours = ">= 9"\nholds = ">= 4"\nloses = "<= 10%"\n')
    done = userprio(
        "--snapshot", "physics", "plan", *LESS, "--expect", path, "--over", "forecast:2h", "--format", "json"
    )
    document = json.loads(done.out)
    rows = {row["condition"]: row for row in document["rows"]}
    hours, holds = rows["weight_hours >= 9"], rows["holds >= 4"]
    # Four cores and no more, for two hours.
    assert hours["after"] == pytest.approx(8, rel=0.02)
    assert holds["after"] == pytest.approx(hours["after"] / 2)
    assert [row["holds"] for row in document["rows"]] == [False, True, False]
    assert document["summary"].endswith("on 2 of 3 rows over forecast:2h.")
    assert hours["causes"][0] == "In the next cycle:"


def test_over_a_forecast_what_is_held_and_what_is_idle_is_the_pool(
    userprio: Run, guards: Callable[[str], Path]
) -> None:
    path = guards('[[guard]]\npool = true\nholds = ">= 25"\nidle_weight = "<= 5"\nweight_hours = ">= 50"\n')
    plan = ("--snapshot", "physics", "plan", "--slots", "+60:Cpus=1", "--expect", path, "--over", "forecast:2h")
    holds, idle, hours = json.loads(userprio(*plan, "--format", "json").out)["rows"]
    assert (holds["before"] + idle["before"], holds["after"] + idle["after"]) == pytest.approx((30, 90))
    assert idle["after"] > 1
    assert hours["after"] == pytest.approx(2 * holds["after"])


def test_over_a_replay_guards_are_about_use_and_waits_of_jobs(
    userprio: Run, guards: Callable[[str], Path], tmp_path: Path
) -> None:
    from tests.cli.test_replay import CONFIG, ad

    history = tmp_path / "history.ads"
    # Twelve jobs of ten minutes, which twelve slots ran at once; now there are to be four.
    history.write_text("".join(ad("ann", number, 10, 60, 600) for number in range(1, 13)))
    pool = tmp_path / "twelve.toml"
    pool.write_text('domain = "pool.test"\ntime = 2026-03-02T09:00:00Z\n[[slots]]\ncount = 12\nCpus = 1\n')
    config = tmp_path / "condor_config"
    config.write_text(CONFIG)
    path = guards('[[guard]]\nuser = "ann"\nwait_p95 = "<= 5m"\n[[guard]]\npool = true\nwait_median = "<= 1h"\n')
    plan = ("--snapshot", pool, "--config", config, "plan", "--slots", "-8:*", "--expect", path)
    done = userprio(*plan, "--over", f"replay:{history}", "--format", "json")
    assert done.status == 8, done.err
    rows = json.loads(done.out)["rows"]
    assert [row["holds"] for row in rows] == [False, True]
    # Four of the jobs start at once, and the others wait until the period ends with the last of the history.
    assert rows[0]["before"] < 120
    assert rows[0]["after"] == 650


@pytest.fixture
def policy(userprio: Run, pool: Path, tmp_path: Path) -> Path:
    path = tmp_path / "policy.toml"
    userprio("--snapshot", pool, "setfactor", CURIE, "1500")
    path.write_text(userprio("--snapshot", pool, "dump").out)
    return path


def test_apply_does_nothing_unless_guards_hold(
    userprio: Run, pool: Path, policy: Path, guards: Callable[[str], Path]
) -> None:
    ledger = pool / "Accountantnew.log"
    before = ledger.read_bytes()
    text = policy.read_text()
    assert f'"{CURIE}" = 1500.0' in text
    assert "[setfloor]" in text
    text = text.replace("GROUP_QUOTA_group_chemistry = 10", "GROUP_QUOTA_group_chemistry = 4")
    policy.write_text(text.replace("[setfloor]", f'[setfloor]\n"{HIGGS}" = 2'))
    apply = ("--snapshot", pool, "apply", policy, "--yes", "--expect")
    done = userprio(*apply, guards(TENANT))
    # What comes out may go into the configuration.
    assert (done.status, done.out, ledger.read_bytes()) == (8, "", before)
    assert "group_chemistry  holds 6 -> 4" in done.err
    assert done.err.endswith("userprio: a guard does not hold, so that nothing was done.\n")
    done = userprio(*apply, guards(TENANT.replace("0.9", "0.5")))
    assert done.status == 0
    assert "GROUP_QUOTA_group_chemistry = 4" in done.out
    assert "userprio: The guard holds on 1 row.\n" in done.err
    assert ledger.read_bytes() != before


def test_apply_holds_guards_against_a_saved_plan_too(
    userprio: Run, pool: Path, guards: Callable[[str], Path], tmp_path: Path
) -> None:
    plan = tmp_path / "less.plan"
    userprio("--snapshot", pool, "plan", *LESS, "--setfloor", f"{HIGGS}=2", "-o", plan)
    ledger = pool / "Accountantnew.log"
    before = ledger.read_bytes()
    apply = ("apply", plan, "--expect", guards(TENANT))
    assert userprio(*apply).status == 8
    assert ledger.read_bytes() == before
    guards(TENANT.replace("0.9", "0.5"))
    # The pool is the one that it was planned for, unless another is named.
    assert userprio("--snapshot", pool, *apply).status == 0
    assert ledger.read_bytes() != before


def test_guards_of_apply_need_a_pool(userprio: Run, pool: Path, policy: Path, guards: Callable[[str], Path]) -> None:
    where = ("--ledger", pool / "Accountantnew.log", "--config", pool / "condor_config")
    done = userprio(*where, "apply", policy, "--expect", guards(TENANT))
    assert (done.status, done.out) == (2, "")
    assert "Guards are about a pool: give --snapshot with a recent one." in done.err


def test_apply_sees_that_a_line_that_was_removed_takes_a_factor_away(
    userprio: Run, pool: Path, policy: Path, guards: Callable[[str], Path]
) -> None:
    """A plan of the same file has nothing to say about who is not in it."""
    path = guards(f'[[guard]]\nuser = "{CURIE}"\nshare = "<= before"\n')
    policy.write_text(policy.read_text().replace(f'"{CURIE}" = 1500.0\n', ""))
    assert userprio("--snapshot", pool, "plan", policy, "--expect", path).status == 0
    done = userprio("--snapshot", pool, "apply", policy, "--dry-run", "--expect", path, "--format", "csv")
    assert done.status == 8
    [row] = csv.DictReader(io.StringIO(done.out))
    assert (row["name"], row["holds"], float(row["after"]) > float(row["before"])) == (CURIE, "false", True)


def test_the_formats_of_guards_leave_no_place_for_the_configuration(
    userprio: Run, pool: Path, policy: Path, guards: Callable[[str], Path], tmp_path: Path
) -> None:
    apply = ("--snapshot", pool, "apply", policy, "--yes", "--expect", guards(TENANT), "--format", "junit")
    assert userprio(*apply).status == 2
    done = userprio(*apply, "-o", tmp_path / "60-policy")
    assert done.status == 0
    assert ElementTree.fromstring(done.out).get("failures") == "0"
    assert (tmp_path / "60-policy").exists()


COMMANDS = re.findall(r"^ +- (?:run: )?(userprio .*)$", TOPIC.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("change", ["good", "bad"])
def test_the_recipe_for_a_review_refuses_a_change_that_breaks_a_tenant(
    pool: Path, policy: Path, guards: Callable[[str], Path], tmp_path: Path, change: str
) -> None:
    """The command lines of both workflow files, in a repository with a snapshot, a policy and guards."""
    assert len(COMMANDS) == 3
    guards(TENANT)
    quota = {"good": 11, "bad": 4}[change]
    text = policy.read_text()
    assert "GROUP_QUOTA_group_chemistry = 10\n" in text
    policy.write_text(text.replace("GROUP_QUOTA_group_chemistry = 10\n", f"GROUP_QUOTA_group_chemistry = {quota}\n"))
    environ = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path / "home"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "LC_ALL": "C.UTF-8",
    }
    ended = [
        subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", line], cwd=tmp_path, env=environ, capture_output=True, text=True
        )
        for line in COMMANDS
    ]
    assert [done.returncode for done in ended] == ([0, 0, 0] if change == "good" else [0, 8, 8])
    assert "GROUP\\_QUOTA\\_group\\_chemistry | 10 |" in (tmp_path / "summary.md").read_text()
    annotated, suite = ended[1].stdout, ElementTree.parse(tmp_path / "guards.xml").getroot()
    if change == "good":
        assert annotated.startswith("The guard holds on 1 row.\n")
        assert suite.get("failures") == "0"
    else:
        assert annotated.startswith("::error file=guards.toml,line=4,title=the tenant::group_chemistry: holds 6 -> 4, ")
        assert suite.get("failures") == "1"
