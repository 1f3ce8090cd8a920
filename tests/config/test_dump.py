"""What condor_config_val prints is a configuration, too."""

import pytest

from tests.config.conftest import Reading
from userprio.config import OriginKind
from userprio.config.dump import is_dump, statements
from userprio.config.statements import LogicalLines

PLAIN = """\
# Configuration from machine: cm.example.org
GROUP_NAMES = a, b, c, d
GROUP_QUOTA_a = 10
LOCAL_CONFIG_DIR = /nowhere/config.d
LOCAL_CONFIG_FILE = /nowhere/condor_config.local
NEGOTIATOR.GROUP_QUOTA_b = 3
NEGOTIATOR_POST_JOB_RANK @=end
   (Cpus > 4) *
   $(GROUP_QUOTA_a)
@end
PREEMPTION_RANK = $(NEGOTIATOR_POST_JOB_RANK) - 1
# Contributing configuration file(s):
#\t/etc/condor/condor_config
"""
EXPANDED = """\
# Configuration from machine: cm.example.org
GROUP_NAMES = a, b, c, d
GROUP_QUOTA_a = 10
NEGOTIATOR.GROUP_QUOTA_b = 3
NEGOTIATOR_POST_JOB_RANK @=end
   (Cpus > 4) *
   10
@end
PREEMPTION_RANK = (Cpus > 4) *
10 - 1
# Contributing configuration file(s):
#\t/etc/condor/condor_config
"""
VERBOSE = """\
# Configuration from machine: cm.example.org
GROUP_NAMES = a, b, c, d
 # at: /etc/condor/config.d/10-groups, line 1
 # expanded: a, b, c, d
GROUP_QUOTA_a = 10
 # at: /etc/condor/condor_config, line 13
 # expanded: 10
NEGOTIATOR.GROUP_QUOTA_b = 3
 # at: /etc/condor/condor_config, line 14
 # expanded: 3
NEGOTIATOR_POST_JOB_RANK @=end
   (Cpus > 4) *
   $(GROUP_QUOTA_a)
@end
 # at: /etc/condor/condor_config, line 18
 # expanded:\x20
 #     (Cpus > 4) *
 #     10
 # default: (RemoteOwner =?= UNDEFINED) *
(ifThenElse(isUndefined(KFlops), 1000, Kflops))
PREEMPTION_RANK = $(NEGOTIATOR_POST_JOB_RANK) - 1
 # at: /etc/condor/condor_config, line 19
 # expanded: (Cpus > 4) *
10 - 1
"""
REMOTE = PLAIN.replace("machine: cm.example.org", "negotiator on cm.example.org <10.0.0.1:9618?sock=negotiator>")
SUMMARY = f"""\
# condor_config_val $CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $

#
# from /etc/condor/condor_config
#
{PLAIN.partition("org")[2].lstrip()}
"""


@pytest.mark.parametrize("text", [PLAIN, EXPANDED, VERBOSE, REMOTE, SUMMARY])
def test_every_form_of_a_dump_gives_the_values_that_it_shows(reading: Reading, text: str) -> None:
    config = reading(text)
    assert config.words("GROUP_NAMES") == ["a", "b", "c", "d"]
    assert (config.text("GROUP_QUOTA_b"), config.text("GROUP_QUOTA_a")) == ("3", "10")
    assert (config.text("NEGOTIATOR_POST_JOB_RANK") or "").split() == "(Cpus > 4) * 10".split()
    assert (config.text("PREEMPTION_RANK") or "").split() == "(Cpus > 4) * 10 - 1".split()
    assert config.warnings == ()


def test_a_dump_names_no_further_files(reading: Reading) -> None:
    """They are in it, and this machine may have others."""
    config = reading(PLAIN.replace("/nowhere/", "@D@/"), files={"config.d/1": "GROUP_NAMES = x\n"})
    assert config.text("GROUP_NAMES") == "a, b, c, d"
    assert config.text("LOCAL_CONFIG_DIR") is None


def test_values_of_a_dump_have_its_lines(reading: Reading) -> None:
    config = reading(EXPANDED)
    origin, last = config.origin("NEGOTIATOR.GROUP_QUOTA_b"), config.origin("PREEMPTION_RANK")
    assert origin is not None and last is not None
    assert (origin.kind, origin.line, last.line) == (OriginKind.FILE, 4, 10)


@pytest.mark.parametrize(
    "added",
    ["use ROLE : CentralManager", "X=1", "X += 1", "X +,= 1", "include ifexist : /nowhere", "[section]", "if true"],
)
def test_what_was_added_to_a_dump_by_hand_is_a_statement_of_its_own(added: str) -> None:
    text = statements(f"{EXPANDED}A = 1\n{added}\n")
    assert [line.text for line in LogicalLines(text)][-2:] == ["A = 1", added]


@pytest.mark.parametrize(
    "more", ["A == 1", "A =?= undefined", "A =!= 2 && B", "? C : 0,", "Name ?: 3", ")", "if(A, B)"]
)
def test_the_rest_of_an_expression_is_no_statement(more: str) -> None:
    text = statements(f"# Configuration from machine: cm\nX = (Y) ||\n\n{more}\nZ = 1\n")
    lines = [line.text.split() for line in LogicalLines(text)]
    assert lines == ["# Configuration from machine: cm".split(), f"X = (Y) || {more}".split(), "Z = 1".split()]


def test_other_files_are_no_dumps() -> None:
    assert not is_dump("# Configuration of our pool\nA = 1\n")
    assert is_dump(PLAIN) and is_dump(SUMMARY)
