"""A small site, made for the tests: stories with a menu, a promotion inside the story and a footer; and a gallery."""

from pathlib import Path
from random import Random

WORDS = "river council bridge budget vote harbor school winter storm ferry market museum doctor garden village".split()
PROMOTION = (
    "Subscribe to our newsletter to get all of the stories of the week in your inbox every Friday morning, for free."
)
MENU = "".join(f'<li><a href="/{name}">{name.title()}</a></li>' for name in ("home", "news", "sport", "culture"))


def sentences(seed: int, count: int) -> list[str]:
    """Paragraphs that no other seed has."""
    random = Random(seed)
    return [" ".join(random.choice(WORDS) for _ in range(40)).capitalize() + "." for _ in range(count)]


def story(seed: int, paragraphs: int = 4, name: str = "story") -> str:
    """A page of the site; `name` is the id of its container, which a redesign changes."""
    body = "".join(f"<p>{text}</p>" for text in sentences(seed, paragraphs))
    title = f"Story {WORDS[seed % len(WORDS)]} and {WORDS[(seed + 4) % len(WORDS)]} number {seed}"
    return (
        f"<html><head><title>{title}</title></head><body><ul id=menu>{MENU}</ul><div id={name}><h1>{title}</h1>"
        f'<div class="byline">By Ann Smith</div>{body}<div class="promo"><p>{PROMOTION}</p></div></div>'
        "<div class=footer>Copyright Example Ltd. All rights reserved.</div></body></html>"
    )


def gold(seed: int, paragraphs: int = 4) -> str:
    """The main text of a story."""
    return "\n".join(sentences(seed, paragraphs))


def gallery(seed: int) -> str:
    """A page of the site that is built in another way."""
    pictures = "".join(
        f"<figure class=shot><img src={at}.jpg><figcaption>{text}</figcaption></figure>"
        for at, text in enumerate(sentences(1000 + seed, 6))
    )
    body = f"<section class=wall><div class=grid>{pictures}</div></section>"
    return f"<html><head><title>Gallery {seed}</title></head><body>{body}</body></html>"


def write_site(folder: Path, stories: int = 6) -> Path:
    """A folder of stories."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(stories):
        (folder / f"{seed}.html").write_text(story(seed), encoding="utf-8")
    return folder
