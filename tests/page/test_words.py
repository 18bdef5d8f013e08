"""Words over scripts."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.page.words import count_words, words, words_of_each


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("  \n ", []),
        ("one two", ["one", "two"]),
        ("One, two; (three)!", ["One", "two", "three"]),
        ("don't e-mail", ["don", "t", "e", "mail"]),
        ("snake_case x2", ["snake_case", "x2"]),
        ("3.14 1,000", ["3", "14", "1", "000"]),
        ("naïve café", ["naïve", "café"]),
        ("nai\u0308ve", ["nai\u0308ve"]),
        ("Straße Łódź İstanbul", ["Straße", "Łódź", "İstanbul"]),
        ("Ελληνικά κείμενα", ["Ελληνικά", "κείμενα"]),
        ("Съешь ещё", ["Съешь", "ещё"]),
        ("ქართული ენა", ["ქართული", "ენა"]),
        ("Հայերեն լեզու", ["Հայերեն", "լեզու"]),
        ("አማርኛ ቋንቋ", ["አማርኛ", "ቋንቋ"]),
        ("العربية لغة", ["العربية", "لغة"]),
        ("العَرَبِيَّة", ["العَرَبِيَّة"]),
        ("עִבְרִית שפה", ["עִבְרִית", "שפה"]),
        ("می\u200cخواهم بروم", ["می\u200cخواهم", "بروم"]),
        ("कर्म योग", ["कर्म", "योग"]),
        ("বাংলা ভাষা", ["বাংলা", "ভাষা"]),
        ("ਪੰਜਾਬੀ ਭਾਸ਼ਾ", ["ਪੰਜਾਬੀ", "ਭਾਸ਼ਾ"]),
        ("ગુજરાતી ભાષા", ["ગુજરાતી", "ભાષા"]),
        ("தமிழ் மொழி", ["தமிழ்", "மொழி"]),
        ("తెలుగు భాష", ["తెలుగు", "భాష"]),
        ("ಕನ್ನಡ ಭಾಷೆ", ["ಕನ್ನಡ", "ಭಾಷೆ"]),
        ("മലയാളം ഭാഷ", ["മലയാളം", "ഭാഷ"]),
        ("සිංහල භාෂාව", ["සිංහල", "භාෂාව"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("中文字", ["中", "文", "字"]),
        ("中文 and English混合", ["中", "文", "and", "English", "混", "合"]),
        ("日本語テキスト", ["日", "本", "語", "テ", "キ", "ス", "ト"]),
        ("ｶﾅ ひらがな", ["ｶ", "ﾅ", "ひ", "ら", "が", "な"]),
        ("人々", ["人", "々"]),
        ("𠀀𠀁", ["𠀀", "𠀁"]),
        ("。，、！", []),
        ("ไทย", ["ไ", "ท", "ย"]),
        ("ລາວ", ["ລ", "າ", "ວ"]),
        ("🎉 yes 👍", ["yes"]),
        ("— … • ©", []),
        ("x² ½", ["x²", "½"]),
    ],
)
def test_words_of(text: str, found: list[str]) -> None:
    assert words(text) == found
    assert count_words(text) == len(found)


@pytest.mark.parametrize("text", ["ខ្មែរ", "မြန်မာ", "ภาษาไทย", "ພາສາລາວ"])
def test_scripts_without_spaces_go_by_character(text: str) -> None:
    assert words(text) == list(text)


BLOCKS = {
    "Arabic": (0x600, 0x6FF), "Hebrew": (0x590, 0x5FF), "Devanagari": (0x900, 0x97F), "Bengali": (0x980, 0x9FF),
    "Gurmukhi": (0xA00, 0xA7F), "Gujarati": (0xA80, 0xAFF), "Oriya": (0xB00, 0xB7F), "Tamil": (0xB80, 0xBFF),
    "Telugu": (0xC00, 0xC7F), "Kannada": (0xC80, 0xCFF), "Malayalam": (0xD00, 0xD7F), "Sinhala": (0xD80, 0xDFF),
    "Tibetan": (0xF00, 0xFFF), "Ethiopic": (0x1200, 0x139F), "Mongolian": (0x1800, 0x18AF),
    "Balinese": (0x1B00, 0x1B7F), "Sundanese": (0x1B80, 0x1BBF), "Javanese": (0xA980, 0xA9DF),
    "Meetei Mayek": (0xABC0, 0xABFF), "combining": (0x300, 0x36F), "variation selectors": (0xFE00, 0xFE0F),
    "Adlam": (0x1E900, 0x1E95F),
}  # fmt: skip


@pytest.mark.parametrize("block", BLOCKS)
def test_a_mark_does_not_cut_a_word(block: str) -> None:
    first, last = BLOCKS[block]
    signs = [chr(code) for code in range(first, last + 1)]
    marks = [sign for sign in signs if unicodedata.category(sign) in ("Mn", "Mc")]
    letter = next((sign for sign in signs if unicodedata.category(sign) == "Lo"), "a")
    cut = [unicodedata.name(mark) for mark in marks if words(f"{letter}{mark}{letter}") != [f"{letter}{mark}{letter}"]]
    assert not cut


@given(st.text())
def test_words_stand_in_the_text_in_order_and_hold_no_space(text: str) -> None:
    at = 0
    for word in words(text):
        assert word
        assert not any(sign.isspace() for sign in word)
        at = text.index(word, at) + len(word)


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_plain_text_has_the_same_words_beside_other_scripts(text: str) -> None:
    assert words(text) == words(f"{text} é")[:-1]


@given(st.characters(categories=["Lu", "Ll", "Lt", "Lm", "Lo", "Nd"], max_codepoint=sys.maxunicode))
def test_every_letter_and_digit_is_in_a_word(sign: str) -> None:
    assert "".join(words(sign)) == sign


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_many_texts_have_the_words_of_each(texts: list[str]) -> None:
    assert words_of_each(texts) == [words(text) for text in texts]


@pytest.mark.parametrize("character", ["é", "\u02ff", "\u0300", "\u200d", "\u2019", "\u205f", "\u2071", "\u4e00"])
def test_latin_text_is_read_by_the_same_rules(character: str) -> None:
    text = f"one{character}two {character} \u4e00"
    assert words(text)[:-1] == words(text.removesuffix("\u4e00"))
