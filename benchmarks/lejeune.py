"""Tables 5 to 8 as printed in [Lejeune 2018], "A New Proposal for Evaluating Web Page Cleaning Tools".

Figures are percentages: precision, recall, F1. `None` is N/A there. Letters: BP boilerpipe, JTA jusText with a
stop list, JTS without, NC NCleaner, NCTx NCleaner trained on x pairs; A-B is a pipeline.
"""

from typing import NamedTuple


class Triple(NamedTuple):
    """Precision, recall and F1 as printed."""

    p: float | None
    r: float | None
    f1: float | None


ROWS = {
    "BP": "boilerpipe",
    "BP-JTA": "boilerpipe|justext",
    "BP-JTS": "boilerpipe|justext(language=none)",
    "JTA": "justext",
    "JTA-BP": "justext|boilerpipe",
    "JTS": "justext(language=none)",
    "JTS-BP": "justext(language=none)|boilerpipe",
    "NC": "ncleaner",
    "NCT5": "NCT5",
    "NCT25": "NCT25",
}
"""The tools of [Lejeune 2018], and our specs for them; the two trained ones depend on a model file."""

LANGUAGES = {"Chinese": "zh", "English": "en", "Polish": "pl", "Russian": "ru", "Greek": "el"}
METRICS = {"TO": "diff", "CHA": "diff(unit=chars)", "TM": "diff(markup=True)"}
"""Text only, characters, text and markup."""


def _read(text: str) -> dict[str, dict[str, Triple]]:
    """Rows of a name and nine numbers: three for each of TO, CHA and TM."""
    table = {}
    for line in text.strip().splitlines():
        name, *numbers = line.split()
        values = [float(number) for number in numbers]
        table[name] = {metric: Triple(*values[3 * at : 3 * at + 3]) for at, metric in enumerate(METRICS)}
    return table


INTRINSIC = {
    "all": _read("""
        BP     81.8 88.9 85.2  76.9 81.1 79.0  64.5 85.4 73.5
        BP-JTA 85.0 80.2 82.5  76.9 63.8 69.8  73.3 58.7 65.2
        BP-JTS 83.2 82.9 83.1  75.1 66.0 70.3  69.2 62.1 65.5
        JTA    68.8 83.4 75.4  63.8 67.0 65.4  61.9 63.2 62.6
        JTA-BP 72.5 85.9 78.6  69.4 73.3 71.3  66.8 69.3 68.0
        JTS    62.7 86.3 72.6  56.9 68.6 62.2  54.2 66.6 59.8
        JTS-BP 66.3 88.7 75.9  63.0 75.8 68.8  59.4 72.7 65.4
        NC     98.5 39.4 56.3  96.7 23.1 37.34 89.0 30.8 45.8
        NCT5   60.4 23.8 34.2  53.8 16.0 24.7  48.4 19.9 28.2
        NCT25  56.1 25.7 35.3  53.3 18.7 27.7  45.1 21.8 29.4
    """),
    "zh": _read("""
        BP     61.3 52.9 56.8  77.1 63.5 69.7  84.5 68.0 75.3
        BP-JTA 39.6 8.6 14.1   76.4 26.0 38.8  44.4 9.79 16.1
        BP-JTS 39.6 8.6 14.1   76.4 26.0 38.8  44.4 9.79 16.1
        JTA    23.2 11.7 15.6  71.3 32.0 44.2  49.3 16.8 25.0
        JTA-BP 49.6 31.2 38.4  69.0 30.7 42.5  89.9 32.7 48.0
        JTS    23.2 11.7 15.6  71.3 32.0 44.2  49.3 16.8 25.0
        JTS-BP 49.6 31.2 38.4  69.0 30.7 42.5  89.9 32.7 48.0
    """),
    "en": _read("""
        BP     86.0 92.0 88.9  84.9 91.0 87.9  69.3 93.6 79.6
        BP-JTA 87.0 82.6 84.7  87.6 79.8 83.5  81.1 76.0 78.5
        BP-JTS 86.4 85.3 85.8  87.2 82.8 85.0  79.4 80.2 79.8
        JTA    68.4 85.4 76.0  70.0 82.8 75.8  67.2 79.7 72.9
        JTA-BP 75.7 88.0 81.4  75.7 87.0 80.9  71.1 82.9 76.6
        JTS    66.7 88.2 75.9  68.2 86.0 76.0  64.0 83.9 72.6
        JTS-BP 73.8 90.9 81.5  73.8 90.5 81.3  68.3 87.3 76.6
    """),
    "pl": _read("""
        BP     83.3 85.3 84.3  80.8 82.1 81.4  63.3 85.6 72.8
        BP-JTA 85.2 78.3 81.6  83.0 73.3 77.8  76.3 67.7 71.8
        BP-JTS 83.8 81.8 82.8  82.0 77.1 79.5  71.7 73.6 72.6
        JTA    67.8 82.6 74.5  67.6 78.5 72.7  62.7 73.0 67.5
        JTA-BP 68.6 84.0 75.5  66.3 79.4 72.3  61.1 74.6 67.2
        JTS    63.2 86.1 72.9  62.6 81.3 70.7  54.1 77.6 63.8
        JTS-BP 64.3 87.5 74.1  61.8 82.5 70.7  53.4 78.9 63.7
    """),
    "ru": _read("""
        BP     58.8 79.3 67.5  51.7 70.2 59.5  37.9 85.5 52.5
        BP-JTA 67.8 72.2 69.9  53.6 56.3 54.9  48.6 62.9 54.8
        BP-JTS 61.9 75.2 67.9  48.5 58.5 53.0  40.3 67.1 50.4
        JTA    52.7 81.8 64.1  41.3 63.4 50.0  42.9 75.0 54.6
        JTA-BP 53.8 83.5 65.4  48.9 76.1 59.6  45.6 82.4 58.7
        JTS    45.5 85.2 59.3  34.5 64.3 45.0  32.2 80.1 46.0
        JTS-BP 46.6 86.8 60.6  42.6 80.0 55.5  34.4 86.7 49.2
    """),
    "el": _read("""
        BP     91.8 96.5 94.1  87.6 91.6 89.5  66.7 91.7 77.2
        BP-JTA 93.6 90.9 92.2  80.0 76.8 78.3  86.2 78.8 82.3
        BP-JTS 93.3 92.8 93.0  80.0 78.6 79.3  84.0 81.8 82.9
        JTA    88.1 90.1 89.1  73.4 74.0 73.7  76.7 74.7 75.7
        JTA-BP 88.9 91.5 90.2  85.2 87.5 86.3  75.7 76.8 76.3
        JTS    70.8 92.6 80.2  59.4 74.9 66.2  62.2 78.4 69.3
        JTS-BP 72.5 93.8 81.8  71.2 89.7 79.3  66.9 81.2 73.3
    """),
}
"""Tables 5 and 6: over all languages and in each."""

