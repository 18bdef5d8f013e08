"""boilerpipe [Kohlschütter 2010]: text blocks, filters over them, and recipes of filters."""

from maintext.extractors.boilerpipe.extractor import Boilerpipe

__all__ = ["Boilerpipe"]
