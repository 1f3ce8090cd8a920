"""Attribute values from and to their texts, and the typed records of submitters, groups and slots."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from userprio.base.cxx import int32, to_int64
from userprio.base.limits import Exceeded
from userprio.base.patterns import lazy_pattern
from userprio.classad import UNDEFINED, Ad, ClassAdSyntaxError, Evaluator, Value, format_value, parse, unparse

PLAIN_NUMBER: Final = r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
"""Numbers that need no parser, unlike those with a leading zero, a suffix or more digits than 64 bits hold."""

PLAIN_STRING: Final = r'"[^"\\\n\0]*"'
"""Strings without a quote or a backslash inside."""

_NUMBER = lazy_pattern(PLAIN_NUMBER)
_STRING = lazy_pattern(PLAIN_STRING)

_DIGITS: Final = 10  # Numbers with fewer digits fit in 32 bits
_LONGEST_REAL: Final = 254  # Characters of a number that fit into the accountant's buffer of 255

ACCOUNTANT_KEY: Final = "Accountant."
CUSTOMER_PREFIX: Final = "Customer."
RESOURCE_PREFIX: Final = "Resource."
T = TypeVar("T")


class _ReadValue(Protocol):
    def __call__(self, text: str | None, ad: Mapping[str, str] | None = None, /) -> Any: ...


def value_of(text: str, ad: Mapping[str, str] | None = None) -> Value:
    """The value of an attribute's text; an expression is evaluated with the other attributes in `ad`.

    A text that is not an expression is UNDEFINED, as for a reader with `CLASSAD_LOG_STRICT_PARSING = False`.
    """
    if _NUMBER.fullmatch(text):
        return int(text) if text.lstrip("-").isdigit() else float(text)
    if _STRING.fullmatch(text):
        return text[1:-1]
    try:
        # Evaluation at time 0: nothing that the accountant stores looks at a clock.
        return Evaluator(now=0).evaluate(parse(text), my=Ad.lazy((ad or {}).items()))
    except ClassAdSyntaxError:
        return UNDEFINED
    except Exceeded as error:
        raise error.mentioning((text,)) from None


def real_of(text: str | None, ad: Mapping[str, str] | None = None) -> float | None:
    """The text as a real (`LookupFloat`); integers and booleans are converted, anything else is None."""
    if text is None:
        return None
    if _NUMBER.fullmatch(text):
        return float(text)
    value = value_of(text, ad)
    return float(value) if isinstance(value, (bool, int, float)) else None


def integer_of(text: str | None, ad: Mapping[str, str] | None = None) -> int | None:
    """The text as an integer (`LookupInteger`): reals are cut towards zero, booleans are 0 or 1, else None."""
    if text is None:
        return None
    # Fewer than 18 digits certainly fit in 64 bits.
    if len(text) < 18 and text.isdecimal() and text.isascii() and (text[0] != "0" or text == "0"):
        return int(text)
    value = value_of(text, ad)
    if isinstance(value, float):
        return to_int64(value)  # INT64_MIN for a real that 64 bits cannot hold, as on x86-64
    return int(value) if isinstance(value, (bool, int)) else None


def int32_of(text: str | None, ad: Mapping[str, str] | None = None) -> int | None:
    """The text as a C++ `int`: the low 32 bits of the integer, so that a ceiling of 3000000000 means unlimited."""
    value = integer_of(text, ad)
    return None if value is None else int32(value)


def string_of(text: str | None, ad: Mapping[str, str] | None = None) -> str | None:
    """The text as a string; None if it is of another type."""
    if text is None:
        return None
    value = value_of(text, ad)
    return value if isinstance(value, str) else None


def real_text(value: float) -> str:
    """A real as `SetAttributeFloat` appends it: always six decimals, never an exponent, and truncated if too long.

    A truncated number reads as an integer beyond 64 bits, which is not a valid priority.
    """
    return f"{value:f}"[:_LONGEST_REAL]


def string_text(value: str) -> str:
    """A string as `SetAttributeString` appends it: quoted, nothing escaped; UNDEFINED if that does not parse."""
    text = f'"{value}"'
    if _STRING.fullmatch(text):
        return text
    try:
        parse(text)
    except ClassAdSyntaxError:
        return "UNDEFINED"
    return text


def compacted_text(text: str) -> str:
    """An attribute's text as compaction rewrites it (`ExprTreeToString`): reals have up to 16 digits.

    `1000.000000` becomes `1000.0`; integers, strings and expressions keep their meaning.
    """
    if _NUMBER.fullmatch(text):
        if text.lstrip("-").isdigit():
            return text
        number = float(text)
        if math.isfinite(number):
            short = f"{number:.16G}"
            return short if "." in short or "E" in short else f"{short}.0"
    if _STRING.fullmatch(text):
        return text
    try:
        return unparse(parse(text))
    except ClassAdSyntaxError:
        return format_value(UNDEFINED)


class Customer(msgspec.Struct, frozen=True):
    """A submitter, or a group (a name without `@`), as stored. Times are seconds since the epoch."""

    name: str
    priority_factor: float | None = None
    priority: float | None = None
    """Real priority; counts as 0.5 if missing or lower."""
    resources_used: int | None = None
    """Slots in use."""
    weighted_resources_used: float | None = None
    hier_weighted_resources_used: float | None = None
    """For a group: weight in use by it and all groups below it."""
    accumulated_usage: float | None = None
    """Slot-seconds."""
    weighted_accumulated_usage: float | None = None
    """Weight-seconds."""
    uncharged_time: int | None = None
    """Slot-seconds to be added at the next update; usually negative, for matches younger than the last update."""
    weighted_uncharged_time: float | None = None
    begin_usage_time: int | None = None
    last_usage_time: int | None = None
    ceiling: int | None = None
    """Largest weight in use; negative: none."""
    floor: int | None = None
    """Guaranteed weight."""
    ceiling_lease_expiration: int | None = None
    ceiling_pre_lease_value: int | None = None
    floor_lease_expiration: int | None = None
    floor_pre_lease_value: int | None = None
    factor_lease_expiration: int | None = None
    factor_pre_lease_value: float | None = None
    submitter_share: float | None = None
    submitter_limit: float | None = None

    @property
    def is_group(self) -> bool:
        """Groups are the names without an `@`."""
        return "@" not in self.name


class Resource(msgspec.Struct, frozen=True):
    """A slot that was matched or claimed; its name is slot name `@` address of the startd."""

    name: str
    remote_user: str | None = None
    """The customer charged."""
    slot_weight: float | None = None
    start_time: int | None = None
    matched_concurrency_limits: str | None = None

    @property
    def weight(self) -> float:
        """The weight charged; 1 where the record does not say."""
        return 1.0 if self.slot_weight is None else self.slot_weight


_CUSTOMER_FIELDS: Final[Mapping[str, tuple[str, _ReadValue]]] = {
    "PriorityFactor": ("priority_factor", real_of),
    "Priority": ("priority", real_of),
    "ResourcesUsed": ("resources_used", int32_of),
    "WeightedResourcesUsed": ("weighted_resources_used", real_of),
    "HierWeightedResourcesUsed": ("hier_weighted_resources_used", real_of),
    "AccumulatedUsage": ("accumulated_usage", real_of),
    "WeightedAccumulatedUsage": ("weighted_accumulated_usage", real_of),
    "UnchargedTime": ("uncharged_time", int32_of),
    "WeightedUnchargedTime": ("weighted_uncharged_time", real_of),
    "BeginUsageTime": ("begin_usage_time", int32_of),
    "LastUsageTime": ("last_usage_time", int32_of),
    "Ceiling": ("ceiling", int32_of),
    "Floor": ("floor", int32_of),
    "CeilingLeaseExpiration": ("ceiling_lease_expiration", integer_of),
    "CeilingPreLeaseValue": ("ceiling_pre_lease_value", int32_of),
    "FloorLeaseExpiration": ("floor_lease_expiration", integer_of),
    "FloorPreLeaseValue": ("floor_pre_lease_value", int32_of),
    "PriorityFactorLeaseExpiration": ("factor_lease_expiration", integer_of),
    "PriorityFactorPreLeaseValue": ("factor_pre_lease_value", real_of),
    "SubmitterShare": ("submitter_share", real_of),
    "SubmitterLimit": ("submitter_limit", real_of),
}
_RESOURCE_FIELDS: Final[Mapping[str, tuple[str, _ReadValue]]] = {
    "RemoteUser": ("remote_user", string_of),
    "SlotWeight": ("slot_weight", real_of),
    "StartTime": ("start_time", integer_of),
    "MatchedConcurrencyLimits": ("matched_concurrency_limits", string_of),
}
CUSTOMER_ATTRIBUTES: Final = {field: name for name, (field, _) in _CUSTOMER_FIELDS.items()}
"""Field of `Customer` to attribute of the record."""

_KNOWN: Final = frozenset({"MyType", "LastUpdateTime", *_CUSTOMER_FIELDS, *_RESOURCE_FIELDS})
_CANONICAL: Final = {name.lower(): name for name in _KNOWN}

LOGGED_NAMES: Final = frozenset(
    "Priority PriorityFactor ResourcesUsed WeightedResourcesUsed HierWeightedResourcesUsed AccumulatedUsage "
    "WeightedAccumulatedUsage UnchargedTime WeightedUnchargedTime BeginUsageTime LastUsageTime SlotWeight "
    "StartTime".split()
)
"""The attributes that most records consist of, as the accountant spells them."""
_BEFORE_NUMBER: Final = {name: f" {name} " for name in LOGGED_NAMES}


class LoggedRecord(Mapping[str, str]):
    """A view of a record in the text of a log: lines that set some of `LOGGED_NAMES` to numbers.

    It takes a tenth of the memory of a dictionary, and most of a million records are asked for only a value or two.
    """

    __slots__ = ("_begin", "_end", "_text")

    def __init__(self, text: str, begin: int, end: int) -> None:
        self._text = text
        self._begin = begin
        self._end = end

    def __getitem__(self, name: str) -> str:
        # Keys and numbers contain no blanks, so a name between two blanks is that of a line; the last one counts.
        text: str | None = self.get(name)
        if text is None:
            raise KeyError(name)
        return text

    def has_any(self, names: Set[str]) -> bool:
        """Whether it has any of these attributes."""
        find, begin, end = self._text.find, self._begin, self._end
        for name in names:
            before = _BEFORE_NUMBER.get(name)
            if before is not None and find(before, begin, end) >= 0:
                return True
        return False

    def get(self, name: str, default: Any = None) -> Any:
        """The text under a name."""
        before = _BEFORE_NUMBER.get(name)
        if before is not None:
            text = self._text
            at = text.rfind(before, self._begin, self._end)
            if at >= 0:
                begin = at + len(before)
                return text[begin : text.index("\n", begin)]
        return '"*"' if name == "MyType" else default

    def __contains__(self, name: object) -> bool:
        if name in LOGGED_NAMES:
            return self._text.find(f" {name} ", self._begin, self._end) >= 0
        return name == "MyType"

    def __iter__(self) -> Iterator[str]:
        return iter(self.as_dict())

    def __len__(self) -> int:
        return len(self.as_dict())

    def numbers(self) -> tuple[tuple[str, ...], list[str]]:
        """The names of its numbers in the order of the log, and their texts; of a repeated name the last counts."""
        # Every line has four words with one blank between them: opcode, key, name and number.
        words = self._text[self._begin : self._end].replace("\n", " ").split(" ")
        return tuple(words[2::4]), words[3::4]

    def matched(self, lines: re.Pattern[str]) -> Sequence[str] | None:
        """The groups of a pattern, if it matches all its lines."""
        match = lines.fullmatch(self._text, self._begin, self._end)
        return match and match.groups()

    def as_dict(self) -> dict[str, str]:
        """The same as `dict` would give, but faster."""
        return {"MyType": '"*"', **dict(zip(*self.numbers(), strict=True))}


def attribute(ad: Mapping[str, str], name: str) -> str | None:
    """The text of an attribute, ignoring the case of its name; None if the record does not have it."""
    text = ad.get(name)
    if text is not None:
        return text
    if isinstance(ad, LoggedRecord):
        return None if name in _KNOWN else ad.get(_CANONICAL.get(name.lower(), ""))
    wanted = name.lower()
    return next((text for spelling, text in ad.items() if spelling.lower() == wanted), None)


def has_any(ad: Mapping[str, str], names: Set[str]) -> bool:
    """Whether a record has any of these known attributes, ignoring case."""
    if type(ad) is LoggedRecord:
        return ad.has_any(names)
    if not names.isdisjoint(ad):
        return True
    return not _KNOWN.issuperset(ad) and any(_CANONICAL.get(spelling.lower()) in names for spelling in ad)


def customer_of(name: str, ad: Mapping[str, str]) -> Customer:
    """The typed view of a customer's record."""
    return Customer(name, **_typed(ad, _CUSTOMER_FIELDS))


