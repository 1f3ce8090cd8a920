"""Times, and what HTCondor writes between them and the text."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from userprio.base import BadInput
from userprio.monitoring.headers import Headers

AT = int(datetime(2026, 11, 23, 16, 55, 59, tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    "head",
    [
        "11/23/26 16:55:59 ",
        " 11/23/26 16:55:59 ",
        "11/23/26 16:55:59.411 (fd:10) (pid:143629) (cid:0) (D_MATCH) ",
        "11/23/26 16:55:59 (bt:d0c4:10) (D_ALWAYS:2) ",
        "11/23/26 16:55:59 (D_ALWAYS|D_FAILURE) ",
        f"{AT}.726 (D_ALWAYS) ",
        f"{AT} ",
        "2026-11-23T16:55:59+0000 ",
        "2026-11-23T17:55:59+01:00 ",
        "2026-11-23 16:55:59 ",
    ],
)
def test_the_text_begins_behind_the_header_with_its_own_indentation(head: str) -> None:
    line = f"{head}      Matched 1.0".encode()
    split = Headers(UTC).split(line)
    assert split == (AT, len(head))


@pytest.mark.parametrize("line", ["       MAX_TIME_PER_SUBMITTER = 60 sec", "Attr = 5", "", "\tBacktrace bt:1"])
def test_the_rest_of_a_message_and_dumped_ads_have_no_header(line: str) -> None:
    assert Headers(UTC).split(line.encode()) is None


def test_a_text_in_brackets_is_no_flag() -> None:
    line = b"11/23/26 16:55:59 (ACCOUNTANT) Updating priorities"
    assert Headers(UTC).split(line) == (AT, 18)


def test_an_unusual_format_is_read_if_it_is_given() -> None:
    line = b"23.11.2026 16h55m59 ---------- Started"
    assert Headers(UTC).split(line) is None
    assert Headers(UTC, '"%d.%m.%Y %Hh%Mm%S"').split(line) == (AT, 20)


@pytest.mark.parametrize(
    ("form", "says"), [("%H:%M:%S", "have no date"), ("%Q", "%Q is not known"), ("%m/%d %H:%M:%S", "have no date")]
)
def test_a_format_that_loses_the_date_is_refused(form: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        Headers(UTC, form)


def test_the_hour_that_an_autumn_night_has_twice_is_told_apart_by_its_order() -> None:
    headers = Headers(ZoneInfo("Europe/Zurich"))
    clocks = ["01:59:00", "02:10:00", "02:59:50", "02:00:10", "02:30:00", "03:00:10"]
    times = [headers.split(f"10/25/26 {clock} text".encode()) for clock in clocks]
    seconds = [split[0] for split in times if split is not None]
    assert seconds == sorted(seconds)
    assert seconds[-1] - seconds[0] == 2 * 3600 + 70
