ClusterId = 2
ProcId = 24
GlobalJobId = "ap1@exec.pool.test#2.24#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 23
GlobalJobId = "ap1@exec.pool.test#2.23#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 19
GlobalJobId = "ap1@exec.pool.test#2.19#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 22
GlobalJobId = "ap1@exec.pool.test#2.22#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 21
GlobalJobId = "ap1@exec.pool.test#2.21#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 17
GlobalJobId = "ap1@exec.pool.test#2.17#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 20
GlobalJobId = "ap1@exec.pool.test#2.20#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 16
GlobalJobId = "ap1@exec.pool.test#2.16#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 14
GlobalJobId = "ap1@exec.pool.test#2.14#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 18
GlobalJobId = "ap1@exec.pool.test#2.18#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 13
GlobalJobId = "ap1@exec.pool.test#2.13#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 12
GlobalJobId = "ap1@exec.pool.test#2.12#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 15
GlobalJobId = "ap1@exec.pool.test#2.15#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 9
GlobalJobId = "ap1@exec.pool.test#2.9#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 10
GlobalJobId = "ap1@exec.pool.test#2.10#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#2.7#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 11
GlobalJobId = "ap1@exec.pool.test#2.11#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#2.4#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 8
GlobalJobId = "ap1@exec.pool.test#2.8#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#2.6#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#2.5#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#2.2#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#2.1#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#2.0#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 2
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#2.3#1795347230"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347230
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
GlobalJobId = "ap1@exec.pool.test#3.14#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 13
GlobalJobId = "ap1@exec.pool.test#3.13#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 11
GlobalJobId = "ap1@exec.pool.test#3.11#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 12
GlobalJobId = "ap1@exec.pool.test#3.12#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 10
GlobalJobId = "ap1@exec.pool.test#3.10#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 9
GlobalJobId = "ap1@exec.pool.test#3.9#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 8
GlobalJobId = "ap1@exec.pool.test#3.8#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#3.7#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#3.6#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#3.3#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#3.4#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#3.5#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#3.2#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#3.1#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"

ClusterId = 3
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#3.0#1795347290"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795347290
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
ConcurrencyLimits = "db,sw"
