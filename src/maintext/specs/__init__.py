"""Specs, `name(key=value, ...)`: as text, as values, and as the objects that registries build from them."""

from maintext.specs.parser import parse
from maintext.specs.registry import Registry
from maintext.specs.spec import CHAIN, FALLBACK, Spec, Value

__all__ = ["CHAIN", "FALLBACK", "Registry", "Spec", "Value", "parse"]
