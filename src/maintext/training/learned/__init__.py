"""Training of the default extractor: labeled pages become feature matrices, networks are fitted and calibrated."""
