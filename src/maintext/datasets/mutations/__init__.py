"""Controlled mutations: variants of a page that look like other pages of the web, with the same gold text.

Each mutation changes one property of the markup and leaves the main text as it is, so that a fall of F1 is a weakness
of the extractor. The same seed and page always give the same variant.
"""

from maintext.datasets.mutations.mutation import MUTATIONS, Mutation, mutated, mutations_named

__all__ = ["MUTATIONS", "Mutation", "mutated", "mutations_named"]
