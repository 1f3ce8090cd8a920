"""Random submit descriptions, for comparison with condor_submit: mostly sensible, now and then not."""

from random import Random
from typing import Final

_AMOUNTS: Final = (
    "1", "0", "100", "1.5G", "2 GB", "512M", "1024K", "3t", "2.2", "-5", "1024.5", "undefined", "1+1", "100000",
    "ifthenelse(isUndefined(MemoryUsage), 1000, MemoryUsage*2)", "$(m)", "1G, 2G, 4G",
)  # fmt: skip
_REQUIREMENTS: Final = (
    'OpSysAndVer == "Debian13"', "Memory > 100", "(TARGET.Disk > 5) || Cpus > 2", 'Arch == "INTEL"', "HasFoo =?= true",
    'TARGET.OpSys == "LINUX" && TARGET.FileSystemDomain == "x"', "HasFileTransfer", "GPUs >= 1", "MY.Foo == 3",
    "regexp(\"x\", Machine)", "OpSysMajorVer > 7", "Foo.Cpus > 1", "RequestMemory < Memory", "true", "$(r)",
)  # fmt: skip
_COMMANDS: Final = {
    "request_memory": _AMOUNTS,
    "RequestMemory": ("200", "1G"),
    "request_disk": _AMOUNTS,
    "request_cpus": ("1", "2", "0", "2.5", "$(c)", "MY.Foo", "undefined", "1 + 1"),
    "RequestCpus": ("3",),
    "request_gpus": ("1", "0", "2"),
    "request_licenses": ("2", "0", "-1", "1.5", "Foo"),
    "request_colour": ('"red"', '""'),
    "request_x": ("1",),
    "request_cpu": ("2",),
    "require_gpus": ("Capability > 7", "GlobalMemoryMb > 1 || DriverVersion > 12", "true"),
    "gpus_minimum_capability": ("8.0", "7"),
    "gpus_maximum_capability": ("9.0",),
    "gpus_minimum_memory": ("40000", "4G"),
    "gpus_minimum_runtime": ("12.1", "12010", "11"),
    "requirements": _REQUIREMENTS,
    "+Requirements": ("TARGET.Foo == 1",),
    "rank": ("Memory", "KFlops + 1", "0"),
    "preferences": ("Mips",),
    "priority": ("5", "-3", "1+1", "abc"),
    "prio": ("7",),
    "nice_user": ("true", "false"),
    "accounting_group": ("group_physics.cms", "group_a", "bad group", ""),
    "accounting_group_user": ("ann", "bob"),
    "+AccountingGroup": ('"forced.name"',),
    "concurrency_limits": ("SW_X:2, DB", "a", "b:c", "9z", "x.y,z"),
    "concurrency_limits_expr": ('strcat("a", "b")',),
    "universe": ("vanilla", "scheduler", "local", "docker", "container", "grid", "parallel", "foo", "5", "standard"),
    "docker_image": ("debian:12", '"debian"'),
    "container_image": ("docker://debian:12", "a.sif", "dir/", "sandbox", "osdf:///x/y.sif", "./b.sif"),
    "docker_network_type": ("host", "mynet"),
    "grid_resource": ("batch slurm", "condor a b", "ec2 https://x", "foo"),
    "machine_count": ("4",),
    "hold": ("true", "false"),
    "should_transfer_files": ("YES", "NO", "IF_NEEDED", "true", "maybe"),
    "when_to_transfer_output": ("ON_EXIT", "ON_EXIT_OR_EVICT", "ON_SUCCESS", "NEVER"),
    "transfer_input_files": ("input.txt", "input.txt, http://a/b", "https://x/y", ""),
    "transfer_output_files": ("out.txt",),
    "output_destination": ("gsiftp://x/y",),
    "transfer_plugins": ("TAR=x; HTTP,HTTPS=y",),
    "transfer_output_remaps": ('"a=http://x/y"',),
    "encrypt_execute_directory": ("true",),
    "encrypt_input_files": ("a",),
    "preserve_relative_paths": ("true",),
    "checkpoint_exit_code": ("85",),
    "transfer_checkpoint_files": ("x",),
    "deferral_time": ("1000000", "CurrentTime + 60", "-1"),
    "cron_minute": ("5",),
    "deferral_window": ("60",),
    "cron_prep_time": ("10",),
    "cuda_version": ("11.2", "12"),
    "job_lease_duration": ("600", "undefined"),
    "max_job_retirement_time": ("100", "0"),
    "allowed_job_duration": ("3600",),
    "image_size": ("1000", "2G"),
    "disk_usage": ("1000",),
    "max_retries": ("2",),
    "success_exit_code": ("1",),
    "retry_request_memory": ("4G",),
    "keep_claim_idle": ("300",),
    "periodic_remove": ("JobStatus == 5",),
    "description": ("a job",),
    "+Foo": ("3", '"x"', "", "Cpus + 1"),
    "MY.Bar": ("$(c)",),
    "Foo": ("4",),
    "initialdir": (".",),
    "JobPrio": ("9",),
    "+RequestTape": ("2",),
}  # fmt: skip
_MACROS: Final = {
    "m": ("300", "2G", "$(m2)", "$INT(c)", "$(c)00", "$CHOICE(0,1G,2G)"),
    "m2": ("77", "$(undefined:88)"),
    "c": ("2", "1", "$(c)1", "$(Process)", "$(Step) + 1", "$REAL(m2)"),
    "r": ("Cpus > $(c)", "Memory >= $INT(m2)", 'Name == "$(DOLLAR)x"', '"$Fn(path)" == Foo'),
    "path": ("/a/b/c.txt",),
    "foo": ("1", "# no comment"),
}
_QUEUES: Final = (
    "queue", "queue", "queue 3", "queue 1+1", "queue $(c)", "queue x in (a, b c)", "queue x in a b",
    "queue 2 m in (100, 200)", "queue m,c from (\n100 1\n# no item\n200, 2\n)", "queue m from (\n1G\n\n2G\n)",
    "queue m, c, r from (\n100, 2, Cpus > 1 && Foo\n300\n)", "queue f matching *.txt", "queue f matching files *",
    "queue f matching dirs (*)", "queue m from items.lst", "queue m in [1:3] (10 20 30 40)",
    "queue m in [::2] (1 2 3 4 5)", "queue m in [-2:] (1 2 3 4 5)", "queue from table(csv,header=0) table.csv",
    "queue m,c from table table.csv",
    "queue 0", "", "iterate 2", "queue x from", "queue abc", "queue c in (1)\nqueue c in (2)", "queue -1",
)  # fmt: skip
_BLOCKS: Final = (
    "if defined m\n  request_memory = $(m)\nelse\n  request_memory = 5\nendif",
    "if version >= 24.0\n  +New = true\nelif true\n  +Old = true\nendif",
    "if $(undefined)\n garbage here\nendif",
    "include : more.sub",
    "requirements @=end\n  Memory > 5 &&\n  Cpus > 1\n@end",
    "# a comment\\",
    "request_memory = 1\\\n  5\\\n# comment\n",
    "if 1 == 1\nendif",
)
FILES: Final = {
    "input.txt": "x" * 3000,
    "b.txt": "",
    "items.lst": "1G\n2G\n# a comment is an item\n\n3G\n",
    "table.csv": "m,c\n100,1\n200,2\n",
    "more.sub": "request_cpus = 4\nc = 3\n",
    "run.sh": "#!/bin/sh\nsleep 1\n",
    "folder/inner.txt": "y",
}
"""Files that descriptions refer to."""


def description(seed: int) -> str:
    """A description; the same for a seed."""
    dice = Random(seed)
    lines = ["executable = run.sh"] if dice.random() < 0.97 else []
    for names in (_MACROS, _COMMANDS):
        few = dice.sample(sorted(names), min(len(names), dice.randint(0, 6)))
        lines += [f"{name} = {dice.choice(names[name])}" for name in few]
    if dice.random() < 0.3:
        lines.append(dice.choice(_BLOCKS))
    dice.shuffle(lines)
    return "\n".join([*lines, dice.choice(_QUEUES)]) + "\n"
