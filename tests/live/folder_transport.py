"""A pool in a folder, answering as a running one would: every ad in order, projected as asked for, secrets and all."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from userprio.accounting import Edit, PriorityRules, accounting_records, freeze_factors, modular_ad
from userprio.accounting.quotas import build_tree
from userprio.classad import Ad, Evaluator
from userprio.config import Config
from userprio.ledger import CUSTOMER_PREFIX, Ledger
from userprio.live import LiveError, Negotiator
from userprio.pool import Pool

NEGOTIATOR = Negotiator("cm.pool.test", "<127.0.0.1:9614>")


@dataclass
class FolderTransport:
    """A transport over ads and a ledger in memory."""

    pool: Pool
    ledger: Ledger
    knobs: str
    settings: Config
    negotiator_ads: list[Ad] = field(default_factory=lambda: [Ad({"Name": "cm.pool.test", "MyAddress": "<1>"})])
    change: Callable[[Ledger, Edit], Ledger] | None = None
    """What an edit does to the ledger; None: nothing, without a word."""
    sent: list[Edit] = field(default_factory=list)
    refuse: Callable[[Edit], LiveError | None] = lambda edit: None

    def negotiators(self) -> list[Ad]:
        return self.negotiator_ads

    def published_accounts(self) -> list[Ad]:
        return self.accounts(NEGOTIATOR)

    def accounts(self, negotiator: Negotiator) -> list[Ad]:
        tree = build_tree(self.settings)
        names = [group.name for group in tree.groups]
        rules = PriorityRules.from_config(self.settings, names)

        def group_of(name: str) -> str:
            return tree.assigned(name).name

        ledger = freeze_factors(self.ledger, names, rules, group_of)
        # Without quotas, for no cycle has been before: the recorded ones are each the first.
        records = accounting_records(ledger, rules, group_of, {})
        return [modular_ad(record, ledger.ads.get(CUSTOMER_PREFIX + record.name, {})) for record in records]

    def own_ad(self, negotiator: Negotiator) -> Ad:
        return self.negotiator_ads[0]

    def schedds(self) -> list[Ad]:
        return list(self.pool.schedds)

    def rolled_up_accounts(self, negotiator: Negotiator) -> Ad:
        raise NotImplementedError

    def held_slots(self, negotiator: Negotiator, submitter: str) -> Ad:
        raise NotImplementedError

    def slots(self) -> Iterator[Ad]:
        yield from self.pool.slots

    def submitters(self) -> Iterator[Ad]:
        yield from self.pool.submitters

    def jobs(self, schedd: str, attributes: Collection[str]) -> Iterator[Ad]:
        wanted = {name.lower() for name in attributes}
        evaluator = Evaluator(now=0)
        for ad in self.pool.jobs:
            whole = evaluator.attribute("GlobalJobId", ad)
            if isinstance(whole, str) and whole.partition("#")[0] == schedd:
                yield ad.replace({name: None for name in ad if name.lower() not in wanted})

    def users(self, schedd: str) -> Iterator[Ad]:
        yield from (ad for ad in self.pool.users if Evaluator(now=0).attribute("ScheddName", ad) == schedd)

    def configuration(self, negotiator: Negotiator) -> str:
        return self.knobs

    def log(self, negotiator: Negotiator) -> str:
        raise NotImplementedError

    def check(self, edit: Edit) -> None:
        pass

    def send(self, negotiator: Negotiator, edit: Edit) -> None:
        error = self.refuse(edit)
        if error is not None:
            raise error
        self.sent.append(edit)
        if self.change is not None:
            self.ledger = self.change(self.ledger, edit)
