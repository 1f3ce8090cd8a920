AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.0#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.1#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.2#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.3#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.4#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.5#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.6#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.7#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.8#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.9#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.10#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.11#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.12#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 12
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.13#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 13
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.14#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 14
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.15#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 15
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.16#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 16
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.17#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 17
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.18#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 18
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.19#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 19
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.20#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 20
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.21#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 21
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.22#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 22
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.23#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 23
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.24#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 24
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.25#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 25
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.26#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 26
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.27#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 27
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.28#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 28
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.29#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 29
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.30#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 30
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.31#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 31
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.32#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 32
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.33#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 33
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.34#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 34
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.35#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 35
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.36#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 36
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.37#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 37
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.38#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 38
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.39#1795904622"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 39
QDate = 1795904622
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"
