"""Extraction as a step of datatrove and Spark pipelines."""
