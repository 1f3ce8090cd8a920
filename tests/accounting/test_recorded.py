"""Whole logs of a real negotiator, HTCondor 25.14.1: started on a ledger, one cycle, byte for byte."""

from pathlib import Path

from tests.accounting.appended import Charge, matches_log, recount_log, start_up_log
from userprio.accounting import PriorityRules, SlotStatus, reading_log, start_up
from userprio.ledger import Ledger, Record, format_record

RECORDED = Path(__file__).parents[1] / "ledger" / "recorded"


class Replay:
    """A ledger and the log that it grew while steps were taken."""

    def __init__(self, name: str) -> None:
        path = RECORDED / f"{name}.before.log"
        self.ledger = Ledger.read(path)
        self.text = path.read_text()
        self.wanted = (RECORDED / f"{name}.after.log").read_text()

    def append(self, records: tuple[Record, ...]) -> None:
        self.text += "".join(map(format_record, records))
        self.ledger = self.ledger.replay(records)
        assert self.wanted.startswith(self.text)


def slot(number: int, network: str) -> str:
    host, port = f"127.{network}.0.1", 20000 + number
    return f"slot1@exec{number:06d}.pool.test@<{host}:{port}?addrs={host}-{port}>"


def test_an_hour_of_half_life_and_nine_matches_for_a_newcomer() -> None:
    replay = Replay("aging")
    rules = PriorityRules(half_life_s=3600.0)
    now = 1795241452

    def in_root(name: str) -> str:
        return "<none>"

    before = replay.ledger
    replay.append(start_up_log(replay.ledger, now, rules, ["<none>"], in_root))
    # 1807 seconds after the last update, 0.706 of a priority is left: 10 -> 7.062, 50 -> 35.308, 8 -> 5.649.
    priorities = {name: customer.priority for name, customer in replay.ledger.customers.items()}
    assert priorities == {
        "<none>": None,
        "alice@pool.test": 7.061544,
        "bob@pool.test": 35.30772,
        "gone@pool.test": 5.649235,
        "ancient@pool.test": 0.5,
    }
    aged = start_up(before, now, rules, ["<none>"], in_root)
    assert {name: customer.priority for name, customer in aged.customers.items()} == priorities
    holders = [(7, "bob@pool.test"), *((number, "alice@pool.test") for number in range(1, 7))]
    slots = [SlotStatus(slot(number, "69"), 1.0, claimed_by=customer) for number, customer in holders]
    replay.append(recount_log(replay.ledger, slots, now, in_root))
    replay.append(reading_log(replay.ledger, ["new@pool.test"], rules, in_root))
    won = [15, 16, 8, 9, 10, 11, 12, 13, 14]
    charges = [Charge("new@pool.test", 1.0, slot(number, "69")) for number in won]
    replay.append(matches_log(replay.ledger, charges, now, in_root))
    assert replay.text == replay.wanted
    assert replay.ledger.customers == Ledger.read(RECORDED / "aging.after.log").customers


def test_subgroups_and_matches_a_second_after_the_recount() -> None:
    replay = Replay("subgroups")
    rules = PriorityRules()
    groups = ["<none>", "g0", "g1", "g1.s0", "g1.s1", "g1.s2"]
    now = 1795242103

    def group_of(name: str) -> str:
        path = name.rpartition("@")[0].rpartition(".")[0] if "@" in name else name
        return path if path in groups else "<none>"

    replay.append(start_up_log(replay.ledger, now, rules, groups, group_of))
    slots = [SlotStatus(slot(number, "168"), 1.0, claimed_by="g1.s1.u1@pool.test") for number in (4, 3)]
    replay.append(recount_log(replay.ledger, slots, now, group_of))
    replay.append(reading_log(replay.ledger, ["g1.s2.u2@pool.test"], rules, group_of))
    won = [(1, 8.0), (4, 1.0), (3, 1.0), (2, 8.0)]
    charges = [Charge("g1.s2.u2@pool.test", weight, slot(number, "168")) for number, weight in won]
    replay.append(matches_log(replay.ledger, charges, now + 1, group_of))
    replay.append(reading_log(replay.ledger, ["g1.s1.u0@pool.test"], rules, group_of))
    assert replay.text == replay.wanted
    group = replay.ledger.customers["g1"]
    # g1 holds the 2 of g1.s1 and the 18 of g1.s2 in its subtree figure, and nothing itself.
    assert (group.weighted_resources_used, group.hier_weighted_resources_used) == (0.0, 20.0)
