"""The front door: `userprio.load` and the methods of a scenario."""

import io
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import userprio
from userprio.accounting import UnknownSubmitter
from userprio.analysis.explain import NothingFound
from userprio.analysis.plan import Changes, KnobChange
from userprio.api import Result, Scenario
from userprio.base.errors import BadInput
from userprio.classad import evaluate
from userprio.cli.app import run
from userprio.cli.environment import Environment
from userprio.negotiation import Outcome
from userprio.simulation import Demand

NOW = 1_772_442_000
ALICE = "alice@example.org"


@pytest.fixture(scope="module")
def physics() -> Scenario:
    return userprio.load("physics", environ={})


def printed(*arguments: str, folder: Path, snapshot: str = "physics") -> str:
    """What a command prints of the same pool."""
    out, err = io.StringIO(), io.StringIO()
    env = Environment(out, err, {}, lambda: float(NOW), lambda: UTC, lambda: folder, lambda: folder, ())
    run([*arguments, "--snapshot", snapshot], env)
    return out.getvalue()


ANSWERS: dict[str, tuple[Callable[[Scenario], Result], tuple[str, ...]]] = {
    "negotiate": (lambda pool: pool.negotiate(), ()),
    "most": (lambda pool: pool.most(everybody=True), ("--all-users",)),
    "quotas": (lambda pool: pool.quotas(), ()),
    "plan": (
        lambda pool: pool.plan(knobs={"GROUP_QUOTA_group_chemistry": 4}),
        ("--set=GROUP_QUOTA_group_chemistry=4",),
    ),
    "plan with reasons": (
        lambda pool: pool.plan(knobs={"GROUP_QUOTA_group_chemistry": 4}, why=True),
        ("--set=GROUP_QUOTA_group_chemistry=4", "--why"),
    ),
    "sweep": (
        lambda pool: pool.sweep({"GROUP_QUOTA_group_chemistry": [4, 10], f"setfactor:{ALICE}": "1..100*10"}, new=True),
        ("GROUP_QUOTA_group_chemistry=4,10", f"setfactor:{ALICE}=1..100*10"),
    ),
    "aim": (
        lambda pool: pool.aim(share={"hep": 0.6}, hold={"salam": 4}, turn=["quotas:*hep*"]),
        ("--share=hep=60%", "--hold=4:salam", "--turn=quotas:*hep*"),
    ),
    "explain": (lambda pool: pool.explain("alice"), ("alice",)),
}


@pytest.mark.parametrize("command", ANSWERS)
def test_a_method_answers_what_the_command_of_its_name_prints(physics: Scenario, command: str, tmp_path: Path) -> None:
    ask, options = ANSWERS[command]
    hold_to_command(ask(physics), command.partition(" ")[0], *options, folder=tmp_path)


@pytest.mark.slow
def test_a_forecast_is_what_the_command_prints(tmp_path: Path) -> None:
    small = tmp_path / "small.toml"
    small.write_text('[[slots]]\ncount = 2\nCpus = 1\n\n[[jobs]]\nuser = "ann"\ncount = 3\n')
    pool = userprio.load(small, now=NOW, environ={})
    hold_to_command(pool.forecast(2), "forecast", "--for", "2h", folder=tmp_path, snapshot=str(small))


def hold_to_command(found: Result, *command: str, folder: Path, snapshot: str = "physics") -> None:
    document = json.loads(printed(*command, "--format", "json", folder=folder, snapshot=snapshot))
    assert json.loads(json.dumps(found.to_dict())) == document
    lines = printed(*command, "--format", "csv", folder=folder, snapshot=snapshot).splitlines()
    assert ",".join(found.rows()[0]) == lines[0]
    assert len(found.rows()) == len(lines) - 1


def test_check_finds_what_the_command_finds(physics: Scenario, tmp_path: Path) -> None:
    document = json.loads(printed("check", "--format", "json", folder=tmp_path))
    assert json.loads(json.dumps(physics.check().to_dict()))["summary"] == document["summary"]


def test_a_result_has_the_attributes_of_its_value(physics: Scenario) -> None:
    cycle = physics.negotiate()
    assert isinstance(cycle, Outcome)
    assert [visit.won for visit in cycle.visits] == [row["won"] for row in cycle]
    assert {"visits", "matches", "rows", "to_frame"} <= set(dir(cycle))


