"""Specs, `name(key=value, ...)`: as text, as values, and as the objects that registries build from them."""

from maintext.specs.parser import parse
from maintext.specs.registry import Registry
from maintext.specs.spec import Spec, Value

__all__ = ["Registry", "Spec", "Value", "parse"]
