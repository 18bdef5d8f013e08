"""Elements by number: attributes, texts and selectors."""

import pytest

from maintext.page.parsing.tree import linearize

TREE = linearize('<p class="a b" id=x hidden>one <b>two</b> three</p><p>four<script>five</script></p>')
FIRST, BOLD, SECOND, SCRIPT = (at for at, tag in enumerate(TREE.tags) if tag in ("p", "b", "script"))
ELEMENTS = TREE.elements


def test_attributes_are_read_by_number_and_name() -> None:
    assert ELEMENTS[FIRST] == (("class", "a b"), ("id", "x"), ("hidden", ""))
    assert ELEMENTS.attribute_names(FIRST) == ["class", "id", "hidden"]
    assert (ELEMENTS.get(FIRST, "class"), ELEMENTS.get(FIRST, "hidden"), ELEMENTS.get(BOLD, "id")) == ("a b", "", None)
    assert ELEMENTS.values("id", [BOLD, FIRST]) == ["", "x"]
    assert len(ELEMENTS) == len(TREE.tags)


def test_selectors_find_elements_by_number() -> None:
    assert ELEMENTS.select("p") == ELEMENTS.xpath("//p") == [FIRST, SECOND]
    assert ELEMENTS.select("table") == []
    assert list(ELEMENTS.matching("[id], script", [SECOND, FIRST, SCRIPT])) == [1, 2]
    with pytest.raises(ValueError, match="p"):
        ELEMENTS.select("p[[")
    with pytest.raises(TypeError, match="float"):
        ELEMENTS.xpath("count(//p)")


def test_texts_are_whole_own_or_leading() -> None:
    assert ELEMENTS.text(FIRST) == "one two three"
    assert ELEMENTS.own_text(FIRST) == "one  three"
    assert ELEMENTS.leading_text(FIRST, 3) == "one two"
    assert ELEMENTS.text(SCRIPT) == "five"
