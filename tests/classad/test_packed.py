"""Packed ads come out as they went in, in their order, however they were read."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.classad.files.test_schema_patterns import SOUND, files
from userprio.classad import Ad
from userprio.classad.ad import PackedAds, PackedRun
from userprio.classad.files import AdsProblem, read_ads, read_packed
from userprio.classad.files.long import read_runs
from userprio.classad.files.source import Report
from userprio.classad.printing import format_ad


def says(ad: Ad) -> list[tuple[str, str | None]]:
    return [(name, ad.source(name)) for name in ad]


def job(proc: int, **more: str) -> str:
    values = {f"A{number}": str(number) for number in range(12)} | {"ProcId": str(proc)} | more
    return "".join(f"{name} = {text}\n" for name, text in values.items()) + "\n"


@given(files(), st.sampled_from((1 << 20, 100)))
def test_ads_of_a_file_are_the_same_packed(ads: list[str], chunk: int) -> None:
    text = SOUND + "".join(ads)
    pieces = [text[at : at + chunk] for at in range(0, len(text), chunk)]
    plain = [ad for run in read_runs(pieces, Report(Path("x"))) for ad in run.ads()]
    packed = PackedAds(read_runs(pieces, Report(Path("x"))))
    assert [says(ad) for ad in packed] == [says(ad) for ad in plain]
    assert len(packed) == len(plain)


def test_a_sequence_is_indexed_and_gone_through_again() -> None:
    packed = PackedAds(read_runs([job(proc) for proc in range(500)], Report(Path("x"))))
    assert (
        [ad.source("ProcId") for ad in packed] == [ad.source("ProcId") for ad in packed] == list(map(str, range(500)))
    )
    assert packed[-1].source("ProcId") == "499"
    assert [ad.source("ProcId") for ad in packed[3:5]] == ["3", "4"]
    with pytest.raises(IndexError):
        packed[500]


def test_neighbours_share_a_shape_and_keep_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "jobs.ads"
    path.write_text("".join(job(proc, Name=f'"{cluster}"') for cluster in range(3) for proc in range(50)))
    ads = list(read_packed(path))
    schemas = {ad.schema for ad in ads}
    assert len(schemas) < 15
    assert {len(ad.texts) for ad in ads[20:50]} == {1}


def test_damage_between_neighbours_costs_one_ad_and_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "jobs.ads"
    path.write_text("".join(job(proc, **({"A3": "x +"} if proc == 300 else {"A3": str(proc)})) for proc in range(600)))
    problems: list[AdsProblem] = []
    assert [ad.source("ProcId") for ad in read_packed(path, problems)] == [
        None if proc == 300 else str(proc) for proc in range(600)
    ]
    assert [problem.line for problem in problems] == [300 * 14 + 4]


def test_ads_without_texts_are_counted_and_made() -> None:
    ads = list(PackedAds([PackedRun.of(Ad.lazy([]))] * 3))
    assert [len(ad) for ad in ads] == [0, 0, 0]


def test_texts_that_hold_the_separator_or_odd_characters_come_through() -> None:
    odd = ['"a\0b"', '"\udc80"', '"\ud800"', '"a\nb"']
    packed = PackedAds(PackedRun.of(Ad.lazy([("A", text), ("B", "1")])) for text in odd)
    assert [ad.source("A") for ad in packed] == odd


def test_expressions_that_have_no_text_come_through(tmp_path: Path) -> None:
    path = tmp_path / "jobs.json"
    path.write_text('[{"A": 1, "B": "x\\"\\ny"}, {"A": 2, "B": "plain"}, {"A": 3, "B": "z\\"\\n"}]')
    assert [format_ad(ad) for ad in read_packed(path)] == [format_ad(ad) for ad in read_ads(path)]
    assert len(read_packed(path)) == 3
