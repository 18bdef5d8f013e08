"""`maintext extract`."""

import json
from pathlib import Path

import pytest

from maintext import extract
from maintext.fetch.browser import missing
from tests.bundled import PAGES, bundled
from tests.cli.runner import assert_one_line, program, run
from tests.fetch.server import serving

NEWS = extract(bundled("news-inline-ads").data).text
ZH = extract(bundled("news-zh-gb2312").data).text


def test_a_file(folder: Path) -> None:
    result = run("extract", "news.html")
    assert (result.exit_code, result.stdout, result.stderr) == (0, NEWS + "\n", "")


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_standard_input(folder: Path, arguments: tuple[str, ...]) -> None:
    result = run("extract", *arguments, stdin=bundled("news-zh-gb2312").data)
    assert (result.exit_code, result.stdout) == (0, ZH + "\n")


@pytest.mark.parametrize("name", ["linked.html", "-"])
def test_links_of_files_and_standard_input_are_resolved_against_the_url(folder: Path, name: str) -> None:
    html = b"<article><p>See <a href=/x>the other page</a>."
    (folder / "linked.html").write_bytes(html)
    arguments = ("-x", "all", "--format", "markdown", "--url", "https://site.example/a/")
    result = run("extract", name, *arguments, stdin=html)
    assert result.stdout == "See [the other page](https://site.example/x).\n"


def test_a_url_belongs_to_one_page(folder: Path) -> None:
    for arguments, reason in (
        (("zh.html", "--url", "https://site.example/"), "exactly one"),
        (("--url", "x"), "is not a URL"),
    ):
        result = run("extract", "news.html", *arguments)
        assert result.exit_code == 2
        assert reason in result.stderr


def test_several_files_are_printed_under_their_names(folder: Path) -> None:
    result = run("extract", "news.html", "zh.html")
    assert result.exit_code == 0
    assert result.stdout == f"==> news.html <==\n{NEWS}\n\n==> zh.html <==\n{ZH}\n\n"


def test_a_folder_stands_for_its_pages(folder: Path) -> None:
    result = run("extract", "site")
    assert result.exit_code == 0
    assert result.stdout.count("==> ") == 2
    assert result.stdout.index("a.html") < result.stdout.index("b.xhtml")
    assert "not a page" not in result.stdout


def test_a_page_served_on_loopback(folder: Path) -> None:
    with serving() as site:
        result = run("extract", f"{site}/page", "-x", "all")
        assert (result.exit_code, result.stdout) == (0, "The ferry is back, and it is called Été.\n")
        assert "Да" in run("extract", f"{site}/koi8", "-x", "all").stdout
        whole = json.loads(run("extract", f"{site}/hop", "--format", "json").stdout)
        assert whole["url"] == f"{site}/page"


@pytest.mark.parametrize(
    ("path", "words"),
    [("/missing", "404"), ("/500", "500"), ("/pdf", "a PDF document"), ("/loop", "redirects"), ("/half", "broke")],
)
def test_a_page_that_cannot_be_fetched_is_one_line(folder: Path, path: str, words: str) -> None:
    with serving() as site:
        result = run("extract", site + path)
    assert result.exit_code == 1
    assert_one_line(result.stderr)
    assert words in result.stderr
    assert result.stderr.count(site) == 1


def test_a_broken_page_does_not_stop_the_others(folder: Path) -> None:
    result = run("extract", "news.html", "paper.pdf", "missing.html", "zh.html")
    assert result.exit_code == 1
    assert NEWS in result.stdout
    assert ZH in result.stdout
    assert result.stderr.splitlines() == [
        "maintext: paper.pdf: this is a PDF document, not a web page; give maintext HTML",
        "maintext: missing.html: no such file",
    ]


def test_json(folder: Path) -> None:
    whole = json.loads(run("extract", "news.html", "--format", "json").stdout)
    assert whole["text"] == NEWS
    assert whole["extractor"] == "learned"
    assert whole["title"]
    assert {block["kept"] for block in whole["blocks"]} == {True, False}


