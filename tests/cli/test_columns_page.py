"""The pages for look-ups: every key and column that scripts read, every reason, every option of condor_userprio."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest

from tests.generate import columns
from tests.generate.__main__ import REPOSITORY, of_documents
from tests.generate.inputs import put_inputs
from userprio.cli.classic.options import OPTIONS
from userprio.cli.topics import topic
from userprio.negotiation import Reason
from userprio.pool.examples import shipped
from userprio.report import schema_names

Run = Callable[..., Any]
ASKED = (
    "negotiate --snapshot research",
    "negotiate --snapshot groups --real-time --set GROUP_ACCEPT_SURPLUS=true",
    "most --snapshot physics --all-users",
    "plan --snapshot groups --set GROUP_ACCEPT_SURPLUS=true --why",
    "plan --snapshot fairshare --setfactor ada@example.org=10",
    "explain higgs --snapshot physics",
    "explain einstein --than curie --snapshot physics",
    "explain --group geo --snapshot groups",
    "explain --slot slot1@c2 --snapshot fairshare",
    "explain --free --snapshot physics",
    "forecast --snapshot groups --for 2h",
    "forecast --snapshot groups --for 1h --by group --futures 10",
    "wait ben --snapshot full --for 1h --futures 4",
    "defrag --snapshot research --set DEFRAG_DRAINING_MACHINES_PER_HOUR=6",
    "sweep --snapshot groups GROUP_QUOTA_geo=4..8/2",
    "sweep --snapshot groups GROUP_QUOTA_geo=4,6 --over long-run --job-length 1h",
    "aim --snapshot groups --hold 6:geo.cy",
    "check --snapshot groups --set GROUP_QUOTA_bio=-5",
    "check --snapshot research --explain all",
)
"""Other questions than those of which the page is made."""
NAMED_BY_DATA = {"units", "usage", "asks", "values", "fails", "passes", "not_finite"}
"""Objects whose keys are names of submitters, attributes and files."""


def sections() -> dict[str, str]:
    text = "\n".join(topic("columns").blocks)
    found = re.split(r"^## (.*)$", text, flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def listed(section: str) -> set[str]:
    return {
        name for line in re.findall(r"^- ((?:`\w+`,? ?)+)", section, re.MULTILINE) for name in re.findall(r"\w+", line)
    }


def keys(value: Any, inside: str = "") -> Iterator[str]:
    """Every key of a document but those that are names; of changes to users in `stability` too, these are names."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if inside not in NAMED_BY_DATA and not (inside == "changes" and "@" in name):
                yield name
            yield from keys(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner, inside)


@pytest.mark.parametrize("asked", ASKED)
def test_every_key_and_every_column_is_on_the_page_of_columns(asked: str, userprio: Run) -> None:
    command = asked.split()[0]
    known = listed(sections()[command]) | {*re.findall(r"`(\w+)`", sections()["All documents"])}
    known |= listed(sections()["negotiate"]) if command == "plan" else set()
    written = userprio(*asked.split(), "--format", "json").out
    assert set(keys(json.loads(written))) - known == set()
    rows = userprio(*asked.split(), "--format", "csv").out
    # A sweep has a column for each range, under its name.
    assert set(next(csv.reader(io.StringIO(rows)))) - known <= {word.partition("=")[0] for word in asked.split()}


@pytest.mark.parametrize("over", ["sweep", "replay"])
def test_replays_are_on_the_page_of_columns_and_valid_by_their_schemas(
    over: str, userprio: Run, tmp_path: Path
) -> None:
    put_inputs(tmp_path)
    past, pool = tmp_path / "history.ads", ("--snapshot", "fairshare", "--every", "1d")
    asked: tuple[Any, ...] = ("replay", past, *pool, "--set", "PRIORITY_HALFLIFE=3600", "--each-job")
    if over == "sweep":
        words = ("--over", "replay", "--history", past, "--until-wait", "p95<=1h")
        asked = ("sweep", "setfactor:ada@example.org=10", *pool, *words)
    document = json.loads(userprio(*asked, "--format", "json").out)
    known = listed(sections()[over]) | {*re.findall(r"`(\w+)`", sections()["All documents"])}
    assert set(keys(document)) - known == set()
    fastjsonschema.validate(json.loads(userprio("help", document["schema"]).out), document)


WITHOUT_SCHEMA = {
    *("apply", "bill", "diff", "edit", "guards", "history", "jobprio", "jobprio-usage", "jobs", "log", "log-check"),
    *("policy", "readlog", "readlog.cycle", "resources", "settings", "snapshot", "status", "verify", "versions"),
}
"""Documents whose keys are on the pages of their commands only."""


def test_every_document_has_a_schema_and_an_entry_among_the_columns_but_for_those_that_are_known_to_lack_them() -> None:
    sources = (path.read_text(encoding="utf-8") for path in (REPOSITORY / "userprio").rglob("*.py"))
    written = {name for text in sources for name in re.findall(r'"schema": "userprio\.([\w.-]+)/1"', text)}
    described = {name.removeprefix("userprio.").removesuffix("/1") for name in schema_names()}
    assert written - described == WITHOUT_SCHEMA
    commands = {"listing": "most", "codes": "check", "explain-free": "explain", "explain-slot": "explain"}
    assert {commands.get(name, name) for name in described} == sections().keys() - {"All documents"}


def test_a_key_that_is_not_on_the_page_would_be_noticed() -> None:
    assert "won" in listed(sections()["negotiate"])
    assert "no_such_key" not in listed(sections()["negotiate"])
    assert list(keys({"a": [{"b": 1}], "usage": {"ann@lab": 1}})) == ["a", "b", "usage"]


