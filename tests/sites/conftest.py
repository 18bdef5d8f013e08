"""What the tests of sites need before they begin."""

import warnings

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # it warns of its own past when it is first imported
    pytest.importorskip("fastwarc.warc")
