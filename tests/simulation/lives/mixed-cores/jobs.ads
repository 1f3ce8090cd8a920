ClusterId = 1
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#1.0#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#1.1#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#1.2#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#1.3#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#1.4#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#1.5#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#1.6#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#1.7#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 8
GlobalJobId = "ap1@exec.pool.test#1.8#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 9
GlobalJobId = "ap1@exec.pool.test#1.9#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 10
GlobalJobId = "ap1@exec.pool.test#1.10#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 11
GlobalJobId = "ap1@exec.pool.test#1.11#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 12
GlobalJobId = "ap1@exec.pool.test#1.12#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 13
GlobalJobId = "ap1@exec.pool.test#1.13#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 14
GlobalJobId = "ap1@exec.pool.test#1.14#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 15
GlobalJobId = "ap1@exec.pool.test#1.15#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 16
GlobalJobId = "ap1@exec.pool.test#1.16#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 17
GlobalJobId = "ap1@exec.pool.test#1.17#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 18
GlobalJobId = "ap1@exec.pool.test#1.18#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 19
GlobalJobId = "ap1@exec.pool.test#1.19#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 20
GlobalJobId = "ap1@exec.pool.test#1.20#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 21
GlobalJobId = "ap1@exec.pool.test#1.21#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 22
GlobalJobId = "ap1@exec.pool.test#1.22#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 23
GlobalJobId = "ap1@exec.pool.test#1.23#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 24
GlobalJobId = "ap1@exec.pool.test#1.24#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 25
GlobalJobId = "ap1@exec.pool.test#1.25#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 26
GlobalJobId = "ap1@exec.pool.test#1.26#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 27
GlobalJobId = "ap1@exec.pool.test#1.27#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 28
GlobalJobId = "ap1@exec.pool.test#1.28#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 29
GlobalJobId = "ap1@exec.pool.test#1.29#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 30
GlobalJobId = "ap1@exec.pool.test#1.30#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 31
GlobalJobId = "ap1@exec.pool.test#1.31#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 32
GlobalJobId = "ap1@exec.pool.test#1.32#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 33
GlobalJobId = "ap1@exec.pool.test#1.33#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 34
GlobalJobId = "ap1@exec.pool.test#1.34#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 35
GlobalJobId = "ap1@exec.pool.test#1.35#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 36
GlobalJobId = "ap1@exec.pool.test#1.36#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 37
GlobalJobId = "ap1@exec.pool.test#1.37#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 38
GlobalJobId = "ap1@exec.pool.test#1.38#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 39
GlobalJobId = "ap1@exec.pool.test#1.39#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 40
GlobalJobId = "ap1@exec.pool.test#1.40#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 41
GlobalJobId = "ap1@exec.pool.test#1.41#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 42
GlobalJobId = "ap1@exec.pool.test#1.42#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 43
GlobalJobId = "ap1@exec.pool.test#1.43#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 44
GlobalJobId = "ap1@exec.pool.test#1.44#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 45
GlobalJobId = "ap1@exec.pool.test#1.45#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 46
GlobalJobId = "ap1@exec.pool.test#1.46#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 47
GlobalJobId = "ap1@exec.pool.test#1.47#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 48
GlobalJobId = "ap1@exec.pool.test#1.48#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 49
GlobalJobId = "ap1@exec.pool.test#1.49#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 50
GlobalJobId = "ap1@exec.pool.test#1.50#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 51
GlobalJobId = "ap1@exec.pool.test#1.51#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 52
GlobalJobId = "ap1@exec.pool.test#1.52#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 53
GlobalJobId = "ap1@exec.pool.test#1.53#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 54
GlobalJobId = "ap1@exec.pool.test#1.54#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 55
GlobalJobId = "ap1@exec.pool.test#1.55#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 56
GlobalJobId = "ap1@exec.pool.test#1.56#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 57
GlobalJobId = "ap1@exec.pool.test#1.57#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 58
GlobalJobId = "ap1@exec.pool.test#1.58#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 59
GlobalJobId = "ap1@exec.pool.test#1.59#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 60
GlobalJobId = "ap1@exec.pool.test#1.60#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 61
GlobalJobId = "ap1@exec.pool.test#1.61#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 62
GlobalJobId = "ap1@exec.pool.test#1.62#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 63
GlobalJobId = "ap1@exec.pool.test#1.63#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 64
GlobalJobId = "ap1@exec.pool.test#1.64#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 65
GlobalJobId = "ap1@exec.pool.test#1.65#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 66
GlobalJobId = "ap1@exec.pool.test#1.66#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 67
GlobalJobId = "ap1@exec.pool.test#1.67#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 68
GlobalJobId = "ap1@exec.pool.test#1.68#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 69
GlobalJobId = "ap1@exec.pool.test#1.69#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 70
GlobalJobId = "ap1@exec.pool.test#1.70#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 71
GlobalJobId = "ap1@exec.pool.test#1.71#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 72
GlobalJobId = "ap1@exec.pool.test#1.72#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 73
GlobalJobId = "ap1@exec.pool.test#1.73#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 74
GlobalJobId = "ap1@exec.pool.test#1.74#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 75
GlobalJobId = "ap1@exec.pool.test#1.75#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 76
GlobalJobId = "ap1@exec.pool.test#1.76#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 77
GlobalJobId = "ap1@exec.pool.test#1.77#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 78
GlobalJobId = "ap1@exec.pool.test#1.78#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 79
GlobalJobId = "ap1@exec.pool.test#1.79#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 80
GlobalJobId = "ap1@exec.pool.test#1.80#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 81
GlobalJobId = "ap1@exec.pool.test#1.81#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 82
GlobalJobId = "ap1@exec.pool.test#1.82#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 83
GlobalJobId = "ap1@exec.pool.test#1.83#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 84
GlobalJobId = "ap1@exec.pool.test#1.84#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 85
GlobalJobId = "ap1@exec.pool.test#1.85#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 86
GlobalJobId = "ap1@exec.pool.test#1.86#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 87
GlobalJobId = "ap1@exec.pool.test#1.87#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 88
GlobalJobId = "ap1@exec.pool.test#1.88#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 89
GlobalJobId = "ap1@exec.pool.test#1.89#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 90
GlobalJobId = "ap1@exec.pool.test#1.90#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 91
GlobalJobId = "ap1@exec.pool.test#1.91#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 92
GlobalJobId = "ap1@exec.pool.test#1.92#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 93
GlobalJobId = "ap1@exec.pool.test#1.93#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 94
GlobalJobId = "ap1@exec.pool.test#1.94#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 95
GlobalJobId = "ap1@exec.pool.test#1.95#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 96
GlobalJobId = "ap1@exec.pool.test#1.96#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 97
GlobalJobId = "ap1@exec.pool.test#1.97#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 98
GlobalJobId = "ap1@exec.pool.test#1.98#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 99
GlobalJobId = "ap1@exec.pool.test#1.99#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 100
GlobalJobId = "ap1@exec.pool.test#1.100#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 101
GlobalJobId = "ap1@exec.pool.test#1.101#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 102
GlobalJobId = "ap1@exec.pool.test#1.102#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 103
GlobalJobId = "ap1@exec.pool.test#1.103#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 104
GlobalJobId = "ap1@exec.pool.test#1.104#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 105
GlobalJobId = "ap1@exec.pool.test#1.105#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 106
GlobalJobId = "ap1@exec.pool.test#1.106#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 107
GlobalJobId = "ap1@exec.pool.test#1.107#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 108
GlobalJobId = "ap1@exec.pool.test#1.108#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 109
GlobalJobId = "ap1@exec.pool.test#1.109#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 110
GlobalJobId = "ap1@exec.pool.test#1.110#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 111
GlobalJobId = "ap1@exec.pool.test#1.111#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 112
GlobalJobId = "ap1@exec.pool.test#1.112#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 113
GlobalJobId = "ap1@exec.pool.test#1.113#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 114
GlobalJobId = "ap1@exec.pool.test#1.114#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 115
GlobalJobId = "ap1@exec.pool.test#1.115#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 116
GlobalJobId = "ap1@exec.pool.test#1.116#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 117
GlobalJobId = "ap1@exec.pool.test#1.117#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 118
GlobalJobId = "ap1@exec.pool.test#1.118#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 1
ProcId = 119
GlobalJobId = "ap1@exec.pool.test#1.119#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
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

