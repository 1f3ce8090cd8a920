AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.0#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.1#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.2#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.3#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.4#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.5#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.6#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.7#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.8#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.9#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.10#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.11#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.12#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 12
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.13#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 13
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.14#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 14
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.15#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 15
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.16#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 16
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.17#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 17
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.18#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 18
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.19#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 19
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.20#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 20
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.21#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 21
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.22#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 22
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.23#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 23
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.24#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 24
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.25#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 25
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.26#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 26
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.27#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 27
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.28#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 28
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.29#1795904589"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 29
QDate = 1795904589
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
ConcurrencyLimits = "db:2"
GlobalJobId = "ap1@exec.pool.test#4.0#1795904639"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795904639
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
ConcurrencyLimits = "db:2"
GlobalJobId = "ap1@exec.pool.test#4.1#1795904639"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795904639
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
ConcurrencyLimits = "db:2"
GlobalJobId = "ap1@exec.pool.test#4.2#1795904639"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795904639
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
ConcurrencyLimits = "db:2"
GlobalJobId = "ap1@exec.pool.test#4.3#1795904639"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795904639
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
ConcurrencyLimits = "db:2"
GlobalJobId = "ap1@exec.pool.test#4.4#1795904639"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795904639
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
ConcurrencyLimits = "db:2"
GlobalJobId = "ap1@exec.pool.test#4.5#1795904639"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795904639
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
ConcurrencyLimits = "db:2"
GlobalJobId = "ap1@exec.pool.test#4.6#1795904639"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795904639
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
ConcurrencyLimits = "db:2"
GlobalJobId = "ap1@exec.pool.test#4.7#1795904639"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795904639
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
ConcurrencyLimits = "db:2"
GlobalJobId = "ap1@exec.pool.test#4.8#1795904639"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795904639
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
ConcurrencyLimits = "db:2"
GlobalJobId = "ap1@exec.pool.test#4.9#1795904639"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795904639
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
ConcurrencyLimits = "db:2"
GlobalJobId = "ap1@exec.pool.test#4.10#1795904639"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795904639
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
ConcurrencyLimits = "db:2"
GlobalJobId = "ap1@exec.pool.test#4.11#1795904639"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795904639
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"
