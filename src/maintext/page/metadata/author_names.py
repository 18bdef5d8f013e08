"""The names in a byline or in an author field: without "By", dates, roles and e-mail addresses; labels are refused."""

import re
from itertools import pairwise

BY = re.compile(
    r"^(?:(?:(?:written|posted|published|authored|created|submitted|guest post|reported|started|asked|"
    r"(?:story|article|post|words|interview)(?:\s(?:was\s)?written)?|escrito|"
    r"scritto|publicado|pubblicato|geschrieben|verfasst|écrit|publié|posté)\s+)?"
    r"(?:by|von|par|por|di|door|av|af|od|от)(?:\s*[:：\-–]\s*|\s+|$)|"
    r"(?:authors?|contributors?|autor(?:a|es|in|en)?|auteurs?|autore|autori|автор|yazar|penulis|skribent|tekst|text)"
    r"\s*(?:[:：]\s*|$)|"
    r"(?:作者|文|记者|記者|撰文|编辑|編輯|글|기자)\s*[:：/／丨|]\s*)",
    re.IGNORECASE,
)
"""What stands before the names in a byline."""
_DATE_BEFORE = re.compile(
    r"^(?:[^\W\d_]{3,9}\.?,?\s)?(?:\d{1,2}(?:st|nd|rd|th)?[.,]?\s(?:of\s)?[^\W\d_]{3,9}\.?,?|[^\W\d_]{3,9}\.?\s\d{1,2}(?:st|nd|rd|th)?,?)"
    r"\s(?:19|20)\d\d\s*(?:[|•·,—–-]\s*|(?=[A-Z]))"
)
"""A date with a month name that stands before the names."""
_TAIL = re.compile(
    r"\s*(?:[|•·—–]|\s-\s|,?\s(?:on|in|at|am|le|el|il)\s(?=[A-Z\d])|\d{1,2}[./]\d{1,2}[./]|\b(?:19|20)\d\d\b|"
    r"(?i:\b(?:last\s)?(?:updated|published|posted|reviewed|edited|fact[- ]checked)\b|\b\d+[\s-]+min\b|"
    r"\b\d+ (?:minutes?|hours?|days?|weeks?|months?|years?) ago\b)|"
    r"\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)[a-z]*\.?\s+\d).*$"
)
_NO_NAME = re.compile(
    r"https?:|www\.|@|^\W*$|[{}<>=*?!\\$]|::|^\(|\d{4,}|"
    r"\d:\d\d|^(?:from|to|with|in|and|&)\s|\s(?:from|with|for|to|&)$|"
    r"\b(?:click here|read in|links? open|image:|photo:)|"
    r"\b(?:comments?|share|follow|read more|subscribe|minutes?|updated|published|posted|view all|view more|more from|"
    r"about the|cookies?|privacy|log ?in|sign (?:in|up|out)|articles?|posts?|menu|your|our|you)\b",
    re.IGNORECASE,
)
_LABELS = frozenset(
    "aktualisiert business click contributor contributors economy expires güncelleme here insights opinion pages "
    "people politics son sport sports today veröffentlicht wellness yesterday "
    "about account address admin administrator advertisement all anonymous archive author authors autor billing blog "
    "bluesky book brand by careers cart category checkout close collection color comment company contact "
    "content contents countries country date default demo description details discussion domain download editor email "
    "event explore facebook features filter first free get guest hardware hello help hi home image industry info "
    "instagram invitation item items join last latest learn link linkedin list location material matière meet member "
    "menu message modality model moderator more name news newsletter next none now null off offline on online open "
    "order overview page password phone photo pinterest press price product products promotion publisher quantity "
    "question rating read reddit region register related release request resources reviews role root sale schedule "
    "search sector select service services shop size sort source staff start starter status store submit subscribe "
    "support table tag tags team test testimonial the tiktok title topic trial twitter type undefined unknown use "
    "user username video view visit webmaster website welcome window wpengine youtube".split()
)
"""Words of buttons, forms and tables; a name consists of at least one other word."""
_ROLE = re.compile(
    r"\b(?:writer|editor|reporter|correspondent|contributor|journalist|producer|manager|director|founder|officer|"
    r"expert|columnist|analyst|photographer|specialist|engineer|president|professor|contributing|senior|coordinator|"
    r"marketing|starter|staff|co-founder|chief|"
    r"redakteurin?|redacteur|rédact\w+|redactora?|redattore|head of|vice|lead)\b",
    re.IGNORECASE,
)
_ORGANIZATION = re.compile(
    r"\b(?:staff|team|editors?|editorial|redaktion|redazione|redacción|rédaction|news|newsroom|journal|times|post|daily|"
    r"press|agency|desk|media|group|inc|llc|ltd|gmbh|corp|admin|clinic|university|institute|cent(?:er|re)|department|"
    r"ministry|association|foundation|society|company|reuters|afp|ap|dpa)\b|\.(?:com|org|net|tv|de)\b",
    re.IGNORECASE,
)
_SPLIT = re.compile(r"\s*(?:;|\||、|,?\s+(?:and|und|et|y|e|&|och|og|en|и)\s+|,\s+(?=[^\W\d_a-z]))\s*")
_CREDENTIAL = re.compile(r"[A-Z][A-Z\-–/]{1,6}®?|(?:[A-Z][a-z]{0,2}\.){1,4}[A-Z]?|PhD|PsyD|PharmD|EdD|Jr|Sr|Esq")
_ASIDE = re.compile(r"\s*[(\[][^()\[\]]{0,40}[)\]]\s*$")
_PARTICLES = frozenset("de da di du del della der den van von la le el al bin ibn ben dos das y e of the mc st".split())
_LONGEST = 80
_READ = 2000
_MOST_WORDS = 6


