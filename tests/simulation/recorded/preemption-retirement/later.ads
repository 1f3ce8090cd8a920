AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.0#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.1#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.2#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.3#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.4#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.5#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.6#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.7#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.8#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.9#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.10#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.11#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.12#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 12
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.13#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 13
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.14#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 14
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.15#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 15
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.16#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 16
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.17#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 17
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.18#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 18
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "bob"
AcctGroupUser = "bob"
ClusterId = 2
GlobalJobId = "ap1@exec.pool.test#2.19#1795904671"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 19
QDate = 1795904671
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.0#1795904786"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 0
QDate = 1795904786
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.1#1795904786"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 1
QDate = 1795904786
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.2#1795904786"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 2
QDate = 1795904786
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.3#1795904786"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 3
QDate = 1795904786
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.4#1795904786"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 4
QDate = 1795904786
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.5#1795904786"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 5
QDate = 1795904786
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.6#1795904786"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 6
QDate = 1795904786
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.7#1795904786"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 7
QDate = 1795904786
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.8#1795904786"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 8
QDate = 1795904786
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.9#1795904786"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 9
QDate = 1795904786
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.10#1795904786"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 10
QDate = 1795904786
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "carl"
AcctGroupUser = "carl"
ClusterId = 3
GlobalJobId = "ap1@exec.pool.test#3.11#1795904786"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
Owner = "submit"
ProcId = 11
QDate = 1795904786
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.0#1795904791"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
MaxJobRetirementTime = 10
Owner = "submit"
ProcId = 0
QDate = 1795904791
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.1#1795904791"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
MaxJobRetirementTime = 10
Owner = "submit"
ProcId = 1
QDate = 1795904791
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.2#1795904791"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
MaxJobRetirementTime = 10
Owner = "submit"
ProcId = 2
QDate = 1795904791
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.3#1795904791"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
MaxJobRetirementTime = 10
Owner = "submit"
ProcId = 3
QDate = 1795904791
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.4#1795904791"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
MaxJobRetirementTime = 10
Owner = "submit"
ProcId = 4
QDate = 1795904791
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"

AccountingGroup = "dora"
AcctGroupUser = "dora"
ClusterId = 4
GlobalJobId = "ap1@exec.pool.test#4.5#1795904791"
JobPrio = 0
JobStatus = 4
JobUniverse = 5
MaxJobRetirementTime = 10
Owner = "submit"
ProcId = 5
QDate = 1795904791
Rank = 0.0
RequestCpus = 1
RequestDisk = 1000
RequestMemory = 100
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
User = "submit@pool.test"
