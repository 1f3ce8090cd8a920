"""`userprio top`: the state of a pool as a tree that is folded, sorted, filtered, and asked."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from textual.pilot import Pilot
from textual.widgets import Input, Static

import userprio
from userprio.analysis.status import status
from userprio.base.errors import BadInput
from userprio.cli.top_app import Answer, Top
from userprio.report.status import StatusReport

COMMANDS: list[Sequence[str]] = []


def pool() -> StatusReport:
    return StatusReport(status(userprio.load("research").negotiate()), "research", "@example.org", (), "", "cores")


def run(words: Sequence[str]) -> str:
    COMMANDS.append(words)
    return f"the answer of {words[0]}"


def names(top: Top) -> list[str]:
    return [member.name for member in top.rows]


def using(steps: Callable[[Top, Pilot[None]], Awaitable[None]]) -> None:
    """Run the program on a terminal of 100 by 30 and take these steps, once it has read the pool."""

    async def session() -> None:
        COMMANDS.clear()
        async with (top := Top(pool, run)).run_test(size=(100, 30)) as pilot:
            await settled(top, pilot)
            await steps(top, pilot)

    asyncio.run(session())


async def settled(top: Top, pilot: Pilot[None]) -> None:
    await top.workers.wait_for_complete()
    await pilot.pause()


def test_groups_are_shown_first_the_most_used_on_top_and_unfold_to_their_users() -> None:
    async def steps(top: Top, pilot: Pilot[None]) -> None:
        assert names(top)[:3] == ["cosmo", "cosmo.lensing", "cosmo.survey"]
        await pilot.press("down", "space")
        assert names(top)[1:4] == ["cosmo.lensing", "cosmo.lensing.jun@example.org", "cosmo.survey"]
        await pilot.press("up", "space")
        assert names(top)[:2] == ["cosmo", "bio"]

    using(steps)


def test_rows_are_sorted_by_one_figure_after_the_other() -> None:
    async def steps(top: Top, pilot: Pilot[None]) -> None:
        await pilot.press("s")
        assert [name for name in names(top) if "." not in name] == ["bio", "cosmo", "<none>", "ml"]
        assert top.sub_title == "by idle left"

    using(steps)


def test_a_part_of_a_name_leaves_what_fits_it_with_the_groups_above() -> None:
    async def steps(top: Top, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"jun")
        assert names(top) == ["cosmo", "cosmo.lensing", "cosmo.lensing.jun@example.org"]
        await pilot.press("escape")
        assert len(names(top)) > 3
        assert not top.query_one("#filter", Input).has_class("shown")

    using(steps)


def test_enter_explains_a_group_or_a_submitter_and_escape_goes_back() -> None:
    async def steps(top: Top, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await settled(top, pilot)
        assert isinstance(top.screen, Answer)
        assert "the answer of explain" in str(top.screen.query_one("#answer", Static).content)
        await pilot.press("escape", "down", "space", "down", "enter")
        await settled(top, pilot)
        assert COMMANDS == [["explain", "--group", "cosmo"], ["explain", "cosmo.lensing.jun@example.org"]]

    using(steps)


def test_a_plan_is_asked_for_with_the_chosen_name_filled_in() -> None:
    async def steps(top: Top, pilot: Pilot[None]) -> None:
        await pilot.press("p", *"50", "enter")
        await settled(top, pilot)
        assert COMMANDS == [["plan", "--set", "GROUP_QUOTA_cosmo=50"]]

    using(steps)


def test_what_is_chosen_stays_chosen_when_the_pool_is_read_again() -> None:
    async def steps(top: Top, pilot: Pilot[None]) -> None:
        await pilot.press("down", "down", "r")
        await settled(top, pilot)
        await pilot.press("enter")
        await settled(top, pilot)
        assert COMMANDS == [["explain", "--group", "cosmo.survey"]]

    using(steps)


def test_a_pool_that_cannot_be_read_again_leaves_what_was_read_last() -> None:
    states = [pool()]

    def load() -> StatusReport:
        if not states:
            raise BadInput("the pool does not answer")
        return states.pop()

    async def session() -> None:
        async with (top := Top(load, run)).run_test(size=(100, 30)) as pilot:
            await settled(top, pilot)
            before = names(top)
            await pilot.press("r")
            await settled(top, pilot)
            assert names(top) == before
            assert [note.message for note in top._notifications] == ["the pool does not answer"]

    asyncio.run(session())
