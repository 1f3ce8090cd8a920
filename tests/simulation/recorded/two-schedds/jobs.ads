AccountingGroup = "ann"
AcctGroupUser = "ann"
ClusterId = 1
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap1@exec.pool.test#1.0#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.1#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.2#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.3#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.4#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.5#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.6#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.7#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.8#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.9#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.10#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.11#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.12#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 12
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.13#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 13
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.14#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 14
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.15#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 15
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.16#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 16
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.17#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 17
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.18#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 18
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.19#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 19
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.20#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 20
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.21#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 21
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.22#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 22
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.23#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 23
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.24#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 24
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.25#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 25
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.26#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 26
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.27#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 27
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.28#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 28
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.29#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 29
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.30#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 30
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.31#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 31
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.32#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 32
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.33#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 33
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.34#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 34
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.35#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 35
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.36#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 36
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.37#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 37
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.38#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 38
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.39#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 39
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.40#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 40
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.41#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 41
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.42#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 42
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.43#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 43
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.44#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 44
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.45#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 45
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.46#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 46
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.47#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 47
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.48#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 48
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.49#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 49
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.50#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 50
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.51#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 51
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.52#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 52
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.53#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 53
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.54#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 54
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.55#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 55
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.56#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 56
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.57#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 57
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.58#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 58
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#1.59#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 59
QDate = 1795540601
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
GlobalJobId = "ap1@exec.pool.test#2.0#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.1#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.2#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.3#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.4#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.5#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.6#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.7#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.8#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.9#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.10#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.11#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.12#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 12
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.13#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 13
QDate = 1795540602
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
GlobalJobId = "ap1@exec.pool.test#2.14#1795540602"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 14
QDate = 1795540602
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.0#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.1#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.2#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.3#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.4#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.5#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.6#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.7#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.8#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.9#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.10#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.11#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.12#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 12
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.13#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 13
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.14#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 14
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.15#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 15
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.16#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 16
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.17#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 17
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.18#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 18
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.19#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 19
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.20#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 20
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.21#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 21
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.22#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 22
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.23#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 23
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 1001
CurrentHosts = 0
FileSystemDomain = "pool.test"
GlobalJobId = "ap2@exec.pool.test#1001.24#1795540601"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 24
QDate = 1795540601
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"
