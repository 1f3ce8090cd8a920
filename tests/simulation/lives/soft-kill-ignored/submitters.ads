Name = "ann@pool.test"
MyType = "Submitter"
MyAddress = "<127.0.0.1:9731?addrs=127.0.0.1-9731&alias=exec.pool.test>"
ScheddIpAddr = "<127.0.0.1:9731?addrs=127.0.0.1-9731&alias=exec.pool.test>"
ScheddName = "ap1@exec.pool.test"
IdleJobs = 20
RunningJobs = 0
WeightedIdleJobs = 20
WeightedRunningJobs = 0.0
SubmitterTag = ""
LastHeardFrom = 1795345881
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
