"""What sites do besides: functions in policies, GPUs, defaults and transforms of schedds, careless spelling."""

from tests.pool.traits.draft import Draft

STARTS = [
    'ifThenElse(isUndefined(TARGET.Note), true, stringListMember("1", "0,1"))',
    "TARGET.RequestCpus <= floor(Cpus * 1.0) && TARGET.RequestMemory <= real(Memory)",
    'strcmp(TARGET.AcctGroupUser, "u2") != 0',
    'stricmp(toUpper(TARGET.AcctGroupUser), "u1") != 0 || Cpus > 1',
    'stringListSize("a,b,c") > TARGET.RequestCpus',
    "member(TARGET.RequestCpus, {1, 2, 4})",
    'size(TARGET.AcctGroupUser) < 3 || regexp("^u[0-4]", TARGET.AcctGroupUser, "i")',
    "(TARGET.JobPrio ?: 0) >= 0",
    'versioncmp("25.1.0", "24.12.1") > 0 && TARGET.RequestMemory < quantize(Memory, {1024, 4096})',
    "max({TARGET.RequestCpus, 1}) <= Cpus",
    'substr(TARGET.AcctGroupUser, 0, 1) == "u"',
    'join(",", {"a", "b"}) == "a,b" && TARGET.RequestCpus <= MY.Cpus',
    "pow(2, 3) > TARGET.RequestCpus",
    "isInteger(TARGET.RequestCpus) && !isError(TARGET.RequestMemory)",
    'anyCompare("==", {1, 2}, TARGET.RequestCpus)',
    "(Color == 1) ? (TARGET.RequestCpus == 1) : true",
]
WANTS = [
    'stringListIMember(string(TARGET.Cpus), "1,2,8")',
    "member(TARGET.Color, {0, 2})",
    'regexp("exec0+[0-9]*[02468][.]", TARGET.Machine)',
    "round(TARGET.Memory / 1024.0) >= 2",
    "ifThenElse(TARGET.Cpus > 1, TARGET.Color != 0, true)",
    'toLower(TARGET.OpSys) == "linux"',
    "(TARGET.KFlops ?: 1) > 0",
]


CURIOUS_STARTS = [
    '(TARGET.AcctGroupUser == "u1") || (Site > 3)',
    "(TARGET.RequestCpus <= Cpus) && ((Site > 3) || (TARGET.RequestMemory > 0))",
    "(TARGET.RequestCpus == 1) || (Color > 0)",
    "(Color == 1) || (TARGET.JobPrio >= 0)",
    'eval("TARGET.RequestCpus") <= Cpus',
    'isUndefined(eval("TARGET.RequestCpus")) || TARGET.RequestCpus > 1',
    "ifThenElse(Color == 1, TARGET.RequestCpus == 1, Cpus > 0)",
    'member(TARGET.RequestCpus, {1, 2}) && member("a", split("a,b"))',
    "(TARGET.RequestCpus > 1) || (Cpus + Site > 1)",
    "countMatches(TARGET.Wanted, Parts) >= 1",
    "TARGET.RequestCpus > 1 || countMatches(TARGET.Wanted, MY.Parts) >= 1",
    "countMatches(Size > 1, Parts) >= TARGET.RequestCpus",
    "Inner.Limit >= TARGET.RequestCpus",
    "(Inner.Most > TARGET.RequestCpus) && (Limit =?= undefined)",
    "[ a = Color; b = a + TARGET.RequestCpus ].b > 1",
    "Round || (TARGET.RequestCpus == 1)",
    "(RemoteUserPrio =?= undefined) || (TARGET.RequestCpus > 0 && RemoteUserPrio > 1)",
    '(RemoteGroup =?= undefined) || (TARGET.SubmitterGroup =!= "a")',
    "TARGET.SubmitterUserResourcesInUse + 0 < 3",
    "true && -1 + TARGET.RequestCpus",
    "(CurrentRank ?: 0) < 2 || TARGET.JobPrio > 0",
]
"""Names behind `countMatches(TARGET.Wanted, …)` are looked for in another ad where nothing is flattened (`known.py` of
the differential tests), so there are none."""
CURIOUS_WANTS = [
    "(TARGET.Color == 1) || (Owner > 3)",
    'eval("TARGET.Color") >= 1',
    "(SubmitterUserResourcesInUse < 3) || (TARGET.Cpus > 1)",
    "(Color + RequestCpus > 1) && true",
    "countMatches(Capability > 7, TARGET.Parts) >= 0",
    "TARGET.Inner.Limit > RequestCpus",
    "(ClusterId > 0) || (TARGET.Color > 5)",
]


