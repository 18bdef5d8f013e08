"""Lists written as lines: "- one", line break, "- two"."""

from maintext.render.document import Block, Break, Inline, Inlines, List, ListItem, Paragraph

_BULLETS = ("- ", "* ", "• ", "· ", "‣ ", "▪ ", "◦ ", "● ", "■ ", "○ ", "➤ ", "✓ ", "•\u00a0", "-\u00a0")


def bulleted_lines(content: Inlines) -> list[Block] | None:
    """The list in a paragraph whose lines start with one bullet, with the text before it; None if there is none."""
    if not any(type(one) is Break for one in content):
        return None
    lines = _lines(content)
    bullets = [_bullet(line) for line in lines]
    start = next((place for place, bullet in enumerate(bullets) if bullet), len(lines))
    items = lines[start:]
    if len(items) < 2 or len(set(bullets[start:])) > 1:
        return None
    before: list[Inline] = []
    for place, line in enumerate(lines[:start]):
        before += [Break(), *line] if place else line
    made = List(False, 1, tuple(ListItem((Paragraph(_without_bullet(item)),)) for item in items))
    return [Paragraph(tuple(before)), made] if before else [made]


def _lines(content: Inlines) -> list[list[Inline]]:
    lines: list[list[Inline]] = [[]]
    for one in content:
        if type(one) is Break:
            lines.append([])
        else:
            lines[-1].append(one)
    return lines


def _bullet(line: list[Inline]) -> str:
    """The bullet that a line starts with; empty if there is none, or nothing after it."""
    first = line[0] if line else ""
    if type(first) is not str or not first.startswith(_BULLETS) or (len(line) == 1 and len(first.strip()) < 2):
        return ""
    return first[0]


def _without_bullet(line: list[Inline]) -> Inlines:
    first, *rest = line
    text = first[1:].lstrip() if isinstance(first, str) else ""
    return (text, *rest) if text else tuple(rest)
