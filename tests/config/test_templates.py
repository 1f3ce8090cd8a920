from collections.abc import Callable

import pytest

from userprio.config import Config, ConfigError, ErrorKind, OriginKind
from userprio.config.statements import CATEGORIES, template_calls, template_names, with_arguments

Reading = Callable[..., Config]


@pytest.mark.parametrize(
    ("text", "arguments", "result"),
    [
        ("$(1)|$(2)|$(3)", "a, b", "a|b|"),
        ("$(0)", " a , b ", "a , b"),
        ("$(2:x)", "a", "x"),
        ("$(2:x)", "a,b", "b"),
        ("$(1?)$(2?)$(0?)", "a", "101"),
        ("$(0#)", "a,,b,c", "3"),
        ("$(2+)", "a, b, c", "b, c"),
        ("$(2+:100%)", "a", "100%"),
        ("$(1:1/$(2))", "", "1/"),
        ("$(2:$(NUM))", "a", "$(NUM)"),
        ("$(X) $INT(1)", "a", "$(X) $INT(1)"),
    ],
)
def test_arguments_are_put_into_a_template(text: str, arguments: str, result: str) -> None:
    assert with_arguments(text, arguments) == result


def test_templates_are_parted_by_commas_and_blanks_outside_of_parentheses() -> None:
    assert list(template_calls("Submit, A(x, f(y, z)) ,B (1)  C(")) == [
        ("Submit", ""),
        ("A", "x, f(y, z)"),
        ("B", "1"),
        ("C", ""),
    ]


def test_parentheses_without_end_do_no_harm() -> None:
    assert next(template_calls("A" + "(" * 100_000)) == ("A", "")


def test_what_a_template_sets_has_the_place_of_its_use(reading: Reading) -> None:
    origin = reading("\nuse POLICY : UWCS_DESKTOP\n").origin("UWCS_KILL")
    assert origin is not None
    assert (origin.line, origin.kind, origin.template) == (2, OriginKind.TEMPLATE, "FEATURE:UWCS_DESKTOP_POLICY_VALUES")


def test_later_lines_override_a_template(reading: Reading) -> None:
    config = reading("use POLICY : ALWAYS_RUN_JOBS\nNEGOTIATOR_CONSIDER_PREEMPTION = true\n")
    assert config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION") is True
    assert config.text("PREEMPTION_REQUIREMENTS") == "False"


def test_always_run_jobs_turns_preemption_off(reading: Reading) -> None:
    assert reading("use policy:always_run_jobs\n").boolean("NEGOTIATOR_CONSIDER_PREEMPTION") is False


def test_uwcs_desktop_preempts_for_a_priority_better_by_a_fifth_after_an_hour(reading: Reading) -> None:
    assert reading("use POLICY : UWCS_DESKTOP\n").text("PREEMPTION_REQUIREMENTS") == (
        "((SubmitterGroup =?= RemoteGroup) && ((time() - EnteredCurrentState) > (1 * 3600)) && "
        "(RemoteUserPrio > TARGET.SubmitterUserPrio * 1.2)) || (MY.NiceUser == True)"
    )


def test_roles_add_up_to_the_list_of_daemons(reading: Reading) -> None:
    assert reading("use ROLE : CentralManager Submit, Execute\n").words("DAEMON_LIST") == [
        *("MASTER", "COLLECTOR", "NEGOTIATOR", "SCHEDD", "STARTD")
    ]


def test_assign_accounting_group_sets_the_group_from_a_map(reading: Reading) -> None:
    config = reading("use FEATURE : AssignAccountingGroup(/etc/groups.map, false)\n")
    assert config.words("SUBMIT_REQUIREMENT_NAMES") == ["AssignAccountingGroup"]
    assert config.text("CLASSAD_USER_MAPFILE_AssignAccountingGroup") == "/etc/groups.map"
    transform = config.text("JOB_TRANSFORM_AssignAccountingGroup")
    assert transform is not None
    assert transform.splitlines()[-1] == 'EVALSET AccountingGroup = join(".",AcctGroup,AcctGroupUser)'


