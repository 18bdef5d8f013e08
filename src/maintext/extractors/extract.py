"""The main function: a page in any form goes in, its main text comes out."""

from maintext.extractors import EXTRACTORS
from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.page import MAX_BYTES, read_page


def extract(
    html: str | bytes,
    *,
    extractor: str | Extractor = "default",
    url: str | None = None,
    charset: str | None = None,
    max_bytes: int | None = MAX_BYTES,
    **parameters: object,
) -> Extraction:
    """The main text of a web page.

    `html` is text or bytes; `url` is where it came from and `charset` what the transport said about its encoding.
    `extractor` is a spec such as "density(c1=0.4)" or an object; further keywords are parameters of the extractor.
    """
    page = read_page(html, url=url, charset=charset, max_bytes=max_bytes)
    if isinstance(extractor, str):
        extractor = EXTRACTORS.build(extractor, parameters)
    elif parameters:
        raise TypeError("parameters go with an extractor's name; this extractor is already built")
    return extractor.extract(page)
