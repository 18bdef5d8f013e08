"""The parser of specs: a name, or a name with arguments in parentheses, as in `density(c1=0.4)`.

A value is a number, True, False, None, a quoted or bare word, or another spec. `a|b` is a chain and binds tighter than
`a||b`, a fallback.
"""

import re
from dataclasses import dataclass
from typing import Final, NoReturn, cast

from maintext.errors import SpecError, shortened
from maintext.specs.spec import CHAIN, FALLBACK, INTEGER_LIMIT, LONGEST_WORD, WORD, Spec, Value, literal

_LONGEST_SPEC: Final = 20_000
_DEEPEST: Final = 20
_NAME: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*|[A-Za-z][\w\-]*")
_KEY: Final = re.compile(r"\s*([A-Za-z_]\w*)\s*=")
_SPACE: Final = re.compile(r"\s*")
_QUOTED: Final = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\([\\'\"])")


def parse(text: str) -> Spec:
    """Read a spec from text."""
    reader = _SpecReader(text)
    if len(text) > _LONGEST_SPEC:
        reader.fail(f"it has more than {_LONGEST_SPEC:,} characters")
    spec = reader.fallback()
    reader.expect_end()
    return spec


@dataclass(slots=True)
class _SpecReader:
    """A recursive descent over the text of a spec; nesting is limited, so no text can exhaust the stack."""

    text: str
    at: int = 0
    depth: int = 0

    def fallback(self) -> Spec:
        """One or more chains separated by `||`."""
        parts = [self.chain()]
        while self.take("||"):
            parts.append(self.chain())
        return parts[0] if len(parts) == 1 else Spec(FALLBACK, tuple(parts))

    def chain(self) -> Spec:
        """One or more calls separated by `|`."""
        parts = [self.call()]
        while not self.looking_at("||") and self.take("|"):
            parts.append(self.call())
        return parts[0] if len(parts) == 1 else Spec(CHAIN, tuple(parts))

    def call(self) -> Spec:
        """A name, with arguments in parentheses or without."""
        if self.take("("):
            with_parens = self.nested()
            self.need(")")
            return with_parens
        name = self.match(_NAME)
        if name is None:
            self.fail("a name is missing")
        if not self.take("("):
            return Spec(name)
        args: list[Value] = []
        params: list[tuple[str, Value]] = []
        while not self.take(")"):
            key = self.key()
            if key is None:
                if params:
                    self.fail("a value without a name follows a named one")
                args.append(self.value())
            elif any(key == known for known, _ in params):
                self.fail(f"{key} is given twice")
            else:
                params.append((key, self.value()))
            if not self.looking_at(")"):
                self.need(",")
        return Spec(name, tuple(args), tuple(params))

    def key(self) -> str | None:
        """The `key` of `key=value`, if that is what comes next."""
        found = _KEY.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group(1)

    def value(self) -> Value:
        """A literal, a bare word or a spec."""
        quoted = self.match(_QUOTED)
        if quoted is not None:
            return _ESCAPED.sub(r"\1", quoted[1:-1])
        start = self.at
        word = self.match(WORD)
        if word is not None and not (self.looking_at("(") or self.looking_at("|")):
            if len(word) > LONGEST_WORD:
                self.fail("a value is too long")
            found = literal(word)
            if isinstance(found, int) and abs(found) >= INTEGER_LIMIT:
                self.fail("a number has more than 64 bits")
            return Spec(word) if found is NotImplemented else cast(Value, found)
        self.at = start
        return self.nested()

    def nested(self) -> Spec:
        """A spec inside a spec."""
        self.depth += 1
        if self.depth > _DEEPEST:
            self.fail("too many specs inside each other")
        spec = self.fallback()
        self.depth -= 1
        return spec

    def match(self, pattern: re.Pattern[str]) -> str | None:
        """Take what the pattern matches here, after white space."""
        self.skip()
        found = pattern.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group()

    def skip(self) -> None:
        """Pass over white space."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def looking_at(self, sign: str) -> bool:
        """Whether the sign comes next."""
        self.skip()
        return self.text.startswith(sign, self.at)

    def take(self, sign: str) -> bool:
        """Take the sign if it comes next."""
        if not self.looking_at(sign):
            return False
        self.at += len(sign)
        return True

    def need(self, sign: str) -> None:
        """Take the sign or fail."""
        if not self.take(sign):
            self.fail(f"{sign!r} is missing")

    def expect_end(self) -> None:
        """Fail unless all text has been read."""
        self.skip()
        if self.at < len(self.text):
            self.fail(f"{shortened(self.text[self.at :])!r} is too much")

    def fail(self, why: str) -> NoReturn:
        """Raise, saying where."""
        text = shortened(self.text)
        raise SpecError(f"cannot read the spec {text!r}: {why} at position {self.at}; write name(key=value, ...)")
