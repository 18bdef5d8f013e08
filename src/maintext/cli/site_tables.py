"""Terminal tables of a site template."""

from typing import TYPE_CHECKING

from maintext.cli.console_tables import new_table
from maintext.sites import PageLayout, Template

if TYPE_CHECKING:
    from rich.console import Console


def draw(console: "Console", template: Template, most: int) -> None:
    """Print the site, its layouts with their paths, and repeated texts."""
    by = f", main text according to {template.extractor}" if template.extractor else ""
    console.print(f"{template.site}: {template.pages} pages{by}", style="bold", markup=False, highlight=False)
    for number, layout in enumerate(template.layouts, 1):
        console.print(
            f"\nLayout {number}: {layout.pages} pages, such as {layout.example}", markup=False, highlight=False
        )
        _paths(console, layout, most)
    _texts(console, template, most)
    if template.left_out:
        console.print(f"\n{len(template.left_out)} pages were skipped:", highlight=False)
        for name, why in template.left_out.items():
            console.print(f"  {name}: {why}", markup=False, highlight=False)


def _paths(console: "Console", layout: PageLayout, most: int) -> None:
    from rich.text import Text

    table = new_table()
    for heading in ("main text", "pages", "words", "varies", "bits"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("path", overflow="fold", ratio=1)
    ranked = sorted(layout.paths.items(), key=lambda item: -item[1].words)[:most]
    for path, facts in ranked:
        style = "green" if (facts.believed or 0) >= 0.5 else "dim"
        believed = "" if facts.believed is None else f"{facts.believed:.2f}"
        table.add_row(
            believed, str(facts.pages), str(facts.words), f"{facts.varies:.2f}", f"{facts.entropy:.1f}",
            Text(path, style=style),
        )  # fmt: skip
    console.print(table)
    if len(layout.paths) > most:
        console.print(f"... and {len(layout.paths) - most} paths with fewer words", style="dim", highlight=False)


def _texts(console: "Console", template: Template, most: int) -> None:
    if not template.repeated:
        console.print("\nNo text occurs on more than one page.")
        return
    console.print(f"\n{len(template.repeated)} texts occur on several pages; the most frequent:", highlight=False)
    for each in template.repeated[:most]:
        console.print(f"{each.pages:6}  {each.text}", markup=False, highlight=False)
    if len(template.repeated) > most:
        console.print(f"... and {len(template.repeated) - most} more", style="dim", highlight=False)
