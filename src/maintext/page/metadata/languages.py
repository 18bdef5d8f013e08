"""The language of a text: by its script where a script has one language, else by its commonest words."""

import re
from collections import Counter
from functools import cache

from maintext.page.metadata.structured import Found, Structured
from maintext.page.page import Page

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
    "en": "the and of to in is that for it was with as on are this be at by from you have not",
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
_SAMPLE = 6000
_ENOUGH = 0.08  # the share of a text that a language's commonest words make up at the least


def detect_language(text: str) -> str | None:
    """The language of a text as a two-letter code; None if nothing speaks for one."""
    sample = text[:_SAMPLE]
    words = _WORD.findall(sample.lower())
    letters = sum(map(len, words))
    if letters < 20:
        return None
    if not sample.isascii() and len(_ANY_SCRIPT.findall(sample)) > 0.2 * letters:
        for language, span in _SCRIPTS:
            if len(re.findall(f"[{span}]", sample)) > 0.2 * letters:
                return language
    if len(words) < 8:
        return None
    scores = dict.fromkeys(_WORDS, 0)
    languages = _languages()
    for word, count in Counter(words).items():
        for language in languages.get(word, ()):
            scores[language] += count
    best = max(scores, key=lambda language: scores[language])
    return best if scores[best] >= _ENOUGH * len(words) else None


@cache
def _languages() -> dict[str, list[str]]:
    """The languages that have each of the commonest words."""
    found: dict[str, list[str]] = {}
    for language, listed in _WORDS.items():
        for word in dict.fromkeys(listed.split()):
            found.setdefault(word, []).append(language)
    return found


def find_declared_language(page: Page, structured: Structured) -> Found | None:
    """The language that the page's markup names."""
    tree = page.tree
    for element, tag in enumerate(tree.tags[:400]):
        if tag in ("html", "body"):
            code = clean_code(tree.elements.get(element, "lang") or tree.elements.get(element, "xml:lang"))
            if code:
                return Found(code, "html")
    for names, source in (
        (("og:locale",), "opengraph"),
        (("language", "content-language", "dc.language", "dcterms.language"), "meta"),
    ):
        if code := clean_code(structured.meta(*names)):
            return Found(code, source)
    return None


def clean_code(written: str | None) -> str | None:
    """A language code as the page declares it, tidied; None if it is none."""
    code = (written or "").strip().replace("_", "-").partition(",")[0]
    return code if re.fullmatch(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*", code) else None
