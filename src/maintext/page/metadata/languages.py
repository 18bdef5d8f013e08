"""The language of a text: by its script if only one language uses it, else by its most frequent words.

A word that is frequent in several languages counts for each of them in part: Czech "a", "i", "do" and "to" are English
words too.
"""

import re
from collections import Counter
from functools import cache

from maintext.page.metadata.structured import SourcedValue, Structured
from maintext.page.page import Page
from maintext.urls import host_of

_SCRIPTS = (
    ("ja", "\u3041-\u30ff"),
    ("ko", "\uac00-\ud7af"),
    ("th", "\u0e01-\u0e5b"),
    ("el", "\u0370-\u03ff"),
    ("he", "\u05d0-\u05ea"),
    ("hy", "\u0531-\u0587"),
    ("ka", "\u10a0-\u10ff"),
    ("hi", "\u0900-\u097f"),
    ("bn", "\u0980-\u09ff"),
    ("ta", "\u0b80-\u0bff"),
    ("te", "\u0c00-\u0c7f"),
    ("km", "\u1780-\u17ff"),
    ("my", "\u1000-\u109f"),
    ("lo", "\u0e81-\u0edf"),
    ("am", "\u1200-\u137f"),
    ("zh", "\u4e00-\u9fff"),
)
_WORDS = {
    "en": "the and of to in is that for it was with as on are this be at by from you have not a i do so but my if or",
    "de": "der die und das ist nicht mit den von zu ein eine auf für sich dem auch es an wird",
    "fr": "le la les des et est une dans pour que qui pas sur au avec plus ce il sont du",
    "es": "el la de que y los las en un una por con no para es del se su al más",
    "it": "il di che la e per un una è non con le si da del della sono i gli nel",
    "pt": "o de que a e do da em um uma para com não os as no na é por se",
    "nl": "de het een en van is dat niet op te in zijn met voor er maar ook aan bij wordt",
    "pl": "w i na się z do nie to jest że o jak od po ale za przez są dla oraz",
    "sv": "och att det som en på är av för med den till inte om ett har de vi från kan",
    "da": "og det at en er til på af for med den der ikke som de har et fra blev han",
    "no": "og det som en på er av til for med ikke den å har de et fra jeg ble kan",
    "fi": "ja on ei se että oli mutta ovat kun myös niin hän tai joka olla voi sen mukaan vain mitä",
    "cs": "a se na je v že to s z do i o jako pro ale po by jsou byl podle",
    "sk": "a sa na je v že to s z do aj ako pre ale po by sú bol podľa ktorý",
    "hu": "a az és hogy nem is egy volt meg de csak már ez mint el még van ha vagy azt",
    "ro": "de și în a la cu că nu un o pe din care mai este pentru sunt ce au fi",
    "tr": "ve bir bu da de için ile ne çok daha gibi olarak olan o kadar var en sonra ama ki",
    "id": "yang dan di dengan untuk tidak ini dari dalam itu pada akan juga ke karena ada bisa oleh saya adalah",
    "vi": "và của là có không được cho một các trong với người này đã những để khi đó từ về",
    "ca": "de la que i el en a un una per no amb és els les del al més com seva",
    "hr": "i je u se na da su za od s a što kao to ne iz koji ali biti o",
    "ru": "и в не на что с как по это он для из к но его от все так же был",
    "uk": "і в не на що з як до це та для від але він за про його так є вже",
    "bg": "и на да се в за от с не че по са това как ще като до но към са",
    "sr": "и је у се на да су за од с што као то не из који али бити о ће",
    "ar": "في من على أن إلى عن التي هذا مع الذي كان هذه ما لا أو كل بعد قد بين ولا",
    "fa": "و در به از که این را با است برای آن یک خود تا بر هم می شد ها کرد",
    "ur": "کے کی اور میں سے کا کو ہے پر اس نے یہ کہ ہیں بھی تھا ایک گیا کر ہو",
}
_WORD = re.compile(r"[^\W\d_]+")
_ANY_SCRIPT = re.compile(f"[{''.join(span for _, span in _SCRIPTS)}]")
_DAY_FIRST = frozenset(["uk", "au", "nz", "ie", "za", "in", "sg", "my", "ng", "ke", "hk"])
"""Countries whose English pages write the day before the month."""
_SAMPLE = 6000
_NORWEGIAN = {"nb": "no", "nn": "no"}
_DIFFERENT = 3
"""A list of names and numbers has one or two words that are frequent somewhere."""
_CLEAR_WORDS = 40
_CLEAR_SHARE = 0.1
_CLEAR_RATIO = 2.0
_ENOUGH = 0.08  # the minimum share of the text's words that are frequent words of a language


