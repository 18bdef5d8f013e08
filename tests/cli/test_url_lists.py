"""`maintext extract` with lists of URLs, names of output files, filters, and trafilatura's options."""

import csv
import io
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from maintext.cli.file_names import name_of_url, name_part
from tests.bundled import bundled
from tests.cli.runner import assert_one_line, run
from tests.fetch.server import ANSWERS, Handler, serving

QUICK = ("--delay", "0", "--allow-private")


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[str]:
    for path, slug in {"/news": "news-inline-ads", "/zh": "news-zh-gb2312", "/de": "german-utf8-bom"}.items():
        monkeypatch.setitem(ANSWERS, path, partial(Handler.reply, body=bundled(slug).data))
    with serving() as address:
        paths = ["/news", "/zh", "/missing", "/de", "/news"]
        (folder / "urls.txt").write_text("# pages\n\n" + "\n".join(address + path for path in paths))
        yield address


def test_a_list_of_urls(site: str) -> None:
    done = run("extract", "-i", "urls.txt", "-f", "json", *QUICK)
    assert done.exit_code == 1
    assert {json.loads(line)["url"] for line in done.stdout.splitlines()} == {
        f"{site}/{one}" for one in ("news", "zh", "de")
    }
    assert done.stderr.splitlines() == [
        f"maintext: {site}/missing: the server answered 404 Not Found",
        "maintext: 4 URLs: 1 failed, 0 left out",
    ]


def test_listed_urls_do_not_lead_to_private_addresses(site: str) -> None:
    done = run("extract", "-i", "urls.txt", "--delay", "0")
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.count("is a private, loopback or link-local address") == 4


def test_a_list_on_standard_input_with_lines_that_are_no_urls(site: str) -> None:
    done = run("extract", "-i", "-", *QUICK, stdin=f"/etc/passwd\n{site}/page\nfile:///etc/passwd\n")
    assert done.exit_code == 1
    assert "The ferry is back" in done.stdout
    assert done.stderr.splitlines()[:2] == [
        "maintext: /etc/passwd: not a URL; write http:// or https:// before it",
        "maintext: file:///etc/passwd: not a URL; write http:// or https:// before it",
    ]


def test_an_empty_list_and_a_missing_one(folder: Path) -> None:
    assert run("extract", "-i", "-", stdin="\n# nothing\n").exit_code == 0
    missing = run("extract", "-i", "no-such-list.txt")
    assert missing.exit_code == 2
    assert "no-such-list.txt" in missing.stderr


def test_files_named_by_title_by_url_and_by_path(site: str, folder: Path) -> None:
    assert run("extract", "-i", "urls.txt", "-o", "titles", "--file-names", "title", *QUICK).exit_code == 1
    assert "Ferry-terminal-rebuild-delayed-until-autumn-after-piles-fail-inspection.txt" in _names(folder / "titles")
    assert (
        run(
            "extract", f"{site}/news", f"{site}/de", "--output-dir", "urls", "--file-names", "url", "--delay", "0"
        ).exit_code
        == 0
    )
    assert _names(folder / "urls") == ["127.0.0.1-de.txt", "127.0.0.1-news.txt"]
    (folder / "site" / "sub").mkdir()
    (folder / "site" / "a.html").rename(folder / "site" / "sub" / "a.html")
    assert run("extract", "site", "zh.html", "-o", "paths", "--file-names", "path", "-f", "md").exit_code == 0
    assert _names(folder / "paths") == ["b.md", "sub", "zh.md"]
    assert _names(folder / "paths" / "sub") == ["a.md"]


def test_pages_of_one_title_have_a_file_each(folder: Path) -> None:
    for name in ("one", "two"):
        (folder / f"{name}.html").write_text(f"<title>The Ferry</title><p>Page {name}")
    assert run("extract", "one.html", "two.html", "-x", "all", "-o", "out", "--file-names", "title").exit_code == 0
    assert _names(folder / "out") == ["The-Ferry-2.txt", "The-Ferry.txt"]


def test_one_page_goes_into_a_folder_that_exists(folder: Path) -> None:
    assert run("extract", "news.html", "-o", "bare").exit_code == 0
    assert _names(folder / "bare") == ["0001-news.html.txt"]


def test_the_pages_themselves_are_kept_too(folder: Path) -> None:
    assert run("extract", "news.html", "zh.html", "-o", "texts", "--backup-dir", "pages").exit_code == 0
    assert _names(folder / "pages") == ["0001-news.html.html", "0002-zh.html.html"]
    assert (folder / "pages" / "0001-news.html.html").read_bytes() == (folder / "news.html").read_bytes()


