Name = "one.ann@pool.test"
MyType = "Submitter"
MyAddress = "<127.0.0.1:31833?addrs=127.0.0.1-31833&alias=exec.pool.test>"
ScheddIpAddr = "<127.0.0.1:31833?addrs=127.0.0.1-31833&alias=exec.pool.test>"
ScheddName = "ap1@exec.pool.test"
IdleJobs = 45
RunningJobs = 0
WeightedIdleJobs = 45
WeightedRunningJobs = 0.0
SubmitterTag = ""
LastHeardFrom = 1795347792
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"

Name = "two.bob@pool.test"
MyType = "Submitter"
MyAddress = "<127.0.0.1:29219?addrs=127.0.0.1-29219&alias=exec.pool.test>"
ScheddIpAddr = "<127.0.0.1:29219?addrs=127.0.0.1-29219&alias=exec.pool.test>"
ScheddName = "ap2@exec.pool.test"
IdleJobs = 30
RunningJobs = 0
WeightedIdleJobs = 30
WeightedRunningJobs = 0.0
SubmitterTag = ""
LastHeardFrom = 1795347792
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
