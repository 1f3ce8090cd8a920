"""The screen of `userprio top`: groups and their submitters as a tree that can be folded, sorted and filtered."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, tzinfo
from typing import ClassVar, Final

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import DataTable, Footer, Input, Static

from userprio.analysis.status import Holder
from userprio.base.errors import UserprioError
from userprio.report import Paragraph, Presentation, StatusReport, bar, footer_lines, header_lines, printable, scale

_BAR: Final = 30
_ORDERS: Final[dict[str, Callable[[Holder], float]]] = {
    "in use": lambda member: -member.in_use,
    "idle left": lambda member: -member.idle_left,
    "over its quota": lambda member: -member.over,
    "won next": lambda member: -member.won,
}
"""What the rows of a family may be sorted by, the first unless another is chosen."""

Run = Callable[[Sequence[str]], str]
"""Runs a command that changes nothing, and returns what it writes."""


def _text(lines: Iterable[Paragraph]) -> Text:
    return Text("\n").join(Text.assemble(*line.parts) for line in lines)


class Answer(ModalScreen[None]):
    """What a command writes, to be read and closed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "dismiss", "Back")]

    def __init__(self, command: Sequence[str], run: Run) -> None:
        super().__init__()
        self._command, self._run_command = command, run

    def compose(self) -> ComposeResult:
        """The command line above its output."""
        with VerticalScroll():
            yield Static(Text(printable(f"userprio {' '.join(self._command)}"), style="bold"), id="command")
            yield Static("…", id="answer")
        yield Footer()

    def on_mount(self) -> None:
        """Start the command."""
        self._answer()

    @work(thread=True, exclusive=True)
    def _answer(self) -> None:
        text = self._run_command(self._command)
        self.app.call_from_thread(self.query_one("#answer", Static).update, Text.from_ansi(text))


class Question(ModalScreen[str | None]):
    """Asks for the options of a plan."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def __init__(self, options: str) -> None:
        super().__init__()
        self._options = options

    def compose(self) -> ComposeResult:
        """The options, to be completed."""
        yield Static("What would this change do? (nothing is changed)")
        yield Input(self._options, id="options", select_on_focus=False)
        yield Footer()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand the options over."""
        self.dismiss(event.value)