def test_json_of_several_pages_is_one_object_per_line(folder: Path) -> None:
    lines = run("extract", "news.html", "zh.html", "-f", "json").stdout.splitlines()
    assert [json.loads(line)["text"] for line in lines] == [NEWS, ZH]


def test_an_extractor_with_parameters(folder: Path) -> None:
    result = run("extract", "news.html", "-x", "density(c1=0.1)", "-f", "json")
    assert json.loads(result.stdout)["extractor"] == "density(c1=0.1)"


def test_an_extractor_by_its_path(folder: Path) -> None:
    result = run("extract", "news.html", "-x", "maintext.extractors.density:Density")
    assert result.stdout == extract(bundled("news-inline-ads").data, extractor="density").text + "\n"


def test_a_charset_given_by_the_user_wins(folder: Path) -> None:
    (folder / "koi8.html").write_bytes(b"<meta charset=windows-1251>" + "<p>Да</p>".encode("koi8-r"))
    assert run("extract", "koi8.html", "--charset", "koi8-r").stdout == "Да\n"


def test_output_to_a_file(folder: Path) -> None:
    result = run("extract", "news.html", "-o", "out.txt")
    assert (result.exit_code, result.stdout) == (0, "")
    assert (folder / "out.txt").read_text(encoding="utf-8") == NEWS + "\n"


def test_output_of_several_pages_to_a_folder(folder: Path) -> None:
    result = run("extract", "news.html", "site", "zh.html", "-o", "new/out", "-f", "json")
    assert (result.exit_code, result.stdout) == (0, "")
    files = sorted((folder / "new" / "out").iterdir())
    assert len(files) == 4
    assert all(path.suffix == ".json" for path in files)
    assert json.loads(files[0].read_text(encoding="utf-8"))["text"] == NEWS


def test_output_of_several_pages_with_standard_input_among_them(folder: Path) -> None:
    result = run("extract", "zh.html", "-", "-o", "out", stdin=bundled("news-inline-ads").data)
    assert result.exit_code == 0
    assert sorted(path.read_text(encoding="utf-8") for path in (folder / "out").iterdir()) == sorted(
        [NEWS + "\n", ZH + "\n"]
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("news.html", "-o", "no/such/folder/out.txt"),
        ("news.html", "zh.html", "-o", "paper.pdf"),
    ],
)
def test_output_that_cannot_be_written_is_one_line(folder: Path, arguments: tuple[str, ...]) -> None:
    done = program("extract", *arguments, cwd=folder)
    assert done.returncode in (1, 2)
    assert b"Traceback" not in done.stderr