@pytest.mark.slow
def test_a_type_checker_knows_the_attributes_of_results(tmp_path: Path) -> None:
    """`load("physics").negotiate().matchez` fails before it runs."""
    script = tmp_path / "script.py"
    script.write_text(
        'import userprio\n\ncycle = userprio.load("physics").negotiate()\nprint(cycle.matches, cycle.rows())\n'
        "print(cycle.matchez)\n"
    )
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", script],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    mistake, summary = checked.stdout.splitlines()
    assert mistake.startswith('script.py:5: error: "OutcomeResult" has no attribute "matchez"')
    assert summary == "Found 1 error in 1 file (checked 1 source file)"


def test_the_package_lists_its_public_names() -> None:
    assert dir(userprio) == sorted(userprio.__all__)


def test_another_scenario_has_other_knobs_factors_slots_and_jobs(physics: Scenario) -> None:
    other = physics.with_(
        knobs={"GROUP_QUOTA_group_chemistry": 4, "GROUP_ACCEPT_SURPLUS": False, "GROUP_NAMES": ["group_chemistry"]},
        factors={ALICE: 77},
        slots=["-10:slot1@*", "+2:Cpus=4"],
        jobs=f"{ALICE}=0",
    )
    assert isinstance(other, Scenario)
    assert [record["configured_quota"] for record in other.quotas("group_chemistry").rows()] == [4.0]
    assert [record["priority_factor"] for record in other.most(ALICE).rows()] == [77.0]
    assert len(other.pool.slots) == len(physics.pool.slots) - 8
    assert ALICE not in {visit.submitter for visit in other.negotiate().visits}
    assert ALICE in {visit.submitter for visit in physics.negotiate().visits}


def test_a_sweep_takes_measures_patterns_and_changes_that_hold_throughout(physics: Scenario, tmp_path: Path) -> None:
    file = tmp_path / "changes.toml"
    file.write_text("[config]\nGROUP_QUOTA_group_chemistry = 4\n")
    found = physics.sweep({f"jobs:{ALICE}": [0, 1, 9]}, show=["holds", "idle"], only=["alice"], changes=file)
    assert found.rows() == [
        {f"jobs:{ALICE}": str(jobs), "as_it_is": False, "name": ALICE, "holds": holds, "idle": jobs - holds}
        for jobs, holds in ((0, 0), (1, 1), (9, 6))
    ]
    assert physics.with_(file).sweep({f"jobs:{ALICE}": [9]}, only=["al*"]).rows()[0]["holds"] == 6
    with pytest.raises(BadInput, match="no group is called"):
        physics.sweep({"PRIORITY_HALFLIFE": [1]}, by="group", only=["nobody"])
    with pytest.raises(ValueError, match="heat"):
        physics.sweep({"PRIORITY_HALFLIFE": [1]}, show=["heat"])


def test_targets_in_python_are_checked_as_those_that_are_typed(physics: Scenario) -> None:
    found = physics.aim(use={("higgs", "salam"): 2}, within=1)
    assert (found.reached, found.rows()[0]["target"]) == (True, "2 times group_physics.hep.salam@example.org")
    with pytest.raises(BadInput, match="40 is not a share that hep can have"):
        physics.aim(share={"hep": 40})
    with pytest.raises(BadInput, match="there is no target"):
        physics.aim()
    with pytest.raises(ValueError, match="tomorrow"):
        physics.aim(share={"hep": 0.4}, over="tomorrow")


def test_lengths_of_time_come_in_pythons_forms_and_as_they_are_typed(physics: Scenario) -> None:
    typed = physics.forecast("3h", step_s="30m", job_length_s="90m").rows()
    assert typed == physics.forecast(timedelta(hours=3), step_s=timedelta(minutes=30), job_length_s=5400).rows()
    assert typed == physics.forecast(3, step_s=1800, job_length_s=timedelta(seconds=5400)).rows()
    with pytest.raises(BadInput, match="has no unit"):
        physics.forecast("24")
    with pytest.raises(BadInput, match="not a duration"):
        physics.forecast("soon")
    short = physics.wait("higgs", horizon_s=timedelta(hours=1), futures=2)
    assert short.horizon_s == physics.wait("higgs", horizon_s="1h", futures=2).horizon_s == 3600
    by_name = [physics.wait("higgs", job_lengths_s={"higgs": it}, futures=2).rows() for it in ("2h", 7200)]
    assert by_name[0] == by_name[1]


