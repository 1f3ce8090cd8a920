"""`userprio explain`."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.marks import slow
from userprio.analysis.check import pages

Run = Callable[..., Any]

GUEST = """\
guest@lab.example: all 3 idle jobs wait.
Why: no slot matches (3 jobs)
  No slot meets the job's `TARGET.Memory > 1024 * 256`; without this clause 18
  slots would match.
  HTCondor logs: no match found
  What helps: userprio help "no slot matches"

Pool
  18 slots, weight 48: 4 in use before the cycle, 44 not. The smallest weighs 1.

Quotas
  group        quota                        surplus
  <none>       pool 48 - 32 for groups = 16 its own

Turns of <none>
                        own                   =
  round   turn demand quota + surplus allocated in use limit
      1 3 of 3      3     3         0         3      0    16
      2 3 of 3      0     0         0         0      0       left out: nothing
                                                             allocated
  Served after field, theory in round 1; sort key last.
  It leaves 13 of its own quota to others.

Share (<none>, round 1, spin 1)
  The pie is the limit of the group, 16 of the pool's 48.
                        real                  = largest /       in use
  submitter         priority x factor effective effective share   then
  guest@lab.example      0.5     1000       500         1  100%      0
  sum                                                   1  100%

Limit
  share of the pie          100% x 16                   16
  in use before the visit                                0
  submitter limit           16 - 0                      16
  left of the group's limit                             16
  limit for free slots      what is left of the group's 16
  won in this visit                                      0

Visits
                                       in             idle
  round group        spin share limit use won matches left why no more
      1 <none>          1  100%    16   0   0       0    3 no slot matches

3 jobs like 3.0 at ap.lab.example: no slot matches
  slots weight where they are
     18     48 does not match
     18     48 all

  meet left so without
    it     far      it clause of Requirements, of 18 slots
     0       0      18 TARGET.Memory > 1024 * 256
    18       0       0 TARGET.Arch == "X86_64"
    18       0       0 TARGET.OpSys == "LINUX"
    18       0       0 TARGET.Disk >= RequestDisk; RequestDisk = 1
"""

FIELD = """\
Group field: all 30 idle jobs start on 14 slots of weight 44.
Why: satisfied
  All idle jobs of its members got slots, of weight 44.
14 matches are expected to start 30 jobs: a schedd gives what a job leaves of a
partitionable slot to further jobs of the submitter.

Pool
  18 slots, weight 48: 4 in use before the cycle, 44 not. The smallest weighs 1.

Quotas
  group        quota                        surplus
  <none>       pool 48 - 32 for groups = 16 its own
  field        24, static = 24              accepts

Turns of field
                        own                   =
  round   turn demand quota + surplus allocated in use limit
      1 1 of 3     30    24         6        30      0    30
      2 2 of 3     30    24         6        30     44    30
  Served before all others in round 1; sort key 0.

Members
                         effective
  submitter               priority in use idle won why no more
  field.inge@lab.example       500      0   30  44 satisfied
"""

ADA_THAN_BEN = """\
ada@example.org: all 20 idle jobs wait.
It loses 6 slots in this cycle, with the jobs that run there: preempted by
ben@example.org (6); it holds 8 afterwards.
Why: submitter limit reached (20 jobs)
  Its share, 1.97% of 40, comes to 0.79, and it has 14 in use.
  HTCondor logs: PREEMPTION_REQUIREMENTS == False
  What helps: userprio help "submitter limit reached"

ben@example.org: all 10 idle jobs start.
Why: satisfied
  Its idle jobs got 10 slots.

First difference, effective priority: ada@example.org 16498.09, ben@example.org
3249.81; the smaller effective priority has the larger share and comes first.
That is real priority x factor, 16.5 x 1000 against 3.25 x 1000.

                     ada@example.org ben@example.org
takes part                       yes             yes
idle jobs                        yes             yes
effective priority             16498          3249.8 <- first difference
real priority                   16.5            3.25 differs
priority factor                 1000            1000
share                          1.97%           9.99% differs
in use before                     14               3 differs
floor                              0               0
submitter limit                    0               1 differs
limit for free slots               0               1 differs
ceiling
place among visits                 5               4 differs
slots that match                  40               8 differs
won                                0              10 differs
Shares, limits and places are those of the first visit; what was won is that of
the whole cycle.

Share (spin 1)
                                real                  = largest /        in use
  submitter                 priority x factor effective effective  share   then
  carol@example.org          1.49886      500    749.43  26676834 43.34%      0
  dmitri@example.org        0.749429     1000    749.43  26676817 43.34%      0
  ben@example.org            3.24981     1000    3249.8   6151861  9.99%      3
  ada@example.org            16.4981     1000     16498   1211799  1.97%     14
  emil@example.org           5.99543     4000     23982    833651  1.35%      3
  nice-user.fay@example.org  1.99924    1e+10 1.999e+10         1 <0.01%      1
  sum                                                    61550963   100%
