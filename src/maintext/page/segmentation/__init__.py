"""Segmentation of a page into coherent segments, by its tree or by its rendered layout."""

from maintext.page.segmentation.markup_segmentation import segment_markup
from maintext.page.segmentation.segment import Segment, cut
from maintext.page.segmentation.visual_segmentation import segment_layout

__all__ = ["Segment", "cut", "segment_layout", "segment_markup"]
