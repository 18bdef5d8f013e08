"""The item pipeline of Scrapy, with a real spider on a server on loopback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fetch.server import serving

SPIDER = """
import scrapy

class Pages(scrapy.Spider):
    name = "pages"
    start_urls = ["{site}/hop", "{site}/pdf", "{site}/empty"]
    custom_settings = {{
        "ITEM_PIPELINES": {{"maintext.integrations.scrapy.MaintextPipeline": 300}},
        "MAINTEXT_FORMAT": "text",
        "TELNETCONSOLE_ENABLED": False,
    }}

    def parse(self, response):
        yield {{"url": response.url, "response": response}}
        yield {{"url": "nothing to extract"}}
"""


def test_a_spider_with_the_pipeline(tmp_path: Path) -> None:
    pytest.importorskip("scrapy", reason="needs Scrapy: pip install 'maintext[scrapy]'")
    with serving() as site:
        (tmp_path / "spider.py").write_text(SPIDER.format(site=site))
        command = [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-O", "pages.json"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    items = json.loads((tmp_path / "pages.json").read_text())
    texts = [item for item in items if "text" in item]
    assert [item["text"] for item in texts] == ["The ferry is back, and it is called Été."]
    assert texts[0]["metadata"]["title"] == "The ferry"
    assert not any("response" in item for item in items)
    assert {"url": "nothing to extract"} in items
    assert done.stderr.count("DropItem") + done.stderr.count("Dropped: maintext") >= 2
