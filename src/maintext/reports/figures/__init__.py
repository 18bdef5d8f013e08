"""The figures of a comparison, one function per figure; needs matplotlib from maintext[bench]."""

from maintext.reports.figures.canvas import save
from maintext.reports.figures.figure_list import NamedFigure, figures_of

__all__ = ["NamedFigure", "figures_of", "save"]
