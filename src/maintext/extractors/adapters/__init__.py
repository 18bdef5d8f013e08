"""Other people's extractors behind the same interface: one file each, imported only when used."""
