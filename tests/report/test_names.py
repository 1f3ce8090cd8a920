"""Names on a screen, without the domain that all of them share."""

from msgspec.structs import replace

from userprio.report.formats import Block, Cell, Drawing, Kind, Paragraph, TableBlock, TableColumn, TableRow, cell
from userprio.report.layout import plain_text
from userprio.report.names import without_domain


def table(*names: str, slot: str = "slot1@c1.lab", note: str = "") -> TableBlock:
    columns = (TableColumn("submitter", "submitter", kind=Kind.NAME), TableColumn("slot", "slot", kind=Kind.NAME))
    rows = tuple(TableRow((cell(name.removeprefix("g.")), cell(slot)), name, "g") for name in names)
    return TableBlock(columns, rows, notes=(note,) if note else ())


def screen(*blocks: Block) -> list[str]:
    return plain_text(without_domain(blocks)).splitlines()


def test_the_domain_that_all_share_is_said_once() -> None:
    lines = screen(Paragraph.of("g.ann@lab: waits for ben@lab."), table("g.ann@lab", "ben@lab", note="* cy@lab"))
    assert lines[0] == "g.ann: waits for ben."
    assert [line.split() for line in lines[2:4]] == [["ann", "slot1@c1.lab"], ["ben", "slot1@c1.lab"]]
    assert lines[4:] == ["users are @lab", "* cy"]


def test_of_several_tables_the_first_with_names_says_it() -> None:
    lines = screen(table("ann@lab", "ben@lab"), table("ben@lab", "ann@lab"))
    assert [at for at, line in enumerate(lines) if line == "users are @lab"] == [3]


def test_with_two_domains_or_none_every_name_is_whole() -> None:
    for names in (("ann@lab", "ben@lab.example"), ("ann@lab", "ben")):
        assert "ann@lab" in "\n".join(screen(table(*names)))
        assert not any("users are" in line for line in screen(table(*names)))


def test_a_single_name_is_whole() -> None:
    assert screen(Paragraph.of("ann@lab waits."), table("ann@lab"))[0] == "ann@lab waits."


def test_a_command_to_type_has_whole_names_and_so_has_what_a_name_is_set_to() -> None:
    names = table("ann@lab", "ben@lab")
    for command in ("Try userprio setfactor ann@lab 500", "plan --setfactor ann@lab", "setfactor ann@lab=500"):
        assert screen(Paragraph.of(command), names)[0] == command


def test_slots_are_not_users_though_the_machine_is_called_like_the_domain() -> None:
    lines = screen(table("ann@lab", "ben@lab", slot="slot1_2@lab"))
    assert lines[1].split() == ["ann", "slot1_2@lab"]


def test_a_longer_domain_is_another_one() -> None:
    lines = screen(Paragraph.of("cy@lab.example, dan@lab-2"), table("ann@lab", "ben@lab"))
    assert lines[0] == "cy@lab.example, dan@lab-2"


def test_charts_and_totals_have_short_names_too() -> None:
    chart = Drawing(lambda width: [Paragraph.of(f"a ann@lab {width}")])
    total = TableRow((Cell("all but ann@lab"), Cell()))
    drawing, shown = without_domain([chart, replace(table("ann@lab", "ben@lab"), total=total)])
    assert isinstance(drawing, Drawing)
    assert [line.text for line in drawing.lines(40)] == ["a ann 40"]
    assert isinstance(shown, TableBlock)
    assert shown.total is not None
    assert shown.total.cells[0].text == "all but ann"
