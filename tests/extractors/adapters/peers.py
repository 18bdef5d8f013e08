"""Skip tests of programs and libraries of others that are not installed."""

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet

from maintext.extractors import EXTRACTORS


def needs(spec: str) -> pytest.MarkDecorator:
    """Skip where what an extractor drives is not installed, saying how to get it."""
    remedy = EXTRACTORS.build(spec).missing()
    return pytest.mark.skipif(remedy is not None, reason=f"{spec} is missing here; try: make peers, or {remedy}")


def installed(specs: Iterable[str]) -> list[ParameterSet]:
    """Specs as parameters of a test, each skipped where it is missing."""
    return [pytest.param(spec, marks=needs(spec)) for spec in specs]
