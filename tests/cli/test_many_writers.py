"""Many processes that edit one ledger at once, and are killed at any moment."""

import json
import random
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.marks import fewer
from userprio.ledger import Ledger

HEAD = "107 1 CreationTimestamp 1772000000\n101 Accountant. * *\n"
WRITER = """
import io, sys
from datetime import UTC
from pathlib import Path
from userprio.cli.app import run
from userprio.cli.environment import Environment

ledger, name, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
home = Path(ledger).parent
for value in range(first, last + 1):
    err = io.StringIO()
    env = Environment(io.StringIO(), err, {"CONDOR_CONFIG": "ONLY_ENV"}, lambda: 1772442000.0, lambda: UTC,
                      lambda: home, lambda: home, ())
    status = run(["--ledger", ledger, "setfloor", name, str(value), "--wait", "30", "--once", f"{name} {value}"], env)
    print(value, int(status), err.getvalue().partition("\\n")[0], flush=True)
"""


@dataclass
class Writer:
    """One of the writers, started again behind its last edit whenever it is killed."""

    ledger: Path
    name: str
    edits: int
    random: random.Random
    kills: int = 0
    answers: list[tuple[int, int, str]] = field(default_factory=list)

    def run(self) -> None:
        begin = 1
        while begin <= self.edits:
            command = [sys.executable, "-c", WRITER, str(self.ledger), self.name, str(begin), str(self.edits)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                life = self.random.randint(1, self.edits)
                for number, line in enumerate(process.stdout, 1):
                    if line.endswith("\n"):
                        value, status, said = line.rstrip("\n").split(" ", 2)
                        self.answers.append((int(value), int(status), said))
                        begin = int(value) + 1
                    if number == life:
                        # In the middle of one of the next, wherever that is.
                        threading.Timer(self.random.uniform(0, 0.2), process.kill).start()
                process.wait()
            self.kills += process.returncode == -9


def write_at_once(ledger: Path, writers: int, edits: int) -> list[Writer]:
    """So many writers of so many edits each, each setting the floor of its own submitter to 1, 2, 3 and so on."""
    records = "".join(f"101 Customer.w{number}@x * *\n" for number in range(writers))
    ledger.write_text(HEAD + records)
    several = [Writer(ledger, f"w{number}@x", edits, random.Random(number)) for number in range(writers)]
    threads = [threading.Thread(target=writer.run) for writer in several]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return several


def check_nothing_lost(ledger: Path, writers: list[Writer], edits: int) -> Counter[str]:
    """Hold what was reported, what is logged and what is in the ledger against each other."""
    answers = [(writer.name, *answer) for writer in writers for answer in writer.answers]
    counts = Counter({"killed": sum(writer.kills for writer in writers), "answers": len(answers)})
    assert [answer for answer in answers if answer[2] != 0] == [], "none was refused, so none waited for 30 s"
    counts["made before they were killed"] = sum("made this edit already" in said for *_, said in answers)
    written = Counter(
        (line.split()[1].removeprefix("Customer."), int(line.split()[3]))
        for line in ledger.read_text().splitlines()
        if line.startswith("103 Customer.w")
    )
    wanted = {(writer.name, value) for writer in writers for value in range(1, edits + 1)}
    assert written == Counter(wanted), "each edit is in the ledger, and once"
    entries = [json.loads(line) for line in Path(f"{ledger}.operations").read_text().splitlines()]
    states: dict[int, str] = {}
    logged: dict[int, tuple[str, int]] = {}
    for entry in entries:
        states[entry["id"]] = entry["state"]
        if "action" in entry:
            logged[entry["id"]] = (entry["names"][0], int(entry["changes"][0]["after"]))
    counts.update(states.values())
    assert {logged[number] for number, state in states.items() if state == "done"} == wanted
    assert set(states.values()) <= {"done", "abandoned"}
    assert {name: customer.floor for name, customer in Ledger.read(ledger).customers.items()} == {
        writer.name: edits for writer in writers
    }
    return counts


@pytest.mark.parametrize(
    ("writers", "edits"), [(3, 5), pytest.param(32, fewer(200), marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_none_is_lost_made_twice_or_kept_waiting_though_writers_are_killed(
    tmp_path: Path, writers: int, edits: int, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = tmp_path / "Accountantnew.log"
    several = write_at_once(ledger, writers, edits)
    counts = check_nothing_lost(ledger, several, edits)
    with capsys.disabled():
        print(f"\n{writers} writers x {edits} edits: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    assert counts["done"] == writers * edits
