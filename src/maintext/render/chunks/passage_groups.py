"""Groups of passages that become one chunk. A section that fits is not divided, and a heading ends no group."""

from collections.abc import Iterator, Sequence

from maintext.render.chunks.passages import Passage


def pack(passages: Sequence[Passage], limit: int) -> Iterator[list[Passage]]:
    """Consecutive passages with at most `limit` tokens together, divided at headings where possible."""
    sizes = _section_sizes(passages)
    group: list[Passage] = []
    tokens = 0
    for passage, section in zip(passages, sizes, strict=True):
        wanted = passage.tokens if passage.level is None else min(section, limit)
        if group and (tokens + wanted > limit or _leaves(group, passage)):
            carried = _trailing_headings(group) if passage.level is None else []
            if len(carried) < len(group):
                yield group[: len(group) - len(carried)]
                group = carried
                tokens = sum(each.tokens for each in group)
        group.append(passage)
        tokens += passage.tokens
    if group:
        yield group


def _section_sizes(passages: Sequence[Passage]) -> list[int]:
    """For each heading the tokens up to the next heading of the same or a higher level; for the others their own."""
    sizes = [passage.tokens for passage in passages]
    opened: list[tuple[int, int, int]] = []  # the level, the index and the tokens before each open section
    total = 0
    for index, passage in enumerate(passages):
        if passage.level is not None:
            while opened and opened[-1][0] >= passage.level:
                _, start, before = opened.pop()
                sizes[start] = total - before
            opened.append((passage.level, index, total))
        total += passage.tokens
    for _, start, before in opened:
        sizes[start] = total - before
    return sizes


def _leaves(group: Sequence[Passage], passage: Passage) -> bool:
    """Whether a heading starts a section that is neither inside the first section of a group nor beside it."""
    if passage.level is None:
        return False
    above, first = passage.headings[:-1], group[0].headings
    return above[: len(first)] != first and above != first[:-1]


def divide(group: Sequence[Passage]) -> tuple[list[Passage], list[Passage]]:
    """Two parts of a group of at least two passages, divided at the heading nearest to its middle, if it has one."""
    middle = len(group) // 2
    headings = [index for index in range(1, len(group)) if _starts_section(group, index)]
    at = min(headings, key=lambda index: abs(index - middle), default=middle)
    return list(group[:at]), list(group[at:])


def _starts_section(group: Sequence[Passage], index: int) -> bool:
    return group[index].level is not None and group[index - 1].level is None


def _trailing_headings(group: Sequence[Passage]) -> list[Passage]:
    """The headings at the end of a group; they belong to what follows."""
    first = len(group)
    while first and group[first - 1].level is not None:
        first -= 1
    return list(group[first:])
