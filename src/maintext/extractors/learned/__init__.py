"""The default extractor: a small network over the sequence of blocks, trained on pages of every type."""
