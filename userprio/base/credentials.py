"""Recognizes passwords, keys and tokens, by name or by shape, so that they are not passed on."""

import re
from collections.abc import Sequence
from typing import Final

from userprio.base.patterns import lazy_pattern

MASK: Final = "***"

# Plain texts: few commands use these patterns, which take long to compile; `re` keeps them compiled once they are used.
_NAME: Final = (
    r"PASS(?:WORD|WD|PHRASE|CODE|WRD)|(?:^|[_.])PASS(?:[_.]|$)|PWD|SECRET|CREDENTIAL|TOKEN"
    r"|(?:SIGNING|PRIVATE|ACCESS|API|ENCRYPTION|SSH|HOST|SHARED|MASTER)_?KEY|(?:^|_)(?:KEY|ENV|ENVIRONMENT|AUTH)$"
)

_WORDS: Final = (
    "pass pwd secret credential token signing_key signing-key signingkey private_key private-key privatekey access_key "
    "access-key accesskey api_key api-key apikey encryption_key encryption-key encryptionkey"
).split()
_WORD: Final = (
    r"(?i:passw(?:or)?d|passphrase|passcode|(?<![a-z])pass(?![a-z])|pwd|secret|credentials?|token"
    r"|(?:signing|private|access|api|encryption)[_-]?key)"
)
_UP_TO: Final = r"""(?(quote)[^"'\\]+|[^\s"'\\,;&)]+)"""
_STAYS: Final = r"(?!\$\(|\*\*\*)"

_SHAPES: Final[Sequence[tuple[Sequence[str], str]]] = (
    # The user and password in a URL.
    (["://"], r"""(?<=://)(?:[^\s/"'\\:@]*:[^\s/"'\\]+|[^\s/"'\\@]{20,})(?=@)"""),
    (["-----begin "], r"""-----BEGIN [A-Z ]{1,30} KEY-----[^"]*"""),
    # Amazon's, GitHub's, GitLab's, Slack's and others' keys and tokens.
    (["akia", "asia", "aroa", "aida"], r"\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}\b"),
    (["ghp_", "gho_", "ghs_", "ghu_", "ghr_"], r"\bgh[opsur]_\w{16,}"),
    (["github_pat_", "glpat-", "xox", "sk-", "hf_", "aiza"],
     r"\b(?:github_pat_|glpat-|xox[a-z]-|sk-|hf_|AIza)[\w-]{16,}"),
    # JSON web tokens, HTCondor's among them.
    (["eyj"], r"\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?"),
    (["bearer ", "basic "], r"(?P<kept>\b(?i:bearer|basic) {1,3})[\w+/=.~-]{16,}"),
    # What follows such a word and = or a colon, or is the value of such an option; comparisons are left alone.
    (_WORDS, rf"""(?P<kept>{_WORD}[\w.-]{{0,40}}(?:\s{{0,3}}=(?![=?!])|:(?![:=]))\s{{0,3}}(?P<quote>\\?["'])?)"""
             rf"{_STAYS}{_UP_TO}"),
    (["--"], rf"""(?P<kept>(?<!-)--[\w-]{{0,30}}?{_WORD}[\w-]{{0,30}}\s{{1,3}}){_STAYS}(?!-)[^\s"'\\,;&)]+"""),
)  # fmt: skip
_RUN: Final = lazy_pattern(r"[\w/+=.-]++")
_KEY_LENGTH: Final = 40
_KEY: Final = lazy_pattern(r"(?!/)(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])[A-Za-z0-9/+]{40}\Z")
"""Amazon's secret keys, which have no prefix: forty characters of all kinds."""


def is_credential(name: str) -> bool:
    """Whether a knob or macro of this name is most likely a secret."""
    return re.search(_NAME, name, re.IGNORECASE) is not None


def masked(text: str) -> str:
    """The text with everything that looks like a credential replaced by `***`.

    Recognized are the user and password in a URL, private keys, the keys and tokens of well-known services and of
    HTCondor, and what follows a word such as `password=` or `--token`. Comparisons in expressions are left alone.
    """
    lower = text.lower()
    for hints, shape in _SHAPES:
        if any(hint in lower for hint in hints):
            text = re.sub(shape, _mask, text)
    for run in set(_RUN.findall(text)):
        if len(run) == _KEY_LENGTH and _KEY.match(run):
            text = text.replace(run, MASK)
    return text


def _mask(match: re.Match[str]) -> str:
    return (match.groupdict().get("kept") or "") + MASK
