"""Screens as Markdown."""

from userprio.report.formats import AnyColumn, Kind, Paragraph, TableBlock, TableColumn, TableRow, cell, number
from userprio.report.layout import markdown_text


def test_a_table_has_a_heading_and_a_row_to_a_line_and_nothing_in_it_acts() -> None:
    heads: tuple[AnyColumn, ...] = (
        TableColumn("submitter", "submitter", kind=Kind.NAME),
        TableColumn("usage", "in\nuse"),
    )
    lines = (TableRow((cell("a|b_c@x"), number(1234.5))), TableRow((cell("*bold*"), number(None))))
    total = TableRow((cell("2 users"), number(1234.5)))
    screen = [Paragraph.of("A [link](x)"), TableBlock(heads, lines, "Who", total=total, notes=("a note",))]
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