"""


def stripped(text: str) -> str:
    """Without the blanks that tables leave at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("explain guest --snapshot handmade", GUEST),
        ("explain --group field --snapshot handmade", FIELD),
        ("explain ada --than ben --snapshot fairshare", ADA_THAN_BEN),
    ],
)
def test_the_whole_text_at_eighty_columns(userprio: Run, arguments: str, text: str) -> None:
    done = userprio(*arguments.split(), COLUMNS="80")
    assert (done.status, done.err) == (0, "")
    assert stripped(done.out) == text


@pytest.mark.parametrize("snapshot", ["physics", "handmade", *slow(["fairshare", "research", "moab"])])
def test_on_a_terminal_of_eighty_columns_nothing_is_wider(userprio: Run, snapshot: str) -> None:
    names = json.loads(userprio("negotiate", "--snapshot", snapshot, "--format", "json").out)["visits"]
    for name in dict.fromkeys(visit["submitter"] for visit in names):
        text = userprio("explain", name, "--snapshot", snapshot, terminal=True, COLUMNS="80", NO_COLOR="1").out
        plain = text.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "")
        assert max(len(line) for line in plain.splitlines()) <= 80, name


def test_in_a_pipe_there_is_no_colour_and_no_frame(userprio: Run) -> None:
    text = userprio("explain", "ada", "--snapshot", "fairshare").out
    assert "\x1b" not in text
    assert "─" not in text


def test_json_has_its_schema_the_reason_and_the_chain(userprio: Run) -> None:
    document = json.loads(userprio("explain", "ada", "--snapshot", "fairshare", "--format", "json").out)
    assert (document["schema"], document["subject"]) == ("userprio.explain/1", "submitter")
    assert (document["primary"]["reason"], document["primary"]["jobs"]) == ("submitter limit reached", 20)
    assert (document["share"]["pie"], document["limit"]["usage"], document["than"]) == (40.0, 14.0, None)
    assert sum(rival["share"] for rival in document["share"]["competitors"]) == pytest.approx(1)
    (request,) = document["requests"]
    assert sum(hands["slots"] for hands in request["hands"]) == request["matching"]["slots"] == 40


def test_json_of_two_tells_where_they_part(userprio: Run) -> None:
    arguments = ("explain", "ada", "--than", "ben", "--snapshot", "fairshare", "--format", "json")
    document = json.loads(userprio(*arguments).out)
    assert (document["name"], document["than"]["name"]) == ("ada@example.org", "ben@example.org")
    assert document["difference"]["first"] == "effective priority"
    points = {point["about"]: point for point in document["difference"]["points"]}
    assert (points["in use before"]["one"], points["in use before"]["other"]) == (14.0, 3.0)
    assert not points["floor"]["differs"]


def test_csv_has_a_line_for_each_reason_and_member(userprio: Run) -> None:
    text = userprio("explain", "--group", "group_physics.hep", "--snapshot", "physics", "--format", "csv").out
    rows = [(row["name"], row["reason"], row["jobs"]) for row in csv.DictReader(io.StringIO(text))]
    assert rows == [
        ("group_physics.hep", "group limit reached", "18"),
        ("group_physics.hep.higgs@example.org", "group limit reached", "18"),
        ("group_physics.hep.salam@example.org", "satisfied", "0"),
    ]


def test_a_job_is_explained_with_its_requirements(userprio: Run) -> None:
    text = userprio("explain", "--job", "106.0", "--snapshot", "physics").out
    assert text.startswith("Job 106.0 of group_chemistry.einstein@example.org waits.")
    assert "TARGET.Memory >= RequestMemory; RequestMemory = 64000" in text


def test_those_of_different_groups_part_there(userprio: Run) -> None:
    text = userprio("explain", "field.inge", "--than", "theory.nils", "--snapshot", "handmade").out
    assert "First difference, group: field.inge@lab.example field, theory.nils@lab.example theory" in text
    assert "the effective quota: 24 and 8." in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("explain adda --snapshot fairshare", "there is no submitter adda. Did you mean ada@example.org?"),
        ("explain ADA --snapshot fairshare", "there is no submitter ADA. Did you mean ada@example.org?"),
        ("explain higg --snapshot physics", "Did you mean group_physics.hep.higgs@example.org?"),
        ("explain ada --than bem --snapshot fairshare", "there is no submitter bem. Did you mean ben@example.org?"),
        ("explain --group chemisty --snapshot physics", "there is no group chemisty. Did you mean group_chemistry?"),
        ("explain --group a --snapshot fairshare", "no groups are configured. GROUP_NAMES lists them."),
        ("explain --job 106.7 --snapshot physics", "there is no job 106.7. There is 106.0."),
        ("explain --job 999.0 --snapshot physics", "there is no job 999.0."),
        ("explain ada --job 106.0 --snapshot physics", "It belongs to group_chemistry.einstein@example.org."),
    ],
)
def test_what_is_not_there_ends_with_status_1_and_a_guess(userprio: Run, arguments: str, says: str) -> None:
    done = userprio(*arguments.split())
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("userprio: ")
    assert done.err.endswith(f"{says}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        "explain --snapshot fairshare",
        "explain ada",
        "explain ada --group a --snapshot fairshare",
        "explain --than ben --snapshot fairshare",
        "explain --job 1.0 --than ben --snapshot fairshare",
    ],
)
def test_what_makes_no_sense_is_wrong_usage(userprio: Run, arguments: str) -> None:
    done = userprio(*arguments.split())
    assert (done.status, done.out) == (2, "")


