"""A page's name by its content, so that a server and an extractor mean the same page without telling each other."""

from hashlib import sha256


def fingerprint(text: str) -> str:
    """A short hexadecimal name of a page's decoded source."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
