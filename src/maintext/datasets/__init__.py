"""SOURCES -> EXAMPLES: datasets with gold text, converted from their published formats to one layout."""

from maintext.datasets.dataset import Dataset, Header
from maintext.datasets.example import Example, SourceEncoding
from maintext.datasets.home import data_home, dataset_names, open_dataset

__all__ = ["Dataset", "Example", "Header", "SourceEncoding", "data_home", "dataset_names", "open_dataset"]
