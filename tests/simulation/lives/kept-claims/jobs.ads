ClusterId = 1
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#1.0#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
KeepClaimIdle = 40

ClusterId = 1
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#1.1#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
KeepClaimIdle = 40

ClusterId = 1
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#1.2#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
KeepClaimIdle = 40

ClusterId = 1
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#1.3#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
KeepClaimIdle = 40

ClusterId = 1
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#1.4#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
KeepClaimIdle = 40

ClusterId = 1
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#1.5#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
KeepClaimIdle = 40

ClusterId = 1
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#1.6#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
KeepClaimIdle = 40

ClusterId = 1
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#1.7#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
KeepClaimIdle = 40

ClusterId = 2
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#2.0#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#2.1#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#2.2#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#2.3#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#2.4#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#2.5#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#2.6#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#2.7#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 8
GlobalJobId = "ap1@exec.pool.test#2.8#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 9
GlobalJobId = "ap1@exec.pool.test#2.9#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 10
GlobalJobId = "ap1@exec.pool.test#2.10#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 11
GlobalJobId = "ap1@exec.pool.test#2.11#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 12
GlobalJobId = "ap1@exec.pool.test#2.12#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 13
GlobalJobId = "ap1@exec.pool.test#2.13#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 14
GlobalJobId = "ap1@exec.pool.test#2.14#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 15
GlobalJobId = "ap1@exec.pool.test#2.15#1795346155"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346155
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