def flattened(draft: Draft) -> None:
    """Requirements that flattening decides otherwise than evaluation would, some of them on either side."""
    rng = draft.rng
    changed: list[tuple[int, dict[str, str]]] = []
    for count, ad in draft.slots:
        ad = dict(ad)
        if "Requirements" in ad and draft.chance(0.7):
            ad |= {
                "Requirements": rng.choice(["START", ad["Requirements"], f"({ad['Requirements']}) && START"]),
                "Start": rng.choice(CURIOUS_STARTS),
                "Site": rng.choice(['"north"', "5", "undefined"]),
                "Parts": "{ Part_a, [ Size = 2; Capability = 8 ] }",
                "Part_a": f"[ Size = {rng.choice([1, 3])}; Capability = 7.5 ]",
                "Inner": "[ Limit = Cpus; Most = Limit + TARGET.RequestCpus ]",
                "Round": rng.choice(["Circle", "true"]),
                "Circle": "Round",
            }
        changed.append((count, ad))
    draft.slots = changed
    for user in rng.choices(draft.users, k=rng.randint(1, 5)):
        submit: dict[str, str | None] = {"+Wanted": rng.choice(["(Capability > 7.8)", "(Size >= RequestCpus)", "true"])}
        if draft.chance(0.5):
            submit["requirements"] = rng.choice(CURIOUS_WANTS)
        draft.submit(user, rng.choice([1, 2, 5, 9]), submit)


LISTED_STARTS = [
    "member(TARGET.RequestCpus, Sizes)",
    "sum(Sizes) > TARGET.RequestCpus",
    "countMatches(TARGET.Wanted, Parts) >= 1",
    "countMatches(Size > 1, Parts) >= 1 || TARGET.RequestCpus == 1",
    'anyCompare("<", Sizes, TARGET.RequestCpus + 2)',
]
LISTED_WANTS = [
    "member(Color, TARGET.Sizes)",
    "max(TARGET.Sizes) > 1",
    "evalInEachContext(Size, TARGET.Parts)[0] == 1",
    "evalInEachContext(Size + 0, TARGET.Parts)[0] == 1",
    "countMatches(MY.Wanted, TARGET.Parts) >= 1",
    "quantize(RequestCpus, TARGET.Sizes) > 1",
    'join(",", TARGET.Sizes) != "1,1"',
    "TARGET.Sizes[1] < 2",
]


def lists(draft: Draft) -> None:
    """Slots with lists of names, some of which jobs have too, and requirements on both sides that look into them."""
    rng = draft.rng
    changed: list[tuple[int, dict[str, str]]] = []
    for count, ad in draft.slots:
        ad = ad | {
            "Sizes": rng.choice(["{ Cpus, Color }", "{ Color, 1 }", "{ Color + 1, TARGET.Color, 2 }"]),
            "Parts": rng.choice(["{ Part_a, [ Size = 2 ] }", "{ Part_a }"]),
            "Part_a": f"[ Size = {rng.choice(['1', 'Color', '3'])} ]",
        }
        if "Requirements" in ad and draft.chance(0.5):
            ad |= {"Requirements": rng.choice(["START", ad["Requirements"]]), "Start": rng.choice(LISTED_STARTS)}
        changed.append((count, ad))
    draft.slots = changed
    for user in rng.choices(draft.users, k=rng.randint(2, 6)):
        submit: dict[str, str | None] = {
            "+Wanted": rng.choice(["(Size > 1)", "(Size >= RequestCpus)", "Size == Color"])
        }
        for name, value in {"+Color": "1", "+Part_a": "[ Size = 2 ]", "requirements": rng.choice(LISTED_WANTS)}.items():
            if draft.chance(0.6):
                submit[name] = value
        draft.submit(user, rng.choice([1, 2, 5, 9]), submit)


