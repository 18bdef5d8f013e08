"""Random amounts: mostly small, with a long tail, and often close to a limit of the parser."""

import math
from random import Random

DEPTH_LIMIT = 512
"""How many elements turbohtml lets stand open."""


def amount(random: Random, limit: int) -> int:
    """A number from 1 to the limit, each order of magnitude equally likely."""
    return max(1, round(math.exp(random.uniform(0, math.log(limit)))))


def repeats(random: Random, characters: int, limit: int = 30_000) -> int:
    """How often to repeat something of that length: rarely so often that it takes more than the limit."""
    return amount(random, max(2, limit // max(1, characters)))


def depth(random: Random, each: int = 1) -> int:
    """How often to open something that adds that many levels: mostly about the limit, at times far beyond it."""
    kind = random.random()
    if kind < 0.5:
        levels = DEPTH_LIMIT + random.randint(-24, 12)
    elif kind < 0.9:
        levels = random.randint(20, 600)
    else:
        levels = random.randint(600, 6_000)
    return max(1, levels // each)