def test_jobs_of_one_number_at_two_schedds_are_told_apart_by_their_submitter(userprio: Run, tmp_path: Path) -> None:
    pool = tmp_path / "pool.toml"
    pool.write_text('[[slots]]\n[[jobs]]\nuser = "ann"\nschedd = "ap1"\n[[jobs]]\nuser = "bob"\nschedd = "ap2"\n')
    done = userprio("explain", "--job", "1.0", "--snapshot", pool)
    assert done.status == 1
    assert "2 schedds have a job 1.0: of ann@pool.example or bob@pool.example" in done.err
    assert userprio("explain", "bob", "--job", "1.0", "--snapshot", pool).out.startswith("Job 1.0 of bob@pool.example")


def test_a_configuration_that_would_stop_a_negotiator_is_bad_input(userprio: Run) -> None:
    done = userprio("explain", "ada", "--snapshot", "fairshare", "--set", "PREEMPTION_RANK=(")
    assert (done.status, done.out) == (6, "")


def test_names_cannot_act_on_a_terminal(userprio: Run, tmp_path: Path) -> None:
    pool = tmp_path / "pool.toml"
    pool.write_text(
        '[[slots]]\nRemoteUser = "e\\u001b]0;x\\u0007vil@pool.example"\n'
        '[[jobs]]\nuser = "ann"\nschedd = "ap\\u001b]0;y"\n'
    )
    text = userprio("explain", "ann", "--snapshot", pool, terminal=True, NO_COLOR="1").out
    assert "\x1b]" not in text
    assert "\\x1b]0;x" in text
    assert "ap\\x1b]0;y" in text


def test_what_one_match_is_worth_is_said(userprio: Run, tmp_path: Path) -> None:
    pool = tmp_path / "pool.toml"
    slot = "[[slots]]\nCpus = 16\nMemory = 32000\nPartitionableSlot = true\n"
    pool.write_text(f'domain = "d"\n{slot}[[jobs]]\nuser = "ann"\ncount = 20\nrequest_cpus = 1\n')
    text = " ".join(userprio("explain", "ann", "--snapshot", pool).out.split())
    assert "ann@d: 16 of 20 idle jobs start on 1 slot of weight 16, 4 wait." in text
    assert "1 match is expected to start 16 jobs: a schedd gives what a job leaves of a partitionable slot" in text
    assert "Job 1.7 of ann@d gets a slot." in userprio("explain", "--job", "1.7", "--snapshot", pool).out
    told = json.loads(userprio("explain", "ann", "--snapshot", pool, "--format", "json").out)
    assert (told["matches"], told["jobs"], told["jobs_left"], told["further"]) == (1, 16, 4, 15)
    assert told["jobs"] + told["jobs_left"] == told["idle_jobs"]


def test_each_condition_of_a_policy_is_told_with_the_slots_that_it_refuses(userprio: Run, tmp_path: Path) -> None:
    """One slot that ann has held for 1000 s: the time refuses it, the priorities do not."""
    for name, text in pages()["preemption-refused"].fails.items():
        (tmp_path / name).write_text(text)
    done = userprio("explain", "ben@lab.example", "--snapshot", tmp_path, "--now", "1772442000")
    assert "(ann@lab.example 1), and PREEMPTION_REQUIREMENTS is not true for them: " in " ".join(done.out.split())
    assert "time() - EnteredCurrentState > 3600 refuses 1" in " ".join(done.out.split())
    assert "1.2 refuses" not in done.out


def test_a_job_that_is_still_being_prepared_is_said_to_be_and_is_no_demand(userprio: Run, tmp_path: Path) -> None:
    pool = tmp_path / "pool.toml"
    pool.write_text('[[slots]]\ncount = 4\n[[jobs]]\nuser = "ann"\ncount = 2\nJobStatus = 10\n')
    prepared = "still being prepared (JobStatus 10)"
    done = userprio("--snapshot", pool, "explain", "--job", "1.0", "--format", "json")
    told = f"it is {prepared}, and will be idle after that"
    assert json.loads(done.out)["primary"] == {
        "reason": "job not idle",
        "sentence": told,
        "jobs": 1,
        "job": "1.0",
        "refused": None,
    }
    assert done.err == f"userprio: warning: 2 jobs take no part: they are {prepared}, and will be idle after that\n"
    done = userprio("--snapshot", pool, "explain", "ann", "--format", "json")
    told = f"its submitter ad counts no idle jobs; 2 jobs are {prepared}"
    assert json.loads(done.out)["primary"]["sentence"] == told
    for command in (("negotiate",), ("jobs",), ("wait", "--job", "1.0"), ("forecast", "--for", "10m", "--no-long-run")):
        assert prepared in userprio("--snapshot", pool, *command).err
