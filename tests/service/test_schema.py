"""The service does what its OpenAPI document says, whatever is sent to it."""

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode

from maintext.datasets import Example, Header
from maintext.datasets.dataset_store import writing
from maintext.service.settings import ServiceSettings
from tests.service.running import PAGE, running

pytestmark = pytest.mark.xdist_group("service-schema")


def _zip(pages: list[bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for number, page in enumerate(pages):
            archive.writestr(f"{number}.html", page)
    return made.getvalue()


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    home = tmp_path_factory.mktemp("schema")
    with writing(home / "pages", Header("pages")) as writer:
        writer.add(Example("news-1", PAGE, "x"))
    with running(
        ServiceSettings(workers=2, timeout=60, annotations=str(home / "gold"), pages=str(home / "pages"))
    ) as client:
        yield client


@pytest.fixture(scope="module")
def api(described: httpx.Client) -> schemathesis.schemas.BaseSchema:
    schemathesis.openapi.media_type(
        "application/zip", st.lists(st.binary(max_size=50), min_size=1, max_size=2).map(_zip)
    )
    written = st.text(
        st.characters(exclude_categories=("Cc", "Cs")), max_size=200
    )  # what has control characters is no HTML
    schemathesis.openapi.media_type("text/html", written.map(lambda text: f"<p>{text}".encode()))
    return schemathesis.openapi.from_url(f"{described.base_url}/openapi.json", wait_for_schema=10)


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_every_operation_is_as_described(api: schemathesis.schemas.BaseSchema, mode: GenerationMode) -> None:
    """What fits the document is taken, what does not is refused, and every answer is one that the document knows."""
    tried = []
    for found in api.get_all_operations():
        operation = found.ok()  # type: ignore[union-attr]  # an error would be one here too

        @settings(max_examples=15, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode))
        def check(case: "schemathesis.Case[Any]") -> None:
            case.call_and_validate(timeout=60)

        try:
            check()
        except Unsatisfiable:  # nothing can be wrong about an operation without parameters
            assert mode is GenerationMode.NEGATIVE
            continue
        tried.append(operation.label)
    assert "POST /extract" in tried


def test_the_document_has_every_operation_with_an_example(described: httpx.Client) -> None:
    document = described.get("/openapi.json").json()
    assert {"/extract", "/compare", "/extractors", "/health", "/read", "/feed", "/batches"} <= set(document["paths"])
    for path in ("/extract", "/compare", "/annotate/save"):
        content = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        assert content["examples"]
        for example in content["examples"].values():
            assert described.post(path, json=example["value"]).status_code == 200
    answers = document["paths"]["/extract"]["post"]["responses"]["200"]["content"]
    assert {"application/json", "text/markdown", "text/plain", "text/html"} <= set(answers)
