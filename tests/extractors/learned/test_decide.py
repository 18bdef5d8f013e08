"""The decision is the best prefix by expected F-beta; here it is compared with trying every set."""

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from maintext.extractors.learned.decide import decide

chances = st.lists(st.tuples(st.floats(0.01, 0.99), st.integers(1, 50)), min_size=1, max_size=8)


def expected_f(kept: tuple[bool, ...], pairs: list[tuple[float, int]], beta: float) -> float:
    gain = sum(p * size for keep, (p, size) in zip(kept, pairs, strict=True) if keep)
    size = sum(size for keep, (_, size) in zip(kept, pairs, strict=True) if keep)
    return (1 + beta**2) * gain / (size + beta**2 * sum(p * size for p, size in pairs))


@given(chances, st.sampled_from([0.5, 1.0, 2.0]))
def test_no_set_of_blocks_has_a_larger_expected_f(pairs: list[tuple[float, int]], beta: float) -> None:
    p = np.array([each for each, _ in pairs], np.float32)
    sizes = np.array([each for _, each in pairs], np.float32)
    decision = decide(p, sizes, beta)
    best = max(expected_f(kept, pairs, beta) for kept in product([False, True], repeat=len(pairs)) if any(kept))
    assert abs(decision.expected - best) < 1e-4


@given(chances)
def test_a_larger_beta_keeps_no_less(pairs: list[tuple[float, int]]) -> None:
    p = np.array([each for each, _ in pairs], np.float32)
    sizes = np.array([each for _, each in pairs], np.float32)
    kept = [decide(p, sizes, beta).kept for beta in (0.5, 1.0, 2.0)]
    assert (kept[0] <= kept[1]).all()
    assert (kept[1] <= kept[2]).all()