def test_an_empty_page_is_no_error_but_has_a_reason(folder: Path) -> None:
    result = run("extract", "empty.html")
    assert (result.exit_code, result.stdout) == (0, "\n")
    assert result.stderr == "maintext: empty.html: no text: the page has no text\n"
    assert json.loads(run("extract", "-f", "json", stdin="").stdout)["reason"] == "the page has no text"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("missing.html",), "no such file"),
        (("bare",), "no HTML files in this folder"),
        (("paper.pdf",), "a PDF document"),
        (("news.html", "--max-bytes", "100"), "limit of 100"),
        (("news.html", "-x", "densty"), "did you mean density?"),
        (("news.html", "-x", "density(c9=1)"), "its parameters: c1, c2"),
        (("news.html", "-x", "density(c1=9)"), "between 0 and 1"),
        (("news.html", "-x", "density(c1="), "position"),
        (("news.html", "-x", ""), "position"),
        (("news.html", "-x", "no_such_module:Class"), "no_such_module"),
        (("news.html", "-x", "builtins:int"), "builtins:int"),
        (("news.html", "-x", "density(c1='\\x')"), "it must be a number"),
        (("HTTP://127.0.0.1:1/",), "no connection"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_one(folder: Path, arguments: tuple[str, ...], words: str) -> None:
    result = run("extract", *arguments)
    assert result.exit_code == 1
    assert_one_line(result.stderr)
    assert words in result.stderr
    assert result.stdout == ""


def test_an_unknown_charset_is_told(folder: Path) -> None:
    result = run("extract", "news.html", "--charset", "utf-99")
    assert result.exit_code in (1, 2)
    assert "utf-99" in result.stderr


@pytest.mark.parametrize(
    "arguments", [("--format", "docx"), ("--timeout", "soon"), ("--max-bytes", "x"), ("--no-such-option",)]
)
def test_wrong_usage_is_exit_code_two(folder: Path, arguments: tuple[str, ...]) -> None:
    result = run("extract", "news.html", *arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("timeout", ["nan", "inf", "-1", "0"])
def test_an_odd_time_limit_brings_no_traceback(folder: Path, timeout: str) -> None:
    assert run("extract", "http://127.0.0.1:1/", "--timeout", timeout).exit_code in (1, 2)


def test_a_file_that_may_not_be_read_is_one_line(folder: Path) -> None:
    (folder / "folder.html").mkdir()
    result = run("extract", "news.html", "folder.html/../folder.html/x.html")
    assert result.exit_code == 1
    assert_one_line(result.stderr)


def test_the_size_in_the_message_is_the_size_of_the_file(folder: Path) -> None:
    size = (folder / "news.html").stat().st_size
    assert f"{size:,} bytes" in run("extract", "news.html", "--max-bytes", "100").stderr


@pytest.mark.parametrize(
    ("name", "beginning"),
    [
        ("markdown", "The rebuilding of the "),
        ("html", "<article"),
        ("tei", "<?xml"),
        ("cleaneval", "<p>"),
        ("json", "{"),
    ],
)
def test_formats(folder: Path, name: str, beginning: str) -> None:
    result = run("extract", "news.html", "--format", name)
    assert result.exit_code == 0
    assert result.stdout.startswith(beginning)
    assert run("extract", "news.html", "--output-format", name).stdout == result.stdout


def test_switches(folder: Path) -> None:
    (folder / "one.html").write_text(
        '<title>One</title><p>See <a href="https://e.example/">this</a> and <b>that</b> place.</p>'
    )
    assert "](https://e.example/)" in run("extract", "one.html", "-x", "all", "-f", "markdown").stdout
    arguments = ("-x", "all", "-f", "markdown", "--no-links", "--no-formatting", "--with-metadata")
    assert run("extract", "one.html", *arguments).stdout == '---\ntitle: "One"\n---\n\nSee this and that place.\n'


def test_files_are_named_after_their_format(folder: Path) -> None:
    assert run("extract", "site", "-f", "markdown", "-o", "out").exit_code == 0
    assert {path.suffix for path in (folder / "out").iterdir()} == {".md"}


def test_the_command_draws(tmp_path: Path) -> None:
    page = str(PAGES / "news-inline-ads" / "page.html")
    for ending, sign in ((".svg", b"<?xml"), (".pdf", b"%PDF"), (".png", b"\x89PNG")):
        target = tmp_path / f"out{ending}"
        assert run("extract", page, "-x", "density", "--plot", str(target)).exit_code == 0
        assert target.read_bytes().startswith(sign)
    assert "length (characters)" in (tmp_path / "out.svg").read_text()
    assert run("extract", page, "--plot", str(tmp_path / "out.gif")).exit_code == 1
    assert run("extract", page, page, "--plot", str(tmp_path / "out.svg")).exit_code == 2


@pytest.mark.skipif(missing() is not None, reason=f"no browser here; try: make peers, or {missing()}")
@pytest.mark.xdist_group("readability-chromium")
def test_the_command_renders() -> None:
    with serving() as site:
        plain, rendered = (run("extract", f"{site}/filled-late", "-x", "all", *more) for more in ((), ("--render",)))
    assert "The ferry came late" not in plain.stdout
    assert "The ferry came late" in rendered.stdout
    refused = run("extract", "page.html", "--render")
    assert refused.exit_code == 1
    assert "only URLs can be rendered" in refused.stderr