def test_a_choice_that_does_not_exist_is_bad_input_that_lists_those_that_do(physics: Scenario) -> None:
    ranges = {"GROUP_QUOTA_group_chemistry": [4]}
    for wrong in (
        lambda: physics.forecast(1, demand="endless"),
        lambda: physics.sweep(ranges, by="user"),
        lambda: physics.sweep(ranges, show="share,shares"),
        lambda: physics.aim(hold={"higgs": 1}, over="longrun"),
    ):
        with pytest.raises(BadInput, match=r"It is one of .* and ") as refused:
            wrong()
        assert isinstance(refused.value, ValueError)
    as_typed = physics.sweep("GROUP_QUOTA_group_chemistry=4..8/2", show="won")
    assert as_typed.rows() == physics.sweep(["GROUP_QUOTA_group_chemistry=4,6,8"], show="won").rows()
    typed, listed = (physics.sweep(ranges, show=show).rows() for show in ("share, limit", ["share", "limit"]))
    assert typed == listed
    with pytest.raises(BadInput, match="Such as slots="):
        physics.with_(slots=4)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers(physics: Scenario) -> None:
    numpy = pytest.importorskip("numpy")
    quota = "GROUP_QUOTA_group_chemistry"
    swept = physics.sweep({quota: numpy.arange(8, 12)}, show="won", by="group")
    assert swept.rows() == physics.sweep({quota: range(8, 12)}, show="won", by="group").rows()
    assert swept.to_frame()[quota].tolist()[:: len(swept.names)] == [8, 9, 10, 11]
    by_numpy = physics.with_(knobs={quota: numpy.int64(4)}, factors={ALICE: numpy.float32(7)})
    assert by_numpy.negotiate().rows() == physics.with_(knobs={quota: 4}, factors={ALICE: 7}).negotiate().rows()
    assert physics.with_(knobs={"GROUP_ACCEPT_SURPLUS": numpy.bool_(True)}).config.boolean("GROUP_ACCEPT_SURPLUS")
    assert evaluate("x + 1", my={"x": numpy.int32(3)}) == 4


def test_values_of_a_sweep_that_are_no_numbers_stay_texts(physics: Scenario) -> None:
    frame = physics.sweep({"GROUP_ACCEPT_SURPLUS": "true,false"}, show="won", by="group").to_frame()
    assert set(frame["GROUP_ACCEPT_SURPLUS"]) == {"true", "false"}


def test_a_knob_that_nothing_reads_is_warned_of_in_the_callers_line(physics: Scenario) -> None:
    for setting in (lambda: physics.with_(knobs={"NOPE_X": 4}), lambda: userprio.load("physics", knobs={"NOPE_X": 4})):
        with pytest.warns(UserWarning, match="nothing reads NOPE_X here") as warned:
            setting()
        assert [Path(warning.filename).name for warning in warned] == [Path(__file__).name]


def test_scenarios_and_results_can_be_pickled(physics: Scenario) -> None:
    code = (
        "import pickle, sys; pool, cycle = pickle.load(sys.stdin.buffer);"
        "sys.exit(0 if pool.negotiate().rows() == cycle.rows() else 1)"
    )
    pickled = pickle.dumps((physics, physics.negotiate()))
    assert subprocess.run([sys.executable, "-c", code], input=pickled, check=False).returncode == 0


def test_everybody_is_explained_at_a_time(physics: Scenario) -> None:
    explained = physics.explain_all()
    assert ALICE in explained
    assert all(why.to_dict() == physics.explain(name).to_dict() for name, why in explained.items())
    assert str(explained[ALICE]) == f"{ALICE}: {explained[ALICE].primary.sentence}"


def test_all_errors_have_one_public_base() -> None:
    names = [name for name in userprio.__all__ if isinstance(getattr(userprio, name), type)]
    errors = [name for name in names if issubclass(getattr(userprio, name), Exception)]
    assert {"BadInput", "EditError", "NothingFound", "UnknownSubmitter"} < {*errors}
    assert all(issubclass(getattr(userprio, name), userprio.UserprioError) for name in errors)


def test_a_result_has_a_length_and_is_true_without_rows(physics: Scenario) -> None:
    drained = physics.defrag()
    assert (len(drained), bool(drained), len(physics.negotiate())) == (0, True, len(physics.negotiate().rows()))


def test_a_string_becomes_an_expression_with_its_quotes() -> None:
    for text in ("ann", 'a "b" \\', ""):
        assert evaluate("TARGET.Owner", target={"Owner": userprio.quote(text)}) == text


def test_a_scenario_shows_itself_in_a_line(physics: Scenario) -> None:
    """Of a pool of 20,000 slots nobody wants to see every ad when a name is typed."""
    assert repr(physics) == "<Scenario: 30 slots, 7 submitters, 46 idle jobs, at 2026-03-02 08:59 UTC>"
    assert "at 1000000000000000 UTC" in repr(replace(physics, now=10**15))


