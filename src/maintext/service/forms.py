"""Forms that a browser sends."""

from urllib.parse import parse_qsl

from starlette.requests import Request

from maintext.service.body import read_body
from maintext.service.problems import Problem

_MOST_FIELDS = 10
_SWELLS = 3
"""How many characters a form may make of one."""


async def read_form(request: Request, most: int) -> dict[str, str]:
    """The fields of a form; the last of a name counts."""
    body = await read_body(request, _SWELLS * most + 10_000)
    try:
        fields = parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise Problem(422, "this is not a form that can be read") from None
    return dict(fields)
