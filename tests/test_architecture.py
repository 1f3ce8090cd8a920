"""The house rules that a reader relies on, read from the source itself."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import userprio

PACKAGE = Path(userprio.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST_MODULE = 650

# What each room may import of the others, lowest first; its own modules are always allowed. A room within another is
# named with it, and may be used by whoever comes after it here.
_LANGUAGES = {"base", "classad", "config"}
_ACCOUNTS = _LANGUAGES | {"ledger", "accounting.quotas", "accounting"}
_POOLS = _ACCOUNTS | {"pool"}
_CYCLES = _POOLS | {"negotiation.schedd", "negotiation.matching", "negotiation"}
_SIMULATIONS = _CYCLES | {"submission", "simulation.history", "simulation"}
_QUESTIONS = {"analysis.plan", "analysis.explain", "analysis.check", "analysis.status"}
MAY_IMPORT: dict[str, set[str]] = {
    "base": set(),
    "classad": {"base"},
    "config": {"base", "classad"},
    "ledger": {"base", "classad"},
    "accounting.quotas": _LANGUAGES,
    "accounting": _LANGUAGES | {"ledger"},
    "moab": _LANGUAGES,
    "pool": _ACCOUNTS,
    "negotiation.schedd": _POOLS,
    "submission": _POOLS | {"negotiation.schedd"},
    "negotiation.matching": _POOLS,
    # It uses nothing of the engine that it is compared with.
    "negotiation.reference": _POOLS,
    "negotiation": _POOLS | {"negotiation.schedd", "negotiation.matching", "negotiation.reference"},
    "simulation.history": _LANGUAGES | {"pool", "negotiation.schedd"},
    "simulation": _CYCLES | {"simulation.history"},
    "analysis": set(),
    **dict.fromkeys(_QUESTIONS, _SIMULATIONS),
    "analysis.wait": _SIMULATIONS | _QUESTIONS,
    "analysis.sweep": _SIMULATIONS | {"analysis.plan"},
    "analysis.aim": _SIMULATIONS | {"analysis.plan", "analysis.explain"},
    "analysis.guards": _SIMULATIONS | {"analysis.plan", "analysis.check", "analysis.aim"},
    "live": _CYCLES | {"submission"},
    "monitoring": _CYCLES,
    "report": _SIMULATIONS
    | _QUESTIONS
    | {"analysis.aim", "analysis.sweep", "analysis.wait", "analysis.guards", "moab", "monitoring"},
}
TOP = {"api", "cli", "__main__", "__init__"}
ROOMS_WITHIN = {room for room in MAY_IMPORT if "." in room}

# The packages that talk to people or to a running pool; everything else is a function of its arguments.
OUTER = {"api", "cli", "report", "live", "__main__"}
OUTSIDE_WORLD = {"click", "rich", "textual", "time", "platformdirs", "getpass", "socket", "subprocess", "locale"}

PROCESS_STATE = {
    "os.environ",
    "os.getenv",
    "os.getcwd",
    "sys.argv",
    "sys.stdin",
    "sys.stdout",
    "sys.stderr",
    "time.time",
    "datetime.now",
    "datetime.today",
    "date.today",
    "Path.cwd",
    "Path.home",
}
EXCEPTIONS = {
    # Processor time decides nothing but whether the run goes on.
    PACKAGE / "base" / "limits.py": {"time"},
    # `evaluate(text)` is for scripts, which expect the present of `time()`: the one place in the core that may look.
    PACKAGE / "classad" / "api.py": {"time", "time.time"},
    # A configuration may include what a command prints, where that is allowed: the one place that starts one.
    PACKAGE / "config" / "reader.py": {"subprocess"},
}


def room_of(module: str) -> str:
    """The room of a module of the package, or of an import from it."""
    parts = module.split(".")[1:]
    return ".".join(parts[:2]) if ".".join(parts[:2]) in ROOMS_WITHIN else parts[0]


def package_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return room_of(".".join(parts))


CORE = [path for path in MODULES if package_of(path) not in OUTER]


def name_of(path: Path) -> str:
    return str(path.relative_to(PACKAGE.parent))


@cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """What of a file the rules are about."""
    kinds = (ast.Import, ast.ImportFrom, ast.Attribute, ast.Global, ast.ClassDef)
    return tuple(node for node in ast.walk(ast.parse(text(path))) if isinstance(node, kinds))


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """The modules that a file imports, and in which line; a relative one begins with its dots."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield module, node.lineno
            if module == "userprio":
                yield from ((f"userprio.{alias.name}", node.lineno) for alias in node.names)


def attributes(path: Path) -> Iterator[tuple[str, int]]:
    """Dotted names that are read, such as os.environ."""
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.{node.attr}", node.lineno


