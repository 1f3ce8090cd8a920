ClusterId = 2
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#2.2#1795345921"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345921
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#2.1#1795345921"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345921
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#2.0#1795345921"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345921
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#2.3#1795345921"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345921
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#2.4#1795345921"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345921
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#2.5#1795345921"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345921
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#2.6#1795345921"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345921
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 2
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#2.7#1795345921"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345921
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "bob"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 3
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#3.1#1795345971"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345971
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
JobMaxVacateTime = 6

ClusterId = 3
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#3.6#1795345971"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345971
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
JobMaxVacateTime = 6

ClusterId = 3
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#3.2#1795345971"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345971
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
JobMaxVacateTime = 6

ClusterId = 3
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#3.5#1795345971"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345971
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
JobMaxVacateTime = 6

ClusterId = 3
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#3.4#1795345971"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345971
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
JobMaxVacateTime = 6

ClusterId = 3
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#3.3#1795345971"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345971
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
JobMaxVacateTime = 6

ClusterId = 3
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#3.0#1795345971"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345971
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
JobMaxVacateTime = 6

ClusterId = 3
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#3.7#1795345971"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345971
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "carl"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
JobMaxVacateTime = 6

ClusterId = 4
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#4.3#1795346031"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346031
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dora"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 4
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#4.4#1795346031"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346031
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dora"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 4
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#4.2#1795346031"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346031
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dora"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 4
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#4.0#1795346031"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346031
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dora"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0

ClusterId = 4
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#4.1#1795346031"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795346031
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "dora"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
CurrentHosts = 0
