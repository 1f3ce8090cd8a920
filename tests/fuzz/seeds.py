"""Where a search begins: sound inputs of every kind, and the words of each language."""

from collections.abc import Mapping, Sequence
from typing import Final

from userprio.classad.functions import LAZY, STRICT
from userprio.pool import examples

_EXPRESSIONS: Final = (
    b"A + 1 == B ?: 2 && !C",
    b'ifThenElse(regexp("^(a+)+$", S, "i"), strcat("x", L[0]), {1, 2.5e3, [a = 1; b = MY.a]}[2].b)',
    b'TARGET.A =?= undefined || split("a b,c")[1] is "b" ? -0x1 : absTime("2020-01-01T00:00:00Z")',
    b"[ a = 1; 'b c' = { \"x\\n\\101\" }; Requirements = TARGET.Z >= 2 ]",
    b'formatTime(time(), "%Y") /* c */ // d',
)
_CONFIG: Final = (
    b"A = 1\nB = $(A) $(C:x y)\nNEGOTIATOR.B += 2\nT @=end\nx\n@end\nA +,= 3\n",
    b"if version >= 8.1\nA = 1\nelif defined A\nelse\nA = 2\nendif\ninclude ifexist : $(A)\n",
    b"use POLICY : ALWAYS_RUN_JOBS, PREEMPT_IF(A)\nwarning : a $INT(A,%d)\nB = $CHOICE(1,a,b) $SUBSTR(A,0,1) $Fn(A)\n",
    b"LOCAL_CONFIG_FILE = c, d\ninclude command into x : echo\n",
    b"A = a \\\n# comment\n  b\n[section]\nA : 2\n#opt:strict\nB : 3\n",
    b"GROUP_NAMES = a, a.b\nGROUP_QUOTA_a = 0x1p3\nPRIORITY_HALFLIFE = 2*$REAL(B)\n"
    b"A=$EVAL(1+1)\nB=$RANDOM_CHOICE(1,2)\n",
)
_ADS: Final = (
    b'Name = "slot1@a"\nCpus = 8\nRequirements = (START) && (A =?= undefined)\n\n# c\nName = "b"\n*** x\nB = { 1,2 }\n',
    b'[\n{\n  "Name": "a", "B": 0.25, "C": null, "D": [1, {"x": true}], "R":'
    b'"\\/Expr(A && B)\\/"\n}\n,\n{ "N": "\\u00e9" }\n]\n',
    b'<?xml version="1.0"?>\n<!DOCTYPE classads SYSTEM "classads.dtd">\n'
    b'<classads><c><a n="A"><i>8</i></a><a n="R"><r>2.5E-01</r>'
    b'</a><a n="S"><s>a&lt;\\n</s></a><a n="B"><b v="t"/></a><a n="L"><l><un/><er/></l></a><a n="E"><e>A + 1</e></a>'
    b'<a n="T"><at>2020-01-01T00:00:00-00:00</at></a><a n="P"><rt>1+00:00:00</rt></a></c></classads>\n',
    b'{ [ A = 1; B = "x" ], [ C = { 1, "]" } ] }\n[ D = 2 ]\n',
)
_LEDGER: Final = (
    b"107 1 CreationTimestamp 1772000000\n101 Accountant. * *\n103 Accountant. LastUpdateTime 1772441940\n105 \n"
    b"101 Customer.ann@lab * *\n103 Customer.ann@lab Priority 4.500000\n106 \n102 Customer.ann@lab\n",
    b'101 Resource.slot1@a@<1.2.3.4:9> * *\n103 Resource.slot1@a@<1.2.3.4:9> RemoteUser "ann@lab"\n'
    b"104 Resource.slot1@a@<1.2.3.4:9> RemoteUser\n",
)


def seeds(name: str) -> list[bytes]:
    """Sound inputs of a target."""
    shipped = [] if name in ("classad",) else [_shipped(name)]
    return [*{"ads": _ADS, "classad": _EXPRESSIONS, "config": _CONFIG, "ledger": _LEDGER}[name], *shipped]


def _shipped(name: str) -> bytes:
    file = {"ads": "slots.ads", "config": "condor_config", "ledger": "Accountantnew.log"}[name]
    return (examples.find("physics").folder / file).read_bytes()[:2000]


_FUNCTIONS: Final = [f"{name}(" for name in sorted(STRICT.keys() | LAZY.keys())]
_OPERATORS: Final = (
    "=?= =!= == != <= >= && || ?: >>> << >> is isnt undefined error true false MY. TARGET. parent. /*".split()
)

_MACROS: Final = (
    "$( $INT( $REAL( $STRING( $EVAL( $ENV( $SUBSTR( $CHOICE( $RANDOM_CHOICE( $RANDOM_INTEGER( $Fpqa(".split()
)
_STATEMENTS: Final = (
    "if ",
    "elif ",
    "else",
    "endif",
    "version ",
    "defined ",
    "include",
    "ifexist",
    "command into",
    "use",
)
_KNOBS: Final = ("LOCAL_CONFIG_FILE", "LOCAL_CONFIG_DIR", "NEGOTIATOR.", "LOCAL_CONFIG_DIR_EXCLUDE_REGEXP")

DICTIONARY: Final[Mapping[str, Sequence[str]]] = {
    "classad": [*_FUNCTIONS, *_OPERATORS, "9223372036854775808", "1e999", 'real("NaN")', "0x1.p", '\\"', "\\0", "%Y%m"],
    "config": [
        *(*_MACROS, *_STATEMENTS, *_KNOBS),
        *("@= @end \\\n ) := +,= POLICY FEATURE $(DOLLAR) %d AUTO_USE_FEATURE_x PartitionableSlot(".split(" ")),
        *("error : ", "warning : ", "#opt:strict", "#opt:oldcomment", "include : c\n"),
    ],
    "ads": [
        *_OPERATORS,
        *("\\/Expr( )\\/ *** <a n= <l> <c> <e> <!ENTITY &#0; \\ud800 1e999 ].".split()),
        "\n\n",
    ],
    "ledger": [
        "101 ",
        "102 ",
        "103 ",
        "104 ",
        "105 \n",
        "106 \n",
        "107 ",
        " * *\n",
        "106 #",
        "Customer.",
        "Resource.",
        "real(",
    ],
}
"""Words that an input may be put together from."""
