CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1+dfsg-1 $"
Machine = "cm.pool.test"
MyType = "Negotiator"
Name = "NEG2@cm.pool.test"
