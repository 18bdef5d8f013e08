from maintext.analysis.scores import PageScore
from maintext.analysis.slices import by_field, by_size

SCORES = [PageScore(page, None, None) for page in ("a", "b", "c", "d")]


def pages(slices: dict[str, list[PageScore]]) -> dict[str, str]:
    return {name: "".join(score.page for score in inside) for name, inside in slices.items()}


def test_slices_by_a_field_the_largest_first() -> None:
    facts = {"a": {"language": "en"}, "b": {"language": "el"}, "c": {"language": "en"}, "d": {}}
    assert pages(by_field(SCORES, facts, "language")) == {"en": "ac", "el": "b", "unknown": "d"}


def test_a_page_with_several_values_is_in_several_slices() -> None:
    assert pages(by_field(SCORES[:2], {"a": {"tags": ["x", "y"]}, "b": {"tags": []}}, "tags")) == {
        "unknown": "b", "x": "a", "y": "a",
    }  # fmt: skip


def test_slices_by_size() -> None:
    sizes = {"a": 5, "b": 100, "c": 99}
    assert pages(by_size(SCORES, sizes, (100, 10))) == {"<10": "a", "10-100": "c", ">=100": "b", "unknown": "d"}
    assert pages(by_size(SCORES[:1], sizes, ())) == {"all": "a"}
