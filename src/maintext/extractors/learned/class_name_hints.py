"""Hints in class and id names, roles and item properties: groups of words that web developers use.

The words are those of HTML and of publishing (nav, sidebar, byline), in the English of style sheets; the language of
the page plays no part.
"""

from collections.abc import Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.class_name_words import WordTable

if TYPE_CHECKING:
    from maintext.arrays import UInt64Array

_SUBSTRINGS: Final = {
    "navigation": "menu breadcrumb crumb pager paginat sitemap offcanvas drawer navig navbar",
    "footer": "foot copyright legal colophon disclaim imprint",
    "header": "header masthead banner logo topbar toolbar",
    "side": "side rail widget secondary complement rightcol leftcol gutter",
    "share": "share sharing social facebook twitter follow addthis print whatsapp linkedin",
    "related": "relat recommend popular trending similar suggest outbrain taboola readnext promo teaser upsell cross"
    "sell readmore latest",
    "card": "card tile",
    "advert": "advert sponsor doubleclick adslot googlead adsense",
    "comment": "comment disqus reply respond discuss",
    "review": "review rating feedback testimonial",
    "consent": "cookie consent gdpr privacy modal popup overlay dialog",
    "account": "subscri newsletter signup login paywall register optin account",
    "content": "content article entry story main single detail markdown prose articlebody richtext wysiwyg editorial",
    "text": "text body copy paragraph",
    "description": "descr summary excerpt intro about overview",
    "title": "title headline heading subtitle standfirst",
    "meta": "meta author byline publish categor label caption credit datepublished",
    "list": "list grid item result feed archive catalog",
    "product": "product price offer stock variant swatch shipping",
    "form": "form search input field filter sort button checkout quantity cart",
    "hidden": "hidden hide screenreader visually collapse offscreen noprint invisible",
    "forum": "message thread topic forum cooked answer question postbody quote",
    "person": "signature user avatar profile member",
    "code": "code highlight syntax prettyprint snippet",
    "table": "table spec attribute feature",
    "hero": "hero jumbotron splash slider carousel slide swiper",
    "faq": "accordion step benefit service pricing",
    "media": "image photo gallery video figure media thumb picture player",
}
_WHOLE_WORDS: Final = {
    "navigation": "nav toc tabs skip jump",
    "header": "hdr top head",
    "side": "aside right left",
    "share": "email",
    "related": "more also next prev",
    "advert": "ad ads dfp",
    "content": "post page doc docs",
    "text": "txt",
    "title": "lede deck",
    "meta": "date time tag tags info",
    "list": "row col ul li",
    "product": "sku buy add",
    "form": "btn cta sort",
    "hidden": "sr none",
    "faq": "faq",
    "media": "img",
}
GROUPS: Final = tuple(_SUBSTRINGS)


def hint_bits(names: Collection[str]) -> "UInt64Array":
    """For each name the groups with a word in it, as bits."""
    return _table().find(names)


@cache
def _table() -> WordTable:
    return WordTable.of(_group_bits(_SUBSTRINGS), _group_bits(_WHOLE_WORDS))


def _group_bits(groups: Mapping[str, str]) -> dict[str, int]:
    """All words with the bits of their groups."""
    bits: dict[str, int] = {}
    for group, words in groups.items():
        for word in words.split():
            bits[word] = bits.get(word, 0) | 1 << GROUPS.index(group)
    return bits
