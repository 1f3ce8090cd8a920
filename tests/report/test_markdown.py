"""Screens as Markdown."""

from userprio.report.sheets.model import Head, Line, Sheet, Words, cell, name_head, number
from userprio.report.sheets.texts import markdown_text


def test_a_table_has_a_heading_and_a_row_to_a_line_and_nothing_in_it_acts() -> None:
    heads = (name_head("submitter"), Head("usage", "in\nuse"))
    lines = (Line((cell("a|b_c@x"), number(1234.5))), Line((cell("*bold*"), number(None))))
    total = Line((cell("2 users"), number(1234.5)))
    screen = [Words.of("A [link](x)"), Sheet(heads, lines, "Who", total=total, notes=("a note",))]
    assert markdown_text(screen) == (
        "A \\[link\\](x)\n"
        "\n"
        "### Who\n"
        "\n"
        "| submitter | in use |\n"
        "| --- | ---: |\n"
        "| a\\|b\\_c@x | 1234.5 |\n"
        "| \\*bold\\* |  |\n"
        "| 2 users | 1234.5 |\n"
        "\n"
        "a note\n"
    )
