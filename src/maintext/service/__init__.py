"""The service: extractors over HTTP, and the web page to try, compare, annotate and read.

`create_app` makes the application of some settings, `serve` runs it.
"""

from maintext.service.settings import Settings

__all__ = ["Settings"]