def test_demand_may_be_named_in_a_text_and_is_never_misread(physics: Scenario) -> None:
    """A text that merely equals `Demand.CONSTANT` was once taken for the other one."""
    named, typed = (physics.forecast(1, demand=demand) for demand in ("constant", Demand.CONSTANT))
    assert named.rows() == typed.rows() and named.steady_cycles == typed.steady_cycles > 0
    assert physics.forecast(1, demand="queue").steady_cycles == 0
    with pytest.raises(ValueError, match=r"demand='endless' is unknown\. It is one of constant, queue and history"):
        physics.forecast(1, demand="endless")
    with pytest.raises(ValueError, match="coming='endless' is unknown"):
        physics.wait("higgs", coming="endless")


def test_ranges_and_targets_that_are_none_are_refused_in_a_sentence(physics: Scenario) -> None:
    numpy = pytest.importorskip("numpy")
    knob = "GROUP_QUOTA_group_physics"
    assert physics.sweep({knob: numpy.array([4, 6])}).rows() == physics.sweep({knob: "4,6"}).rows()
    for scalar in (5, numpy.float64(5), numpy.array(5), None):
        with pytest.raises(TypeError, match=f"{knob} takes a list of values, or a text such as"):
            physics.sweep({knob: scalar})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match=r"a knob is set to .* a list of names, not to array\(\[1, 2\]\)"):
        physics.sweep({knob: numpy.array([[1, 2]])})
    with pytest.raises(BadInput, match=f"{knob}: there are no values"):
        physics.sweep({knob: []})
    for nothing in ({}, []):
        with pytest.raises(BadInput, match="there is no range of values"):
            physics.sweep(nothing)
    for share in (numpy.array([0.3]), "third", float("nan")):
        with pytest.raises(BadInput, match=r"share: .* for 'higgs' is not a number"):
            physics.aim(share={"higgs": share})  # type: ignore[dict-item]


def test_a_group_that_is_taken_for_a_submitter_is_said_to_be_one(physics: Scenario) -> None:
    with pytest.raises(NothingFound, match=r"hep is a group, not a submitter\. .* in Python group='hep'"):
        physics.explain("hep")
    assert physics.explain(group="hep").rows()


def test_times_and_numbers_that_make_no_sense_are_refused_and_not_replaced(physics: Scenario) -> None:
    for nonsense in (
        lambda: physics.forecast(0),
        lambda: physics.forecast(-1),
        lambda: physics.forecast(1, job_length_s=0),
        lambda: physics.forecast(1, job_lengths_s={"higgs": -5}),
        lambda: physics.defrag(0),
        lambda: physics.wait("higgs", futures=0),
        lambda: physics.with_("no-such-file.toml"),
    ):
        with pytest.raises(BadInput):
            nonsense()
    with pytest.raises(TypeError, match="Changes"):
        physics.with_({"GROUP_QUOTA_group_chemistry": 4})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a knob is set to text"):
        userprio.load("physics", knobs={"GROUP_NAMES": None})  # type: ignore[dict-item]


def test_one_text_is_one_name_and_jobs_may_be_a_mapping(physics: Scenario) -> None:
    ranges = {"GROUP_QUOTA_group_chemistry": [4]}
    assert (
        physics.sweep(ranges, show="won", only="alice").rows()
        == physics.sweep(ranges, show=["won"], only=["alice"]).rows()
    )
    assert len(physics.with_(jobs={ALICE: 1}).pool.jobs) == len(physics.with_(jobs=f"{ALICE}=1").pool.jobs) == 43


def test_a_plan_takes_a_file_changes_and_both(physics: Scenario, tmp_path: Path) -> None:
    file = tmp_path / "changes.toml"
    file.write_text("[config]\nGROUP_QUOTA_group_chemistry = 4\n")
    found = physics.plan(file, factors={ALICE: 77})
    assert {row["kind"] for row in found.rows()} >= {"knob", "record"}
    made = physics.plan(Changes(knobs=(KnobChange("GROUP_QUOTA_group_chemistry", "4"),)), factors={ALICE: 77})
    assert made.to_dict()["difference"] == found.to_dict()["difference"]


def test_a_plan_to_another_pool_takes_that_one_and_never_ignores_it(physics: Scenario) -> None:
    with pytest.raises(BadInput, match="other="):
        physics.plan(Changes(to_snapshot="fairshare"))
    assert physics.plan(other=physics.with_(slots="-10:slot1@*")).changes_something


