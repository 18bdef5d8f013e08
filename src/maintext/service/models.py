"""Request and response models of the API."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from maintext.service.spec_check import LONGEST

Addition = Literal["blocks", "markdown", "html", "metadata", "posts", "picture", "view", "source"]
Spec = Annotated[
    str,
    Field(
        min_length=1, max_length=LONGEST, examples=["default", "density(c1=0.4)"],
        description="An extractor, with parameters in parentheses if you like; see GET /extractors.",
    ),
]  # fmt: skip
Address = Annotated[
    str,
    Field(
        max_length=2000, pattern=r"^https?://[^\x00-\x20/\x7f-\xa0][^\x00-\x20\x7f-\xa0]*$", examples=["https://example.org/story.html"],
        description="Where the page is, or where the given HTML came from.",
    ),
]  # fmt: skip
Beta = Annotated[
    float,
    Field(gt=0, lt=100, description="Below 1 favors precision, above 1 recall; for extractors that have it."),
]
_ONE_OF: dict[str, Any] = {"anyOf": [{"required": ["html"]}, {"required": ["url"]}]}
_EXAMPLE = "<html><title>The ferry</title><body><nav>Home</nav><p>The ferry is back.</p></body></html>"


class PerhapsPage(BaseModel):
    """The HTML of a page, the URL it came from, both, or neither."""

    model_config = ConfigDict(extra="forbid", strict=True)

    html: str = Field(default="", description="The page itself.")
    url: Address = ""

    @property
    def is_given(self) -> bool:
        """Whether the page itself was sent."""
        return "html" in self.model_fields_set


class PageIn(PerhapsPage):
    """A page: its HTML, or the URL to fetch it from. With HTML, the URL is that of the page and is not fetched."""

    model_config = ConfigDict(json_schema_extra=_ONE_OF)

    @model_validator(mode="after")
    def _has_a_page(self) -> Self:
        if not {"html", "url"} & self.model_fields_set:
            raise ValueError("send html, or a url to get the page from")
        return self


class ExtractIn(PageIn):
    """The page, the extractor, and the fields of the response."""

    model_config = ConfigDict(json_schema_extra={**_ONE_OF, "examples": [{"html": _EXAMPLE}]})

    extractor: Spec = "default"
    beta: Beta | None = None
    include_comments: bool | None = Field(default=None, description="Include or leave out comments.")
    include_links: bool = True
    include_images: bool = True
    include_tables: bool = True
    include_formatting: bool = True
    with_metadata: bool = Field(default=False, description="Add title, author and date above Markdown, text or HTML.")
    add: list[Addition] = Field(
        default=[], max_length=8,
        description="What a JSON answer holds beside the text: every block with the decision about it, other formats, "
        "the extractor's picture, the page made safe to show, its source.",
    )  # fmt: skip


class CompareIn(PageIn):
    """A page and the extractors to compare on it."""

    model_config = ConfigDict(
        json_schema_extra={**_ONE_OF, "examples": [{"html": _EXAMPLE, "extractors": ["default", "all"]}]}
    )

    extractors: list[Spec] = Field(default=["default", "readability", "density"], min_length=1, max_length=6)
    add: list[Literal["view", "source"]] = Field(default=[], max_length=2)


class Extracted(BaseModel):
    """The main text and the metadata of a page."""

    url: str | None
    title: str
    author: str | None
    date: str | None
    language: str | None
    site: str | None
    page_type: str | None
    confidence: float | None = Field(description="The extractor's estimate of the quality of the text, from 0 to 1.")
    extractor: str
    reason: str | None = Field(description="Why there is no text, or why to doubt it.")
    words: int
    text: str
    milliseconds: float
    blocks: list[dict[str, Any]] = []
    markdown: str = ""
    html: str = ""
    metadata: dict[str, Any] = {}
    posts: list[dict[str, Any]] = []
    picture: dict[str, Any] | None = None
    view: str = ""
    source: str = ""


class Side(BaseModel):
    """The result of one extractor in a comparison."""

    extractor: str
    text: str
    words: int
    kept: list[bool]
    confidence: float | None
    reason: str | None
    milliseconds: float


class Compared(BaseModel):
    """The blocks of one page that several extractors keep."""

    url: str | None
    title: str
    extractors: list[Side]
    blocks: list[dict[str, Any]]
    view: str = ""
    source: str = ""


class Health(BaseModel):
    """Status, version and workers of the service."""

    status: Literal["ok", "starting"]
    version: str
    uptime: float
    workers: dict[str, int]


class ErrorDetail(BaseModel):
    """What went wrong."""

    kind: str
    message: str


class ErrorOut(BaseModel):
    """Every error has this shape."""

    error: ErrorDetail
