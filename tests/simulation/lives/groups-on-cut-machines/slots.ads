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
StartdIpAddr = "<127.0.0.1:22609?addrs=127.0.0.1-22609&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:22609?addrs=127.0.0.1-22609&alias=exec.pool.test>"
MyCurrentTime = 1795346401
LastHeardFrom = 1795346402
EnteredCurrentState = 1795346401
EnteredCurrentActivity = 1795346401
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

Name = "slot1@exec3@exec.pool.test"
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
StartdIpAddr = "<127.0.0.1:32921?addrs=127.0.0.1-32921&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:32921?addrs=127.0.0.1-32921&alias=exec.pool.test>"
MyCurrentTime = 1795346401
LastHeardFrom = 1795346402
EnteredCurrentState = 1795346401
EnteredCurrentActivity = 1795346401
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
Cpus = 8
Memory = 16000
Disk = 100000000
GPUs = 0
SlotWeight = Cpus
TotalSlotCpus = 8
StartdIpAddr = "<127.0.0.1:30637?addrs=127.0.0.1-30637&alias=exec.pool.test>"
MyAddress = "<127.0.0.1:30637?addrs=127.0.0.1-30637&alias=exec.pool.test>"
MyCurrentTime = 1795346401
LastHeardFrom = 1795346402
EnteredCurrentState = 1795346401
EnteredCurrentActivity = 1795346401
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