def resource_of(name: str, ad: Mapping[str, str]) -> Resource:
    """The typed view of a slot's record."""
    return Resource(name, **_typed(ad, _RESOURCE_FIELDS))


def customer_columns(ads: Sequence[Mapping[str, str]]) -> dict[str, list[Any]]:
    """The fields of `Customer` except its name, for many records, column by column, without a typed view of each."""
    columns: dict[str, list[Any]] = {field: [None] * len(ads) for field in CUSTOMER_ATTRIBUTES}
    alike: dict[tuple[str, ...], tuple[list[int], list[str]]] = {}
    names: tuple[str, ...] = ()
    usual = _numbers_of(names)
    for place, ad in enumerate(ads):
        if type(ad) is not LoggedRecord:
            for field, value in _typed(ad, _CUSTOMER_FIELDS).items():
                columns[field][place] = value
            continue
        # Most records have the same attributes as the one before.
        texts = ad.matched(usual)
        if texts is None:
            names, texts = ad.numbers()  # A record of another kind: from here on its own pattern is tried first
            usual = _numbers_of(names)
        places, numbers = alike.setdefault(names, ([], []))
        places.append(place)
        numbers += texts
    for names, (places, numbers) in alike.items():
        for at, name in enumerate(names):
            if name in _CUSTOMER_FIELDS:
                field, read = _CUSTOMER_FIELDS[name]
                texts = numbers[at :: len(names)]
                values = map(float, texts) if read is real_of else [_plain_integer(text, read) for text in texts]
                _put(columns[field], places, values)
    return columns


