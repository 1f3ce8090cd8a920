"""Which way is taken to a pool, and what is said where there is none."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.live.folder_transport import FolderTransport
from userprio.accounting import Edit, EditAction
from userprio.classad import Ad
from userprio.config import read as read_config
from userprio.ledger import Ledger
from userprio.live import LiveError, LiveErrorKind, Negotiator, Via, choose_negotiator, connect
from userprio.live import connecting as under_test
from userprio.live.connecting import Bindings, Tools, find_tools
from userprio.pool import Pool

NEGOTIATOR = Negotiator("cm.test", "<127.0.0.1:9614>")


def tool(folder: Path, name: str, *lines: str) -> None:
    """A program that does what a tool of HTCondor's was seen to do."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text("#!/bin/sh\n" + "\n".join(lines) + "\n")
    path.chmod(0o755)


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither tools nor bindings, whatever this machine has."""
    monkeypatch.setattr(under_test, "bindings_installed", lambda: False)
    monkeypatch.setattr("userprio.live.connecting._PLACES", "/nowhere")


def test_the_tools_are_taken_where_they_are_on_the_path(tmp_path: Path) -> None:
    for name in ("condor_userprio", "condor_status"):
        tool(tmp_path, name)
    assert isinstance(connect("cm.test", None, {"PATH": str(tmp_path)}), Tools)


def test_what_is_asked_for_is_taken_or_missed(nowhere: None, tmp_path: Path) -> None:
    for name in ("condor_userprio", "condor_status"):
        tool(tmp_path, name)
    with pytest.raises(LiveError, match=r"pip install 'userprio\[live\]'") as caught:
        connect("cm.test", Via.BINDINGS, {"PATH": str(tmp_path)})
    assert caught.value.kind is LiveErrorKind.NOT_INSTALLED
    with pytest.raises(LiveError, match="no condor_userprio nor condor_status on PATH") as caught:
        connect("cm.test", Via.TOOLS, {"PATH": "/nowhere"})
    assert caught.value.kind is LiveErrorKind.NOT_INSTALLED


def test_without_either_it_says_how_to_get_them(nowhere: None) -> None:
    with pytest.raises(LiveError, match="nothing installed here can query a running pool") as caught:
        connect(None, None, {})
    assert caught.value.kind is LiveErrorKind.NOT_INSTALLED


def test_a_tool_that_is_missing_alone_is_named(nowhere: None, tmp_path: Path) -> None:
    for name in ("condor_userprio", "condor_status"):
        tool(tmp_path, name)
    way = connect("cm.test", None, {"PATH": str(tmp_path)})
    with pytest.raises(LiveError, match="condor_q is not installed"):
        next(iter(way.jobs("ap1", ["Owner"])))


def negotiators(*names: str) -> FolderTransport:
    ads: Sequence[Ad] = [Ad({"Name": name, "MyAddress": f"<{name}>"}) for name in names]
    return FolderTransport(Pool(), Ledger.empty(), "", read_config(None, environ={}), list(ads))


def test_the_only_negotiator_needs_no_name() -> None:
    found = choose_negotiator(negotiators("cm.test"), "cm.test", None)
    assert (found.name, found.address, found.alone) == ("cm.test", "<cm.test>", True)


def test_of_several_the_one_that_is_named_is_taken() -> None:
    found = choose_negotiator(negotiators("day", "night"), "cm.test", "NIGHT")
    assert (found.name, found.address, found.alone) == ("night", "<night>", False)


@pytest.mark.parametrize(
    ("names", "name", "kind", "said"),
    [
        ((), None, LiveErrorKind.NO_NEGOTIATOR, "does not know a negotiator"),
        (("day", "night"), None, LiveErrorKind.SEVERAL_NEGOTIATORS, "day, night"),
        (("day",), "noon", LiveErrorKind.NO_NEGOTIATOR, "no negotiator noon. It has day"),
    ],
)
def test_what_cannot_be_chosen_is_told(
    names: tuple[str, ...], name: str | None, kind: LiveErrorKind, said: str
) -> None:
    with pytest.raises(LiveError, match=said) as caught:
        choose_negotiator(negotiators(*names), "cm.test", name)
    assert caught.value.kind is kind


def test_a_dump_without_a_knob_is_a_refusal_though_the_tool_reports_success(tmp_path: Path) -> None:
    header = "echo '# Configuration from negotiator on cm.test'"
    tool(tmp_path, "condor_config_val", header, 'echo "Can\'t send end of message" >&2')
    way = Tools("cm.test", find_tools({"PATH": str(tmp_path)}), {"PATH": f"{tmp_path}:/bin:/usr/bin"})
    with pytest.raises(LiveError) as caught:
        way.configuration(NEGOTIATOR)
    assert caught.value.kind is LiveErrorKind.DENIED


@pytest.mark.parametrize(
    ("stderr", "kind", "said"),
    [
        (
            "set priority factor failed: not your group",
            LiveErrorKind.NOT_DONE,
            "the negotiator refuses: not your group",
        ),
        (
            "negotiator rejected floor lease: floor lease for a@b is already in effect (expires at 5)",
            LiveErrorKind.NOT_DONE,
            "floor lease for a@b is already in effect",
        ),
        ("failed to send SET_PRIORITY command to negotiator", LiveErrorKind.DENIED, "does not give us access"),
    ],
)
def test_a_refused_edit_is_told_with_the_reason_if_there_is_one(
    stderr: str, kind: LiveErrorKind, said: str, tmp_path: Path
) -> None:
    tool(tmp_path, "condor_userprio", f"echo '{stderr}' >&2", "exit 1")
    way = Tools("cm.test", find_tools({"PATH": str(tmp_path)}), {"PATH": f"{tmp_path}:/bin:/usr/bin"})
    with pytest.raises(LiveError) as caught:
        way.send(NEGOTIATOR, Edit(EditAction.SET_FACTOR, ("a@b",), 5.0))
    assert caught.value.kind is kind
    assert said in caught.value.message


def test_an_edit_is_told_to_the_tool_with_its_numbers_in_full(tmp_path: Path) -> None:
    tool(tmp_path, "condor_userprio", f'echo "$@" >> {tmp_path}/said')
    way = Tools("cm.test:9620", find_tools({"PATH": str(tmp_path)}), {"PATH": f"{tmp_path}:/bin:/usr/bin"})
    way.send(NEGOTIATOR, Edit(EditAction.SET_FACTOR, ("a@b",), 1234567.125, 60))
    way.send(Negotiator("night", "<n>", alone=False), Edit(EditAction.SET_CEILING, ("a@b",), -1))
    way.send(NEGOTIATOR, Edit(EditAction.RESET_ALL))
    assert (tmp_path / "said").read_text().splitlines() == [
        "-pool cm.test:9620 -setfactor a@b 1234567.125 -duration 60",
        "-pool cm.test:9620 -name night -setceiling a@b -1",
        "-pool cm.test:9620 -resetall",
    ]


@pytest.mark.parametrize(
    "edit",
    [
        Edit(EditAction.SET_FLOOR, ("a@b",), 5),
        Edit(EditAction.SET_CEILING, ("a@b",), -1),
        Edit(EditAction.SET_FACTOR, ("a@b",), 5.0, 60),
        Edit(EditAction.CANCEL_FACTOR_LEASE, ("a@b",)),
    ],
    ids=str,
)
def test_what_the_bindings_lack_is_said_with_the_way_that_has_it(edit: Edit) -> None:
    with pytest.raises(LiveError, match="--via tools") as caught:
        Bindings("cm.test", {}).check(edit)
    assert caught.value.kind is LiveErrorKind.UNSUPPORTED


def test_bindings_that_end_their_process_are_survived(tmp_path: Path) -> None:
    """A configuration with a syntax error ends the process that imports them, in C++."""
    broken = tmp_path / "condor_config"
    broken.write_text("this is not a configuration\n")
    way = Bindings("127.0.0.1:9", {"CONDOR_CONFIG": str(broken)})
    with pytest.raises(LiveError) as caught:
        way.negotiators()
    assert caught.value.kind in (LiveErrorKind.FAILED, LiveErrorKind.NOT_INSTALLED)
