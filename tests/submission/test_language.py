"""The submit language: macros, blocks, includes, templates; and what is refused, with file and line."""

from pathlib import Path

import pytest

from tests.submission.making import each, host, only, said, submit
from userprio.base import BadInput
from userprio.config import ConfigError, ErrorKind
from userprio.submission import jobs_of


def value(text: str, version: str = "25.14.1") -> str | None:
    """The value that `$(x)` has in a job of a description."""
    return said(only(f'{text}\n+Value = "$(x)"', version), "Value")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = $(y)\ny = late", "late"),
        ("x = a\nx = $(x)b", "ab"),
        ("x = $(y:none)", "none"),
        ("x = $(y)", ""),
        ("x = 1$(DOLLAR)2", "1$2"),
        ("x = $$(Cpus)", "$$(Cpus)"),
        ("x = $(x_$(n))\nx_2 = two\nn = 2", "two"),
        ("x = $INT(n,%04d)\nn = 2*9", "0018"),
        ("x = $CHOICE(1,a,b)", "b"),
        ("x = $SUBSTR(n,1,2)\nn = abcd", "bc"),
        ("x = $ENV(HOME)", "/home/ann"),
        ("x = $Fnx(n) $Fp(n)\nn = /a/b/c.txt", "c.txt /a/b/"),
        ("x = $BASENAME(n)\nn = /a/b/c.txt", "c.txt"),
        ("x = $Ff(n)\nn = c.txt", "/c.txt"),
        ("x = $(Process).$(Step).$(Row).$(ClusterId).$(JobId)", "0.0.0.1.1.0"),
        ("x = $(Year)-$(Month)-$(Day) $(SUBMIT_TIME) $(SUBMIT_FILE)", "2026-03-02 1772442000 job.sub"),
        ("x = $(ARCH) $(OPSYS) $(IsLinux) $(IsWindows)", "X86_64 LINUX 1 0"),
        ("x = a # b", "a # b"),
        ("x = a\\\n  b", "ab"),
        ("x @=end\n 1 +\n# no\n 2\n@end\n+Sum = $(x)", "1 +\n2"),
        ("X = upper", "upper"),
        ("x = a\nx =", ""),
        ("if true\nx = yes\nelse\nx = no\nendif", "yes"),
        ("y = 1\nif defined y\nx = yes\nendif", "yes"),
        ("if $(y)\nx = no\n garbage\nendif", ""),
        ("if ! $(y)\nx = yes\nendif", "yes"),
        ("x = a\nx += b", "a b"),
    ],
)
def test_what_a_macro_stands_for(text: str, expected: str) -> None:
    assert value(text) == f'"{expected}"'


def test_version_is_that_of_condor_submit() -> None:
    text = "if version >= 24.0\nx = new\nelse\nx = old\nendif"
    assert [value(text), value(text, "23.9.6")] == ['"new"', '"old"']


def test_attributes_can_be_forced_unset_or_spelt_as_in_the_ad() -> None:
    job = only('+Text = "a"\nMY.Number = 1 + 1\n+Empty =\n-Gone = 5\nJobLeaseDuration = 60\nFoo = 4')
    assert said(job, "Text") == '"a"'
    assert said(job, "Number") == "1 + 1"
    assert said(job, "Empty") == said(job, "Gone") == "undefined"
    assert said(job, "JobLeaseDuration") == "60"
    assert said(job, "Foo") is None


def test_a_file_is_included_from_the_working_folder(tmp_path: Path) -> None:
    (tmp_path / "more.sub").write_text("request_cpus = 3\n")
    assert each(submit("include : more.sub", folder=tmp_path), "RequestCpus") == ["3"]
    with pytest.raises(ConfigError, match=r"`.*none.sub` cannot be read") as error:
        submit("include : none.sub", folder=tmp_path)
    assert (error.value.path, error.value.line) == ("job.sub", 2)
    submit("include ifexist : none.sub", folder=tmp_path)


def test_an_included_file_cannot_queue(tmp_path: Path) -> None:
    (tmp_path / "more.sub").write_text("queue 5\n")
    with pytest.raises(ConfigError, match="a queue statement cannot be in an included file"):
        submit("include : more.sub", folder=tmp_path)


@pytest.mark.parametrize("text", ["include command : echo request_cpus = 3", "queue x from echo 1 2 |"])
def test_commands_are_run_only_where_they_are_allowed(text: str, tmp_path: Path) -> None:
    whole = f"executable = /bin/sh\n{text}\n"
    with pytest.raises(ConfigError) as error:
        jobs_of(whole, "job.sub", host(tmp_path))
    assert error.value.kind is ErrorKind.COMMAND_REFUSED
    assert error.value.line == 2
    assert len(jobs_of(whole, "job.sub", host(tmp_path, allow=True)).jobs) == 1


