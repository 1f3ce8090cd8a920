AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.0#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.1#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.2#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.3#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.4#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.5#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.6#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.7#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.8#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.9#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.10#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.11#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.12#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 12
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.13#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 13
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.14#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 14
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.15#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 15
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.16#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 16
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.17#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 17
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.18#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 18
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.19#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 19
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.20#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 20
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.21#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 21
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.22#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 22
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.23#1795892407"
JobPrio = 0
JobStatus = 2
JobUniverse = 5
Owner = "submit"
ProcId = 23
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.24#1795892407"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 24
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.25#1795892407"
JobPrio = 0
JobStatus = 2
JobUniverse = 5
Owner = "submit"
ProcId = 25
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.26#1795892407"
JobPrio = 0
JobStatus = 2
JobUniverse = 5
Owner = "submit"
ProcId = 26
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.27#1795892407"
JobPrio = 0
JobStatus = 2
JobUniverse = 5
Owner = "submit"
ProcId = 27
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.28#1795892407"
JobPrio = 0
JobStatus = 2
JobUniverse = 5
Owner = "submit"
ProcId = 28
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.29#1795892407"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 29
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.30#1795892407"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 30
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.31#1795892407"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 31
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.32#1795892407"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 32
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.33#1795892407"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 33
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.34#1795892407"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 34
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.35#1795892407"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 35
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.36#1795892407"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 36
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.37#1795892407"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 37
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.38#1795892407"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 38
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bob"
AcctGroup = "bio"
AcctGroupUser = "bob"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.39#1795892407"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 39
QDate = 1795892407
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.0#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.1#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.2#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.3#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.4#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.5#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.6#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.7#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.8#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.9#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.10#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.11#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.12#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 12
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.13#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 13
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.14#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 14
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.15#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 15
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.16#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 16
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.17#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 17
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.18#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 18
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.19#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 19
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.20#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 20
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.21#1795892447"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 21
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.22#1795892447"
JobPrio = 0
JobStatus = 2
JobUniverse = 5
Owner = "submit"
ProcId = 22
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.23#1795892447"
JobPrio = 0
JobStatus = 2
JobUniverse = 5
Owner = "submit"
ProcId = 23
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.24#1795892447"
JobPrio = 0
JobStatus = 2
JobUniverse = 5
Owner = "submit"
ProcId = 24
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.25#1795892447"
JobPrio = 0
JobStatus = 2
JobUniverse = 5
Owner = "submit"
ProcId = 25
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.26#1795892447"
JobPrio = 0
JobStatus = 2
JobUniverse = 5
Owner = "submit"
ProcId = 26
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.27#1795892447"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 27
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.28#1795892447"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 28
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bio.bea"
AcctGroup = "bio"
AcctGroupUser = "bea"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.29#1795892447"
JobPrio = 0
JobStatus = 1
JobUniverse = 5
Owner = "submit"
ProcId = 29
QDate = 1795892447
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.0#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.1#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.2#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.3#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.4#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.5#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.6#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.7#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.8#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.9#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.10#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.11#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.12#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 12
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.13#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 13
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.14#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 14
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.15#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 15
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.16#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 16
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.17#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 17
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.18#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 18
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.19#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 19
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.20#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 20
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.21#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 21
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.22#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 22
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.23#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 23
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.24#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 24
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.25#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 25
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.26#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 26
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.27#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 27
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.28#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 28
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "phys.abe"
AcctGroup = "phys"
AcctGroupUser = "abe"
ClusterId = 5
GlobalJobId = "ap1@exec.pool.test#5.29#1795892587"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 29
QDate = 1795892587
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"