def test_somebody_unknown_is_refused_unless_new(physics: Scenario) -> None:
    with pytest.raises(UnknownSubmitter, match="Give new=True to add a new submitter"):
        physics.with_(factors={"zoe@example.org": 5})
    assert physics.with_(factors={"zoe@example.org": 5}, new=True).most("zoe").rows()


def test_groups_jobs_and_pairs_are_explained_too(physics: Scenario) -> None:
    assert physics.explain(group="group_physics").name == "group_physics"
    job = physics.explain("alice").primary.job
    assert physics.explain(job=job).primary.sentence
    assert physics.compare("alice", "group_physics.feynman").points
    with pytest.raises(NothingFound):
        physics.explain("nobody")
    with pytest.raises(TypeError):
        physics.explain()


def test_arguments_go_before_environment_and_clock(tmp_path: Path) -> None:
    (tmp_path / "pool.toml").write_text("[[slots]]\ncount = 1\nCpus = 1\n")
    variables = {"_CONDOR_PRIORITY_HALFLIFE": "7"}
    pool = userprio.load(tmp_path / "pool.toml", now=5, environ=variables)
    assert (pool.now, pool.config.text("PRIORITY_HALFLIFE")) == (5, "7")
    over = userprio.load(tmp_path / "pool.toml", environ=variables, knobs={"PRIORITY_HALFLIFE": 8}, first_cycle=True)
    assert (over.now > NOW, over.config.text("PRIORITY_HALFLIFE"), over.first_cycle) == (True, "8", True)


BERLIN = timezone(timedelta(hours=2))


@pytest.mark.parametrize(
    "now",
    [
        1_775_001_600,
        1_775_001_600.9,
        "1775001600",
        "2026-04-01",
        "2026-04-01T02:00+02:00",
        datetime(2026, 4, 1),
        datetime(2026, 4, 1, 2, tzinfo=BERLIN),
        Fraction(1_775_001_600),
    ],
)
def test_the_time_that_is_given_goes_before_that_of_the_ads_as_on_the_command_line(
    now: float | str | datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("userprio.api.scenario.zone_here", lambda: UTC)
    assert userprio.load("fairshare", now=now).now == 1_775_001_600


def test_a_length_of_time_is_meant_from_the_clocks_time_on() -> None:
    assert userprio.load("fairshare", now="now").now < userprio.load("fairshare", now="3d").now - 2 * 86_400
    assert userprio.load("fairshare").now < NOW


@pytest.mark.parametrize("now", [True, b"2026-04-01", ("2026", "4"), {}])
def test_what_is_no_time_at_all_is_a_type_error(now: Any) -> None:
    with pytest.raises(TypeError, match="a time is a number of seconds since 1970, a datetime, or a text such as"):
        userprio.load("fairshare", now=now)


@pytest.mark.parametrize("now", ["someday", "", -1, 10**15, float("nan"), float("inf"), 1e300, datetime(1, 1, 1)])
def test_what_is_no_time_that_the_program_knows_is_bad_input(now: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("userprio.api.scenario.zone_here", lambda: UTC)
    with pytest.raises(BadInput, match="is not a time"):
        userprio.load("fairshare", now=now)


def test_importing_the_package_loads_nothing_of_it() -> None:
    code = "import sys, userprio; print([name for name in sys.modules if name.startswith('userprio.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("expression", "ad", "value"),
    [
        ("MY.Cpus", {"Cpus": 4}, 4),
        ("Cpus / 2", {"Cpus": 3.0}, 1.5),
        ("Owner", {"Owner": '"ann"'}, "ann"),
        ("Twice", {"Cpus": 4, "Twice": "2 * Cpus"}, 8),
        ("Nested.Inner[1]", {"Nested": {"Inner": [1, True]}}, True),
        ("Missing is undefined", {"Missing": None}, True),
    ],
)
def test_an_ad_may_be_a_mapping_of_values(expression: str, ad: dict[str, object], value: object) -> None:
    assert evaluate(expression, my=ad) == value


def test_what_the_language_has_no_value_for_is_refused() -> None:
    with pytest.raises(TypeError):
        evaluate("a", my={"a": object()})


def test_findings_have_the_names_of_their_rows() -> None:
    found = userprio.load("physics", knobs={"GROUP_QUOTA_group_chemistry": 99}).check()
    assert found.rows()
    for row, finding in zip(found.rows(), found.found, strict=True):
        assert (row["happens"], row["advice"]) == (finding.happens, finding.advice)
        assert {*row} - {"replace", "by"} == {*finding.__struct_fields__} - {"fix"}
