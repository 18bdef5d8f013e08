"""The figures of a contest: one function per figure; matplotlib, which draws them, is in maintext[bench]."""

from maintext.reports.figures.all import Drawn, figures_of
from maintext.reports.figures.canvas import save

__all__ = ["Drawn", "figures_of", "save"]
