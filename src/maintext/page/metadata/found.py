"""A value found on a page, with where it was found."""

from typing import NamedTuple


class Found(NamedTuple):
    """A value and its source: json-ld, opengraph, meta, microdata, time, url, byline, heading, title, html or text."""

    value: str
    source: str