@pytest.mark.parametrize(
    "line",
    [
        "use ROLE : CentralManager",
        "use ROLE : get_htcondor_central_manager",
        "use SECURITY : HOST_BASED",
        "use security:recommended",
        "use security:recommended_v9_0(condor, root@*)",
        "use SECURITY : get_htcondor_idtokens, FIPS",
        "use FEATURE : GPUs(-extra)",
        "use FEATURE : OAUTH",
        "use EXPERIMENTAL : HAD, HADSharedPort(COLLECTOR, cm1.example)",
        "use UPGRADE : DISCARDX, DISCARDIF",
        "use FEATURE : GANGLIA, METRICD",
        "use FEATURE : PartitionableSlot(1, 50%), StaticSlots(2, 4)",
        "use FEATURE : StartdCronPeriodic(TAG, 60, /bin/x)",
        "use POLICY : DESKTOP_IDLE(8, 17, 1, 5)",
        "use POLICY : HOLD_IF_MEMORY_EXCEEDED HOLD_IF_CPUS_EXCEEDED PREEMPT_IF_RUNTIME_EXCEEDS(60)",
    ],
)
def test_templates_of_real_configurations_are_known(reading: Reading, line: str) -> None:
    assert reading(f"{line}\n").warnings == ()


def test_every_template_can_be_used(reading: Reading) -> None:
    for category in CATEGORIES:
        assert len(template_names(category)) >= 5
        for name in template_names(category):
            if name != "discard":
                reading(f"X = true\nuse {category} : {name}(X, 5, text, more, still)\n")


LEAST = {
    "POLICY:PREEMPT_IF": 1,
    "POLICY:WANT_HOLD_IF": 3,
    "FEATURE:AssignAccountingGroup": 1,
    "FEATURE:AssignProjectName": 1,
    "FEATURE:SetJobAttrFromUsermap": 3,
    "FEATURE:ScheddUsermapFile": 2,
    "FEATURE:Monitor": 5,
    "FEATURE:OneShotCronHook": 3,
    "FEATURE:PeriodicCronHook": 4,
    "FEATURE:ContinuousCronHook": 3,
    "FEATURE:StartdCronPeriodic": 3,
    "FEATURE:ScheddCronPeriodic": 3,
    "FEATURE:StartdCronOneShot": 2,
    "FEATURE:ScheddCronOneShot": 2,
    "FEATURE:StartdCronContinuous": 2,
    "FEATURE:ScheddCronContinuous": 2,
    "EXPERIMENTAL:HADSharedPort": 1,
}
"""Templates with arguments that they cannot do without, and their number: with one less, condor_config_val of HTCondor
25.14.1 refuses the file; every other template may be used without arguments."""


@pytest.mark.slow
def test_arguments_that_a_template_needs_are_asked_for_and_no_others(reading: Reading) -> None:
    refused: dict[str, int] = {}
    given = ["X", "5", "/bin/x", "more", "still"]
    for category in CATEGORIES:
        for name in template_names(category):
            for number in range(6):
                arguments = f"({', '.join(given[:number])})" if number else ""
                try:
                    reading(f"X = true\nuse {category} : {name}{arguments}\n")
                except ConfigError as error:
                    assert error.kind is ErrorKind.ERROR_STATEMENT
                    refused[f"{category}:{name}".lower()] = number + 1
    assert refused.pop("upgrade:discard") == 6
    assert refused == {name.lower(): least for name, least in LEAST.items()}


@pytest.mark.parametrize(
    ("line", "kind", "hint"),
    [
        ("use POLICY : ALWAYS_RUN_JOB", ErrorKind.UNKNOWN_TEMPLATE, "Is ALWAYS_RUN_JOBS meant?"),
        ("use ROLE : Submit # x", ErrorKind.UNKNOWN_TEMPLATE, "Correct the name of the template"),
        ("use NOPE : NOPE", ErrorKind.UNKNOWN_TEMPLATE_CATEGORY, ErrorKind.UNKNOWN_TEMPLATE_CATEGORY.hint),
        ("use UPGRADE : DISCARD", ErrorKind.ERROR_STATEMENT, ErrorKind.ERROR_STATEMENT.hint),
        ("use : NOPE", ErrorKind.TEMPLATE_CATEGORY_MISSING, "Write use CATEGORY : NAME"),
        ("use POLICY : PREEMPT_IF", ErrorKind.ERROR_STATEMENT, ErrorKind.ERROR_STATEMENT.hint),
    ],
)
def test_a_template_that_cannot_be_used_is_an_error(
    reading: Reading, line: str, kind: ErrorKind, hint: str | None
) -> None:
    with pytest.raises(ConfigError) as caught:
        reading(f"\n{line}\n")
    assert (caught.value.kind, caught.value.line, caught.value.hint) == (kind, 2, hint)