def test_templates_are_those_of_the_configuration() -> None:
    knobs = {"SUBMIT_TEMPLATE_NAMES": "big", "SUBMIT_TEMPLATE_big": "request_cpus = $(1:8)"}
    assert said(only("use template : big", knobs=knobs), "RequestCpus") == "8"
    assert said(only("use template : big(16)", knobs=knobs), "RequestCpus") == "16"
    with pytest.raises(ConfigError, match="there is no template `foo`"):
        submit("use template : foo", knobs=knobs)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("x : 1", 2, "has a colon where = is meant"),
        ("nonsense", 2, "is not a statement"),
        ("a b = 1", 2, "is not a statement"),
        ("x$y = 1", 2, "cannot be the name"),
        ("if 1 == 1\nendif", 2, "is not a condition"),
        ("if true\nx = 1", 4, "before the endif"),
        ("x @=end\n1", 4, "has no end"),
        ("error : no more", 2, "an error statement says `no more`"),
        ("requirements = a &&", 2, "Requirements = .* is not an expression"),
        ("x = $(y)\ny = $(x)\n+X = $(x)", 4, "in a circle"),
        ("request_memory = 5m5", 2, "is not an expression"),
        ("universe = foo", 2, "there is no universe `foo`"),
        ("universe = standard", 2, "there is no universe"),
        ("priority = abc", 2, "`abc` is not a whole number"),
        ("hold = maybe", 2, "`maybe` is neither true nor false"),
        ("accounting_group = bad group", 2, "has a blank in it"),
        ("concurrency_limits = 9z", 2, "`9z` is not a concurrency limit"),
        ("docker_image = a\ncontainer_image = b", 2, "both docker_image and container_image"),
        ("universe = container", 2, "needs a container_image"),
        ("universe = grid", 2, "needs a grid_resource"),
        ("universe = parallel", 2, "needs a machine_count"),
        ("should_transfer_files = maybe", 2, "is not YES, NO or IF_NEEDED"),
        ("should_transfer_files = NO\ntransfer_input_files = a", 2, "but should_transfer_files is NO"),
        ("requirements = Requirements", 2, "refer to themselves"),
        ("image_size = 0", 2, "is not a size"),
        ("rank = (Memory", 2, "Rank = .* is not an expression"),
        ("ok = 1\nrequest_disk = 1G or so", 3, "is not an expression"),
        ("n = foo\nuniverse = $(n)", 3, "there is no universe `foo`"),
        ("queue request_cpus in (two-)", 2, "RequestCpus = `two-` is not an expression"),
    ],
)
def test_what_condor_submit_refuses_is_refused_with_its_place(text: str, line: int, message: str) -> None:
    with pytest.raises(BadInput, match=message) as error:
        submit(text)
    assert (error.value.path, error.value.line) == ("job.sub", line)


def test_a_description_needs_an_executable() -> None:
    with pytest.raises(BadInput, match="there is no executable"):
        submit("# executable\nrequest_cpus = 1")


def test_what_no_job_uses_is_named() -> None:
    jobs = submit(
        "foo = 1\nrequest_memory = $(used)\nused = 5\nrequest_cpu = 4\nexecutable = /bin/sh\nqueue bar in (a)\n"
    )
    assert jobs.warnings == (
        "job.sub: request_cpu is not a command: request_cpus is meant",
        "job.sub, line 1: `foo = 1` is not used by condor_submit: is it a typing error?",
        "job.sub: the variable bar of the queue statement is not used",
    )


def test_what_arguments_and_files_refer_to_is_used() -> None:
    text = "a = 1\nb = 2\narguments = $(a) $(x)\nlog = $(b).log\nexecutable = /bin/sh\nqueue x in (1)\n"
    assert submit(text).warnings == ()
    with pytest.raises(BadInput, match="in a circle"):
        submit("a = $(b)\nb = $(a)\narguments = $(a)")


def test_values_that_are_drawn_are_said_to_be() -> None:
    jobs = submit("request_cpus = $RANDOM_CHOICE(1,2)\nexecutable = /bin/sh\nqueue 20\n")
    assert {*each(jobs, "RequestCpus")} == {"1", "2"}
    assert any("are drawn" in warning for warning in jobs.warnings)


def test_the_configuration_adds_attributes_and_clauses() -> None:
    knobs = {
        "SUBMIT_ATTRS": "Site, +Forced, Bad",
        "Site": '"lab"',
        "Forced": "1",
        "Bad": "a &&",
        "APPEND_REQUIREMENTS": "Good",
        "APPEND_RANK": "Fast",
        "JOB_DEFAULT_REQUESTMEMORY": "777",
    }
    job = only("+Site = 5\nrank = Memory\n+Forced = 2", knobs=knobs)
    assert said(job, "Site") == "5"
    assert said(job, "Forced") == "2"
    assert said(job, "Bad") is None
    assert said(job, "RequestMemory") == "777"
    assert said(job, "Rank") == "(Memory) + (Fast)"
    assert (said(job, "Requirements") or "").startswith("(Good) && ")


def test_a_missing_executable_is_said_and_no_error(tmp_path: Path) -> None:
    jobs = submit("executable = run.sh\nqueue\n", folder=tmp_path)
    assert any("`run.sh` is not here" in warning for warning in jobs.warnings)


def test_sizes_are_those_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "run.sh").write_text("x" * 3000)
    (tmp_path / "in.txt").write_text("x" * 2000)
    text = "executable = run.sh\ntransfer_input_files = in.txt\nqueue\n"
    job = submit(text, folder=tmp_path).jobs[0]
    assert [said(job, name) for name in ("ExecutableSize", "DiskUsage", "TransferInputSizeMB")] == ["3", "5", "1"]
    assert each(submit(text, "23.9.6", folder=tmp_path), "TransferInputSizeMB") == ["0"]
