"""SOURCES -> EXAMPLES: gold-standard datasets in one layout, whatever they came in."""

from maintext.datasets.dataset import Dataset, Header
from maintext.datasets.example import Encoding, Example
from maintext.datasets.home import data_home, dataset_names, open_dataset

__all__ = ["Dataset", "Encoding", "Example", "Header", "data_home", "dataset_names", "open_dataset"]
