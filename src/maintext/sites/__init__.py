"""PAGES OF ONE SITE -> TEMPLATE: what repeats on a site's pages, where, and how much what stands there varies."""

from maintext.sites.learn import Learner
from maintext.sites.places import Places, places_of
from maintext.sites.template import Layout, PathFacts, Repeated, Template, read_template

__all__ = ["Layout", "Learner", "PathFacts", "Places", "Repeated", "Template", "places_of", "read_template"]
