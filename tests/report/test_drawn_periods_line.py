"""What is said of differences in drawn periods."""

from userprio.report.drawn_periods import differences_line
from userprio.simulation import Band, PairedDifference, PairedDifferences, ReplayDifferences

NOTHING = Band(-1, 0, 1)


def part(name: str, low: float, median: float, high: float) -> PairedDifference:
    return PairedDifference(name, NOTHING, NOTHING, Band(low, median, high), 0.5)


def said(use: list[PairedDifference], waits: list[PairedDifference], everybody: PairedDifference) -> str:
    sides = PairedDifferences(tuple(use), ()), PairedDifferences(tuple(waits), ())
    return differences_line(ReplayDifferences("changed", 10, 0, *sides, everybody, "drawn"))


def test_gains_and_waits_are_said_with_their_ranges() -> None:
    assert said(
        [part("ann@lab.example", 1.5, 3.1, 4.2), part("bob@lab.example", -4.2, -3.1, -1.5)],
        [part("ann@lab.example", -900, -600, -300), part("bob@lab.example", 60, 120, 240)],
        part("", -600, -300, -60),
    ) == (
        "jobs wait 5m 0s less, 80 % between 1m 0s and 10m 0s; ann waits 10m 0s less, 80 % between 5m 0s and 15m 0s; "
        "bob waits 2m 0s longer, 80 % between 1m 0s and 4m 0s; ann gains 3.1, 80 % between 1.5 and 4.2; bob loses 3.1, "
        "80 % between 1.5 and 4.2"
    )


def test_what_is_of_both_signs_is_no_more_than_chance() -> None:
    unsure = [part("ann@lab.example", -1, 2, 4), part("bob@lab.example", -4, 0, 1)]
    assert said(unsure, unsure, part("", -60, 5, 90)) == (
        "no waits differ by more than chance; no use differs by more than chance"
    )


def test_a_difference_whose_range_ends_at_nothing_is_not_sure() -> None:
    assert "ann" not in said(
        [part("ann@lab.example", 0, 2, 4), part("bob@lab.example", 0, 0, 0)], [], part("", 0, 0, 0)
    )
