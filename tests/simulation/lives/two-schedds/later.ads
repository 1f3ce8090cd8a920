ClusterId = 1002
ProcId = 28
GlobalJobId = "ap2@exec.pool.test#1002.28#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 29
GlobalJobId = "ap2@exec.pool.test#1002.29#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 27
GlobalJobId = "ap2@exec.pool.test#1002.27#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 26
GlobalJobId = "ap2@exec.pool.test#1002.26#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 25
GlobalJobId = "ap2@exec.pool.test#1002.25#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 24
GlobalJobId = "ap2@exec.pool.test#1002.24#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 23
GlobalJobId = "ap2@exec.pool.test#1002.23#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 21
GlobalJobId = "ap2@exec.pool.test#1002.21#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 15
GlobalJobId = "ap2@exec.pool.test#1002.15#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 19
GlobalJobId = "ap2@exec.pool.test#1002.19#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 22
GlobalJobId = "ap2@exec.pool.test#1002.22#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 16
GlobalJobId = "ap2@exec.pool.test#1002.16#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 20
GlobalJobId = "ap2@exec.pool.test#1002.20#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 17
GlobalJobId = "ap2@exec.pool.test#1002.17#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 18
GlobalJobId = "ap2@exec.pool.test#1002.18#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 13
GlobalJobId = "ap2@exec.pool.test#1002.13#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 14
GlobalJobId = "ap2@exec.pool.test#1002.14#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 12
GlobalJobId = "ap2@exec.pool.test#1002.12#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 7
GlobalJobId = "ap2@exec.pool.test#1002.7#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 8
GlobalJobId = "ap2@exec.pool.test#1002.8#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 11
GlobalJobId = "ap2@exec.pool.test#1002.11#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 10
GlobalJobId = "ap2@exec.pool.test#1002.10#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 6
GlobalJobId = "ap2@exec.pool.test#1002.6#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 9
GlobalJobId = "ap2@exec.pool.test#1002.9#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 3
GlobalJobId = "ap2@exec.pool.test#1002.3#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 1
GlobalJobId = "ap2@exec.pool.test#1002.1#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 4
GlobalJobId = "ap2@exec.pool.test#1002.4#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 2
GlobalJobId = "ap2@exec.pool.test#1002.2#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 0
GlobalJobId = "ap2@exec.pool.test#1002.0#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 5
GlobalJobId = "ap2@exec.pool.test#1002.5#1795336828"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795336828
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