def test_each_command_has_the_columns_of_its_tables_with_their_units() -> None:
    for command in columns.COMMANDS:
        section = " ".join(sections()[command].split())
        for own in columns.columns(command).values():
            for key in own:
                assert f"- `{key.name}`" in section
                assert key.meaning
                assert not key.unit or f"({key.unit})" in section


@pytest.mark.slow
def test_the_page_of_columns_and_the_schemas_are_what_the_commands_write_now() -> None:
    for path, text in of_documents().items():
        assert (REPOSITORY / path).read_text(encoding="utf-8") == text, f"{path}: run python -m tests.generate"


@pytest.mark.parametrize("asked", ASKED)
def test_a_document_is_valid_by_the_schema_that_it_names(asked: str, userprio: Run) -> None:
    document = json.loads(userprio(*asked.split(), "--format", "json").out)
    schema = json.loads(userprio("help", document["schema"]).out)
    assert schema["properties"]["schema"] == {"const": document["schema"]}
    fastjsonschema.validate(schema, document)


EVERY = (
    *("negotiate", "negotiate --first-cycle --real-time", "negotiate --set NEGOTIATOR_CONSIDER_PREEMPTION=False"),
    *("most --all-users", "quotas", "check", "explain --free", "forecast --for 1h", "wait --for 1h --futures 3"),
    *("plan --set PREEMPTION_REQUIREMENTS=True --why", "plan --slots +3:Cpus=8"),
)


@pytest.mark.slow
@pytest.mark.parametrize("line", EVERY)
@pytest.mark.parametrize("pool", [pool.name for pool in shipped()])
def test_documents_about_every_example_are_valid(pool: str, line: str, userprio: Run) -> None:
    done = userprio(*line.split(), "--snapshot", pool, "--format", "json")
    document = json.loads(done.out)
    fastjsonschema.validate(json.loads(userprio("help", document["schema"]).out), document)


@pytest.mark.parametrize("asked", ASKED)
def test_a_schema_says_what_each_key_is(asked: str, userprio: Run) -> None:
    """Of a document that it was not made from: where a key is only null or missing there, nothing is known of it."""
    document = json.loads(userprio(*asked.split(), "--format", "json").out)
    properties = json.loads(userprio("help", document["schema"]).out)["properties"]
    assert document.keys() - properties.keys() == set()
    assert [key for key, about in properties.items() if not about.get("description") and key != "schema"] == []


def test_a_document_of_the_wrong_type_is_not_valid(userprio: Run) -> None:
    document = json.loads(userprio("negotiate", "--snapshot", "pie", "--format", "json").out)
    document["submitters"][0]["limit"] = "four"
    with pytest.raises(fastjsonschema.JsonSchemaValueException, match="limit"):
        fastjsonschema.validate(json.loads(userprio("help", document["schema"]).out), document)


def test_every_reason_is_on_its_page_with_its_meaning_and_what_to_look_at() -> None:
    terms = dict(block.split("\n: ", 1) for block in topic("reasons").blocks if "\n: " in block)
    assert list(terms) == [str(reason) for reason in Reason]
    for reason in Reason:
        text = " ".join(terms[reason].split())
        meaning = reason.about.replace("**", "")
        assert text.startswith(meaning)
        advice = text.removeprefix(meaning).strip()
        assert len(advice.split()) > 3, reason


def test_every_option_of_condor_userprio_is_on_the_page_for_those_who_know_it(userprio: Run) -> None:
    blocks = topic("migrating").blocks
    rows = [line for block in blocks if block.startswith("```") for line in block.splitlines()]
    for option in OPTIONS:
        spelled = rf"-{option.name}(?:\[:FLAGS\])?\b.*"
        assert any(re.match(spelled, row) for row in rows), option.name
        about = f"{option.about[0].upper()}{option.about[1:]}."
        assert any(re.match(rf"{spelled}\n: {re.escape(about)}", block) for block in blocks), option.name


@pytest.mark.parametrize(
    ("typed", "here"),
    [
        ("-most", "most"),
        ("-flat", "most --layout flat"),
        ("-grouporder", "most --layout grouporder"),
        ("-grouprollup", "most --group-rollup"),
        ("-allusers", "most --all-users"),
        ("-all", "all"),
        ("-usage", "usage"),
        ("-priority", "priority"),
        ("-long", "most --format long"),
        ("-getreslist higgs@example.org", "resources higgs@example.org"),
    ],
)
def test_what_replaces_an_option_prints_the_same(typed: str, here: str, userprio: Run) -> None:
    old = userprio("--snapshot", "physics", *typed.split())
    new = userprio("--snapshot", "physics", *here.split())
    assert (new.status, new.out) == (old.status, old.out)
    assert old.status == 0


def test_an_explanation_leads_to_what_helps(userprio: Run) -> None:
    shown = userprio("explain", "alice", "--snapshot", "physics").out
    [reason] = re.findall(r'^  What helps: userprio help "([^"]+)"$', shown, re.MULTILINE)
    assert "a larger quota" in userprio("help", reason).out
    satisfied = userprio("explain", "salam", "--snapshot", "physics").out
    assert "What helps" not in satisfied


@pytest.mark.parametrize("reason", Reason)
def test_each_reason_has_help_by_its_name(reason: Reason, userprio: Run) -> None:
    assert userprio("help", reason).out.startswith(f"{reason}\n    ")
