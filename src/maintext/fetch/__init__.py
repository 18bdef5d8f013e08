"""URL -> BYTES: all requests to the network, made only for URLs that the user names."""

from maintext.fetch.http import Fetched, fetch

__all__ = ["Fetched", "fetch"]
