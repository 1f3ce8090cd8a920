ClusterId = 2
ProcId = 19
GlobalJobId = "ap1@exec.pool.test#2.19#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 18
GlobalJobId = "ap1@exec.pool.test#2.18#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 17
GlobalJobId = "ap1@exec.pool.test#2.17#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 16
GlobalJobId = "ap1@exec.pool.test#2.16#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 13
GlobalJobId = "ap1@exec.pool.test#2.13#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 15
GlobalJobId = "ap1@exec.pool.test#2.15#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 14
GlobalJobId = "ap1@exec.pool.test#2.14#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 11
GlobalJobId = "ap1@exec.pool.test#2.11#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 12
GlobalJobId = "ap1@exec.pool.test#2.12#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#2.6#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 10
GlobalJobId = "ap1@exec.pool.test#2.10#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 9
GlobalJobId = "ap1@exec.pool.test#2.9#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 8
GlobalJobId = "ap1@exec.pool.test#2.8#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#2.7#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#2.5#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#2.3#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#2.4#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#2.2#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#2.0#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#2.1#1795347838"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347838
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "two.sub.cid"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 13
GlobalJobId = "ap2@exec.pool.test#1002.13#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 10
GlobalJobId = "ap2@exec.pool.test#1002.10#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 14
GlobalJobId = "ap2@exec.pool.test#1002.14#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 11
GlobalJobId = "ap2@exec.pool.test#1002.11#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 12
GlobalJobId = "ap2@exec.pool.test#1002.12#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 9
GlobalJobId = "ap2@exec.pool.test#1002.9#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 7
GlobalJobId = "ap2@exec.pool.test#1002.7#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 6
GlobalJobId = "ap2@exec.pool.test#1002.6#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 8
GlobalJobId = "ap2@exec.pool.test#1002.8#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 4
GlobalJobId = "ap2@exec.pool.test#1002.4#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 5
GlobalJobId = "ap2@exec.pool.test#1002.5#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 3
GlobalJobId = "ap2@exec.pool.test#1002.3#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 2
GlobalJobId = "ap2@exec.pool.test#1002.2#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 1
GlobalJobId = "ap2@exec.pool.test#1002.1#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1002
ProcId = 0
GlobalJobId = "ap2@exec.pool.test#1002.0#1795347877"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347877
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dan"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 14
GlobalJobId = "ap2@exec.pool.test#1003.14#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 13
GlobalJobId = "ap2@exec.pool.test#1003.13#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 11
GlobalJobId = "ap2@exec.pool.test#1003.11#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 8
GlobalJobId = "ap2@exec.pool.test#1003.8#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 12
GlobalJobId = "ap2@exec.pool.test#1003.12#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 9
GlobalJobId = "ap2@exec.pool.test#1003.9#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 7
GlobalJobId = "ap2@exec.pool.test#1003.7#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 6
GlobalJobId = "ap2@exec.pool.test#1003.6#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 10
GlobalJobId = "ap2@exec.pool.test#1003.10#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 4
GlobalJobId = "ap2@exec.pool.test#1003.4#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 5
GlobalJobId = "ap2@exec.pool.test#1003.5#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 3
GlobalJobId = "ap2@exec.pool.test#1003.3#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 0
GlobalJobId = "ap2@exec.pool.test#1003.0#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 2
GlobalJobId = "ap2@exec.pool.test#1003.2#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 1003
ProcId = 1
GlobalJobId = "ap2@exec.pool.test#1003.1#1795347928"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347928
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "one.abe"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
