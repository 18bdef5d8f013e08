"""The main function: from a page to its main text."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Final

from maintext.errors import BadParameter
from maintext.extractors import EXTRACTORS
from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.extractors.formats import format_named
from maintext.extractors.input_check import refuse_no_page
from maintext.page import MAX_BYTES, Page, read_page
from maintext.render.options import Options

PRECISE: Final = 0.5
COMPLETE: Final = 2.0
"""The values of beta for favor_precision and favor_recall."""


def extract(
    html: str | bytes,
    *,
    extractor: str | Extractor = "default",
    url: str | None = None,
    charset: str | None = None,
    max_bytes: int | None = MAX_BYTES,
    output_format: str = "text",
    include_comments: bool | None = None,
    favor_precision: bool = False,
    favor_recall: bool = False,
    **parameters: object,
) -> Extraction:
    """The main text of a web page.

    `html` is text or bytes, `url` its URL, and `charset` the encoding that the transport declared, such as HTTP.
    `extractor` is a spec such as "density(c1=0.4)" or an object. `output_format` is the format of `.output`;
    include_links, include_images, include_tables, include_formatting and with_metadata are options of the formats.
    `include_comments` includes or leaves out comments; by default, the extractor decides. `favor_precision`
    and `favor_recall` mean beta=0.5 and beta=2. Further keywords are parameters of the extractor.

    A path or a URL in place of `html` raises NotAPage: use `extract_file` or `extract_url`.
    """
    refuse_no_page(html)
    format_named(output_format)
    options, parameters = split_switches(parameters)
    if isinstance(extractor, str):
        extractor = EXTRACTORS.build(extractor, parameters)
    elif parameters:
        raise TypeError("parameters go with an extractor's name; this extractor is already built")
    if favor_precision and favor_recall:
        raise BadParameter("favor_precision and favor_recall exclude each other")
    if favor_precision or favor_recall:
        extractor = with_beta(extractor, PRECISE if favor_precision else COMPLETE)
    page = read_page(html, url=url, charset=charset, max_bytes=max_bytes)
    found = extract_with(extractor, page, include_comments)
    if options == found.options and output_format == found.output_format:
        return found
    return replace(found, options=options, output_format=output_format)


def extract_with(extractor: Extractor, page: Page, include_comments: bool | None = None) -> Extraction:
    """The extraction, with or without comments if that is specified."""
    if include_comments is None:
        return extractor.extract(page)
    if any(parameter.name == "include_comments" for parameter in fields(extractor)):
        return replace(extractor, include_comments=include_comments).extract(page)  # type: ignore[call-arg]
    return extractor.extract(page).with_comments(include_comments)


def with_beta(extractor: Extractor, beta: float) -> Extractor:
    """The extractor with another balance between precision and recall."""
    if not any(parameter.name == "beta" for parameter in fields(extractor)):
        raise BadParameter(f"{extractor} cannot favor precision or recall: it has no beta")
    try:
        return replace(extractor, beta=beta)  # type: ignore[call-arg]
    except ValueError as error:
        raise BadParameter(str(error)) from None


def split_switches(parameters: Mapping[str, object]) -> tuple[Options, dict[str, object]]:
    """Split keywords into options of the formats and parameters of the extractor."""
    names = {switch.name for switch in fields(Options)}
    switches = {name: value for name, value in parameters.items() if name in names}
    for name, value in switches.items():
        if not isinstance(value, bool):
            raise BadParameter(f"{name} is True or False, not {value!r}")
    rest = {name: value for name, value in parameters.items() if name not in names}
    return Options(**switches), rest  # type: ignore[arg-type]