@lru_cache
def _numbers_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern for the lines of a record that set exactly these names to numbers, in this order."""
    return re.compile("".join(rf"103 [^ ]+ {name} ([^ \n]+)\n" for name in names))


def _put(column: list[Any], places: Sequence[int], values: Iterable[Any]) -> None:
    if len(places) == len(column):
        column[:] = values
        return
    for place, value in zip(places, values, strict=True):
        column[place] = value


def _typed(ad: Mapping[str, str], fields: Mapping[str, tuple[str, _ReadValue]]) -> dict[str, Any]:
    """The fields whose attributes the record has, ignoring case."""
    if type(ad) is LoggedRecord:
        return {
            fields[name][0]: float(text) if (read := fields[name][1]) is real_of else _plain_integer(text, read)
            for name, text in zip(*ad.numbers(), strict=True)
            if name in fields
        }
    if not ad.keys() <= _KNOWN:
        ad = {_CANONICAL.get(name.lower(), name): text for name, text in ad.items()}
    return {fields[name][0]: fields[name][1](text, ad) for name, text in ad.items() if name in fields}


def _plain_integer(text: str, read: _ReadValue) -> Any:
    """A plain number as an integer; short ones skip the parser."""
    return int(text) if len(text) < _DIGITS and text.isdecimal() else read(text)


class TypedView(Mapping[str, T], Generic[T]):
    """The records with one prefix by name, in the order of the log; each is converted when first asked for."""

    __slots__ = ("_ads", "_prefix", "_view", "_viewed")

    def __init__(
        self, ads: Mapping[str, Mapping[str, str]], prefix: str, view: Callable[[str, Mapping[str, str]], T]
    ) -> None:
        self._ads = ads
        self._prefix = prefix
        self._view = view
        self._viewed: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        record = self._viewed.get(name)
        if record is None:
            ad = self._ads.get(self._prefix + name)
            if ad is None:
                raise KeyError(name)
            record = self._viewed[name] = self._view(name, ad)
        return record

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._prefix + name in self._ads

    def __iter__(self) -> Iterator[str]:
        skip = len(self._prefix)
        return (key[skip:] for key in self._ads if key.startswith(self._prefix))

    def __len__(self) -> int:
        return sum(key.startswith(self._prefix) for key in self._ads)
