Name = "west.bea@pool.test"
MyType = "Submitter"
MyAddress = "<127.0.0.1:7229?addrs=127.0.0.1-7229&alias=exec.pool.test>"
ScheddIpAddr = "<127.0.0.1:7229?addrs=127.0.0.1-7229&alias=exec.pool.test>"
ScheddName = "ap1@exec.pool.test"
IdleJobs = 16
RunningJobs = 0
WeightedIdleJobs = 32
WeightedRunningJobs = 0.0
SubmitterTag = ""
LastHeardFrom = 1795346403
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"

Name = "east.ann@pool.test"
MyType = "Submitter"
MyAddress = "<127.0.0.1:7229?addrs=127.0.0.1-7229&alias=exec.pool.test>"
ScheddIpAddr = "<127.0.0.1:7229?addrs=127.0.0.1-7229&alias=exec.pool.test>"
ScheddName = "ap1@exec.pool.test"
IdleJobs = 40
RunningJobs = 0
WeightedIdleJobs = 40
WeightedRunningJobs = 0.0
SubmitterTag = ""
LastHeardFrom = 1795346403
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
