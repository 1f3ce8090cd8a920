"""Configurations from dice: every statement, macro and place that a definition can come from."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

HERE: Final = "@D@"
"""Stands for the folder of the root file."""


@dataclass(frozen=True, slots=True)
class Case:
    """A root file, the files beside it, and environment variables."""

    root: str
    files: Mapping[str, str] = field(default_factory=dict)
    environ: Mapping[str, str] = field(default_factory=dict)


NAMES: Final = ("A", "B", "C", "D", "X_1", "a.b", "LIST", "NEGOTIATOR.A", "NEGOTIATOR.B", "EMPTY", "9z", "p/q")
KNOBS: Final = (
    *("PRIORITY_HALFLIFE", "GROUP_NAMES", "GROUP_QUOTA_a", "NEGOTIATOR_INTERVAL", "NEGOTIATOR.PREEMPTION_REQUIREMENTS"),
    *("DEFAULT_PRIO_FACTOR", "SLOT_WEIGHT", "GROUP_ACCEPT_SURPLUS", "START", "PREEMPT", "CLAIM_WORKLIFE", "SPOOL"),
)
TEXTS: Final = (
    *(
        "1",
        "0",
        "2*3",
        "",
        "x y",
        "a, b,c",
        '"quoted"',
        "a # b",
        "= 5",
        "60.9",
        "true",
        "False",
        "0x10",
        "1e2",
        "/a/b.c/d.e",
    ),
    *(
        "$(A)",
        "$(B)",
        "$(A) $(B)",
        "$(NOPE)",
        "$(NOPE:dflt)",
        "$(EMPTY:e)",
        "$(X_$(A))",
        "$(Y:$(A))",
        "$(Y:a-b)",
        "$(Y:(a-b))",
    ),
    *(
        "$(DOLLAR)(A)",
        "$$(A)",
        "$$$(C)",
        "$(A",
        "$",
        "$foo",
        "$( A )",
        "$(a)",
        "$(NEGOTIATOR.A)",
        "$(TOOL.A)",
        "$(LIST:1,2)",
    ),
    *(
        "$INT(A)",
        "$INT(A,%04d)",
        "$INT(2*3)",
        "$REAL(A)",
        "$REAL(7,%.2f)",
        "$STRING(B)",
        "$EVAL(1+1)",
        "$EVAL(A)",
        "$int(3)",
    ),
    *("$SUBSTR(B,1)", "$SUBSTR(B,-2,1)", "$SUBSTR(B,0,-1)", "$CHOICE(1,a,b,c)", "$CHOICE(0,LIST)", "$CHOICE(A,x,y)"),
    *(
        "$BASENAME(p/q.x)",
        "$DIRNAME(C)",
        "$Fn(C)",
        "$Fpq(C)",
        "$Fdb(C)",
        "$Fx(C)",
        "$Fnx(/u/v.w)",
        "$ENV(E1)",
        "$ENV(E2:none)",
    ),
    *(
        "$ENV(E2)",
        "$RANDOM_CHOICE(one)",
        "$RANDOM_INTEGER(3,3)",
        "$UNKNOWN(A)",
        "a\tb",
        "tail  ",
        "$(A:$(B:$(C)))",
        "é",
        "50%",
    ),
    *("$(A)$(A)", "ifThenElse(x, 1, 2)", "MY.A =?= TARGET.B", "$(SPOOL)/x", "$(CONFIG_ROOT)", "$(SUBSYSTEM)", "1 day"),
)
CONDITIONS: Final = (
    *(
        "true",
        "false",
        "1",
        "0",
        "-1",
        "1.5",
        "yes",
        "no",
        "t",
        "F",
        "$(A)",
        "$(NOPE)",
        "!$(NOPE)",
        "! true",
        "defined A",
    ),
    *(
        "defined NOPE",
        "!defined B",
        "defined $(A)",
        "defined",
        "defined true",
        "defined 5",
        "version >= 8.9",
        "version < 9",
    ),
    *("version == 25.14", "version == 25.14.1", "version != 25.14.1", "version > v25.14.0", "version <= 25.13.9"),
    *("version = 5.0", "version >= 100", "version", "on", "A == 1", "true && true", '"true"', "defined use POLICY"),
    *(
        "defined use POLICY:ALWAYS_RUN_JOBS",
        "defined use NOPE",
        "defined use FEATURE:nope",
        "x",
        "defined PRIORITY_HALFLIFE",
    ),
    *("defined a.b", "version >= 8", "!version < 9.1.2", "True # c", "$(A) ", "$(B:0)", "defined EMPTY"),
)
TEMPLATES: Final = (
    *(
        "POLICY : ALWAYS_RUN_JOBS",
        "policy:always_run_jobs",
        "POLICY : UWCS_DESKTOP",
        "FEATURE : UWCS_DESKTOP_POLICY_VALUES",
    ),
    *(
        "FEATURE : PartitionableSlot",
        "FEATURE : PartitionableSlot(2, 50%)",
        "FEATURE : StaticSlots(1,4)",
        "ROLE : Personal",
    ),
    *(
        "POLICY : LIMIT_JOB_RUNTIMES(60)",
        "POLICY : PREEMPT_IF(A)",
        "POLICY : WANT_HOLD_IF(B,3,text)",
        "POLICY : DESKTOP",
    ),
    *(
        "FEATURE : AssignAccountingGroup(/m)",
        "FEATURE : AssignAccountingGroup(/m, false)",
        "FEATURE : NOPE",
        "NOPE : X",
    ),
    *(
        " : X",
        "ROLE : CentralManager, Submit Execute",
        "FEATURE : TESTINGMODE_POLICY_VALUES",
        "POLICY : $(A)",
        "POLICY :",
    ),
    *(
        "POLICY : PREEMPT_IF_MEMORY_EXCEEDED",
        "POLICY : HOLD_IF_CPUS_EXCEEDED",
        "FEATURE : GPUs",
        "POLICY : DESKTOP_IDLE",
    ),
)
ODD_LINES: Final = (
    *(
        "no operator",
        "A B = 5",
        "H+= 2",
        "A : 5",
        "A := 5",
        "A:B = 1",
        "[section]",
        "[a b]",
        "[x=1]",
        "use = 5",
        "include = x",
    ),
    *(
        "; x",
        "A =",
        "= 5",
        "A$ = 1",
        "X_$(A) = 5",
        "A +; = 1",
        "A +,= n",
        "A +&&= n",
        "A +||= n",
        "A += ",
        "endif",
        "else",
    ),
    *(
        "elif true",
        "@use POLICY : DESKTOP",
        "@include ifexist : @D@/none",
        "# comment",
        "#opt:oldcomment",
        "#opt:newcomment",
    ),
    *(
        "#opt:strict",
        "warning : w $(A)",
        "error : e",
        "include : @D@/none",
        "include frob : @D@/f1",
        "INCLUDE IFEXIST : @D@/f1",
    ),
    *(
        "A @=",
        "A @= tag",
        "A@=tag",
        "B  =  $(B) more",
        "LIST = $(LIST:) z",
        "EMPTY =",
        "C : $(A)",
        "include : @D@/f1 x",
        "\\",
        ":if true",
    ),
)

FOLDERS: Final = ("@D@/d", "@D@/d @D@/e", "@D@/e, @D@/d,@D@/none", "$(NOPE) @D@/e")
LOCALS: Final = ("@D@/local.1", "@D@/local.1, @D@/local.2", "@D@/local.1 @D@/none")
SIGNS: Final = (" = ", "=", " =", "\t= ")


class Generator:
    """Cases one after another, from a seed."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.files: dict[str, str] = {}

    def case(self) -> Case:
        """The next case."""
        dice = self.dice
        self.files = {}
        for name in ("f1", "f2", "local.1", "local.2"):
            self.files[name] = self.lines(3, 0)
        for name in ("00-a", "10-b", "B", "a", ".hidden", "#x", "y~", "z.rpmsave", "w.bak", "p.py", "9"):
            if dice.random() < 0.5:
                self.files[f"d/{name}"] = f"FROM_{dice.choice('AB')} += {name}\n" + self.lines(1, 0)
        self.files["e/x"] = self.lines(1, 0)
        root = "A = 1\nB = hello\nC = /u/v/w.x\nLIST = p,q,r\nE1 = e\n" if dice.random() < 0.8 else ""
        root += self.lines(dice.randrange(2, 10), 3)
        if dice.random() < 0.4:
            root += f"LOCAL_CONFIG_DIR = {dice.choice(FOLDERS)}\n"
        if dice.random() < 0.2:
            root += f"LOCAL_CONFIG_DIR_EXCLUDE_REGEXP = {dice.choice(('^a$', '', '[0-9]', 'x|b', '~$'))}\n"
        if dice.random() < 0.4:
            root += f"LOCAL_CONFIG_FILE = {dice.choice(LOCALS)}\n"
        if dice.random() < 0.2:
            root += f"REQUIRE_LOCAL_CONFIG_FILE = {dice.choice(('false', 'true', 'F', 'True', '0'))}\n"
        if dice.random() < 0.1:
            self.files["local.1"] += "LOCAL_CONFIG_FILE = @D@/local.2\n"
        if dice.random() < 0.1:
            self.files["local.1"] += "LOCAL_CONFIG_DIR = @D@/e\n"
        environ = {"E1": "$(A)", "PATH": "/usr/bin:/bin"}
        for name in dice.sample(NAMES[:7], dice.choice((0, 0, 0, 1, 2))):
            environ[f"_CONDOR_{name}"] = dice.choice(TEXTS)
        if dice.random() < 0.1:
            root = root.replace("\n", "\r\n")
        if dice.random() < 0.05:
            root = root.rstrip("\n")
        return Case(root, self.files, environ)

    def lines(self, count: int, depth: int) -> str:
        """Some statements."""
        return "".join(self.statement(depth) for _ in range(count))

    def statement(self, depth: int) -> str:
        """A statement, with those inside of it."""
        kinds: list[tuple[int, Callable[[], str]]] = [
            (10, self.assignment),
            (2, self.append),
            (2, self.continued),
            (1, self.document),
            (2, lambda: f"{self.dice.choice(('use', 'USE', 'use'))} {self.dice.choice(TEMPLATES)}\n"),
            (2, lambda: f"{self.dice.choice(ODD_LINES)}\n"),
            (
                1,
                lambda: (
                    f"include{self.dice.choice(('', ' ifexist', ' ifexists'))} : @D@/{self.dice.choice(('f1', 'f2'))}\n"
                ),
            ),
        ]
        if depth > 0:
            kinds.append((4, lambda: self.block(depth - 1)))
        weights, makers = zip(*kinds, strict=True)
        return self.dice.choices(makers, weights)[0]()

    def name(self) -> str:
        dice = self.dice
        name = dice.choice(NAMES if dice.random() < 0.7 else KNOBS)
        return name.lower() if dice.random() < 0.1 else name

    def assignment(self) -> str:
        dice = self.dice
        return f"{dice.choice(('', '', ' '))}{self.name()}{dice.choice(SIGNS)}{dice.choice(TEXTS)}\n"

    def append(self) -> str:
        return (
            f"{self.name()} {self.dice.choice(('+=', '+,=', '+;=', '+||=', '+&&=', '+|='))} {self.dice.choice(TEXTS)}\n"
        )

    def continued(self) -> str:
        pieces = [
            self.dice.choice((*TEXTS, "# comment", "# comment \\", "", "  ")) for _ in range(self.dice.randrange(1, 3))
        ]
        ends = "".join(
            f"{self.dice.choice(('', '  '))}{piece}{self.dice.choice((' ' + chr(92), chr(92) + '  ', ''))}\n"
            for piece in pieces
        )
        return f"{self.name()} = {self.dice.choice(TEXTS)} \\\n{ends}"

    def document(self) -> str:
        body = self.dice.choice(("x\n", "  x\ny \\\nz\n", "# c\n\nif true\n", "$(A)\nB = 2\n"))
        return f"{self.name()} @=end\n{body}{self.dice.choice(('@end', ' @end', '@END', '@end'))}\n@end\n"

    def block(self, depth: int) -> str:
        dice = self.dice
        text = f"if {dice.choice(CONDITIONS)}\n{self.lines(1, depth)}"
        if dice.random() < 0.4:
            text += f"elif {dice.choice(CONDITIONS)}\n{self.lines(1, depth)}"
        if dice.random() < 0.5:
            text += f"else\n{self.lines(1, depth)}"
        return text + (dice.choice(("endif\n", "endif\n", "ENDIF\n")) if dice.random() < 0.97 else "")
