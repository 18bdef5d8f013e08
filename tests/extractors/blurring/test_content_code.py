"""The content code vector of small pages, written out."""

import pytest

from maintext.extractors.blurring.content_code import VectorUnit, content_code

PAGE = "<p>ab  c<a href=q>D</a>e</p> <p>f</p>"


@pytest.mark.parametrize(
    ("unit", "anchors", "vector"),
    [
        ("characters", True, "000 1111 0000000000 1 0000 1 0000 000 1 0000"),
        ("characters", False, "000 1111 1 1 0000 000 1 0000"),
        ("tokens", True, "0 11 0 1 0 1 0 0 1 0"),
        ("tokens", False, "0 11 1 1 0 0 1 0"),
    ],
)
def test_the_vector_of(unit: VectorUnit, anchors: bool, vector: str) -> None:
    code = content_code(PAGE, unit, anchors)
    assert [int(value) for value in code.vector] == [int(sign) for sign in vector if sign != " "]


@pytest.mark.parametrize("unit", ["characters", "tokens"])
@pytest.mark.parametrize("html", [PAGE, "", "<br>", "text", "<p>é<b>ß&amp;</b>漢字</p>", "<script>x < y</script>t"])
def test_every_visible_character_has_an_entry_that_is_text(html: str, unit: VectorUnit) -> None:
    code = content_code(html, unit)
    text = code.characters.tobytes().decode("utf-32-le")
    assert all(code.vector[entry] == 1 for entry, sign in zip(code.entries, text, strict=True) if not sign.isspace())


def test_scripts_styles_and_comments_are_no_entries() -> None:
    assert content_code("a<!-- x --><style>b{}</style>c", "tokens").vector.tolist() == [1, 0, 0, 1]


def test_entities_count_as_the_character_they_stand_for() -> None:
    assert content_code("<i>&amp;&eacute;</i>", "characters").vector.tolist() == [0, 0, 0, 1, 1, 0, 0, 0, 0]
