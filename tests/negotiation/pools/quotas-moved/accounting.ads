EffectiveQuota = 67.914
IsAccountingGroup = true
LastUpdate = 1795447821
MyType = "Accounting"
Name = "g0"

EffectiveQuota = 18.0
IsAccountingGroup = true
LastUpdate = 1795447821
MyType = "Accounting"
Name = "g1"

EffectiveQuota = 2.0
IsAccountingGroup = true
LastUpdate = 1795447821
MyType = "Accounting"
Name = "g2"

EffectiveQuota = 30.086
IsAccountingGroup = true
LastUpdate = 1795447821
MyType = "Accounting"
Name = "<none>"

