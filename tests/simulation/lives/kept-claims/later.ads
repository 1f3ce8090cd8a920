ClusterId = 3
ProcId = 9
GlobalJobId = "ap1@exec.pool.test#3.9#1795346206"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346206
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 25

ClusterId = 3
ProcId = 8
GlobalJobId = "ap1@exec.pool.test#3.8#1795346206"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346206
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 25

ClusterId = 3
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#3.6#1795346206"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346206
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 25

ClusterId = 3
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#3.7#1795346206"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346206
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 25

ClusterId = 3
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#3.5#1795346206"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346206
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 25

ClusterId = 3
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#3.3#1795346206"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346206
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 25

ClusterId = 3
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#3.1#1795346206"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346206
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 25

ClusterId = 3
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#3.0#1795346206"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346206
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 25

ClusterId = 3
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#3.4#1795346206"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346206
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 25

ClusterId = 3
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#3.2#1795346206"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346206
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 25

ClusterId = 4
ProcId = 18
GlobalJobId = "ap1@exec.pool.test#4.18#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 19
GlobalJobId = "ap1@exec.pool.test#4.19#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 16
GlobalJobId = "ap1@exec.pool.test#4.16#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 17
GlobalJobId = "ap1@exec.pool.test#4.17#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 13
GlobalJobId = "ap1@exec.pool.test#4.13#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 10
GlobalJobId = "ap1@exec.pool.test#4.10#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 9
GlobalJobId = "ap1@exec.pool.test#4.9#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 15
GlobalJobId = "ap1@exec.pool.test#4.15#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 12
GlobalJobId = "ap1@exec.pool.test#4.12#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 8
GlobalJobId = "ap1@exec.pool.test#4.8#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 14
GlobalJobId = "ap1@exec.pool.test#4.14#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 11
GlobalJobId = "ap1@exec.pool.test#4.11#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#4.6#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#4.5#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#4.4#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#4.7#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#4.2#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#4.3#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#4.0#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 4
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#4.1#1795346228"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346228
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
KeepClaimIdle = 10

ClusterId = 5
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#5.5#1795346308"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346308
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 5
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#5.3#1795346308"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346308
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 5
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#5.4#1795346308"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346308
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 5
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#5.2#1795346308"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346308
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 5
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#5.1#1795346308"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346308
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 5
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#5.0#1795346308"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346308
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 6
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#6.5#1795346313"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346313
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 6
ProcId = 8
GlobalJobId = "ap1@exec.pool.test#6.8#1795346313"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346313
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 6
ProcId = 9
GlobalJobId = "ap1@exec.pool.test#6.9#1795346313"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346313
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 6
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#6.2#1795346313"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346313
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 6
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#6.3#1795346313"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346313
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 6
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#6.7#1795346313"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346313
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 6
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#6.6#1795346313"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346313
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 6
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#6.4#1795346313"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346313
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 6
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#6.0#1795346313"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346313
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 6
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#6.1#1795346313"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346313
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
