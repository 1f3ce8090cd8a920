AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.0#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.1#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.2#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.3#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.4#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.5#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.6#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.7#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.8#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.9#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.10#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.11#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.12#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 12
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.13#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 13
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.14#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 14
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.15#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 15
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.16#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 16
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.17#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 17
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.18#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 18
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.19#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 19
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.20#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 20
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.21#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 21
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.22#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 22
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.23#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 23
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.24#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 24
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.25#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 25
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.26#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 26
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.27#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 27
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.28#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 28
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.29#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 29
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.30#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 30
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.31#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 31
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.32#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 32
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.33#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 33
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.34#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 34
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.35#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 35
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.36#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 36
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.37#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 37
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.38#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 38
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.39#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 39
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.40#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 40
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.41#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 41
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.42#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 42
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.43#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 43
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.44#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 44
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.45#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 45
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.46#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 46
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.47#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 47
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.48#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 48
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.49#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 49
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.50#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 50
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.51#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 51
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.52#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 52
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.53#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 53
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.54#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 54
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.55#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 55
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.56#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 56
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.57#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 57
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.58#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 58
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.59#1795540772"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 59
QDate = 1795540772
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"
