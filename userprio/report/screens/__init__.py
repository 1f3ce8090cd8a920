"""Each result as a screen: tables and words as `userprio.report.sheets` has them. Nothing here draws."""
