"""URL -> BYTES: the only way to the network, and only when the user names a URL."""

from maintext.fetch.http import Fetched, fetch

__all__ = ["Fetched", "fetch"]
