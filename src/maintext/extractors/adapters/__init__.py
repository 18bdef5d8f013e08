"""Adapters to third-party extractors with the same interface: one file each, imported only when used."""