_TABLE_7 = """
    BP        60.0 25.7 36.0  79.0 93.8 85.7  85.7 35.9 50.0  76.5 48.1 59.1  76.2 55.2 64.0  74.7 47.6 58.1
    BP-JTA    61.5 45.7 52.5  71.4 31.2 43.5  66.7 70.6 68.6  65.6 77.8 71.2  76.7 79.3 78.0  68.1 62.1 65.0
    BP-JTS    65.2 42.9 51.7  71.4 31.2 43.5  63.2 70.6 66.7  64.7 81.5 72.1  74.2 79.3 76.7  67.5 62.1 64.7
    JTA       55.2 45.7 50.0  66.7 37.5 48.0  59.1 76.5 66.7  59.3 59.3 59.3  82.1 79.3 80.7  64.3 59.7 61.9
    JTA-BP    59.1 37.1 45.6  66.7 37.5 48.0  62.5 58.8 60.6  65.4 63.0 64.2  76.0 65.5 70.4  66.3 52.4 58.6
    JTS       55.6 42.9 48.4  66.7 37.5 48.0  66.7 58.8 62.5  56.7 63.0 59.6  82.6 65.5 73.1  64.4 54.0 58.8
    JTS-BP    60.9 40.0 48.3  66.7 37.5 48.0  66.7 47.1 55.2  63.0 63.0 63.0  78.3 62.1 69.2  67.0 50.8 57.8
    NC        58.3 60.0 59.1  -    0.0  -     -    0.0  -     80.0 14.8 25.0  -    0.0  -     61.0 20.2 30.3
    NCT5      52.9 25.7 34.6  83.3 31.2 45.5  -    0.0  -     82.3 51.9 63.6  60.0 20.7 30.8  63.0 27.4 38.2
    NCT25     50.0 25.7 34.0  83.3 31.2 45.5  20.0 5.88 9.09  82.3 51.9 63.6  61.5 27.6 38.1  62.7 29.8 40.4
    Reference 68.9 88.6 77.5  80.0 100  88.9  68.4 76.5 72.2  61.8 77.8 68.8  72.7 82.8 77.4  69.5 84.7 76.4
"""
EXTRINSIC = {
    name: {
        part: Triple(*(None if number == "-" else float(number) for number in numbers[3 * at : 3 * at + 3]))
        for at, part in enumerate(("en", "zh", "el", "pl", "ru", "all"))
    }
    for name, *numbers in (line.split() for line in _TABLE_7.strip().splitlines())
}
"""Table 7: the surveillance task against the corpus's annotations."""

BEST = {
    "TO": {
        "zh": ("BP", "BP", "BP"), "en": ("BP-JTA", "BP", "BP"), "el": ("BP-JTA", "BP", "BP"),
        "pl": ("BP-JTA", "JTS-BP", "BP"), "ru": ("BP-JTA", "JTS-BP", "BP-JTA"), "all": ("BP-JTA", "BP", "BP"),
    },
    "TM": {
        "zh": ("JT-BP", "BP", "BP"), "en": ("BP-JTA", "BP", "BP-JTS"), "el": ("BP-JTA", "BP", "BP-JTS"),
        "pl": ("BP-JTA", "BP", "BP"), "ru": ("BP-JTA", "JTS-BP", "JTA-BP"), "all": ("BP-JTA", "BP", "BP"),
    },
    "CHA": {
        "zh": ("BP", "BP", "BP"), "en": ("BP-JTA", "BP", "BP"), "el": ("BP", "BP", "BP"),
        "pl": ("BP-JTA", "JTS-BP", "BP"), "ru": ("BP-JTA", "JTS-BP", "JTA-BP"), "all": ("BP-JTA", "BP", "BP"),
    },
    "EE": {
        "zh": ("NCT", "BP", "BP"), "en": ("BP-JTS", "NC", "NC"), "el": ("BP", "JTA", "BP-JTA"),
        "pl": ("NCT", "BP-JTS", "BP-JTS"), "ru": ("NCNL", "BP-JT, JTA", "JTA"), "all": ("BP", "BP-JT", "BP-JTA"),
    },
}  # fmt: skip
"""Table 8: the best tool by precision, recall and F1; EE is the surveillance task."""
