"""The default extractor: small networks over the sequence of blocks, trained on pages of every type."""
