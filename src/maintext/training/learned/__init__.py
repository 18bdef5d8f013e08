"""Fitting the default extractor: pages become sheets of numbers, a network learns from them, and is calibrated."""
