"""What a command loads before it does anything."""

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

CODE = """
import sys
from userprio.cli.app import run
from userprio.cli.environment import Environment
run(sys.argv[1:], Environment.of_process())
sys.stderr.write(" ".join(sys.modules))
"""


def loaded(*arguments: str) -> set[str]:
    """The modules that are there after a command."""
    done = subprocess.run([sys.executable, "-c", CODE, *arguments], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_help_loads_no_room_but_that_of_the_commands_and_no_library_that_only_other_commands_need() -> None:
    packages = {f"userprio.{name}" for name in "negotiation ledger classad config accounting report.drawing".split()}
    assert all(map(find_spec, packages)), "a name that nobody has would be loaded by nobody"
    assert loaded("--help").isdisjoint({*packages, "difflib", "pcre2", "platformdirs", "tomllib", "zoneinfo"})


def test_what_a_cycle_decides_can_be_known_without_the_engine() -> None:
    code = "import sys, userprio.report; sys.exit('userprio.negotiation.cycle' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_edit_loads_nothing_of_cycles_and_listings(tmp_path: Path) -> None:
    ledger = tmp_path / "Accountantnew.log"
    ledger.write_bytes(b"107 1 CreationTimestamp 1\n101 Customer.ann@x * *\n")
    for edit in (["-setfactor", "ann@x", "5"], ["setfactor", "ann@x", "6"]):
        there = loaded("--ledger", str(ledger), *edit)
        assert "userprio.ledger.store" in there
        for part in (
            "negotiation.cycle",
            "accounting.quotas.rounds",
            "report.listing.build",
            "classad.files",
            "classad.functions",
            "analysis.plan",
            "analysis.explain",
            "analysis.check",
            "simulation",
        ):
            assert find_spec(f"userprio.{part}"), "a name that nobody has would be loaded by nobody"
            assert f"userprio.{part}" not in there


def test_a_listing_of_a_ledger_alone_loads_nothing_of_cycles(tmp_path: Path) -> None:
    ledger = tmp_path / "Accountantnew.log"
    ledger.write_bytes(b"107 1 CreationTimestamp 1\n101 Customer.ann@x * *\n")
    there = loaded("--ledger", str(ledger), "-quotas")
    assert "userprio.report.listing.build" in there
    assert "userprio.negotiation.cycle" not in there
    assert "pcre2" not in there


def test_a_dry_run_loads_nothing_of_pools_that_live_on_of_pages_and_of_moab() -> None:
    there = loaded("negotiate", "--snapshot", "pie")
    assert "userprio.negotiation.cycle" in there
    parts = {
        f"userprio.{part}" for part in ("simulation", "moab.rules", "analysis.plan.comparison", "report.page.cycle")
    }
    assert all(map(find_spec, parts)), "a name that nobody has would be loaded by nobody"
    assert there.isdisjoint(parts)


def test_a_dry_run_loads_nothing_of_other_processes() -> None:
    parts = {"concurrent.futures", "multiprocessing", "socket", "logging", "userprio.base.executors"}
    assert all(map(find_spec, parts)), "a name that nobody has would be loaded by nobody"
    assert loaded("negotiate", "--snapshot", "pie").isdisjoint(parts)


def test_explaining_and_checking_load_no_simulation_of_a_pool_over_time() -> None:
    for command in (("explain", "ada", "--snapshot", "fairshare"), ("check", "--snapshot", "physics")):
        there = loaded(*command)
        assert "userprio.simulation.leftovers" in there
        assert "userprio.simulation.world" not in there


def test_the_library_of_regular_expressions_is_loaded_for_the_first_of_them() -> None:
    code = (
        "import sys; from userprio.classad import evaluate; evaluate('strcat(1)'); print('pcre2' in sys.modules);"
        "evaluate('regexp(\"a\", \"a\")'); print('pcre2' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


@pytest.mark.parametrize(
    "package",
    [
        "accounting",
        "analysis.explain",
        "negotiation.matching",
        "negotiation",
        "analysis.plan",
        "pool",
        "accounting.quotas",
        "report",
        "report.listing",
        "negotiation.schedd",
        "simulation",
    ],
)
def test_every_name_of_a_package_that_loads_on_demand_is_found(package: str) -> None:
    module = import_module(f"userprio.{package}")
    assert all(hasattr(module, name) for name in module.__all__)
    assert not hasattr(module, "nothing_of_the_kind")
