"""What each function of the language wants as its arguments: lists of kinds, which `Generator.argument` knows."""

from typing import Final

_ONE: Final = (
    "isUndefined isError isString isInteger isReal isBoolean isList isClassAd isAbsTime isRelTime int real string bool"
    " toLower toUpper size debug"
).split()
_NUMBER: Final = "floor ceiling ceil round interval".split()
_TIME: Final = (
    "getYear getMonth getDayOfMonth getDayOfYear getDayOfWeek getDays getHours getMinutes getSeconds splitTime"
    " formatTime absTime relTime"
).split()

SIGNATURES: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    **dict.fromkeys(_ONE, (("any",),)),
    **dict.fromkeys(_NUMBER, (("number",), ("text",))),
    **dict.fromkeys(_TIME, (("time",),)),
    **dict.fromkeys("min max sum avg".split(), (("numbers",), ("list",))),
    **dict.fromkeys("versionGE versionGT versionLE versionLT versionEQ versioncmp".split(), (("version", "version"),)),
    **dict.fromkeys("strcmp stricmp".split(), (("text", "text"), ("any", "any"))),
    **dict.fromkeys("stringListSize stringListSum stringListAvg".split(), (("text",), ("text", "text"))),
    **dict.fromkeys("stringListMin stringListMax split".split(), (("text",), ("text", "text"))),
    **dict.fromkeys(
        "stringListMember stringListIMember stringListsIntersect stringListSubsetMatch stringListISubsetMatch".split(),
        (("text", "text"), ("text", "text", "text")),
    ),
    **dict.fromkeys("splitUserName splitSlotName".split(), (("text",),)),
    "formatTime": (("time",), ("time", "format")),
    "absTime": (("time",), ("text",), ("time", "small"), ("number", "number")),
    "relTime": (("number",), ("text",)),
    "ifThenElse": (("any", "any", "any"),),
    "eval": (("code",), ("any",)),
    "unparse": (("name",), ("any",)),
    "unresolved": (("name",),),
    "quantize": (("number", "number"), ("number", "numbers")),
    "pow": (("number", "number"), ("small", "small")),
    "strcat": ((), ("any",), ("any", "any"), ("text", "any", "text")),
    "join": (("text", "list"), ("list",), ("texts",), ("text", "any", "any"), ("text", "texts")),
    "substr": (("text", "small"), ("text", "small", "small")),
    "regexp": (("pattern", "text"), ("pattern", "text", "options")),
    "regexps": (("pattern", "text", "replacement"), ("pattern", "text", "replacement", "options")),
    "replace": (("pattern", "text", "replacement"), ("pattern", "text", "replacement", "options")),
    "replaceAll": (("pattern", "text", "replacement"), ("pattern", "text", "replacement", "options")),
    "regexpMember": (("pattern", "texts"), ("pattern", "list"), ("pattern", "texts", "options")),
    "stringList_regexpMember": (
        ("pattern", "text"),
        ("pattern", "text", "text"),
        ("pattern", "text", "text", "options"),
    ),
    "version_in_range": (("version", "version", "version"),),
    "userMap": (("text", "text"), ("text", "text", "text"), ("text", "text", "text", "text")),
    "userHome": (("text",), ("text", "any")),
    "envV1ToV2": ((), ("environment",), ("any",)),
    "mergeEnvironment": ((), ("environment",), ("environment", "environment")),
    "listToArgs": (("texts",), ("list",)),
    "argsToList": (("arguments",), ("arguments", "small")),
    "member": (("any", "list"), ("text", "texts"), ("number", "numbers")),
    "identicalMember": (("any", "list"), ("text", "texts"), ("number", "numbers")),
    "anyCompare": (("operator", "list", "any"), ("operator", "numbers", "number")),
    "allCompare": (("operator", "list", "any"), ("operator", "numbers", "number")),
    "countMatches": (("name", "ads"), ("any", "ads"), ("any", "list")),
    "evalInEachContext": (("name", "ads"), ("any", "ads"), ("any", "list")),
    "timezoneOffset": ((),),
    "noSuchFunction": ((), ("any",)),
}
"""Every function but those whose answer is not fixed: `time`, `currentTime`, `dayTime`, `random`."""