def test_imports_go_downwards_only() -> None:
    assert {package_of(path) for path in MODULES} <= MAY_IMPORT.keys() | TOP, "a package has no place in the order"
    assert not [
        f"{name_of(path)}, line {line}: {here} imports {there}"
        for path in MODULES
        if (here := package_of(path)) not in TOP
        for module, line in imports(path)
        if module.startswith("userprio.") and (there := room_of(module)) not in {here, *MAY_IMPORT[here]}
    ]


def test_the_reference_engine_computes_quotas_by_itself() -> None:
    """Else a mistake in them would be in both engines, and no comparison would show it."""
    files = [path for path in MODULES if package_of(path) == "negotiation.reference"]
    of_quotas = [
        what
        for path in files
        for module, what in imported_names(path)
        if module.startswith("userprio.accounting.quotas")
    ]
    assert files
    assert {*of_quotas} == {"ROOT", "QuotaSettings"}


def test_imports_are_absolute() -> None:
    assert not [
        f"{name_of(path)}, line {line}" for path in MODULES for module, line in imports(path) if module.startswith(".")
    ]


def test_a_package_is_imported_by_what_its_init_exports() -> None:
    """Other packages may use what its `__init__` exports; how it is divided into modules is its own affair."""
    assert not [
        f"{name_of(path)}: {what} from {module}, not from userprio.{parts[1]}"
        for path in MODULES
        for module, what in imported_names(path)
        if (parts := module.split("."))[0] == "userprio"
        and len(parts) > 1
        and module != f"userprio.{(room := room_of(module))}"
        # `base` is a room of modules that stand alone.
        and room not in (package_of(path), "base", "cli")
        # A module may bear the name of the one thing in it.
        if parts[-1] != what
    ]


def test_no_two_files_import_each_other_in_a_circle() -> None:
    """Not for types either. What a package exports stands for the file that it comes from."""
    files = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
    packages = {name.removesuffix(".__init__"): path for name, path in files.items() if name.endswith(".__init__")}
    exported = {(name, what): module for name, path in packages.items() for module, what in imported_names(path)}
    needs = {
        name: {
            found
            for module, what in imported_names(path)
            for found in (f"{module}.{what}", exported.get((module, what), module))
            if found in files
        }
        for name, path in files.items()
        if name.removesuffix(".__init__") not in packages
    }
    while free := [name for name, needed in needs.items() if needed.isdisjoint(needs)]:
        for name in free:
            del needs[name]
    assert not needs, "in or above a circle: " + ", ".join(sorted(needs))


def imported_names(path: Path) -> Iterator[tuple[str, str]]:
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from ((node.module, alias.name) for alias in node.names)


def test_the_core_imports_nothing_that_knows_terminals_clocks_and_processes() -> None:
    assert not [
        f"{name_of(path)}, line {line}: imports {module}"
        for path in CORE
        for module, line in imports(path)
        if module.partition(".")[0] in OUTSIDE_WORLD - EXCEPTIONS.get(path, set())
    ]


def test_the_core_reads_nothing_of_them_either() -> None:
    assert not [
        f"{name_of(path)}, line {line}: reads {name}"
        for path in CORE
        for name, line in attributes(path)
        if name in PROCESS_STATE - EXCEPTIONS.get(path, set())
    ]


def test_the_core_keeps_no_state_of_its_own() -> None:
    assert not [
        f"{name_of(path)}, line {node.lineno}: global"
        for path in CORE
        for node in nodes(path)
        if isinstance(node, ast.Global)
    ]


def test_a_module_is_short_enough_to_be_read_at_once() -> None:
    lines = {name_of(path): len(text(path).splitlines()) for path in MODULES}
    assert {name: long for name, long in lines.items() if long > LONGEST_MODULE} == {}


def test_two_ideas_do_not_share_a_name() -> None:
    """The reference engine has the same ideas as the engine, and calls them the same."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in (path for path in MODULES if package_of(path) != "negotiation.reference"):
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(name_of(path))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_checker_is_told_to_look_away() -> None:
    away = ("type: ignore", "# noqa", "except Exception", "except BaseException")
    assert not [f"{name_of(path)}: {phrase}" for path in MODULES for phrase in away if phrase in text(path)]


def test_every_package_says_what_it_is_for_and_what_it_offers() -> None:
    for init in PACKAGE.rglob("__init__.py"):
        tree = ast.parse(text(init))
        assert ast.get_docstring(tree), f"{name_of(init)} has no docstring"


def test_patterns_repeat_no_group_possessively() -> None:
    """Up to Python 3.11.4, `(?:ab?c)*+` goes on where a part of its last round ended; `(?>(?:ab?c)*)` does not."""
    repeated = re.compile(r"\)(?:[*+?]|\{[0-9,]+\})\+")
    assert not [
        f"{name_of(path)}: {line}"
        for path in MODULES
        for line in text(path).splitlines()
        if not line.startswith("# ") and repeated.search(line)
    ]
