"""What both sides read in a configuration, and where they differ."""

import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.config.differential.generator import HERE, Case
from tests.config.differential.known import known
from tests.pool.root import HTCondor
from userprio.config import Config, ConfigError, ErrorKind, KnobError, read
from userprio.config.tables import default_names, default_text

PATIENCE_S: Final = 4
_INDENT: Final = " " * 3
"""What a dump puts before the lines of a here document."""
_LINE = re.compile(r"Configuration Error Line (\d+)")
DETECTED: Final = frozenset(
    "hostname full_hostname tilde username real_uid real_gid ip_address ip_address_is_ipv6 ipv4_address ipv6_address"
    " arch opsys opsysver opsysandver opsysmajorver opsysname opsyslongname opsysshortname opsyslegacy uname_arch"
    " uname_opsys utsname_machine utsname_nodename utsname_release utsname_sysname utsname_version condorisadmin"
    " detected_memory detected_cpus detected_physical_cpus detected_cores detected_cpus_limit".split()
)
"""Names that a reader is told by whoever knows its machine."""
UNLIKE: Final[Mapping[str, str]] = {
    "pid": "it is the reader's own",
    "ppid": "it is the reader's own",
    "periodic_checkpoint": "it holds dice",
    "uwcs_periodic_checkpoint": "it holds dice",
    "submit_requirement_checkrequestedgroup_reason": "it is a message to users, in words of our own",
    "submit_requirement_assignaccountinggroup_reason": "it is a message to users, in words of our own",
    "catalog_space": "its default is kept without the line breaks, which mean nothing in an expression",
    "sum_of_catalogs": "its default is kept without the line breaks, which mean nothing in an expression",
    "modify_request_expr_requestdisk": "its default holds the two before it",
}
"""Knobs that are not compared, and why."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A case that the two sides do not agree on: in which knob or message, ours, theirs."""

    case: Case
    part: str
    ours: Any
    theirs: Any
    reason: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What condor_config_val said: texts by name before and after expansion, None where it hung or failed."""

    raw: Mapping[str, str] | None
    expanded: Mapping[str, str] | None
    message: str


def differences(cases: Sequence[Case], htcondor: HTCondor, folder: Path) -> Iterator[Difference]:
    """Every difference; `folder` is empty and has room for the cases."""
    for number, case in enumerate(cases):
        _write(case, folder / str(number), htcondor.inside(folder) / str(number))
    answers = _asked(cases, htcondor, folder)
    for number, (case, answer) in enumerate(zip(cases, answers, strict=True)):
        here = str(folder / str(number))
        _write(case, folder / str(number), folder / str(number))
        for part, ours, theirs in compared(case, answer, here, str(htcondor.inside(folder) / str(number))):
            yield Difference(case, part, ours, theirs, known(case, part, ours, theirs))


def _write(case: Case, where: Path, seen: Path) -> None:
    for name, text in {**case.files, "condor_config": case.root}.items():
        path = where / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.replace(HERE, str(seen)).encode())


def _asked(cases: Sequence[Case], htcondor: HTCondor, folder: Path) -> list[Answer]:
    lines = []
    for number, case in enumerate(cases):
        inside = htcondor.inside(folder) / str(number)
        environ = {**case.environ, "CONDOR_CONFIG": f"{inside}/condor_config", "HOME": "/nowhere"}
        words = [f"{name}={text}".replace(HERE, str(inside)) for name, text in environ.items()]
        for mode, options in (("raw", "-dump"), ("expanded", "-dump -expand")):
            ask = f"timeout {PATIENCE_S} condor_config_val -mixedcase -subsystem NEGOTIATOR {options}"
            run = f"env -i {shlex.join(words)} {ask}"
            lines.append(f"{run} > {inside}/{mode}.out 2> {inside}/{mode}.err; echo $? > {inside}/{mode}.status")
    (folder / "script").write_text("\n".join(lines))
    argv = htcondor.argv(folder, ["sh", f"{htcondor.inside(folder)}/script"])
    subprocess.run(argv, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return [_answer(folder / str(number)) for number in range(len(cases))]


def _answer(where: Path) -> Answer:
    dumps = {}
    for mode in ("raw", "expanded"):
        text = (where / f"{mode}.out").read_bytes().decode(errors="surrogateescape")
        failed = (where / f"{mode}.status").read_text().strip() != "0" or "Configuration from" not in text
        dumps[mode] = None if failed else dict(_entries(text))
    message = (where / "raw.err").read_text(errors="replace")
    return Answer(dumps["raw"], dumps["expanded"], message)


def _entries(dump: str) -> Iterator[tuple[str, str]]:
    lines = iter(dump.split("\n"))
    for line in lines:
        name, equals, text = line.partition(" = ")
        if not equals and line.endswith(" @=end"):
            body = []
            for each in lines:
                if each == "@end":
                    break
                body.append(each.removeprefix(_INDENT))
            yield line.removesuffix(" @=end").lower(), "\n".join(body)
        elif equals and not line.startswith("#"):
            yield name.lower(), text


def compared(case: Case, answer: Answer, here: str, there: str) -> Iterator[tuple[str, Any, Any]]:
    """The parts in which the case differs, ours first."""
    # What is above the folder of a case may come out of it, too.
    places = (here.rpartition("/")[0], there.rpartition("/")[0])
    try:
        environ = {name: text.replace(HERE, here) for name, text in case.environ.items()}
        config = read(Path(here, "condor_config"), environ=environ, detected=_machine(answer.raw or {}))
    except ConfigError as error:
        if answer.raw is not None:
            yield "reading", str(error).replace(*places), "no error"
        elif error.kind is ErrorKind.CIRCULAR_MACRO:
            yield "reading", str(error).replace(*places), answer.message or "it hung"
        elif (found := _LINE.search(answer.message)) and error.line is not None and int(found[1]) != error.line:
            yield "line", str(error).replace(*places), answer.message
        return
    if answer.raw is None:
        yield "reading", "no error", answer.message or "it hung"
        return
    for name in sorted({name.lower() for name in config.names()} | set(default_names())):
        if name in UNLIKE or (name not in answer.raw and not config.is_set(name)):
            continue
        # A dump for one subsystem leaves out what that subsystem has its own text of.
        own = config.scope.definitions.get(name)
        ours = (default_text(name) or "") if own is None else own.text
        ours, theirs = ours.replace(*places), answer.raw.get(name)
        if theirs is not None and ours != theirs:
            yield f"text of {name}", ours, theirs
            continue
        if answer.expanded is not None and name in answer.expanded:
            ours, theirs = _expanded(config, name).replace(*places), answer.expanded[name]
            if "\n" in ours and "\n" not in theirs:
                # Of a value that has line breaks by way of another one, a dump shows the first line on its line.
                ours = ours.partition("\n")[0]
            if ours != theirs:
                yield f"value of {name}", ours, theirs


def _machine(raw: Mapping[str, str]) -> dict[str, str]:
    """What HTCondor found out about its machine."""
    return {name.upper(): text for name, text in raw.items() if name in DETECTED}


def _expanded(config: Config, name: str) -> str:
    try:
        return config.text(name) or ""
    except KnobError as error:
        return str(error.instead or "")
    except ConfigError as error:
        return "it goes in a circle" if error.kind is ErrorKind.CIRCULAR_MACRO else str(error)
