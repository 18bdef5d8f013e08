"""Golden pages: the Markdown of every one was written by hand from the page, before anything rendered it."""

import pytest

from maintext.render.document_builder import read_document
from maintext.render.markdown import render_markdown
from tests.render.golden import ALL_SLUGS, CONSTRUCT_SLUGS, golden

SIGNED = "\\_" * 17
MORE_THAN_GOLD = {
    "forum-phpbb-tables": [  # signatures stand in the same block as the post
        f"\\\n{SIGNED}\\\nThe proof is in the poolish.\\\nMy starter is older than my car.",
        f"\\\n{SIGNED}\\\nGas oven, no thermometer, much hope",
    ],
    "listing-blog-index": [  # links to go on reading
        " […](https://www.quietcompiler.example/2024/linker-graph/)",
        " […](https://www.quietcompiler.example/2024/lying-debugger/)",
        " […](https://www.quietcompiler.example/2023/around-the-world/)",
        " […](https://www.quietcompiler.example/2023/reading-old-compilers/)",
    ],
    "longform-pull-quotes": ["■"],  # the sign at the end of the story
}
"""What blocks hold besides the gold: an extractor of blocks cannot drop it."""
NOT_IN_MARKUP = {"js-shell-jsonld"}


@pytest.mark.parametrize("slug", ALL_SLUGS)
def test_markdown_is_what_a_person_wrote(slug: str) -> None:
    page = golden(slug)
    made = render_markdown(read_document(page.page, page.kept))
    for more in MORE_THAN_GOLD.get(slug, ()):
        assert more in made
        made = made.replace(more, "")
    assert made == ("" if slug in NOT_IN_MARKUP else page.markdown)


def test_there_are_enough_golden_pages() -> None:
    assert len(ALL_SLUGS) >= 60
    assert len(CONSTRUCT_SLUGS) >= 16
