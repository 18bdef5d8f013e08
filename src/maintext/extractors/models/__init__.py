"""Model files: data that a trained extractor needs, with a manifest that says what it was trained on."""

from maintext.extractors.models.files import ModelFile, read_model, shipped, write_model

__all__ = ["ModelFile", "read_model", "shipped", "write_model"]
