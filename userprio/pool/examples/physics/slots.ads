Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441959
Machine = "node01.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
MyCurrentTime = 1772441958
MyType = "Machine"
Name = "slot1@node01.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441958
Machine = "node02.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
MyCurrentTime = 1772441957
MyType = "Machine"
Name = "slot1@node02.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "group_chemistry.curie@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772434620
EnteredCurrentState = 1772434620
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "98.3"
JobStart = 1772434620
KFlops = 1850000
LastHeardFrom = 1772441957
Machine = "node03.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
MyCurrentTime = 1772441956
MyType = "Machine"
Name = "slot1@node03.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "group_chemistry.curie@example.org"
RemoteUser = "group_chemistry.curie@example.org"
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 7380
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "group_chemistry.curie@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772434560
EnteredCurrentState = 1772434560
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "98.4"
JobStart = 1772434560
KFlops = 1850000
LastHeardFrom = 1772441956
Machine = "node04.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
MyCurrentTime = 1772441955
MyType = "Machine"
Name = "slot1@node04.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "group_chemistry.curie@example.org"
RemoteUser = "group_chemistry.curie@example.org"
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 7440
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441955
Machine = "node05.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
MyCurrentTime = 1772441954
MyType = "Machine"
Name = "slot1@node05.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441954
Machine = "node06.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.6:9618?addrs=198.51.100.6-9618>"
MyCurrentTime = 1772441953
MyType = "Machine"
Name = "slot1@node06.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.6:9618?addrs=198.51.100.6-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441953
Machine = "node07.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.7:9618?addrs=198.51.100.7-9618>"
MyCurrentTime = 1772441952
MyType = "Machine"
Name = "slot1@node07.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.7:9618?addrs=198.51.100.7-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441952
Machine = "node08.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.8:9618?addrs=198.51.100.8-9618>"
MyCurrentTime = 1772441951
MyType = "Machine"
Name = "slot1@node08.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.8:9618?addrs=198.51.100.8-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441951
Machine = "node09.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.9:9618?addrs=198.51.100.9-9618>"
MyCurrentTime = 1772441950
MyType = "Machine"
Name = "slot1@node09.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.9:9618?addrs=198.51.100.9-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441950
Machine = "node10.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.10:9618?addrs=198.51.100.10-9618>"
MyCurrentTime = 1772441949
MyType = "Machine"
Name = "slot1@node10.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.10:9618?addrs=198.51.100.10-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "group_chemistry.curie@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772434140
EnteredCurrentState = 1772434140
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "98.11"
JobStart = 1772434140
KFlops = 1850000
LastHeardFrom = 1772441949
Machine = "node11.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.11:9618?addrs=198.51.100.11-9618>"
MyCurrentTime = 1772441948
MyType = "Machine"
Name = "slot1@node11.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "group_chemistry.curie@example.org"
RemoteUser = "group_chemistry.curie@example.org"
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.11:9618?addrs=198.51.100.11-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 7860
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "group_chemistry.curie@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772434080
EnteredCurrentState = 1772434080
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "98.12"
JobStart = 1772434080
KFlops = 1850000
LastHeardFrom = 1772441948
Machine = "node12.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.12:9618?addrs=198.51.100.12-9618>"
MyCurrentTime = 1772441947
MyType = "Machine"
Name = "slot1@node12.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "group_chemistry.curie@example.org"
RemoteUser = "group_chemistry.curie@example.org"
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.12:9618?addrs=198.51.100.12-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 7920
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441947
Machine = "node13.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.13:9618?addrs=198.51.100.13-9618>"
MyCurrentTime = 1772441946
MyType = "Machine"
Name = "slot1@node13.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.13:9618?addrs=198.51.100.13-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441946
Machine = "node14.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.14:9618?addrs=198.51.100.14-9618>"
MyCurrentTime = 1772441945
MyType = "Machine"
Name = "slot1@node14.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.14:9618?addrs=198.51.100.14-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441945
Machine = "node15.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.15:9618?addrs=198.51.100.15-9618>"
MyCurrentTime = 1772441944
MyType = "Machine"
Name = "slot1@node15.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.15:9618?addrs=198.51.100.15-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441944
Machine = "node16.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.16:9618?addrs=198.51.100.16-9618>"
MyCurrentTime = 1772441943
MyType = "Machine"
Name = "slot1@node16.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.16:9618?addrs=198.51.100.16-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441960
Machine = "node17.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.17:9618?addrs=198.51.100.17-9618>"
MyCurrentTime = 1772441959
MyType = "Machine"
Name = "slot1@node17.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.17:9618?addrs=198.51.100.17-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441959
Machine = "node18.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.18:9618?addrs=198.51.100.18-9618>"
MyCurrentTime = 1772441958
MyType = "Machine"
Name = "slot1@node18.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.18:9618?addrs=198.51.100.18-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "group_physics.lep.noether@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772433660
EnteredCurrentState = 1772433660
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "99.19"
JobStart = 1772433660
KFlops = 1850000
LastHeardFrom = 1772441958
Machine = "node19.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.19:9618?addrs=198.51.100.19-9618>"
MyCurrentTime = 1772441957
MyType = "Machine"
Name = "slot1@node19.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "group_physics.lep.noether@example.org"
RemoteUser = "group_physics.lep.noether@example.org"
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.19:9618?addrs=198.51.100.19-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 8340
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "group_physics.lep.noether@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772433600
EnteredCurrentState = 1772433600
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "99.20"
JobStart = 1772433600
KFlops = 1850000
LastHeardFrom = 1772441957
Machine = "node20.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.20:9618?addrs=198.51.100.20-9618>"
MyCurrentTime = 1772441956
MyType = "Machine"
Name = "slot1@node20.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "group_physics.lep.noether@example.org"
RemoteUser = "group_physics.lep.noether@example.org"
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.20:9618?addrs=198.51.100.20-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 8400
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441956
Machine = "node21.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.21:9618?addrs=198.51.100.21-9618>"
MyCurrentTime = 1772441955
MyType = "Machine"
Name = "slot1@node21.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.21:9618?addrs=198.51.100.21-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441955
Machine = "node22.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.22:9618?addrs=198.51.100.22-9618>"
MyCurrentTime = 1772441954
MyType = "Machine"
Name = "slot1@node22.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.22:9618?addrs=198.51.100.22-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441954
Machine = "node23.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.23:9618?addrs=198.51.100.23-9618>"
MyCurrentTime = 1772441953
MyType = "Machine"
Name = "slot1@node23.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.23:9618?addrs=198.51.100.23-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441953
Machine = "node24.example.org"
Memory = 4000
Mips = 24000
MyAddress = "<198.51.100.24:9618?addrs=198.51.100.24-9618>"
MyCurrentTime = 1772441952
MyType = "Machine"
Name = "slot1@node24.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.24:9618?addrs=198.51.100.24-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 4000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441952
Machine = "node25.example.org"
Memory = 16000
Mips = 24000
MyAddress = "<198.51.100.25:9618?addrs=198.51.100.25-9618>"
MyCurrentTime = 1772441951
MyType = "Machine"
Name = "slot1@node25.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.25:9618?addrs=198.51.100.25-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 16000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441951
Machine = "node26.example.org"
Memory = 16000
Mips = 24000
MyAddress = "<198.51.100.26:9618?addrs=198.51.100.26-9618>"
MyCurrentTime = 1772441950
MyType = "Machine"
Name = "slot1@node26.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.26:9618?addrs=198.51.100.26-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 16000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441950
Machine = "node27.example.org"
Memory = 16000
Mips = 24000
MyAddress = "<198.51.100.27:9618?addrs=198.51.100.27-9618>"
MyCurrentTime = 1772441949
MyType = "Machine"
Name = "slot1@node27.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.27:9618?addrs=198.51.100.27-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 16000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441949
Machine = "node28.example.org"
Memory = 16000
Mips = 24000
MyAddress = "<198.51.100.28:9618?addrs=198.51.100.28-9618>"
MyCurrentTime = 1772441948
MyType = "Machine"
Name = "slot1@node28.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.28:9618?addrs=198.51.100.28-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 16000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441948
Machine = "node29.example.org"
Memory = 16000
Mips = 24000
MyAddress = "<198.51.100.29:9618?addrs=198.51.100.29-9618>"
MyCurrentTime = 1772441947
MyType = "Machine"
Name = "slot1@node29.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.29:9618?addrs=198.51.100.29-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 16000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

Activity = "Idle"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436600
EnteredCurrentState = 1772436600
FileSystemDomain = "example.org"
HasFileTransfer = true
KFlops = 1850000
LastHeardFrom = 1772441947
Machine = "node30.example.org"
Memory = 16000
Mips = 24000
MyAddress = "<198.51.100.30:9618?addrs=198.51.100.30-9618>"
MyCurrentTime = 1772441946
MyType = "Machine"
Name = "slot1@node30.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.30:9618?addrs=198.51.100.30-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 16000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk
