"""PAGES OF ONE SITE -> TEMPLATE: which texts and paths repeat on a site's pages, and how much they vary."""

from maintext.sites.block_keys import BlockKeys, read_block_keys
from maintext.sites.template import PageLayout, PathFacts, Repeated, Template, read_template
from maintext.sites.template_learner import TemplateLearner

__all__ = [
    "BlockKeys",
    "PageLayout",
    "PathFacts",
    "Repeated",
    "Template",
    "TemplateLearner",
    "read_block_keys",
    "read_template",
]