def find_language(text: str, declared: SourcedValue | None, detected: str | None) -> SourcedValue | None:
    """The language that text and markup speak for, with the source that decided; None if both say nothing.

    If they differ, the text decides only if it clearly is in the other language, because a short text, or one with
    many names or much code, is not.
    """
    if declared is None:
        return SourcedValue(detected, "text") if detected else None
    base = declared.value.partition("-")[0].lower()
    base = _NORWEGIAN.get(base, base)
    if detected and (detected == base or _is_clearly(text, detected, base)):
        return SourcedValue(detected, "text")
    return SourcedValue(base, declared.source)


def _is_clearly(text: str, language: str, other: str) -> bool:
    """Whether a text is in one language rather than in another."""
    words = _WORD.findall(text[:_SAMPLE].lower())
    if language not in _WORDS or language_of_script(text[:_SAMPLE]):
        return (language, other) != ("zh", "ja")  # a short Japanese text may have no kana
    scores = _scores(words)
    return len(words) >= _CLEAR_WORDS and scores[language] >= max(
        _CLEAR_SHARE * len(words), _CLEAR_RATIO * scores.get(other, 0.0)
    )


def detect_language(text: str) -> str | None:
    """The language of a text as a two-letter code; None if it cannot be determined."""
    sample = text[:_SAMPLE]
    words = _WORD.findall(sample.lower())
    if sum(map(len, words)) < 20:
        return None
    if language := language_of_script(sample):
        return language
    if len(words) < 8:
        return None
    scores = _scores(words)
    best = max(scores, key=lambda language: scores[language])
    frequent = frozenset(_WORDS[best].split())
    found = [word for word in words if word in frequent]
    return best if len(found) >= _ENOUGH * len(words) and len(set(found)) >= _DIFFERENT else None


def language_of_script(sample: str) -> str | None:
    """The language whose script at least a fifth of a text's letters have; None if several languages share it."""
    if sample.isascii():
        return None
    letters = sum(map(len, _WORD.findall(sample)))
    if len(_ANY_SCRIPT.findall(sample)) <= 0.2 * letters:
        return None
    return next((language for language, span in _SCRIPTS if len(re.findall(f"[{span}]", sample)) > 0.2 * letters), None)


def _scores(words: list[str]) -> dict[str, float]:
    """How often frequent words of each language occur; a word of several languages counts for each in part."""
    scores = dict.fromkeys(_WORDS, 0.0)
    languages = _languages()
    for word, count in Counter(words).items():
        sharing = languages.get(word, ())
        for language in sharing:
            scores[language] += count / len(sharing)
    return scores


@cache
def _languages() -> dict[str, list[str]]:
    """The languages in which each word is frequent, by word."""
    found: dict[str, list[str]] = {}
    for language, listed in _WORDS.items():
        for word in dict.fromkeys(listed.split()):
            found.setdefault(word, []).append(language)
    return found


def find_declared_language(page: Page, structured: Structured) -> SourcedValue | None:
    """The language that the page's markup declares."""
    tree = page.tree
    for element, tag in enumerate(tree.tags[:400]):
        if tag in ("html", "body"):
            code = normalize_language_code(tree.elements.get(element, "lang") or tree.elements.get(element, "xml:lang"))
            if code:
                return SourcedValue(code, "html")
    for names, source in (
        (("og:locale",), "opengraph"),
        (("language", "content-language", "dc.language", "dcterms.language"), "meta"),
    ):
        if code := normalize_language_code(structured.meta(*names)):
            return SourcedValue(code, source)
    return None


def regional_language(language: str | None, url: str | None) -> str | None:
    """A language; if it is English or unknown, the English of the country in the URL's host, such as en-uk."""
    country = host_of(url or "").rpartition(".")[2]
    return f"en-{country}" if (language or "en").lower() == "en" and country in _DAY_FIRST else language


def normalize_language_code(written: str | None) -> str | None:
    """A declared language code in normal form; None if it is invalid."""
    code = (written or "").strip().replace("_", "-").partition(",")[0]
    return code if re.fullmatch(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*", code) else None
