Name = "ann@pool.test"
MyType = "Submitter"
MyAddress = "<127.0.0.1:15401?addrs=127.0.0.1-15401&alias=exec.pool.test>"
ScheddIpAddr = "<127.0.0.1:15401?addrs=127.0.0.1-15401&alias=exec.pool.test>"
ScheddName = "ap1@exec.pool.test"
IdleJobs = 30
RunningJobs = 0
WeightedIdleJobs = 30
WeightedRunningJobs = 0.0
SubmitterTag = ""
LastHeardFrom = 1795347167
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"

Name = "ann@pool.test"
MyType = "Submitter"
MyAddress = "<127.0.0.1:1835?addrs=127.0.0.1-1835&alias=exec.pool.test>"
ScheddIpAddr = "<127.0.0.1:1835?addrs=127.0.0.1-1835&alias=exec.pool.test>"
ScheddName = "ap2@exec.pool.test"
IdleJobs = 15
RunningJobs = 0
WeightedIdleJobs = 15
WeightedRunningJobs = 0.0
SubmitterTag = ""
LastHeardFrom = 1795347167
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"

Name = "bob@pool.test"
MyType = "Submitter"
MyAddress = "<127.0.0.1:1835?addrs=127.0.0.1-1835&alias=exec.pool.test>"
ScheddIpAddr = "<127.0.0.1:1835?addrs=127.0.0.1-1835&alias=exec.pool.test>"
ScheddName = "ap2@exec.pool.test"
IdleJobs = 25
RunningJobs = 0
WeightedIdleJobs = 25
WeightedRunningJobs = 0.0
SubmitterTag = ""
LastHeardFrom = 1795347167
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