class Top(App[None]):
    """A pool's groups and submitters with their use, quotas and waiting jobs; it never writes."""

    TITLE = "userprio top"
    CSS = """
    #head, #summary { height: auto; padding: 0 1; }
    #filter { display: none; }
    #filter.shown { display: block; }
    Answer, Question { background: $background; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "explain", "Explain"),
        Binding("p", "plan", "Plan"),
        Binding("space", "fold", "Fold"),
        Binding("s", "sort", "Sort"),
        Binding("slash", "filter", "Filter"),
        Binding("escape", "clear", "Clear", show=False),
        Binding("r", "refresh_state", "Refresh"),
        Binding("q", "quit", "Quit"),
    ]

    def __init__(
        self, load: Callable[[], StatusReport], run: Run, zone: tzinfo = UTC, every_s: float | None = None
    ) -> None:
        """`load` is called for each state, every `every_s` seconds; `run` runs `explain` and `plan`."""
        super().__init__()
        self._load, self._run_command, self._zone, self._every_s = load, run, zone, every_s
        self._report: StatusReport | None = None
        self._folded: set[str] = set()
        self._order = next(iter(_ORDERS))
        self.rows: list[Holder] = []

    def compose(self) -> ComposeResult:
        """The header, the tree, and who waits."""
        yield Static(id="head")
        yield Input(placeholder="part of a name", id="filter")
        yield DataTable(id="tree", cursor_type="row", zebra_stripes=True)
        yield Static(id="summary")
        yield Footer()

    def on_mount(self) -> None:
        """Read the pool, now and every so often."""
        table = self.query_one(DataTable)
        table.add_columns("", "in use", "quota", "", "idle left", "next cycle")
        table.focus()
        self._read()
        if self._every_s is not None:
            self.set_interval(self._every_s, self._read)

    @work(thread=True, exclusive=True)
    def _read(self) -> None:
        try:
            report = self._load()
        except (UserprioError, OSError) as error:
            # A pool that does not answer for once: what was read last stays on the screen.
            self.call_from_thread(self.notify, printable(str(error)), title="Not read again", severity="error")
        else:
            self.call_from_thread(self._show, report)

    def _show(self, report: StatusReport) -> None:
        if self._report is None:
            # The groups come first; whoever wants the users of one unfolds it.
            self._folded = {member.name for member in report.status.members if report.status.has_groups}
            self._folded -= {member.parent for member in report.status.members if member.parent is not None}
        self._report = report
        self._draw()

    def _draw(self) -> None:
        report = self._report
        if report is None:
            return
        table = self.query_one(DataTable)
        at = self.rows[table.cursor_row].name if self.rows and table.cursor_row < len(self.rows) else None
        self.rows = list(self._visible(report))
        most = scale([max(row.in_use, row.quota or 0.0) for row in self.rows])
        table.clear()
        for row in self.rows:
            table.add_row(*self._cells(row, most, report))
        place = next((number for number, row in enumerate(self.rows) if row.name == at), 0)
        table.move_cursor(row=place, animate=False)
        look, width = Presentation(zone=self._zone, on_terminal=True), self.size.width - 2
        self.query_one("#head", Static).update(_text(header_lines(report, look, width)))
        self.query_one("#summary", Static).update(_text(footer_lines(report, look, width)))
        self.sub_title = f"by {self._order}"

    def _visible(self, report: StatusReport) -> Iterator[Holder]:
        """The rows, top down: what is not folded, and with a filter what it fits, with the groups above."""
        wanted = self.query_one("#filter", Input).value.lower()
        families: dict[str | None, list[Holder]] = {}
        for member in (*report.status.members, *report.status.submitters):
            families.setdefault(member.parent, []).append(member)

        def rows(parent: str | None) -> Iterator[Holder]:
            for member in sorted(families.get(parent, ()), key=_ORDERS[self._order]):
                below = list(rows(member.name)) if wanted or member.name not in self._folded else []
                if below or wanted in member.name.lower():
                    yield member
                    yield from below

        return rows(None)

    def _cells(self, row: Holder, most: float, report: StatusReport) -> Iterator[Text]:
        mark = "▸ " if row.name in self._folded else "▾ "
        if row.is_submitter:
            mark = "  " if report.status.has_groups else ""
        name = row.name.removesuffix(report.domain) if row.is_submitter else row.name
        if row.parent is not None and name.startswith(f"{row.parent}."):
            name = name[len(row.parent) + 1 :]
        yield Text("  " * row.depth + mark + printable(name))
        yield Text(f"{row.in_use:,.10g}", justify="right")
        yield Text("" if row.quota is None else f"{row.quota:,.4g}", justify="right")
        yield Text.assemble(*bar(row.in_use, row.quota, most, _BAR, "cyan", "yellow"))
        yield Text(f"{row.idle_left:,}" if row.idle_left else "", justify="right")
        gains = [f"{sign}{weight:,.6g}" for sign, weight in (("+", row.won), ("-", row.lost)) if weight]
        yield Text(" ".join(gains), style="red" if row.lost else "")

    @property
    def _chosen(self) -> Holder | None:
        row = self.query_one(DataTable).cursor_row
        return self.rows[row] if 0 <= row < len(self.rows) else None

    def action_explain(self) -> None:
        """Say why the chosen group or submitter gets what it gets."""
        if (chosen := self._chosen) is not None:
            words = ["explain", chosen.name] if chosen.is_submitter else ["explain", "--group", chosen.name]
            self.push_screen(Answer(words, self._run_command))

    def on_data_table_row_selected(self) -> None:
        """The table itself takes the Enter key."""
        self.action_explain()

    def on_input_submitted(self) -> None:
        """Go from the filter to what it left."""
        self.query_one(DataTable).focus()

    def action_plan(self) -> None:
        """Ask for a change, and show what it would do."""
        chosen = self._chosen
        if chosen is None:
            return
        options = f"--setfactor {chosen.name}=" if chosen.is_submitter else f"--set GROUP_QUOTA_{chosen.name}="

        def answer(given: str | None) -> None:
            if given:
                self.push_screen(Answer(["plan", *given.split()], self._run_command))

        self.push_screen(Question(options), answer)

    def action_fold(self) -> None:
        """Fold or unfold what is below the chosen group."""
        chosen = self._chosen
        if chosen is not None and not chosen.is_submitter:
            self._folded ^= {chosen.name}
            self._draw()

    def action_sort(self) -> None:
        """Sort by the next figure."""
        orders = list(_ORDERS)
        self._order = orders[(orders.index(self._order) + 1) % len(orders)]
        self._draw()

    def action_filter(self) -> None:
        """Let a part of a name be typed."""
        field = self.query_one("#filter", Input)
        field.add_class("shown")
        field.focus()

    def action_clear(self) -> None:
        """Show everything again."""
        field = self.query_one("#filter", Input)
        field.value = ""
        field.remove_class("shown")
        self.query_one(DataTable).focus()

    def action_refresh_state(self) -> None:
        """Read the pool again."""
        self._read()

    def on_input_changed(self) -> None:
        """Show what fits the part of a name."""
        self._draw()
