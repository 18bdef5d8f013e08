"""Shapes that families of pages have: a part repeated, numbered, nested, or inside an element with a long attribute."""

from collections.abc import Callable

Family = Callable[[int], str]
SENTENCE = "The ferry left the pier at noon, and nobody on the quay knew when it would be back again. "


def repeated(part: str, before: str = "", after: str = "") -> Family:
    """The same part many times."""
    return lambda count: before + part * count + after


def numbered(part: str, before: str = "", after: str = "") -> Family:
    """Parts that differ, because of the number in them."""
    return lambda count: before + "".join(part.replace("@", str(number)) for number in range(count)) + after


def nested(opening: str, closing: str, inside: str = "words") -> Family:
    """An element in itself, closed."""
    return lambda count: opening * count + inside + closing * count


def around(opening: str, part: str, inside: str, closing: str) -> Family:
    """An element with a long attribute and many parts in it, which must not each read the attribute."""
    return lambda count: f"<p>words {opening}'{part * count}'>{inside * count}{closing} words"
