"""condor_userprio's own spelling: `userprio -quotas`, `userprio -af:h Name Priority`, `userprio -setfactor a@d 500`.

Arguments are matched exactly as that program matches them, abbreviations included, and call what the commands call.
`arguments` parses them, `actions` carries them out and refuses what that program refuses (`_objection`).
"""
