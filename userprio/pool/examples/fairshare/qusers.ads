Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "ada@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "ben@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "carol@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "dmitri@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "emil@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "fay@example.org"
