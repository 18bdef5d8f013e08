"""EXAMPLES -> FITTED EXTRACTOR: align gold with blocks and tokens, then fit."""
