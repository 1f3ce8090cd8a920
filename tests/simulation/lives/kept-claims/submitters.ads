Name = "ann@pool.test"
MyType = "Submitter"
MyAddress = "<127.0.0.1:23519?addrs=127.0.0.1-23519&alias=exec.pool.test>"
ScheddIpAddr = "<127.0.0.1:23519?addrs=127.0.0.1-23519&alias=exec.pool.test>"
ScheddName = "ap1@exec.pool.test"
IdleJobs = 8
RunningJobs = 0
WeightedIdleJobs = 8
WeightedRunningJobs = 0.0
SubmitterTag = ""
LastHeardFrom = 1795346157
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"

Name = "bob@pool.test"
MyType = "Submitter"
MyAddress = "<127.0.0.1:23519?addrs=127.0.0.1-23519&alias=exec.pool.test>"
ScheddIpAddr = "<127.0.0.1:23519?addrs=127.0.0.1-23519&alias=exec.pool.test>"
ScheddName = "ap1@exec.pool.test"
IdleJobs = 16
RunningJobs = 0
WeightedIdleJobs = 16
WeightedRunningJobs = 0.0
SubmitterTag = ""
LastHeardFrom = 1795346157
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
