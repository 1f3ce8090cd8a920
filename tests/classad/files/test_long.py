import sys
from pathlib import Path

import pytest

from tests.classad.files.conftest import Reader
from tests.classad.files.content import texts
from userprio.base.limits import AD_LINE, run_with
from userprio.classad.ad import Ad
from userprio.classad.files import AdsFileError, AdsProblem, long, read_ads, source
from userprio.classad.values import Literal

HERE = Path(__file__).parent
DROPPED = "the rest of this ad is left out, as HTCondor does"


def test_a_blank_line_ends_an_ad_and_several_are_one(read: Reader) -> None:
    ads, problems = read("\n\nA = 1\nB = A + 1\n \t\n\n\nA = 2")
    assert [texts(ad) for ad in ads] == [{"A": "1", "B": "A + 1"}, {"A": "2"}]
    assert problems == []


def test_an_empty_file_has_no_ads(read: Reader) -> None:
    assert read("") == ([], [])
    assert read("\n \n# nothing\n") == ([], [])


def test_dos_line_ends_are_line_ends(read: Reader) -> None:
    ads, problems = read('Path = "c:\\dir\\"\r\nB = 2\r\n\r\nA = 3\r\r\n')
    assert [texts(ad) for ad in ads] == [{"Path": '"c:\\dir\\"', "B": "2"}, {"A": "3"}]
    assert problems == []


def test_comments_are_skipped_also_within_an_ad(read: Reader) -> None:
    ads, _ = read("# all of it\nA = 1\n  # B = 2\nC = 3\n")
    assert [texts(ad) for ad in ads] == [{"A": "1", "C": "3"}]


def test_the_line_is_split_at_its_first_equals_sign(read: Reader) -> None:
    (ad,), _ = read('  A=B == "x=y"\n')
    assert texts(ad) == {"A": 'B == "x=y"'}


def test_what_follows_the_expression_is_dropped_without_a_word(read: Reader) -> None:
    (ad,), problems = read('A = 1 + 2 tail\nB = 1K\nC = "a" "b"\nD = 1;\n')
    assert texts(ad) == {"A": "1 + 2", "B": "1", "C": '"a"', "D": "1"}
    assert problems == []


def test_names_are_taken_as_they_stand_a_tab_before_the_equals_sign_too(read: Reader) -> None:
    (ad,), _ = read("x y   = 1\n1abc = 2\na.b = 3\n'q' = 4\nT\t= 5\n")
    assert list(ad) == ["x y", "1abc", "a.b", "'q'", "T\t"]


def test_of_a_repeated_attribute_the_last_one_wins_under_the_first_spelling(read: Reader) -> None:
    (ad,), _ = read("Cpus = 1\ncpus = 2\n")
    assert texts(ad) == {"Cpus": "2"}


def test_history_separators_end_an_ad_although_they_hold_equals_signs(read: Reader) -> None:
    ads, problems = read('A = 1\n*** Offset = 0 ClusterId = 3 Owner = "x"\nA = 2\n*** Offset = 9\n')
    assert [texts(ad) for ad in ads] == [{"A": "1"}, {"A": "2"}]
    assert problems == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("no equals sign", "this line has no '='"),
        (" = 5", "there is no name before the '='"),
        ("B = ", "there is no value after 'B ='"),
        ("B = )", "the value of B is not an expression"),
        ("B = 1 +", "the value of B is not an expression"),
        ('B = "open', "the value of B is not an expression"),
        ("B = 007", "the value of B is not an expression"),
        ('B = absTime("bad")', "the value of B is not an expression"),
        ('B = "c:\\dir\\"  ', "the value of B is not an expression"),
    ],
)
def test_a_damaged_line_costs_the_rest_of_its_ad_and_is_reported_with_its_line(
    read: Reader, line: str, why: str
) -> None:
    ads, problems = read(f"A = 1\n{line}\nC = 3\nD = 4\n\nE = 5\n")
    assert [texts(ad) for ad in ads] == [{"A": "1"}, {"E": "5"}]
    (problem,) = problems
    assert problem.line == 2
    assert problem.message.startswith(why)
    assert problem.message.endswith(DROPPED)


def test_a_line_seen_before_is_dropped_as_well_after_damage(read: Reader) -> None:
    ads, problems = read("A = 1\nB = 2\n\nA = 1\nbad\nB = 2\n")
    assert [texts(ad) for ad in ads] == [{"A": "1", "B": "2"}, {"A": "1"}]
    assert [problem.line for problem in problems] == [5]


