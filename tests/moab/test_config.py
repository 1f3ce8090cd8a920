"""Reading moab.cfg: syntax, values, and what is wrong with them."""

import re
from pathlib import Path

import pytest

from tests.moab.building import SMALL_FILE, parse_config
from userprio.moab import CredentialKind, RemarkKind, lint, read_config
from userprio.moab.parameters import FairShareBound, FairShareTarget, MoabError, UsageCap

USER, QOS, ACCOUNT, CLASS = CredentialKind.USER, CredentialKind.QOS, CredentialKind.ACCOUNT, CredentialKind.CLASS


def refusal(text: str) -> str:
    with pytest.raises(MoabError) as caught:
        parse_config(text)
    return str(caught.value)


def test_a_small_file_says_what_it_seems_to() -> None:
    config = parse_config(SMALL_FILE)
    assert config.integer("XFACTORWEIGHT") == 1000
    assert config.integer("FSINTERVAL") == 43_200
    assert config.real("FSDECAY") == 0.5
    assert config.credential(ACCOUNT, "phys").target == FairShareTarget(40, FairShareBound.FLOOR)
    assert config.credential(ACCOUNT, "phys").priority == 0
    assert config.credential(USER, "amy").priority == 20
    assert config.credential(USER, "amy").target == FairShareTarget(10, FairShareBound.TARGET)
    assert config.credential(QOS, "high").xftarget == 5.0
    assert config.remarks == ()


def test_nothing_set_is_moabs_default() -> None:
    config = parse_config("")
    assert config.integer("QUEUETIMEWEIGHT") == 1
    assert config.integer("XFACTORWEIGHT") == config.integer("ACCOUNTWEIGHT") == 0
    assert config.integer("SERVICEWEIGHT") == config.integer("USAGEWEIGHT") == 1
    assert (config.integer("FSINTERVAL"), config.integer("FSDEPTH"), config.real("FSDECAY")) == (43_200, 8, 1.0)


@pytest.mark.parametrize(
    "text",
    [
        SMALL_FILE.upper().replace("AMY", "amy").replace("PHYS", "phys").replace("[HIGH", "[high"),
        re.sub(r"(?<!\\)\n", "\n\n# remark\\\\\n", SMALL_FILE),
        SMALL_FILE.replace("    ", "\t\r"),
        SMALL_FILE.replace(
            "FSTARGET=40+ \\\n                 PRIORITY=0", "FSTARGET=40+\naccountcfg[ phys ] priority=0"
        ),
        SMALL_FILE.replace("PRIORITY=100 QTWEIGHT=0", "PRIORITY=1\nQOSCFG[high] PRIORITY=100 QTWEIGHT=0"),
        SMALL_FILE.replace("FSDEPTH          4", 'FSDEPTH = "4"'),
        SMALL_FILE.replace("SERVICEWEIGHT    1", "SERVICEWEIGHT=01"),
        "XFACTORWEIGHT 7\n" + SMALL_FILE,
    ],
    ids=["case", "comments", "blanks", "split", "later wins", "quotes", "equals", "twice"],
)
def test_another_way_of_writing_it_makes_no_difference(text: str) -> None:
    expected, found = parse_config(SMALL_FILE), parse_config(text)
    # The policy remembers how it was written, which differs where the case does.
    values, wanted = (
        {key: value for key, value in config.settings.items() if key[0] != "FSPOLICY"} for config in (found, expected)
    )
    assert values == wanted
    assert found.policy().charge is expected.policy().charge
    names = ("amy", "someone", "phys", "high")
    for kind in CredentialKind:
        assert [found.credential(kind, one) for one in names] == [expected.credential(kind, one) for one in names]


@pytest.mark.parametrize("text", ["1.5", "10%", "high", "0x10", "1e3", "--1", "١", "9" * 5000, "1 2"])
def test_a_weight_is_a_whole_number(text: str) -> None:
    message = refusal(f"# one\nUSERWEIGHT {text}\n")
    assert message.startswith("moab.cfg, line 2: USERWEIGHT")
    assert len(message) < 220


