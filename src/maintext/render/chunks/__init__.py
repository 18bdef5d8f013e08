"""KEPT BLOCKS -> CHUNKS: passages of limited length for search indexes and language models, each with its citation."""