def test_a_text_in_which_no_ad_is_found_is_refused_with_the_first_bad_line(read: Reader) -> None:
    with pytest.raises(AdsFileError) as caught:
        read("\nbash: condor_status: command not found\n")
    assert caught.value.line == 2
    assert caught.value.message == "there is no ad in this file: this line has no '='"
    assert caught.value.hint is not None


def test_problems_can_be_ignored(tmp_path: Path) -> None:
    path = tmp_path / "a.ads"
    path.write_text("A = 1\nbad\n")
    assert len(list(read_ads(path))) == 1


def test_the_list_of_problems_has_an_end(read: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "AD_PROBLEMS", 3)
    _, problems = read("A = 1\nbad\n\n" * 9)
    assert [problem.line for problem in problems] == [2, 5, 8]
    assert problems[-1].message == "there are more problems from here on, not listed"


def test_a_problem_prints_with_its_place() -> None:
    assert str(AdsProblem(Path("slots.ads"), 7, "why")) == "slots.ads, line 7: why"


def test_a_line_beyond_the_limit_is_refused(read: Reader) -> None:
    with run_with({AD_LINE: 1 << 20}), pytest.raises(AdsFileError) as caught:
        read("A = 1\nB = 2\nC = " + "1" * (3 << 20))
    assert caught.value.message == "this line is longer than 1 MiB of characters"
    assert caught.value.line == 3


def test_an_integer_of_five_thousand_digits_is_zero_as_in_the_language(read: Reader) -> None:
    (ad,), problems = read("A = " + "9" * 5000 + "\n")
    assert ad.expr("A") == Literal(0)
    assert problems == []


def test_an_expression_nested_without_end_is_a_problem_of_its_line(read: Reader) -> None:
    (ad,), problems = read("A = 1\nB = " + "(" * 100_000 + "\n")
    assert texts(ad) == {"A": "1"}
    assert [problem.line for problem in problems] == [2]


def test_equal_names_and_texts_are_one_object_between_ads(read: Reader) -> None:
    # Names that no other test reads: those of equal lists of names are the objects that came first.
    ads, _ = read(
        'EqualText = "some text"\nEqualStart = (Start) && x\n\nEqualStart = (Start) && x\nEqualText = "some text"\n'
    )
    one, two = ads
    for name in ("EqualText", "EqualStart"):
        assert one.source(name) is two.source(name)
    assert sorted(map(id, one)) == sorted(map(id, two))


def test_forgetting_known_texts_changes_nothing(read: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "A = 1\nB = x + 1\n\nB = x + 1\nC = 3\n\n" * 3
    before, _ = read(text)
    monkeypatch.setattr(long, "KNOWN_TEXTS_BYTES", 0)
    after, _ = read(text)
    assert [texts(ad) for ad in before] == [texts(ad) for ad in after]


def test_any_bytes_come_through(read: Reader) -> None:
    (ad,), _ = read(b'A = "\xc3\xa4 \xff"\n')
    assert ad.expr("A") == Literal("ä \udcff")


def test_only_ascii_white_space_counts(read: Reader) -> None:
    ads, problems = read("A = 1\n\x0b\x0c\nB = 2\n\u00a0\nC = 3\n")
    assert [texts(ad) for ad in ads] == [{"A": "1"}, {"B": "2"}]
    assert [problem.line for problem in problems] == [4]


@pytest.mark.parametrize(("name", "count"), [("slots.ads", 4), ("submitters.ads", 1)])
def test_recorded_files_read_without_a_problem(name: str, count: int) -> None:
    problems: list[AdsProblem] = []
    ads = list(read_ads(HERE / name, problems))
    assert problems == []
    assert len(ads) == count
    assert all(ad.expr("MyType") is not None for ad in ads)


def test_memory_for_many_equal_ads_is_a_fraction_of_their_text(tmp_path: Path) -> None:
    path = tmp_path / "many.ads"
    slot = (HERE / "slots.ads").read_text().partition("\n\n")[0] + "\n\n"
    path.write_text(slot * 200)
    ads: list[Ad] = list(read_ads(path))
    strings = {id(text): sys.getsizeof(text) for ad in ads for name in ad if (text := ad.source(name)) is not None}
    assert len(strings) <= slot.count("\n")
