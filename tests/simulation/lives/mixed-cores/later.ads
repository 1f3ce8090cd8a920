ClusterId = 3
ProcId = 29
GlobalJobId = "ap1@exec.pool.test#3.29#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 28
GlobalJobId = "ap1@exec.pool.test#3.28#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 26
GlobalJobId = "ap1@exec.pool.test#3.26#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 25
GlobalJobId = "ap1@exec.pool.test#3.25#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 27
GlobalJobId = "ap1@exec.pool.test#3.27#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 24
GlobalJobId = "ap1@exec.pool.test#3.24#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 23
GlobalJobId = "ap1@exec.pool.test#3.23#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 22
GlobalJobId = "ap1@exec.pool.test#3.22#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 21
GlobalJobId = "ap1@exec.pool.test#3.21#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 20
GlobalJobId = "ap1@exec.pool.test#3.20#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 17
GlobalJobId = "ap1@exec.pool.test#3.17#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 19
GlobalJobId = "ap1@exec.pool.test#3.19#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 11
GlobalJobId = "ap1@exec.pool.test#3.11#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 18
GlobalJobId = "ap1@exec.pool.test#3.18#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 14
GlobalJobId = "ap1@exec.pool.test#3.14#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 15
GlobalJobId = "ap1@exec.pool.test#3.15#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 16
GlobalJobId = "ap1@exec.pool.test#3.16#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 13
GlobalJobId = "ap1@exec.pool.test#3.13#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 12
GlobalJobId = "ap1@exec.pool.test#3.12#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 10
GlobalJobId = "ap1@exec.pool.test#3.10#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#3.7#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 9
GlobalJobId = "ap1@exec.pool.test#3.9#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#3.5#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#3.2#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#3.6#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#3.4#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 8
GlobalJobId = "ap1@exec.pool.test#3.8#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#3.3#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#3.1#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#3.0#1795346770"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346770
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 4
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#4.4#1795346830"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346830
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dora"
RequestCpus = 8
RequestMemory = 8000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 4
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#4.3#1795346830"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346830
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dora"
RequestCpus = 8
RequestMemory = 8000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 4
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#4.2#1795346830"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346830
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dora"
RequestCpus = 8
RequestMemory = 8000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 4
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#4.1#1795346830"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346830
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dora"
RequestCpus = 8
RequestMemory = 8000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 4
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#4.0#1795346830"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346830
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dora"
RequestCpus = 8
RequestMemory = 8000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 4
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#4.5#1795346830"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346830
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dora"
RequestCpus = 8
RequestMemory = 8000
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
