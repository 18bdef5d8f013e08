"""Speed of the default extractor beside its peers: one run, one core, the same decoded pages.

    python benchmarks/peers.py [--source DIR] [--every 10] [--turns 3]

Pages of WCXB dev, decoded beforehand. For every page the programs take turns, and the best of the turns counts; time is
processor time. The profile shows where ours goes: parsing and linearizing, features, the network, and the text.
`extract_many` is measured by the wall, on all cores, against one page after the other.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import gzip
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import maintext
from maintext.datasets.home import source_home
from maintext.extractors.learned import network
from maintext.extractors.learned.decision import Decision, TextOptions, decide
from maintext.extractors.learned.element_arrays import ElementArrays, element_arrays
from maintext.extractors.learned.ensemble import run_ensemble
from maintext.extractors.learned.extractor import Learned
from maintext.extractors.learned.features import Features, featurize
from maintext.extractors.learned.model import load_model
from maintext.extractors.learned.units import find_units
from maintext.page import Page, read_page
from maintext.page.decode import decode

Result = TypeVar("Result")
Program = Callable[[str], object]


def programs() -> dict[str, Program]:
    found: dict[str, Program] = {
        "maintext": lambda text: maintext.extract(text).text,
        "maintext, networks=1": lambda text: maintext.extract(text, networks=1).text,
    }
    if find_spec("resiliparse"):
        from resiliparse.extract.html2text import extract_plain_text

        found["resiliparse"] = lambda text: extract_plain_text(text, main_content=True)
    if find_spec("trafilatura"):
        import trafilatura

        found["trafilatura"] = trafilatura.extract
    if find_spec("selectolax"):
        from selectolax.lexbor import LexborHTMLParser

        found["selectolax, parse only"] = LexborHTMLParser
    return found


def compare(texts: list[str], turns: int) -> dict[str, float]:
    """Seconds of processor time per page for each program."""
    each = programs()
    totals = dict.fromkeys(each, 0.0)
    for program in each.values():
        program(texts[0])  # loads what it needs
    for text in texts:
        for name, program in each.items():
            totals[name] += min(_timed(float("inf"), program, text)[1] for _ in range(turns))
    return {name: total / len(texts) for name, total in totals.items()}


def profile(texts: list[str], turns: int) -> dict[str, float]:
    """Seconds per page for each step of ours."""
    model = load_model(None)
    guideline = network.GUIDELINES.index(Learned().guideline)
    totals = dict.fromkeys(("parse and linearize", "features", "lexical scores", "networks", "decision", "text"), 0.0)

    networks = model.networks()

    def run_network(features: Features) -> network.Output:
        return run_ensemble(networks, features, guideline, model.calibration.guidelines)

    def lexical_scores(page: Page, features: Features) -> object:
        return model.lexical.scores(page.tree.block_texts, features.words)

    def run_decision(page: Page, elements: ElementArrays, output: network.Output, features: Features) -> Decision:
        units = find_units(page, elements)
        return decide(output, page.tree.block_texts, features, units, model.calibration, TextOptions())

    def read_features(page: Page) -> tuple[ElementArrays, Features]:
        elements = element_arrays(page)
        return elements, featurize(page, elements=elements)

    for text in texts:
        best = dict.fromkeys(totals, float("inf"))
        for _ in range(turns):
            page, best["parse and linearize"] = _timed(best["parse and linearize"], read_page, text)
            if not page.tree.block_texts:
                continue
            (elements, features), best["features"] = _timed(best["features"], read_features, page)
            _, best["lexical scores"] = _timed(best["lexical scores"], lexical_scores, page, features)
            output, best["networks"] = _timed(best["networks"], run_network, features)
            decision, best["decision"] = _timed(best["decision"], run_decision, page, elements, output, features)
            _, best["text"] = _timed(best["text"], _text, page, decision.kept.tolist())
        for step, seconds in best.items():
            totals[step] += 0.0 if seconds == float("inf") else seconds
    return {step: total / len(texts) for step, total in totals.items()}


def batches(texts: list[str]) -> tuple[float, float]:
    """Seconds by the wall per page: one after the other, and with extract_many."""
    start = time.perf_counter()
    for text in texts:
        maintext.extract(text).text  # noqa: B018
    one = time.perf_counter() - start
    start = time.perf_counter()
    for _ in maintext.extract_many(texts):
        pass
    return one / len(texts), (time.perf_counter() - start) / len(texts)


def _text(page: Page, kept: list[bool]) -> str:
    return maintext.Extraction(page, "", chosen=kept).text


def _timed(best: float, work: Callable[..., Result], *what: object) -> tuple[Result, float]:
    start = time.process_time()
    result = work(*what)
    return result, min(best, time.process_time() - start)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--source", type=Path, default=source_home())
    arguments.add_argument("--every", type=int, default=10, help="only every so many pages")
    arguments.add_argument("--turns", type=int, default=3)
    options = arguments.parse_args()
    files = sorted((options.source / "wcxb" / "dev" / "html").glob("*.html.gz"))[:: options.every]
    texts = [decode(gzip.decompress(file.read_bytes()))[0] for file in files]
    print(f"{len(texts)} pages of WCXB dev, {sum(map(len, texts)) / len(texts) / 1000:.0f} thousand characters each")
    seconds = compare(texts, options.turns)
    ours = seconds["maintext"]
    for name, value in seconds.items():
        print(f"{name:24} {1000 * value:7.2f} ms/page   maintext takes {ours / value:5.2f} x its time")
    print("\nWhere maintext's time goes")
    for step, value in profile(texts, options.turns).items():
        print(f"{step:24} {1000 * value:7.2f} ms/page")
    one, many = batches(texts)
    print(f"\nBy the wall: one after the other {1000 * one:.2f} ms/page, extract_many {1000 * many:.2f} ms/page")


if __name__ == "__main__":
    main()
