"""The original boilerpipe [Kohlschütter 2010], in a Java virtual machine that keeps running."""

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from maintext.extractors.adapters.program import ProgramExtractor
from maintext.files import expand_user
from maintext.page import Page
from maintext.sandbox.line_protocol import LineProgram, line_program

_WORKER = Path(__file__).parent / "java" / "BoilerpipeWorker.java"
_JARS = ("boilerpipe.jar", "nekohtml.jar", "xercesImpl.jar", "xmlParserAPIs.jar")
_PACKAGES = "libboilerpipe-java libnekohtml-java libxerces2-java default-jdk-headless"
_OPTIONS = ("-Xmx512m", "-XX:+UseSerialGC", "-Djava.awt.headless=true", "-Dfile.encoding=UTF-8")


@dataclass(frozen=True, slots=True)
class BoilerpipeJava(ProgramExtractor):
    """The original boilerpipe as Debian packages it."""

    paper: ClassVar[str] = "Kohlschütter 2010"
    license: ClassVar[str] = "Apache-2.0"
    program: ClassVar[str] = "boilerpipe"

    recipe: Literal["article", "article-sentences", "canola", "default", "keep-everything", "largest-content"] = (
        "article"
    )

    def ask(self, page: Page) -> tuple[str, str]:
        """The content blocks, one per line."""
        (text,) = java().request(self.recipe, page.original)
        return text, "text/plain"

    def missing(self) -> str | None:
        """The packages to install; None if the Java compiler and all jars are installed."""
        here = shutil.which("java") and shutil.which("javac") and all((_folder() / jar).exists() for jar in _JARS[:3])
        return None if here else f"sudo apt install {_PACKAGES}"

    def version(self) -> str:
        """The version in the jar's real name."""
        found = re.search(r"boilerpipe-([\d.]+)\.jar", (_folder() / _JARS[0]).resolve().name)
        return found[1] if found else "unknown"


def java() -> LineProgram:
    """The Java worker; it compiles itself when it starts, which takes about a second."""
    jars = os.pathsep.join(str(_folder() / jar) for jar in _JARS)
    return line_program("the Java worker", ["java", *_OPTIONS, "-cp", jars, str(_WORKER)])


def _folder() -> Path:
    """The folder of the jars: $MAINTEXT_JARS, or that of the Debian package."""
    return expand_user(os.environ.get("MAINTEXT_JARS") or "/usr/share/java")
