ClusterId = 1
ProcId = 0
GlobalJobId = "ap1@exec.pool.test#1.0#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '112"

ClusterId = 1
ProcId = 1
GlobalJobId = "ap1@exec.pool.test#1.1#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '98"

ClusterId = 1
ProcId = 2
GlobalJobId = "ap1@exec.pool.test#1.2#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '120"

ClusterId = 1
ProcId = 3
GlobalJobId = "ap1@exec.pool.test#1.3#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '149"

ClusterId = 1
ProcId = 4
GlobalJobId = "ap1@exec.pool.test#1.4#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '129"

ClusterId = 1
ProcId = 5
GlobalJobId = "ap1@exec.pool.test#1.5#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '135"

ClusterId = 1
ProcId = 6
GlobalJobId = "ap1@exec.pool.test#1.6#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '111"

ClusterId = 1
ProcId = 7
GlobalJobId = "ap1@exec.pool.test#1.7#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '155"

ClusterId = 1
ProcId = 8
GlobalJobId = "ap1@exec.pool.test#1.8#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '113"

ClusterId = 1
ProcId = 9
GlobalJobId = "ap1@exec.pool.test#1.9#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '110"

ClusterId = 1
ProcId = 10
GlobalJobId = "ap1@exec.pool.test#1.10#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '90"

ClusterId = 1
ProcId = 11
GlobalJobId = "ap1@exec.pool.test#1.11#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '123"

ClusterId = 1
ProcId = 12
GlobalJobId = "ap1@exec.pool.test#1.12#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '111"

ClusterId = 1
ProcId = 13
GlobalJobId = "ap1@exec.pool.test#1.13#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '105"

ClusterId = 1
ProcId = 14
GlobalJobId = "ap1@exec.pool.test#1.14#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '93"

ClusterId = 1
ProcId = 15
GlobalJobId = "ap1@exec.pool.test#1.15#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '150"

ClusterId = 1
ProcId = 16
GlobalJobId = "ap1@exec.pool.test#1.16#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '150"

ClusterId = 1
ProcId = 17
GlobalJobId = "ap1@exec.pool.test#1.17#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '156"

ClusterId = 1
ProcId = 18
GlobalJobId = "ap1@exec.pool.test#1.18#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '92"

ClusterId = 1
ProcId = 19
GlobalJobId = "ap1@exec.pool.test#1.19#1795345879"
JobStatus = 1
JobPrio = 0
JobUniverse = 5
QDate = 1795345879
Owner = "submit"
User = "submit@pool.test"
AccountingGroup = "ann"
RequestCpus = 1
RequestMemory = 100
RequestDisk = 1000
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk)) && (TARGET.Memory >= RequestMemory) && (TARGET.FileSystemDomain == MY.FileSystemDomain)
Rank = 0.0
FileSystemDomain = "pool.test"
CurrentHosts = 0
Arguments = "-c trap' '\"\"' 'TERM;' 'exec' 'sleep' '133"
