"""The service: HTTP API and web page to extract, compare, annotate and read pages.

`create_app` creates the application from settings, `serve` runs it.
"""

from maintext.service.settings import ServiceSettings

__all__ = ["ServiceSettings"]
