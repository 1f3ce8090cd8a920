Name = "slot7@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 7
SlotType = "Static"

Name = "slot17@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 17
SlotType = "Static"

Name = "slot4@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 4
SlotType = "Static"

Name = "slot14@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 14
SlotType = "Static"

Name = "slot1@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 1
SlotType = "Static"

Name = "slot9@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 9
SlotType = "Static"

Name = "slot11@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 11
SlotType = "Static"

Name = "slot6@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 6
SlotType = "Static"

Name = "slot16@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 16
SlotType = "Static"

Name = "slot3@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 3
SlotType = "Static"

Name = "slot13@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 13
SlotType = "Static"

Name = "slot8@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 8
SlotType = "Static"

Name = "slot18@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 18
SlotType = "Static"

Name = "slot10@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 10
SlotType = "Static"

Name = "slot5@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 5
SlotType = "Static"

Name = "slot15@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 15
SlotType = "Static"

Name = "slot2@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 2
SlotType = "Static"

Name = "slot12@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 1
Memory = 3555
Disk = 5555555
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 1
StartdIpAddr = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:31749?addrs=127.0.0.1-31749&alias=exec.pool.test>"
MyCurrentTime = 1795347792
LastHeardFrom = 1795347793
EnteredCurrentState = 1795347792
EnteredCurrentActivity = 1795347792
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 12
SlotType = "Static"