def test_pages_in_another_language_or_without_metadata_are_left_out(folder: Path) -> None:
    done = run("extract", "news.html", "zh.html", "--target-language", "zh", "-f", "json")
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == "maintext: news.html: left out: its language is en, not zh\n"
    (folder / "bare.html").write_text("<p>Words without any metadata")
    done = run("extract", "news.html", "bare.html", "--only-with-metadata", "-f", "json")
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == "maintext: bare.html: left out: it has no title and no date and no URL\n"


def test_csv_of_several_pages_is_one_table(folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("extract", "news.html", "zh.html", "-f", "csv").stdout)))
    assert [row["language"] for row in rows] == ["en", "zh"]
    assert rows[0]["authors"] == "Maren Oduya"
    assert rows[0]["text"].startswith("The rebuilding")


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("-u {site}/news", "extract {site}/news"),
        ("--json -u {site}/news", "extract {site}/news -f json"),
        ("--URL {site}/news --xml --links --images", "extract {site}/news -f xml"),
        ("--markdown --formatting --no-tables -u {site}/news", "extract {site}/news -f markdown --no-tables"),
        ("--output-format xmltei -u {site}/news", "extract {site}/news -f tei"),
        ("--xmltei --no-comments -u {site}/news", "extract {site}/news -f tei --no-comments"),
        ("--precision --fast -u {site}/news", "extract {site}/news --favor-precision"),
        ("--recall --with-metadata -v -u {site}/news", "extract {site}/news --favor-recall --with-metadata"),
        ("--csv --only-with-metadata --target-language en -u {site}/news", "extract {site}/news -f csv"),
        ("--html --input-dir site", "extract site -f html"),
    ],
)
def test_command_lines_of_trafilatura_with_the_name_replaced(site: str, theirs: str, ours: str) -> None:
    one, other = (run(*line.format(site=site).split()) for line in (theirs, ours))
    assert (one.exit_code, one.stdout) == (0, other.stdout)
    assert one.stdout


def test_folders_of_trafilatura(site: str, folder: Path) -> None:
    line = "--input-file urls.txt --output-dir converted/ --backup-dir html-sources/ --xml --parallel 2"
    assert run(*line.split(), *QUICK).exit_code == 1
    assert len(_names(folder / "converted")) == len(_names(folder / "html-sources")) == 3
    assert run(*"--input-dir site/ --output-dir kept/ --keep-dirs".split()).exit_code == 0
    assert _names(folder / "kept") == ["a.txt", "b.txt"]


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("--deduplicate", "maintext corpus"),
        ("--feed https://a.example/feed", "maintext feed URL"),
        ("--feed", "maintext feed URL"),
        ("-b blacklist.txt", "grep -vFf"),
        ("--url-filter news", "grep"),
        ("--list", "instead"),
        ("--sitemap https://a.example/", "maintext crawl URL"),
        ("--crawl https://a.example/", "maintext crawl URL"),
        ("--config-file my.cfg", "--timeout"),
        ("--validate-tei", "tei.rng"),
        ("-f -u https://a.example/", "--fast"),
    ],
)
def test_options_without_a_counterpart_say_what_to_use(folder: Path, line: str, advice: str) -> None:
    done = run(*line.split())
    assert done.exit_code == 2
    assert advice in " ".join(done.stderr.split())


def test_options_that_no_command_has_are_wrong_usage(folder: Path) -> None:
    done = run("--no-such-option")
    assert done.exit_code == 2
    assert "--no-such-option" in done.stderr
    assert_one_line(run("extract", "no-such-page.html").stderr)


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://www.a.example/news/ferry.html?page=2", "www.a.example-news-ferry-page-2"),
        ("https://a.example/", "a.example"),
        ("https://a.example/%2e%2e/%2fetc/passwd", "a.example-..-etc-passwd"),
        ("https://a.example/" + "x" * 500, "a.example-" + "x" * 150),
        ("no url", "no-url"),
    ],
)
def test_names_of_urls(url: str, name: str) -> None:
    assert name_of_url(url) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [("A: b/c\\d\0e", "A-b-c-d-e"), ("..", ""), ("渡輪 " * 100, None), ("Été – à la mer", "Été-à-la-mer")],
)
def test_parts_of_names(text: str, name: str | None) -> None:
    found = name_part(text)
    assert len(found.encode()) <= 160
    assert found == name or name is None


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
