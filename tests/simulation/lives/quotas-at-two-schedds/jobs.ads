ClusterId = 1
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#1.0#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#1.1#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#1.2#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#1.3#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#1.4#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#1.5#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#1.6#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#1.7#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 8
GlobalJobId = "ap1@exec.pool.test#1.8#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 9
GlobalJobId = "ap1@exec.pool.test#1.9#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 10
GlobalJobId = "ap1@exec.pool.test#1.10#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 11
GlobalJobId = "ap1@exec.pool.test#1.11#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 12
GlobalJobId = "ap1@exec.pool.test#1.12#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 13
GlobalJobId = "ap1@exec.pool.test#1.13#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 14
GlobalJobId = "ap1@exec.pool.test#1.14#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 15
GlobalJobId = "ap1@exec.pool.test#1.15#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 16
GlobalJobId = "ap1@exec.pool.test#1.16#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 17
GlobalJobId = "ap1@exec.pool.test#1.17#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 18
GlobalJobId = "ap1@exec.pool.test#1.18#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 19
GlobalJobId = "ap1@exec.pool.test#1.19#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 20
GlobalJobId = "ap1@exec.pool.test#1.20#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 21
GlobalJobId = "ap1@exec.pool.test#1.21#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 22
GlobalJobId = "ap1@exec.pool.test#1.22#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 23
GlobalJobId = "ap1@exec.pool.test#1.23#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 24
GlobalJobId = "ap1@exec.pool.test#1.24#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 25
GlobalJobId = "ap1@exec.pool.test#1.25#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 26
GlobalJobId = "ap1@exec.pool.test#1.26#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 27
GlobalJobId = "ap1@exec.pool.test#1.27#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 28
GlobalJobId = "ap1@exec.pool.test#1.28#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 29
GlobalJobId = "ap1@exec.pool.test#1.29#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 30
GlobalJobId = "ap1@exec.pool.test#1.30#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 31
GlobalJobId = "ap1@exec.pool.test#1.31#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 32
GlobalJobId = "ap1@exec.pool.test#1.32#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 33
GlobalJobId = "ap1@exec.pool.test#1.33#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 34
GlobalJobId = "ap1@exec.pool.test#1.34#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 35
GlobalJobId = "ap1@exec.pool.test#1.35#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 36
GlobalJobId = "ap1@exec.pool.test#1.36#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 37
GlobalJobId = "ap1@exec.pool.test#1.37#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 38
GlobalJobId = "ap1@exec.pool.test#1.38#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 39
GlobalJobId = "ap1@exec.pool.test#1.39#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 40
GlobalJobId = "ap1@exec.pool.test#1.40#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 41
GlobalJobId = "ap1@exec.pool.test#1.41#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 42
GlobalJobId = "ap1@exec.pool.test#1.42#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 43
GlobalJobId = "ap1@exec.pool.test#1.43#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1
ProcId = 44
GlobalJobId = "ap1@exec.pool.test#1.44#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 0
GlobalJobId = "ap2@exec.pool.test#1001.0#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 1
GlobalJobId = "ap2@exec.pool.test#1001.1#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 2
GlobalJobId = "ap2@exec.pool.test#1001.2#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 3
GlobalJobId = "ap2@exec.pool.test#1001.3#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 4
GlobalJobId = "ap2@exec.pool.test#1001.4#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 5
GlobalJobId = "ap2@exec.pool.test#1001.5#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 6
GlobalJobId = "ap2@exec.pool.test#1001.6#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 7
GlobalJobId = "ap2@exec.pool.test#1001.7#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 8
GlobalJobId = "ap2@exec.pool.test#1001.8#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 9
GlobalJobId = "ap2@exec.pool.test#1001.9#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 10
GlobalJobId = "ap2@exec.pool.test#1001.10#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 11
GlobalJobId = "ap2@exec.pool.test#1001.11#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 12
GlobalJobId = "ap2@exec.pool.test#1001.12#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 13
GlobalJobId = "ap2@exec.pool.test#1001.13#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 14
GlobalJobId = "ap2@exec.pool.test#1001.14#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 15
GlobalJobId = "ap2@exec.pool.test#1001.15#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 16
GlobalJobId = "ap2@exec.pool.test#1001.16#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 17
GlobalJobId = "ap2@exec.pool.test#1001.17#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 18
GlobalJobId = "ap2@exec.pool.test#1001.18#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 19
GlobalJobId = "ap2@exec.pool.test#1001.19#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 20
GlobalJobId = "ap2@exec.pool.test#1001.20#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 21
GlobalJobId = "ap2@exec.pool.test#1001.21#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 22
GlobalJobId = "ap2@exec.pool.test#1001.22#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 23
GlobalJobId = "ap2@exec.pool.test#1001.23#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 24
GlobalJobId = "ap2@exec.pool.test#1001.24#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 25
GlobalJobId = "ap2@exec.pool.test#1001.25#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 26
GlobalJobId = "ap2@exec.pool.test#1001.26#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 27
GlobalJobId = "ap2@exec.pool.test#1001.27#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 28
GlobalJobId = "ap2@exec.pool.test#1001.28#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 1001
ProcId = 29
GlobalJobId = "ap2@exec.pool.test#1001.29#1795347790"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347790
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
