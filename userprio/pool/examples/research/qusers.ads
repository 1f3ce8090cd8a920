Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "maria@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "piet@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "rosa@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap1.example.org"
User = "tove@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap2.example.org"
User = "guest@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap2.example.org"
User = "jun@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap2.example.org"
User = "kofi@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap2.example.org"
User = "maria@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap2.example.org"
User = "ola@example.org"

Enabled = true
MyType = "User"
ScheddName = "ap2.example.org"
User = "vera@example.org"
