"""Detection and decoding with the encodings of the WHATWG standard, which differ from Python's."""

from turbohtml import detect


def detect_encoding(sample: bytes) -> tuple[str, float]:
    """The label of the most likely encoding (empty if there is none) and the confidence from 0 to 1."""
    match = detect.detect(sample)
    return match.encoding or "", match.confidence


def decode_as(name: str, data: bytes) -> str:
    """Decode with an encoding of the standard; invalid bytes become U+FFFD."""
    try:
        return data.decode(f"whatwg-{name}", "replace")  # importing turbohtml.detect registers these codecs
    except LookupError:
        return data.decode("windows-1252", "replace")
