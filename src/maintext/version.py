"""The version of maintext."""

__version__ = "0.1.0"
