"""Each result as a screen: tables and words of `userprio.report.sheets`. Nothing is drawn here."""
