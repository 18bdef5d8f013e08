"""The rendered layout of a page, its elements numbered as the page's own tree numbers them."""

from maintext.fetch.layout import Layout, Look, measure
from maintext.page.align import align
from maintext.page.page import Page


def lay_out(page: Page, *, timeout: float = 30.0) -> Layout:
    """Where the page's elements stand when a browser shows it, without its scripts and without the network."""
    measured = measure(page.source, timeout=timeout)
    tags = page.tree.tags
    looks: dict[int, Look] = {}
    for start, other, length in align(tags, [each.tag for each in measured]):
        for step in range(length):
            look = measured[other + step].look
            if look is not None:
                looks[start + step] = look
    return Layout(looks)
