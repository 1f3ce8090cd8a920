AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772430900
EnteredCurrentState = 1772430900
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.1"
JobStart = 1772430900
KFlops = 1850000
LastHeardFrom = 1772441959
Machine = "c1.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
MyCurrentTime = 1772441958
MyType = "Machine"
Name = "slot1@c1.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 11100
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772430600
EnteredCurrentState = 1772430600
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.2"
JobStart = 1772430600
KFlops = 1850000
LastHeardFrom = 1772441959
Machine = "c1.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
MyCurrentTime = 1772441958
MyType = "Machine"
Name = "slot2@c1.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 2
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 11400
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772430300
EnteredCurrentState = 1772430300
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.3"
JobStart = 1772430300
KFlops = 1850000
LastHeardFrom = 1772441959
Machine = "c1.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
MyCurrentTime = 1772441958
MyType = "Machine"
Name = "slot3@c1.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 3
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 11700
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772430000
EnteredCurrentState = 1772430000
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.4"
JobStart = 1772430000
KFlops = 1850000
LastHeardFrom = 1772441959
Machine = "c1.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
MyCurrentTime = 1772441958
MyType = "Machine"
Name = "slot4@c1.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 4
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 12000
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772429700
EnteredCurrentState = 1772429700
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.5"
JobStart = 1772429700
KFlops = 1850000
LastHeardFrom = 1772441959
Machine = "c1.example.org"
Memory = 8000
Mips = 24000
MyAddress = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
MyCurrentTime = 1772441958
MyType = "Machine"
Name = "slot5@c1.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 5
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 12300
TotalMemory = 8000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772429400
EnteredCurrentState = 1772429400
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.6"
JobStart = 1772429400
KFlops = 1850000
LastHeardFrom = 1772441959
Machine = "c1.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
MyCurrentTime = 1772441958
MyType = "Machine"
Name = "slot6@c1.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 6
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 12600
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772429100
EnteredCurrentState = 1772429100
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.7"
JobStart = 1772429100
KFlops = 1850000
LastHeardFrom = 1772441959
Machine = "c1.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
MyCurrentTime = 1772441958
MyType = "Machine"
Name = "slot7@c1.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 7
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 12900
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772428800
EnteredCurrentState = 1772428800
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.8"
JobStart = 1772428800
KFlops = 1850000
LastHeardFrom = 1772441959
Machine = "c1.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
MyCurrentTime = 1772441958
MyType = "Machine"
Name = "slot8@c1.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 8
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.1:9618?addrs=198.51.100.1-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 13200
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772428500
EnteredCurrentState = 1772428500
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.9"
JobStart = 1772428500
KFlops = 1850000
LastHeardFrom = 1772441958
Machine = "c2.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
MyCurrentTime = 1772441957
MyType = "Machine"
Name = "slot1@c2.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 13500
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772428200
EnteredCurrentState = 1772428200
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.10"
JobStart = 1772428200
KFlops = 1850000
LastHeardFrom = 1772441958
Machine = "c2.example.org"
Memory = 8000
Mips = 24000
MyAddress = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
MyCurrentTime = 1772441957
MyType = "Machine"
Name = "slot2@c2.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 2
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 13800
TotalMemory = 8000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772427900
EnteredCurrentState = 1772427900
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.11"
JobStart = 1772427900
KFlops = 1850000
LastHeardFrom = 1772441958
Machine = "c2.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
MyCurrentTime = 1772441957
MyType = "Machine"
Name = "slot3@c2.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 3
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 14100
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772427600
EnteredCurrentState = 1772427600
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.12"
JobStart = 1772427600
KFlops = 1850000
LastHeardFrom = 1772441958
Machine = "c2.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
MyCurrentTime = 1772441957
MyType = "Machine"
Name = "slot4@c2.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 4
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 14400
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772427300
EnteredCurrentState = 1772427300
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.13"
JobStart = 1772427300
KFlops = 1850000
LastHeardFrom = 1772441958
Machine = "c2.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
MyCurrentTime = 1772441957
MyType = "Machine"
Name = "slot5@c2.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 5
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 14700
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ada@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772427000
EnteredCurrentState = 1772427000
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "51.14"
JobStart = 1772427000
KFlops = 1850000
LastHeardFrom = 1772441958
Machine = "c2.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
MyCurrentTime = 1772441957
MyType = "Machine"
Name = "slot6@c2.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ada@example.org"
RemoteUser = "ada@example.org"
Requirements = START && WithinResourceLimits
SlotID = 6
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 15000
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ben@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436500
EnteredCurrentState = 1772436500
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "52.15"
JobStart = 1772436500
KFlops = 1850000
LastHeardFrom = 1772441958
Machine = "c2.example.org"
Memory = 8000
Mips = 24000
MyAddress = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
MyCurrentTime = 1772441957
MyType = "Machine"
Name = "slot7@c2.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ben@example.org"
RemoteUser = "ben@example.org"
Requirements = START && WithinResourceLimits
SlotID = 7
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 5500
TotalMemory = 8000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ben@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436400
EnteredCurrentState = 1772436400
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "52.16"
JobStart = 1772436400
KFlops = 1850000
LastHeardFrom = 1772441958
Machine = "c2.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
MyCurrentTime = 1772441957
MyType = "Machine"
Name = "slot8@c2.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ben@example.org"
RemoteUser = "ben@example.org"
Requirements = START && WithinResourceLimits
SlotID = 8
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.2:9618?addrs=198.51.100.2-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 5600
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "ben@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772436300
EnteredCurrentState = 1772436300
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "52.17"
JobStart = 1772436300
KFlops = 1850000
LastHeardFrom = 1772441957
Machine = "c3.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
MyCurrentTime = 1772441956
MyType = "Machine"
Name = "slot1@c3.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "ben@example.org"
RemoteUser = "ben@example.org"
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 5700
TotalMemory = 2000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk

AccountingGroup = "nice-user.fay@example.org"
Activity = "Busy"
Arch = "X86_64"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
Cpus = 1
CurrentRank = 0.0
Disk = 20000000
EnteredCurrentActivity = 1772433000
EnteredCurrentState = 1772433000
FileSystemDomain = "example.org"
HasFileTransfer = true
JobId = "53.0"
JobStart = 1772433000
KFlops = 1850000
LastHeardFrom = 1772441957
Machine = "c3.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
MyCurrentTime = 1772441956
MyType = "Machine"
Name = "slot2@c3.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
RemoteOwner = "nice-user.fay@example.org"
RemoteUser = "nice-user.fay@example.org"
Requirements = START && WithinResourceLimits
SlotID = 2
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
State = "Claimed"
TotalCpus = 1
TotalJobRunTime = 9000
TotalMemory = 2000
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
LastHeardFrom = 1772441957
Machine = "c3.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
MyCurrentTime = 1772441956
MyType = "Machine"
Name = "slot3@c3.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 3
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
LastHeardFrom = 1772441957
Machine = "c3.example.org"
Memory = 8000
Mips = 24000
MyAddress = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
MyCurrentTime = 1772441956
MyType = "Machine"
Name = "slot4@c3.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 4
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 8000
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
LastHeardFrom = 1772441957
Machine = "c3.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
MyCurrentTime = 1772441956
MyType = "Machine"
Name = "slot5@c3.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 5
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
LastHeardFrom = 1772441957
Machine = "c3.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
MyCurrentTime = 1772441956
MyType = "Machine"
Name = "slot6@c3.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 6
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
LastHeardFrom = 1772441957
Machine = "c3.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
MyCurrentTime = 1772441956
MyType = "Machine"
Name = "slot7@c3.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 7
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
LastHeardFrom = 1772441957
Machine = "c3.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
MyCurrentTime = 1772441956
MyType = "Machine"
Name = "slot8@c3.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 8
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.3:9618?addrs=198.51.100.3-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
Machine = "c4.example.org"
Memory = 8000
Mips = 24000
MyAddress = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
MyCurrentTime = 1772441955
MyType = "Machine"
Name = "slot1@c4.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 1
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 8000
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
Machine = "c4.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
MyCurrentTime = 1772441955
MyType = "Machine"
Name = "slot2@c4.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 2
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
Machine = "c4.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
MyCurrentTime = 1772441955
MyType = "Machine"
Name = "slot3@c4.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 3
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
Machine = "c4.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
MyCurrentTime = 1772441955
MyType = "Machine"
Name = "slot4@c4.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 4
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
Machine = "c4.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
MyCurrentTime = 1772441955
MyType = "Machine"
Name = "slot5@c4.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 5
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
Machine = "c4.example.org"
Memory = 8000
Mips = 24000
MyAddress = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
MyCurrentTime = 1772441955
MyType = "Machine"
Name = "slot6@c4.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 6
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 8000
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
Machine = "c4.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
MyCurrentTime = 1772441955
MyType = "Machine"
Name = "slot7@c4.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 7
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
Machine = "c4.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
MyCurrentTime = 1772441955
MyType = "Machine"
Name = "slot8@c4.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 8
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.4:9618?addrs=198.51.100.4-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
Machine = "c5.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
MyCurrentTime = 1772441954
MyType = "Machine"
Name = "slot1@c5.example.org"
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
TotalMemory = 2000
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
Machine = "c5.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
MyCurrentTime = 1772441954
MyType = "Machine"
Name = "slot2@c5.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 2
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
Machine = "c5.example.org"
Memory = 8000
Mips = 24000
MyAddress = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
MyCurrentTime = 1772441954
MyType = "Machine"
Name = "slot3@c5.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 3
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 8000
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
Machine = "c5.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
MyCurrentTime = 1772441954
MyType = "Machine"
Name = "slot4@c5.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 4
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
Machine = "c5.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
MyCurrentTime = 1772441954
MyType = "Machine"
Name = "slot5@c5.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 5
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
Machine = "c5.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
MyCurrentTime = 1772441954
MyType = "Machine"
Name = "slot6@c5.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 6
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
Machine = "c5.example.org"
Memory = 2000
Mips = 24000
MyAddress = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
MyCurrentTime = 1772441954
MyType = "Machine"
Name = "slot7@c5.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 7
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 2000
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
Machine = "c5.example.org"
Memory = 8000
Mips = 24000
MyAddress = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
MyCurrentTime = 1772441954
MyType = "Machine"
Name = "slot8@c5.example.org"
OpSys = "LINUX"
OpSysAndVer = "AlmaLinux9"
Rank = 0.0
Requirements = START && WithinResourceLimits
SlotID = 8
SlotType = "Static"
SlotWeight = Cpus
Start = true
StartdIpAddr = "<198.51.100.5:9618?addrs=198.51.100.5-9618>"
State = "Unclaimed"
TotalCpus = 1
TotalMemory = 8000
UidDomain = "example.org"
WithinResourceLimits = MY.Cpus >= TARGET.RequestCpus && MY.Memory >= TARGET.RequestMemory && MY.Disk >= TARGET.RequestDisk
