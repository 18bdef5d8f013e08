"""Split requests into the page and the other fields, so that large requests are parsed only in workers.

Parsing a JSON document or a form of 10 MB can take seconds and a gigabyte. The fields without the page are small, and
the service validates them itself.
"""

import json
from binascii import a2b_qp
from typing import Any

from maintext.sandbox.packing import join_parts
from maintext.service.problems import Problem

SMALL = 64 * 1024
"""The size in bytes up to which a request is parsed in the event loop; this takes at most about 10 ms."""
_MOST_FIELDS = 10


def split_json(body: bytes, most: int) -> bytes:
    """The fields of a JSON document as JSON, limited to `most` bytes and with `html` empty, and the value of `html`."""
    try:
        fields = json.loads(body.decode("utf-8"))
        if not isinstance(fields, dict):
            raise Problem(422, "the body is not a JSON object")
        return _joined(fields, most)
    except (ValueError, RecursionError):
        raise Problem(422, "the body is not JSON that can be read") from None


def split_form(body: bytes, most: int) -> bytes:
    """The same for a form; of fields with the same name, the last one counts."""
    pairs = body.split(b"&", _MOST_FIELDS)
    if not body.isascii() or len(pairs) > _MOST_FIELDS:
        raise Problem(422, "the body is not a form that can be read")
    parted = (pair.partition(b"=") for pair in pairs)
    return _joined({_unquoted(name): _unquoted(value) for name, _, value in parted}, most)


def _joined(fields: dict[str, Any], most: int) -> bytes:
    html = fields.get("html")
    page = b""
    if isinstance(html, str):
        fields["html"], page = "", html.encode("utf-8")
    line = json.dumps(fields)
    if len(line) > most:
        raise Problem(413, f"the request has more than {most:,} bytes beside the page")
    return join_parts(line, page)


def _unquoted(value: bytes) -> str:
    """A decoded form value. Millions of %XX are decoded faster as quoted-printable, which has a decoder in C."""
    plain = value.replace(b"+", b" ").replace(b"=", b"%3D").replace(b"%", b"=")
    return a2b_qp(plain).decode("utf-8", "replace")
