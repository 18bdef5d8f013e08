"""The header of a TEI file from the page's metadata, and escapes for XML."""

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:
    from maintext.page.metadata import Metadata

_INVALID = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SPACES = re.compile(r"\s")


def tei_header(metadata: "Metadata") -> str:
    """The metadata as a teiHeader."""
    title = f"<title>{xml_text(metadata.title or metadata.url or 'untitled')}</title>\n"
    authors = "".join(f"<author>{xml_text(author)}</author>\n" for author in metadata.authors)
    publisher = f"<publisher>{xml_text(metadata.site_name)}</publisher>\n" if metadata.site_name else ""
    license_ = metadata.license
    availability = f"<availability>\n<licence>{xml_text(license_)}</licence>\n</availability>\n" if license_ else ""
    date = f"<date when={xml_attribute(metadata.date)}/>\n" if metadata.date else ""
    publication = publisher + (availability + date if publisher else "")
    address = metadata.canonical_url or metadata.url
    bibl = "".join(
        [
            title,
            authors,
            publisher,
            date,
            f"<ptr target={xml_attribute(_SPACES.sub('%20', address))}/>\n" if address else "",
        ]
    )
    return (
        f"<teiHeader>\n<fileDesc>\n<titleStmt>\n{title}{authors}</titleStmt>\n"
        f"<publicationStmt>\n{publication or '<p>Extracted from a web page.</p>' + chr(10)}</publicationStmt>\n"
        f"<sourceDesc>\n<bibl>\n{bibl}</bibl>\n</sourceDesc>\n</fileDesc>\n{_profile(metadata)}</teiHeader>\n"
    )


def _profile(metadata: "Metadata") -> str:
    parts = []
    if metadata.description:
        parts.append(f"<abstract>\n<p>{xml_text(metadata.description)}</p>\n</abstract>\n")
    if metadata.language:
        language = f"<language ident={xml_attribute(metadata.language)}>{xml_text(metadata.language)}</language>\n"
        parts.append(f"<langUsage>\n{language}</langUsage>\n")
    if metadata.tags:
        terms = "".join(f"<term>{xml_text(tag)}</term>\n" for tag in metadata.tags)
        parts.append(f"<textClass>\n<keywords>\n{terms}</keywords>\n</textClass>\n")
    return f"<profileDesc>\n{''.join(parts)}</profileDesc>\n" if parts else ""


def xml_text(text: str) -> str:
    """Escaped text of an element, without characters that XML does not allow."""
    return escape(_INVALID.sub("", text))


def xml_attribute(value: str) -> str:
    """Escaped value of an attribute, in quotes."""
    return quoteattr(_INVALID.sub("", value))