def clean_names(written: str) -> list[str]:
    """The names in a byline, without "By", dates, e-mail addresses and job titles."""
    text = BY.sub("", _DATE_BEFORE.sub("", " ".join(written[:_READ].split()), count=1), count=1)
    if "://" in text:
        return []
    text = _TAIL.sub("", text).strip(" ,;:|-–—·•")
    if not text or len(text) > 2 * _LONGEST:
        return []
    names: list[str] = []
    for part in _SPLIT.split(text):
        name = _ASIDE.sub("", part).strip(' ,.;:|-–—·•"“”')
        if names and _CREDENTIAL.fullmatch(name):
            names[-1] += f", {name}"
        elif is_name(name) and not (names and _ROLE.search(name)):
            names.append(name)
    return names


def is_name(name: str) -> bool:
    """Whether a text can be the name of a person, a user or an organization."""
    if not 1 < len(name) <= _LONGEST or _NO_NAME.search(name):
        return False
    found = name.lower().split()
    return (
        len(found) <= _MOST_WORDS
        and any(word.strip(".,:*&/") not in _LABELS and word not in _PARTICLES for word in found)
        and sum(map(str.isalpha, name)) > sum(map(str.isdigit, name))
        and (len(found) == 1 or not any(map(str.isdigit, found)))
    )


def is_full_name(name: str) -> bool:
    """Whether a text looks like the full name of a person: two to five capitalized words, none of them a label."""
    found = name.split()
    if not 2 <= len(found) <= 5 or not is_name(name) or any(map(str.isdigit, name)) or _ROLE.search(name):
        return False
    return all(
        word.lower() in _PARTICLES or (word[0].isupper() and word.lower().strip(".,") not in _LABELS) for word in found
    ) and not any(first == second for first, second in pairwise(found))


def is_organization(name: str) -> bool:
    """Whether a name contains a word of organizations and editorial departments, such as "Staff" or "News"."""
    return _ORGANIZATION.search(name) is not None


def is_person(name: str) -> bool:
    """Whether a text looks like the full name of a person."""
    return is_full_name(name) and not is_organization(name)


def reorder(name: str) -> str:
    """The name of a citation with the given name first: "Lovelace, Ada" becomes "Ada Lovelace"."""
    family, comma, given = name.partition(",")
    return (
        f"{given.strip()} {family.strip()}"
        if comma and "," not in given and not _CREDENTIAL.fullmatch(given.strip())
        else name
    )
