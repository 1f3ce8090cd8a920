"""The slots of a submitter as a table."""

from datetime import tzinfo

from rich.console import Console
from rich.text import Text

from userprio.report.humanize import amount, count, duration, moment
from userprio.report.resources import Holdings, slot_name
from userprio.report.tables.frame import add_name_column, add_number_column, name_text, new_table


def print_holdings(found: Holdings, console: Console, zone: tzinfo) -> None:
    """Print one line for each slot and the total weight; `zone` is for dates."""
    if not found.slots:
        console.print(Text.assemble(name_text(found.submitter), " holds no slot."))
        return
    table = new_table(console)
    add_name_column(table, "slot")
    for heading in ("weight", "since", "for"):
        add_number_column(table, heading)
    weights = [1.0 if slot.slot_weight is None else slot.slot_weight for slot in found.slots]
    last = len(weights) - 1
    for place, (slot, weight) in enumerate(zip(found.slots, weights, strict=True)):
        start = slot.start_time or 0
        held = duration(found.now - start) if start else ""
        table.add_row(Text(slot_name(slot)), amount(weight), moment(start, zone), held, end_section=place == last)
    total = count(len(weights), "slot")
    table.add_row(Text(total, style="bold"), Text(amount(sum(weights)), style="bold"), "", "")
    console.print(table)