ClusterId = 2
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#2.0#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#2.1#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#2.2#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#2.3#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#2.4#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#2.5#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#2.6#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#2.7#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 8
GlobalJobId = "ap1@exec.pool.test#2.8#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 9
GlobalJobId = "ap1@exec.pool.test#2.9#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 10
GlobalJobId = "ap1@exec.pool.test#2.10#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 11
GlobalJobId = "ap1@exec.pool.test#2.11#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 12
GlobalJobId = "ap1@exec.pool.test#2.12#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 13
GlobalJobId = "ap1@exec.pool.test#2.13#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 14
GlobalJobId = "ap1@exec.pool.test#2.14#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 15
GlobalJobId = "ap1@exec.pool.test#2.15#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 16
GlobalJobId = "ap1@exec.pool.test#2.16#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 17
GlobalJobId = "ap1@exec.pool.test#2.17#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 18
GlobalJobId = "ap1@exec.pool.test#2.18#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 19
GlobalJobId = "ap1@exec.pool.test#2.19#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 20
GlobalJobId = "ap1@exec.pool.test#2.20#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 21
GlobalJobId = "ap1@exec.pool.test#2.21#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 22
GlobalJobId = "ap1@exec.pool.test#2.22#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 23
GlobalJobId = "ap1@exec.pool.test#2.23#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 24
GlobalJobId = "ap1@exec.pool.test#2.24#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 25
GlobalJobId = "ap1@exec.pool.test#2.25#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 26
GlobalJobId = "ap1@exec.pool.test#2.26#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 27
GlobalJobId = "ap1@exec.pool.test#2.27#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 28
GlobalJobId = "ap1@exec.pool.test#2.28#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0

ClusterId = 2
ProcId = 29
GlobalJobId = "ap1@exec.pool.test#2.29#1795346707"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346707
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 4
RequestMemory = 4000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
