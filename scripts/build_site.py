#!/usr/bin/env python3
"""Build the documentation site from docs/ and check it: python scripts/build_site.py FOLDER.

The Markdown in docs/ is written for people who read it in the repository. A link there such as `../CHANGELOG.md` leaves
docs/, so the site publishes the target as `project/CHANGELOG.md`. The pages are copied, links that cross the border of
docs/ are rewritten in the copy, and Zensical builds the copy in strict mode.
"""

import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml
from check_site import problems

ROOT = Path(__file__).resolve().parent.parent
PROJECT_PAGES = ("CHANGELOG.md", "CONTRIBUTING.md")
_LINK = re.compile(r"(?<=\]\()(?P<path>[^)\s#:]+)(?=[#)])")
_SKIPPED = re.compile(r"^(?P<fence> *(?:```+|~~~+)\w+) skip[ \t]*$", re.MULTILINE)
"""The fence of an example that the tests do not run; Zensical would not take it for a fence."""
_CODE = re.compile(r"^ *(?P<fence>```+|~~~+).*?^ *(?P=fence)[ \t]*$|`[^`\n]+`", re.DOTALL | re.MULTILINE)


def main() -> None:
    """Build into the folder given, and exit with 1 if anything is wrong."""
    into = Path(sys.argv[1]).resolve()
    shutil.rmtree(into, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        copy_pages(work / "docs")
        config = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
        (work / "mkdocs.yml").write_text(yaml.safe_dump(complete(config, work / "docs")), "utf-8")
        build = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(work / "mkdocs.yml")]
        if subprocess.run(build).returncode:
            sys.exit("the documentation site has warnings; see above")
        shutil.copytree(work / "site", into)
    if found := problems(into):
        sys.exit("\n".join([*found, f"{len(found)} problems in {into}"]))
    print(f"built {into}; see it with: python -m http.server -d {into}")


def copy_pages(into: Path) -> None:
    """Copy docs/ and what its pages link to elsewhere in the repository; rewrite the links between them."""
    shutil.copytree(ROOT / "docs", into)
    sources = {path: f"docs/{path.relative_to(into).as_posix()}" for path in sorted(into.rglob("*.md"))}
    linked = {target for path, source in sources.items() for target in links(path.read_text("utf-8"), source)}
    for name in sorted({*PROJECT_PAGES, *(target for target in linked if not target.startswith("docs/"))}):
        if (ROOT / name).is_file():
            copy = into / site_path(name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy)
            if copy.suffix == ".md":
                sources[copy] = name
    for path, source in sources.items():
        text = _SKIPPED.sub(r"\g<fence>", path.read_text("utf-8"))
        path.write_text(with_site_links(text, source), "utf-8")


def complete(config: dict[str, Any], docs: Path) -> dict[str, Any]:
    """The configuration with folders, complete navigation and the place of the package."""
    pages = sorted(path.relative_to(docs).as_posix() for path in docs.rglob("*.md"))
    config["nav"] = with_folders(config["nav"], pages)
    listed = set(entries(config["nav"]))
    wrong = [f"mkdocs.yml: nav names {page}, which does not exist" for page in sorted(listed - set(pages))]
    wrong += [f"mkdocs.yml: nav lacks {page}" for page in pages if page not in listed]
    if wrong:
        sys.exit("\n".join(wrong))
    for plugin in config["plugins"]:
        if isinstance(plugin, dict) and "mkdocstrings" in plugin:
            python = plugin["mkdocstrings"]["handlers"]["python"]
            python["paths"] = [str(ROOT / path) for path in python["paths"]]
    return config | {"docs_dir": "docs", "site_dir": "site"}


def with_folders(nav: Any, pages: list[str]) -> Any:
    """The navigation with each entry that ends with / replaced by the pages of that folder, its README first."""
    if isinstance(nav, list):
        return [with_folders(entry, pages) for entry in nav]
    if isinstance(nav, dict):
        return {title: with_folders(entry, pages) for title, entry in nav.items()}
    if not nav.endswith("/"):
        return nav
    return sorted((page for page in pages if page.startswith(nav)), key=lambda page: ("/README.md" not in page, page))


def entries(nav: Any) -> Iterator[str]:
    """The pages that a navigation names."""
    if isinstance(nav, str):
        yield nav
    for entry in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from entries(entry)


def links(markdown: str, source: str) -> set[str]:
    """The files of the repository that a page links to."""
    return {resolved(link["path"], source) for link in _LINK.finditer(_CODE.sub("", markdown))}


def with_site_links(markdown: str, source: str) -> str:
    """The Markdown of a page with its links as they are on the site."""
    folder = posixpath.dirname(site_path(source))

    def rewrite(link: re.Match[str]) -> str:
        return posixpath.relpath(site_path(resolved(link["path"], source)), folder)

    return outside_code(markdown, lambda text: _LINK.sub(rewrite, text))


def resolved(link: str, source: str) -> str:
    """The path in the repository of what a page links to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), link))


def site_path(path: str) -> str:
    """Where a file of the repository is on the site."""
    return path.removeprefix("docs/") if path.startswith("docs/") else f"project/{path}"


def outside_code(markdown: str, change: Callable[[str], str]) -> str:
    """The Markdown with `change` applied to everything but code.

    A pipe in code in a table is escaped for GitHub, where this site would show the backslash.
    """
    done, end = [], 0
    for code in _CODE.finditer(markdown):
        done += [change(markdown[end : code.start()]), code[0] if code["fence"] else code[0].replace("\\|", "|")]
        end = code.end()
    return "".join([*done, change(markdown[end:])])


if __name__ == "__main__":
    main()
