"""Posts of forums and comments under articles."""

import pytest

from maintext import extract, read_page
from maintext.page.posts import comment_blocks, read_posts
from tests.bundled import bundled


@pytest.mark.parametrize(
    ("slug", "posts"),
    [
        ("forum-discourse", [
            ("post", "brackenfield", "2024-01-22"), ("post", "tomas-k", "2024-01-22"),
            ("post", "solder_sister", "2024-01-23"), ("post", "brackenfield", "2024-01-24"),
            ("post", "solder_sister", "2024-02-09"),
        ]),
        ("forum-phpbb-tables", [
            ("post", "granary_joan", "2009-11-03"), ("post", "oldleaven", "2009-11-03"),
            ("post", "Pilchard", "2009-11-04"), ("post", "granary_joan", "2009-11-09"),
        ]),
        ("qa-code-answers", [
            ("post", "lowtide", "2020-06-11"), ("comment", "hazelnut", "2020-06-11"),
            ("post", "ostinato", "2020-06-11"), ("post", "mrs-beep", "2020-06-13"),
        ]),
    ],
)  # fmt: skip
def test_the_posts_of_a_forum(slug: str, posts: list[tuple[str, str, str]]) -> None:
    assert [(post.kind, post.author, post.date) for post in read_posts(read_page(bundled(slug).data))] == posts


def test_the_comments_under_an_article() -> None:
    posts = read_posts(read_page(bundled("blog-long-comments").data))
    assert {post.kind for post in posts} == {"comment"}
    assert [post.author for post in posts][:3] == ["Old Dougal", "Colm Radley", "Old Dougal"]
    assert posts[0].date == "2022-05-20"
    assert posts[0].text.startswith("Nicely done.")
    assert len({post.text for post in posts}) == len(posts)


def test_an_article_has_no_posts() -> None:
    assert read_posts(read_page(bundled("news-inline-ads").data)) == ()


def test_comments_go_in_and_out() -> None:
    data = bundled("blog-long-comments").data
    comment = "It was a dare."
    assert comment in extract(data, extractor="all").text
    assert comment not in extract(data, extractor="all", include_comments=False).text
    assert comment in extract(data, extractor="nothing", include_comments=True).text
    assert extract(data, extractor="nothing", include_comments=True).reason is None


def test_the_posts_of_a_forum_are_no_comments() -> None:
    page = read_page(bundled("forum-phpbb-tables").data)
    assert comment_blocks(page) == []


def test_posts_are_in_the_json() -> None:
    import json

    whole = json.loads(extract(bundled("qa-code-answers").data, extractor="all").to_json())
    assert whole["posts"][0]["author"] == "lowtide"


def test_the_author_of_a_question_is_who_asked_not_who_edited() -> None:
    signature = '{} <span class="relativetime">{}</span><div class="user-details">{}</div>'
    question = (
        '<div class="question"><p>How old are the weirs on this river?</p>'
        f"<div>{signature.format('edited', 'Mar 9, 2024', 'Bo Reed')}</div>"
        f'<div class="owner">{signature.format("asked", "Mar 5, 2024", "Ada Quill")}</div></div>'
    )
    answer = '<div class="answer"><p>They are older than the mill.</p><div class="user-details">user4711</div></div>'
    posts = read_posts(read_page(question + answer))
    assert [(post.author, post.date) for post in posts] == [("Ada Quill", "2024-03-05"), ("user4711", None)]


def test_a_date_in_the_line_of_the_author_is_no_name() -> None:
    post = '<div class="post"><p class="author">Sun Mar 10, 2024</p><p class="author">Ada Quill</p><p>A weir.</p></div>'
    assert [post.author for post in read_posts(read_page(post * 2))] == ["Ada Quill"] * 2
