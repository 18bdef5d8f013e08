"""The figures printed in Tables 5.2 to 5.5 of [Kovačič 2012], to compare with."""

from typing import NamedTuple


class Printed(NamedTuple):
    """One printed row: averages over successes, and the boundary cases."""

    precision: float
    recall: float
    f1: float
    no_gold: int
    both_empty: int
    empty: int
    mismatch: int
    failed: int
    success: int


L3S_GN1 = {
    "Boilerpipe DEF": Printed(0.8628, 0.9376, 0.8872, 0, 0, 3, 0, 0, 618),
    "Boilerpipe ART": Printed(0.9312, 0.9554, 0.9388, 0, 0, 2, 1, 0, 618),
    "Boilerpipe SENT": Printed(0.9624, 0.9193, 0.9362, 0, 0, 5, 0, 0, 616),
    "Goose": Printed(0.9340, 0.8866, 0.9008, 0, 0, 36, 0, 0, 585),
    "MSS": Printed(0.9070, 0.8819, 0.8746, 0, 0, 6, 4, 0, 611),
    "Python Readability": Printed(0.6375, 0.8255, 0.6808, 0, 0, 18, 34, 104, 465),
    "Node Readability": Printed(0.6879, 0.9682, 0.7891, 0, 0, 0, 0, 127, 494),
    "Readability": Printed(0.9233, 0.9699, 0.9379, 0, 0, 0, 0, 3, 618),
    "Alchemy API": Printed(0.9356, 0.8760, 0.8883, 0, 0, 2, 0, 1, 618),
    "Diffbot": Printed(0.9240, 0.9679, 0.9351, 0, 0, 0, 3, 0, 618),
    "Extractiv": Printed(0.8237, 0.9564, 0.8703, 0, 0, 1, 0, 1, 619),
    "Repustate": Printed(0.9171, 0.9069, 0.8978, 0, 0, 24, 1, 10, 586),
    "Zextractor": Printed(0.8497, 0.8057, 0.8032, 0, 0, 58, 7, 1, 555),
    "NCleaner En": Printed(0.7421, 0.9467, 0.8120, 0, 0, 2, 0, 0, 619),
    "NCleaner NonLex": Printed(0.6128, 0.9590, 0.7226, 0, 0, 2, 0, 0, 619),
    "JusText": Printed(0.9121, 0.9168, 0.9012, 0, 0, 35, 0, 0, 586),
    "TTR": Printed(0.6538, 0.9523, 0.7473, 0, 0, 3, 0, 0, 618),
}

CLEANEVAL = {
    "Boilerpipe DEF": Printed(0.9313, 0.8561, 0.8720, 4, 2, 4, 1, 0, 670),
    "Boilerpipe ART": Printed(0.9485, 0.7643, 0.8041, 4, 2, 2, 1, 0, 672),
    "Boilerpipe SENT": Printed(0.9587, 0.7373, 0.7919, 3, 3, 11, 0, 0, 664),
    "Goose": Printed(0.9343, 0.7189, 0.7697, 2, 4, 57, 1, 0, 617),
    "MSS": Printed(0.9109, 0.6994, 0.7182, 3, 3, 4, 3, 1, 667),
    "Python Readability": Printed(0.8407, 0.8332, 0.8031, 4, 2, 23, 7, 52, 593),
    "Node Readability": Printed(0.7037, 0.8779, 0.7530, 5, 0, 0, 0, 50, 626),
    "Readability": Printed(0.9345, 0.9035, 0.9009, 4, 0, 0, 0, 11, 666),
    "Alchemy API": Printed(0.9504, 0.8281, 0.8542, 4, 2, 10, 1, 1, 663),
    "Diffbot": Printed(0.9321, 0.8899, 0.8910, 5, 1, 3, 0, 0, 672),
    "Extractiv": Printed(0.9345, 0.8709, 0.8873, 5, 1, 1, 0, 3, 671),
    "Repustate": Printed(0.9400, 0.8892, 0.8960, 3, 2, 18, 2, 20, 636),
    "Zextractor": Printed(0.9164, 0.7625, 0.8004, 1, 5, 45, 0, 2, 628),
    "NCleaner En": Printed(0.9233, 0.8949, 0.8972, 5, 1, 0, 1, 0, 674),
    "NCleaner NonLex": Printed(0.8820, 0.9268, 0.8924, 5, 1, 0, 0, 0, 675),
    "JusText": Printed(0.9619, 0.8668, 0.8954, 1, 5, 21, 0, 0, 654),
    "TTR": Printed(0.8911, 0.8888, 0.8737, 6, 0, 5, 0, 0, 670),
}

TABLES = {"l3s-gn1": L3S_GN1, "cleaneval/final": CLEANEVAL}
