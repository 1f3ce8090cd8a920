"""Functions of command lines and environments, and people: `userMap`, by map files that the caller hands over,
and `userHome`, which never asks the system and knows only the homes that the caller gives.
"""

import re
from collections.abc import Iterable
from typing import Final

from userprio.base.cxx import int32
from userprio.classad.context import Context, EvaluationFailure, Strict
from userprio.classad.functions.lists import tokens
from userprio.classad.operators import fold_case
from userprio.classad.values import ERROR, UNDEFINED, ListValue, Value, encode

_BLANKS: Final = " \t\n\r"
_SPECIAL: Final = re.compile(r"[ \t\n\r']")
_WORD: Final = re.compile(r"(?>(?:[^ \t\n\r']++|'(?>(?:[^']|'')*)')+)")
_QUOTED: Final = re.compile(r"'((?>(?:[^']|'')*))'")  # A quote within quotes is written twice
_DELIMITERS: Final = "!#$%&*+,-/:;<>?@^`|~\x1f"
"""Characters that a V1 environment may begin with to say what separates its settings."""


def _split_words(text: str) -> list[str] | None:
    """The words of a V2 text, None for a quote that is not closed (`split_args`)."""
    if text.count("'") % 2:
        return None
    return [_QUOTED.sub(lambda quoted: quoted[1].replace("''", "'"), word) for word in _WORD.findall(text)]


def _join_words(words: Iterable[str]) -> str:
    """The V2 text of these words (`append_arg`): each special character quoted, neighbouring quotes made one."""
    result = ""
    for word in words:
        if result:
            result += " "
        if not word:
            result += "''"
        for char in word:
            if not _SPECIAL.match(char):
                result += char
                continue
            result = result[:-1] if result.endswith("'") else result + "'"
            result += ("''" if char == "'" else char) + "'"
    return result


def _version(arguments: list[Value]) -> int | None:
    """The syntax named by the optional second argument, None for none that exists."""
    version = arguments[1] if len(arguments) > 1 else 2
    if isinstance(version, bool) or not isinstance(version, int) or int32(version) not in (1, 2):
        return None
    return int32(version)


def _args_to_list(context: Context, arguments: list[Value]) -> Value:
    """`argsToList(text [, version])`."""
    version, text = _version(arguments), arguments[0]
    if version is None or not isinstance(text, str):
        return ERROR
    words = _split_words(text) if version == 2 else [word for word in re.split(f"[{_BLANKS}]+", text) if word]
    return ERROR if words is None else ListValue.of(words)


def _list_to_args(context: Context, arguments: list[Value]) -> Value:
    """`listToArgs(list [, version])`; what V1 cannot express is an error."""
    version, elements = _version(arguments), arguments[0]
    if version is None or not isinstance(elements, ListValue):
        return ERROR
    words = [element for element in elements if isinstance(element, str)]
    if len(words) < len(elements):
        return ERROR
    if version == 2:
        return _join_words(words)
    if any(char in word for word in words for char in _BLANKS):
        return ERROR
    # HTCondor writes no blank as long as nothing is written.
    return " ".join(words).lstrip(" ")


def _with_settings(environment: dict[str, str | None], settings: Iterable[str]) -> bool:
    """Add settings `NAME=value`; False for one that is none. `$$(...)` without `=` is kept as it stands, for the schedd
    to fill.
    """
    for setting in settings:
        name, equals, value = setting.partition("=")
        if equals and name:
            environment[name] = value
        elif not equals and "$$" in setting:
            environment[setting] = None
        else:
            return False
    return True


def _environment_text(environment: dict[str, str | None]) -> str:
    """The V2 text of an environment, its names in order."""
    names = sorted(environment, key=encode)
    return _join_words(name if environment[name] is None else f"{name}={environment[name]}" for name in names)


def _env_v1_to_v2(context: Context, arguments: list[Value]) -> Value:
    """`envV1ToV2(text)`."""
    text = arguments[0]
    if not isinstance(text, str):
        return UNDEFINED if text is UNDEFINED else ERROR
    delimiter = ";"
    if text and text[0] in _DELIMITERS:
        delimiter, text = text[0], text[1:]
    settings = (setting.lstrip(_BLANKS) for setting in re.split(rf"[\n{re.escape(delimiter)}]", text))
    environment: dict[str, str | None] = {}
    return _environment_text(environment) if _with_settings(environment, filter(None, settings)) else ERROR


def _merge_environment(context: Context, arguments: list[Value]) -> Value:
    """`mergeEnvironment(text, ...)`: later settings win, undefined arguments are passed over."""
    environment: dict[str, str | None] = {}
    for argument in arguments:
        if argument is UNDEFINED:
            continue
        words = _split_words(argument) if isinstance(argument, str) else None
        if words is None or not _with_settings(environment, words):
            return ERROR
    return _environment_text(environment)


def _user_map(context: Context, arguments: list[Value]) -> Value:
    """`userMap(map, name [, preferred [, default]])`.

    With two arguments the comma-separated names that the map gives, else one of them: the preferred one in any case,
    or the first. `map` may be `map.method`, which is a map of its own here.
    """
    name, user = arguments[:2]
    default = arguments[3] if len(arguments) == 4 else UNDEFINED
    if not isinstance(name, str) or not isinstance(user, str):
        return ERROR if name is ERROR or user is ERROR else default
    lookup = context.run.surroundings.user_maps.get(name.lower())
    names = None if lookup is None else lookup(user)
    if names is None:
        return default
    if len(arguments) == 2:
        return names
    items = tokens(names, ",")
    preferred = arguments[2]
    if isinstance(preferred, str):
        for item in items:
            if fold_case(item) == fold_case(preferred):
                return item
    return items[0] if items else default


def _user_home(context: Context, arguments: list[Value]) -> Value:
    """`userHome(name [, default])`: the home directory of a user of the machine that evaluates, as far as it is known.

    Otherwise the default if that is a text that is not empty, else undefined, or an error for a name that is not a
    text. With another number of arguments the evaluation fails as a whole.
    """
    if len(arguments) not in (1, 2):
        raise EvaluationFailure
    home = context.run.surroundings.homes.get(arguments[0]) if isinstance(arguments[0], str) else None
    if home is not None:
        return home
    default = arguments[1] if len(arguments) == 2 else UNDEFINED
    if isinstance(default, str) and default:
        return default
    return UNDEFINED if arguments[0] is UNDEFINED or isinstance(arguments[0], str) else ERROR


STRICT: Final[dict[str, Strict]] = {
    "envv1tov2": (1, 1, _env_v1_to_v2),
    "mergeenvironment": (0, None, _merge_environment),
    "argstolist": (1, 2, _args_to_list),
    "listtoargs": (1, 2, _list_to_args),
    "usermap": (2, 4, _user_map),
    "userhome": (0, None, _user_home),
}

ERROR_TOLERANT: Final = frozenset({"usermap", "userhome"})
