Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "alice@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "curie@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "einstein@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "feynman@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "higgs@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "noether@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "salam@example.org"
