"""Mutators: a page goes in, a damaged or hostile one comes out; all chance comes from the random generator given."""

import re
from collections.abc import Callable
from random import Random
from typing import Final

from fuzzing.fragments import FRAGMENTS, Fragment
from fuzzing.sizes import amount, repeats
from fuzzing.sources import Sources

Mutator = Callable[[bytes, Random, Sources], bytes]

LARGEST = 300_000
"""Where a mutated page is cut."""
_TAG = re.compile(rb"<[^<>]{1,200}>")
_CHARSETS = (
    "utf-8", "utf-16", "utf-16le", "utf-16be", "utf-7", "windows-1252", "iso-8859-1", "shift_jis", "euc-jp", "gb18030",
    "iso-2022-jp", "big5", "euc-kr", "x-user-defined", "replacement", "hz-gb-2312", "koi8-r", "windows-874", "ucs-2",
    "", "none", "\u0130", "utf8 ", "\x00", "a" * 500, "ibm866", "x-mac-cyrillic", "iso-2022-kr", "utf-32", "cesu-8",
)  # fmt: skip
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff", b"+/v8", b"\xef\xbb")
_BAD_UTF8 = (
    b"\xff",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xe2\x82",
    b"\x80",
    b"\xf8\x88\x80\x80\x80",
    b"\xed\xb0\x80",
)


def flip_bytes(page: bytes, random: Random, sources: Sources) -> bytes:
    """Change some bytes."""
    data = bytearray(page)
    for _ in range(amount(random, max(2, len(data) // 20)) if data else 0):
        at = random.randrange(len(data))
        data[at] = random.choice((random.randrange(256), data[at] ^ (1 << random.randrange(8)), *b"<>&\"'/= \x00"))
    return bytes(data)


def truncate(page: bytes, random: Random, sources: Sources) -> bytes:
    """Cut the page at its end, its beginning or both."""
    start, stop = sorted((random.randint(0, len(page)), random.randint(0, len(page))))
    return random.choice((page[:stop], page[start:], page[start:stop]))


def remove_part(page: bytes, random: Random, sources: Sources) -> bytes:
    """Take a stretch out of the middle."""
    start = random.randint(0, len(page))
    return page[:start] + page[start + amount(random, 2_000) :]


def repeat_part(page: bytes, random: Random, sources: Sources) -> bytes:
    """Repeat a stretch."""
    start = random.randint(0, len(page))
    part = page[start : start + amount(random, 1_000)]
    return page[:start] + part * repeats(random, len(part)) + page[start:]


def move_part(page: bytes, random: Random, sources: Sources) -> bytes:
    """Move a stretch elsewhere."""
    start = random.randint(0, len(page))
    part = page[start : start + amount(random, 2_000)]
    rest = page[:start] + page[start + len(part) :]
    at = random.randint(0, len(rest))
    return rest[:at] + part + rest[at:]


def splice(page: bytes, random: Random, sources: Sources) -> bytes:
    """The beginning of this page and the end of another."""
    other = sources.choose(random)
    return page[: random.randint(0, len(page))] + other[random.randint(0, len(other)) :]


def repeat_tag(page: bytes, random: Random, sources: Sources) -> bytes:
    """Repeat one of the page's tags in place."""
    found = [match.span() for match in _TAG.finditer(page)]
    if not found:
        return page
    start, stop = random.choice(found)
    tag = page[start:stop]
    return page[:start] + tag * repeats(random, len(tag)) + page[stop:]


def remove_tags(page: bytes, random: Random, sources: Sources) -> bytes:
    """Leave out tags at random: all kinds, or only end tags."""
    share, ends = random.random() ** 2, random.random() < 0.5
    return _TAG.sub(lambda tag: b"" if random.random() < share and (not ends or tag[0][1:2] == b"/") else tag[0], page)


def shuffle_tags(page: bytes, random: Random, sources: Sources) -> bytes:
    """Put tags in each other's places."""
    tags = _TAG.findall(page)
    share = random.random() ** 2
    return _TAG.sub(lambda tag: random.choice(tags) if random.random() < share else tag[0], page)


def transcode(page: bytes, random: Random, sources: Sources) -> bytes:
    """Write the page in another encoding, with or without saying so."""
    text = page.decode("utf-8", random.choice(("replace", "surrogateescape")))
    name = random.choice(
        ("utf-16le", "utf-16be", "utf-16", "utf-32", "latin-1", "cp1251", "shift_jis", "utf-7", "gb18030")
    )
    try:
        data = text.encode(name, "surrogatepass" if name.startswith("utf") and name != "utf-7" else "replace")
    except UnicodeError:
        data = text.encode("utf-8", "replace")
    return random.choice((b"", b"", *_MARKS)) + data


def declare_charset(page: bytes, random: Random, sources: Sources) -> bytes:
    """Declare one encoding or several, early, late or unfinished."""
    text = ""
    for _ in range(amount(random, 4)):
        name = random.choice(_CHARSETS)
        text += random.choice((
            f"<meta charset={name}>", f'<meta charset="{name}">', f"<?xml version='1.0' encoding='{name}'?>",
            f"<meta http-equiv=Content-Type content='text/html; charset={name}'>", f"<meta charset='{name}",
            f"<!-- <meta charset={name}> -->", f"<meta content='charset={name}'>", f"<META/CHARSET={name}/>",
        ))  # fmt: skip
    data = text.encode("utf-8")
    padding = b" " * random.choice((0, 0, 900, 1024, 3_000, 66_000))
    return random.choice((data + page, padding + data + page, page + data, random.choice(_MARKS) + data + page))


def break_utf8(page: bytes, random: Random, sources: Sources) -> bytes:
    """Insert bytes that are not UTF-8."""
    for _ in range(amount(random, 30)):
        at = random.randint(0, len(page))
        page = page[:at] + random.choice(_BAD_UTF8) * amount(random, 40) + page[at:]
    return page


def add_mark(page: bytes, random: Random, sources: Sources) -> bytes:
    """Put a byte order mark before the page or into it."""
    at = 0 if random.random() < 0.7 else random.randint(0, len(page))
    return page[:at] + random.choice(_MARKS) + page[at:]


def with_fragment(fragment: Fragment) -> Mutator:
    """The mutator that puts a fragment into a page, around its end, or in its place."""

    def mutate(page: bytes, random: Random, sources: Sources) -> bytes:
        data = fragment(random).encode("utf-8", "surrogatepass")
        kind = random.random()
        if kind < 0.25:
            return data
        if kind < 0.4:
            return data + page
        if kind < 0.5:
            return page + data
        ends = [match.end() for match in _TAG.finditer(page)] if kind < 0.9 else []
        at = random.choice(ends) if ends else random.randint(0, len(page))
        return page[:at] + data + page[at:]

    return mutate


MUTATORS: Final[dict[str, Mutator]] = {
    "flip bytes": flip_bytes,
    "truncate": truncate,
    "remove part": remove_part,
    "repeat part": repeat_part,
    "move part": move_part,
    "splice": splice,
    "repeat tag": repeat_tag,
    "remove tags": remove_tags,
    "shuffle tags": shuffle_tags,
    "transcode": transcode,
    "declare charset": declare_charset,
    "break utf-8": break_utf8,
    "add mark": add_mark,
    **{name: with_fragment(fragment) for name, fragment in FRAGMENTS.items()},
}
