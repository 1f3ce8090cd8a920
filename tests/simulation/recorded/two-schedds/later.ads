AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.0#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.1#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.2#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.3#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.4#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.5#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.6#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.7#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.8#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.9#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.10#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.11#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.12#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 12
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.13#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 13
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.14#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 14
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.15#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 15
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.16#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 16
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.17#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 17
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.18#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 18
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.19#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 19
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.20#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 20
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.21#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 21
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.22#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 22
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.23#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 23
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.24#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 24
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.25#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 25
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.26#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 26
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.27#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 27
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.28#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 28
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 1002
GlobalJobId = "ap2@exec.pool.test#1002.29#1795540692"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 29
QDate = 1795540692
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"
