AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.0#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.1#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.2#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.3#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.4#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.5#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.6#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.7#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.8#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.9#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.10#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.11#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.12#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 12
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.13#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 13
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.14#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 14
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.15#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 15
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.16#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 16
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.17#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 17
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.18#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 18
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.19#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 19
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.20#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 20
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.21#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 21
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.22#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 22
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.23#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 23
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.24#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 24
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.25#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 25
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.26#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 26
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.27#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 27
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.28#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 28
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.29#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 29
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.30#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 30
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.31#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 31
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.32#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 32
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.33#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 33
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.34#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 34
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.35#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 35
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.36#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 36
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.37#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 37
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.38#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 38
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.39#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 39
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.40#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 40
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.41#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 41
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.42#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 42
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.43#1795540635"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 43
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.44#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 44
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.45#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 45
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.46#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 46
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.47#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 47
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.48#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 48
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.49#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 49
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.50#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 50
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.51#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 51
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.52#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 52
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.53#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 53
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.54#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 54
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.55#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 55
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.56#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 56
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.57#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 57
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.58#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 58
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.59#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 59
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.60#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 60
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.61#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 61
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.62#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 62
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.63#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 63
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.64#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 64
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.65#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 65
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.66#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 66
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.67#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 67
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.68#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 68
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.69#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 69
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.70#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 70
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.71#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 71
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.72#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 72
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.73#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 73
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.74#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 74
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.75#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 75
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.76#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 76
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.77#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 77
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.78#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 78
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.79#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 79
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.80#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 80
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.81#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 81
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.82#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 82
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.83#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 83
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.84#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 84
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.85#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 85
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.86#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 86
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.87#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 87
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.88#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 88
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.89#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 89
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.90#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 90
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.91#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 91
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.92#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 92
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.93#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 93
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.94#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 94
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.95#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 95
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.96#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 96
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.97#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 97
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.98#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 98
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.99#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 99
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.100#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 100
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.101#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 101
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.102#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 102
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.103#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 103
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.104#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 104
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.105#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 105
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.106#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 106
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.107#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 107
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.108#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 108
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.109#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 109
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.110#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 110
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.111#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 111
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.112#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 112
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.113#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 113
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.114#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 114
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.115#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 115
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.116#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 116
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.117#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 117
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.118#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 118
QDate = 1795540635
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
GlobalJobId = "ap1@exec.pool.test#1.119#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 119
QDate = 1795540635
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.0#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.1#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.2#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.3#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.4#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.5#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.6#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.7#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.8#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.9#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.10#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.11#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.12#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 12
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.13#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 13
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.14#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 14
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.15#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 15
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.16#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 16
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.17#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 17
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.18#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 18
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.19#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 19
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.20#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 20
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.21#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 21
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.22#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 22
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.23#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 23
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.24#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 24
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.25#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 25
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.26#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 26
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.27#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 27
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.28#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 28
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#2.29#1795540636"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 29
QDate = 1795540636
Rank = 0.0
RequestCpus = 4
RequestDisk = 1000
RequestMemory = 4000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"
