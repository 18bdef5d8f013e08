"""One training page for the tests of this folder."""

from maintext.datasets import Example
from maintext.page import read_page
from maintext.training.learned.training_page import TrainingPage, read_training_page

PAGE = """<title>The fox</title><nav><a href=/>Home</a></nav><h1>The fox</h1><p>By Anna Fox</p>
<p>The fox sleeps all day and runs all night long.</p><ul><li>Reader says hello to everybody</li></ul>"""
GOLD = "The fox sleeps all day and runs all night long."


def example(**more: object) -> Example:
    """An annotated article."""
    facts = {"title": "The fox", "author": "Anna Fox"}
    return Example("1", PAGE.encode(), GOLD, facts=facts, page_type="article", **more)  # type: ignore[arg-type]


def training_page() -> TrainingPage:
    """The article with its comments annotated too."""
    both = f"{GOLD}\nReader says hello to everybody"
    page = read_training_page(read_page(PAGE), example(alternatives={"with-comments": both}), "wcxb/dev", "fox.org")
    assert page is not None
    return page
