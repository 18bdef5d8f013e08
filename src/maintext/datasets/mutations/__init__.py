"""Controlled mutations: variants of a page that look like other pages of the web, with the same gold text.

Each mutation changes one property of the markup but not the main text, so a decrease of F1 shows a weakness of the
extractor. The same page and random seed always give the same variant.
"""

from maintext.datasets.mutations.mutation import MUTATIONS, Mutation, mutated, mutations_named

__all__ = ["MUTATIONS", "Mutation", "mutated", "mutations_named"]