@pytest.mark.parametrize(("text", "value"), [("-3", -3), ("+3", 3), ("010", 10), ("-1", -1), ("0", 0)])
def test_decimal_integers_of_either_sign_are_accepted(text: str, value: int) -> None:
    assert parse_config(f"USERWEIGHT {text}").integer("USERWEIGHT") == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("USERWEIGHT", "line 1: USERWEIGHT has no value. It must be a whole number such as 10 or -10"),
        ("FSDEPTH 0", "line 1: FSDEPTH must be a whole number from 1 to 100, not `0`"),
        ("FSDECAY fast", "FSDECAY must be a decimal number such as 0.8, not negative, not `fast`"),
        ("FSPOLICY DEDICATED", "FSPOLICY must be one of DEDICATEDPS, DEDICATEDPES, UTILIZEDPS, or NONE"),
        ("XFMINWCLIMIT 1h", "XFMINWCLIMIT must be a duration such as 90 (seconds) or 4:00:00, or -1 for none"),
        ("ENABLENEGJOBPRIORITY maybe", "ENABLENEGJOBPRIORITY must be TRUE or FALSE, not `maybe`"),
        ("FSDEPTH[batch] 3", "FSDEPTH takes no index: it applies everywhere"),
        ("USERCFG PRIORITY=3", "USERCFG does not say which user. Write USERCFG[name], or USERCFG[DEFAULT]"),
        ("USERCFG[] PRIORITY=3", "the brackets after USERCFG are empty"),
        ("USERCFG [ann] PRIORITY=3", "a space between USERCFG and its index. Write USERCFG[...] without the space"),
        ("USERCFG[ann] PRIORITY 3", "USERCFG[ann]: `PRIORITY` is not an attribute"),
        ("USERCFG[ann] \\\n PRIORITY=x", "line 2: USERCFG[ann] PRIORITY must be a whole number"),
        ("USERCFG[ann] FSTARGET=25*", "FSTARGET must be a percentage such as 25, 25+ or 25-, not `25*`"),
        ("QOSCFG[q] SYSPRIO=1001", "SYSPRIO must be a whole number from 0 to 1000"),
        ('QOSCFG[q] PRIORITY="3', "unclosed quote"),
        ("JOBPRIOF STATUS[Running]=3", "JOBPRIOF: `STATUS[Running]=3` is not understood"),
        ("JOBPRIOF STATE[Running]=3.5", "JOBPRIOF STATE[Running] must be a whole number such as 10 or -10"),
        ("JOBPRIOACCRUALPOLICY NEVER", "JOBPRIOACCRUALPOLICY must be one of ACCRUE, RESET, ALWAYS"),
        ("JOBPRIOEXCEPTIONS HOLIDAY", "JOBPRIOEXCEPTIONS must be a list of violations such as SOFTPOLICY,HARDPOLICY"),
        ("[batch] 3", "no parameter name at the start of `[batch] 3`"),
    ],
)
def test_a_bad_line_is_named_with_what_was_expected(text: str, message: str) -> None:
    assert message in refusal(text)


def test_unknown_parameters_are_kept_quiet_unless_they_look_like_slips() -> None:
    config = parse_config("RMCFG[base] TYPE=PBS\nXFACTORWEIGTH 10\nUSERCFG[a] MAXJOB=4 PRIORTY=3\nLUCKWEIGHT 3")
    assert [(one.kind, one.line) for one in config.remarks] == [
        (RemarkKind.UNKNOWN, 1),
        (RemarkKind.NEAR_MISS, 2),
        (RemarkKind.UNKNOWN, 3),
        (RemarkKind.NEAR_MISS, 3),
        (RemarkKind.NEAR_MISS, 4),
    ]
    assert "Did you mean XFACTORWEIGHT?" in str(config.remarks[1])
    assert "Did you mean PRIORITY?" in str(config.remarks[3])


def test_names_in_brackets_keep_their_case_which_is_remarked_upon_where_all_may_be_meant() -> None:
    config = parse_config("USERCFG[default] PRIORITY=5\nUSERCFG[Amy] PRIORITY=6\nUSERWEIGHT[All] 2\nFSWEIGHT[ALL] 3")
    assert config.credential(CredentialKind.USER, "amy").priority is None
    assert (config.integer("USERWEIGHT"), config.integer("FSWEIGHT")) == (0, 3)
    assert [(one.kind, one.message) for one in config.remarks] == [
        (RemarkKind.NEAR_MISS, "USERCFG[default] is not USERCFG[DEFAULT]: names in brackets keep their case"),
        (RemarkKind.NEAR_MISS, "USERWEIGHT[All] is not USERWEIGHT[ALL]: names in brackets keep their case"),
    ]


def test_older_names_are_understood() -> None:
    config = parse_config("SERVCAP 5\nTARGWEIGHT 2\nUFSWEIGHT 3\nPERCENTWEIGHT 4")
    assert [config.integer(name) for name in ("SERVICECAP", "TARGETWEIGHT", "FSUSERWEIGHT", "USAGEPERCENTWEIGHT")] == [
        5,
        2,
        3,
        4,
    ]
    assert [one.message for one in config.remarks] == ["UFSWEIGHT is Maui's name for FSUSERWEIGHT"]


def test_a_cap_of_fair_share_and_a_cap_on_usage_are_two_things() -> None:
    config = parse_config("FSCAP 200\nUSERCFG[a] FSCAP=10\nUSERCFG[b] FSCAP=16500^ FSTARGET=25%")
    assert config.integer("FSCAP") == 200
    assert config.credential(USER, "a").caps == (UsageCap(10, absolute=False),)
    assert config.credential(USER, "b").caps == (UsageCap(25, absolute=False), UsageCap(16500, absolute=True))