def functions(draft: Draft) -> None:
    """Slots and jobs whose requirements call functions."""
    rng = draft.rng
    draft.slots = [
        (count, ad | {"Requirements": rng.choice(["START", ad["Requirements"]]), "Start": rng.choice(STARTS)})
        if "Requirements" in ad and draft.chance(0.6)
        else (count, ad)
        for count, ad in draft.slots
    ]
    for user in rng.choices(draft.users, k=rng.randint(1, 5)):
        draft.submit(user, rng.choice([1, 2, 5, 9]), {"requirements": rng.choice(WANTS)})


def gpus(draft: Draft) -> None:
    """Some machines have GPUs, some jobs ask for them, a few in particular."""
    rng = draft.rng
    start = rng.choice(["true", "(TARGET.RequestGPUs ?: 0) <= (GPUs ?: 0)", "TARGET.RequestCpus <= Cpus"])
    for count in rng.choice([[1], [2, 1], [3, 2]]):
        capability = [rng.choice(["7.0", "8.0", "9.0"]) for _ in range(2)]
        ad = {
            "Cpus": "8",
            "Memory": "32768",
            "GPUs": "2",
            "AvailableGPUs": "{ GPUs_a, GPUs_b }",
            "GPUs_a": f"[ Capability = {capability[0]}; GlobalMemoryMb = 40000 ]",
            "GPUs_b": f"[ Capability = {capability[1]}; GlobalMemoryMb = 16000 ]",
            "Start": start,
            "Requirements": "START && (TARGET.RequestCpus <= Cpus) && ((TARGET.RequestGPUs ?: 0) <= GPUs)",
            "Color": str(rng.randrange(3)),
        }
        draft.slots.insert(rng.randrange(len(draft.slots) + 1), (count, ad))
    for user in rng.choices(draft.users, k=rng.randint(1, 4)):
        submit: dict[str, str | None] = {"request_gpus": rng.choice(["1", "1", "2", "3"])}
        if draft.chance(0.5):
            submit["require_gpus"] = rng.choice(["Capability >= 7.5", "GlobalMemoryMb > 20000", "Capability >= 6"])
        draft.submit(user, rng.choice([1, 2, 4]), submit)


def schedd_policy(draft: Draft) -> None:
    """Defaults and transforms that a site's schedds apply to jobs, and what they make significant."""
    rng = draft.rng
    options = {
        "JOB_DEFAULT_REQUESTCPUS": ["2", "1"],
        "JOB_DEFAULT_REQUESTMEMORY": ["500", "ifThenElse(MemoryUsage =!= undefined, MemoryUsage, 300)"],
        "JOB_DEFAULT_REQUESTDISK": ["2000"],
        "APPEND_REQUIREMENTS": ["(TARGET.Color != 2)", "(TARGET.Cpus < 8)"],
        "APPEND_RANK": ["TARGET.Cpus", "(TARGET.Color == 1) * 10"],
        "DEFAULT_RANK": ["TARGET.Memory"],
        "ADD_SIGNIFICANT_ATTRIBUTES": ["Site", "RequestDisk"],
        "MAX_JOBS_RUNNING": ["4", "11"],
        "MAX_JOBS_PER_OWNER": ["100000"],
        "SUBMIT_ATTRS": ["Site"],
    }
    for name in rng.sample(sorted(options), k=rng.choice([1, 2, 3])):
        draft.config[name] = rng.choice(options[name])
    draft.config["Site"] = '"here"'
    if draft.chance(0.6):
        draft.config["JOB_TRANSFORM_NAMES"] = "T"
        draft.config["JOB_TRANSFORM_T"] = rng.choice(
            [
                "[ set_RequestMemory = 700; Requirements = RequestMemory < 200 ]",
                "[ set_JobPrio = 5; Requirements = RequestCpus > 1 ]",
                "[ set_RequestCpus = 2; Requirements = ProcId >= 0 ]",
                "[ eval_set_RequestMemory = RequestMemory * 2 ]",
                '[ set_Site = "there"; Requirements = JobPrio > 0 ]',
                "[ set_Rank = TARGET.Cpus ]",
            ]
        )
    for user in rng.choices(draft.users, k=rng.randint(1, 3)):
        plain: dict[str, str | None] = {rng.choice(["request_cpus", "request_memory", "request_disk"]): None}
        draft.submit(user, rng.choice([1, 3, 6]), plain)


