import csv
import io

from maintext.reports.tables import Cell, Column, Table, as_csv, as_latex, as_markdown, number, word

TABLE = Table(
    "t", "T", [Column("name", numeric=False), Column("50 %")],
    [[word("a_b|c & {d} \\ $x$ ~^<"), number(0.12345)], [word("=1+1"), number(None)]],
)  # fmt: skip


def test_csv_reads_back_and_holds_no_formula() -> None:
    assert list(csv.reader(io.StringIO(as_csv(TABLE)))) == [
        ["name", "50 %"],
        ["a_b|c & {d} \\ $x$ ~^<", "0.123"],
        ["'=1+1", ""],
    ]


def test_markdown_keeps_its_columns() -> None:
    lines = as_markdown(TABLE).splitlines()
    assert lines[1] == "|---|---:|"
    assert lines[2] == r"| a\_b\|c & {d} \\ $x$ ~^&lt; | 0.123 |"
    assert lines[3] == "| =1+1 | – |"


def test_latex_is_booktabs_with_everything_escaped() -> None:
    text = as_latex(TABLE)
    assert r"\begin{tabular}{lr}" in text
    assert [text.count(rule) for rule in (r"\toprule", r"\midrule", r"\bottomrule")] == [1, 1, 1]
    assert r"50 \%" in text
    assert r"a\_b\textbar{}c \& \{d\} \textbackslash{} \$x\$ \textasciitilde{}\textasciicircum{}\textless{}" in text


def test_what_is_undefined_sorts_last_by_an_empty_key() -> None:
    assert (number(None).key, number(0.5).key, Cell("x").key) == ("", "0.5", "")
