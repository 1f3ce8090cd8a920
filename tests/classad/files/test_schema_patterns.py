"""Long files are read ad by ad where ads look alike, and line by line where not; what comes out is the same."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from userprio.classad import Ad
from userprio.classad.files.long import read_long
from userprio.classad.files.source import AdsProblem, Report

SOUND = "Sound = 1\n\n"
"""An ad in front of others, for a file of nothing but damage is refused as a whole."""
NAMES = st.sampled_from(("Name", "Cpus", "Memory", "State", "name"))
TEXTS = st.sampled_from(
    (
        "1",
        "2",
        '"a"',
        '"b c"',
        '"b\\"c"',
        "Cpus > 1",
        "true",
        "x +",
        "",
        " 3",
        "4 ",
        "5\r",
        "1.5e3",
        "{1, 2}",
        "é",
        "'q",
    )
)
ODD_LINES = st.sampled_from(("# note\n", "no equals\n", "  \n", "\n", "*** end\n", " = 1\n", "A=1\n", "\tB\t= 2\n"))
LINES = st.one_of(
    st.builds("{} = {}\n".format, NAMES, TEXTS),
    st.builds("{} = {}\n".format, NAMES, st.integers(-3, 99)),
)


@st.composite
def files(draw: st.DrawFn) -> list[str]:
    """Ads of a few makes, their values now and then others, and something odd now and then."""
    makes = draw(st.lists(st.lists(LINES, min_size=1, max_size=8), min_size=1, max_size=3))
    ads = []
    for _ in range(draw(st.integers(1, 12))):
        lines = list(draw(st.sampled_from(makes)))
        for _ in range(draw(st.integers(0, 2))):
            place = draw(st.integers(0, len(lines) - 1))
            head = lines[place].partition(" = ")[0]
            lines[place] = f"{head} = {draw(TEXTS)}\n"
        if draw(st.integers(0, 5)) == 0:
            lines.insert(draw(st.integers(0, len(lines))), draw(ODD_LINES))
        ads.append("".join(lines) + "\n")
    return ads


def read(text: str, chunk: int = 1 << 20) -> tuple[list[dict[str, str | None]], list[AdsProblem]]:
    problems: list[AdsProblem] = []
    pieces = [text[at : at + chunk] for at in range(0, len(text), chunk)]
    ads = read_long(pieces, Report(Path("x"), problems))
    return [_says(ad) for ad in ads], problems


def _says(ad: Ad) -> dict[str, str | None]:
    return {name: ad.source(name) for name in ad}


@given(files(), st.sampled_from((1 << 20, 7, 100)))
def test_ads_that_share_a_template_are_read_as_each_would_be_alone(ads: list[str], chunk: int) -> None:
    together, problems = read(SOUND + "".join(ads), chunk)
    alone, damage = [{"Sound": "1"}], []
    line = 3
    for ad in ads:
        found, wrong = read(SOUND + ad)
        alone += found[1:]
        damage += [(problem.line - 3 + line, problem.message) for problem in wrong]
        line += ad.count("\n")
    assert together == alone
    assert [(problem.line, problem.message) for problem in problems] == damage


def test_many_ads_of_a_make_are_read_by_their_pattern() -> None:
    """Templates that are used often become regular expressions; nothing changes by it."""
    names = [f"A{number}" for number in range(12)]
    ads = ["".join(f"{name} = {number * place}\n" for place, name in enumerate(names)) + "\n" for number in range(300)]
    found, _ = read("".join(ads))
    assert found == [{name: str(number * place) for place, name in enumerate(names)} for number in range(300)]
