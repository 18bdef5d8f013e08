"""Counts of pages by outcome."""

import json

from maintext.corpus.page_counts import PageCounts
from maintext.data_shapes import dataclass_from


def test_counts_add_up_and_come_back() -> None:
    one, two = PageCounts(read=3, kept=2, bytes=10), PageCounts(read=2, others=4)
    one.drop("size")
    two.fail("timeout")
    two.drop("type")
    one.add(two)
    assert one.read == one.settled == 5
    assert dataclass_from(PageCounts, json.loads(json.dumps(one.to_dict()))) == one
    one.drop_kept("near-duplicate", 1)
    assert (one.kept, one.settled) == (1, 5)
