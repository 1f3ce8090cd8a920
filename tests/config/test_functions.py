from collections.abc import Callable

import pytest

from userprio.config import Config, KnobError, read

Reading = Callable[..., Config]

KNOBS = """\
X = 2
Y = 6
XY = $(X) * $(Y)
LIST = a, b, c
NAME = abcdef
LOWER = toLower("HOST")
FILE = /tmp/dir/sub/simulate.tar.gz
"""


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("$INT(XY)", "12"),
        ("$INT(XY,%04d)", "0012"),
        ("$INT(7/2)", "3"),
        ("$INT(3.9)", "3"),
        ("$INT(255,<%x>)", "<ff>"),
        ("$INT(3000000000,%d)", "-1294967296"),
        ("$INT(-1,%lx)", "ffffffffffffffff"),
        ("$INT(5,%d%%)", "5%"),
        ("$REAL(XY)", "12"),
        ("$REAL(1/3.0)", "0.3333333333333333"),
        ("$REAL(XY,%.2f)", "12.00"),
        ("$REAL(XY,%g)", "12.0"),
        ("$STRING(XY)", "2 * 6"),
        ("$STRING(LOWER)", "host"),
        ("$STRING(LOWER,Name: %s)", "Name: host"),
        ("$EVAL(1.5*2)", "3.000000000000000E+00"),
        ('$EVAL({"a","b"})', '{ "a","b" }'),
        ("$EVAL(nosuch)", "undefined"),
        ("$EVAL(LOWER)", "host"),
        ("$CHOICE(1,LIST)", "b"),
        ("$CHOICE(X,p,q,r)", "r"),
        ("$SUBSTR(NAME,2)", "cdef"),
        ("$SUBSTR(NAME,-1)", "f"),
        ("$SUBSTR(NAME,0,-2)", "abcd"),
        ("$SUBSTR(NAME,1,1+2)", "bcd"),
        ("$ENV(HOME)", "/home/ann"),
        ("$ENV(NOPE)", "UNDEFINED"),
        ("$ENV(NOPE:$(X))", "2"),
        ("$RANDOM_CHOICE(7)", "7"),
        ("$RANDOM_INTEGER(3,3)", "3"),
        ("$BASENAME(FILE)", "simulate.tar.gz"),
        ("$BASENAME(FILE, .TAR.GZ)", "simulate"),
        ("$DIRNAME(FILE)", "/tmp/dir/sub/"),
        ("$Fn(FILE)", "simulate.tar"),
        ("$Fx(FILE)", ".gz"),
        ("$Fxb(FILE)", "gz"),
        ("$Fd(FILE)", "sub/"),
        ("$Fdb(FILE)", "sub"),
        ("$Fddnx(FILE)", "dir/sub/simulate.tar.gz"),
        ("$Fpq(FILE)", '"/tmp/dir/sub/"'),
        ("$Fnxqa(FILE)", "'simulate.tar.gz'"),
        ("$Fw(FILE)", "\\tmp\\dir\\sub\\simulate.tar.gz"),
        ("$int(3)", "$int(3)"),
    ],
)
def test_a_function_macro_is_worth(reading: Reading, call: str, value: str) -> None:
    assert reading(f"{KNOBS}A = {call}\n", environ={"HOME": "/home/ann"}).text("A") == value


@pytest.mark.parametrize(
    ("call", "instead"),
    [
        ("$INT(abc)", None),
        ("$INT(5,%d %d)", "%d %d"),
        ("$INT(5,%s)", "%s"),
        ("$REAL(XY,%d)", "%d"),
        ("$STRING(X,%99999999s)", "%99999999s"),
        ("$CHOICE(9,LIST)", None),
        ("$CHOICE(nope,LIST)", "a"),
        ("$CHOICE(0,nope)", None),
        ("$SUBSTR(NAME,zz)", None),
        ("$RANDOM_CHOICE()", None),
        ("$RANDOM_INTEGER(5,1)", "1"),
        ("$RANDOM_INTEGER(5)", "5"),
    ],
)
def test_a_function_macro_fails_with_what_tools_use_instead(reading: Reading, call: str, instead: str | None) -> None:
    with pytest.raises(KnobError) as caught:
        reading(f"{KNOBS}A = {call}\n").text("A")
    assert caught.value.instead == instead


def test_dice_fall_anew_at_every_look_up_and_alike_in_every_run() -> None:
    knobs = {"A": "$RANDOM_INTEGER(10,30,10)", "B": "$RANDOM_CHOICE(LIST)", "LIST": "x, y"}
    first = read(None, environ={}, overrides=knobs)
    second = read(None, environ={}, overrides=knobs)
    throws = [first.text("A") for _ in range(50)]
    assert set(throws) == {"10", "20", "30"}
    assert throws == [second.text("A") for _ in range(50)]
    assert {first.text("B") for _ in range(50)} == {"x", "y"}