def test_a_partitions_value_replaces_the_global_one_even_by_nothing() -> None:
    config = parse_config("FSUSERWEIGHT 7\nFSUSERWEIGHT[batch] 0\nUSERCAP 9\nUSERCAP[batch] 0\nUSERWEIGHT[ALL] 4")
    assert (config.integer("FSUSERWEIGHT", "batch"), config.integer("FSUSERWEIGHT", "other")) == (0, 7)
    assert config.integer("USERCAP", "batch") == 0
    assert config.integer("USERWEIGHT", "batch") == 4


def test_default_fills_gaps_only() -> None:
    config = parse_config("USERCFG[DEFAULT] PRIORITY=5 XFWEIGHT=2\nUSERCFG[a] PRIORITY=0")
    assert (config.credential(USER, "a").priority, config.credential(USER, "a").xfweight) == (0, 2)
    assert config.credential(USER, "b").priority == 5
    assert config.credential(USER, None).priority is None


def test_included_files_follow_the_current_one(tmp_path: Path) -> None:
    (tmp_path / "moab.cfg").write_text("#INCLUDE more.cfg\nUSERWEIGHT 1\nGROUPWEIGHT 1\n# INCLUDE nothing\n")
    (tmp_path / "more.cfg").write_text("USERWEIGHT 2\n#INCLUDE moab.cfg\n")
    config = read_config(tmp_path / "moab.cfg")
    assert (config.integer("USERWEIGHT"), config.integer("GROUPWEIGHT")) == (2, 1)
    (tmp_path / "more.cfg").write_text("\nUSERWEIGHT x\n")
    with pytest.raises(MoabError, match=r"more\.cfg, line 2: USERWEIGHT must be a whole number"):
        read_config(tmp_path / "moab.cfg")
    (tmp_path / "more.cfg").unlink()
    with pytest.raises(MoabError, match=r"moab\.cfg, line 1: the included file `more\.cfg` does not exist"):
        read_config(tmp_path / "moab.cfg")


def test_bytes_that_are_not_text_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "moab.cfg").write_bytes(b"\xef\xbb\xbf# gr\xfc\xdfe\x00\nUSERWEIGHT 3\n")
    assert read_config(tmp_path / "moab.cfg").integer("USERWEIGHT") == 3


def test_overrides_hold_in_every_partition() -> None:
    config = parse_config("FSWEIGHT 1\nFSWEIGHT[batch] 2").with_overrides({"fsweight": "9"})
    assert (config.integer("FSWEIGHT"), config.integer("FSWEIGHT", "batch")) == (9, 9)
    with pytest.raises(MoabError, match="Did you mean XFACTORWEIGHT"):
        config.with_overrides({"XFACTORWIEGHT": "1"})
    with pytest.raises(MoabError, match="XFACTORWEIGHT must be a whole number"):
        config.with_overrides({"XFACTORWEIGHT": "1.5"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("USERCFG[a] FSTARGET=5", "targets change no priority"),
        ("FSUSERWEIGHT 3", "FSPOLICY is not set"),
        ("FSPOLICY DEDICATEDPS\nFSDECAY 1.5", "FSDECAY 1.5 makes old usage count more"),
        ("FSPOLICY DEDICATEDPS\nFSUSERWEIGHT 1\nUSERCFG[a] FSTARGET=60\nUSERCFG[b] FSTARGET=41+", "add up to 101"),
        ("CREDWEIGHT 0\nUSERWEIGHT 3", "CREDWEIGHT is 0, so USERWEIGHT has no effect"),
        ("QOSCFG[q] QTTARGET=1:00:00", "TARGETQUEUETIMEWEIGHT is 0"),
        ("JOBPRIOF STATE[idle]=3", "JOBPRIOF gives values"),
    ],
)
def test_what_has_no_effect_is_remarked_upon(text: str, message: str) -> None:
    assert any(message in str(remark) for remark in lint(parse_config(text)))


@pytest.mark.parametrize(
    ("written", "hint"), [("runing", "Did you mean running?"), ("waiting", "Known are batchhold, blocked, completed")]
)
def test_a_value_for_a_state_that_no_job_has_is_remarked_upon(written: str, hint: str) -> None:
    (remark,) = parse_config(f"ATTRSTATEWEIGHT 1\nJOBPRIOF ATTR[any]=1 STATE[{written}]=3").remarks
    assert str(remark).startswith(f"moab.cfg, line 2: JOBPRIOF: no job has the state `{written}`. {hint}")
    assert remark.kind is RemarkKind.NEAR_MISS


def test_a_sound_configuration_is_not_remarked_upon() -> None:
    assert lint(parse_config(SMALL_FILE.replace("XFTARGET=5.0", ""))) == ()
    assert lint(parse_config("")) == ()
