Name = "slot1@exec2@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 8
Memory = 16000
Disk = 100000000
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 8
StartdIpAddr = "<127.0.0.1:24701?addrs=127.0.0.1-24701&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:24701?addrs=127.0.0.1-24701&alias=exec.pool.test>"
MyCurrentTime = 1795347166
LastHeardFrom = 1795347167
EnteredCurrentState = 1795347166
EnteredCurrentActivity = 1795347166
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
PartitionableSlot = true
NumDynamicSlots = 0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 1
SlotType = "Partitionable"

Name = "slot1@exec1@exec.pool.test"
MyType = "Machine"
Machine = "exec.pool.test"
State = "Unclaimed"
Activity = "Idle"
Cpus = 12
Memory = 16000
Disk = 100000000
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 12
StartdIpAddr = "<127.0.0.1:29521?addrs=127.0.0.1-29521&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:29521?addrs=127.0.0.1-29521&alias=exec.pool.test>"
MyCurrentTime = 1795347166
LastHeardFrom = 1795347167
EnteredCurrentState = 1795347166
EnteredCurrentActivity = 1795347166
Requirements = Start && WithinResourceLimits
Start = true
WithinResourceLimits = MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && MY.Memory > 0 && TARGET.RequestMemory <= MY.Memory && MY.Disk > 0 && (TARGET.RequestDisk - ifthenelse(MappingMethod ?: "" != "Copy",ifthenelse(RequestedCatalogs =?= undefined || catalogs =?= undefined,0,sum(evalInEachContext(member(CatalogID,RequestedCatalogIDs) ? CatalogSize : 0,catalogs))),0)) <= MY.Disk && (TARGET.RequestGPUs =?= undefined || MY.GPUs >= TARGET.RequestGPUs)
MappingMethod = "Hardlink"
Rank = 0.0
CurrentRank = 0.0
PartitionableSlot = true
NumDynamicSlots = 0
MachineResources = "Cpus Memory Disk Swap GPUs"
RetirementTimeRemaining = 0
MachineMaxVacateTime = 10 * 60
MaxJobRetirementTime = 0
Arch = "X86_64"
OpSys = "LINUX"
FileSystemDomain = "pool.test"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
SlotID = 1
SlotType = "Partitionable"
