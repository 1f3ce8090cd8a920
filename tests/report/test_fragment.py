"""The piece of configuration that a plan comes to."""

from pathlib import Path

import pytest

from userprio import config
from userprio.analysis.plan.saved import SavedKnob
from userprio.report.what_if import knob_lines


@pytest.mark.parametrize(
    "text",
    ["5", "a, b", "$(OTHER) x", "one\nthree", "end_of_value\n@end_of_value\n@end_of_value_2x", '"q" && a == "#"', ""],
)
def test_htcondor_reads_what_was_planned(tmp_path: Path, text: str) -> None:
    path = tmp_path / "60-plan"
    path.write_text(
        "A = 1\n" + "".join(f"{line}\n" for line in knob_lines([SavedKnob("MINE", None, text)])) + "B = 2\n"
    )
    found = config.read(path, environ={})
    assert (found.raw("A"), found.raw("MINE"), found.raw("B")) == ("1", text, "2")


def test_a_knob_to_be_taken_out_is_a_remark_with_its_place() -> None:
    assert list(knob_lines([SavedKnob("MINE", "1", None, "/etc/condor_config, line 3")])) == [
        "# Remove: MINE (/etc/condor_config, line 3)"
    ]
