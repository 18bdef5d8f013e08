"""What class and id names, roles and item properties hint at: groups of words that authors of pages use.

The words are those of HTML and of the trade (nav, sidebar, byline), in the English every style sheet is written in; the
language of the page plays no part.
"""

import re
from functools import lru_cache, reduce
from operator import or_
from typing import Final

_PARTS: Final = {
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
_WHOLE: Final = {
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
GROUPS: Final = tuple(_PARTS)
_BITS: Final = {group: 1 << at for at, group in enumerate(GROUPS)}
_IS: Final = {word: _BITS[group] for group, words in _WHOLE.items() for word in words.split()}
_BEGIN: Final = 4
_STARTS: Final[dict[str, list[tuple[str, int]]]] = {}
for _group, _parts in _PARTS.items():
    for _part in _parts.split():
        _STARTS.setdefault(_part[:_BEGIN], []).append((_part, _BITS[_group]))
_KEPT: Final = 500  # characters; what is longer was not written by hand, and is not kept
_words = re.compile(r"[a-z]+|[A-Z]+[a-z]*").findall


def hint_bits(name: str) -> int:
    """The groups whose words stand in a name, as bits."""
    if len(name) > _KEPT:
        return reduce(or_, map(_find_bits, _words(name)), 0)
    return reduce(or_, map(_token_bits, name.split()), 0)


@lru_cache(maxsize=20_000)
def _token_bits(token: str) -> int:
    """The groups of one class name: pages of a site, and of one framework, say the same ones again and again."""
    return reduce(or_, map(_word_bits, _words(token)), 0)


@lru_cache(maxsize=20_000)
def _word_bits(word: str) -> int:
    return _find_bits(word)


def _find_bits(word: str) -> int:
    word = word.lower()
    bits = _IS.get(word, 0)
    for at in range(len(word) - _BEGIN + 1):
        for part, bit in _STARTS.get(word[at : at + _BEGIN], ()):
            if word.startswith(part, at):
                bits |= bit
    return bits
