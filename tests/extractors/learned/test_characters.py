"""Character classes: counted in every script, by a table that agrees with Unicode."""

import numpy as np
import pytest

from maintext.extractors.learned import characters as ch


@pytest.mark.parametrize(
    ("text", "words", "stops"),
    [
        ("Ein kurzer Satz.", 3, 1),
        ("你好世界。", 4, 1),
        ("Привет, мир!", 2, 1),
        ('He said "yes."', 3, 1),
        ("no end", 2, 0),
        ("", 0, 0),
        ("\U0002000b\U0002000c", 2, 0),
    ],
)
def test_characters_are_counted_in_every_script(text: str, words: int, stops: int) -> None:
    counts = ch.count_classes([text])[0]
    assert counts[ch.CLASSES] == words
    assert counts[ch.CLASSES + 1] == stops
    assert counts[: ch.CLASSES].sum() == len(text)


def test_the_shipped_table_is_what_unicode_says() -> None:
    """A few characters were added to Unicode since; no more than that may differ."""
    built = np.frombuffer(ch.build_table(), np.uint8)
    assert (built != ch.class_table()).mean() < 0.01
    assert (built[:0x3000] == ch.class_table()[:0x3000]).mean() > 0.999