def empty_limits(draft: Draft) -> None:
    """Jobs whose list of licences is empty, always or in some slots."""
    rng = draft.rng
    draft.config.setdefault("LIC_LIMIT", rng.choice(["3", "1"]))
    for user in rng.choices(draft.users, k=rng.randint(1, 4)):
        submit: dict[str, str | None] = rng.choice(
            [
                {"+ConcurrencyLimits": '""'},
                {"concurrency_limits_expr": 'ifThenElse(TARGET.Color == 1, "lic", "")'},
                {"concurrency_limits_expr": 'ifThenElse(TARGET.Cpus > 1, "", "lic:2")'},
            ]
        )
        draft.submit(user, rng.choice([1, 3, 6]), submit)


def careless_names(draft: Draft) -> None:
    """Users and groups, and often knobs and attributes, spelled now with small letters, now with capitals."""
    draft.careless = draft.chance(0.7)
    draft.users = [(_respelled(draft, user), group and _respelled(draft, group)) for user, group in draft.users]
    draft.slots = [
        (count, {name: _respelled(draft, text) if name in _NAMES else text for name, text in ad.items()})
        for count, ad in draft.slots
    ]


_NAMES = frozenset({"RemoteUser", "AccountingGroup", "PreemptingUser", "PreemptingAccountingGroup"})


def _respelled(draft: Draft, name: str) -> str:
    local, at, domain = name.partition("@")
    return draft.rng.choice([local, local, local.upper(), local.title()]) + at + domain


def seldom_knobs(draft: Draft) -> None:
    """Limits of no time, threads, schedds that want no matches, and policies that count the matches of a slot."""
    rng, config = draft.rng, draft.config
    if draft.chance(0.5):
        what = rng.choice(["CYCLE", "SUBMITTER", "SCHEDD", "PIESPIN"])
        config[f"NEGOTIATOR_MAX_TIME_PER_{what}"] = rng.choice(["0", "0", "600", "-1"])
    if draft.chance(0.5):
        config["NEGOTIATOR_NUM_THREADS"] = rng.choice(["2", "4"])
    if draft.chance(0.2):
        config["CURB_MATCHMAKING"] = rng.choice(["True", "False", "1 > 2", "0", "1"])
    if draft.chance(0.2):
        config["USE_RESOURCE_REQUEST_COUNTS"] = "False"
    if draft.chance(0.5):
        config["NEGOTIATOR_PRE_JOB_RANK"] = rng.choice(
            ["0 - MachineMatchCount", "MachineMatchCount + Cpus", "isUndefined(OfflineMatches) ? 0 : 1"]
        )
        draft.slots = [
            (count, ad | rng.choice([{}, {"MachineMatchCount": "3"}, {"OfflineMatches": "{ 1 }"}, {"Offline": "true"}]))
            for count, ad in draft.slots
        ]
